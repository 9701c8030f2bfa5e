//! Selects URLs: each is accepted or refused on its own, before it is compared with others.
//!
//! A [`Selection`] is a list of conditions. A URL that fails one of them gets `Verdict::Unwanted`
//! with the [`Reason`]: the first failed condition in the order of [`Reason::ALL`]. Nothing is
//! remembered or learned from it. Conditions on URLs do not apply to records that are not URLs, so
//! a line is never lost because it could not be parsed; expressions and signatures apply to texts.

mod expression;
mod extension;
mod path_start;
mod reason;
mod scope;
mod signature;
mod status;

use crate::error::Error;
use crate::glob::Glob;
use crate::parse::Address;
use crate::place::{HostForms, Origin, UrlPlace, not_hosts};
use expression::Expression;
use extension::Extensions;
pub use extension::{STATIC_EXTENSIONS, check_extension};
pub use reason::Reason;
pub use scope::Scope;
pub use signature::Signatures;
use status::Statuses;
use std::borrow::Cow;
pub use urlsift_junk::{self as junk, Junk};

/// The conditions that URLs have to meet. By default there are none.
///
/// ```
/// use urlsift::{Reason, Sift, Verdict};
/// use urlsift::settings::Selection;
///
/// let selection = Selection::default().not_extensions(["static"]).hosts(["*.example.com"])?;
/// let mut sift = Sift::builder().selection(selection).build()?;
/// assert_eq!(sift.admit(b"https://www.example.com/a"), Verdict::Kept);
/// assert_eq!(sift.admit(b"https://www.example.com/a.png"), Verdict::Unwanted(Reason::NotExt));
/// assert_eq!(sift.admit(b"https://example.test/a"), Verdict::Unwanted(Reason::Host));
/// assert_eq!(sift.admit(b"not a url"), Verdict::NotUrl);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Selection {
    schemes: Vec<String>,
    hosts: Vec<UrlPlace>,
    not_hosts: Vec<UrlPlace>,
    scope: Option<Scope>,
    extensions: Extensions,
    not_extensions: Extensions,
    has_params: Option<bool>,
    params: Vec<Glob>,
    matches: Vec<Expression>,
    not_matches: Vec<Expression>,
    not_junk: bool,
    statuses: Statuses,
    signatures: Signatures,
    not_signatures: Signatures,
}

/// The data that conditions need in addition to the parts of the URL; computed only when needed.
pub trait Subject {
    /// The URL as written.
    fn url(&mut self) -> Vec<u8>;

    /// The HTTP status of the record.
    fn status(&mut self) -> Option<u16>;

    /// Whether the body of the request is compared and has a parameter of such a name.
    fn body_has(&mut self, is_wanted: &dyn Fn(&[u8]) -> bool) -> bool;
}

impl Selection {
    /// Requires one of these schemes; `none` stands for URLs without a scheme. Case does not
    /// matter.
    pub fn schemes(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        for name in names {
            self.schemes.push(name.as_ref().to_ascii_lowercase());
        }
        self
    }

    /// Requires one of these hosts. A pattern is a host, `*.example.com` (any name below it),
    /// `.example.com` (the name itself too) or a glob, each with an optional port: `*:8443`. A
    /// pattern without a port fits any port. Addresses also come as networks: `10.0.0.0/24`,
    /// `2001:db8::/32`. A URL without a host fits no pattern.
    ///
    /// # Errors
    /// If no host can fit a pattern.
    pub fn hosts(
        mut self,
        patterns: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.hosts.append(&mut all(patterns, read_hosts)?);
        Ok(self)
    }

    /// Excludes these hosts, written like those of [`hosts`](Self::hosts). An IPv4 address excludes
    /// the IPv6 addresses that are mapped to it, and the other way round.
    ///
    /// # Errors
    /// If no host can fit a pattern.
    pub fn not_hosts(
        mut self,
        patterns: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.not_hosts.append(&mut all(patterns, read_hosts)?);
        Ok(self)
    }

    /// Requires URLs within a scope; the rules of several scopes are those of one.
    pub fn scope(mut self, scope: Scope) -> Self {
        match &mut self.scope {
            Some(scopes) => scopes.extend(scope),
            None => self.scope = Some(scope),
        }
        self
    }

    /// Requires one of these extensions of the path's last segment, with or without a dot; `none`
    /// stands for paths without one, and `static` for those of [`STATIC_EXTENSIONS`]. Case does not
    /// matter.
    pub fn extensions(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.extensions.extend(names);
        self
    }

    /// Excludes these extensions, written like those of [`extensions`](Self::extensions).
    pub fn not_extensions(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.not_extensions.extend(names);
        self
    }

    /// Requires requests with parameters, or without: in the query, or in a body that is compared.
    pub fn has_params(mut self, has: bool) -> Self {
        self.has_params = Some(has);
        self
    }

    /// Requires one of these parameters, by name, in the query or in a body that is compared. Names
    /// are globs, in which `*` stands for any characters. Case does not matter.
    pub fn params(mut self, globs: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        for glob in globs {
            self.params.push(Glob::of_params(glob.as_ref()));
        }
        self
    }

    /// Requires URLs, as written, that contain a match of one of these regular expressions.
    ///
    /// # Errors
    /// If an expression is not valid.
    #[cfg(feature = "regex")]
    pub fn matches(
        mut self,
        expressions: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.matches
            .append(&mut all(expressions, Expression::read)?);
        Ok(self)
    }

    /// Excludes URLs that contain a match of one of these regular expressions.
    ///
    /// # Errors
    /// If an expression is not valid.
    #[cfg(feature = "regex")]
    pub fn not_matches(
        mut self,
        expressions: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.not_matches
            .append(&mut all(expressions, Expression::read)?);
        Ok(self)
    }

    /// Excludes junk of archives and crawlers: URLs with pieces of HTML or scripts, payloads of
    /// scanners, or the rest of a line of text in the path or in the name of a parameter. Ignores
    /// values of parameters. `Sift::junk` names the rule.
    pub fn not_junk(mut self, is_excluded: bool) -> Self {
        self.not_junk = is_excluded;
        self
    }

    /// Requires one of these statuses if the record has one: `200`, `3xx` or `400-404`.
    ///
    /// # Errors
    /// If an item is not a status, class or range.
    pub fn statuses(
        mut self,
        statuses: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        for status in statuses {
            self.statuses.add(status.as_ref())?;
        }
        Ok(self)
    }

    /// Requires texts that fit one of these signatures: words in order, with `{...}` for anything
    /// between them.
    ///
    /// # Errors
    /// If a signature has no words, or more than 1,000.
    pub fn signatures(
        mut self,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.signatures.extend(texts)?;
        Ok(self)
    }

    /// Excludes texts that fit one of these signatures.
    ///
    /// # Errors
    /// If a signature has no words, or more than 1,000.
    pub fn not_signatures(
        mut self,
        texts: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Self, Error> {
        self.not_signatures.extend(texts)?;
        Ok(self)
    }

    /// Returns whether there are conditions on texts.
    pub fn is_of_texts(&self) -> bool {
        let has_expressions = !self.matches.is_empty() || !self.not_matches.is_empty();
        has_expressions || !self.signatures.is_empty() || !self.not_signatures.is_empty()
    }

    /// Returns the condition that a URL or a text does not meet as it is written.
    fn refuses_written<'t>(&self, written: impl FnOnce() -> Cow<'t, [u8]>) -> Option<Reason> {
        if self.matches.is_empty() && self.not_matches.is_empty() {
            return None;
        }
        let written = written();
        let fits = |list: &[Expression]| list.iter().any(|one| one.is_match(&written));
        if !self.matches.is_empty() && !fits(&self.matches) {
            return Some(Reason::Match);
        }
        fits(&self.not_matches).then_some(Reason::NotMatch)
    }

    /// Returns the condition on texts that a text does not meet.
    pub fn refuses_text(&self, text: &str) -> Option<Reason> {
        let refusal = self.refuses_written(|| text.as_bytes().into());
        if refusal.is_some() {
            return refusal;
        }
        if !self.signatures.is_empty() && self.signatures.find(text).is_none() {
            return Some(Reason::Signatures);
        }
        let is_excluded = self.not_signatures.find(text).is_some();
        is_excluded.then_some(Reason::NotSignatures)
    }

    /// Returns the signature that a text fits: one that excludes it, or one that it needs.
    pub fn signature_of(&self, text: &str) -> Option<&str> {
        let excluding = self.not_signatures.find(text);
        excluding.or_else(|| self.signatures.find(text))
    }

    /// Returns the first condition that a URL does not meet.
    pub fn refuses(&self, address: &Address<'_>, subject: &mut impl Subject) -> Option<Reason> {
        let scheme = match address.scheme {
            b"" => b"none",
            scheme => scheme,
        };
        let has_scheme = |wanted: &String| wanted.as_bytes() == scheme;
        if !self.schemes.is_empty() && !self.schemes.iter().any(has_scheme) {
            return Some(Reason::Scheme);
        }
        let origin = Origin::of(address);
        let has_host = !address.host.is_empty();
        let is_wanted = || has_host && self.hosts.iter().any(|place| place.fits(origin));
        if !self.hosts.is_empty() && !is_wanted() {
            return Some(Reason::Host);
        }
        if has_host && self.not_hosts.iter().any(|place| place.touches(origin)) {
            return Some(Reason::NotHost);
        }
        if let Some(scope) = &self.scope
            && !scope.holds(address)
        {
            return Some(Reason::Scope);
        }
        if !self.extensions.is_empty() || !self.not_extensions.is_empty() {
            let extension = extension::of(address.path);
            if !self.extensions.is_empty() && !self.extensions.contain(extension) {
                return Some(Reason::Ext);
            }
            if self.not_extensions.contain(extension) {
                return Some(Reason::NotExt);
            }
        }
        if let Some(wanted) = self.has_params {
            let has_name = |name: &[u8]| !name.is_empty();
            let in_query = address.pairs().any(|(name, _)| has_name(name));
            let has_params = in_query || subject.body_has(&has_name);
            if wanted && !has_params {
                return Some(Reason::HasParams);
            }
            if !wanted && has_params {
                return Some(Reason::NoParams);
            }
        }
        if !self.params.is_empty() {
            let is_wanted = |name: &[u8]| self.params.iter().any(|glob| glob.matches(name));
            let in_query = address.pairs().any(|(name, _)| is_wanted(name));
            if !in_query && !subject.body_has(&is_wanted) {
                return Some(Reason::Param);
            }
        }
        let refusal = self.refuses_written(|| subject.url().into());
        if refusal.is_some() {
            return refusal;
        }
        if self.not_junk && junk::find(&subject.url()).is_some() {
            return Some(Reason::NotJunk);
        }
        let has_other = |status: u16| !self.statuses.contain(status);
        if !self.statuses.is_empty() && subject.status().is_some_and(has_other) {
            return Some(Reason::Status);
        }
        None
    }
}

/// Reads a pattern of hosts.
fn read_hosts(text: &str) -> Result<UrlPlace, Error> {
    if text.trim_start().starts_with('!') {
        return Err(not_hosts(
            text,
            "hosts are excluded by not-host, without !, and by a scope",
        ));
    }
    UrlPlace::read_hosts(text, HostForms::Patterns)
}

/// Reads each text of a condition.
fn all<T>(
    texts: impl IntoIterator<Item = impl AsRef<str>>,
    read: impl Fn(&str) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    for text in texts {
        all.push(read(text.as_ref())?);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Scratch, parse};

    struct Line<'l>(&'l str, Option<u16>);

    impl Subject for Line<'_> {
        fn url(&mut self) -> Vec<u8> {
            self.0.as_bytes().to_vec()
        }

        fn status(&mut self) -> Option<u16> {
            self.1
        }

        fn body_has(&mut self, _is_wanted: &dyn Fn(&[u8]) -> bool) -> bool {
            false
        }
    }

    fn refuses(selection: &Selection, url: &str, status: Option<u16>) -> Option<Reason> {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        selection.refuses(&address, &mut Line(url, status))
    }

    #[test]
    fn each_condition_has_its_reason() {
        let all = Selection::default;
        let url = "https://www.example.com/a/Photo.PNG?id=7&next=/x";
        let hosts = |patterns: [&str; 1]| all().hosts(patterns).unwrap();
        let not_hosts = |patterns: [&str; 1]| all().not_hosts(patterns).unwrap();
        for (selection, wanted) in [
            (all(), None),
            (all().schemes(["HTTPS", "ftp"]), None),
            (all().schemes(["http"]), Some(Reason::Scheme)),
            (hosts(["*.example.com"]), None),
            (hosts(["example.com"]), Some(Reason::Host)),
            (not_hosts(["*.example.com"]), Some(Reason::NotHost)),
            (not_hosts(["example.com"]), None),
            (all().extensions(["php"]), Some(Reason::Ext)),
            (all().extensions([".png"]), None),
            (all().extensions(["none"]), Some(Reason::Ext)),
            (all().not_extensions(["static"]), Some(Reason::NotExt)),
            (all().not_extensions(["jpg"]), None),
            (all().has_params(true), None),
            (all().has_params(false), Some(Reason::NoParams)),
            (all().params(["N*T"]), None),
            (all().params(["q"]), Some(Reason::Param)),
            (all().not_junk(true), None),
            (all().statuses(["2xx"]).unwrap(), None),
            (all().statuses(["404"]).unwrap(), Some(Reason::Status)),
        ] {
            assert_eq!(refuses(&selection, url, Some(200)), wanted, "{selection:?}");
        }
        assert_eq!(
            refuses(&all().has_params(true), "/a?", None),
            Some(Reason::HasParams)
        );
        assert_eq!(
            refuses(&all().has_params(true), "/a?&=1", None),
            Some(Reason::HasParams)
        );
        assert_eq!(
            refuses(&all().statuses(["404"]).unwrap(), url, None),
            None,
            "it has no status"
        );
        assert_eq!(
            refuses(&all().not_junk(true), "/a/../../etc/passwd", None),
            Some(Reason::NotJunk)
        );
        assert_eq!(
            refuses(&all().schemes(["none"]), "example.com/a", None),
            None
        );
        assert_eq!(
            refuses(&all().schemes(["none"]), url, None),
            Some(Reason::Scheme)
        );
        assert_eq!(
            refuses(&all().hosts(["*"]).unwrap(), "/login", None),
            Some(Reason::Host),
            "it has no host"
        );
    }

    #[cfg(feature = "regex")]
    #[test]
    fn expressions_see_the_url_as_it_is_written() {
        let url = "https://www.example.com/Admin?x=%41";
        let matches = |expression| Selection::default().matches([expression]).unwrap();
        assert_eq!(refuses(&matches("Admin"), url, None), None);
        assert_eq!(refuses(&matches("(?i)admin.*%41$"), url, None), None);
        assert_eq!(refuses(&matches("admin"), url, None), Some(Reason::Match));
        let not = Selection::default().not_matches(["x=", "y="]).unwrap();
        assert_eq!(refuses(&not, url, None), Some(Reason::NotMatch));
        assert!(Selection::default().matches(["(open"]).is_err());
    }
}
