//! Sets of hosts.

use super::network::{Network, address_of, counterpart};
use crate::bytes::is_alphanumeric_and;
use crate::glob::Glob;
use crate::host::canonical_host;
use std::fmt::{self, Display, Formatter};
use std::net::IpAddr;

/// The hosts of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hosts {
    #[default]
    Any,
    Itself(String),
    /// The hosts below a host.
    Below(String),
    /// A host and the hosts below it.
    Both(String),
    /// The hosts that match.
    Glob(Glob),
    /// The addresses of a network.
    Network(Network),
}

/// The forms in which an option takes hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostForms {
    /// Names that people give to hosts, and globs of them: `api-*.example.com`. Refuses names with
    /// other signs, which are more likely to be regular expressions.
    Patterns,
    /// Names that URLs of lists have, with any signs, as in rules that are made from these.
    Names,
}

impl Hosts {
    /// Reads `example.com`, `.example.com`, `*.example.com`, `*`, a glob or an address. `None` if
    /// it is not a host.
    pub fn read(text: &str, forms: HostForms) -> Option<Self> {
        if text == "*" {
            return Some(Self::Any);
        }
        if let Some(Ok(network)) = Network::read(text) {
            return Some(Self::Network(network));
        }
        let below = text.strip_prefix("*.");
        if below.unwrap_or(text).contains('*') {
            if forms == HostForms::Names || text.starts_with(".*") {
                return None;
            }
            return read_glob(text).map(Self::Glob);
        }
        let both = text.strip_prefix('.');
        let name = canonical_host(below.or(both).unwrap_or(text))?;
        // An address has nothing below it.
        if let Some(ip) = address_of(name.as_bytes()) {
            return below.is_none().then(|| Self::Network(Network::one(ip)));
        }
        if forms == HostForms::Patterns && !is_name(&name) {
            return None;
        }
        Some(if below.is_some() {
            Self::Below(name)
        } else if both.is_some() {
            Self::Both(name)
        } else {
            Self::Itself(name)
        })
    }

    /// Returns the name or address that all hosts are, or are below.
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Any | Self::Glob(_) => None,
            Self::Itself(name) | Self::Below(name) | Self::Both(name) => Some(name.clone()),
            Self::Network(network) => network.single().map(host_of),
        }
    }

    /// Whether a host, which is canonical and has no port, is one of them.
    pub fn contain(&self, host: &[u8]) -> bool {
        match self {
            Self::Any => true,
            Self::Itself(name) => host == name.as_bytes(),
            Self::Below(name) => is_below(host, name),
            Self::Both(name) => host == name.as_bytes() || is_below(host, name),
            Self::Glob(glob) => glob.matches(host),
            Self::Network(network) => has_address(network, address_of(host)),
        }
    }

    /// Whether a host is one of them, or the other address of the same machine.
    pub fn touch(&self, host: &[u8]) -> bool {
        if self.contain(host) {
            return true;
        }
        match self {
            Self::Network(network) => {
                let twin = address_of(host).and_then(counterpart);
                has_address(network, twin)
            }
            _ => false,
        }
    }

    /// Whether all hosts of another set are among these.
    pub fn cover(&self, other: &Self) -> bool {
        if self == other || *self == Self::Any {
            return true;
        }
        if let Self::Network(network) = self {
            return match other {
                Self::Network(other) => network.covers(other),
                _ => false,
            };
        }
        let (Self::Itself(other_name) | Self::Below(other_name) | Self::Both(other_name)) = other
        else {
            return false;
        };
        match self {
            Self::Below(name) => is_below(other_name.as_bytes(), name),
            Self::Both(name) => name == other_name || is_below(other_name.as_bytes(), name),
            _ => false,
        }
    }
}

/// Whether an address is in a network.
fn has_address(network: &Network, ip: Option<IpAddr>) -> bool {
    match ip {
        Some(ip) => network.contains(ip),
        None => false,
    }
}

/// Writes the hosts as they are read.
impl Display for Hosts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("*"),
            Self::Itself(name) => f.write_str(name),
            Self::Below(name) => write!(f, "*.{name}"),
            Self::Both(name) => write!(f, ".{name}"),
            Self::Glob(glob) => write!(f, "{glob}"),
            Self::Network(network) => match network.single() {
                Some(ip) => f.write_str(&host_of(ip)),
                None => write!(f, "{network}"),
            },
        }
    }
}

/// Whether a host is below a name.
fn is_below(host: &[u8], name: &str) -> bool {
    match host.strip_suffix(name.as_bytes()) {
        Some(before) => before.ends_with(b"."),
        None => false,
    }
}

/// Returns an address as the host of a URL.
pub fn host_of(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => canonical_host(&format!("[{ip}]")).unwrap_or_default(),
    }
}

/// Reads a glob of names, or of addresses in brackets.
fn read_glob(name: &str) -> Option<Glob> {
    if let Some(rest) = name.strip_prefix('[')
        && let Some(inner) = rest.strip_suffix(']')
    {
        let is_of_address = |byte: u8| byte.is_ascii_hexdigit() || b"*:.".contains(&byte);
        return inner.bytes().all(is_of_address).then(|| Glob::new(name));
    }
    let mut labels = Vec::new();
    for label in name.split('.') {
        labels.push(read_label(label)?);
    }
    Some(Glob::new(&labels.join(".")))
}

/// Reads a label of a glob.
fn read_label(label: &str) -> Option<String> {
    if !label.is_ascii() {
        // Hosts are in ASCII, so a part of an international name matches nothing.
        return canonical_host(label).filter(|label| is_name(label));
    }
    let is_label = is_alphanumeric_and(label.as_bytes(), b"-_.*") && !has_outer_hyphen(label);
    is_label.then(|| label.to_owned())
}

/// Whether a text may be the name of a host, or a part of it.
fn is_name(text: &str) -> bool {
    is_alphanumeric_and(text.as_bytes(), b"-_.") && !has_outer_hyphen(text)
}

/// Whether a label begins or ends with a hyphen, which no host has.
pub(super) fn has_outer_hyphen(text: &str) -> bool {
    let mut labels = text.split('.');
    labels.any(|label| label.starts_with('-') || label.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Scratch, parse};
    use crate::place::{Origin, UrlPlace};

    fn place(pattern: &str) -> UrlPlace {
        UrlPlace::read_hosts(pattern, HostForms::Patterns).expect("is a pattern")
    }

    fn fits(pattern: &str, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        !address.host.is_empty() && place(pattern).fits(Origin::of(&address))
    }

    fn touches(pattern: &str, url: &str) -> bool {
        let mut scratch = Scratch::default();
        let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
        !address.host.is_empty() && place(pattern).touches(Origin::of(&address))
    }

    #[test]
    fn sets_contain_hosts_and_cover_sets() {
        let read = |text: &str| Hosts::read(text, HostForms::Names).expect("is a set");
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
            let wanted = |host: &str| match set.name().as_deref() {
                None => true,
                Some(name) if host == name => !matches!(set, Hosts::Below(_)),
                Some(name) => {
                    host.ends_with(&format!(".{name}")) && !matches!(set, Hosts::Itself(_))
                }
            };
            for host in hosts {
                assert_eq!(set.contain(host.as_bytes()), wanted(host), "{set} {host}");
            }
            for other in sets.map(read) {
                let within =
                    |host: &&str| other.contain(host.as_bytes()) && !set.contain(host.as_bytes());
                assert!(
                    !set.cover(&other) || !hosts.iter().any(within),
                    "{set} {other}"
                );
            }
            assert!(set.cover(&set) && read("*").cover(&set));
        }
        assert!(read("*.a.example").cover(&read("*.b.a.example")));
        assert!(read("10.0.0.0/8").cover(&read("10.1.0.0/16")));
        assert!(!read("10.1.0.0/16").cover(&read("10.0.0.0/8")));
        assert!(read("10.0.0.0/8").cover(&read("10.0.0.1")));
        assert!(
            !read("*.a.example").cover(&read("a.example"))
                && read(".a.example").cover(&read("a.example"))
        );
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
            (".10.0.0.1", "http://10.0.0.1/", true),
            ("10.0.0.0/8:8443", "https://10.0.0.9:8443/", true),
            ("10.0.0.0/8:8443", "https://10.0.0.9/", false),
            ("[2001:db8::]/32:443", "https://[2001:db8::9]/", true),
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
            "-a.example",
            "a-.example",
            "a.-b.example",
            "a.example-",
            "*.-a.example",
            ".-a.example",
            "-*.example",
            "*-.example",
            "-10.0.0.1",
            "-a.example:8443",
        ] {
            assert!(
                UrlPlace::read_hosts(pattern, HostForms::Patterns).is_err(),
                "{pattern}"
            );
        }
        for (pattern, wanted) in [
            ("a.example,b.example", "write each host by itself"),
            (r"re.*\.example", "it looks like a regular expression"),
            ("(a|b).example", "it looks like a regular expression"),
            ("^a.example$", "it looks like a regular expression"),
            (".*.example", "it looks like a regular expression"),
            ("b\u{fc}*.example", "write example.com"),
            ("-a.example", "write !example.com"),
            ("-*.a.example", "write !example.com"),
            ("-.a.example:443", "write !example.com"),
            ("*.10.0.0.1", "write example.com"),
            ("a.example:80-90", "write example.com"),
            ("a.example:65536", "ports end at 65535"),
            ("10.0.0.1/24", "write 10.0.0.0/24 for the network"),
            ("[a-z]*.example", "write example.com"),
            ("a-.example", "names neither begin nor end with a hyphen"),
        ] {
            let error = UrlPlace::read_hosts(pattern, HostForms::Patterns)
                .expect_err(pattern)
                .to_string();
            assert!(
                error.contains(" is not a host: ") && error.contains(wanted),
                "{error}"
            );
        }
    }
}
