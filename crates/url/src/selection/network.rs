//! Networks of addresses, and the addresses of hosts.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Addresses with a common prefix of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Network {
    is_v4: bool,
    bits: u128,
    /// Those of the bits that count.
    mask: u128,
}

/// Advice for a text that looks like a network but is not one.
pub(super) type Advice = String;

impl Network {
    /// Reads `10.0.0.0/24`, `2001:db8::/32`, `[2001:db8::]/32`, `10.0.0.*` or an IPv6 address.
    /// `None` if the text is something else: a name, or an address with a path after it.
    pub(super) fn read(text: &str) -> Option<Result<Self, Advice>> {
        let Some((address, length)) = text.split_once('/') else {
            let address = text
                .parse::<Ipv6Addr>()
                .ok()
                .map(|address| Ok(Self::one(IpAddr::V6(address))));
            return address
                .or_else(|| Self::of_wildcards(text).map(Ok))
                .or_else(|| {
                    is_range(text).then(|| {
                        Err("write ranges of addresses as networks, like 10.0.0.0/24".to_owned())
                    })
                });
        };
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let Some(ip) = address_of(address.as_bytes()) else {
            let is_short =
                address.contains('.') && address.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            return is_short
                .then(|| Err("write all four numbers of a network, like 10.0.0.0/24".to_owned()));
        };
        Some(Self::of_prefix(ip, length))
    }

    /// Returns the network of one address.
    pub(super) fn one(ip: IpAddr) -> Self {
        Self {
            is_v4: ip.is_ipv4(),
            bits: bits_of(ip),
            mask: u128::MAX,
        }
    }

    /// Returns the address, if it is a network of one.
    pub(super) fn single(self) -> Option<IpAddr> {
        (self.mask == u128::MAX).then(|| self.first())
    }

    fn first(self) -> IpAddr {
        if self.is_v4 {
            IpAddr::V4((self.bits as u32).into())
        } else {
            IpAddr::V6(self.bits.into())
        }
    }

    fn of_prefix(ip: IpAddr, length: &str) -> Result<Self, Advice> {
        let most = if ip.is_ipv4() { 32 } else { 128 };
        let length: Option<u32> = length.parse().ok().filter(|length| *length <= most);
        let length =
            length.ok_or_else(|| format!("the length of its network is at most {most}"))?;
        let mask = u128::MAX.checked_shl(most - length).unwrap_or(0);
        let network = Self {
            is_v4: ip.is_ipv4(),
            bits: bits_of(ip) & mask,
            mask,
        };
        let first = network.first();
        let advice = || format!("write {first}/{length} for the network, or {ip} for the address");
        (first == ip).then_some(network).ok_or_else(advice)
    }

    /// Reads `10.0.*`, or `*` in place of any number but the first. Does not match a name such as
    /// `10.0.0.example.com`.
    fn of_wildcards(text: &str) -> Option<Self> {
        let labels: Vec<&str> = text.split('.').collect();
        let is_open = labels.last() == Some(&"*");
        let may_be = labels[0] != "*"
            && labels.contains(&"*")
            && (labels.len() == 4 || (labels.len() < 4 && is_open));
        if !may_be {
            return None;
        }
        let (mut bits, mut mask) = (0, 0);
        for place in 0..4 {
            let (octet, wanted) = match labels.get(place) {
                None | Some(&"*") => (0, 0),
                Some(label) => (label.parse::<u8>().ok()?, 0xFF),
            };
            bits = bits << 8 | u128::from(octet);
            mask = mask << 8 | wanted;
        }
        Some(Self {
            is_v4: true,
            bits,
            mask,
        })
    }

    pub(super) fn holds(&self, ip: IpAddr) -> bool {
        self.is_v4 == ip.is_ipv4() && bits_of(ip) & self.mask == self.bits
    }
}

fn bits_of(ip: IpAddr) -> u128 {
    match ip {
        IpAddr::V4(ip) => u32::from(ip).into(),
        IpAddr::V6(ip) => ip.into(),
    }
}

/// Whether a text is a range: `10.0.0.1-10.0.0.20`, `10.0.0.1-20`. No host name ends in a number.
fn is_range(text: &str) -> bool {
    text.contains('-')
        && text.matches('.').count() >= 3
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-')
}

/// Returns the address of a host that is one, without its port.
pub(super) fn address_of(host: &[u8]) -> Option<IpAddr> {
    let inner = host
        .strip_prefix(b"[")
        .and_then(|host| host.strip_suffix(b"]"));
    let text = str::from_utf8(inner.unwrap_or(host)).ok()?;
    match inner {
        Some(_) => text.parse().ok().map(IpAddr::V6),
        None => text.parse().ok(),
    }
}

/// Returns the address of the same machine in the other version of the protocol: `127.0.0.1` for
/// `::ffff:127.0.0.1`, for `::127.0.0.1` and, behind a translator, for `64:ff9b::127.0.0.1`; the
/// first of these for `127.0.0.1`.
pub(super) fn counterpart(ip: IpAddr) -> Option<IpAddr> {
    match ip {
        IpAddr::V4(ip) => Some(IpAddr::V6(ip.to_ipv6_mapped())),
        IpAddr::V6(ip) => match ip.segments() {
            [0, 0, 0, 0, 0, 0 | 0xFFFF, high, low] | [0x64, 0xFF9B, 0, 0, 0, 0, high, low] => Some(
                IpAddr::V4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))),
            ),
            _ => None,
        },
    }
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
                found.holds(inside.parse().expect("is an address")),
                "{network} {inside}"
            );
            assert!(
                !found.holds(outside.parse().expect("is an address")),
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
