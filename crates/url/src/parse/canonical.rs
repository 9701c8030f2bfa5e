//! The canonical form: parses a line with the `url` crate, cuts the result into the same parts as a
//! plain line, and gives percent escapes their one normal form (RFC 3986, section 6.2.2).

use super::address::{Address, Scratch};
use super::form::LineStart;
use crate::bytes::holds;
use crate::display_text::escaped_byte;
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
        normalise_escapes(buffer, from);
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
    let host = &text[user..host];
    marks.host_holds_api = holds(host, *b"api");
    Some(Address {
        scheme: &text[..scheme],
        user: &text[scheme..user],
        host,
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
    normalise_escapes(buffer, from);
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

/// Rewrites the escapes of `bytes[from..]` in place: unreserved characters are not escaped, every
/// other escape has upper-case digits. Malformed escapes stay as they are, and decoding never
/// completes one: `%%411` would become `%A1`, which is another byte.
pub(super) fn normalise_escapes(bytes: &mut Vec<u8>, from: usize) {
    let Some(first) = memchr::memchr(b'%', &bytes[from..]) else {
        return;
    };
    let mut read = from + first;
    let mut write = from + first;
    while read < bytes.len() {
        if let Some(value) = escaped_byte(&bytes[read..]) {
            if is_unreserved(value) && !completes_escape(&bytes[from..write], value) {
                bytes[write] = value;
                write += 1;
            } else {
                bytes[write] = b'%';
                bytes[write + 1] = bytes[read + 1].to_ascii_uppercase();
                bytes[write + 2] = bytes[read + 2].to_ascii_uppercase();
                write += 3;
            }
            read += 3;
        } else {
            bytes[write] = bytes[read];
            write += 1;
            read += 1;
        }
    }
    bytes.truncate(write);
}

/// Whether a text begins with an escape that stays as it is: one of a reserved character, with
/// upper-case digits.
pub(super) fn has_normal_escape(text: &[u8]) -> bool {
    let is_upper = |digit: &u8| digit.is_ascii_digit() || digit.is_ascii_uppercase();
    match (escaped_byte(text), text) {
        (Some(byte), [_, digits @ ..]) => !is_unreserved(byte) && digits[..2].iter().all(is_upper),
        _ => false,
    }
}

/// Whether a byte would become a digit of the malformed escape at the end of `before`. A
/// well-formed one is a byte longer.
fn completes_escape(before: &[u8], byte: u8) -> bool {
    byte.is_ascii_hexdigit()
        && match before {
            [.., b'%'] => true,
            [.., b'%', digit] => digit.is_ascii_hexdigit(),
            _ => false,
        }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_unreserved_characters_are_decoded() {
        for (raw, normal) in [
            ("%61%7e%2D%2f", "a~-%2F"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz%41", "%zzA"),
            ("%2561", "%2561"),
            ("%%41", "%%41"),
            ("%%41%42", "%%41B"),
            ("%4%31", "%4%31"),
            ("%4%7e", "%4~"),
            ("%2F%41", "%2FA"),
        ] {
            let mut bytes = raw.as_bytes().to_vec();
            super::normalise_escapes(&mut bytes, 0);
            assert_eq!(bytes, normal.as_bytes(), "{raw}");
            super::normalise_escapes(&mut bytes, 0);
            assert_eq!(bytes, normal.as_bytes(), "{raw} again");
        }
    }

    #[test]
    fn normal_escapes_stay_as_they_are() {
        for text in ["%2F", "%C3%A9", "%2561"] {
            assert!(super::has_normal_escape(text.as_bytes()), "{text}");
        }
        for text in ["%2f", "%41", "%7E", "%", "%2", "%zz", "2F"] {
            assert!(!super::has_normal_escape(text.as_bytes()), "{text}");
        }
    }
}
