//! One file says what is in or out, and what is the same or different: `--rules`.

use crate::program::{argument, outcome, run};
use std::fmt::Write as _;
use std::fs;
use tempfile::TempDir;

/// URLs are compared as written, so nothing can be the same or different by rule; places and limits
/// are of use.
#[test]
fn places_and_limits_go_with_literal() {
    let list = b"https://a.test/x/1\nhttps://a.test/x/2\nhttps://a.test/y/1\nhttps://b.test/\n";
    for (line, wanted) in [
        ("a.test/* max 1", "x/1 y/1 b.test/"),
        ("* max 1", "x/1 b.test/"),
        ("a.test in", "x/1 x/2 y/1"),
        ("a.test/x/** out\n* in", "y/1 b.test/"),
    ] {
        let rules = Rules::new(line);
        let path = rules.folder.path().join("rules");
        let options = ["-q", "--literal", "-t", "100", "--rules", argument(&path)];
        let (status, found, said) = outcome(&run(&options, list));
        assert_eq!(status, Some(0), "{line}: {said}");
        let found = found.replace("https://a.test/", "").replace("https://", "");
        let found: Vec<&str> = found.lines().collect();
        assert_eq!(found.join(" "), wanted, "{line}");
    }
    for line in [
        "a.test/x/* same",
        "a.test/x/*?tab different",
        "a.test/?p ignore",
    ] {
        let rules = Rules::new(line);
        let path = rules.folder.path().join("rules");
        let (status, _, said) = outcome(&run(&["--literal", "--rules", argument(&path)], list));
        assert_eq!(status, Some(2), "{line}");
        assert!(said.contains("cannot be combined"), "{line}: {said}");
    }
}

/// Ten lines that people need.
const TEN: &str = "\
.shop.example                  in        # only this
!shop.example/logout                     # nor /LOGOUT
*?ref*&utm_*                   same      # they mean nothing
shop.example/item?tab          different # its values are pages
shop.example/users/*           same      2026-11-23
shop.example/product/*         different # every one
shop.example/docs/intro|setup  different
*/**/reviews/**                different # at any depth
shop.example/*                 max 3     # of each section
shop.example/events/**         out
";

/// A folder with a file of rules.
struct Rules {
    folder: TempDir,
}

impl Rules {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a directory can be made");
        let rules = Self { folder };
        rules.write("rules", text);
        rules
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).expect("a file can be written");
        argument(&path).to_owned()
    }

    fn path(&self) -> String {
        argument(&self.folder.path().join("rules")).to_owned()
    }

    /// Returns the paths that are printed of a list of paths on `shop.example`.
    fn kept(&self, more: &[&str], paths: &[&str]) -> Vec<String> {
        let mut list = String::new();
        for path in paths {
            writeln!(list, "https://shop.example{path}").expect("it is text");
        }
        let file = self.path();
        let arguments = [&["-q", "--rules", &file], more].concat();
        let (status, printed, message) = outcome(&run(&arguments, list.as_bytes()));
        assert_eq!(status, Some(0), "{message}");
        let paths = printed
            .lines()
            .map(|line| line.replace("https://shop.example", ""));
        paths.collect()
    }
}

#[test]
fn ten_lines_say_what_people_need() {
    let rules = Rules::new(TEN);
    let dropped_last = [
        &["/a?id=1", "/a?id=1&refid=7"][..],
        &["/a", "/LOGOUT"],
        &["/a", "/logout/now"],
        &["/users/ann", "/users/news"],
        &["/events2", "/events"],
        &["/events2", "/events/17"],
        &["/s/1/a", "/s/2/b", "/s/3/c", "/s/4/d"],
    ];
    for paths in dropped_last {
        let (_, wanted) = paths.split_last().expect("there are paths");
        assert_eq!(rules.kept(&[], paths), wanted, "{paths:?}");
    }
    for paths in [
        &["/item?tab=1", "/item?tab=2"][..],
        &["/product/1", "/product/2"],
        &["/docs/intro", "/docs/setup"],
        &["/a/17/reviews", "/a/17/18"],
    ] {
        assert_eq!(rules.kept(&[], paths), paths);
    }
    let elsewhere = b"https://other.example/\n";
    let printed = outcome(&run(&["-q", "--rules", &rules.path()], elsewhere)).1;
    assert_eq!(printed, "");
}

#[test]
fn usual_takes_back_what_earlier_rules_say() {
    for (rule, paths) in [
        (
            "shop.example/users/* same",
            &["/users/ann", "/users/news"][..],
        ),
        ("shop.example/item?id same", &["/item?id=1", "/item"]),
        ("*?i* same", &["/item?id=1", "/item"]),
    ] {
        assert_eq!(Rules::new(rule).kept(&[], paths).len(), 1, "{rule}");
        let place = rule.strip_suffix(" same").expect("it says so");
        let undone = Rules::new(&format!("{rule}\n{place} usual\n"));
        assert_eq!(undone.kept(&[], paths), paths, "{rule}");
    }
    let below = Rules::new("shop.example/a/17/*|x same\nshop.example/** usual\n");
    let paths = ["/a/17/edit", "/a/17/x"];
    assert_eq!(below.kept(&[], &paths), paths);
}

#[test]
fn the_last_limit_of_a_place_decides() {
    let rules = Rules::new("*/* max 1\nshop.example/docs/* max 2\n*/docs/free/** max 9\n");
    let paths = [
        "/a/x",
        "/a/y/edit",
        "/docs/x/a",
        "/docs/x/b/c",
        "/docs/x/d/e/f",
        "/docs/y/admin",
        "/docs/free/a",
        "/docs/free/b/c",
        "/docs/free/d/e/f",
    ];
    let wanted = [
        "/a/x",
        "/docs/x/a",
        "/docs/x/b/c",
        "/docs/y/admin",
        "/docs/free/a",
        "/docs/free/b/c",
        "/docs/free/d/e/f",
    ];
    assert_eq!(rules.kept(&[], &paths), wanted);
    let rules = Rules::new("shop.example max 2\n");
    assert_eq!(rules.kept(&[], &["/", "/a", "/b"]), ["/", "/a"]);
}

#[test]
fn places_of_a_scope_are_names_choices_and_networks() {
    for (rule, url, wanted) in [
        ("a.example,.b.example in", "https://x.b.example/", true),
        ("a.example,.b.example in", "https://c.example/", false),
        (
            "a.example/admin|private/** in",
            "https://a.example/private",
            true,
        ),
        (
            "a.example/admin|private/** in",
            "https://a.example/admin/x",
            true,
        ),
        (
            "a.example/admin|private/** in",
            "https://a.example/admin?x",
            true,
        ),
        (
            "a.example/admin|private/** in",
            "https://a.example/admins",
            false,
        ),
        ("a.example/**/admin out", "https://a.example/admin", false),
        (
            "a.example/**/admin out",
            "https://a.example/x/y/ADMIN",
            false,
        ),
        ("a.example/**/admin out", "https://a.example/adm", true),
        ("10.0.0.0/8/app/ in", "https://10.0.0.7/app/x", true),
        ("10.0.0.0/8/app/ in", "https://10.0.0.7/x", false),
        ("10.0.0.0/8:8443 in", "https://10.0.0.7:8443/x", true),
        ("10.0.0.0/8:8443 in", "https://10.0.0.7/x", false),
        ("https://a.example in", "http://a.example/", false),
        ("*:8443 out", "https://a.example:8443/", false),
    ] {
        let rules = Rules::new(rule);
        let list = format!("{url}\n");
        let printed = outcome(&run(&["-q", "--rules", &rules.path()], list.as_bytes())).1;
        assert_eq!(!printed.is_empty(), wanted, "{rule} {url}");
    }
}

#[test]
fn files_of_every_form_are_rules_and_several_add_up() {
    let rules = Rules::new("shop.example/users/* same\n");
    let path = rules.path();
    let list = b"https://shop.example/users/ann\nhttps://shop.example/users/news\n\
        https://shop.example/a?ref=1\nhttps://shop.example/a\nhttps://t.example/x\n";
    let count = |files: &[&str]| {
        let mut arguments = vec!["-q"];
        for file in files {
            arguments.extend(["--rules", file]);
        }
        let (status, printed, message) = outcome(&run(&arguments, list));
        assert_eq!(status, Some(0), "{files:?}: {message}");
        printed.lines().count()
    };
    assert_eq!(count(&[]), 5);
    assert_eq!(count(&[&path]), 4);
    let params = rules.write("params", "shop.example: ref\n");
    let zyte = r#"[{"processor":"queryRemoval","args":["ref"],"urlPattern":{"include":["shop.example"]}}]"#;
    let zyte = rules.write("zyte.json", zyte);
    let robots = rules.write("robots.txt", "User-agent: *\nClean-param: ref\n");
    let robots = format!("shop.example={robots}");
    for file in [&*params, &zyte, &robots] {
        assert_eq!(count(&[&path, file]), 3, "{file}");
    }
    let burp = r#"{"target":{"scope":{"include":[{"prefix":"https://shop.example/"}]}}}"#;
    let burp = rules.write("burp.json", burp);
    let assets = "identifier,asset_type,eligible_for_submission\nshop.example,URL,true\n";
    let assets = rules.write("assets.csv", assets);
    let scope = rules.write("scope", "shop.example\n");
    for file in [&*burp, &assets, &scope] {
        assert_eq!(count(&[&path, file]), 3, "{file}");
        assert_eq!(count(&[&path, &params, file]), 2, "{file}");
    }
}

#[test]
fn a_wrong_line_is_named_with_its_file_and_what_to_write() {
    for (text, wanted) in [
        (
            "*?ref same\nshop.example/x similar\n",
            "line 2: \"shop.example/x similar\" is not a rule: write PLACE same",
        ),
        (
            "*?ref same\n\nshop.example/x\n",
            "line 3: \"shop.example/x\" has no verb: write in, same",
        ),
        (
            "shop.example/* max few\n",
            "line 1: \"few\" is not a number of lines",
        ),
        ("* expire soon\n", "expire soon: "),
    ] {
        let rules = Rules::new(text);
        let (status, _, message) = outcome(&run(&["--rules", &rules.path()], b""));
        assert_eq!(status, Some(2), "{text}");
        let start = format!("urlsift: the rules in {}", rules.path());
        assert!(message.starts_with(&start), "{message}");
        assert!(message.contains(wanted), "{message}");
    }
    let rules = Rules::new("*?ref same\n");
    let message = outcome(&run(&["--scope", &rules.path()], b"")).2;
    assert!(message.contains("nothing would be in scope"), "{message}");
}

#[test]
fn old_rules_are_reported_by_a_line_of_the_file() {
    let rules = Rules::new("* expire 365d\nshop.example/a/* same 2020-01-01\n");
    let (_, _, message) = outcome(&run(&["--rules", &rules.path()], b""));
    assert!(message.contains("taught before"), "{message}");
    assert!(
        message.contains("line 2 (shop.example  /a/*  same  2020-01-01)"),
        "{message}"
    );
    let message = outcome(&run(&["-q", "--rules", &rules.path()], b"")).2;
    assert_eq!(message, "");
}

#[cfg(unix)]
#[test]
fn what_is_in_out_or_limited_is_no_setting_of_a_state() {
    let rules = Rules::new("shop.example/a/* same\n");
    let path = rules.path();
    let state = argument(&rules.folder.path().join("seen.state")).to_owned();
    let outcome_with = |text: &str| {
        rules.write("rules", text);
        let arguments = ["-q", "--rules", &path, "--state", &state];
        outcome(&run(&arguments, b"https://shop.example/a/x\n"))
    };
    assert_eq!(outcome_with("shop.example/a/* same\n").0, Some(0));
    let more = "shop.example/a/* same\nshop.example in\n!*/logout\n*/* max 9\n* expire 9d\n";
    let (status, _, message) = outcome_with(more);
    assert_eq!(status, Some(0), "{message}");
    let (status, _, message) = outcome_with("shop.example/b/* same\n");
    assert_eq!(status, Some(2));
    let wanted = format!("urlsift state rebuild {state} --rules FILE");
    assert!(message.contains(&wanted), "{message}");
    rules.write("rules", "shop.example/b/* same\nother.example in\n");
    let rebuilt = outcome(&run(&["state", "rebuild", &state, "--rules", &path], b""));
    assert_eq!(rebuilt.0, Some(0), "{}", rebuilt.2);
    let exported = outcome(&run(&["state", "export", &state], b"")).1;
    assert!(exported.contains("https://shop.example/a/x"), "{exported}");
}
