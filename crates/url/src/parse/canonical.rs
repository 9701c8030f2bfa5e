//! Parses a line with the `url` crate, and cuts the result into the same parts as a plain line.

use super::address::{Address, Scratch};
use super::escape;
use super::form::LineStart;
use std::borrow::Cow;
use url::Url;

/// Parses a line with the `url` crate and writes its canonical text to `scratch`.
pub(super) fn judge<'a>(
    line: &[u8],
    form: &LineStart,
    scratch: &'a mut Scratch,
) -> Option<Address<'a>> {
    let Scratch {
        bytes: buffer,
        marks,
        ..
    } = scratch;
    let text = escaped(line);
    // The crate parses absolute URLs; lines without a scheme get one, and bare paths get a host
    // too.
    let prefix = match form {
        LineStart::Web(_) | LineStart::Scheme(_) | LineStart::Loose(_) => "",
        LineStart::Relative => "http:",
        LineStart::Host => "http://",
        LineStart::Path => "http://bare.path.invalid",
    };
    let has_scheme = prefix.is_empty();
    let has_host = *form != LineStart::Path;
    let parsed = if has_scheme {
        Url::parse(&text)
    } else {
        Url::parse(&format!("{prefix}{text}"))
    };
    let url = parsed.ok()?;
    if url.cannot_be_a_base() {
        return None;
    }
    buffer.clear();
    if has_scheme {
        buffer.extend_from_slice(url.scheme().as_bytes());
    }
    let scheme = buffer.len();
    if has_host {
        append_user(&url, buffer);
    }
    let user = buffer.len();
    if has_host {
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_suffix('.').unwrap_or(host);
        // An empty name or a dot is not a host, even with a port.
        if host.is_empty() && url.scheme() != "file" {
            return None;
        }
        // Hosts of other schemes are opaque to the crate: their case is folded here.
        buffer.extend(host.bytes().map(|b| b.to_ascii_lowercase()));
        if let Some(port) = url.port() {
            buffer.push(b':');
            buffer.extend_from_slice(port.to_string().as_bytes());
        }
    }
    let host = buffer.len();
    let mut append = |text: &str| {
        let from = buffer.len();
        buffer.extend_from_slice(text.as_bytes());
        escape::normalise(buffer, from);
        buffer.len()
    };
    let path_end = append(url.path());
    let query_end = append(url.query().unwrap_or_default());
    append(url.fragment().unwrap_or_default());
    let text: &'a [u8] = buffer;
    let path = match &text[host..path_end] {
        [] => b"/",
        path => path,
    };
    let query = &text[path_end..query_end];
    marks.find(path, query);
    Some(Address {
        scheme: &text[..scheme],
        user: &text[scheme..user],
        host: &text[user..host],
        path,
        query,
        fragment: &text[query_end..],
        marks,
    })
}

/// Appends the user name and password of a URL, since another user makes another request.
fn append_user(url: &Url, buffer: &mut Vec<u8>) {
    let from = buffer.len();
    buffer.extend_from_slice(url.username().as_bytes());
    if let Some(password) = url.password() {
        buffer.push(b':');
        buffer.extend_from_slice(password.as_bytes());
    }
    escape::normalise(buffer, from);
}

/// Returns the line as text: bytes that are not UTF-8 become escapes, which keeps them distinct.
fn escaped(line: &[u8]) -> Cow<'_, str> {
    use std::fmt::Write;
    if let Ok(text) = std::str::from_utf8(line) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(line.len() + 16);
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(text, "%{byte:02X}").expect("writing to a string does not fail");
        }
    }
    Cow::Owned(text)
}
