//! Joins the URL of a record that has host and path in two members or columns, as servers log
//! requests.

use super::json_paths;
use super::json_value::JsonValue;
use crate::bytes::{
    before, begins_with_letter, is_alphanumeric_and, is_digits, is_one_of, split_once,
};
use bstr::ByteSlice;

/// Whether a text is the scheme of a request.
pub(super) fn is_scheme(text: &[u8]) -> bool {
    is_one_of(text, &["http", "https", "ws", "wss"])
}

/// Whether a text is a port that a URL has to name.
pub(super) fn is_unusual_port(text: &[u8]) -> bool {
    !matches!(text, b"" | b"80" | b"443") && text.len() <= 5 && is_digits(text)
}

/// Writes the URL whose parts these members hold, in order. Returns whether there is one.
pub(super) fn write_named(object: &[u8], members: &[String], url: &mut Vec<u8>) -> bool {
    let is_part =
        |value: JsonValue<'_>| !matches!(value, JsonValue::Nested(_)) && !value.bytes().is_empty();
    let mut parts = UrlWriter::new(url);
    for member in members {
        if let Some(value) = json_paths::find_alike(object, member, is_part) {
            parts.add(&value.text());
        }
    }
    parts.is_whole()
}

/// Whether a text may be a path, or a request for one. Its slashes may be escaped.
pub(super) fn is_path(text: &[u8]) -> bool {
    begins_with_slash(text) || target(text).is_some()
}

/// A text that may be a host, with or without a scheme and a port.
#[derive(Clone, Copy)]
pub(super) struct HostForm<'t> {
    /// The text without its scheme and the slashes behind it.
    pub text: &'t [u8],
    pub kind: HostKind,
    pub has_scheme: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum HostKind {
    /// A name with a dot.
    Name,
    /// An address, this machine, or a name with a port.
    Address,
    /// Another name.
    Machine,
}

impl<'t> HostForm<'t> {
    pub(super) fn of(text: &'t [u8]) -> Option<Self> {
        match origin(text) {
            Some(host) => Some(Self {
                has_scheme: true,
                ..Self::bare(host)?
            }),
            None => Self::bare(text),
        }
    }

    /// Returns the form of a text without a scheme.
    fn bare(text: &'t [u8]) -> Option<Self> {
        if text.len() >= 262 {
            return None;
        }
        let mut has_name = false;
        let mut has_other = false;
        let mut name_end = None;
        let mut dot = None;
        for (place, byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => has_name = true,
                b'.' if name_end.is_none() => dot = Some(place),
                b':' | b'[' => {
                    name_end.get_or_insert(place);
                }
                b'-' | b'_' | b'.' | b']' | 128.. => has_other = true,
                _ if byte.is_ascii_alphabetic() => {
                    has_name = true;
                    has_other = true;
                }
                _ => return None,
            }
        }
        let has_mark = dot.is_some() || name_end.is_some();
        if !has_name || !has_mark && !has_other {
            return None;
        }
        let kind = match dot {
            Some(dot) if begins_with_letter(&text[dot + 1..]) => HostKind::Name,
            _ if has_mark || text == b"localhost" => HostKind::Address,
            _ if is_one_of(text, &["true", "false", "null"]) => return None,
            _ => HostKind::Machine,
        };
        Some(Self {
            text,
            kind,
            has_scheme: false,
        })
    }
}

/// Whether a text may be a host, with or without a port.
pub(super) fn is_host(text: &[u8]) -> bool {
    HostForm::bare(text).is_some()
}

/// Returns the text behind the scheme of a URL that has no path: `https://a.example`. Its slashes
/// may be escaped.
fn origin(text: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = split_once(text, b':')?;
    if !is_scheme(scheme) {
        return None;
    }
    let host = rest.trim_with(|mark| matches!(mark, '/' | '\\'));
    (host.len() < rest.len()).then_some(host)
}

/// Returns the host of a URL that has nothing else.
pub(super) fn host_of_origin(text: &[u8]) -> Option<&[u8]> {
    let host = HostForm::of(text)?;
    host.has_scheme.then_some(host.text)
}

/// Whether a text begins with a slash, which may be escaped.
pub(super) fn begins_with_slash(text: &[u8]) -> bool {
    text.starts_with(b"/") || text.starts_with(b"\\/")
}

/// Returns the target of `GET /a HTTP/1.1`.
pub(super) fn target(request: &[u8]) -> Option<&[u8]> {
    if !request.first()?.is_ascii_uppercase() {
        return None;
    }
    let (method, rest) = split_once(request, b' ')?;
    if !method.iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    let target = before(rest, |byte| byte == b' ');
    if begins_with_slash(target) || !scheme(target).is_empty() {
        Some(target)
    } else {
        None
    }
}

/// Returns the text before `://`; empty if there is none.
fn scheme(text: &[u8]) -> &[u8] {
    match split_once(text, b':') {
        Some((scheme, rest)) if rest.starts_with(b"//") => scheme,
        _ => b"",
    }
}

/// Whether a text begins with the scheme of a URL, of any kind.
pub(super) fn is_absolute(text: &[u8]) -> bool {
    let scheme = scheme(text);
    !scheme.is_empty() && is_alphanumeric_and(scheme, b"+-.")
}

/// Joins the parts of a URL: scheme, host, port, path and query, some of which may be missing.
pub(super) struct UrlWriter<'b> {
    url: &'b mut Vec<u8>,
    last: LastPart,
}

/// The part written last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastPart {
    Nothing,
    Scheme,
    Host,
    Path,
    /// A path without a host, after which nothing is written.
    PathAlone,
}

impl<'b> UrlWriter<'b> {
    pub(super) fn new(url: &'b mut Vec<u8>) -> Self {
        url.clear();
        Self {
            url,
            last: LastPart::Nothing,
        }
    }

    /// Appends the next part. What it is follows from the part before and from its own form.
    pub(super) fn add(&mut self, text: &[u8]) {
        let text = text.trim_ascii();
        if matches!(text, b"" | b"-") {
            return;
        }
        let text = target(text).unwrap_or(text);
        let is_absolute = is_absolute(text);
        let is_path = text.starts_with(b"/");
        match self.last {
            LastPart::Nothing | LastPart::Scheme if is_absolute => {
                self.url.clear();
                self.push("", text.trim_end_with(|c| c == '/'), LastPart::Host);
            }
            LastPart::Nothing | LastPart::Scheme if is_path => {
                self.push("", text, LastPart::PathAlone);
            }
            LastPart::Nothing if is_scheme(text) => self.push("", text, LastPart::Scheme),
            LastPart::Nothing => self.push("//", text, LastPart::Host),
            LastPart::Scheme => self.push("://", text, LastPart::Host),
            LastPart::Host if is_absolute => {
                self.url.clear();
                self.push("", text, LastPart::Path);
            }
            LastPart::Host if is_path => self.push("", text, LastPart::Path),
            LastPart::Host if text.len() <= 5 && is_digits(text) => {
                self.push(":", text, LastPart::Host);
            }
            LastPart::Host => self.push("/", text, LastPart::Path),
            LastPart::Path => {
                let mark = if self.url.contains(&b'?') { "&" } else { "?" };
                let query = text.strip_prefix(b"?").unwrap_or(text);
                self.push(mark, query, LastPart::Path);
            }
            LastPart::PathAlone => {}
        }
    }

    /// Appends a text after a mark, as this part.
    fn push(&mut self, mark: &str, text: &[u8], part: LastPart) {
        self.url.extend_from_slice(mark.as_bytes());
        self.url.extend_from_slice(text);
        self.last = part;
    }

    /// Whether there is a host and a path.
    pub(super) fn is_whole(&self) -> bool {
        self.last == LastPart::Path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(parts: &[&str]) -> Option<String> {
        let mut url = Vec::new();
        let mut joined = UrlWriter::new(&mut url);
        for part in parts {
            joined.add(part.as_bytes());
        }
        joined.is_whole().then(|| url.to_str_lossy().into_owned())
    }

    #[test]
    fn parts_are_joined() {
        for (parts, wanted) in [
            (&["a.example", "/x"][..], Some("//a.example/x")),
            (
                &["https", "a.example:8443", "/x", "a=1"],
                Some("https://a.example:8443/x?a=1"),
            ),
            (&["a.example", "8080", "x"], Some("//a.example:8080/x")),
            (
                &["a.example", "/x?a=1", "?b=2"],
                Some("//a.example/x?a=1&b=2"),
            ),
            (&["a.example", "/x", "-"], Some("//a.example/x")),
            (&["a.example", "GET /x HTTP/1.1"], Some("//a.example/x")),
            (
                &["a.example", "GET http://b.example/x HTTP/1.1"],
                Some("http://b.example/x"),
            ),
            (&["https://a.example/", "/x"], Some("https://a.example/x")),
            (&["a.example"], None),
            (&["", "/x"], None),
            (&["/x", "a.example"], None),
        ] {
            assert_eq!(joined(parts).as_deref(), wanted, "{parts:?}");
        }
    }
}
