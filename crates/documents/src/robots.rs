//! Reads `robots.txt`: the paths of its rules, and its sitemaps.

use crate::urls::Urls;

/// A line with a name and a value.
pub(crate) struct Directive<'l> {
    name: &'l [u8],
    value: &'l [u8],
}

/// Names with which a file begins.
const FIRST: [&str; 2] = ["user-agent", "sitemap"];

/// Maximum length of a name.
const NAME: usize = 40;

impl<'l> Directive<'l> {
    /// Reads `Name: value`; `None` if the line is something else, such as a URL.
    pub(crate) fn of(line: &'l [u8]) -> Option<Self> {
        let start = &line[..line.len().min(NAME)];
        let colon = memchr::memchr(b':', start)?;
        let name = line[..colon].trim_ascii();
        let value = &line[colon + 1..];
        if !is_name(name) || value.starts_with(b"//") {
            return None;
        }
        let value = before(value, b'#');
        Some(Self {
            name,
            value: value.trim_ascii(),
        })
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    fn is_sitemap(&self) -> bool {
        self.is("sitemap")
    }

    pub(crate) fn is_for_path(&self) -> bool {
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
        if self.is_sitemap() {
            return !self.value.is_empty();
        }
        if !self.is_for_path() {
            return false;
        }
        let first = self.value.first();
        matches!(first, None | Some(b'/' | b'*'))
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
        let path = self.value.strip_suffix(b"$");
        let path = path.unwrap_or(self.value);
        let path = before(path, b'*');
        if path.is_empty() {
            return None;
        }
        let path = String::from_utf8_lossy(path);
        if path.starts_with('/') {
            return Some(path.into_owned());
        }
        Some(format!("/{path}"))
    }
}

/// Whether a text is a name as in `Crawl-delay: 7`.
fn is_name(text: &[u8]) -> bool {
    let is_name_byte = |byte: &u8| byte.is_ascii_alphabetic() || b"-_".contains(byte);
    !text.is_empty() && text.iter().all(is_name_byte)
}

/// Returns a text up to a mark.
fn before(text: &[u8], mark: u8) -> &[u8] {
    match memchr::memchr(mark, text) {
        Some(end) => &text[..end],
        None => text,
    }
}

/// Adds the paths and sitemaps of a file.
pub(crate) fn read(text: &str, urls: &mut Urls<'_>) {
    for line in text.lines() {
        let directive = Directive::of(line.as_bytes());
        let url = directive.and_then(|directive| directive.url());
        if let Some(url) = url {
            urls.add(&url);
        }
    }
}
