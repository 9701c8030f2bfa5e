//! Patterns of hosts.

use super::network::{Network, address_of, counterpart};
use crate::error::{Error, ErrorKind};
use crate::glob::Glob;
use crate::host::{self, HostSet, default_port, split_port};
use crate::parse::Address;
use std::net::IpAddr;

/// A pattern of hosts, with an optional port.
#[derive(Clone, Debug)]
pub(super) struct HostPattern {
    name: HostName,
    /// The port in decimal digits.
    port: Option<Vec<u8>>,
}

#[derive(Clone, Debug)]
enum HostName {
    Hosts(HostSet),
    /// Any host that matches.
    Glob(Glob),
    /// The addresses of a network.
    Network(Network),
}

/// Advice for a pattern that is not a host.
const ADVICE: &str = "write example.com, *.example.com or .example.com, optionally with a port";

impl HostPattern {
    /// Parses `host`, `*.host`, `.host`, a glob or an address, and a port after a colon; or a
    /// network.
    pub(super) fn parse(pattern: &str) -> Result<Self, Error> {
        let refused = |advice: &str| {
            Error::new(
                ErrorKind::Name,
                format!("\"{}\" is not a host: {advice}", pattern.escape_debug()),
            )
        };
        let trimmed = pattern.trim();
        match Network::read(trimmed) {
            Some(Ok(network)) => {
                return Ok(Self {
                    name: HostName::Network(network),
                    port: None,
                });
            }
            Some(Err(advice)) => return Err(refused(&advice)),
            None => {}
        }
        if trimmed.contains([',', ';']) {
            return Err(refused(
                "write each host by itself, one on a line in a file",
            ));
        }
        if trimmed.starts_with(".*")
            || trimmed.contains(['\\', '^', '$', '(', ')', '+', '|', '{', '}'])
        {
            return Err(refused(
                "it looks like a regular expression; * stands for any characters",
            ));
        }
        let (name, port) = match trimmed.strip_suffix(":*") {
            Some(name) => (name.as_bytes(), None),
            None => split_port(trimmed.as_bytes()),
        };
        let port = port.map(|port| {
            let number = str::from_utf8(port)
                .ok()
                .and_then(|port| port.parse::<u16>().ok());
            number
                .map(|port| port.to_string().into_bytes())
                .ok_or_else(|| refused("ports end at 65535"))
        });
        let name = str::from_utf8(name).map_err(|_| refused(ADVICE))?;
        Ok(Self {
            name: HostName::parse(name).ok_or_else(|| refused(ADVICE))?,
            port: port.transpose()?,
        })
    }

    /// Reads a host without a port, optionally with all names below it; an address has none below
    /// it.
    pub(super) fn of_host(host: &str, below: bool) -> Result<Self, Error> {
        let is_address = address_of(split_port(host.as_bytes()).0).is_some();
        Self::parse(&if below && !is_address {
            format!(".{host}")
        } else {
            host.to_owned()
        })
    }

    /// Returns the name or address that all matching hosts are, or are below.
    pub(super) fn key(&self) -> Option<Vec<u8>> {
        match &self.name {
            HostName::Hosts(hosts) => {
                Some(hosts.name().as_bytes().to_vec()).filter(|name| !name.is_empty())
            }
            HostName::Network(network) => Some(network.single()?.to_string().into_bytes()),
            HostName::Glob(_) => None,
        }
    }

    /// Whether the host of a URL matches, and its port if the pattern has one.
    pub(super) fn fits(&self, address: &Address<'_>) -> bool {
        let (host, port) = split_port(address.host);
        !host.is_empty()
            && self.name.fits(host, address_of)
            && self
                .port
                .as_deref()
                .is_none_or(|wanted| Some(wanted) == port.or(default_port(address.scheme)))
    }

    /// Whether the URL may lead to a matching host and port: directly, by its address in the other
    /// version of the protocol, or possibly by its port, if there is no scheme.
    pub(super) fn touches(&self, address: &Address<'_>) -> bool {
        let (host, port) = split_port(address.host);
        let is_port = |wanted: &[u8]| match port.or(default_port(address.scheme)) {
            Some(port) => port == wanted,
            None => address.scheme.is_empty() && matches!(wanted, b"80" | b"443"),
        };
        !host.is_empty()
            && (self.name.fits(host, address_of)
                || self
                    .name
                    .fits(host, |host| address_of(host).and_then(counterpart)))
            && self.port.as_deref().is_none_or(is_port)
    }
}

impl HostName {
    /// Reads a name; `None` if it is not a valid host.
    fn parse(name: &str) -> Option<Self> {
        if name.strip_prefix("*.").unwrap_or(name).contains('*') {
            return glob(name).map(Self::Glob);
        }
        let hosts = HostSet::read(name, canonical)?;
        match (address_of(hosts.name().as_bytes()), &hosts) {
            (Some(ip), HostSet::Itself(_)) => Some(Self::Network(Network::one(ip))),
            (Some(_), _) => None,
            (None, _) => Some(Self::Hosts(hosts)),
        }
    }

    /// Whether a host has this name or address.
    fn fits(&self, host: &[u8], address: impl Fn(&[u8]) -> Option<IpAddr>) -> bool {
        match self {
            Self::Hosts(hosts) => hosts.contains(host),
            Self::Glob(glob) => glob.matches(host),
            Self::Network(network) => address(host).is_some_and(|ip| network.holds(ip)),
        }
    }
}

/// Reads a glob of names, or of addresses in brackets.
fn glob(name: &str) -> Option<Glob> {
    if let Some(inner) = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
    {
        let is_address = inner
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || b"*:.".contains(&byte));
        return is_address.then(|| Glob::new(name));
    }
    let label = |label: &str| -> Option<String> {
        if label.is_ascii() {
            return label
                .bytes()
                .all(|byte| is_of_name(byte) || byte == b'*')
                .then(|| label.to_owned());
        }
        // Hosts are in ASCII, so a part of an international name matches nothing.
        canonical(label)
    };
    let labels: Option<Vec<String>> = name.split('.').map(label).collect();
    labels.map(|labels| Glob::new(&labels.join(".")))
}

/// Whether a byte may be part of a host name.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)
}

/// Returns the canonical form of a host: lower case, international names in ASCII.
fn canonical(name: &str) -> Option<String> {
    let host = host::canonical(name, &['/', '\\', '?', '#', '@'])?;
    (address_of(host.as_bytes()).is_some() || host.bytes().all(is_of_name)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Scratch, parse};

    fn fits(pattern: &str, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        HostPattern::parse(pattern)
            .expect("is a pattern")
            .fits(&address)
    }

    fn touches(pattern: &str, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        HostPattern::parse(pattern)
            .expect("is a pattern")
            .touches(&address)
    }

    #[test]
    fn patterns_fit_hosts() {
        for (pattern, url, wanted) in [
            ("example.com", "https://EXAMPLE.com/a", true),
            ("Example.COM", "example.com/a", true),
            ("example.com", "https://a.example.com/", false),
            ("*.example.com", "https://a.b.example.com/", true),
            ("*.example.com", "https://example.com/", false),
            ("*.example.com", "https://badexample.com/", false),
            (".example.com", "https://example.com/", true),
            (".example.com", "https://a.example.com/", true),
            (".example.com", "https://badexample.com/", false),
            ("api-*.example.com", "https://api-7.example.com/", true),
            ("api-*.example.com", "https://api.example.com/", false),
            ("example.com", "https://example.com:8443/", true),
            ("example.com:8443", "https://example.com:8443/", true),
            ("example.com:8443", "https://example.com/", false),
            ("example.com:443", "https://example.com/", true),
            ("example.com:443", "http://example.com/", false),
            ("*:8080", "http://10.0.0.1:8080/", true),
            ("[::1]", "http://[::1]:80/", true),
            ("[::1]:8080", "http://[::1]:8080/", true),
            (
                "b\u{fc}cher.example",
                "https://xn--bcher-kva.example/",
                true,
            ),
            ("b\u{fc}cher.*", "https://xn--bcher-kva.example/", true),
            ("*", "/login", false),
            ("example.com:*", "https://example.com:8443/", true),
            ("example.com:08443", "https://example.com:8443/", true),
            ("10.0.0.0/24", "https://10.0.0.9:8443/", true),
            ("10.0.0.0/24", "https://10.0.1.9/", false),
            ("10.0.0.*", "https://10.0.0.9/", true),
            ("10.0.0.*", "https://10.0.0.9.example/", false),
            ("2001:db8::/32", "https://[2001:DB8:0::7]/", true),
            ("2001:db8::1", "https://[2001:db8::1]/", true),
            ("127.0.0.1", "http://[::ffff:127.0.0.1]/", false),
        ] {
            assert_eq!(fits(pattern, url), wanted, "{pattern} {url}");
            assert!(!wanted || touches(pattern, url), "{pattern} {url}");
        }
        for (pattern, url) in [
            ("127.0.0.1", "http://[::ffff:127.0.0.1]/"),
            ("127.0.0.1", "http://[::ffff:7f00:1]/"),
            ("127.0.0.0/8", "http://[::ffff:127.0.0.1]/"),
            ("[::ffff:127.0.0.1]", "http://127.1/"),
            ("example.com:443", "//example.com/"),
            ("example.com:80", "example.com/a"),
        ] {
            assert!(
                touches(pattern, url) && !fits(pattern, url),
                "{pattern} {url}"
            );
        }
        assert!(!touches("example.com:8443", "//example.com/"));
    }

    #[test]
    fn what_no_host_can_fit_is_refused() {
        for pattern in [
            "",
            "https://example.com",
            "example.com/a",
            "a b",
            "*.",
            "a@b.example",
        ] {
            assert!(HostPattern::parse(pattern).is_err(), "{pattern}");
        }
        for (pattern, wanted) in [
            ("a.example,b.example", "write each host by itself"),
            (r"re.*\.example", "it looks like a regular expression"),
            ("(a|b).example", "it looks like a regular expression"),
            ("^a.example$", "it looks like a regular expression"),
            (".*.example", "it looks like a regular expression"),
            ("b\u{fc}*.example", "write example.com"),
            ("*.10.0.0.1", "write example.com"),
            ("a.example:80-90", "write example.com"),
            ("a.example:65536", "ports end at 65535"),
            ("10.0.0.1/24", "write 10.0.0.0/24 for the network"),
            ("[a-z]*.example", "write example.com"),
        ] {
            let error = HostPattern::parse(pattern).expect_err(pattern).to_string();
            assert!(
                error.contains(" is not a host: ") && error.contains(wanted),
                "{error}"
            );
        }
    }
}
