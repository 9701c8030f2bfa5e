//! Recognises how a line that may be a URL begins.

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
        match line.first_chunk::<8>() {
            Some(b"https://") => Some(Self::Web(5)),
            Some(start) if start[..7] == *b"http://" => Some(Self::Web(4)),
            _ => Self::of_other(line),
        }
    }

    fn of_other(line: &[u8]) -> Option<Self> {
        match line {
            [] => None,
            [b'/', b'/', ..] => Some(Self::Relative),
            [b'/', ..] => Some(Self::Path),
            _ => match scheme_length(line) {
                Some(length) => Some(Self::Scheme(length)),
                None if looks_like_host(line) => Some(Self::Host),
                None => loose_scheme(line).map(Self::Loose),
            },
        }
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
    let colon = line.iter().take("https:".len()).position(|&b| b == b':')?;
    let scheme = &line[..colon];
    if !is_special(scheme) {
        return None;
    }
    let rest = &line[colon + 1..];
    if matches!(rest, [b'/' | b'\\', ..]) {
        return Some(colon);
    }
    let authority = before(rest, |b| matches!(b, b'/' | b'\\' | b'?' | b'#'));
    let (_, host) = split_last(authority, b'@').unwrap_or((b"", authority));
    let is_meant = !scheme.eq_ignore_ascii_case(b"file") && looks_like_host(host);
    is_meant.then_some(colon)
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
    let scheme = match form {
        LineStart::Web(length) | LineStart::Scheme(length) | LineStart::Loose(length) => {
            &folded[..length]
        }
        _ => return None,
    };
    is_special(scheme).then_some(form)
}

/// Returns the length of the scheme of a line that begins with `scheme://` (RFC 3986, section 3.1).
fn scheme_length(line: &[u8]) -> Option<usize> {
    if !line[0].is_ascii_alphabetic() {
        return None;
    }
    let scheme = before(line, |b| match b {
        b'+' | b'-' | b'.' => false,
        _ => !b.is_ascii_alphanumeric(),
    });
    let length = scheme.len();
    line[length..].starts_with(b"://").then_some(length)
}

/// Whether a line without a scheme begins with an unmistakable host: `localhost`, an IP address,
/// `name:port`, or labels that end with a likely top-level domain.
fn looks_like_host(line: &[u8]) -> bool {
    let authority = before(line, |b| matches!(b, b'/' | b'?' | b'#'));
    if authority.first() == Some(&b'[') {
        return authority.contains(&b']');
    }
    let (host, port) = match split_once(authority, b':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let is_of_host = |b: &u8| match b {
        b'-' | b'_' | b'.' => true,
        _ => b.is_ascii_alphanumeric() || !b.is_ascii(),
    };
    if host.is_empty() || !host.iter().all(is_of_host) {
        return false;
    }
    if let Some(port) = port {
        return !port.is_empty() && is_digits(port);
    }
    if host.eq_ignore_ascii_case(b"localhost") {
        return true;
    }
    let host = host.strip_suffix(b".").unwrap_or(host);
    match split_last(host, b'.') {
        Some((b"", _)) | None => false,
        Some((_, last)) => is_likely_top_level(last) || is_ipv4(host),
    }
}

/// Whether the last label of a host is likely a top-level domain, perhaps in Punycode.
fn is_likely_top_level(label: &[u8]) -> bool {
    if begins_with(label, b"xn--") {
        return label.len() > 4;
    }
    let is_letter = |b: &u8| b.is_ascii_alphabetic() || !b.is_ascii();
    label.len() >= 2 && label.iter().all(is_letter)
}

/// Whether this is an IPv4 address in its normal spelling: four decimal numbers without leading
/// zeros.
pub(super) fn is_ipv4(host: &[u8]) -> bool {
    let mut parts = split(host, b'.');
    parts.clone().count() == 4 && parts.all(is_octet)
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
