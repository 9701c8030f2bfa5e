//! The site of a host: its registrable domain with the port. Wildcard hosts are grouped by it.

use crate::suffixes;

/// Returns the site of a host in lower case, which may have a port. Addresses and hosts without a
/// registrable domain are sites of their own.
pub fn site(host: &[u8]) -> &[u8] {
    let name_end = memchr::memrchr(b':', host).unwrap_or(host.len());
    let name = &host[..name_end];
    let is_of_address = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    if name.starts_with(b"[") || name.iter().all(is_of_address) {
        return host;
    }
    match suffixes::domain(name) {
        Some((domain, _)) => &host[name_end - domain.len()..],
        None => host,
    }
}

#[cfg(test)]
mod tests {
    use super::site;

    #[test]
    fn hosts_of_one_registrable_domain_are_one_site() {
        for (host, wanted) in [
            ("a.example.com", "example.com"),
            ("b.a.example.co.uk:8443", "example.co.uk:8443"),
            ("example.com", "example.com"),
            ("zork.github.io", "zork.github.io"),
            ("localhost:80", "localhost:80"),
            ("10.0.0.1:80", "10.0.0.1:80"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("", ""),
        ] {
            assert_eq!(site(host.as_bytes()), wanted.as_bytes(), "{host}");
        }
    }
}
