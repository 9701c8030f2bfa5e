//! The target of a redirect, reduced to what distinguishes pages.
//!
//! `/account -> /login` and `/account -> /setup` are two pages, but a thousand short links with a
//! thousand targets are one. So a target on another site counts as `off-site`, and in a target's
//! path only words that sites commonly use are kept as written.

use crate::bytes::split;
use crate::host::without_port;
use crate::parse::{Address, Scratch, parse};
use crate::suffixes;
use crate::token::is_ordinary;
use bstr::ByteSlice;
use std::borrow::Cow;

/// Segments read of each path.
const MOST: usize = 8;

/// Appends the target of a redirect after an arrow: `off-site`, `itself`, or the path with
/// `{same}` for segments of the source's path and `{value}` for anything but ordinary words.
/// Appends nothing if the target is neither a URL nor a path.
pub(super) fn write(target: &[u8], source: &Address<'_>, text: &mut Vec<u8>) {
    let target = target.trim_ascii();
    if target.is_empty() {
        return;
    }
    let mut scratch = Scratch::default();
    let is_rooted = target.starts_with(b"/") || target.find("://").is_some();
    let mut rooted = Cow::Borrowed(target);
    if !is_rooted {
        // It is relative to the source: `login.php`, `?page=2`.
        let relative = target.strip_prefix(b"./").unwrap_or(target);
        rooted = Cow::Owned([b"/", relative].concat());
    }
    let Some((target, _)) = parse(&rooted, &mut scratch) else {
        return;
    };
    text.extend_from_slice(b" -> ");
    let from = without_www(source.host);
    let to = without_www(target.host);
    if !from.is_empty() && !to.is_empty() && from != to {
        if site(from) != site(to) {
            text.extend_from_slice(b"off-site");
            return;
        }
        text.extend_from_slice(b"//");
        write_labels(to, text);
    } else if is_same_path(source, &target, is_rooted) {
        text.extend_from_slice(b"itself");
        return;
    }
    write_path(source, &target, text);
}

/// Writes the labels of a host below its site, whose own name is the same in source and target.
fn write_labels(host: &[u8], text: &mut Vec<u8>) {
    let site_start = host.len() - site(host).len();
    let labels = split(&host[..site_start], b'.').filter(|label| !label.is_empty());
    let count = labels.count();
    for (number, label) in split(host, b'.').take(count).enumerate() {
        if number > 0 {
            text.push(b'.');
        }
        text.extend_from_slice(shown_word(label));
    }
}

/// Returns an ordinary word as written, `{value}` for any other text.
fn shown_word(text: &[u8]) -> &[u8] {
    if is_ordinary(text) { text } else { b"{value}" }
}

fn write_path(source: &Address<'_>, target: &Address<'_>, text: &mut Vec<u8>) {
    let own: Vec<&[u8]> = segments(source).collect();
    let before = text.len();
    for segment in segments(target).take(MOST) {
        let is_own = own.iter().any(|other| other.eq_ignore_ascii_case(segment));
        let shown = if is_own {
            b"{same}"
        } else {
            shown_word(segment)
        };
        text.push(b'/');
        text.extend_from_slice(shown);
    }
    if text.len() == before {
        text.push(b'/');
    }
}

/// Whether two paths are equal except for slashes and case.
fn is_same_path(source: &Address<'_>, target: &Address<'_>, is_rooted: bool) -> bool {
    // `?page=2` is relative to the whole path.
    if !is_rooted && segments(target).next().is_none() {
        return true;
    }
    let own = segments(source).map(<[u8]>::to_ascii_lowercase);
    own.eq(segments(target).map(<[u8]>::to_ascii_lowercase))
}

fn segments<'a>(address: &Address<'a>) -> impl Iterator<Item = &'a [u8]> {
    address.segments().filter(|segment| !segment.is_empty())
}

/// Returns the registrable domain of a host, or the host itself if it has none.
fn site(host: &[u8]) -> &[u8] {
    match suffixes::domain(host) {
        Some((domain, _)) => domain,
        None => host,
    }
}

/// Returns a host without its port and `www`.
fn without_www(host: &[u8]) -> &[u8] {
    let host = without_port(host);
    host.strip_prefix(b"www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(source: &str, target: &str) -> String {
        let mut scratch = Scratch::default();
        let mut text = Vec::new();
        let (source, _) = parse(source.as_bytes(), &mut scratch).expect("it is a URL");
        write(target.as_bytes(), &source, &mut text);
        let text = String::from_utf8(text).expect("templates are text");
        text.strip_prefix(" -> ").unwrap_or(&text).to_owned()
    }

    #[test]
    fn targets_have_templates() {
        for (source, target, wanted) in [
            (
                "https://a.example/go/1",
                "https://partner.test/x",
                "off-site",
            ),
            ("https://a.example/go/1", "//partner.test/x", "off-site"),
            ("http://a.example/x", "https://a.example/x", "itself"),
            ("http://a.example/x", "https://www.a.example/X/", "itself"),
            ("https://a.example:8443/x/", "/x", "itself"),
            ("https://a.example/x", "?page=2", "itself"),
            ("https://a.example/", "https://a.example/", "itself"),
            (
                "https://a.example/account",
                "/login?next=%2Faccount",
                "/login",
            ),
            ("https://a.example/account", "/setup", "/setup"),
            ("https://a.example/account", "login", "/login"),
            (
                "https://a.example/account",
                "https://login.a.example/",
                "//login/",
            ),
            (
                "https://zorkqua7.a.example/account",
                "https://wombatx9.a.example/",
                "//{value}/",
            ),
            (
                "https://a.example/u/17",
                "/u/17/profile",
                "/{same}/{same}/profile",
            ),
            (
                "https://a.example/p/17",
                "/p/zorkish-wombat-4af0bdc4",
                "/{same}/{value}",
            ),
            ("https://a.example/x", "/", "/"),
            ("/x", "/login", "/login"),
            ("/x", "https://a.example/login", "/login"),
            ("https://a.example/x", "", ""),
            ("https://a.example/x", "https://[", ""),
        ] {
            assert_eq!(leads(source, target), wanted, "{source} {target}");
        }
        assert!(
            leads("//a.example/x", &"/zork".repeat(100))
                .matches('/')
                .count()
                <= MOST
        );
    }
}
