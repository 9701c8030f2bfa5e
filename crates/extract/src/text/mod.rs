//! Finds every URL in a text: a page, a script, a log, a sitemap, `robots.txt`, notes.
//!
//! A text is read line by line, and each URL is printed on its own line. Escapes are decoded first:
//! escapes of scripts and JSON (`\/`, `\u0026`, `\n`) everywhere, escapes of HTML (`&amp;`) only in
//! text with tags.
//!
//! | found | where |
//! |---|---|
//! | `https://example.com/a`, with any scheme, in any script, IPv6 included | anywhere |
//! | `//example.com/a` | in quotes and attributes |
//! | `/a/b` | in quotes, attributes and `url(...)`, after a method of HTTP, in `robots.txt` |
//! | forms, with their methods and the names of their fields; `hx-post="/a"` | in pages |
//! | `a.html`, `../a`, `?page=2` | in attributes that hold links, and `./a` in quotes |
//! | `api/users`, `login.php` | in quotes, where there is a reason |
//! | `x` in `sourceMappingURL=x`, `@import "x.css"` | in scripts and styles |
//! | `x` in `Location: /x`, `Link: </x>` | in headers |
//! | `https%3A%2F%2Fexample.com` | in words without another URL, decoded |
//! | `www.example.com`, `example.com/a`, `192.0.2.7/a` | anywhere |
//!
//! Relative links are resolved if there is a base, else counted. A reason is an extension, a first
//! word, a query, or the call around it; a name without one is counted.
//!
//! Documents of some kinds (API descriptions, recorded requests) are read by a `DocumentReader`
//! instead.
//!
//! The punctuation of the sentence around a URL is removed: a full stop, a bracket that was opened
//! before it, a quote. Names of XML namespaces are not links. The base is given by the caller or
//! named by the page (`<base href=...>`).

mod body;
mod call;
mod candidate;
mod curl;
mod encoded;
mod escape;
mod forms;
mod header;
mod markup;
mod paths;
mod request;
mod routes;
mod unspaced;
mod words;

use bstr::ByteSlice;
use candidate::Candidate;
use curl::{CurlCall, PendingCall};
use escape::{decoded, undo_entities};
use forms::{FormReader, FormRequest};
use markup::MarkupPart;
use std::borrow::Cow;
use url::Url;
use urlsift_url::error::{Error, ErrorKind};
use words::words;

pub use body::{FormFields, multipart_form};
pub use request::{RequestDetails, RequestParts};

/// Maximum length of a line that is searched as a whole. A longer line, such as a minified script,
/// is cut where that is probably harmless.
pub(crate) const LINE: usize = 1 << 20;

/// Bytes of an unclear text that are kept as an example.
const EXAMPLE: usize = 100;

/// Finds the URLs in the lines of one text.
#[derive(Clone, Debug, Default)]
pub struct Extractor {
    base: Option<Url>,
    /// Parts of a request that are printed in addition to its URL.
    wanted: RequestParts,
    /// Whether the text begins with a tag.
    is_markup: bool,
    /// Whether a line that is not blank has been read.
    begun: bool,
    /// Relative links so far without a base.
    relative: u64,
    /// Unclear texts so far, which have the form of a path but are left out, and the first one.
    unclear: u64,
    example: Option<String>,
    /// A call of curl that is not complete yet.
    held: PendingCall,
    forms: FormReader,
}

impl Extractor {
    /// Resolves relative links against `base`, an absolute URL.
    ///
    /// # Errors
    ///
    /// A base that is not an absolute URL.
    pub fn with_base(base: &str) -> Result<Self, Error> {
        let base = Url::parse(base).map_err(|cause| {
            Error::new(
                ErrorKind::Name,
                format!("the base is not an absolute URL: {cause}"),
            )
        })?;
        Ok(Self::new(Some(base)))
    }

    /// Resolves relative links against a base, if there is one.
    pub fn new(base: Option<Url>) -> Self {
        Self {
            base,
            ..Self::default()
        }
    }

    /// Sets which parts of a request are printed in addition to its URL. Default: all.
    pub fn request_parts(mut self, wanted: RequestParts) -> Self {
        self.wanted = wanted;
        self
    }

    /// Returns which parts of a request are printed in addition to its URL.
    pub fn wanted_parts(&self) -> RequestParts {
        self.wanted
    }

    /// Returns the number of relative links so far whose base is unknown.
    pub(crate) fn relative(&self) -> u64 {
        self.relative
    }

    /// Returns the number of unclear texts so far, which have the form of a path but are left out,
    /// and the first one.
    pub(crate) fn unclear(&self) -> Option<(u64, &str)> {
        Some((self.unclear, self.example.as_deref()?))
    }

    /// Returns the URL against which relative links are resolved.
    pub fn base(&self) -> Option<&Url> {
        self.base.as_ref()
    }

    /// Adds the counts of another extractor.
    pub fn add_counts(&mut self, other: &Self) {
        self.relative += other.relative;
        self.unclear += other.unclear;
        if self.example.is_none() {
            self.example.clone_from(&other.example);
        }
    }

    /// Appends a request to a URL from a document, and the delimiter.
    pub fn request(
        &mut self,
        url: &[u8],
        request: &RequestDetails<'_>,
        delimiter: u8,
        found: &mut Vec<u8>,
    ) {
        self.write(&Candidate::Absolute(url), request, delimiter, found);
    }

    /// Appends the URLs of the whole lines of a text, and of the start of a line that is too long.
    /// Returns the length of the text that was taken: all of it if the text has `ended`. Lines of
    /// an incomplete call of curl are held.
    pub fn text(&mut self, text: &[u8], ended: bool, delimiter: u8, found: &mut Vec<u8>) -> usize {
        let mut at = 0;
        loop {
            let rest = &text[at..];
            let start = &rest[..rest.len().min(LINE)];
            let end = start.find_byteset("\n\r");
            let length = match end {
                Some(end) => end,
                None if start.len() == LINE => harmless_cut(start),
                None if ended && !rest.is_empty() => rest.len(),
                None => break,
            };
            self.line(&rest[..length], delimiter, found);
            at += length + usize::from(end.is_some());
        }
        if ended {
            self.end(delimiter, found);
        }
        at
    }

    /// Appends the URLs of a line in their order, each followed by the delimiter.
    pub(crate) fn line(&mut self, line: &[u8], delimiter: u8, found: &mut Vec<u8>) {
        let line = line
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(line)
            .trim_ascii();
        if line.is_empty() {
            return;
        }
        if self.held.is_empty() && self.forms.holds(line) {
            if let Some(lines) = self.forms.take() {
                self.links(&lines, None, delimiter, found);
            }
        } else if self.held.is_empty() && (!self.wanted.method || curl::start(line).is_none()) {
            self.links(line, None, delimiter, found);
        } else if self.held.add(line) {
            self.release(delimiter, found);
        }
    }

    /// Appends the requests of what is not complete at the end of a text.
    fn end(&mut self, delimiter: u8, found: &mut Vec<u8>) {
        self.release(delimiter, found);
        let tag = self.forms.release();
        if !tag.is_empty() {
            self.links(&tag, None, delimiter, found);
        }
        let mut requests = Vec::new();
        self.forms.end(&mut requests);
        self.send(&requests, delimiter, found);
    }

    /// Appends requests of forms.
    fn send(&mut self, requests: &[FormRequest], delimiter: u8, found: &mut Vec<u8>) {
        for form in requests {
            let request = RequestDetails {
                method: form.method,
                body: form.body.as_deref(),
                ..RequestDetails::default()
            };
            let candidate = Candidate::of_link(form.link.as_bytes());
            self.write(&candidate, &request, delimiter, found);
        }
    }

    /// Appends the URLs of the lines of a completed call.
    fn release(&mut self, delimiter: u8, found: &mut Vec<u8>) {
        let (lines, mut command) = self.held.take();
        for line in lines.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
            self.links(line, command.as_mut(), delimiter, found);
        }
    }

    /// Appends the URLs of a line that is not blank, which may belong to a call of curl.
    fn links(
        &mut self,
        line: &[u8],
        mut command: Option<&mut CurlCall>,
        delimiter: u8,
        found: &mut Vec<u8>,
    ) {
        let has_tags = markup::has_tags(line);
        if !std::mem::replace(&mut self.begun, true) {
            self.is_markup = has_tags && line[0] == b'<';
        }
        let mut tell =
            |extractor: &mut Self, candidate: Candidate<'_>, method: Option<&'static str>| {
                let mut request = RequestDetails {
                    method,
                    ..RequestDetails::default()
                };
                if let Some(command) = &mut command
                    && let Candidate::Absolute(url) | Candidate::Path(url) = candidate
                    && let Some((method, body)) = command.take(url)
                {
                    request.method = Some(method);
                    request.body = Some(body);
                }
                extractor.write(&candidate, &request, delimiter, found);
            };
        if let Some(path) = robots_path(line) {
            tell(self, Candidate::Path(path), None);
            return;
        }
        if header::links(line, |candidate| tell(self, candidate, None)) {
            return;
        }
        if !self.is_markup && !has_tags {
            let text = decoded(line, false);
            let text = unspaced::narrow(&text);
            words(&text, |candidate, method| tell(self, candidate, method));
            return;
        }
        for part in markup::parts(line) {
            match part {
                MarkupPart::Text(text) => {
                    let text = decoded(text, true);
                    words(&text, |candidate, method| tell(self, candidate, method));
                }
                MarkupPart::Link(value) => {
                    let value = decoded(value, true);
                    tell(self, Candidate::of_link(value.trim_ascii()), None);
                }
                MarkupPart::Request(value, method) => {
                    let value = decoded(value, true);
                    let candidate = Candidate::of_link(value.trim_ascii());
                    tell(self, candidate, Some(method));
                }
                MarkupPart::Base(value) => {
                    let value = undo_entities(value, true);
                    let text = value.to_str_lossy();
                    let parser = Url::options().base_url(self.base.as_ref());
                    if let Ok(base) = parser.parse(text.trim()) {
                        self.base = Some(base);
                    }
                }
            }
        }
        let requests = self.forms.line(line);
        self.send(&requests, delimiter, found);
    }

    fn write(
        &mut self,
        candidate: &Candidate<'_>,
        request: &RequestDetails<'_>,
        delimiter: u8,
        found: &mut Vec<u8>,
    ) {
        let text = match candidate {
            Candidate::Absolute(text) | Candidate::Path(text) => *text,
            Candidate::Relative(text) if self.base.is_some() => *text,
            Candidate::Relative(_) => {
                self.relative += 1;
                return;
            }
            Candidate::Unclear(text) => {
                self.unclear += 1;
                if self.example.is_none() {
                    let example = &text[..text.len().min(EXAMPLE)];
                    self.example = Some(example.to_str_lossy().into_owned());
                }
                return;
            }
            Candidate::None => return,
        };
        let line = found.len();
        request.begin(self.wanted, found);
        let start = found.len();
        if let Some(base) = &self.base
            && let Candidate::Path(_) | Candidate::Relative(_) = candidate
        {
            if let Ok(url) = base.join(&text.to_str_lossy()) {
                found.extend_from_slice(&with_placeholders(url.as_str(), text));
            }
        } else {
            let mut rest = text;
            while let Some(blank) = rest.iter().position(|byte| *byte <= b' ') {
                found.extend_from_slice(&rest[..blank]);
                match rest[blank] {
                    b' ' => found.extend_from_slice(b"%20"),
                    b'\t' | b'\n' | b'\r' | 0 => {}
                    other => found.push(other),
                }
                rest = &rest[blank + 1..];
            }
            found.extend_from_slice(rest);
        }
        if found.len() > start {
            request.end(self.wanted, found);
            found.push(delimiter);
        } else {
            found.truncate(line);
        }
    }
}

/// Returns a URL that was made of a text with the braces of its placeholders, `${id}`, as the text
/// has them.
fn with_placeholders<'u>(url: &'u str, text: &[u8]) -> Cow<'u, [u8]> {
    if !text.contains_str("${") {
        return Cow::Borrowed(url.as_bytes());
    }
    let braces = url.replace("$%7B", "${").replace("%7D", "}");
    Cow::Owned(braces.into_bytes())
}

/// Returns the path of a rule in `robots.txt`.
fn robots_path(line: &[u8]) -> Option<&[u8]> {
    let is_colon = |byte: &u8| *byte == b':';
    let colon = line.iter().take("disallow:".len()).position(is_colon)?;
    let rule = &line[..colon];
    let value = &line[colon + 1..];
    let is_rule = rule.eq_ignore_ascii_case(b"allow") || rule.eq_ignore_ascii_case(b"disallow");
    if !is_rule {
        return None;
    }
    let path = value.trim_ascii().split(|b| b" #".contains(b)).next()?;
    let path = path.strip_suffix(b"$").unwrap_or(path);
    path.starts_with(b"/").then_some(path)
}

/// Returns where a long line is cut: between tags or statements if possible, where there is no
/// link.
fn harmless_cut(line: &[u8]) -> usize {
    for ends in ["<;", " ,"] {
        if let Some(cut) = line.rfind_byteset(ends)
            && cut > 0
        {
            return cut;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests;
