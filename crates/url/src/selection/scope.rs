//! The scope of a test: URLs that may be tested, and URLs that must not.

use super::expression::Expression;
use super::path_start::{FileStart, folded};
use crate::error::Error;
use crate::parse::Address;
use crate::place::{
    HostForms, Origin, PlaceIndex, UrlPlace, address_of, counterpart, host_of, not_hosts,
    refuse_other_signs,
};
use crate::rule_text::{self, at_line};

/// Rules for the URLs in scope. A URL is in scope if it matches an including rule (or there is
/// none) and no excluding rule.
///
/// Including rules are exact. Excluding rules are generous: they also match spellings that a server
/// may treat as the same, such as `//logout`, `/%256cogout` and `/LOGOUT` for `/logout`, and the
/// IPv6 addresses that are mapped to an excluded IPv4 address.
///
/// ```
/// use urlsift::{Sift, Verdict, Reason};
/// use urlsift::settings::{Scope, Selection};
///
/// let scope = Scope::read(
///     "*.example.com
///      !admin.example.com
///      https://example.test/app/ # a part of a site",
/// )?;
/// let mut sift = Sift::builder().selection(Selection::default().scope(scope)).build()?;
/// assert_eq!(sift.admit(b"https://www.example.com/"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://admin.example.com/"), Verdict::Unwanted(Reason::Scope));
/// assert_eq!(sift.admit(b"https://example.test/app/x"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://example.test/other"), Verdict::Unwanted(Reason::Scope));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope {
    include: PlaceIndex<ScopeRule>,
    exclude: PlaceIndex<ScopeRule>,
}

/// The conditions of a rule besides its schemes, hosts and port. A URL has to meet all that are
/// set.
#[derive(Clone, Debug, Default)]
struct ScopeRule {
    /// The beginning of path and query.
    start: FileStart,
    expressions: Expressions,
}

/// Regular expressions for parts of a URL.
#[derive(Clone, Debug, Default)]
struct Expressions {
    host: Option<Expression>,
    port: Option<Expression>,
    file: Option<Expression>,
}

impl Scope {
    /// Reads a rule from each line: a host or network like those of
    /// [`Selection::hosts`](super::Selection::hosts), with an optional scheme before it and an
    /// optional beginning of a path after it. `http*://` stands for http and https, and `*` in a
    /// path for any characters. A line that begins with `!` excludes. Skips empty lines, and text
    /// after `#`.
    ///
    /// # Errors
    ///
    /// If a line is not a rule; the message has its number.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut scope = Self::default();
        for (number, line) in rule_text::lines(text) {
            let added = scope.add_line(line);
            added.map_err(|error| at_line(number, &error))?;
        }
        Ok(scope)
    }

    /// Adds a rule for each place of a line, which excludes them if it begins with `!`. Commas
    /// separate hosts.
    pub(crate) fn add_line(&mut self, line: &str) -> Result<(), Error> {
        refuse_other_signs(line)?;
        let excluded = line.strip_prefix('!');
        let places = excluded.unwrap_or(line);
        if !places.split(',').all(is_host) {
            return self.add(places, false, excluded.is_some());
        }
        for place in places.split(',') {
            self.add(place, false, excluded.is_some())?;
        }
        Ok(())
    }

    /// Adds the rule of one line; `below` includes names below the host.
    ///
    /// # Errors
    /// If the line is not a rule.
    pub fn add(&mut self, rule: &str, below: bool, excludes: bool) -> Result<(), Error> {
        let mut place = UrlPlace::read(rule, HostForms::Patterns)?;
        if below {
            place = place.with_hosts_below();
        }
        let rule = ScopeRule {
            start: FileStart::read(&place.path)?,
            ..ScopeRule::default()
        };
        self.rules(excludes).add(place, rule);
        Ok(())
    }

    /// Adds a path on some hosts, which may be a network: the beginning of a path, or with `/**` at
    /// its end a segment and everything below it.
    ///
    /// # Errors
    /// If the hosts are not such, or the path is not the beginning of one.
    pub fn add_path(&mut self, hosts: &str, path: &str, excludes: bool) -> Result<(), Error> {
        let place = UrlPlace::read(hosts, HostForms::Patterns)?;
        if !place.path.is_empty() {
            return Err(not_hosts(hosts, "write a network without a scheme"));
        }
        let starts = match path.strip_suffix("/**") {
            None | Some("") => vec![FileStart::read(path)?],
            Some(above) => vec![
                FileStart::read_whole(above)?,
                FileStart::read(&format!("{above}/"))?,
                FileStart::read(&format!("{above}?"))?,
            ],
        };
        for start in starts {
            let rule = ScopeRule {
                start,
                ..ScopeRule::default()
            };
            self.rules(excludes).add(place.clone(), rule);
        }
        Ok(())
    }

    /// Appends the rules of another scope.
    pub fn extend(&mut self, others: Self) {
        self.include.extend(others.include);
        self.exclude.extend(others.exclude);
    }

    /// Adds a rule of Burp's advanced scopes: a scheme, and regular expressions for the host, the
    /// port and the path with its query. `None` accepts anything.
    ///
    /// # Errors
    ///
    /// If an expression is not valid.
    #[cfg(feature = "regex")]
    pub fn add_expressions(
        &mut self,
        scheme: Option<&str>,
        [host, port, file]: [Option<&str>; 3],
        excludes: bool,
    ) -> Result<(), Error> {
        let read = |text: Option<&str>| {
            text.filter(|text| !text.is_empty())
                .map(Expression::read)
                .transpose()
        };
        // Hosts are compared in lower case.
        let host = host.map(|host| format!("(?i){host}"));
        let expressions = Expressions {
            host: read(host.as_deref())?,
            port: read(port)?,
            file: read(file)?,
        };
        let scheme = scheme
            .map(str::to_ascii_lowercase)
            .filter(|scheme| scheme != "any");
        let place = UrlPlace {
            schemes: scheme.into_iter().collect(),
            ..UrlPlace::default()
        };
        let rule = ScopeRule {
            expressions,
            ..ScopeRule::default()
        };
        self.rules(excludes).add(place, rule);
        Ok(())
    }

    /// Whether there are no including rules, so that everything not excluded is in scope.
    pub fn includes_all(&self) -> bool {
        self.include.is_empty()
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    fn rules(&mut self, excludes: bool) -> &mut PlaceIndex<ScopeRule> {
        if excludes {
            &mut self.exclude
        } else {
            &mut self.include
        }
    }

    /// Whether a URL is in scope.
    pub(super) fn holds(&self, address: &Address<'_>) -> bool {
        if address.host.is_empty() {
            return self.include.is_empty();
        }
        (self.include.is_empty() || self.includes(address)) && !self.excludes(address)
    }

    /// Whether a rule names this URL exactly.
    fn includes(&self, address: &Address<'_>) -> bool {
        self.include
            .find(Origin::of(address))
            .any(|rule| rule.fits(address))
    }

    /// Whether a URL may lead to what a rule names.
    fn excludes(&self, address: &Address<'_>) -> bool {
        if self.exclude.is_empty() {
            return false;
        }
        let origin = Origin::of(address);
        let host = origin.host();
        let twin = address_of(host).and_then(counterpart).map(host_of);
        let twin = twin.as_ref().map(String::as_bytes);
        [Some(host), twin]
            .into_iter()
            .flatten()
            .flat_map(|host| self.exclude.near(host))
            .any(|entry| entry.place.touches(origin) && entry.value.touches(address, twin))
    }
}

impl ScopeRule {
    /// Whether the rule names path and query of a URL exactly.
    fn fits(&self, address: &Address<'_>) -> bool {
        let origin = Origin::of(address);
        let file = file(address);
        self.start.fits(&file)
            && is_match(self.expressions.host.as_ref(), origin.host())
            && is_match(self.expressions.file.as_ref(), &file)
            && self.may_have_port(origin)
    }

    /// Whether a URL may lead to what the rule names. `twin` is its host as an address of the other
    /// version of the protocol.
    fn touches(&self, address: &Address<'_>, twin: Option<&[u8]>) -> bool {
        let origin = Origin::of(address);
        let file = file(address);
        let folded = folded(&file);
        let host_expression = self.expressions.host.as_ref();
        let file_expression = self.expressions.file.as_ref();
        self.start.touches(&file, &folded)
            && (is_match(host_expression, origin.host())
                || twin.is_some_and(|twin| is_match(host_expression, twin)))
            && (is_match(file_expression, &file) || is_match(file_expression, &folded))
            && self.may_have_port(origin)
    }

    /// Whether the port of a URL matches; that of a URL without a scheme is not known.
    fn may_have_port(&self, origin: Origin<'_>) -> bool {
        origin
            .port()
            .is_none_or(|port| is_match(self.expressions.port.as_ref(), port))
    }
}

/// Whether a text is a host without a path. Single words are more likely to be a header of a table.
fn is_host(text: &str) -> bool {
    let has_dots = text.contains(['.', ':']);
    has_dots && UrlPlace::read(text, HostForms::Patterns).is_ok_and(|place| place.path.is_empty())
}

fn is_match(expression: Option<&Expression>, text: &[u8]) -> bool {
    expression.is_none_or(|expression| expression.is_match(text))
}

/// Returns path and query of a URL.
fn file(address: &Address<'_>) -> Vec<u8> {
    let mut file = if address.path.is_empty() {
        b"/".to_vec()
    } else {
        address.path.to_vec()
    };
    if !address.query.is_empty() {
        file.push(b'?');
        file.extend_from_slice(address.query);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Scratch, parse};

    fn holds(scope: &Scope, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        scope.holds(&address)
    }

    #[test]
    fn rules_include_and_exclude() {
        let scope = Scope::read(
            "# a program\nexample.com\n*.example.com\n!out.example.com\n! example.com/logout\nhttps://b.test:8443/app/*\n",
        )
        .expect("is a scope");
        for (url, wanted) in [
            ("https://example.com/", true),
            ("http://a.example.com/x", true),
            ("https://out.example.com/", false),
            ("https://example.com/logout?x=1", false),
            ("https://b.test:8443/app/x", true),
            ("http://b.test:8443/app/x", false),
            ("https://b.test/app/x", false),
            ("https://b.test:8443/", false),
            ("https://c.test/", false),
            ("/login", false),
        ] {
            assert_eq!(holds(&scope, url), wanted, "{url}");
        }
        let only_out = Scope::read("!example.com").expect("is a scope");
        assert!(holds(&only_out, "https://a.test/") && !holds(&only_out, "https://example.com/"));
        let error = Scope::read("example.com\nno host\n")
            .expect_err("is no scope")
            .to_string();
        assert!(
            error.starts_with("line 2: \"no host\" is not a host"),
            "{error}"
        );
        assert!(Scope::default().is_empty() && !only_out.is_empty());
        assert!(only_out.includes_all() && !scope.includes_all());
    }

    #[test]
    fn commas_separate_hosts() {
        for (rule, url, wanted) in [
            ("a.example,*.b.example", "https://a.example/", true),
            ("a.example,*.b.example", "https://x.b.example/", true),
            ("a.example,*.b.example", "https://b.example/", false),
            ("a.example, b.example:8443", "https://b.example:8443/", true),
            ("10.0.0.0/8,https://a.example", "https://a.example/", true),
            ("10.0.0.0/8,https://a.example", "http://10.0.0.7/", true),
            ("!a.example,b.example", "https://b.example/", false),
            ("!a.example, b.example", "https://c.example/", true),
            ("a.example/x,y", "https://a.example/x,y/z", true),
        ] {
            let scope = Scope::read(rule).expect(rule);
            assert_eq!(holds(&scope, url), wanted, "{rule} {url}");
        }
    }

    #[test]
    fn including_rules_are_exact_and_excluding_ones_generous() {
        for (rule, url, included, excluded) in [
            ("http*://a.example/*", "https://a.example/x", true, true),
            ("http*://a.example/*", "http://a.example", true, true),
            ("http*://a.example/*", "wss://a.example/x", false, false),
            ("a.example/logout", "https://a.example/logout", true, true),
            ("a.example/logout", "https://a.example//logout", false, true),
            ("a.example/logout", "https://a.example/./logout", true, true),
            ("a.example/logout", "https://a.example/%6cogout", true, true),
            ("a.example/logout", "https://a.example/LOGOUT", false, true),
            (
                "a.example/logout",
                "https://a.example/x/..;/logout",
                false,
                true,
            ),
            (
                "a.example/logout",
                r"https://a.example\\logout",
                false,
                true,
            ),
            ("a.example/logout", "https://a.example/log", false, false),
            (
                "a.example/logout",
                "https://b.example//logout",
                false,
                false,
            ),
            ("127.0.0.1", "https://127.0.0.1/x", true, true),
            ("127.0.0.1", "https://[::ffff:127.0.0.1]/x", false, true),
            ("127.0.0.1", "https://[::ffff:7f00:1]/x", false, true),
            (
                "127.0.0.1/admin",
                "https://[::ffff:7f00:1]//admin",
                false,
                true,
            ),
            ("10.0.0.0/24", "https://10.0.0.7/24", true, true),
            ("10.0.0.0/24", "https://10.0.1.7/24", false, false),
            ("2001:db8::/32", "https://[2001:db8::7]/", true, true),
            ("https://a.example:443/", "https://a.example/x", true, true),
            (
                "*.a.example/*/admin",
                "https://b.a.example/x/admin/1",
                true,
                true,
            ),
        ] {
            let scope = |text: &str| Scope::read(text).expect("is a scope");
            assert_eq!(holds(&scope(rule), url), included, "{rule} {url}");
            assert_eq!(
                holds(&scope(&format!("!{rule}")), url),
                !excluded,
                "!{rule} {url}"
            );
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_by_its_line() {
        for (rule, wanted) in [
            (
                "identifier,asset_type",
                "line 2: \"identifier,asset_type\" is not a host: write each host by itself",
            ),
            (
                "-www.example.com",
                "line 2: \"-www.example.com\" is not a rule: write !www.example.com to exclude it",
            ),
            (
                "https?://a.example",
                "line 2: \"https?\" is not a scheme: write https, http*",
            ),
            (
                r"re.*\.example",
                "line 2: \"re.*\\\\.example\" is not a host: it looks like a regular expression",
            ),
            (
                "a.example/.*",
                "line 2: \"/.*\" is not the start of a path: it looks like a regular expression",
            ),
            (
                "a.example/#/app",
                "line 2: \"/#/app\" is not the start of a path: fragments",
            ),
            (
                "10.0.0.1/24",
                "line 2: \"10.0.0.1/24\" is not a host: write 10.0.0.0/24",
            ),
            (
                "10.0.0.0/240",
                "line 2: \"10.0.0.0/240\" is not a host: the length of its network",
            ),
        ] {
            for rule in [rule.to_owned(), format!("!{rule}")] {
                if rule == "!-www.example.com" {
                    continue;
                }
                let error = Scope::read(&format!("a.example\n{rule}\n"))
                    .expect_err(&rule)
                    .to_string();
                assert!(error.starts_with(wanted), "{error}");
            }
        }
    }

    /// With a comparison of each rule, this would take minutes.
    #[test]
    fn many_rules_cost_as_much_as_few() {
        let name = |at: usize| format!("{}h{at}.example", ["", "*.", "!"][at % 3]);
        let text: String = (0..100_000).map(|at| name(at) + "\n").collect();
        let scope = Scope::read(&text).expect("is a scope");
        for at in (0..99_990).step_by(9) {
            assert!(holds(&scope, &format!("https://h{at}.example/x")));
            assert!(!holds(&scope, &format!("https://h{}.example/x", at + 1)));
            assert!(holds(&scope, &format!("https://a.h{}.example/x", at + 1)));
            assert!(!holds(&scope, &format!("https://h{}.example/x", at + 2)));
        }
    }

    #[cfg(feature = "regex")]
    #[test]
    fn rules_of_expressions_look_at_each_part() {
        let mut scope = Scope::default();
        let parts = [Some(r"^.*\.example\.com$"), Some("^443$"), Some("^/app/.*")];
        scope
            .add_expressions(Some("https"), parts, false)
            .expect("they can be read");
        scope
            .add_expressions(Some("any"), [Some("^out"), None, None], true)
            .expect("they can be read");
        for (url, wanted) in [
            ("https://WWW.example.com/app/x?y", true),
            ("http://www.example.com/app/x", false),
            ("https://www.example.com:8443/app/x", false),
            ("https://www.example.com/", false),
            ("https://out.example.com/app/x", false),
        ] {
            assert_eq!(holds(&scope, url), wanted, "{url}");
        }
        assert!(
            scope
                .add_expressions(None, [Some("("), None, None], false)
                .is_err()
        );
        scope = Scope::default();
        scope
            .add_expressions(None, [Some(r"^127\.0"), None, Some("^/logout")], true)
            .expect("they can be read");
        assert!(holds(&scope, "https://127.0.0.1/login"));
        assert!(!holds(&scope, "https://[::ffff:127.0.0.1]//LogOut"));
    }
}
