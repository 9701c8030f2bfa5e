//! Records as other tools write them: each is compared by its URL, and printed byte for byte.
//!
//! The samples in `testdata/formats` have two similar records and then another one.

use std::fmt::Write;
use std::fs;

use crate::program::{argument, kept, outcome, run};

fn sample(name: &str) -> String {
    fs::read_to_string(format!("testdata/formats/{name}")).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn printed(arguments: &[&str], input: &[u8]) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), input)).unwrap()
}

/// The first and the last of three lines behind some that are always printed.
fn wanted(text: &str, headers: usize) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(lines.len(), headers + 3);
    lines[..=headers].concat() + lines[headers + 2]
}

#[test]
fn records_of_tools_are_compared_by_their_url() {
    for (name, arguments, headers) in [
        ("katana.jsonl", &[][..], 0),
        ("httpx.jsonl", &[], 0),
        ("httpx.txt", &[], 0),
        ("gau.jsonl", &[], 0),
        ("waybackurls.txt", &[], 0),
        ("waymore.txt", &[], 0),
        ("hakrawler.jsonl", &[], 0),
        ("hakrawler.txt", &[], 0),
        ("gospider.jsonl", &[], 0),
        ("gospider.txt", &[], 0),
        ("ffuf.jsonl", &[], 0),
        ("nuclei.jsonl", &[], 0),
        ("nuclei.txt", &[], 0),
        ("urlscan.jsonl", &[], 0),
        ("urlscan.jsonl", &["--field", "page.url"], 0),
        ("feroxbuster.txt", &[], 0),
        ("feroxbuster.jsonl", &[], 0),
        ("gobuster.txt", &[], 0),
        ("dirsearch.txt", &[], 0),
        ("cdx.txt", &[], 0),
        ("cdxj.txt", &[], 0),
        ("cdx.json", &[], 1),
        ("katana.jsonl", &["--field", "request.endpoint"], 0),
        ("access.log", &["--log"], 0),
        ("common.log", &["--log"], 0),
        ("access.log", &["--log", "--base", "https://www.example.com/x"], 0),
        ("vhost.log", &["--log"], 0),
        ("table.csv", &["--column", "url"], 1),
        ("table.csv", &["--column", "2"], 1),
        ("table.tsv", &["--column", "URL"], 1),
    ] {
        let text = sample(name);
        let wanted = wanted(&text, headers);
        assert_eq!(printed(arguments, text.as_bytes()), wanted, "{name} {arguments:?}");
        // Windows ends lines otherwise.
        let [text, wanted] = [&text, &wanted].map(|text| text.replace('\n', "\r\n"));
        assert_eq!(printed(arguments, text.as_bytes()), wanted, "{name} {arguments:?} with CR");
    }
}

#[test]
fn a_status_is_read_from_every_format_that_has_one() {
    for (name, arguments) in [
        ("katana.jsonl", &[][..]),
        ("httpx.jsonl", &[]),
        ("httpx.txt", &[]),
        ("gospider.jsonl", &[]),
        ("ffuf.jsonl", &[]),
        ("urlscan.jsonl", &[]),
        ("feroxbuster.txt", &[]),
        ("feroxbuster.jsonl", &[]),
        ("gobuster.txt", &[]),
        ("dirsearch.txt", &[]),
        ("cdxj.txt", &[]),
        ("access.log", &["--log"]),
        ("vhost.log", &["--log"]),
        ("table.csv", &["--column", "url"]),
        ("table.tsv", &["--column", "url"]),
    ] {
        let text = sample(name);
        let last = text.lines().last().unwrap();
        let arguments = [arguments, &["--status", "3xx"]].concat();
        let found = printed(&arguments, text.as_bytes());
        assert_eq!(found.lines().last(), Some(last), "{name}");
        assert!(found.lines().count() <= 2, "{name}: {found}");
        let others = [&arguments[..arguments.len() - 1], &["200"]].concat();
        assert!(!printed(&others, text.as_bytes()).contains(last), "{name}");
    }
    let revisit = printed(&["--status", "404"], sample("cdx.txt").as_bytes());
    assert_eq!(revisit.lines().count(), 1, "the last one has none: {revisit}");
}

#[test]
fn reasons_are_given_for_records_of_any_format() {
    for (name, arguments) in [
        ("katana.jsonl", &[][..]),
        ("cdx.txt", &[]),
        ("cdx.json", &[]),
        ("access.log", &["--log"]),
        ("table.csv", &["--column", "url"]),
        ("urlscan.jsonl", &["--field", "task.url"]),
    ] {
        let text = sample(name);
        let explained = printed(&[arguments, &["--explain"]].concat(), text.as_bytes());
        assert!(
            explained.contains("    100.00 % like ") || explained.contains("    9"),
            "{name}: {explained}"
        );
        assert!(explained.contains("same: segment 2: 2 and 1 (int)"), "{name}: {explained}");
        let shapes = printed(&[arguments, &["--print", "shape"]].concat(), text.as_bytes());
        assert!(shapes.contains("/{int}") && !shapes.contains("/user/1"), "{name}: {shapes}");
    }
}

#[test]
fn json_without_a_url_is_not_one() {
    let list = "{\"level\":\"info\",\"msg\":\"see https://a.example/\"}\n{\"url\":\"no\"}\n{\"url\":7}\n{\n{\"url\":{}}\n\
                {\"url\":\"https://a.example/user/1\"}\n{\"url\": \"https:\\/\\/a.example\\/user\\/2\"}\n";
    let found = printed(&[], list.as_bytes());
    assert_eq!(found.lines().count(), 6, "{found}");
    assert_eq!(printed(&["--invalid", "drop"], list.as_bytes()).lines().count(), 1);
    // A list of URLs and objects is one list.
    let mixed = "https://a.example/user/3\n{\"url\":\"https://a.example/user/1\"}\n";
    assert_eq!(printed(&[], mixed.as_bytes()), "https://a.example/user/3\n");
    // Where a member is named, nothing else is a URL.
    let field =
        printed(&["--field", "a.b", "--invalid", "drop"], b"{\"url\":\"//a.example/\"}\n//b.example/\n");
    assert_eq!(field, "");
    let dotted = "{\"url.full\":\"//a.example/1\"}\n{\"url\":{\"full\":\"//a.example/2\"}}\n";
    assert_eq!(printed(&["--field", "url.full"], dotted.as_bytes()).lines().count(), 1);
}

#[test]
fn a_header_is_kept_once_for_all_files() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let first = file("first.csv", "id,url\n1,https://a.example/user/1\n2,https://a.example/user/2\n");
    let second = file("second.csv", "id,url\n3,https://a.example/login\n");
    let other = file("other.csv", "url;id\nhttps://a.example/user/9;4\nhttps://a.example/cart;5\n");
    let [first, second, other] = [&first, &second, &other].map(|path| argument(path));
    let arguments = ["-q", "--column", "url", first, second, other];
    let wanted =
        "id,url\n1,https://a.example/user/1\n3,https://a.example/login\nurl;id\nhttps://a.example/cart;5\n";
    assert_eq!(String::from_utf8(kept(&arguments, b"")).unwrap(), wanted);
    let again = [&arguments[..], &["--two-pass"]].concat();
    assert_eq!(String::from_utf8(kept(&again, b"")).unwrap(), wanted);
    let dropped = [&arguments[..], &["--dropped"]].concat();
    assert_eq!(
        String::from_utf8(kept(&dropped, b"")).unwrap(),
        "2,https://a.example/user/2\nid,url\nhttps://a.example/user/9;4\n"
    );
    let explained = [&arguments[..], &["--explain"]].concat();
    let explained = String::from_utf8(kept(&explained, b"")).unwrap();
    assert!(explained.contains("id,url\n    a header that was printed before\n"), "{explained}");
    assert!(explained.contains("user/9;4\n    100.00 % like "), "{explained}");
    // Without a header, the first line is a record like others.
    let rows = "1,https://a.example/user/1\n2,https://a.example/user/2\n";
    assert_eq!(printed(&["--column", "2"], rows.as_bytes()), "1,https://a.example/user/1\n");
    assert_eq!(
        printed(&["--column", "2", "--invalid", "drop", "-z"], b"n,url\x001,//a.example/\x00"),
        "n,url\x001,//a.example/\x00"
    );
    // However many threads and blocks there are.
    let mut many = String::from("n,url\n");
    for i in 0..60_000 {
        writeln!(many, "{i},https://h{}.example/user/{i}", i % 100).unwrap();
    }
    for threads in ["1", "2"] {
        assert_eq!(printed(&["--column", "url", "-j", threads], many.as_bytes()).lines().count(), 101);
    }
}

#[test]
fn what_does_not_fit_a_format_is_named() {
    let (status, text, message) = outcome(&run(&["--column", "link"], b"id,url\n1,https://a.example/\n"));
    assert_eq!((status, text.as_str()), (Some(2), ""));
    assert_eq!(
        message,
        "urlsift: cannot find the URLs in stdin: there is no column \"link\" among \"id\", \"url\"\n"
    );
    // A field that holds a line end is cut there: the rest is not lost.
    let cut = "url,title\nhttps://a.example/user/1,\"two\nlines\"\nhttps://a.example/user/2,x\n";
    let (status, text, message) = outcome(&run(&["--column", "url"], cut.as_bytes()));
    assert_eq!((status, text.as_str()), (Some(0), "url,title\nhttps://a.example/user/1,\"two\nlines\"\n"));
    assert!(message.contains("1 line is not a URL, kept: stdin:3"), "{message}");
    let odd = "203.0.113.7 - - [01/May/2026:10:00:02 +0000] \"-\" 408 -\n";
    assert_eq!(printed(&["--log"], odd.as_bytes()), odd);
    for arguments in
        [&["--log", "--field", "a"][..], &["--column", "1", "--field", "a"], &["--base", "https://a.example"]]
    {
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

/// Lines that hold a URL between other words.
#[test]
fn a_line_that_holds_a_url_is_compared_by_it() {
    for (first, second) in [
        ("\"https://a.example/user/1\",", "\"https://a.example/user/2\""),
        ("<https://a.example/user/1>", "https://a.example/user/2"),
        ("- [one](https://a.example/user/1) and more", "see https://a.example/user/2"),
        ("INFO fetched https://a.example/user/1", "WARN https://a.example/user/2 is slow"),
        ("GET https://a.example/user/1", "https://a.example/user/2"),
    ] {
        let list = format!("{first}\n{second}\n");
        assert_eq!(printed(&[], list.as_bytes()), format!("{first}\n"), "{list}");
    }
    let other = "javascript:open('https://a.example/user/1')\nhttps://a.example/user/2\n";
    assert_eq!(printed(&[], other.as_bytes()), other);
}
