//! A request of an access log: the columns of its line, and its URL.

use crate::bytes::{has_byte, is_digits, split_last, split_once};
use crate::display_text::hex_byte;
use crate::input::base::Base;
use crate::input::field::Field;
use crate::input::method;
use crate::input::word::one_slash;
use bstr::ByteSlice;
use memchr::memmem::Finder;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Finds the version behind a request.
pub(super) static VERSION: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" HTTP/"));

/// A line of a log, in columns.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct LogEntry<'r> {
    /// Empty if the line has none.
    pub scheme: &'r [u8],
    /// The host, with its port if both are one column.
    pub host: Option<&'r [u8]>,
    /// Text to append to the host.
    pub zone: &'static [u8],
    pub port: &'r [u8],
    /// The request's target, with escapes.
    pub target: &'r [u8],
    /// The query, without its question mark.
    pub query: &'r [u8],
    /// The time of the request: one text, or a day and a time of that day in UTC.
    pub time: [&'r [u8]; 2],
    pub status: &'r [u8],
    pub method: &'r [u8],
    /// The body of the request.
    pub body: &'r [u8],
    /// Number of bytes sent.
    pub size: &'r [u8],
    pub escapes: Escapes,
    /// The name of the format.
    pub format: &'static str,
}

/// The escapes in a target.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) enum Escapes {
    /// None, or those of URLs.
    #[default]
    None,
    /// `\"`, `\\`, `\x22`.
    Backslash,
    /// `#22`.
    Hash,
}

impl<'r> LogEntry<'r> {
    /// Whether the target is an absolute URL.
    fn is_absolute(&self) -> bool {
        !self.target.starts_with(b"/")
    }

    /// Whether no host is known.
    pub(in crate::input) fn lacks_host(&self) -> bool {
        self.host.is_none() && !self.is_absolute()
    }

    /// Returns a field other than the URL and the time.
    pub(in crate::input) fn field(&self, field: Field) -> Option<&'r [u8]> {
        let column = match field {
            Field::Status => self.status,
            Field::Method => method::in_capitals(self.method),
            Field::Size => self.size,
            Field::Body => self.body,
            _ => return None,
        };
        field.value(column)
    }

    /// Writes the URL of the request.
    pub(in crate::input) fn write_url(&self, base: Option<&Base>, url: &mut Vec<u8>) {
        url.clear();
        if self.target.is_empty() {
            return;
        }
        let mut target = Cow::Borrowed(self.target);
        if !self.is_absolute() {
            if let Some(host) = self.host {
                self.write_origin(host, url);
            } else if let Some(base) = base {
                base.write(b"", url);
            } else {
                // Two slashes would name a host.
                target = Cow::Borrowed(one_slash(self.target));
            }
        }
        if target.contains(&b' ') {
            // A blank would end the URL.
            target = Cow::Owned(target.replace(" ", "%20"));
        }
        match self.escapes {
            Escapes::None => url.extend_from_slice(&target),
            Escapes::Backslash => unescape(&target, url),
            // Written as a URL escape: a bare `#` would begin a fragment.
            Escapes::Hash => {
                let start = url.len();
                url.extend_from_slice(&target);
                for byte in &mut url[start..] {
                    if *byte == b'#' {
                        *byte = b'%';
                    }
                }
            }
        }
        if !self.query.is_empty() {
            let query = self.query.strip_prefix(b"?").unwrap_or(self.query);
            url.push(b'?');
            url.extend_from_slice(query);
        }
    }

    /// Writes scheme, host and port.
    fn write_origin(&self, host: &[u8], url: &mut Vec<u8>) {
        if !self.scheme.is_empty() {
            url.extend_from_slice(self.scheme);
            url.push(b':');
        } else if host.ends_with(b":443") {
            url.extend_from_slice(b"https:");
        } else if host.ends_with(b":80") {
            url.extend_from_slice(b"http:");
        }
        url.extend_from_slice(b"//");
        url.extend_from_slice(host);
        url.extend_from_slice(self.zone);
        if !self.port.is_empty() && !host.contains(&b':') {
            url.push(b':');
            url.extend_from_slice(self.port);
        }
    }

    /// Returns the time of the request.
    pub(in crate::input) fn time(&self) -> Option<Cow<'r, [u8]>> {
        let [day, time] = self.time;
        if !time.is_empty() {
            let day = day.replace("/", "-");
            return Some([&day, &b"T"[..], time, b"Z"].concat().into());
        }
        if day.is_empty() {
            return None;
        }
        // HAProxy writes milliseconds and no zone.
        if let Some((second, fraction)) = split_once(day, b'.')
            && !fraction.is_empty()
            && is_digits(fraction)
            && has_byte(second, b'/')
        {
            return Some([second, b" +0000"].concat().into());
        }
        Some(Cow::Borrowed(day))
    }
}

/// Returns the offset of the quote after a request: after its version, as some servers escape no
/// quotes, or else the next unescaped one.
pub(super) fn end_quote(text: &[u8]) -> Option<usize> {
    let end = quote(text)?;
    let request = &text[..end];
    if let Some((_, version)) = split_last(request, b' ')
        && version.starts_with(b"HTTP/")
        && !has_byte(request, b'\\')
    {
        return Some(end);
    }
    let Some(version) = VERSION.find(text) else {
        return Some(end);
    };
    match memchr::memchr(b'"', &text[version..]) {
        Some(length) if length < 30 => Some(version + length),
        _ => Some(end),
    }
}

/// Returns the offset of the next unescaped quote.
pub(super) fn quote(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr::memchr2(b'"', b'\\', &text[from..])?;
        if text[at] == b'"' {
            return Some(at);
        }
        from = at + 2;
        if from > text.len() {
            return None;
        }
    }
}

/// Returns a text without the quotes around it.
pub(super) fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}

/// Appends a text without the escapes of servers: `\"`, `\\`, `\x22`.
fn unescape(mut text: &[u8], plain: &mut Vec<u8>) {
    while let Some((before, behind)) = split_once(text, b'\\') {
        plain.extend_from_slice(before);
        text = behind;
        if let Some(code) = behind.strip_prefix(b"x")
            && let Some(byte) = hex_byte(code)
        {
            plain.push(byte);
            text = &code[2..];
        } else if let [escaped @ (b'"' | b'\\'), rest @ ..] = behind {
            plain.push(*escaped);
            text = rest;
        } else {
            // Some servers escape nothing.
            plain.push(b'\\');
        }
    }
    plain.extend_from_slice(text);
}
