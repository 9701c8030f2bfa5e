//! Hosts and ports of URLs, and their origins, which places are compared with.

use crate::bytes::{is_alphanumeric_and, is_digits, split_last};
use crate::display_text::is_seen;
use crate::parse::{Address, Scratch, parse};

/// Returns the canonical form of a host without a port: lower case, international names in ASCII.
/// `None` if it is not a host, or contains a sign that has a meaning before or after hosts.
pub fn canonical_host(name: &str) -> Option<String> {
    if name.contains(['/', '\\', '?', '#', '@']) {
        return None;
    }
    let line = format!("//{name}/");
    let mut scratch = Scratch::default();
    let (address, _) = parse(line.as_bytes(), &mut scratch)?;
    let host = str::from_utf8(address.host).ok()?;
    if host.is_empty() || host.contains(['*', '%', '!', '=', '@']) {
        return None;
    }
    if host.contains(char::is_whitespace) {
        return None;
    }
    let is_bracketed = host.starts_with('[');
    if host.contains(':') && !is_bracketed {
        return None;
    }
    let (_, port) = split_port(address.host);
    if port.is_some() {
        return None;
    }
    Some(host.to_owned())
}

/// Returns an international host as people write it, with its port: `例子.example` for
/// `xn--fsqu00a.example`. `None` if it has no such label, or a sign that hides.
pub fn shown_host(host: &str) -> Option<String> {
    if !host.contains("xn--") {
        return None;
    }
    let name = str::from_utf8(without_port(host.as_bytes())).ok()?;
    let shown = url::quirks::domain_to_unicode(name);
    let is_seen = |letter: char| is_seen(letter) || ".-_".contains(letter);
    if shown == name || shown.is_empty() || !shown.chars().all(is_seen) {
        return None;
    }
    Some(shown + &host[name.len()..])
}

/// Splits `host:port`; an address in brackets keeps its colons.
pub fn split_port(host: &[u8]) -> (&[u8], Option<&[u8]>) {
    match split_last(host, b':') {
        Some((name, port)) if !port.is_empty() && is_digits(port) => (name, Some(port)),
        _ => (host, None),
    }
}

/// Returns a host without its port.
pub fn without_port(host: &[u8]) -> &[u8] {
    let (host, _) = split_port(host);
    host
}

/// Whether a host, with or without a port, is a name or an address, or empty. Anything else may be
/// a pattern to a reader of rules.
pub fn is_name_or_address(host: &str) -> bool {
    let name = without_port(host.as_bytes());
    if let Some(address) = name.strip_prefix(b"[") {
        let address = address.strip_suffix(b"]").unwrap_or_default();
        let is_of_address = |byte: &u8| byte.is_ascii_hexdigit() || b":.".contains(byte);
        return !address.is_empty() && address.iter().all(is_of_address);
    }
    let is_label = |label: &[u8]| !label.is_empty() && is_alphanumeric_and(label, b"-_");
    name.is_empty() || name.split(|byte| *byte == b'.').all(is_label)
}

/// Returns the default port of a scheme.
pub fn default_port(scheme: &[u8]) -> Option<&'static [u8]> {
    match scheme {
        b"http" | b"ws" => Some(b"80"),
        b"https" | b"wss" => Some(b"443"),
        b"ftp" => Some(b"21"),
        _ => None,
    }
}

/// Returns the host, the rest after each of its dots, and an empty name.
pub fn suffixes(host: &[u8]) -> impl Iterator<Item = &[u8]> {
    let dots = memchr::memchr_iter(b'.', host);
    let below = dots.map(|dot| &host[dot + 1..]);
    let empty = &host[host.len()..];
    std::iter::once(host).chain(below).chain([empty])
}

/// The scheme, the host and the port of a URL.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// Empty if the URL has none.
    pub scheme: &'a [u8],
    /// The host with its port, if that is not the scheme's own.
    pub server: &'a [u8],
}

impl<'a> Origin<'a> {
    /// Returns the origin of a URL.
    pub fn of(address: &Address<'a>) -> Self {
        Self {
            scheme: address.scheme,
            server: address.host,
        }
    }

    /// Returns the host without its port.
    pub fn host(self) -> &'a [u8] {
        without_port(self.server)
    }

    /// Returns the port; `None` if there is neither a port nor a scheme that has one.
    pub fn port(self) -> Option<&'a [u8]> {
        let (_, port) = split_port(self.server);
        port.or(default_port(self.scheme))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn international_hosts_are_shown_as_people_write_them() {
        for (host, wanted) in [
            ("xn--fsqu00a.xn--0zwm56d", Some("例子.测试")),
            (
                "www.xn--bcher-kva.example:8080",
                Some("www.bücher.example:8080"),
            ),
            ("xn--o3cw4h.example", Some("ไทย.example")),
            ("a.example", None),
            ("xn--.example", None),
            ("[::1]:80", None),
        ] {
            assert_eq!(shown_host(host).as_deref(), wanted, "{host}");
        }
    }

    #[test]
    fn hosts_have_one_form() {
        for (name, wanted) in [
            ("A.Example", Some("a.example")),
            ("b\u{fc}cher.example", Some("xn--bcher-kva.example")),
            ("b%C3%BCcher.example", Some("xn--bcher-kva.example")),
            ("127.1", Some("127.0.0.1")),
            ("[::FFFF:127.0.0.1]", Some("[::ffff:7f00:1]")),
            ("a_b-1.example", Some("a_b-1.example")),
            ("$x.example", Some("$x.example")),
            ("", None),
            ("a.example:8080", None),
            ("a:b", None),
            ("a b", None),
            ("a/b", None),
            ("a*", None),
            ("a@b", None),
            ("!a", None),
            ("%21a", None),
            ("a=b", None),
            ("::1", None),
        ] {
            assert_eq!(canonical_host(name).as_deref(), wanted, "{name}");
        }
    }

    #[test]
    fn a_port_is_digits_behind_a_colon() {
        for (host, name, port) in [
            ("a.example:80", "a.example", Some("80")),
            ("a.example", "a.example", None),
            ("[::1]", "[::1]", None),
            ("[::1]:8080", "[::1]", Some("8080")),
            ("a:", "a:", None),
        ] {
            assert_eq!(
                split_port(host.as_bytes()),
                (name.as_bytes(), port.map(str::as_bytes)),
                "{host}"
            );
        }
    }
}
