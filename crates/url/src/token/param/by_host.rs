//! Rules of users for parameters that change nothing on some hosts: reading, writing and looking
//! them up.

use crate::error::Error;
use crate::glob::{Glob, TextStart};
use crate::host::{self, HostSet, suffixes, without_port};
use crate::parse::{Scratch, parse};
use crate::rule_text::{self, at_line, refusal};
use crate::written::folded;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

/// Rules for parameters that change nothing, by host and beginning of the path.
///
/// A rule is one line: one or more places, a colon, and names of parameters. A place is a host like
/// `example.com`, `.example.com` (with all hosts below it), `*.example.com` (only those) or `*`
/// (any host), optionally with the beginning of a path, in which `*` stands for any characters. A
/// place after `!` is excluded. A name may have `*` too, and a name after `!` is compared all the
/// same. Case counts in paths, not in names. Empty lines and text after `#` are skipped.
///
/// ```
/// use urlsift::{Sift, Verdict};
/// use urlsift::settings::ParamRules;
///
/// let rules = ParamRules::read(
///     "example.com: ref trace*
///      .example.test/shop !example.test/shop/cart: * !id",
/// )?;
/// let mut sift = Sift::builder().param_rules(&rules).build()?;
/// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://example.com/a?ref=7&traceId=1"), Verdict::Similar);
/// assert_eq!(sift.admit(b"https://example.com/a?tab=7"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://www.example.test/shop/tea?id=1"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://www.example.test/shop/tea?id=1&tab=7"), Verdict::Similar);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParamRules {
    rules: Vec<ParamRule>,
}

/// Parameters that change nothing at some places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ParamRule {
    at: Vec<HostPath>,
    not_at: Vec<HostPath>,
    /// Names, as globs.
    names: Vec<String>,
    /// Names that are compared all the same, as globs.
    but: Vec<String>,
}

/// Hosts, and the beginning of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HostPath {
    hosts: HostSet,
    /// Empty for any path.
    path: String,
}

impl ParamRules {
    /// Reads a rule from each line. Of a site's `robots.txt` it reads the lines `Clean-param:`,
    /// which hold for the host in its line `Host:`.
    ///
    /// # Errors
    ///
    /// If a line is not a rule, or the host of a `robots.txt` is not known; the message has the
    /// number of the line.
    pub fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim_start_matches('\u{feff}');
        if robots_lines(text).any(|(_, name, _)| name == "user-agent" || name == "clean-param") {
            return match robots_lines(text).find(|(_, name, _)| name == "host") {
                Some((number, _, host)) => {
                    // Some files include a scheme.
                    let host = host.split_once("://").map_or(host, |(_, host)| host);
                    HostPath::read(host.trim_end_matches('/'))
                        .map_err(|error| at_line(number, &error))?;
                    Self::read_robots(host.trim_end_matches('/'), text)
                }
                None => Err(refusal(
                    "it is a robots.txt, which does not say of which host: name the host, as in \
                     example.com=robots.txt, or add a line like Host: example.com",
                )),
            };
        }
        let read = |(number, line)| ParamRule::read(line).map_err(|error| at_line(number, &error));
        Ok(Self {
            rules: rule_text::lines(text).map(read).collect::<Result<_, _>>()?,
        })
    }

    /// Reads the lines `Clean-param: a&b /path` of the `robots.txt` of a host; `*` stands for any
    /// host. Skips all other lines, and ignores which crawlers a line is for.
    ///
    /// # Errors
    ///
    /// If the host is not one, or such a line names no parameter; the message has its number.
    ///
    /// ```
    /// use urlsift::settings::ParamRules;
    ///
    /// let robots = "User-agent: *\nDisallow: /cart\nClean-param: ref&sort /tea/*.html\n";
    /// let rules = ParamRules::read_robots("www.example.com", robots)?;
    /// assert_eq!(rules.to_string(), "www.example.com/tea/*.html: ref sort\n");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn read_robots(host: &str, text: &str) -> Result<Self, Error> {
        let place = HostPath::read(host)?;
        if !place.path.is_empty() {
            let shown = host.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is more than a host: leave the path out"
            )));
        }
        let mut rules = Self::default();
        for (number, _, text) in robots_lines(text).filter(|(_, name, _)| name == "clean-param") {
            let mut parts = text.split_whitespace();
            let names = parts
                .next()
                .unwrap_or_default()
                .split('&')
                .filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(str::to_owned).collect();
            if names.is_empty() {
                let problem = refusal("it names no parameter: write Clean-param: ref&sort /path");
                return Err(at_line(number, &problem));
            }
            let path = parts.next().unwrap_or_default();
            let whole = if path.starts_with('/') {
                path.to_owned()
            } else {
                format!("/{path}")
            };
            // `*` before a slash may stand for nothing.
            let short = path.strip_prefix('*').filter(|path| path.starts_with('/'));
            let paths = [Some(&*whole), short].into_iter().flatten();
            let at = paths
                .map(|path| HostPath {
                    path: start(path),
                    ..place.clone()
                })
                .collect();
            rules.rules.push(ParamRule {
                at,
                names,
                ..ParamRule::default()
            });
        }
        Ok(rules)
    }

    /// Adds a rule: the places where it applies, the places where it does not, names of parameters
    /// that change nothing, and names that are compared all the same.
    ///
    /// # Errors
    ///
    /// If a place is not one, a name has a blank, or there are no places or names.
    pub fn add<'t>(
        &mut self,
        [places, not_at]: [&[String]; 2],
        [names, but]: [&[&'t str]; 2],
    ) -> Result<(), Error> {
        let read = |places: &[String]| -> Result<Vec<HostPath>, Error> {
            places.iter().map(|place| HostPath::read(place)).collect()
        };
        let owned = |names: &[&'t str]| names.iter().map(|&name| name.to_owned()).collect();
        let rule = ParamRule {
            at: read(places)?,
            not_at: read(not_at)?,
            names: owned(names),
            but: owned(but),
        };
        rule.check()?;
        self.rules.push(rule);
        Ok(())
    }

    /// Appends the rules of another list.
    pub fn extend(&mut self, others: &Self) {
        self.rules.extend(others.rules.iter().cloned());
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
        self.rules.clear();
    }

    /// Returns each rule as a line.
    pub fn lines(&self) -> Vec<String> {
        self.rules.iter().map(ParamRule::to_string).collect()
    }

    /// Returns a short text that is equal for the same rules in any order.
    pub fn digest(&self) -> String {
        let mut lines = self.lines();
        lines.sort_unstable();
        lines.dedup();
        rule_text::digest(&lines)
    }
}

/// Writes the rules one on a line, as [`read`](ParamRules::read) reads them.
impl Display for ParamRules {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.rules.iter().try_for_each(|rule| writeln!(f, "{rule}"))
    }
}

impl ParamRule {
    fn read(line: &str) -> Result<Self, Error> {
        let end = line
            .find(": ")
            .or_else(|| line.ends_with(':').then(|| line.len() - 1));
        let Some((places, names)) = end.map(|end| (&line[..end], &line[end + 1..])) else {
            let shown = line.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not a rule: write HOST: NAME NAME, as in {EXAMPLE}"
            )));
        };
        let mut rule = Self::default();
        for place in places.split_whitespace() {
            match place.strip_prefix('!') {
                Some(place) => rule.not_at.push(HostPath::read(place)?),
                None => rule.at.push(HostPath::read(place)?),
            }
        }
        for name in names.split_whitespace() {
            match name.strip_prefix('!') {
                Some(name) => rule.but.push(name.to_owned()),
                None => rule.names.push(name.to_owned()),
            }
        }
        rule.check()?;
        Ok(rule)
    }

    /// Refuses a rule that cannot be written as a line, or has no effect.
    fn check(&self) -> Result<(), Error> {
        if self.at.is_empty() {
            return Err(refusal(format!(
                "the rule has no host: write it before the colon, as in {EXAMPLE}"
            )));
        }
        if self.names.is_empty() {
            let message = format!(
                "the rule names no parameter: write names after the colon, as in {EXAMPLE}"
            );
            return Err(refusal(message));
        }
        let is_bad = |name: &&String| name.is_empty() || name.contains(char::is_whitespace);
        let Some(name) = self.names.iter().chain(&self.but).find(is_bad) else {
            return Ok(());
        };
        let shown = name.escape_debug();
        Err(refusal(format!(
            "\"{shown}\" is not the name of a parameter: leave it out"
        )))
    }
}

/// An example of a rule, for messages.
const EXAMPLE: &str = "\"example.com: ref utm_*\"";

impl Display for ParamRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let places = self
            .at
            .iter()
            .map(|place| ("", place))
            .chain(self.not_at.iter().map(|place| ("!", place)));
        for (number, (mark, place)) in places.enumerate() {
            write!(f, "{}{mark}{place}", if number > 0 { " " } else { "" })?;
        }
        f.write_str(":")?;
        self.names
            .iter()
            .try_for_each(|name| write!(f, " {name}"))?;
        self.but.iter().try_for_each(|name| write!(f, " !{name}"))
    }
}

impl HostPath {
    fn read(text: &str) -> Result<Self, Error> {
        let refused = |advice: &str| {
            let shown = text.escape_debug();
            Err(refusal(format!(
                "\"{shown}\" is not a host with the start of a path: {advice}"
            )))
        };
        if text.contains("://") {
            return refused("leave the scheme out, as in example.com/shop");
        }
        if text.contains(['?', '#']) {
            return refused("rules are by host and path, so leave out what follows the path");
        }
        let (name, path) = text.split_at(text.find('/').unwrap_or(text.len()));
        match HostSet::read(name, host::named) {
            Some(hosts) => Ok(Self {
                hosts,
                path: start(path),
            }),
            None => refused("write example.com, .example.com, *.example.com or *, without a port"),
        }
    }

    /// Whether a URL is at this place.
    fn holds(&self, host: &[u8], path: &[u8]) -> bool {
        self.hosts.contains(host) && TextStart::of(self.path.as_bytes()).fits(path)
    }
}

impl Display for HostPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.hosts, self.path)
    }
}

/// Returns the canonical form of a path's beginning; empty if it matches all paths.
fn start(path: &str) -> String {
    let path = path.trim_end_matches('*');
    let (line, mut scratch) = (format!("//a.example{path}"), Scratch::default());
    let written = match parse(line.as_bytes(), &mut scratch) {
        Some((address, _)) if path.starts_with('/') => {
            String::from_utf8_lossy(address.path).into_owned()
        }
        _ => path.to_owned(),
    };
    if written == "/" {
        String::new()
    } else {
        written
    }
}

/// Returns the lines of a `robots.txt`: number, name in lower case, and the rest without a comment.
fn robots_lines(text: &str) -> impl Iterator<Item = (usize, String, &str)> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let (name, rest) = line.split('#').next()?.split_once(':')?;
        Some((number, name.trim().to_ascii_lowercase(), rest.trim()))
    })
}

/// Names of parameters, ready to be looked up.
#[derive(Clone, Default)]
struct NameSet {
    whole: HashSet<Vec<u8>>,
    globs: Vec<Glob>,
}

impl NameSet {
    fn extend(&mut self, names: &[String]) {
        for name in names {
            if name.contains('*') {
                self.globs.push(Glob::new(name));
            } else {
                self.whole.insert(folded(name.as_bytes()));
            }
        }
    }

    fn has(&self, name: &[u8]) -> bool {
        self.whole.contains(&folded(name)) || self.globs.iter().any(|glob| glob.matches(name))
    }
}

/// Rules prepared for lookup by the host and path of a URL.
#[derive(Clone)]
pub(super) struct ByHost {
    rules: ParamRules,
    /// For each rule: the names that change nothing, and those compared all the same.
    names: Vec<[NameSet; 2]>,
    /// The names of all rules.
    all: NameSet,
    /// The places under a host: the number of the rule, the index of the place, and the path.
    /// Places of any host are under the empty name.
    places: HashMap<Vec<u8>, Vec<(usize, usize, TextStart)>>,
}

/// Shown in the same order every time, since scanners hash it as a setting.
impl fmt::Debug for ByHost {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.rules, f)
    }
}

impl ByHost {
    pub(super) fn new(rules: &ParamRules) -> Self {
        let (mut all, mut names, mut places) = (NameSet::default(), Vec::new(), HashMap::new());
        for (number, rule) in rules.rules.iter().enumerate() {
            all.extend(&rule.names);
            let mut both = [NameSet::default(), NameSet::default()];
            both[0].extend(&rule.names);
            both[1].extend(&rule.but);
            names.push(both);
            for (which, place) in rule.at.iter().enumerate() {
                let at: &mut Vec<_> = places
                    .entry(place.hosts.name().as_bytes().to_vec())
                    .or_default();
                at.push((number, which, TextStart::of(place.path.as_bytes())));
            }
        }
        Self {
            rules: rules.clone(),
            names,
            all,
            places,
        }
    }

    /// Whether some rule has a parameter of this name.
    pub(super) fn have(&self, name: &[u8]) -> bool {
        self.all.has(name)
    }

    /// Whether a URL's host has rules, whatever its path is.
    pub(super) fn know(&self, host: &[u8]) -> bool {
        let host = without_port(host);
        !host.is_empty() && suffixes(host).any(|suffix| self.places.contains_key(suffix))
    }

    /// Whether a parameter changes nothing in a URL.
    pub(super) fn ignore(&self, host: &[u8], path: &[u8], name: &[u8]) -> bool {
        let host = without_port(host);
        let here = suffixes(host).flat_map(|suffix| {
            self.places
                .get(suffix)
                .map_or(&[][..], Vec::as_slice)
                .iter()
                .map(move |place| (suffix, place))
        });
        here.into_iter().any(|(suffix, (number, which, start))| {
            let rule = &self.rules.rules[*number];
            let [names, but] = &self.names[*number];
            rule.at[*which].hosts.has(suffix.len() == host.len())
                && names.has(name)
                && !but.has(name)
                && start.fits(path)
                && !rule.not_at.iter().any(|place| place.holds(host, path))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignores(rules: &str, host: &str, path: &str, name: &str) -> bool {
        let rules = ByHost::new(&ParamRules::read(rules).expect("they are rules"));
        let (host, path, name) = (host.as_bytes(), path.as_bytes(), name.as_bytes());
        let found = rules.ignore(host, path, name);
        assert!(
            !found || rules.have(name) && rules.know(host),
            "what is ignored is known"
        );
        found
    }

    #[test]
    fn a_rule_holds_where_it_says() {
        for (rules, host, path, name, wanted) in [
            ("a.example: x", "a.example", "/", "x", true),
            ("a.example: x", "a.example:8080", "/b", "X", true),
            ("A.Example: x", "a.example", "", "x", true),
            ("a.example: x", "b.a.example", "/", "x", false),
            ("a.example: x", "a.example", "/", "xy", false),
            ("a.example: x*", "a.example", "/", "xy", true),
            (".a.example: x", "b.a.example", "/", "x", true),
            (".a.example: x", "a.example", "/", "x", true),
            (".a.example: x", "ba.example", "/", "x", false),
            ("*.a.example: x", "a.example", "/", "x", false),
            ("*.a.example: x", "b.c.a.example", "/", "x", true),
            ("*: x", "a.example", "/", "x", true),
            ("*/b: x", "a.example", "/b/c", "x", true),
            ("*/b: x", "a.example", "/c", "x", false),
            ("a.example/b/*/c: x", "a.example", "/b/1/c/2", "x", true),
            ("a.example/b/*/c: x", "a.example", "/b/1/C", "x", false),
            ("a.example/b%2dc: x", "a.example", "/b-c", "x", true),
            ("a.example b.example: x y", "b.example", "/", "y", true),
            (
                ".a.example !b.a.example/c: x",
                "b.a.example",
                "/c",
                "x",
                false,
            ),
            (
                ".a.example !b.a.example/c: x",
                "b.a.example",
                "/d",
                "x",
                true,
            ),
            (
                ".a.example !b.a.example/c: x",
                "c.a.example",
                "/c",
                "x",
                true,
            ),
            ("a.example: * !id", "a.example", "/", "x", true),
            ("a.example: * !id", "a.example", "/", "ID", false),
            ("a.example: x\na.example/b: y", "a.example", "/b", "x", true),
            ("bücher.example: x", "xn--bcher-kva.example", "/", "x", true),
            ("[::1]: x", "[::1]:8080", "/", "x", true),
            ("127.0.0.1: x", "127.0.0.1", "/", "x", true),
        ] {
            assert_eq!(
                ignores(rules, host, path, name),
                wanted,
                "{rules:?}: {host}{path} {name}"
            );
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_with_its_line_and_advice() {
        for (text, said) in [
            (
                "example.com: a\nexample.com",
                "line 2: \"example.com\" is not a rule: write HOST: NAME NAME",
            ),
            ("# x\n\nexample.com:", "line 3: the rule names no parameter"),
            ("!example.com: a", "line 1: the rule has no host"),
            (": a", "line 1: the rule has no host"),
            ("https://example.com/: a", "leave the scheme out"),
            ("example.com:8080: a", "without a port"),
            ("example.com/?b: a", "leave out what follows the path"),
            ("exa*mple.com: a", "write example.com, .example.com"),
            (
                "User-agent: *\nClean-param: a /\n",
                "does not say of which host",
            ),
            (
                "Host: a.example\nClean-param: & /\n",
                "line 2: it names no parameter",
            ),
            (
                "Host: a b\nClean-param: a /\n",
                "line 1: \"a b\" is not a host",
            ),
        ] {
            let error = ParamRules::read(text).expect_err(text).to_string();
            assert!(error.contains(said), "{text:?}: {error}");
        }
    }

    #[test]
    fn lines_of_robots_are_rules_of_their_host() {
        let robots = "\u{feff}User-Agent: *\nDisallow: /cart\n# Clean-param: no /\nclean-param: ref&sort /tea* # why\n\
                      Clean-Param: s forum/showthread\nClean-param: q\nClean-param: p */print\nHost: https://www.example.com/\n";
        let rules = ParamRules::read(robots).expect("they are rules");
        let lines = "www.example.com/tea: ref sort\nwww.example.com/forum/showthread: s\nwww.example.com: q\n\
                     www.example.com/*/print www.example.com/print: p\n";
        assert_eq!(rules.to_string(), lines);
        assert_eq!(ParamRules::read(lines).expect("they are rules"), rules);
        assert_eq!(
            ParamRules::read_robots("*", robots)
                .expect("they are rules")
                .lines()[2],
            "*: q"
        );
        assert!(ParamRules::read_robots("a.example/b", robots).is_err());
    }

    #[test]
    fn the_same_rules_have_the_same_digest() {
        let digest = |text: &str| ParamRules::read(text).expect("they are rules").digest();
        assert_eq!(
            digest("a.example: x\nb.example: y"),
            digest("# two\nb.example:  y\na.example: x\na.example: x\n")
        );
        assert_ne!(digest("a.example: x"), digest("a.example: y"));
        assert!(digest("a.example: x").starts_with("1 rule (") && digest("").is_empty());
    }
}
