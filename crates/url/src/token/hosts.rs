//! Hosts in rules of users.

use crate::parse::{Scratch, parse};

/// Returns the canonical form of a host: lower case, international names in ASCII. `None` if it is
/// not a host, or has a port.
pub(super) fn host(name: &str) -> Option<String> {
    if name.contains(['/', '\\', '@', '*', '%', '!', '=']) {
        return None;
    }
    let (line, mut scratch) = (format!("//{name}/"), Scratch::default());
    let (address, _) = parse(line.as_bytes(), &mut scratch)?;
    let host = str::from_utf8(address.host).ok().filter(|host| !host.is_empty())?;
    (without_port(host.as_bytes()) == host.as_bytes()).then(|| host.to_owned())
}

/// Returns a host without its port.
pub fn without_port(host: &[u8]) -> &[u8] {
    match memchr::memrchr(b':', host) {
        Some(colon) if host[colon + 1..].iter().all(u8::is_ascii_digit) => &host[..colon],
        _ => host,
    }
}

/// Returns the host, the rest behind each of its dots, and an empty name.
pub(super) fn suffixes(host: &[u8]) -> impl Iterator<Item = &[u8]> {
    let below = memchr::memchr_iter(b'.', host).map(|dot| &host[dot + 1..]);
    std::iter::once(host).chain(below).chain(std::iter::once(&host[host.len()..]))
}
