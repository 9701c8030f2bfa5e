//! Joins the URL of a record that has host and path in two members or columns, as servers log
//! requests.

use super::json_paths;
use super::json_value::JsonValue;
use crate::bytes::{before, begins_with_letter, is_alphanumeric_and, is_digits, is_one_of};
use bstr::ByteSlice;
use std::net::IpAddr;

/// Whether a text is a host with dots or a port, an address in brackets, or this machine.
pub(super) fn is_full_host(text: &[u8]) -> bool {
    is_host(text) && (text.find_byteset(b".:[").is_some() || text == b"localhost")
}

/// Whether a host is a name with a dot, and not an address.
pub(super) fn is_host_name(host: &[u8]) -> bool {
    let name = before(host, |byte| byte == b':');
    let Some((_, last)) = name.rsplit_once_str(".") else {
        return false;
    };
    is_host(host) && begins_with_letter(last)
}

/// Whether a text is the address of a machine, without a port.
pub(super) fn is_network_address(text: &[u8]) -> bool {
    match text.to_str() {
        Ok(text) => text.parse::<IpAddr>().is_ok(),
        Err(_) => false,
    }
}

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

/// Whether a text may be a host, with or without a port.
pub(super) fn is_host(text: &[u8]) -> bool {
    if text.len() >= 262 || is_digits(text) || is_one_of(text, &["true", "false", "null"]) {
        return false;
    }
    let mut has_name = false;
    for byte in text {
        if byte.is_ascii_alphanumeric() {
            has_name = true;
        } else if byte.is_ascii() && !b"-_.:[]".contains(byte) {
            return false;
        }
    }
    has_name
}

/// Returns the host of a URL that has nothing else: `https://a.example`. Its slashes may be
/// escaped.
pub(super) fn host_of_origin(text: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = text.split_once_str(":")?;
    if !is_scheme(scheme) {
        return None;
    }
    let host = rest.trim_with(|mark| matches!(mark, '/' | '\\'));
    if host.len() == rest.len() || !is_host(host) {
        return None;
    }
    Some(host)
}

/// Whether a text begins with a slash, which may be escaped.
pub(super) fn begins_with_slash(text: &[u8]) -> bool {
    text.starts_with(b"/") || text.starts_with(b"\\/")
}

/// Returns the target of `GET /a HTTP/1.1`.
pub(super) fn target(request: &[u8]) -> Option<&[u8]> {
    let (method, rest) = request.split_once_str(" ")?;
    if method.is_empty() || !method.iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    let target = before(rest, |byte| byte == b' ');
    if begins_with_slash(target) || target.find("://").is_some() {
        Some(target)
    } else {
        None
    }
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
        let is_absolute = match text.split_once_str("://") {
            Some((scheme, _)) => is_alphanumeric_and(scheme, b"+-."),
            None => false,
        };
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
