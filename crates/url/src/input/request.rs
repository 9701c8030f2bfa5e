//! Joins the URL of a record that has host and path in two members or columns, as servers log
//! requests.

use super::field::Field;
use super::json_paths::{JsonValue, Paths};
use super::member_names::{NamedMember, known_members};
use crate::bytes::{before, is_alphanumeric_and, is_digits};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Names of members with the host of a request, the best one first.
pub(super) const HOSTS: [&str; 24] = [
    "http_host",
    "request.host",
    "req.headers.host",
    "req.host",
    "meta.req.headers.host",
    "http.host",
    "http.server_name",
    "RequestHost",
    "authority",
    ":authority",
    "x-host-header",
    "cs-host",
    "cs(Host)",
    "url.domain",
    "request_host",
    "requestHost",
    "vhost",
    "virtual_host",
    "host",
    "Host",
    "domain",
    "server_name",
    "hostname",
    "request.headers.host",
];

/// Names of members with the path of a request.
pub(super) const PATHS: [&str; 16] = [
    "request_uri",
    "req.url",
    "http.url",
    "req",
    "request.uri",
    "RequestPath",
    "x-envoy-original-path",
    ":path",
    "requestUri",
    "cs-uri-stem",
    "url.path",
    "request_path",
    "request.path",
    "uri",
    "url",
    "request",
];

/// Further names of members with the path, for records of requests only.
pub(super) const LOOSE: [&str; 3] = ["path", "target", "endpoint"];

/// Names of members with the query of a request.
pub(super) const QUERIES: [&str; 10] = [
    "args",
    "query_string",
    "request.query",
    "cs-uri-query",
    "url.query",
    "requestQuery",
    "querystring",
    "uri_query",
    "http.query",
    "query",
];

pub(super) const SCHEMES: [&str; 6] = [
    "scheme",
    "RequestScheme",
    "request.scheme",
    "cs-protocol",
    "url.scheme",
    "x_forwarded_proto",
];

const PORTS: [&str; 4] = ["server_port", "RequestPort", "request.port", "port"];

struct KnownMembers {
    hosts: Paths,
    paths: Paths,
    loose: Paths,
    queries: Paths,
    schemes: Paths,
    ports: Paths,
}

static KNOWN: LazyLock<KnownMembers> = LazyLock::new(|| KnownMembers {
    hosts: Paths::new(&HOSTS),
    paths: Paths::new(&PATHS),
    loose: Paths::new(&LOOSE),
    queries: Paths::new(&QUERIES),
    schemes: Paths::new(&SCHEMES),
    ports: Paths::new(&PORTS),
});

/// Writes the URL of an object with a host, found under the names that servers use. Uses `named` as
/// the path if it is given. Returns whether there is a URL.
pub(super) fn write_url(object: &[u8], named: Option<&[u8]>, url: &mut Vec<u8>) -> bool {
    // A name with dots identifies a host better than the name of a machine, which has none.
    let mut host = find(object, &KNOWN.hosts, is_full_host);
    if host.is_none() {
        host = find(object, &KNOWN.hosts, is_host);
    }
    let Some(host) = host else {
        return false;
    };
    let mut path = named.map(Cow::Borrowed);
    if path.is_none() {
        path = find(object, &KNOWN.paths, is_path);
    }
    // A path alone may belong to a file.
    if path.is_none() && has_method(object) {
        path = find(object, &KNOWN.loose, is_path);
    }
    let Some(path) = path else {
        return false;
    };
    let mut parts = UrlWriter::new(url);
    if let Some(scheme) = find(object, &KNOWN.schemes, is_scheme) {
        parts.add(&scheme);
    }
    parts.add(&host);
    if !host.contains(&b':')
        && let Some(port) = find(object, &KNOWN.ports, is_unusual_port)
    {
        parts.add(&port);
    }
    parts.add(&path);
    if !path.contains(&b'?')
        && let Some(query) = find(object, &KNOWN.queries, is_query)
    {
        parts.add(&query);
    }
    parts.is_whole()
}

/// Returns the text of the best path that an object has and `takes` accepts.
fn find<'j>(object: &'j [u8], paths: &Paths, takes: fn(&[u8]) -> bool) -> Option<Cow<'j, [u8]>> {
    let value = paths.find(object, |value| takes(value.bytes()))?;
    Some(value.text())
}

/// Whether a text is a host with dots, or an address in brackets.
fn is_full_host(text: &[u8]) -> bool {
    is_host(text) && (text.contains(&b'.') || text.starts_with(b"["))
}

/// Whether a text is the scheme of a request.
pub(super) fn is_scheme(text: &[u8]) -> bool {
    matches!(text, b"http" | b"https" | b"ws" | b"wss")
}

/// Whether a text is a port that a URL has to name.
fn is_unusual_port(text: &[u8]) -> bool {
    !matches!(text, b"" | b"80" | b"443") && is_digits(text)
}

/// Whether a text may be a query, and not an object with its parameters.
fn is_query(text: &[u8]) -> bool {
    !matches!(text, b"" | [b'{' | b'[', ..])
}

/// Whether an object is a request.
pub(super) fn has_method(object: &[u8]) -> bool {
    let is_method = |value| match value {
        JsonValue::Text(text) => Field::Method.value(text).is_some(),
        _ => false,
    };
    let found = known_members(Field::Method).find(object, is_method);
    found.is_some()
}

/// Writes the URL whose parts these members hold, in order. Returns whether there is one.
pub(super) fn write_named(object: &[u8], members: &[NamedMember], url: &mut Vec<u8>) -> bool {
    let mut parts = UrlWriter::new(url);
    for member in members {
        if let Some(value) = member.paths.find(object, |value| !value.bytes().is_empty()) {
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
    if text.len() >= 262 || is_digits(text) || matches!(text, b"true" | b"false" | b"null") {
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

/// Whether a text begins with a slash, which may be escaped.
fn begins_with_slash(text: &[u8]) -> bool {
    text.starts_with(b"/") || text.starts_with(b"\\/")
}

/// Returns the target of `GET /a HTTP/1.1`.
fn target(request: &[u8]) -> Option<&[u8]> {
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

    #[test]
    fn known_members_are_joined() {
        for (object, wanted) in [
            (
                r#"{"http_host":"a.example","request_uri":"/x?b=1","uri":"/x"}"#,
                Some("//a.example/x?b=1"),
            ),
            (
                r#"{"host":"a.example","uri":"/x","args":"b=1","scheme":"https"}"#,
                Some("https://a.example/x?b=1"),
            ),
            (
                r#"{"host":"web-01","server_name":"a.example","request":"GET \/x HTTP/1.1"}"#,
                Some("//a.example/x"),
            ),
            (
                r#"{"host":"web-01","request":"GET /x HTTP/1.1"}"#,
                Some("//web-01/x"),
            ),
            (
                r#"{"request":{"host":"a.example:8443","uri":"/x","method":"GET"}}"#,
                Some("//a.example:8443/x"),
            ),
            (
                r#"{"authority":"a.example","path":"/x","method":"GET"}"#,
                Some("//a.example/x"),
            ),
            (
                r#"{"RequestHost":"a.example","RequestPath":"/x","RequestPort":"8080"}"#,
                Some("//a.example:8080/x"),
            ),
            (
                r#"{"host":"a.example","server_port":8443,"uri":"/x"}"#,
                Some("//a.example:8443/x"),
            ),
            (r#"{"host":"web-01","path":"/var/log/x.log"}"#, None),
            (r#"{"host":"a.example","msg":"no path"}"#, None),
            (r#"{"uri":"/x"}"#, None),
            (r#"{"host":{"name":"a.example"},"uri":"/x"}"#, None),
            (r#"{"host":"_","uri":"/x"}"#, None),
        ] {
            let mut url = Vec::new();
            let found = write_url(object.as_bytes(), None, &mut url);
            assert_eq!(
                found.then(|| url.to_str_lossy().into_owned()).as_deref(),
                wanted,
                "{object}"
            );
        }
        assert!(has_method(br#"{"method":"GET"}"#) && !has_method(br#"{"path":"/x"}"#));
    }
}
