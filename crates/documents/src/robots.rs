//! Reads `robots.txt`: the paths of its rules, and its sitemaps.

use crate::urls::Urls;

/// A line with a name and a value.
pub(crate) struct Directive<'l> {
    name: &'l [u8],
    value: &'l [u8],
}

/// Names with which a file begins.
const FIRST: [&str; 4] = ["user-agent", "sitemap", "allow", "disallow"];

/// Maximum length of a name.
const NAME: usize = 40;

impl<'l> Directive<'l> {
    /// Reads `Name: value`; `None` if the line is something else, such as a URL.
    pub(crate) fn of(line: &'l [u8]) -> Option<Self> {
        let colon = memchr::memchr(b':', &line[..line.len().min(NAME)])?;
        let name = line[..colon].trim_ascii();
        let is_name_byte = |byte: &u8| byte.is_ascii_alphabetic() || b"-_".contains(byte);
        let value = &line[colon + 1..];
        if name.is_empty() || !name.iter().all(is_name_byte) || value.starts_with(b"//") {
            return None;
        }
        let comment = memchr::memchr(b'#', value).unwrap_or(value.len());
        Some(Self {
            name,
            value: value[..comment].trim_ascii(),
        })
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    fn is_sitemap(&self) -> bool {
        self.is("sitemap")
    }

    fn is_for_path(&self) -> bool {
        self.is("allow") || self.is("disallow")
    }

    /// Whether a file may begin with it.
    pub(crate) fn may_be_first(&self) -> bool {
        FIRST.iter().any(|name| self.is(name))
    }

    /// Whether it names the crawlers that the rules after it are for.
    pub(crate) fn is_agent(&self) -> bool {
        self.is("user-agent")
    }

    /// Whether it is a rule for a path, or names a sitemap.
    pub(crate) fn is_rule(&self) -> bool {
        let first = self.value.first();
        if self.is_sitemap() {
            return first.is_some();
        }
        self.is_for_path() && matches!(first, None | Some(b'/' | b'*'))
    }

    /// Returns the sitemap, or the path up to its first wildcard.
    fn url(&self) -> Option<String> {
        if self.is_sitemap() {
            let url = String::from_utf8_lossy(self.value);
            return Some(url.into_owned());
        }
        if !self.is_for_path() {
            return None;
        }
        let path = self.value.strip_suffix(b"$").unwrap_or(self.value);
        let wildcard = memchr::memchr(b'*', path).unwrap_or(path.len());
        let path = String::from_utf8_lossy(&path[..wildcard]);
        if path.is_empty() {
            return None;
        }
        let slash = if path.starts_with('/') { "" } else { "/" };
        Some(format!("{slash}{path}"))
    }
}

/// Adds the paths and sitemaps of a file.
pub(crate) fn read(text: &str, urls: &mut Urls<'_>) {
    for line in text.lines() {
        if let Some(directive) = Directive::of(line.as_bytes())
            && let Some(url) = directive.url()
        {
            urls.add(&url);
        }
    }
}
