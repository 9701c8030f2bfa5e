//! Patterns of hosts.

use crate::error::{Error, ErrorKind};
use crate::glob::Glob;
use crate::parse::{Address, Scratch, parse};

/// A pattern of hosts, with an optional port.
#[derive(Clone, Debug)]
pub(super) struct HostPattern {
    name: Name,
    /// The port in decimal digits.
    port: Option<Vec<u8>>,
}

#[derive(Clone, Debug)]
enum Name {
    /// One host, in canonical form.
    Exact(Vec<u8>),
    /// All names below this one, and optionally the name itself. The suffix begins with a dot.
    Below { suffix: Vec<u8>, itself: bool },
    /// Any host that fits.
    Glob(Glob),
}

impl HostPattern {
    /// Parses `host`, `*.host`, `.host` or a glob, and a port after a colon.
    pub(super) fn parse(pattern: &str) -> Result<Self, Error> {
        let refused = || {
            let shown = pattern.escape_debug();
            let text = format!(
                "\"{shown}\" is not a host: write example.com, *.example.com or .example.com, with a port if wished"
            );
            Error::new(ErrorKind::Name, text)
        };
        let (name, port) = split_port(pattern.trim().as_bytes());
        let name = str::from_utf8(name).map_err(|_| refused())?;
        let below = |name: &str, itself| {
            let mut suffix = canonical(name)?;
            suffix.insert(0, b'.');
            Some(Name::Below { suffix, itself })
        };
        let name = match (name.strip_prefix("*."), name.strip_prefix('.')) {
            (Some(name), _) if !name.contains('*') => below(name, false),
            (_, Some(name)) if !name.contains('*') => below(name, true),
            _ if name.contains('*') => {
                let is_glob = !name.contains(['/', ' ', '@', '?', '#']);
                is_glob.then(|| Name::Glob(Glob::new(name)))
            }
            _ => canonical(name).map(Name::Exact),
        };
        Ok(Self { name: name.ok_or_else(refused)?, port: port.map(<[u8]>::to_vec) })
    }

    /// The same without a port, and optionally with all names below the host.
    pub(super) fn of_host(host: &str, below: bool) -> Result<Self, Error> {
        Self::parse(&if below { format!(".{host}") } else { host.to_owned() })
    }

    /// Whether the host of a URL fits, and its port if the pattern has one.
    pub(super) fn fits(&self, address: &Address<'_>) -> bool {
        let (host, port) = split_port(address.host);
        if host.is_empty() {
            return false;
        }
        let name = match &self.name {
            Name::Exact(name) => host == name,
            Name::Below { suffix, itself } => host.ends_with(suffix) || (*itself && host == &suffix[1..]),
            Name::Glob(glob) => glob.matches(host),
        };
        name && self
            .port
            .as_deref()
            .is_none_or(|wanted| Some(wanted) == port.or(default_port(address.scheme)))
    }
}

/// The default port of a scheme.
pub(super) fn default_port(scheme: &[u8]) -> Option<&'static [u8]> {
    match scheme {
        b"http" | b"ws" => Some(b"80"),
        b"https" | b"wss" => Some(b"443"),
        b"ftp" => Some(b"21"),
        _ => None,
    }
}

/// Splits `host:port`; an address in brackets keeps its colons.
pub(super) fn split_port(host: &[u8]) -> (&[u8], Option<&[u8]>) {
    match memchr::memrchr(b':', host) {
        Some(colon)
            if !host[colon..].contains(&b']')
                && host.len() > colon + 1
                && host[colon + 1..].iter().all(u8::is_ascii_digit) =>
        {
            (&host[..colon], Some(&host[colon + 1..]))
        }
        _ => (host, None),
    }
}

/// The canonical form of a host: in lower case, international names in ASCII.
fn canonical(name: &str) -> Option<Vec<u8>> {
    let mut scratch = Scratch::default();
    if name.contains(['/', '\\', '?', '#', '@']) {
        return None;
    }
    let line = format!("//{name}/");
    let (address, _) = parse(line.as_bytes(), &mut scratch)?;
    Some(address.host.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        HostPattern::parse(pattern).expect("is a pattern").fits(&address)
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
            ("b\u{fc}cher.example", "https://xn--bcher-kva.example/", true),
            ("*", "/login", false),
        ] {
            assert_eq!(fits(pattern, url), wanted, "{pattern} {url}");
        }
    }

    #[test]
    fn what_no_host_can_fit_is_refused() {
        for pattern in ["", "https://example.com", "example.com/a", "a b", "*.", "a@b.example"] {
            assert!(HostPattern::parse(pattern).is_err(), "{pattern}");
        }
    }
}
