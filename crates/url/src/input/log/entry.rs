//! A request of an access log: the columns of its line, and its URL.

use crate::bytes::{before, is_digits};
use crate::display_text::hex_byte;
use crate::input::base::Base;
use crate::input::field::Field;
use bstr::ByteSlice;
use std::borrow::Cow;

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

/// A request as written between quotes.
pub(super) struct LogRequest<'r> {
    pub method: &'r [u8],
    pub target: &'r [u8],
}

impl<'r> LogRequest<'r> {
    /// Reads a request; `None` if the text is not one.
    pub(super) fn of(text: &'r [u8]) -> Option<Self> {
        let (method, rest) = text.split_once_str(" ")?;
        // A target may have blanks. Nearly always, the version is the last word.
        let target = match rest.rsplit_once_str(" ") {
            Some((target, version)) if version.starts_with(b"HTTP/") => target,
            _ => match rest.rsplit_once_str(" HTTP/") {
                Some((target, _)) => target,
                None => before(rest, |byte| byte == b' '),
            },
        };
        if method.is_empty() || target.is_empty() {
            return None;
        }
        let is_letter = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'-';
        if !method.iter().all(is_letter) {
            return None;
        }
        Some(Self { method, target })
    }

    /// Returns the entry of this request, in which backslashes escape.
    pub(super) fn entry(self, time: &'r [u8], status: &'r [u8]) -> LogEntry<'r> {
        LogEntry {
            target: self.target,
            method: self.method,
            time: [time, b""],
            status,
            escapes: Escapes::Backslash,
            ..LogEntry::default()
        }
    }
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
            Field::Method => self.method,
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
                let path = self.target.trim_start_with(|c| c == '/');
                let slashes = self.target.len() - path.len();
                target = Cow::Borrowed(&self.target[slashes - 1..]);
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
            return Some([day, b"T", time, b"Z"].concat().into());
        }
        if day.is_empty() {
            return None;
        }
        // HAProxy writes milliseconds and no zone.
        if let Some((second, fraction)) = day.split_once_str(".")
            && !fraction.is_empty()
            && is_digits(fraction)
            && !day.contains(&b'-')
        {
            return Some([second, b" +0000"].concat().into());
        }
        Some(Cow::Borrowed(day))
    }
}

/// Returns the offset of the quote after a request: after its version, as some servers escape no
/// quotes, or else the next unescaped one.
pub(super) fn end_quote(text: &[u8]) -> Option<usize> {
    let first = quote(text);
    if let Some(end) = first
        && let request = &text[..end]
        && let Some((_, version)) = request.rsplit_once_str(" ")
        && version.starts_with(b"HTTP/")
        && !request.contains(&b'\\')
    {
        return first;
    }
    let Some(version) = text.find(" HTTP/") else {
        return first;
    };
    match text[version..].find_byte(b'"') {
        Some(length) if length < 30 => Some(version + length),
        _ => first,
    }
}

/// Returns the offset of the next unescaped quote.
pub(super) fn quote(text: &[u8]) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'"' => return Some(at),
            b'\\' => is_escaped = true,
            _ => {}
        }
    }
    None
}

/// Appends a text without the escapes of servers: `\"`, `\\`, `\x22`.
fn unescape(mut text: &[u8], plain: &mut Vec<u8>) {
    while let Some((before, behind)) = text.split_once_str("\\") {
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
