//! Classifies links.

use bstr::ByteSlice;
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
            _ if is_hash_route(link) => Self::Relative(link),
            [] | [b'#', ..] => Self::None,
            [b'/', ..] => Self::Path(link),
            _ if !has_scheme(link) => Self::Relative(link),
            _ if link.contains_str("://") => Self::Absolute(link),
            // `javascript:`, `mailto:`, `data:`, `tel:`.
            _ => Self::None,
        }
    }
}

/// Returns whether a text is the route of a page in its fragment: `#/users`, `#!/users`.
pub(super) fn is_hash_route(text: &[u8]) -> bool {
    let route = text.strip_prefix(b"#!/").or(text.strip_prefix(b"#/"));
    let first = route.and_then(<[u8]>::first);
    first.is_some_and(|first| first.is_ascii_alphanumeric() || b":{_".contains(first))
}

/// Returns whether a text begins with a scheme and a colon.
pub(super) fn has_scheme(text: &[u8]) -> bool {
    let rest = text.trim_start_with(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    let length = text.len() - rest.len();
    length > 1 && text[0].is_ascii_alphabetic() && rest.starts_with(b":")
}

/// Returns whether a text begins with an unmistakable host: an IPv4 address, or a name below a
/// public suffix. Unless it begins with `www.`, a port, path or query must follow.
pub(super) fn has_host(text: &[u8]) -> bool {
    let end = text
        .iter()
        .position(|b| matches!(b, b'/' | b'?' | b'#' | b':'));
    let (host, rest) = text.split_at(end.unwrap_or(text.len()));
    let goes_on = match rest {
        [b':', port @ ..] => begins_with_port(port),
        [b'/', ..] => true,
        _ => false,
    };
    let is_www = host.len() > 4 && host[..4].eq_ignore_ascii_case(b"www.");
    if !goes_on && !is_www {
        return false;
    }
    let mut labels = host.split(|&b| b == b'.');
    if !host.contains(&b'.') || !labels.all(is_label) {
        return false;
    }
    is_ipv4(host) || has_public_suffix(host)
}

/// Returns whether a text is a port, with or without a path or query.
fn begins_with_port(text: &[u8]) -> bool {
    let behind = text.trim_start_with(|c| c.is_ascii_digit());
    let digits = text.len() - behind.len();
    let is_whole = match behind.first() {
        Some(next) => b"/?#".contains(next),
        None => true,
    };
    is_whole && (1..=5).contains(&digits)
}

fn is_label(label: &[u8]) -> bool {
    if label.is_empty() || label.starts_with(b"-") {
        return false;
    }
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"-_".contains(b);
    label.iter().all(is_part)
}

fn is_ipv4(host: &[u8]) -> bool {
    match host.to_str() {
        Ok(host) => host.parse::<Ipv4Addr>().is_ok(),
        Err(_) => false,
    }
}

fn has_public_suffix(host: &[u8]) -> bool {
    let host = host.to_ascii_lowercase();
    let Some((_, suffix)) = suffixes::domain(&host) else {
        return false;
    };
    let (_, last) = host.rsplit_once_str(".").unwrap_or_default();
    suffix.registry.is_some() && !last.iter().all(u8::is_ascii_digit)
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
            ("#/", Candidate::None),
            ("#/users/:id", Candidate::Relative(b"#/users/:id")),
            ("#!/users", Candidate::Relative(b"#!/users")),
            ("", Candidate::None),
        ] {
            assert_eq!(Candidate::of_link(link.as_bytes()), wanted, "{link}");
        }
    }
}
