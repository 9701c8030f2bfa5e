//! Classifies links.

use std::net::Ipv4Addr;

use urlsift_url::suffixes;

/// A link that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Candidate<'l> {
    /// A URL with its host.
    Absolute(&'l [u8]),
    /// A path from the root of a host, or `//` and a host.
    Path(&'l [u8]),
    /// Relative to a base.
    Relative(&'l [u8]),
    /// It has the form of a path, but there is no evidence that it is one.
    Unclear(&'l [u8]),
    /// Not a link.
    None,
}

impl<'l> Candidate<'l> {
    /// Classifies the value of an attribute that contains a link.
    pub(super) fn of_link(link: &'l [u8]) -> Self {
        match link {
            [] | [b'#', ..] => Self::None,
            [b'/', ..] => Self::Path(link),
            _ => match scheme(link) {
                Some(_) if memchr::memmem::find(link, b"://").is_some() => Self::Absolute(link),
                // `javascript:`, `mailto:`, `data:`, `tel:`.
                Some(_) => Self::None,
                None => Self::Relative(link),
            },
        }
    }
}

/// Returns the length of the scheme at the start of a text, without its colon.
pub(super) fn scheme(text: &[u8]) -> Option<usize> {
    let length = text
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b))
        .count();
    (length > 1 && text[0].is_ascii_alphabetic() && text.get(length) == Some(&b':'))
        .then_some(length)
}

/// Returns whether a text begins with an unmistakable host: an IPv4 address, or a name below a
/// public suffix. Unless it begins with `www.`, a port, path or query must follow.
pub(super) fn has_host(text: &[u8]) -> bool {
    let end = text
        .iter()
        .position(|b| matches!(b, b'/' | b'?' | b'#' | b':'))
        .unwrap_or(text.len());
    let host = &text[..end];
    let is_label = |label: &[u8]| {
        !label.is_empty()
            && label
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || !b.is_ascii())
            && !label.starts_with(b"-")
    };
    let is_www = host.len() > 4 && host[..4].eq_ignore_ascii_case(b"www.");
    let goes_on = match text.get(end) {
        Some(b':') => {
            let port = text[end + 1..]
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count();
            (1..=5).contains(&port)
                && text
                    .get(end + 1 + port)
                    .is_none_or(|&b| matches!(b, b'/' | b'?' | b'#'))
        }
        Some(b'/') => true,
        _ => false,
    };
    (goes_on || is_www)
        && memchr::memchr(b'.', host).is_some()
        && host.split(|&b| b == b'.').all(is_label)
        && (is_ipv4(host) || has_public_suffix(host))
}

fn is_ipv4(host: &[u8]) -> bool {
    str::from_utf8(host).is_ok_and(|host| host.parse::<Ipv4Addr>().is_ok())
}

fn has_public_suffix(host: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    suffixes::domain(&host).is_some_and(|(_, suffix)| suffix.registry.is_some())
        && host
            .rsplit(|&b| b == b'.')
            .next()
            .is_some_and(|last| !last.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_from_words() {
        for (text, wanted) in [
            ("www.example.com", true),
            ("example.com/a", true),
            ("sub.example.co.uk:8443/a", true),
            ("192.0.2.7/a", true),
            ("192.0.2.7:80", true),
            ("example.com", false),
            ("1.2.3/a", false),
            ("text/html", false),
            ("src/main.rs", false),
            ("window.location", false),
            ("a..com/x", false),
            ("e.g./x", false),
            ("300.1.1.1/a", false),
        ] {
            assert_eq!(has_host(text.as_bytes()), wanted, "{text}");
        }
    }

    #[test]
    fn attributes_hold_what_is_a_link() {
        for (link, wanted) in [
            (
                "https://a.example/",
                Candidate::Absolute(b"https://a.example/"),
            ),
            ("//a.example/", Candidate::Path(b"//a.example/")),
            (
                "a.html?x=http://b",
                Candidate::Relative(b"a.html?x=http://b"),
            ),
            ("javascript:x()", Candidate::None),
            ("#top", Candidate::None),
            ("", Candidate::None),
        ] {
            assert_eq!(Candidate::of_link(link.as_bytes()), wanted, "{link}");
        }
    }
}
