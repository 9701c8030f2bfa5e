//! Hosts of URLs, and sets of hosts in users' rules.

use crate::parse::{Scratch, parse};
use std::fmt::{self, Display, Formatter};

/// The hosts that a rule names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HostSet {
    Any,
    Itself(String),
    /// The hosts below a host.
    Below(String),
    /// A host and the hosts below it.
    Both(String),
}

impl HostSet {
    /// Reads `example.com`, `.example.com` (with all hosts below it), `*.example.com` (only the
    /// hosts below it) or `*`, given a function that returns the canonical form of a name.
    pub fn read(text: &str, canonical: impl Fn(&str) -> Option<String>) -> Option<Self> {
        match (text.strip_prefix("*."), text.strip_prefix('.')) {
            _ if text == "*" => Some(Self::Any),
            (Some(name), _) => canonical(name).map(Self::Below),
            (_, Some(name)) => canonical(name).map(Self::Both),
            _ => canonical(text).map(Self::Itself),
        }
    }

    /// Returns the name of the host; empty for any.
    pub fn name(&self) -> &str {
        match self {
            Self::Any => "",
            Self::Itself(name) | Self::Below(name) | Self::Both(name) => name,
        }
    }

    /// Whether the set has the host of this name (`itself`), or the hosts below it.
    pub fn has(&self, itself: bool) -> bool {
        match self {
            Self::Any | Self::Both(_) => true,
            Self::Itself(_) => itself,
            Self::Below(_) => !itself,
        }
    }

    /// Whether a host, which is canonical and has no port, is in the set.
    pub fn contains(&self, host: &[u8]) -> bool {
        *self == Self::Any
            || match host.strip_suffix(self.name().as_bytes()) {
                Some([]) => self.has(true),
                Some([.., b'.']) => self.has(false),
                _ => false,
            }
    }

    /// Whether all hosts of another set are in this one.
    pub fn covers(&self, other: &Self) -> bool {
        let before = other.name().strip_suffix(self.name());
        match self {
            _ if self == other => true,
            Self::Any => true,
            Self::Itself(_) => false,
            Self::Below(_) => before.is_some_and(|before| before.ends_with('.')),
            Self::Both(_) => {
                before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
            }
        }
    }
}

impl Display for HostSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mark = match self {
            Self::Any => "*",
            Self::Itself(_) => "",
            Self::Below(_) => "*.",
            Self::Both(_) => ".",
        };
        write!(f, "{mark}{}", self.name())
    }
}

/// Returns the canonical form of a host: lower case, international names in ASCII. `None` if it is
/// not a host, or contains one of these bytes, which the parser would treat as something else.
pub fn canonical(name: &str, refused: &[char]) -> Option<String> {
    if name.contains(refused) {
        return None;
    }
    let (line, mut scratch) = (format!("//{name}/"), Scratch::default());
    let (address, _) = parse(line.as_bytes(), &mut scratch)?;
    str::from_utf8(address.host)
        .ok()
        .filter(|host| !host.is_empty())
        .map(str::to_owned)
}

/// Returns the canonical form of a host without a port, as in rules for tokens.
pub fn named(name: &str) -> Option<String> {
    let host = canonical(name, &['/', '\\', '@', '*', '%', '!', '='])?;
    (without_port(host.as_bytes()) == host.as_bytes()).then_some(host)
}

/// Splits `host:port`; an address in brackets keeps its colons.
pub fn split_port(host: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memrchr(b':', host) {
        Some(colon)
            if host.len() > colon + 1 && host[colon + 1..].iter().all(u8::is_ascii_digit) =>
        {
            (&host[..colon], Some(&host[colon + 1..]))
        }
        _ => (host, None),
    }
}

/// Returns a host without its port.
pub fn without_port(host: &[u8]) -> &[u8] {
    split_port(host).0
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
    let below = memchr::memchr_iter(b'.', host).map(|dot| &host[dot + 1..]);
    std::iter::once(host)
        .chain(below)
        .chain(std::iter::once(&host[host.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_hosts_and_cover_sets() {
        let read = |text: &str| HostSet::read(text, named).expect("is a set");
        let sets = [
            "*",
            "a.example",
            ".a.example",
            "*.a.example",
            "b.a.example",
            "*.b.a.example",
            "c.example",
        ];
        let hosts = [
            "a.example",
            "b.a.example",
            "c.b.a.example",
            "ba.example",
            "c.example",
            "",
        ];
        for set in sets.map(read) {
            assert_eq!(read(&set.to_string()), set);
            let wanted = |host: &str| match set.name() {
                "" => true,
                name if host == name => !matches!(set, HostSet::Below(_)),
                name => host.ends_with(&format!(".{name}")) && !matches!(set, HostSet::Itself(_)),
            };
            for host in hosts {
                assert_eq!(set.contains(host.as_bytes()), wanted(host), "{set} {host}");
            }
            for other in sets.map(read) {
                let within =
                    |host: &&str| other.contains(host.as_bytes()) && !set.contains(host.as_bytes());
                assert!(
                    !set.covers(&other) || !hosts.iter().any(within),
                    "{set} {other}"
                );
            }
            assert!(set.covers(&set) && read("*").covers(&set));
        }
        assert!(read("*.a.example").covers(&read("*.b.a.example")));
        assert!(
            !read("*.a.example").covers(&read("a.example"))
                && read(".a.example").covers(&read("a.example"))
        );
        for name in ["", "a.example:8080", "a/b", "a*", "a@b", "!a"] {
            assert_eq!(named(name), None, "{name}");
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
