//! Hosts are written in one form, whatever option takes them: `--host`, `--scope`, `--params-from`
//! and `--rules`.

use crate::program::{argument, outcome, run};
use std::fs;

/// The options that take hosts.
const OPTIONS: [&str; 4] = ["--host", "--scope", "--params-from", "--rules"];

/// Returns the status, the output and the messages of a run with a place in an option. Two lines
/// of the page `/docs` count as equal where a rule about it holds.
fn outcome_of(option: &str, place: &str, list: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a directory can be made");
    let file = folder.path().join("rules");
    let text = match option {
        "--params-from" => format!("{place}: tab\n"),
        "--rules" => format!("{place} /docs/intro|setup same\n"),
        _ => format!("{place}\n"),
    };
    fs::write(&file, text).expect("a file can be written");
    let value = if option == "--host" {
        place
    } else {
        argument(&file)
    };
    outcome(&run(&[option, value], list.as_bytes()))
}

/// Whether a place in an option has an effect on URLs that begin like this.
fn holds(option: &str, place: &str, start: &str) -> bool {
    let list = match option {
        "--params-from" => format!("{start}/docs\n{start}/docs?tab=1\n"),
        "--rules" => format!("{start}/docs/intro\n{start}/docs/setup\n"),
        _ => format!("{start}/docs\n"),
    };
    let (status, printed, message) = outcome_of(option, place, &list);
    assert_eq!(status, Some(0), "{option} {place}: {message}");
    let kept = printed.lines().count();
    match option {
        "--params-from" | "--rules" => kept == 1,
        _ => kept == 1 && printed == list,
    }
}

#[test]
fn every_option_takes_hosts_in_the_same_form() {
    for (place, start, wanted) in [
        ("shop.example", "https://shop.example", true),
        ("shop.example", "https://shop.example:8443", true),
        ("shop.example", "https://a.shop.example", false),
        (".shop.example", "https://shop.example", true),
        (".shop.example", "https://a.shop.example", true),
        (".shop.example", "https://workshop.example", false),
        ("*.shop.example", "https://a.shop.example", true),
        ("*.shop.example", "https://shop.example", false),
        ("*", "https://shop.example", true),
        ("Bücher.example", "https://xn--bcher-kva.example", true),
        ("10.0.0.0/8", "https://10.0.0.7", true),
        ("10.0.0.0/8", "https://11.0.0.7", false),
        ("10.0.*", "https://10.0.9.7", true),
        ("10.0.*", "https://10.0.9.7.example", false),
        ("2001:db8::/32", "https://[2001:db8::7]", true),
        ("2001:db8::/32", "https://[2001:db9::7]", false),
        ("[2001:db8::]/32", "https://[2001:db8::7]", true),
        ("2001:db8::7", "https://[2001:db8::7]", true),
        ("[::1]", "https://[::1]:8443", true),
        ("[::1]:8443", "https://[::1]:8443", true),
        ("[::1]:8443", "https://[::1]", false),
        ("shop.example:8443", "https://shop.example:8443", true),
        ("shop.example:8443", "https://shop.example", false),
        ("shop.example:443", "https://shop.example", true),
        ("shop.example:443", "http://shop.example", false),
        ("shop.example:*", "https://shop.example:8443", true),
        (".shop.example:8443", "https://a.shop.example:8443", true),
        ("*:8443", "https://shop.example:8443", true),
        ("*:8443", "https://shop.example", false),
        ("10.0.0.0/8:8443", "https://10.0.0.7:8443", true),
        ("10.0.0.0/8:8443", "https://10.0.0.7", false),
    ] {
        for option in OPTIONS {
            let found = holds(option, place, start);
            assert_eq!(found, wanted, "{option} {place} {start}");
        }
    }
}

#[test]
fn places_begin_with_their_paths() {
    let start = "https://shop.example";
    for option in ["--scope", "--params-from"] {
        assert!(holds(option, "shop.example/do", start), "{option}");
        assert!(holds(option, ".shop.example:443/d*s", start), "{option}");
        assert!(!holds(option, "shop.example/team", start), "{option}");
        assert!(!holds(option, "shop.example:8443/docs", start), "{option}");
    }
}

#[test]
fn several_hosts_stand_before_the_colon() {
    for hosts in [
        "a.example b.example",
        "a.example, b.example",
        "a.example,b.example",
        "10.0.0.0/8,b.example:443 a.example",
    ] {
        for start in ["https://a.example", "https://b.example"] {
            assert!(holds("--params-from", hosts, start), "{hosts} {start}");
        }
        let elsewhere = "https://c.example";
        assert!(!holds("--params-from", hosts, elsewhere), "{hosts}");
    }
}

#[test]
fn a_mark_excludes_where_it_can() {
    let start = "https://a.shop.example";
    for (option, place, wanted) in [
        ("--scope", ".shop.example\n!a.shop.example", false),
        ("--scope", ".shop.example\n!b.shop.example", true),
        ("--scope", ".shop.example\n!*:8443", true),
        ("--params-from", ".shop.example !a.shop.example", false),
        ("--params-from", ".shop.example !a.shop.example:443", false),
        ("--params-from", ".shop.example !a.shop.example:8443", true),
        ("--params-from", ".shop.example, !b.shop.example", true),
    ] {
        assert_eq!(holds(option, place, start), wanted, "{option} {place}");
    }
    let network = "10.0.0.0/8 !10.0.0.0/24";
    assert!(holds("--params-from", network, "https://10.0.1.7"));
    assert!(!holds("--params-from", network, "https://10.0.0.7"));
}

#[test]
fn what_is_not_a_place_says_what_to_write() {
    for (option, place, wanted) in [
        (
            "--host",
            "!shop.example",
            "\"!shop.example\" is not a host: hosts are excluded by not-host",
        ),
        (
            "--rules",
            "* /x/* same\n!shop.example",
            "line 2: \"!shop.example /docs/intro|setup same\" has ! and a verb: write the place and out",
        ),
        (
            "--params-from",
            "* !!shop.example",
            "line 1: \"!shop.example\" is not a host: ",
        ),
        (
            "--scope",
            "!!shop.example",
            "line 1: \"!shop.example\" is not a host: ",
        ),
        ("--host", "10.0.0.1/8", "write 10.0.0.0/8 for the network"),
        ("--scope", "10.0.0.1/8", "write 10.0.0.0/8 for the network"),
        (
            "--params-from",
            "10.0.0.1/8",
            "line 1: \"10.0.0.1/8\" is not a host: write 10.0.0.0/8 for the network, or 10.0.0.1",
        ),
        (
            "--rules",
            "10.0.0.1/8",
            "line 1: \"10.0.0.1/8\" is not a host: write 10.0.0.0/8 for the network, or 10.0.0.1",
        ),
        (
            "--rules",
            "10.0.0.1-9",
            "write ranges of addresses as networks",
        ),
        ("--host", "shop.example:80800", "ports end at 65535"),
        ("--scope", "shop.example:80800", "ports end at 65535"),
        ("--params-from", "shop.example:80800", "ports end at 65535"),
        ("--rules", "shop.example:80800", "ports end at 65535"),
        ("--rules", "https://shop.example", "leave the scheme out"),
        ("--rules", "shop.example/x", "is not a host: write "),
        ("--params-from", "https://shop.example", "leave the scheme"),
        ("--rules", "api-*.example", "as other patterns are for host"),
        ("--scope", "a,b", "write each host by itself"),
        (
            "--scope",
            ".a.example\n-www.a.example",
            "line 2: \"-www.a.example\" is not a rule: write !www.a.example to exclude it",
        ),
        ("--host", "(a|b).example", "looks like a regular expression"),
        (
            "--rules",
            "(a|b).example",
            "looks like a regular expression",
        ),
    ] {
        let (status, printed, message) = outcome_of(option, place, "https://shop.example/docs\n");
        assert_eq!(status, Some(2), "{option} {place}: {message}");
        assert!(printed.is_empty(), "{option} {place}: {printed}");
        assert!(message.contains(wanted), "{option} {place}: {message}");
    }
}
