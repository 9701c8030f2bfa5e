//! What each line of a file becomes.

use super::*;
use crate::hash::Key;
use crate::parse::{Scratch, parse};

fn read(text: &str) -> SiteRules {
    SiteRules::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn each_line_becomes_a_setting() {
    for (line, same, ignored, protected, limits, scoped) in [
        ("shop.example/users/* same", 1, 0, 0, 0, false),
        ("shop.example /users/* same 2026-11-23", 1, 0, 0, 0, false),
        ("a.example,b.example/users/* same", 2, 0, 0, 0, false),
        ("10.0.0.0/8/users/* different", 1, 0, 0, 0, false),
        ("shop.example/users/* usual", 1, 0, 0, 0, false),
        ("*?ref*&utm_* same", 1, 0, 0, 0, false),
        ("shop.example?tab select", 1, 0, 0, 0, false),
        ("shop.example/item?tab ignore", 1, 0, 0, 0, false),
        ("shop.example: ref utm_*", 0, 1, 0, 0, false),
        ("a.example, b.example: ref", 0, 1, 0, 0, false),
        ("*/**/reviews/** different", 0, 0, 1, 0, false),
        ("*/**/reviews|cart different", 0, 0, 2, 0, false),
        ("shop.example/* max 100", 0, 0, 0, 1, false),
        ("shop.example,*.b.example max 100", 0, 0, 0, 2, false),
        (".shop.example in", 0, 0, 0, 0, true),
        (".shop.example", 0, 0, 0, 0, true),
        ("a.example,b.example", 0, 0, 0, 0, true),
        ("a.example, b.example", 0, 0, 0, 0, true),
        ("!shop.example/logout # not", 0, 0, 0, 0, true),
        ("! shop.example/logout", 0, 0, 0, 0, true),
        ("https://shop.example:8443/app/ in", 0, 0, 0, 0, true),
        ("10.0.0.0/8/admin|private/** out", 0, 0, 0, 0, true),
        ("Clean-param: ref /\nHost: a.example", 0, 1, 0, 0, false),
        ("# nothing", 0, 0, 0, 0, false),
    ] {
        let rules = read(line);
        assert_eq!(rules.url_rules.len(), same, "{line}");
        assert_eq!(rules.param_rules.len(), ignored, "{line}");
        assert_eq!(rules.protected.len(), protected, "{line}");
        assert_eq!(rules.limits.len(), limits, "{line}");
        assert_eq!(!rules.scope.is_empty(), scoped, "{line}");
        assert_eq!(rules.is_empty(), line.starts_with("# n"), "{line}");
    }
    assert_eq!(read("* expire 90d").expire.as_deref(), Some("90d"));
}

#[test]
fn a_wrong_line_says_what_to_write() {
    for (line, wanted) in [
        ("shop.example/users/* similar", "write PLACE same"),
        ("shop.example/users/* same soon", "write it like 2026-11-23"),
        ("shop.example same", "shop.example/users/* same"),
        (
            "shop.example/users ignore",
            "shop.example/users?NAME ignore",
        ),
        ("https://shop.example/* same", "leave the scheme out"),
        (
            "shop.example/**/cart/** different",
            "*/**/reviews/** different",
        ),
        ("*/**/cart/** same", "*/**/reviews/** different"),
        ("shop.example/* max many", "shop.example/* max 100"),
        ("shop.example/* max", "a whole number from 1"),
        ("shop.example/{int} max 9", "names, a|b and *"),
        ("shop.example/{int} out", "names, a|b and *"),
        ("!shop.example/logout out", "the place and out"),
        ("https://10.0.0.0/8 in", "without a scheme"),
        ("shop.example expire 90d", "* expire 90d"),
        ("a.example,b.example", "has no verb"),
        ("identifier,asset_type", "write each host by itself"),
        ("-www.example.com", "write !www.example.com to exclude it"),
        (
            "exclude www.example.com",
            "write !www.example.com to exclude it",
        ),
        (
            "Not: www.example.com",
            "write !www.example.com to exclude it",
        ),
        ("-www.example.com out", "write !example.com"),
        (
            "www-.example.com out",
            "neither begin nor end with a hyphen",
        ),
        ("shop.example/users/*", "has no verb"),
    ] {
        let text = format!("*?ref same\n{line}\n");
        let error = SiteRules::read(&text).expect_err(line).to_string();
        assert!(error.starts_with("line 2: "), "{line}: {error}");
        assert!(error.contains(wanted), "{line}: {error}");
    }
}

/// Returns the prefix of a URL that a limit counts, as a number.
fn prefix(limit: &str, url: &str) -> Option<u64> {
    let rules = read(&format!("{limit} max 9"));
    let mut scratch = Scratch::default();
    let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
    rules.limits[0].prefix_of(&Key::new([0; 2]), 7, &address)
}

#[test]
fn a_limit_counts_each_prefix_of_its_form() {
    let of = |limit: &str, path: &str| prefix(limit, &format!("https://a.example{path}"));
    for (limit, one, other, is_equal) in [
        ("a.example", "/", "/x/y", true),
        ("*/*", "/x/y", "/x/z", true),
        ("*/*", "/x/y", "/z/y", false),
        ("a.example/*/*", "/x/y/1", "/x/y/2", true),
        ("a.example/*/*", "/x", "/x/y", false),
        ("a.example/shop", "/shop/y", "/shop", true),
        ("a.example/shop/**", "/shop/y", "/shop?x", true),
        ("a.example/a|b", "/a/1", "/b/1", false),
        ("a.example/shop/*", "/shop/a/1", "/shop/a/2", true),
    ] {
        let one = of(limit, one);
        let other = of(limit, other);
        assert!(one.is_some() && other.is_some(), "{limit}");
        assert_eq!(one == other, is_equal, "{limit}");
    }
    assert_eq!(of("*/*", "/"), None, "the root is above all prefixes");
    assert_eq!(of("a.example/shop", "/shops"), None);
    assert_eq!(of("b.example/*", "/shop"), None);
}
