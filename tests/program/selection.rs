//! Which URLs are wanted at all, by each option, and what becomes of the others.

use std::fs;

use serde_json::{Value, json};

use crate::program::{argument, kept, outcome, refusal, run};

const LIST: &str = "\
https://www.example.com/
https://www.example.com/a.php?id=7
http://api.example.com:8443/v1/users?next=/x
https://example.com/logo.PNG
https://example.test/admin/login.jsp;jsessionid=1.5
//cdn.example.net/app.js
/bare/path
not a url
not a url
";

/// Lines as one text.
fn text<L: AsRef<str>>(lines: impl IntoIterator<Item = L>) -> String {
    lines
        .into_iter()
        .fold(String::new(), |text, line| text + line.as_ref() + "\n")
}

fn selected(arguments: &[&str], list: &str) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), list.as_bytes())).unwrap()
}

/// The lines of the list by number, from 1. Lines that are not URLs are always there.
fn numbers(arguments: &[&str]) -> Vec<usize> {
    let printed = selected(arguments, LIST);
    let lines: Vec<&str> = LIST.lines().collect();
    let number = |line: &str| lines.iter().position(|&wanted| wanted == line).unwrap() + 1;
    let mut found: Vec<usize> = printed.lines().map(number).collect();
    assert_eq!(
        found.pop(),
        Some(8),
        "{arguments:?} loses a line that is not a URL: {printed}"
    );
    found
}

#[test]
fn each_option_selects() {
    for (arguments, wanted) in [
        (&[][..], &[1, 2, 3, 4, 5, 6, 7][..]),
        (&["--ext", "php,jsp"], &[2, 5]),
        (&["--ext", ".php", "--ext", "none"], &[1, 2, 3, 7]),
        (&["--not-ext", "static"], &[1, 2, 3, 5, 6, 7]),
        (&["--not-ext", "static,js"], &[1, 2, 3, 5, 7]),
        (&["--host", "example.com"], &[4]),
        (&["--host", "*.example.com,example.test"], &[1, 2, 3, 5]),
        (&["--host", ".example.com"], &[1, 2, 3, 4]),
        (&["--host", "*:8443"], &[3]),
        (&["--not-host", "*.example.com"], &[4, 5, 6, 7]),
        (&["--scheme", "https"], &[1, 2, 4, 5]),
        (&["--scheme", "HTTP,none"], &[3, 6, 7]),
        (&["--has-params"], &[2, 3]),
        (&["--no-params"], &[1, 4, 5, 6, 7]),
        (&["--param", "i*"], &[2]),
        (&["--param", "ID,next"], &[2, 3]),
        (&["--not-junk"], &[1, 2, 3, 4, 5, 6, 7]),
        (&["--match", "/admin/", "--match", r"\.js$"], &[5, 6]),
        (&["--not-match", "(?i)png$"], &[1, 2, 3, 5, 6, 7]),
        (
            &[
                "--host",
                ".example.com",
                "--has-params",
                "--not-match",
                "v1",
            ],
            &[2],
        ),
    ] {
        assert_eq!(numbers(arguments), wanted, "{arguments:?}");
    }
}

#[test]
fn records_without_a_status_are_kept() {
    let list = "https://a.example/a [200] [A title]\nhttps://a.example/b [\x1b[31m404\x1b[0m]\n\
                https://a.example/c (Status: 301) [Size: 0]\n403      GET        9l https://a.example/d\n\
                https://a.example/e\n[url] - [code-500] - https://a.example/f\n";
    let lines: Vec<&str> = list.lines().collect();
    for (status, wanted) in [
        ("200", &[0, 4][..]),
        ("2xx,3xx", &[0, 2, 4]),
        ("400-404", &[1, 3, 4]),
        ("5xx", &[4, 5]),
    ] {
        let wanted = text(wanted.iter().map(|&line: &usize| lines[line]));
        assert_eq!(selected(&["--status", status], list), wanted, "{status}");
    }
}

#[test]
fn a_host_has_so_many_lines() {
    let list = "https://a.example/one\nhttps://a.example/one?x=1\nhttps://b.example/one\nhttps://a.example/two\n\
                https://a.example/one\nhttps://a.example:8443/two\n";
    let wanted = "https://a.example/one\nhttps://b.example/one\nhttps://a.example:8443/two\n";
    assert_eq!(selected(&["--max-per-host", "1"], list), wanted);
    assert_eq!(
        selected(&["--max-per-host", "3"], list),
        selected(&[], list)
    );
    // A further sample is a line of the host too.
    let samples = "https://a.example/user/1\nhttps://a.example/user/2\nhttps://a.example/user/3\n";
    assert_eq!(
        selected(&["--max-per-host", "2", "--keep", "3"], samples)
            .lines()
            .count(),
        2
    );
    for threads in ["1", "2"] {
        let list = text((0..3000).map(|i| format!("https://h{}.example/w{i}x", i % 7)));
        let kept = selected(
            &[
                "--max-per-host",
                "5",
                "-j",
                threads,
                "--no-learn",
                "--literal",
            ],
            &list,
        );
        assert_eq!(kept, text(list.lines().take(35)));
    }
}

#[test]
fn what_is_not_selected_is_counted_shown_and_explained() {
    let arguments = ["--not-ext", "static", "--host", ".example.com"];
    let dropped = selected(&[&arguments[..], &["--dropped"]].concat(), LIST);
    assert_eq!(
        dropped,
        "https://example.com/logo.PNG\nhttps://example.test/admin/login.jsp;jsessionid=1.5\n\
         //cdn.example.net/app.js\n/bare/path\nnot a url\n"
    );
    let explained = selected(&[&arguments[..], &["--explain"]].concat(), LIST);
    assert!(
        explained.contains("logo.PNG\n    not selected: --not-ext\n"),
        "{explained}"
    );
    assert!(
        explained.contains("/bare/path\n    not selected: --host\n"),
        "{explained}"
    );
    let (_, objects, _) = outcome(&run(
        &[&arguments[..], &["-q", "--format", "jsonl"]].concat(),
        LIST.as_bytes(),
    ));
    let objects: Vec<Value> = objects
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let unwanted: Vec<_> = objects
        .iter()
        .filter(|object| object["verdict"] == "unwanted")
        .collect();
    assert_eq!(unwanted.len(), 4);
    assert_eq!(
        (&unwanted[0]["reason"], &unwanted[0]["kept"]),
        (&json!("not-ext"), &json!(false))
    );
    let statistics =
        |format| outcome(&run(&[&arguments[..], &[format]].concat(), LIST.as_bytes())).2;
    let json: Value = serde_json::from_str(&statistics("--stats=json")).unwrap();
    assert_eq!(
        (&json["unwanted"], &json["unwanted_by"]),
        (&json!(4), &json!({"host": 3, "not-ext": 1}))
    );
    let text = statistics("--stats");
    assert!(
        text.contains("not selected") && text.contains("  by --not-ext "),
        "{text}"
    );
    let none = outcome(&run(&["--stats=json"], LIST.as_bytes())).2;
    assert_eq!(
        serde_json::from_str::<Value>(&none).unwrap()["unwanted_by"],
        json!({})
    );
}

#[test]
fn lines_that_are_not_urls_go_the_way_of_invalid() {
    let lines = |arguments: &[&str]| selected(arguments, "not a url\nhttps://a.example/\n");
    assert_eq!(lines(&["--host", "b.example"]), "not a url\n");
    assert_eq!(lines(&["--host", "b.example", "--invalid", "drop"]), "");
}

/// Junk of archives, and what looks a little like it.
const ARCHIVE: &str = "\
https://www.example.com/login.php
https://www.example.com/login.php%22%3E
https://www.example.com/item?id=1%20AND%201=1
https://www.example.com/..%2f..%2fetc/passwd
https://www.example.com/search?q=%3Cscript%3E&%3Cscript%3E
https://www.example.com/users/{id}/edit
https://www.example.com/users/undefined/photos
https://www.example.com/logout.php%20HTTP/1.1
";

#[test]
fn junk_is_dropped_counted_and_explained() {
    let lines: Vec<&str> = ARCHIVE.lines().collect();
    let wanted = |numbers: &[usize]| text(numbers.iter().map(|&number| lines[number - 1]));
    assert_eq!(selected(&[], ARCHIVE), ARCHIVE, "none is like another");
    assert_eq!(selected(&["--not-junk"], ARCHIVE), wanted(&[1, 3, 6, 7]));
    assert_eq!(
        selected(&["--not-junk", "--dropped"], ARCHIVE),
        wanted(&[2, 4, 5, 8])
    );
    let beside = ["--not-junk", "--match", "php", "--host", "*.example.com"];
    assert_eq!(selected(&beside, ARCHIVE), wanted(&[1]));
    let explained = selected(&["--not-junk", "--explain"], ARCHIVE);
    let why =
        "    not selected: --not-junk (request: the line of a request was taken for a path)\n";
    assert!(
        explained.contains(&format!("{}\n{why}", lines[7])),
        "{explained}"
    );
    let objects = selected(&["--not-junk", "--dropped", "--format", "jsonl"], ARCHIVE);
    let rules: Vec<Value> = objects
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|object| json!([object["verdict"], object["reason"], object["rule"]]))
        .collect();
    let rule = |name| json!(["unwanted", "not-junk", name]);
    assert_eq!(
        rules,
        ["attribute", "traversal", "tag", "request"].map(rule)
    );
    let (_, _, statistics) = outcome(&run(&["--not-junk", "--stats=json"], ARCHIVE.as_bytes()));
    let statistics: Value = serde_json::from_str(&statistics).unwrap();
    assert_eq!(statistics["unwanted_by"], json!({"not-junk": 4}));
}

/// The URL of a record is read, wherever it stands in it; a state remembers no junk.
#[test]
fn junk_is_found_in_records_and_left_out_of_states() {
    let records = "{\"url\":\"https://a.example/x%22%3E\",\"n\":\"<b>\"}\n{\"url\":\"https://a.example/y\",\"n\":\"<b>\"}\n\
                   https://a.example/z [200] [<b>Title</b>]\nhttps://a.example/w%0A [200] [Title]\n";
    let lines: Vec<&str> = records.lines().collect();
    assert_eq!(
        selected(&["--not-junk"], records),
        text([lines[1], lines[2]])
    );
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("seen.state");
    let run = |arguments: &[&str]| {
        let state = ["--state", argument(&state), "--not-junk"];
        selected(&[&state[..], arguments].concat(), ARCHIVE)
            .lines()
            .count()
    };
    assert_eq!([run(&[]), run(&[])], [4, 0]);
    let with_junk = selected(&["--state", argument(&state)], ARCHIVE);
    assert_eq!(
        with_junk.lines().count(),
        4,
        "no junk was remembered: {with_junk}"
    );
}

/// The table of the manual has every rule, with a URL that it takes.
/// What is not wanted teaches nothing, and hides nothing.
#[test]
fn what_is_not_selected_is_not_compared() {
    let list = text(
        (0..30).map(|i| format!("https://a.example/zork/w{i}q.png\nhttps://a.example/zork/w{i}q")),
    );
    let without = text(list.lines().filter(|line| !line.ends_with("png")));
    assert_eq!(
        selected(&["--not-ext", "png"], &list),
        selected(&[], &without)
    );
    assert_eq!(
        selected(&["--not-ext", "png", "--two-pass"], &list),
        selected(&["--two-pass"], &without)
    );
}

#[test]
fn scopes_come_in_four_formats() {
    let list = "https://www.example.com/a\nhttps://admin.example.com/b\nhttps://example.com/c\n\
                https://shop.example/app/d\nhttps://shop.example/e\nhttp://shop.example/app/f\n";
    for file in [
        "scope.txt",
        "burp_simple.json",
        "burp_advanced.json",
        "hackerone.json",
        "hackerone.csv",
    ] {
        let file = format!("testdata/formats/{file}");
        let wanted = "https://www.example.com/a\nhttps://shop.example/app/d\n";
        assert_eq!(selected(&["--scope", &file], list), wanted, "{file}");
    }
    for file in [
        "testdata/formats/hackerone.json",
        "testdata/formats/hackerone.csv",
    ] {
        let (note, what) = (
            outcome(&run(&["--scope", file], b"")).2,
            "1 asset that is not a host",
        );
        assert_eq!(
            note,
            format!("urlsift: {file}: {what}, skipped in the scope: com.example.app\n")
        );
    }
}

/// Each would have dropped every line, or let through what is excluded.
#[test]
fn rules_of_a_scope_mean_what_they_say() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("rules");
    for (rules, line, wanted) in [
        (
            "identifier,asset_type,eligible_for_submission\n*.t.example,WILDCARD,true\n",
            "https://a.t.example/x",
            true,
        ),
        ("10.0.0.0/24\n", "https://10.0.0.7/x", true),
        ("10.0.0.0/24\n", "https://10.0.1.7/x", false),
        ("10.0.0.*\n", "https://10.0.0.7.example/x", false),
        ("2001:db8::/32\n", "https://[2001:db8::7]/x", true),
        ("http*://a.example/*\n", "https://a.example/x", true),
        ("http*://a.example/*\n", "http://a.example/x", true),
        ("http*://a.example/*\n", "ftp://a.example/x", false),
        ("a.example/*/x\n", "https://a.example/b/x", true),
        ("!a.example/logout\n", "http://a.example//logout", false),
        ("!a.example/logout\n", "http://a.example/./logout", false),
        ("!a.example/logout\n", "http://a.example/%6cogout", false),
        ("!a.example/logout\n", "http://a.example/LOGOUT", false),
        ("!a.example/logout\n", "http://a.example/login", true),
        ("!127.0.0.1\n", "http://[::ffff:127.0.0.1]/x", false),
        ("!127.0.0.1\n", "http://[::ffff:7f00:1]/x", false),
        ("!127.0.0.1\n", "http://127.0.0.2/x", true),
    ] {
        fs::write(&file, rules).unwrap();
        let found = selected(&["--scope", argument(&file)], &format!("{line}\n"));
        assert_eq!(!found.is_empty(), wanted, "{rules:?} {line}");
    }
    let not_host = selected(&["--not-host", "127.0.0.1"], "http://[::ffff:127.0.0.1]/\n");
    assert_eq!(not_host, "");
}

#[test]
fn a_run_without_a_url_in_scope_says_so() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("rules");
    fs::write(&file, "a.example\n").unwrap();
    let note = |arguments: &[&str], list: &str| {
        let arguments = [&["--scope", argument(&file)], arguments].concat();
        outcome(&run(&arguments, list.as_bytes())).2
    };
    let outside = "https://b.example/\nhttps://c.example/\n";
    let wanted = format!(
        "urlsift: all 2 URLs are out of scope: no rule in {} includes any\n",
        argument(&file)
    );
    assert_eq!(note(&[], outside), wanted);
    assert_eq!(note(&["-q"], outside), "");
    assert_eq!(note(&[], ""), "");
    assert_eq!(note(&[], &format!("{outside}https://a.example/\n")), "");
    let partly = note(
        &["--not-ext", "png"],
        &format!("{outside}https://a.example/x.png\n"),
    );
    assert!(
        partly.contains("no URL is selected: --scope excludes 2 of 3 URLs, such as \"https://b."),
        "{partly}"
    );
    assert!(note(&[], "https://b.example/\n").contains("the only URL is out of scope"));
    // Whoever means a host is told how to say so.
    let hosts = outcome(&run(&["--scope", "t.example"], b"https://t.example/\n")).2;
    assert!(
        hosts.contains("for a host and all below it: --host .t.example"),
        "{hosts}"
    );
}

/// An empty output has a reason, and a line that is not a URL is not what was asked for.
#[test]
fn a_selection_says_what_it_cannot_judge_and_what_it_missed() {
    let list = "https://t.example/?q=1\nhttps://t.example/x\nmailto:x@y.z\nnot a url\n";
    let note = |arguments: &[&str]| outcome(&run(arguments, list.as_bytes())).2;
    for (arguments, wanted) in [
        (
            &["--host", "*.t.example"][..],
            "no URL is selected: --host excludes all 2 URLs, such as \"https://t.example/?q=1\"; --host .t.example takes \
             that host and all below it\n",
        ),
        (
            &["--match", "zzz"],
            "no URL is selected: --match excludes all 2 URLs, such as \"https://t.example/?q=1\"\n",
        ),
        (
            &["--has-params", "--ext", "php"],
            "no URL is selected: --ext excludes all 2 URLs, such as \"https://t.example/?q=1\"\n",
        ),
    ] {
        let said = note(arguments);
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        let judged = "2 lines are not URLs, kept, since filters apply to URLs only (--invalid drop drops them): ";
        assert!(said.contains(judged), "{arguments:?}: {said}");
    }
    let said = note(&["--param", "q"]);
    assert!(
        !said.contains("no URL is selected") && said.contains("--invalid drop drops them"),
        "{said}"
    );
    assert_eq!(
        note(&["--param", "q", "--invalid", "drop"])
            .matches("--invalid")
            .count(),
        0
    );
    assert!(note(&[]).contains("2 lines are not URLs, each kept once: "));
}

#[test]
fn what_cannot_be_a_condition_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let (empty, no_host, other) = (
        file("empty", "# nothing\n"),
        file("no_host", "a.example\nno host\n"),
        file("other", "{\"a\":1}"),
    );
    let header = "identifier,asset_type,eligible_for_submission\n";
    let not_eligible = file("not_eligible", &format!("{header}a.example,URL,false\n"));
    let in_between = file(
        "in_between",
        &format!("{header}a.example,URL,true\n\"b.\nexample\",URL,perhaps\n"),
    );
    let expression = file("expression", "a.example\n\nre.*\\.example\n");
    let commas = file("commas", "asset,type\na.example,URL\n");
    let network = file("network", "10.0.0.1/24\n");
    for (arguments, wanted) in [
        (
            &["--host", "https://a.example"][..],
            "--host: \"https://a.example\" is not a host",
        ),
        (&["--status", "9xx"], "--status: \"9xx\" is not a status"),
        (
            &["--match", "(a"],
            "--match: \"(a\" is not a regular expression: unclosed group",
        ),
        (
            &["--scope", "/nowhere"],
            "cannot read the scope from /nowhere",
        ),
        (
            &["--scope", argument(&empty)],
            "has no rules: nothing would be in scope",
        ),
        (
            &["--scope", argument(&no_host)],
            "line 2: \"no host\" is not a rule: write PLACE same",
        ),
        (&["--scope", argument(&other)], "neither a Burp project"),
        (
            &["--scope", argument(&not_eligible)],
            "has no eligible asset that is a host",
        ),
        (
            &["--scope", argument(&in_between)],
            "line 3: write true or false for eligible_for_submission, not \"perhaps\"",
        ),
        (
            &["--scope", argument(&expression)],
            "line 3: \"re.*\\\\.example\" is not a host: it looks like a regular",
        ),
        (
            &["--scope", argument(&commas)],
            "line 1: \"asset,type\" is not a host: write each host by itself",
        ),
        (
            &["--scope", argument(&network)],
            "line 1: \"10.0.0.1/24\" is not a host: write 10.0.0.0/24 for the network",
        ),
        (
            &["--host", "10.0.0.1/24"],
            "--host: \"10.0.0.1/24\" is not a host: write 10.0.0.0/24",
        ),
        (&["--has-params", "--no-params"], "cannot be used with"),
        (&["--max-per-host", "0"], "invalid value"),
    ] {
        let message = refusal(arguments, b"https://a.example/\n");
        assert!(message.contains(wanted), "{arguments:?}: {message}");
    }
}

/// Names in the body of a request are parameters like those of a query.
#[test]
fn parameters_in_bodies_are_selected() {
    let requests = "POST https://a.example/f\tnext=1&page=2\n\
        {\"url\":\"https://a.example/j\",\"method\":\"PUT\",\"body\":{\"to\":{\"next\":\"x\"}}}\n\
        POST https://a.example/e\n\
        https://a.example/q?next=1\n\
        GET https://a.example/g\tnext=1\n";
    let numbers = |arguments: &[&str]| {
        let kept = kept(arguments, requests.as_bytes());
        let mut numbers = Vec::new();
        for line in String::from_utf8(kept).unwrap().lines() {
            let number = requests.lines().position(|found| found == line);
            numbers.push(number.unwrap() + 1);
        }
        numbers
    };
    assert_eq!(numbers(&["--param", "next"]), [1, 2, 4]);
    assert_eq!(numbers(&["--param", "PAG*"]), [1]);
    assert_eq!(numbers(&["--has-params"]), [1, 2, 4]);
    assert_eq!(numbers(&["--no-params"]), [3, 5]);
    // Without bodies in the comparison, there are none.
    assert_eq!(numbers(&["--by", "status", "--has-params"]), [4]);
}
