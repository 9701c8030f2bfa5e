//! Rules of users for parameters that change nothing on some hosts: reading, writing and looking
//! them up.

use crate::display_text::folded_name;
use crate::error::Error;
use crate::glob::Glob;
use crate::place::{HostForms, Origin, PathStart, PlaceIndex, UrlPlace, canonical_start};
use crate::rule_text::{self, at_line, refusal};
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

/// Rules for parameters that change nothing, by host and beginning of the path.
///
/// A rule is one line: one or more places, a colon, and names of parameters. A place is a host like
/// `example.com`, `.example.com` (with all hosts below it), `*.example.com` (only those), `*` (any
/// host) or a network like `10.0.0.0/8`, optionally with a port and the beginning of a path, in
/// which `*` stands for any characters. A place after `!` is excluded. A name may have `*` too, and
/// a name after `!` is compared all the same. Case counts in paths, not in names. Empty lines and
/// text after `#` are skipped.
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
    /// Places whose paths are the canonical beginnings of paths.
    places: Vec<UrlPlace>,
    excluded_places: Vec<UrlPlace>,
    /// Names, as globs.
    names: Vec<String>,
    /// Names that are compared all the same, as globs.
    compared_names: Vec<String>,
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
        if !Self::is_robots(text) {
            let mut rules = Self::default();
            for (number, line) in rule_text::lines(text) {
                let added = rules.add_line(line);
                added.map_err(|error| at_line(number, &error))?;
            }
            return Ok(rules);
        }
        let Some(line) = robots_lines(text).find(|line| line.name == "host") else {
            return Err(refusal(
                "it is a robots.txt, which does not say of which host: name the host, as in \
                 example.com=robots.txt, or add a line like Host: example.com",
            ));
        };
        // Some files include a scheme.
        let host = line.rest.rsplit("://").next().unwrap_or_default();
        let host = host.trim_end_matches('/');
        read_start(host).map_err(|error| at_line(line.number, &error))?;
        Self::read_robots(host, text)
    }

    /// Whether a text is the `robots.txt` of a site.
    pub fn is_robots(text: &str) -> bool {
        robots_lines(text).any(|line| line.name == "user-agent" || line.name == "clean-param")
    }

    /// Whether a line is meant as a rule for parameters: names follow a colon.
    pub(crate) fn is_rule(line: &str) -> bool {
        let is_address = line.ends_with("::");
        line.contains(": ") || line.ends_with(':') && !is_address
    }

    /// Adds the rule of a line.
    pub(crate) fn add_line(&mut self, line: &str) -> Result<(), Error> {
        self.rules.push(ParamRule::read(line)?);
        Ok(())
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
        let host = read_start(host)?;
        if !host.path.is_empty() {
            return Err(refusal(format!(
                "\"{host}\" is more than a host: leave the path out"
            )));
        }
        let mut rules = Self::default();
        for line in robots_lines(text).filter(|line| line.name == "clean-param") {
            let mut parts = line.rest.split_whitespace();
            let names = parts.next().unwrap_or_default().split('&');
            let names = names.filter(|name| !name.is_empty());
            let names: Vec<String> = names.map(str::to_owned).collect();
            if names.is_empty() {
                let problem = refusal("it names no parameter: write Clean-param: ref&sort /path");
                return Err(at_line(line.number, &problem));
            }
            let path = parts.next().unwrap_or_default();
            let mut rule = ParamRule {
                names,
                ..ParamRule::default()
            };
            let mut add_path = |path: &str| {
                rule.places.push(UrlPlace {
                    path: start_of(path),
                    ..host.clone()
                });
            };
            if path.starts_with('/') {
                add_path(path);
            } else {
                add_path(&format!("/{path}"));
            }
            // `*` before a slash may stand for nothing.
            if path.starts_with("*/") {
                add_path(&path[1..]);
            }
            rules.rules.push(rule);
        }
        Ok(rules)
    }

    /// Adds a rule: places and names of parameters that change nothing there. A place after `!` is
    /// excluded, and a name after `!` is compared all the same.
    ///
    /// # Errors
    ///
    /// If a place is not one, a name has a line end, or there are no places or names.
    pub fn add(
        &mut self,
        places: impl IntoIterator<Item = impl AsRef<str>>,
        names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<(), Error> {
        let mut rule = ParamRule::default();
        for place in places {
            rule.add_place(place.as_ref())?;
        }
        for name in names {
            rule.add_name(name.as_ref());
        }
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
        let found = line
            .split_once(": ")
            .or(line.strip_suffix(':').map(|places| (places, "")));
        let Some((places, names)) = found else {
            let shown = line.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not a rule: write HOST: NAME NAME, as in {EXAMPLE}"
            )));
        };
        let mut rule = Self::default();
        for place in split_places(places) {
            rule.add_place(place)?;
        }
        for name in names.split_whitespace() {
            rule.add_name(name);
        }
        rule.check()?;
        Ok(rule)
    }

    fn add_place(&mut self, text: &str) -> Result<(), Error> {
        match text.strip_prefix('!') {
            Some(excluded) => self.excluded_places.push(read_start(excluded)?),
            None => self.places.push(read_start(text)?),
        }
        Ok(())
    }

    fn add_name(&mut self, text: &str) {
        // In a line of rules, a blank ends a name.
        let text = text.replace(' ', "+");
        match text.strip_prefix('!') {
            Some(compared) => self.compared_names.push(compared.to_owned()),
            None => self.names.push(text),
        }
    }

    /// Whether a URL is at an excluded place.
    fn excludes(&self, origin: Origin<'_>, path: &[u8]) -> bool {
        self.excluded_places
            .iter()
            .any(|place| place.fits(origin) && PathStart::new(place.path.as_bytes()).fits(path))
    }

    /// Refuses a rule that cannot be written as a line, or has no effect.
    fn check(&self) -> Result<(), Error> {
        if self.places.is_empty() {
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
        for name in self.names.iter().chain(&self.compared_names) {
            if name.is_empty() || name.contains(char::is_whitespace) {
                let shown = name.escape_debug();
                return Err(refusal(format!(
                    "\"{shown}\" is not the name of a parameter: leave it out"
                )));
            }
        }
        Ok(())
    }
}

/// An example of a rule, for messages.
const EXAMPLE: &str = "\"example.com: ref utm_*\"";

impl Display for ParamRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let places = self.places.iter().map(UrlPlace::to_string);
        let excluded = self.excluded_places.iter().map(|place| format!("!{place}"));
        let places: Vec<String> = places.chain(excluded).collect();
        write!(f, "{}:", places.join(" "))?;
        for name in &self.names {
            write!(f, " {name}")?;
        }
        for name in &self.compared_names {
            write!(f, " !{name}")?;
        }
        Ok(())
    }
}

/// Splits the places of a rule at blanks and commas. A comma in a path belongs to it.
fn split_places(text: &str) -> Vec<&str> {
    let mut places = Vec::new();
    for word in text.split_whitespace() {
        let mut rest = word.trim_end_matches(',');
        while let Some((place, others)) = rest.split_once(',') {
            let is_whole = !place.contains('/') || {
                let hosts = place.strip_prefix('!').unwrap_or(place);
                UrlPlace::read_hosts(hosts, HostForms::Names).is_ok()
            };
            if !is_whole {
                break;
            }
            places.push(place);
            rest = others;
        }
        places.push(rest);
    }
    places.retain(|place| !place.is_empty());
    places
}

/// Reads hosts with the beginning of a path.
fn read_start(text: &str) -> Result<UrlPlace, Error> {
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
    let place = UrlPlace::read(text, HostForms::Names)?;
    Ok(UrlPlace {
        path: start_of(&place.path),
        ..place
    })
}

/// Returns the canonical form of a path's beginning; empty if it matches all paths.
fn start_of(path: &str) -> String {
    let path = path.trim_end_matches('*');
    let path = path.split('?').next().unwrap_or_default();
    let start = String::from_utf8_lossy(&canonical_start(path)).into_owned();
    if start == "/" { String::new() } else { start }
}

/// A line of a `robots.txt`.
struct RobotsLine<'t> {
    number: usize,
    /// The name in lower case.
    name: String,
    /// The text after the name, without a comment.
    rest: &'t str,
}

/// Returns the lines of a `robots.txt`.
fn robots_lines(text: &str) -> impl Iterator<Item = RobotsLine<'_>> {
    (1..).zip(text.lines()).filter_map(|(number, line)| {
        let uncommented = line.split('#').next()?;
        let (name, rest) = uncommented.split_once(':')?;
        Some(RobotsLine {
            number,
            name: name.trim().to_ascii_lowercase(),
            rest: rest.trim(),
        })
    })
}

/// Names of parameters, ready to be looked up.
#[derive(Default)]
struct NameSet {
    whole: HashSet<Vec<u8>>,
    globs: Vec<Glob>,
}

impl NameSet {
    fn extend(&mut self, names: &[String]) {
        for name in names {
            if name.contains('*') {
                self.globs.push(Glob::of_params(name));
            } else {
                self.whole.insert(folded_name(name.as_bytes()));
            }
        }
    }

    fn has(&self, name: &[u8]) -> bool {
        if self.whole.contains(&folded_name(name)) {
            return true;
        }
        self.globs.iter().any(|glob| glob.matches(name))
    }
}

/// Rules prepared for lookup by the host and path of a URL.
pub(super) struct ParamLookup {
    rules: ParamRules,
    /// The names of each rule.
    names: Vec<RuleNames>,
    /// The names that change nothing of all rules.
    all_names: NameSet,
    starts: PlaceIndex<RuleStart>,
}

/// The names of a rule.
#[derive(Default)]
struct RuleNames {
    ignored: NameSet,
    compared: NameSet,
}

/// The beginning of the paths for which a rule holds on some hosts.
struct RuleStart {
    /// The number of the rule.
    rule: usize,
    start: PathStart,
}

/// Shown in the same order every time, since scanners hash it as a setting.
impl fmt::Debug for ParamLookup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.rules, f)
    }
}

impl ParamLookup {
    pub(super) fn new(rules: &ParamRules) -> Self {
        let mut lookup = Self {
            rules: rules.clone(),
            names: Vec::new(),
            all_names: NameSet::default(),
            starts: PlaceIndex::default(),
        };
        for (number, rule) in rules.rules.iter().enumerate() {
            let mut names = RuleNames::default();
            names.ignored.extend(&rule.names);
            names.compared.extend(&rule.compared_names);
            lookup.names.push(names);
            lookup.all_names.extend(&rule.names);
            for place in &rule.places {
                let start = RuleStart {
                    rule: number,
                    start: PathStart::new(place.path.as_bytes()),
                };
                lookup.starts.add(place.clone(), start);
            }
        }
        lookup
    }

    /// Whether some rule has a parameter of this name.
    pub(super) fn have(&self, name: &[u8]) -> bool {
        self.all_names.has(name)
    }

    /// Whether the origin of a URL has rules, whatever its path is.
    pub(super) fn know(&self, origin: Origin<'_>) -> bool {
        let mut starts = self.starts.find(origin);
        !origin.server.is_empty() && starts.next().is_some()
    }

    /// Whether a parameter changes nothing in a URL.
    pub(super) fn ignore(&self, origin: Origin<'_>, path: &[u8], name: &[u8]) -> bool {
        self.starts.find(origin).any(|found| {
            let rule = &self.rules.rules[found.rule];
            let names = &self.names[found.rule];
            let is_ignored = names.ignored.has(name) && !names.compared.has(name);
            is_ignored && found.start.fits(path) && !rule.excludes(origin, path)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ignores(rules: &str, host: &str, path: &str, name: &str) -> bool {
        let rules = ParamLookup::new(&ParamRules::read(rules).expect("they are rules"));
        let origin = Origin {
            scheme: b"https",
            server: host.as_bytes(),
        };
        let name = name.as_bytes();
        let found = rules.ignore(origin, path.as_bytes(), name);
        assert!(
            !found || rules.have(name) && rules.know(origin),
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
            ("10.0.0.0/8: x", "10.0.0.7", "/", "x", true),
            ("10.0.0.0/8: x", "11.0.0.7", "/", "x", false),
            ("10.0.0.0/8: x", "10.0.0.0", "/8", "x", true),
            ("10.0.0.7/8*: x", "10.0.0.7", "/8", "x", true),
            ("10.0.0.7/8*: x", "10.0.0.7", "/9", "x", false),
            ("2001:db8::/32: x", "[2001:db8::7]", "/", "x", true),
            (
                "10.0.0.0/8,11.0.0.0/8 !10.0.0.7: x",
                "11.0.0.7",
                "/",
                "x",
                true,
            ),
            (
                "10.0.0.0/8,11.0.0.0/8 !10.0.0.7: x",
                "10.0.0.7",
                "/",
                "x",
                false,
            ),
            ("a.example:8443: x", "a.example:8443", "/", "x", true),
            ("a.example:8443: x", "a.example", "/", "x", false),
            ("a.example:443: x", "a.example", "/", "x", true),
            ("a.example:443/b: x", "a.example", "/c", "x", false),
            ("a.example, b.example: x", "a.example", "/", "x", true),
            ("a.example,b.example: x", "b.example", "/", "x", true),
            ("a.example/b,c: x", "a.example", "/b,c/d", "x", true),
            (".10.0.0.1: x", "10.0.0.1", "/", "x", true),
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
            ("example.com:80800: a", "ports end at 65535"),
            (
                "10.0.0.1/8: a",
                "line 1: \"10.0.0.1/8\" is not a host: write 10.0.0.0/8",
            ),
            (
                "a.example !!b.example: a",
                "line 1: \"!b.example\" is not a host",
            ),
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
