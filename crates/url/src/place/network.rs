//! Networks of addresses, and the addresses of hosts.

use crate::bytes::{is_digits, is_digits_and};
use ipnet::IpNet;
use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A set of addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Network {
    /// Addresses with a common prefix of bits.
    Prefix(IpNet),
    /// IPv4 addresses of which some numbers are fixed, like `10.*.0.1`: `mask` is 255 where
    /// `octets` has the number, and 0 where any number fits.
    Numbers { octets: [u8; 4], mask: [u8; 4] },
}

/// Advice for a text that looks like a network but is not one.
pub(super) type Advice = String;

impl Network {
    /// Reads `10.0.0.0/24`, `2001:db8::/32`, `[2001:db8::]/32`, `10.0.0.*` or an IPv6 address.
    /// `None` if the text is something else: a name, or an address with a path after it.
    pub fn read(text: &str) -> Option<Result<Self, Advice>> {
        match text.split_once('/') {
            Some((address, length)) => Self::read_prefix(address, length),
            None => Self::read_addresses(text),
        }
    }

    /// Reads an address and the length of the prefix after its slash.
    fn read_prefix(address: &str, length: &str) -> Option<Result<Self, Advice>> {
        if length.is_empty() || !is_digits(length.as_bytes()) {
            return None;
        }
        if let Some(ip) = address_of(address.as_bytes()) {
            return Some(Self::new(ip, length));
        }
        if !address.contains('.') || !is_digits_and(address.as_bytes(), b".") {
            return None;
        }
        let advice = "write all four numbers of a network, like 10.0.0.0/24";
        Some(Err(advice.to_owned()))
    }

    /// Reads an IPv6 address, or IPv4 addresses with `*`.
    fn read_addresses(text: &str) -> Option<Result<Self, Advice>> {
        if let Ok(ip) = text.parse::<Ipv6Addr>() {
            return Some(Ok(Self::one(IpAddr::V6(ip))));
        }
        if let Some(network) = Self::read_numbers(text) {
            return Some(Ok(network));
        }
        if !is_range(text) {
            return None;
        }
        let advice = "write ranges of addresses as networks, like 10.0.0.0/24";
        Some(Err(advice.to_owned()))
    }

    /// Creates the network of an address, which has to be its first, and a length.
    fn new(ip: IpAddr, length: &str) -> Result<Self, Advice> {
        let most = IpNet::from(ip).max_prefix_len();
        let bits = length.parse().unwrap_or(u8::MAX);
        let Ok(network) = IpNet::new(ip, bits) else {
            return Err(format!("the length of its network is at most {most}"));
        };
        let first = network.network();
        if first != ip {
            return Err(format!(
                "write {first}/{length} for the network, or {ip} for the address"
            ));
        }
        Ok(Self::Prefix(network))
    }

    /// Creates the network of one address.
    pub fn one(ip: IpAddr) -> Self {
        Self::Prefix(ip.into())
    }

    /// Returns the address, if it is a network of one.
    pub fn single(self) -> Option<IpAddr> {
        match self {
            Self::Prefix(network) if network.prefix_len() == network.max_prefix_len() => {
                Some(network.addr())
            }
            _ => None,
        }
    }

    /// Reads `10.0.*`, or `*` in place of any number but the first. Does not match a name such as
    /// `10.0.0.example.com`.
    fn read_numbers(text: &str) -> Option<Self> {
        let labels: Vec<&str> = text.split('.').collect();
        let count = labels.len();
        let is_whole = count == 4 || (count < 4 && labels.ends_with(&["*"]));
        if !is_whole || labels[0] == "*" || !labels.contains(&"*") {
            return None;
        }
        let mut octets = [0; 4];
        let mut mask = [0; 4];
        for (index, label) in labels.into_iter().enumerate() {
            if label != "*" {
                octets[index] = label.parse().ok()?;
                mask[index] = 0xFF;
            }
        }
        Some(Self::Numbers { octets, mask })
    }

    pub fn contains(&self, ip: IpAddr) -> bool {
        match self {
            Self::Prefix(network) => network.contains(&ip),
            Self::Numbers { octets, mask } => {
                let IpAddr::V4(ip) = ip else {
                    return false;
                };
                let found = ip.octets();
                (0..4).all(|index| found[index] & mask[index] == octets[index])
            }
        }
    }

    /// Whether all addresses of another network are known to be in this one.
    pub fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Prefix(network), Self::Prefix(other)) => network.contains(other),
            _ => self == other,
        }
    }
}

/// Writes the network as it is read.
impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix(network) => write!(f, "{network}"),
            Self::Numbers { octets, mask } => {
                for index in 0..4 {
                    if index > 0 {
                        f.write_str(".")?;
                    }
                    if mask[index] == 0 {
                        f.write_str("*")?;
                    } else {
                        write!(f, "{}", octets[index])?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// Whether a text is a range: `10.0.0.1-10.0.0.20`, `10.0.0.1-20`. No host name ends in a number.
fn is_range(text: &str) -> bool {
    let dots = text.matches('.').count();
    text.contains('-') && dots >= 3 && is_digits_and(text.as_bytes(), b".-")
}

/// Whether a text is a network, or looks like one.
pub fn is_network(text: &str) -> bool {
    Network::read(text).is_some()
}

/// Returns the address of a host that is one, without its port.
pub fn address_of(host: &[u8]) -> Option<IpAddr> {
    if let [b'[', inner @ .., b']'] = host {
        let ip = str::from_utf8(inner).ok()?.parse().ok()?;
        return Some(IpAddr::V6(ip));
    }
    str::from_utf8(host).ok()?.parse().ok()
}

/// Returns the address of the same machine in the other version of the protocol: `127.0.0.1` for
/// `::ffff:127.0.0.1`, for `::127.0.0.1` and, behind a translator, for `64:ff9b::127.0.0.1`; the
/// first of these for `127.0.0.1`.
pub fn counterpart(ip: IpAddr) -> Option<IpAddr> {
    let ip = match ip {
        IpAddr::V4(ip) => return Some(IpAddr::V6(ip.to_ipv6_mapped())),
        IpAddr::V6(ip) => ip,
    };
    let [start @ .., high, low] = ip.segments();
    if !matches!(
        start,
        [0, 0, 0, 0, 0, 0 | 0xFFFF] | [0x64, 0xFF9B, 0, 0, 0, 0]
    ) {
        return None;
    }
    let bits = u32::from(high) << 16 | u32::from(low);
    Some(IpAddr::V4(Ipv4Addr::from(bits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_hold_their_addresses() {
        for (network, inside, outside) in [
            ("10.0.0.0/24", "10.0.0.255", "10.0.1.0"),
            ("10.0.0.0/31", "10.0.0.1", "10.0.0.2"),
            ("10.0.0.7/32", "10.0.0.7", "10.0.0.8"),
            ("0.0.0.0/0", "203.0.113.7", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::"),
            ("[2001:db8::]/127", "2001:db8::1", "2001:db8::2"),
            ("::/0", "2001:db8::1", "10.0.0.1"),
            ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
            ("10.0.*", "10.0.7.255", "10.1.0.0"),
            ("10.*.0.1", "10.9.0.1", "10.9.0.2"),
        ] {
            let found = Network::read(network)
                .expect("looks like one")
                .expect("is one");
            assert!(
                found.contains(inside.parse().expect("is an address")),
                "{network} {inside}"
            );
            assert!(
                !found.contains(outside.parse().expect("is an address")),
                "{network} {outside}"
            );
        }
    }

    #[test]
    fn what_only_looks_like_a_network_is_named() {
        for (text, wanted) in [
            (
                "10.0.0.1/24",
                "write 10.0.0.0/24 for the network, or 10.0.0.1 for the address",
            ),
            (
                "2001:db8::1/64",
                "write 2001:db8::/64 for the network, or 2001:db8::1 for the address",
            ),
            ("10.0.0.0/33", "the length of its network is at most 32"),
            ("::/129", "the length of its network is at most 128"),
            (
                "10.0.0.0/99999999999",
                "the length of its network is at most 32",
            ),
            (
                "10.0.1/24",
                "write all four numbers of a network, like 10.0.0.0/24",
            ),
            (
                "10.0.0.1-10.0.0.9",
                "write ranges of addresses as networks, like 10.0.0.0/24",
            ),
            (
                "10.0.0.1-9",
                "write ranges of addresses as networks, like 10.0.0.0/24",
            ),
        ] {
            assert_eq!(Network::read(text), Some(Err(wanted.to_owned())), "{text}");
        }
        for text in [
            "a.example",
            "a.example/24",
            "10.0.0.1/a",
            "10.0.0.1/24/x",
            "10.0.0.1",
            "*.1",
            "10.0.0.0/",
            "*",
            "*.*.*.*",
        ] {
            assert_eq!(Network::read(text), None, "{text}");
        }
    }

    #[test]
    fn one_machine_has_addresses_of_both_versions() {
        for (ip, wanted) in [
            ("127.0.0.1", Some("::ffff:127.0.0.1")),
            ("::ffff:7f00:1", Some("127.0.0.1")),
            ("::127.0.0.1", Some("127.0.0.1")),
            ("64:ff9b::127.0.0.1", Some("127.0.0.1")),
            ("2001:db8::7f00:1", None),
        ] {
            let parse = |ip: &str| ip.parse::<IpAddr>().expect("is an address");
            assert_eq!(counterpart(parse(ip)), wanted.map(parse), "{ip}");
        }
    }
}
