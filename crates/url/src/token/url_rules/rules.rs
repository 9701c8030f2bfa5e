//! The rules of a file, in order.

use super::rule::UrlRule;
use crate::error::Error;
use crate::rule_text::{self, at_line};
use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

/// Rules for URLs of a host that are the same, and for URLs that are different.
///
/// A rule is one line: a host (`example.com`, `.example.com` for it and all hosts below it,
/// `*.example.com` for these alone, `*`, or a network like `10.0.0.0/8`; optionally with a port)
/// with the template of a path, `same`, `different` or `usual`, which takes back what earlier rules
/// say, and optionally the day on which it was written. In a template, `*` stands for any value or
/// word, `a|b` for one of several segments, `{int}` for a segment of a
/// [class](crate::token::Class), `**` at the end for more segments; `?ref*&tab` at the end makes it
/// a rule about these parameters, of all pages if there is no path. The last rule about a position
/// or parameter decides. Empty lines and text after `#` are skipped.
///
/// ```
/// use urlsift::{Sift, Verdict};
/// use urlsift::settings::UrlRules;
///
/// let rules = UrlRules::read(
///     "example.com/team/*            same       2026-11-23
///      example.com/docs/intro|setup  different  # both are worth a look
///      */search?ref                  same",
/// )?;
/// let mut sift = Sift::builder().rules(&rules).build()?;
/// assert_eq!(sift.admit(b"https://example.com/team/zork"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://example.com/team/news"), Verdict::Similar);
/// assert_eq!(sift.admit(b"https://example.com/search"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://example.com/search?ref=7"), Verdict::Similar);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlRules {
    rules: Vec<UrlRule>,
    /// The line of each rule, if they were read from a text.
    lines: Vec<usize>,
}

/// With more rules than this, which are not written by hand, only equal templates are compared to
/// find contradictions.
const FEW: usize = 3000;

impl UrlRules {
    /// Reads a rule from each line.
    ///
    /// # Errors
    ///
    /// If a line is not a rule; the message has its number.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut rules = Self::default();
        for (number, line) in rule_text::lines(text) {
            let rule = line.parse().map_err(|error| at_line(number, &error))?;
            rules.add_line(rule, number);
        }
        Ok(rules)
    }

    /// Adds the rule of a line.
    pub(crate) fn add_line(&mut self, rule: UrlRule, line: usize) {
        self.rules.push(rule);
        self.lines.push(line);
    }

    /// Adds a rule, which takes precedence over earlier ones.
    pub fn add(&mut self, rule: UrlRule) {
        let last = self.lines.last().copied().unwrap_or(0);
        self.rules.push(rule);
        self.lines.push(last + 1);
    }

    /// Appends the rules of another list.
    pub fn extend(&mut self, others: &Self) {
        self.rules.extend(others.rules.iter().cloned());
        self.lines.extend(&others.lines);
    }

    /// Returns the rules in order.
    pub fn as_slice(&self) -> &[UrlRule] {
        &self.rules
    }

    /// Returns the line from which a rule was read, by the number of the rule.
    pub fn line(&self, rule: usize) -> usize {
        self.lines[rule]
    }

    /// Returns the number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Removes all rules.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns pairs of rules, by their numbers, of which the second states the opposite of the
    /// first about everything that the first decides, so that the first has no effect.
    ///
    /// ```
    /// use urlsift::settings::UrlRules;
    ///
    /// let rules = UrlRules::read(
    ///     "example.com  /docs/intro|setup  different
    ///      *            /docs/*            same
    ///      example.com  /docs/intro|guide  different",
    /// )?;
    /// assert_eq!(rules.contradictions(), [(0, 1)], "the third is an exception to the second");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn contradictions(&self) -> Vec<(usize, usize)> {
        if self.rules.len() <= FEW {
            return self.compared_contradictions();
        }
        let mut found = Vec::new();
        let mut last = HashMap::new();
        for (number, rule) in self.rules.iter().enumerate() {
            let place = (rule.host(), rule.template());
            let Some(before) = last.insert(place, number) else {
                continue;
            };
            let earlier = &self.rules[before];
            let is_equal = earlier.path == rule.path && earlier.names == rule.names;
            if is_equal && rule.contradicts(earlier) {
                found.push((before, number));
            }
        }
        found
    }

    /// Compares each rule with all before it.
    fn compared_contradictions(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            for (before, earlier) in self.rules[..number].iter().enumerate() {
                if rule.contradicts(earlier) {
                    found.push((before, number));
                }
            }
        }
        found
    }

    /// Returns each rule as a line.
    pub fn lines(&self) -> Vec<String> {
        self.rules.iter().map(UrlRule::to_string).collect()
    }

    /// Returns a short text that is equal for rules that mean the same: order counts, days do not.
    pub fn digest(&self) -> String {
        let lines = self.rules.iter().map(UrlRule::without_day);
        rule_text::digest(&lines.collect::<Vec<String>>())
    }
}

/// Collects rules in their order.
impl FromIterator<UrlRule> for UrlRules {
    fn from_iter<I: IntoIterator<Item = UrlRule>>(rules: I) -> Self {
        let rules: Vec<UrlRule> = rules.into_iter().collect();
        Self {
            lines: (1..=rules.len()).collect(),
            rules,
        }
    }
}

/// Writes the rules one on a line, as [`read`](UrlRules::read) reads them.
impl Display for UrlRules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.rules.iter().try_for_each(|rule| writeln!(f, "{rule}"))
    }
}
