//! Recognises how a line that may be a URL begins.

use super::scheme::{is_of_scheme, scheme_offset};
use crate::bytes::{before, begins_with, is_digits, is_one_of, split, split_last, split_once};

/// The beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineStart {
    /// `http://...` or `https://...`, in lower case: the length of the scheme.
    Web(usize),
    /// `scheme://...`: the length of the scheme.
    Scheme(usize),
    /// `//host...`
    Relative,
    /// `host...`
    Host,
    /// `/path...`
    Path,
    /// `https:/host...`, `http:\\host...`, `http:host...`: the offset of the colon. Browsers read
    /// all of them as `https://host...`.
    Loose(usize),
}

impl LineStart {
    #[inline]
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        // Most lines begin like this: eight bytes are one comparison.
        let Some(start) = line.first_chunk::<8>() else {
            return Self::of_other(line);
        };
        if start == b"https://" {
            Some(Self::Web(5))
        } else if start[..7] == *b"http://" {
            Some(Self::Web(4))
        } else {
            Self::of_other(line)
        }
    }

    fn of_other(line: &[u8]) -> Option<Self> {
        match line {
            [] => None,
            [b'/', b'/', ..] => Some(Self::Relative),
            [b'/', ..] => Some(Self::Path),
            _ => Self::of_text(line),
        }
    }

    /// Returns the form of a line that does not begin with a slash.
    fn of_text(line: &[u8]) -> Option<Self> {
        if let Some(length) = scheme_length(line) {
            return Some(Self::Scheme(length));
        }
        if looks_like_host(line) {
            return Some(Self::Host);
        }
        let colon = loose_scheme(line)?;
        Some(Self::Loose(colon))
    }

    /// Returns the offset of the authority.
    pub(super) fn authority_start(self) -> usize {
        match self {
            Self::Web(length) | Self::Scheme(length) => length + "://".len(),
            Self::Relative => "//".len(),
            Self::Host | Self::Path | Self::Loose(_) => 0,
        }
    }
}

/// Schemes for which browsers accept any number of slashes before the host (URL standard, *special
/// schemes*).
const SPECIAL: [&str; 6] = ["file", "ftp", "http", "https", "ws", "wss"];

/// Returns the length of the scheme of a line that only browsers read as an absolute URL: it has
/// another number of slashes, or backslashes. Text such as `http: 404` is not one, so without any
/// slash a likely host has to follow.
fn loose_scheme(line: &[u8]) -> Option<usize> {
    let mut start = line.iter().take("https:".len());
    let colon = start.position(|&b| b == b':')?;
    let scheme = &line[..colon];
    if !is_special(scheme) {
        return None;
    }
    let rest = &line[colon + 1..];
    if matches!(rest, [b'/' | b'\\', ..]) {
        return Some(colon);
    }
    if scheme.eq_ignore_ascii_case(b"file") {
        return None;
    }
    let authority = before(rest, |b| matches!(b, b'/' | b'\\' | b'?' | b'#'));
    let host = match split_last(authority, b'@') {
        Some((_, host)) => host,
        None => authority,
    };
    if !looks_like_host(host) {
        return None;
    }
    Some(colon)
}

/// Whether a scheme, in any case, is one of the [special ones](SPECIAL).
fn is_special(scheme: &[u8]) -> bool {
    is_one_of(scheme, &SPECIAL)
}

/// Returns the form of a line with tabs or line ends before its host, which browsers drop. Other
/// text may have them between words, so only lines that then begin with a web scheme count.
#[cold]
pub(super) fn folded_form(line: &[u8]) -> Option<LineStart> {
    memchr::memchr3(b'\t', b'\n', b'\r', line)?;
    let mut folded = line.to_vec();
    folded.retain(|b| !matches!(b, b'\t' | b'\n' | b'\r'));
    let form = LineStart::of(&folded)?;
    let (LineStart::Web(length) | LineStart::Scheme(length) | LineStart::Loose(length)) = form
    else {
        return None;
    };
    if !is_special(&folded[..length]) {
        return None;
    }
    Some(form)
}

/// Returns the length of the scheme of a line that begins with `scheme://` (RFC 3986, section 3.1).
fn scheme_length(line: &[u8]) -> Option<usize> {
    if !line[0].is_ascii_alphabetic() {
        return None;
    }
    let scheme = before(line, |b| !is_of_scheme(b));
    if !line[scheme.len()..].starts_with(b"://") {
        return None;
    }
    match scheme_offset(scheme) {
        // Other text is glued to it.
        Some(1..) => None,
        _ => Some(scheme.len()),
    }
}

/// Whether a line without a scheme begins with an unmistakable host: `localhost`, an IP address,
/// `name:port`, or labels that end with a likely top-level domain.
fn looks_like_host(line: &[u8]) -> bool {
    let authority = before(line, |b| matches!(b, b'/' | b'?' | b'#'));
    if authority.first() == Some(&b'[') {
        return authority.contains(&b']');
    }
    if let Some((host, port)) = split_once(authority, b':') {
        return has_host_bytes(host) && !port.is_empty() && is_digits(port);
    }
    if !has_host_bytes(authority) {
        return false;
    }
    if authority.eq_ignore_ascii_case(b"localhost") {
        return true;
    }
    let host = authority.strip_suffix(b".").unwrap_or(authority);
    match split_last(host, b'.') {
        Some((b"", _)) | None => false,
        Some((_, last)) => is_likely_top_level(last) || is_ipv4(host),
    }
}

/// Whether a text has only bytes that hosts have, and at least one.
fn has_host_bytes(text: &[u8]) -> bool {
    let is_of_host = |b: &u8| match b {
        b'-' | b'_' | b'.' => true,
        _ => b.is_ascii_alphanumeric() || !b.is_ascii(),
    };
    !text.is_empty() && text.iter().all(is_of_host)
}

/// Whether the last label of a host is likely a top-level domain, perhaps in Punycode.
fn is_likely_top_level(label: &[u8]) -> bool {
    if begins_with(label, b"xn--") {
        return label.len() > 4;
    }
    let is_letter = |b: &u8| b.is_ascii_alphabetic() || !b.is_ascii();
    if label.len() < 2 {
        return false;
    }
    label.iter().all(is_letter)
}

/// Whether this is an IPv4 address in its normal spelling: four decimal numbers without leading
/// zeros.
pub(super) fn is_ipv4(host: &[u8]) -> bool {
    let mut count = 0;
    for part in split(host, b'.') {
        if !is_octet(part) {
            return false;
        }
        count += 1;
    }
    count == 4
}

/// Whether a text is a number up to 255 without leading zeros.
fn is_octet(part: &[u8]) -> bool {
    match part {
        [b'0'..=b'9'] => true,
        [b'1'..=b'9', second] => second.is_ascii_digit(),
        [b'1' | b'2', _, _] => is_digits(part) && part <= &b"255"[..],
        _ => false,
    }
}
