//! Hosts that differ only in numbers or tenant name as one: `cdn12.example` and `cdn7.example`.

use std::borrow::Cow;

/// Replaces a number or a tenant's name.
const MARK: &[u8] = b"{}";

/// Returns the merged form of a host, which is in lower case and has its port: each number in its
/// labels becomes a mark, and so does the whole label before a suffix under which a service names
/// its customers (`shop.s3.amazonaws.com`). Addresses and international names do not change.
///
/// A merged host does not change.
pub(super) fn merged_host(host: &[u8]) -> Cow<'_, [u8]> {
    let port = memchr::memrchr(b':', host).unwrap_or(host.len());
    let (name, port) = host.split_at(port);
    // An address ends with a number, or with a bracket.
    if name.starts_with(b"[") || name.last().is_none_or(u8::is_ascii_digit) && is_address(name) {
        return Cow::Borrowed(host);
    }
    let suffix = psl::suffix(name);
    let length = suffix.as_ref().map_or(0, |suffix| suffix.as_bytes().len());
    let is_shared = suffix.is_some_and(|suffix| suffix.typ() == Some(psl::Type::Private));
    let (own, suffix) = name.split_at(name.len() - length);
    let Some(own) = own.strip_suffix(b".") else { return Cow::Borrowed(host) };
    if !is_shared && !own.iter().any(u8::is_ascii_digit) {
        return Cow::Borrowed(host);
    }
    let mut merged = Vec::with_capacity(host.len());
    let labels = own.split(|&byte| byte == b'.').count();
    for (number, label) in (1..).zip(own.split(|&byte| byte == b'.')) {
        if is_shared && number == labels {
            merged.extend_from_slice(MARK);
        } else if label.starts_with(b"xn--") {
            merged.extend_from_slice(label);
        } else {
            push_without_numbers(label, &mut merged);
        }
        merged.push(b'.');
    }
    merged.extend_from_slice(suffix);
    merged.extend_from_slice(port);
    Cow::Owned(merged)
}

fn is_address(name: &[u8]) -> bool {
    name.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn push_without_numbers(label: &[u8], merged: &mut Vec<u8>) {
    let mut is_number = false;
    for &byte in label {
        if !byte.is_ascii_digit() {
            merged.push(byte);
        } else if !is_number {
            merged.extend_from_slice(MARK);
        }
        is_number = byte.is_ascii_digit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_tenants_are_marks() {
        for (host, wanted) in [
            ("cdn12.example", "cdn{}.example"),
            ("a1-b22.img3.shop.example:8080", "a{}-b{}.img{}.shop.example:8080"),
            ("shop.s3.amazonaws.com", "{}.s3.amazonaws.com"),
            ("shop.s3.eu-west-1.amazonaws.com", "{}.s3.eu-west-1.amazonaws.com"),
            ("www2.zork.github.io", "www{}.{}.github.io"),
            ("shop.example", "shop.example"),
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:8080", "192.0.2.7:8080"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("localhost", "localhost"),
            ("xn--bcher-kva8.example", "xn--bcher-kva8.example"),
            ("github.io", "github.io"),
            ("", ""),
        ] {
            let merged = merged_host(host.as_bytes());
            assert_eq!(String::from_utf8_lossy(&merged), wanted, "{host}");
            assert_eq!(merged_host(&merged), merged, "{host} twice");
        }
    }
}
