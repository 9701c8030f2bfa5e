//! The rules on URLs of one path, without the rest of a filter.

use super::*;
use crate::parse::{Scratch, parse};
use crate::place::Origin;
use crate::text_list::TextList;
use crate::token::{Class, Readings, SegmentReading, Traits};

/// Segments as a walk would find them: digits are values, `admin` is an endpoint, all others are
/// words.
struct WalkedPath {
    segments: Vec<(Option<Class>, Traits)>,
    read: Vec<String>,
}

impl WalkedPath {
    fn new(segments: &[&str]) -> Self {
        let class_of = |segment: &&str| {
            if segment.bytes().all(|byte| byte.is_ascii_digit()) {
                (Some(Class::Integer), Traits(Traits::VALUE))
            } else if *segment == "admin" {
                (None, Traits(Traits::PROTECTED))
            } else {
                (None, Traits(0))
            }
        };
        Self {
            segments: segments.iter().map(class_of).collect(),
            read: segments
                .iter()
                .map(|segment| (*segment).to_owned())
                .collect(),
        }
    }
}

impl Readings for WalkedPath {
    fn count(&self) -> usize {
        self.segments.len()
    }

    fn seen(&self, position: usize) -> (Option<Class>, Traits) {
        self.segments[position]
    }

    fn read(&mut self, position: usize, reading: SegmentReading<'_>, _: Traits) {
        self.read[position] = match reading {
            SegmentReading::Name => unreachable!("no rule says so"),
            SegmentReading::Value(rule) => format!("{{{rule}}}"),
            SegmentReading::Set(rule, text) => format!("{rule}:{}", String::from_utf8_lossy(text)),
            SegmentReading::Written(rule, text) => {
                format!("{rule}={}", String::from_utf8_lossy(text))
            }
        };
    }
}

/// Returns a path as rules read it: `{0}` is any value by rule 0, `0:{a|b}` one of its names, and
/// `0=a` a segment that it has compared as written.
fn read(rules: &str, url: &str) -> String {
    let lookup = RuleLookup::new(&UrlRules::read(rules).expect("they are rules"));
    let mut scratch = Scratch::default();
    let (address, _) = parse(url.as_bytes(), &mut scratch).expect("is a URL");
    let path = str::from_utf8(address.path).expect("is text");
    let segments: Vec<&str> = path.split('/').filter(|text| !text.is_empty()).collect();
    let mut names = TextList::default();
    for segment in &segments {
        names.push(segment.as_bytes());
    }
    let mut found = WalkedPath::new(&segments);
    let origin = Origin::of(&address);
    lookup.apply(origin, &names, &mut found);
    let read = found.read.join("/");
    assert!(
        lookup.know(origin) || read == segments.join("/"),
        "a rule for another host has an effect: {rules}"
    );
    read
}

#[test]
fn each_rule_takes_and_leaves() {
    for (rules, path, wanted) in [
        ("/team/* same", "/team/zork", "team/{0}"),
        ("/team/* same", "/team/17", "team/{0}"),
        ("/team/* same", "/team/admin", "team/admin"),
        ("/team/* same", "/team", "team"),
        ("/team/* same", "/team/zork/x", "team/zork/x"),
        ("/team/* same", "/teams/zork", "teams/zork"),
        ("/team/*|admin same", "/team/admin", "team/{0}"),
        ("/team/*/** same", "/team/zork", "team/{0}"),
        ("/team/*/** same", "/team/zork/x/y", "team/{0}/x/y"),
        (
            "/docs/intro|setup same",
            "/docs/intro",
            "docs/0:{intro|setup}",
        ),
        ("/docs/intro|setup same", "/docs/other", "docs/other"),
        ("/docs/intro|setup different", "/docs/setup", "docs/0=setup"),
        ("/docs/intro different", "/docs/intro", "0=docs/0=intro"),
        ("/docs/intro|setup different", "/docs/other", "docs/other"),
        ("/report/{int} different", "/report/17", "0=report/0=17"),
        ("/report/{int} different", "/report/zork", "report/zork"),
        (
            "/report/{int}/*/x same",
            "/report/17/a/x",
            "report/17/{0}/x",
        ),
        ("/product/* different", "/product/zork", "0=product/0=zork"),
        ("/*/x different", "/product/x", "product/0=x"),
        ("/a%7Cb/* same", "/a%7Cb/c", "a%7Cb/{0}"),
        ("/b%c3%bc/* same", "/b%C3%BC/c", "b%C3%BC/{0}"),
    ] {
        // With names alone, all of them are compared as written.
        let wanted = match rules {
            "/docs/intro|setup different" if path == "/docs/setup" => "0=docs/0=setup",
            _ => wanted,
        };
        let rules = format!("a.example {rules}");
        let url = format!("https://a.example{path}");
        assert_eq!(read(&rules, &url), wanted, "{rules} {path}");
    }
}

#[test]
fn the_last_rule_decides() {
    for (second, wanted) in [
        ("a.example /team/zork different", "1=team/1=zork"),
        ("* /team/*|admin same", "team/{1}"),
        (".a.example /team/* same", "team/{1}"),
        ("b.example /team/zork different", "team/{0}"),
        ("a.example /team/other different", "team/{0}"),
    ] {
        let rules = format!("a.example /team/* same\n{second}");
        assert_eq!(
            read(&rules, "https://a.example/team/zork"),
            wanted,
            "{second}"
        );
    }
}

#[test]
fn rules_hold_on_their_hosts() {
    for (place, url, wanted) in [
        ("a.example", "https://a.example/x/y", true),
        ("a.example", "https://a.example:8443/x/y", true),
        ("a.example", "https://b.a.example/x/y", false),
        ("*.a.example", "https://b.a.example/x/y", true),
        ("*.a.example", "https://a.example/x/y", false),
        (".a.example", "https://a.example/x/y", true),
        (".a.example", "https://c.b.a.example/x/y", true),
        (".a.example", "https://ba.example/x/y", false),
        ("*", "https://a.example/x/y", true),
        ("*", "/x/y", true),
        (".example", "/x/y", false),
        ("a.example:8443", "https://a.example:8443/x/y", true),
        ("a.example:8443", "https://a.example/x/y", false),
        ("a.example:443", "https://a.example/x/y", true),
        ("a.example:443", "http://a.example/x/y", false),
        ("*:8443", "https://b.example:8443/x/y", true),
        ("10.0.0.0/8", "http://10.0.0.7/x/y", true),
        ("10.0.0.0/8", "http://11.0.0.7/x/y", false),
        ("10.0.0.0/8:8443", "http://10.0.0.7:8443/x/y", true),
        ("10.0.0.0/8:8443", "http://10.0.0.7/x/y", false),
        ("10.0.*", "http://10.0.9.7/x/y", true),
        ("2001:db8::/32", "http://[2001:db8::7]/x/y", true),
        ("[2001:db8::7]:8443", "http://[2001:db8::7]:8443/x/y", true),
        ("2001:db8::7", "http://[2001:db8::8]/x/y", false),
    ] {
        let rule = format!("{place} /x/* same");
        let read = read(&rule, url);
        assert_eq!(read == "x/{0}", wanted, "{rule} {url}: {read}");
        let again: UrlRule = rule.parse::<UrlRule>().expect("is a rule");
        assert_eq!(
            again.to_string().parse::<UrlRule>().expect("was written"),
            again
        );
    }
}

#[test]
fn rules_are_about_parameters_of_their_pages() {
    for (rule, path, name, wanted) in [
        ("/search?ref same", "/search", "ref", Some(Relation::Same)),
        ("/search?ref same", "/search", "REF", Some(Relation::Same)),
        (
            "/search?ref same",
            "/search",
            "amp;ref",
            Some(Relation::Same),
        ),
        (
            "/search?ref&tab different",
            "/search",
            "tab",
            Some(Relation::Different),
        ),
        ("/search?ref same", "/search", "refs", None),
        ("/search?ref same", "/search/x", "ref", None),
        (
            "/search/**?ref same",
            "/search/x",
            "ref",
            Some(Relation::Same),
        ),
        ("/**?ref same", "/", "ref", Some(Relation::Same)),
        ("/*?ref same", "/search", "ref", Some(Relation::Same)),
        ("/*?ref same", "/", "ref", None),
        ("?ref same", "/a/b", "ref", Some(Relation::Same)),
        (
            "/search?r*f same",
            "/search",
            "Referf",
            Some(Relation::Same),
        ),
        ("/search?r*f same", "/search", "ref2", None),
        ("/search?ref ignore", "/search", "ref", Some(Relation::Same)),
        (
            "/search?* select",
            "/search",
            "tab",
            Some(Relation::Different),
        ),
        ("/a|b?ref same", "/b;x=1", "ref", Some(Relation::Same)),
    ] {
        let rules = UrlRules::read(&format!("a.example {rule}")).expect("is a rule");
        let lookup = RuleLookup::new(&rules);
        assert!(lookup.has_params() && lookup.unmet().eq([0]));
        let origin = Origin {
            scheme: b"https",
            server: b"a.example",
        };
        let found = lookup.param(origin, path.as_bytes(), name.as_bytes());
        assert_eq!(found.map(|(_, relation)| relation), wanted, "{rule} {path}");
        assert_eq!(lookup.unmet().count(), usize::from(wanted.is_none()));
        let elsewhere = Origin {
            server: b"b.example",
            ..origin
        };
        assert_eq!(lookup.param(elsewhere, path.as_bytes(), b"ref"), None);
    }
}

#[test]
fn a_later_rule_for_more_hosts_contradicts() {
    for (earlier, later, wanted) in [
        ("a.example", "a.example", true),
        ("a.example", "*", true),
        ("a.example", ".a.example", true),
        ("a.example", "*.a.example", false),
        ("b.a.example", "*.a.example", true),
        (".a.example", "a.example", false),
        ("a.example:8443", "a.example", true),
        ("a.example", "a.example:8443", false),
        ("10.1.0.0/16", "10.0.0.0/8", true),
        ("10.0.0.0/8", "10.1.0.0/16", false),
        ("10.0.0.7", "10.0.0.0/8", true),
    ] {
        let rules = format!("{earlier} /x/y|z different\n{later} /x/* same");
        let rules = UrlRules::read(&rules).expect("they are rules");
        assert_eq!(
            !rules.contradictions().is_empty(),
            wanted,
            "{earlier} {later}"
        );
    }
}

#[test]
fn what_is_not_a_rule_says_what_to_write() {
    for (rule, said) in [
        ("a.example /x/*", "write PLACE same"),
        ("a.example /x/* same 2026-11-23 x", "write PLACE same"),
        ("a.example/x/* in", "its place belongs to scope"),
        ("a.example/x/* out", "its place belongs to scope"),
        ("*/* max 1", "belongs to max-per-prefix or max-per-host"),
        ("* expire 90d", "belongs to a file of rules"),
        (
            "a.example /x/* same 2026-13-23",
            "is not a day: write it like 2026-11-23",
        ),
        (
            "!a.example /x/* same",
            "write a later rule for it that says different",
        ),
        (
            "!a.example /x/* different",
            "write a later rule for it that says same",
        ),
        (
            "https://a.example /x/* same",
            "\"https://a.example\" is not a host",
        ),
        ("a.example/x /x/* same", "\"a.example/x\" is not a host"),
        ("a.example:80800 /x/* same", "ports end at 65535"),
        ("10.0.0.1/8 /x/* same", "write 10.0.0.0/8 for the network"),
        (
            "10.0.0.1-9 /x/* same",
            "write ranges of addresses as networks",
        ),
        (
            "exa*mple.com /x/* same",
            "write example.com, .example.com, *.example.com or *",
        ),
        ("*.10.0.0.1 /x/* same", "is not a host"),
        ("a.example x/* same", "it begins with /"),
        ("a.example /x/y same", "it joins nothing"),
        ("a.example /** different", "it separates nothing"),
        ("a.example /*|y different", "has * beside names"),
        ("a.example /x?a=1 same", "does not name parameters"),
        ("a.example /{int}?a same", "is about parameters"),
        ("a.example /#/x?a same", "is about parameters"),
        ("a.example /x/y* same", "\"y*\" is not a path segment"),
    ] {
        let error = UrlRules::read(&format!("* /a/* same\n{rule}")).expect_err(rule);
        let error = error.to_string();
        assert!(
            error.starts_with("line 2: ") && error.contains(said),
            "{rule}: {error}"
        );
    }
}
