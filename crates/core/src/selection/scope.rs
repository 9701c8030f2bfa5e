//! The scope of a test: which URLs may be tested, and which must not.

use super::expression::Expression;
use super::host::{HostPattern, default_port, split_port};
use crate::error::{Error, ErrorKind};
use crate::parse::Address;

/// Rules that say which URLs are in scope: those that fit an including rule (or there is none) and
/// no excluding rule.
///
/// ```
/// use urlsift::{Scope, Selection, Sift, Verdict, Reason};
///
/// let scope = Scope::read("*.example.com\n!admin.example.com\nhttps://example.test/app/ # a part of a site\n")?;
/// let mut sift = Sift::builder().selection(Selection::default().scope(scope)).build()?;
/// assert_eq!(sift.admit(b"https://www.example.com/"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://admin.example.com/"), Verdict::Unwanted(Reason::Scope));
/// assert_eq!(sift.admit(b"https://example.test/app/x"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://example.test/other"), Verdict::Unwanted(Reason::Scope));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scope {
    include: Vec<Rule>,
    exclude: Vec<Rule>,
}

/// The conditions of a rule. A URL has to fit all that are set.
#[derive(Clone, Debug, Default)]
struct Rule {
    scheme: Option<String>,
    host: Option<HostPattern>,
    /// The start of path and query.
    prefix: Vec<u8>,
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
    /// Reads a rule from each line: a host like those of
    /// [`Selection::hosts`](super::Selection::hosts), with an optional scheme before it and an
    /// optional start of a path after it. A line that begins with `!` excludes. Empty lines, and
    /// text after `#`, are skipped.
    ///
    /// # Errors
    /// If a line is not a rule; the message has its number.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut scope = Self::default();
        for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (rule, excludes) =
                line.strip_prefix('!').map_or((line, false), |rule| (rule.trim_start(), true));
            scope
                .add(rule, false, excludes)
                .map_err(|error| Error::new(ErrorKind::Name, format!("line {}: {error}", number + 1)))?;
        }
        Ok(scope)
    }

    /// Adds the rule of one line; `below` includes names below the host.
    ///
    /// # Errors
    /// If the line is not a rule.
    pub fn add(&mut self, rule: &str, below: bool, excludes: bool) -> Result<(), Error> {
        let (scheme, rest) = match rule.split_once("://") {
            Some((scheme, rest)) => (Some(scheme.to_ascii_lowercase()).filter(|scheme| scheme != "*"), rest),
            None => (None, rule),
        };
        let (host, prefix) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let prefix = prefix.strip_suffix('*').unwrap_or(prefix);
        let rule = Rule {
            scheme,
            host: Some(if below { HostPattern::of_host(host, true) } else { HostPattern::parse(host) }?),
            prefix: prefix.as_bytes().to_vec(),
            ..Rule::default()
        };
        self.rules(excludes).push(rule);
        Ok(())
    }

    /// Adds a rule of Burp's advanced scopes: a scheme, and regular expressions for the host, the
    /// port and the path with its query. `None` accepts anything.
    ///
    /// # Errors
    /// If an expression is not valid.
    #[cfg(feature = "regex")]
    pub fn add_expressions(
        &mut self,
        scheme: Option<&str>,
        [host, port, file]: [Option<&str>; 3],
        excludes: bool,
    ) -> Result<(), Error> {
        let read =
            |text: Option<&str>| text.filter(|text| !text.is_empty()).map(Expression::read).transpose();
        // Hosts are compared in lower case.
        let host = host.map(|host| format!("(?i){host}"));
        let expressions = Expressions { host: read(host.as_deref())?, port: read(port)?, file: read(file)? };
        let scheme = scheme.map(str::to_ascii_lowercase).filter(|scheme| scheme != "any");
        self.rules(excludes).push(Rule { scheme, expressions, ..Rule::default() });
        Ok(())
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.include.is_empty() && self.exclude.is_empty()
    }

    fn rules(&mut self, excludes: bool) -> &mut Vec<Rule> {
        if excludes { &mut self.exclude } else { &mut self.include }
    }

    /// Whether a URL is in scope.
    pub(super) fn holds(&self, address: &Address<'_>) -> bool {
        let fits = |rules: &[Rule]| rules.iter().any(|rule| rule.fits(address));
        (self.include.is_empty() || fits(&self.include)) && !fits(&self.exclude)
    }
}

impl Rule {
    fn fits(&self, address: &Address<'_>) -> bool {
        let is_scheme = |scheme: &String| address.scheme.is_empty() || scheme.as_bytes() == address.scheme;
        if address.host.is_empty()
            || !self.scheme.as_ref().is_none_or(is_scheme)
            || !self.host.as_ref().is_none_or(|host| host.fits(address))
        {
            return false;
        }
        let mut file = address.path.to_vec();
        if !address.query.is_empty() {
            file.push(b'?');
            file.extend_from_slice(address.query);
        }
        let (host, port) = split_port(address.host);
        let port = port.or(default_port(address.scheme));
        let is_match = |expression: &Option<Expression>, text: &[u8]| {
            expression.as_ref().is_none_or(|expression| expression.is_match(text))
        };
        let Expressions { host: hosts, port: ports, file: files } = &self.expressions;
        // A URL without a scheme does not say its port.
        is_match(hosts, host)
            && is_match(files, &file)
            && port.is_none_or(|port| is_match(ports, port))
            && file.starts_with(&self.prefix)
    }
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
        let error = Scope::read("example.com\nno host\n").expect_err("is no scope").to_string();
        assert!(error.starts_with("line 2: \"no host\" is not a host"), "{error}");
        assert!(Scope::default().is_empty() && !only_out.is_empty());
    }

    #[cfg(feature = "regex")]
    #[test]
    fn rules_of_expressions_look_at_each_part() {
        let mut scope = Scope::default();
        let parts = [Some(r"^.*\.example\.com$"), Some("^443$"), Some("^/app/.*")];
        scope.add_expressions(Some("https"), parts, false).expect("they can be read");
        scope.add_expressions(Some("any"), [Some("^out"), None, None], true).expect("they can be read");
        for (url, wanted) in [
            ("https://WWW.example.com/app/x?y", true),
            ("http://www.example.com/app/x", false),
            ("https://www.example.com:8443/app/x", false),
            ("https://www.example.com/", false),
            ("https://out.example.com/app/x", false),
        ] {
            assert_eq!(holds(&scope, url), wanted, "{url}");
        }
        assert!(scope.add_expressions(None, [Some("("), None, None], false).is_err());
    }
}
