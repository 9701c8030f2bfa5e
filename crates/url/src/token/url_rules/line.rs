//! The columns of a rule: a place, a verb, what the verb takes, and a day.

use crate::bytes::is_digits;
use crate::error::Error;
use crate::named;
use crate::place::is_network;
use crate::rule_text::refusal;
use std::borrow::Cow;

named! {
    /// What a rule says about its place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Verb {
        Same = "same",
        Different = "different",
        /// Takes back what earlier rules say.
        Usual = "usual",
        /// `same`, of parameters only.
        Ignore = "ignore",
        /// `different`, of parameters only.
        Select = "select",
        In = "in",
        Out = "out",
        /// Takes the most lines that are kept.
        Max = "max",
        /// Takes the age at which rules are reported.
        Expire = "expire",
    }
}

impl Verb {
    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.name() == text)
    }

    /// Whether a value follows.
    fn takes_value(self) -> bool {
        matches!(self, Self::Max | Self::Expire)
    }
}

/// A rule in columns.
#[derive(Debug)]
pub struct RuleLine<'t> {
    /// The text of the whole rule.
    pub text: &'t str,
    /// Hosts with a scheme and a port, if there are any.
    pub hosts: &'t str,
    /// What follows the hosts, from a slash or a question mark on; may be empty.
    pub path: Cow<'t, str>,
    pub verb: Verb,
    /// The value of the verb; empty if it takes none.
    pub value: &'t str,
    pub day: Option<&'t str>,
}

impl<'t> RuleLine<'t> {
    /// Reads `PLACE VERB [VALUE] [DAY]`, in which blanks may separate the path from its hosts.
    pub fn read(text: &'t str) -> Result<Self, Error> {
        let columns: Vec<&str> = text.split_whitespace().collect();
        let Some((column, verb)) = find_verb(&columns) else {
            return Err(not_a_rule(text));
        };
        let (hosts, path) = match columns[..column] {
            [hosts, path] => (hosts, path),
            _ => split_place(columns[0]),
        };
        if !path.is_empty() && !path.starts_with(['/', '?']) {
            return Err(refusal(format!(
                "\"{}\" is not a template: it begins with /, as in /users/*",
                path.escape_debug()
            )));
        }
        let (value, rest) = match &columns[column + 1..] {
            [value, rest @ ..] if verb.takes_value() => (*value, rest),
            rest => ("", rest),
        };
        let day = match rest {
            [] => None,
            [day] if is_day(day) => Some(*day),
            [day] => return Err(not_a_day(day)),
            _ => return Err(not_a_rule(text)),
        };
        let is_of_any_page = path.starts_with('?');
        Ok(Self {
            text,
            hosts,
            path: if is_of_any_page {
                Cow::Owned(format!("/**{path}"))
            } else {
                Cow::Borrowed(path)
            },
            verb,
            value,
            day,
        })
    }

    /// Returns each of the hosts, which commas separate.
    pub fn each_host(&self) -> impl Iterator<Item = &'t str> {
        self.hosts.split(',').filter(|host| !host.is_empty())
    }
}

/// Whether a text has the verb of a rule in one of its columns.
pub fn has_verb(text: &str) -> bool {
    let columns: Vec<&str> = text.split_whitespace().take(3).collect();
    find_verb(&columns).is_some()
}

/// Finds the verb of a rule and its column: the second, or the third behind hosts and a path.
fn find_verb(columns: &[&str]) -> Option<(usize, Verb)> {
    let mut verbs = columns.iter().enumerate().skip(1).take(2);
    verbs.find_map(|(column, text)| Some((column, Verb::read(text)?)))
}

/// Splits a place into its hosts and the rest. A network has a slash of its own.
fn split_place(text: &str) -> (&str, &str) {
    let start = text.find("://").map_or(0, |at| at + "://".len());
    let end_after = |from: usize| match text[from..].find(['/', '?']) {
        Some(length) => from + length,
        None => text.len(),
    };
    let end = end_after(start);
    if text[end..].starts_with('/') {
        let longer = end_after(end + 1);
        let length = text[end + 1..longer].split(':').next().unwrap_or_default();
        let network_end = end + 1 + length.len();
        if is_digits(length.as_bytes()) && is_network(&text[start..network_end]) {
            return text.split_at(longer);
        }
    }
    text.split_at(end)
}

/// Whether a text is a day, like `2026-11-23`.
pub(super) fn is_day(text: &str) -> bool {
    let is_number = |text: &str| is_digits(text.as_bytes());
    let Some((year, rest)) = text.split_once('-') else {
        return false;
    };
    let Some((month, day)) = rest.split_once('-') else {
        return false;
    };
    let is_whole = year.len() == 4 && month.len() == 2 && day.len() == 2;
    is_whole
        && is_number(year)
        && is_number(month)
        && is_number(day)
        && ("01"..="12").contains(&month)
        && ("01"..="31").contains(&day)
}

pub(super) fn not_a_day(text: &str) -> Error {
    let shown = text.escape_debug();
    refusal(format!(
        "\"{shown}\" is not a day: write it like 2026-11-23"
    ))
}

/// The error for a line that is not a rule.
pub fn not_a_rule(line: &str) -> Error {
    refusal(format!(
        "\"{}\" is not a rule: write PLACE same, different, ignore, select, usual, in, out or max N, \
         as in \"example.com/users/* same\"",
        line.escape_debug()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_split_after_its_hosts() {
        for (text, hosts, path) in [
            ("a.example", "a.example", ""),
            ("a.example/x/*", "a.example", "/x/*"),
            ("a.example:8443/x?y", "a.example:8443", "/x?y"),
            ("*?ref*", "*", "?ref*"),
            ("https://a.example/x", "https://a.example", "/x"),
            ("10.0.0.0/8", "10.0.0.0/8", ""),
            ("10.0.0.0/8/x/7", "10.0.0.0/8", "/x/7"),
            ("10.0.0.0/8:443/x", "10.0.0.0/8:443", "/x"),
            ("10.0.0.0/8?x", "10.0.0.0/8", "?x"),
            ("10.0.0.7/x", "10.0.0.7", "/x"),
            ("2001:db8::/32/x", "2001:db8::/32", "/x"),
            ("[2001:db8::7]:80/x", "[2001:db8::7]:80", "/x"),
            ("a.example/8/x", "a.example", "/8/x"),
            ("a.example,.b.example/x", "a.example,.b.example", "/x"),
        ] {
            assert_eq!(split_place(text), (hosts, path), "{text}");
        }
    }

    #[test]
    fn columns_are_a_place_a_verb_its_value_and_a_day() {
        let line = RuleLine::read("a.example/shop/* max 9 2026-11-23").expect("is a rule");
        assert_eq!((line.hosts, &*line.path), ("a.example", "/shop/*"));
        assert_eq!((line.verb, line.value), (Verb::Max, "9"));
        assert_eq!(line.day, Some("2026-11-23"));
        let line = RuleLine::read("a.example  /shop?tab  select").expect("is a rule");
        assert_eq!((line.hosts, &*line.path), ("a.example", "/shop?tab"));
        let line = RuleLine::read("10.0.0.0 /8/* same").expect("is a rule");
        assert_eq!((line.hosts, &*line.path), ("10.0.0.0", "/8/*"));
        for wrong in [
            "a.example",
            "a.example/x similar",
            "a.example/x same today",
            "a.example/x same 2026-11-23 x",
            "a.example x same",
        ] {
            assert!(RuleLine::read(wrong).is_err(), "{wrong}");
        }
    }
}
