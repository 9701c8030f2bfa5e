//! Records as other tools write them: each is compared by its URL, and printed byte for byte.
//!
//! The samples in `testdata/formats` have two similar records and then another one.

use std::fmt::Write;
use std::fs;

use crate::program::{argument, kept, outcome, refusal, run};

fn sample(name: &str) -> String {
    fs::read_to_string(format!("testdata/formats/{name}"))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
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
        (
            "access.log",
            &["--log", "--base", "https://www.example.com/x"],
            0,
        ),
        ("vhost.log", &["--log"], 0),
        ("cloudfront.log", &["--log"], 2),
        ("iis.log", &["--log"], 4),
        ("s3.log", &["--log"], 0),
        ("alb.log", &["--log"], 0),
        ("alb.log", &[], 0),
        ("haproxy.log", &["--log"], 0),
        ("access.log", &[], 0),
        ("vhost.log", &[], 0),
        ("ltsv.log", &[], 0),
        ("logfmt.log", &[], 0),
        ("morgan.log", &[], 0),
        ("uvicorn.log", &[], 0),
        ("scrapy.log", &[], 0),
        ("caddy_console.log", &[], 0),
        ("responses.txt", &[], 0),
        ("pino.jsonl", &[], 0),
        ("curl.txt", &[], 0),
        ("nginx.jsonl", &[], 0),
        ("nginx.jsonl", &["--field", "http_host,request"], 0),
        ("caddy.jsonl", &[], 0),
        ("caddy.jsonl", &["--field", "request.host,request.uri"], 0),
        ("caddy.jsonl", &["--field", "request.uri"], 0),
        ("envoy.jsonl", &[], 0),
        ("gcp.jsonl", &[], 0),
        ("azure.jsonl", &[], 0),
        ("traefik.jsonl", &[], 0),
        (
            "traefik.jsonl",
            &["--field", "RequestScheme,RequestHost,RequestPath"],
            0,
        ),
        ("parts.csv", &["--field", "host,path"], 1),
        ("parts.csv", &["--field", "2,3"], 1),
        ("table.csv", &["--field", "url"], 1),
        ("table.csv", &["--field", "2"], 1),
        ("table.tsv", &["--field", "URL"], 1),
        ("table.csv", &[], 1),
        ("table.tsv", &[], 1),
        ("linkchecker.csv", &[], 3),
        ("vegeta.csv", &[], 0),
        ("cloudfront.log", &[], 2),
        ("iis.log", &[], 4),
    ] {
        let text = sample(name);
        let wanted = wanted(&text, headers);
        assert_eq!(
            printed(arguments, text.as_bytes()),
            wanted,
            "{name} {arguments:?}"
        );
        // Windows ends lines otherwise.
        let [text, wanted] = [&text, &wanted].map(|text| text.replace('\n', "\r\n"));
        assert_eq!(
            printed(arguments, text.as_bytes()),
            wanted,
            "{name} {arguments:?} with CR"
        );
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
        ("s3.log", &["--log"]),
        ("alb.log", &["--log"]),
        ("haproxy.log", &["--log"]),
        ("ltsv.log", &[]),
        ("logfmt.log", &[]),
        ("morgan.log", &[]),
        ("uvicorn.log", &[]),
        ("scrapy.log", &[]),
        ("caddy_console.log", &[]),
        ("envoy.log", &[]),
        ("squid.log", &[]),
        ("gcp.jsonl", &[]),
        ("azure.jsonl", &[]),
        ("linkchecker.sql", &[]),
        ("responses.txt", &[]),
        ("pino.jsonl", &[]),
        ("nginx.jsonl", &[]),
        ("caddy.jsonl", &[]),
        ("envoy.jsonl", &[]),
        ("traefik.jsonl", &[]),
        ("table.csv", &["--field", "url"]),
        ("table.tsv", &["--field", "url"]),
        ("table.csv", &[]),
        ("vegeta.csv", &[]),
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
    assert_eq!(
        revisit.lines().count(),
        1,
        "the last one has none: {revisit}"
    );
}

#[test]
fn reasons_are_given_for_records_of_any_format() {
    for (name, arguments) in [
        ("katana.jsonl", &[][..]),
        ("cdx.txt", &[]),
        ("cdx.json", &[]),
        ("access.log", &["--log"]),
        ("table.csv", &["--field", "url"]),
        ("urlscan.jsonl", &["--field", "task.url"]),
    ] {
        let text = sample(name);
        let explained = printed(&[arguments, &["--explain"]].concat(), text.as_bytes());
        assert!(
            explained.contains("    100.00 % like ") || explained.contains("    9"),
            "{name}: {explained}"
        );
        assert!(
            explained.contains("same: segment 2: 2 and 1 (int)"),
            "{name}: {explained}"
        );
        let shapes = printed(
            &[arguments, &["--print", "shape"]].concat(),
            text.as_bytes(),
        );
        assert!(
            shapes.contains("/{int}") && !shapes.contains("/user/1"),
            "{name}: {shapes}"
        );
    }
}

#[test]
fn json_without_a_url_is_not_one() {
    let list = "{\"level\":\"info\",\"msg\":\"see https://a.example/\"}\n{\"url\":\"no\"}\n{\"url\":7}\n{\n{\"url\":{}}\n\
                {\"url\":\"https://a.example/user/1\"}\n{\"url\": \"https:\\/\\/a.example\\/user\\/2\"}\n";
    let found = printed(&[], list.as_bytes());
    assert_eq!(found.lines().count(), 6, "{found}");
    assert_eq!(
        printed(&["--invalid", "drop"], list.as_bytes())
            .lines()
            .count(),
        1
    );
    // A list of URLs and objects is one list.
    let mixed = "https://a.example/user/3\n{\"url\":\"https://a.example/user/1\"}\n";
    assert_eq!(printed(&[], mixed.as_bytes()), "https://a.example/user/3\n");
    // Where a member is named, nothing else is a URL.
    let field = printed(
        &["--field", "a.b", "--invalid", "drop"],
        b"{\"url\":\"//a.example/\"}\n//b.example/\n",
    );
    assert_eq!(field, "");
    let dotted = "{\"url.full\":\"//a.example/1\"}\n{\"url\":{\"full\":\"//a.example/2\"}}\n";
    assert_eq!(
        printed(&["--field", "url.full"], dotted.as_bytes())
            .lines()
            .count(),
        1
    );
}

#[test]
fn a_header_is_kept_once_for_all_files() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let first = file(
        "first.csv",
        "id,url\n1,https://a.example/user/1\n2,https://a.example/user/2\n",
    );
    let second = file("second.csv", "id,url\n3,https://a.example/login\n");
    let other = file(
        "other.csv",
        "url;id\nhttps://a.example/user/9;4\nhttps://a.example/cart;5\n",
    );
    let [first, second, other] = [&first, &second, &other].map(|path| argument(path));
    let arguments = ["-q", "--field", "url", first, second, other];
    let wanted = "id,url\n1,https://a.example/user/1\n3,https://a.example/login\nurl;id\nhttps://a.example/cart;5\n";
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
    assert!(
        explained.contains("id,url\n    a header that was printed before\n"),
        "{explained}"
    );
    assert!(
        explained.contains("user/9;4\n    100.00 % like "),
        "{explained}"
    );
    // Without a header, the first line is a record like others.
    let rows = "1,https://a.example/user/1\n2,https://a.example/user/2\n";
    assert_eq!(
        printed(&["--field", "2"], rows.as_bytes()),
        "1,https://a.example/user/1\n"
    );
    assert_eq!(
        printed(
            &["--field", "2", "--invalid", "drop", "-z"],
            b"n,url\x001,//a.example/\x00"
        ),
        "n,url\x001,//a.example/\x00"
    );
    // However many threads and blocks there are.
    let mut many = String::from("n,url\n");
    for i in 0..60_000 {
        writeln!(many, "{i},https://h{}.example/user/{i}", i % 100).unwrap();
    }
    for threads in ["1", "2"] {
        assert_eq!(
            printed(&["--field", "url", "-j", threads], many.as_bytes())
                .lines()
                .count(),
            101
        );
    }
}

#[test]
fn what_does_not_fit_a_format_is_named() {
    let message = refusal(&["--field", "link"], b"id,url\n1,https://a.example/\n");
    assert_eq!(
        message,
        "urlsift: cannot find the URLs in stdin: there is no column \"link\" among \"id\", \"url\"\n"
    );
    // A quoted field may hold a line end.
    let cut = "url,title\nhttps://a.example/user/1,\"two\nlines\"\nhttps://a.example/user/2,x\n";
    let (status, text, message) = outcome(&run(&["--field", "url"], cut.as_bytes()));
    assert_eq!(
        (status, text.as_str()),
        (
            Some(0),
            "url,title\nhttps://a.example/user/1,\"two\nlines\"\n"
        )
    );
    assert_eq!(message, "");
    let odd = "203.0.113.7 - - [01/May/2026:10:00:02 +0000] \"-\" 408 -\n";
    assert_eq!(printed(&["--log"], odd.as_bytes()), odd);
    for arguments in [
        &["--log", "--field", "a"][..],
        &["--column", "1", "--field", "a"],
    ] {
        assert_eq!(run(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

/// The first records of a source show that it is a table, those of the next one that it is not.
#[test]
fn tables_are_recognised_by_their_first_records() {
    let note = |files: &[&str]| {
        let files: Vec<String> = files
            .iter()
            .map(|name| format!("testdata/formats/{name}"))
            .collect();
        let names: Vec<&str> = files.iter().map(String::as_str).collect();
        outcome(&run(&names, b""))
            .2
            .replace("testdata/formats/", "")
    };
    assert_eq!(
        note(&[
            "linkchecker.csv",
            "waybackurls.txt",
            "vegeta.csv",
            "iis.log"
        ]),
        "urlsift: reading linkchecker.csv as a table with the URL in column url\n\
         urlsift: reading vegeta.csv as a table with the URL in column 11\n\
         urlsift: reading iis.log as a W3C log\n"
    );
    // A list with a comment, and one of addresses with commas.
    for list in [
        "# url, link\nhttps://a.example/user/1\n",
        "https://a.example/a,200,GET,1\nhttps://a.example/b\n",
    ] {
        assert_eq!(
            outcome(&run(&[], list.as_bytes())),
            (Some(0), list.to_owned(), String::new())
        );
    }
    // Another source begins anew, in both readings.
    let (table, list) = (sample("linkchecker.csv"), "https://a.example/user/1;x\n");
    for options in [&[][..], &["--two-pass"], &["-j", "1"]] {
        let arguments = [options, &["-q", "testdata/formats/linkchecker.csv", "-"]].concat();
        let kept = String::from_utf8(kept(&arguments, list.as_bytes())).unwrap();
        assert_eq!(kept, wanted(&table, 3) + list, "{options:?}");
    }
}

/// A document is read by its records, which are printed as lines.
#[test]
fn records_of_json_documents_are_lines() {
    let katana = sample("katana.jsonl");
    let lines: Vec<&str> = katana.lines().collect();
    let kept = format!("{}\n{}\n", lines[0], lines[2]);
    for (open, between, close) in [
        ("[", ",", "]"),
        ("[\n  ", ",\n  ", "\n]\n"),
        ("{\"a\":{},\"results\":[", ",", "]}"),
        ("{\n\"log\": {\"entries\": [\n", ",\n", "]}}\n"),
    ] {
        let text = format!("{open}{}{close}", lines.join(between));
        let (_, found, message) = outcome(&run(&[], text.as_bytes()));
        assert_eq!(found, kept, "{text}");
        assert!(
            message.starts_with("urlsift: stdin: read as a JSON document: 3 URLs"),
            "{message}"
        );
    }
    // Other documents as by --extract; records with a list, and lists of something else, as they are.
    for name in ["openapi.yaml", "postman.json", "burp.xml", "zap.xml"] {
        let text = sample(name);
        assert_eq!(
            printed(&[], text.as_bytes()),
            printed(&["--extract"], text.as_bytes()),
            "{name}"
        );
    }
    for text in [
        "{\"url\":\"https://a.example/\",\"links\":[{\"url\":\"https://b.example/\"}]}\n",
        "{\n\"urls\":[\n\"https://a.example/1\",\n\"https://a.example/x\"]}\n",
        "[\n\"https://a.example/1\",\n\"https://a.example/x\"]\n",
    ] {
        assert_eq!(printed(&[], text.as_bytes()), text);
    }
    let har = printed(&["--print", "url"], sample("requests.har").as_bytes());
    assert_eq!(har.lines().next(), Some("https://www.example.com/user/1"));
}

/// Logs that are not of requests: the first hint is the command that is right.
#[test]
fn logs_of_messages_are_told_from_lists() {
    let twenty = |line: &str| {
        (10..30)
            .map(|at| line.replace("AT", &at.to_string()))
            .collect::<String>()
    };
    let syslog =
        twenty("Nov 27 13:42:AT host sshd[AT7]: Accepted key for root from 192.0.2.AT port 4AT\n");
    let journal = twenty(
        "{\"PRIORITY\":\"6\",\"_PID\":\"AT\",\"MESSAGE\":\"Accepted key from 192.0.2.AT\"}\n",
    );
    let library = journal.replace("MESSAGE", "msg");
    for (list, hint, options) in [
        (
            &syslog,
            "this looks like a log: --as log keeps one line of each message\n",
            &["--as", "log"][..],
        ),
        (
            &journal,
            "this looks like a log in JSON: --as text --field MESSAGE keeps one line of each message\n",
            &["--as", "text", "--field", "MESSAGE"],
        ),
        (
            &library,
            "--as text --field msg keeps",
            &["--as", "text", "--field", "msg"],
        ),
    ] {
        let said = outcome(&run(&[], list.as_bytes())).2;
        assert!(said.contains(hint), "{said}");
        let (status, printed, said) = outcome(&run(options, list.as_bytes()));
        assert_eq!(
            (status, printed.lines().count()),
            (Some(0), 1),
            "{options:?}"
        );
        assert!(!said.contains("looks like"), "{said}");
        let components = outcome(&run(&[&["cluster"], options].concat(), list.as_bytes())).1;
        assert!(
            components.starts_with("group 1, 20 lines: "),
            "{components}"
        );
    }
}

/// Whatever the filter reads, these read: each option, with a list that needs it.
#[test]
fn subcommands_take_the_options_of_input() {
    let log =
        "192.0.2.1 - - [11/Nov/2026:13:42:01 +0000] \"GET /a/7 HTTP/1.1\" 200 5 \"-\" \"x\"\n";
    let scratch = tempfile::tempdir().unwrap();
    for (options, list, url) in [
        (
            &["--field", "a.b"][..],
            "{\"a\":{\"b\":\"https://a.example/a/7\"}}\n",
            "a.example/a/",
        ),
        (
            &["--field", "at"],
            "id,at\n1,https://a.example/a/7\n",
            "a.example/a/",
        ),
        (&["--log"], log, "/a/"),
        (
            &["--log", "--base", "https://a.example"],
            log,
            "a.example/a/",
        ),
        (
            &["--extract"],
            "<a href='https://a.example/a/7'>x</a>\n",
            "a.example/a/",
        ),
        (
            &["--extract", "--base", "https://a.example"],
            "<a href='/a/7'>x</a>\n",
            "a.example/a/",
        ),
        (&["--null"], "https://a.example/a/7\0", "a.example/a/"),
    ] {
        let path = scratch.path().join("list");
        fs::write(&path, list).unwrap();
        let path = argument(&path);
        for (command, files) in [
            ("cluster", &[path][..]),
            ("fields", &[path]),
            ("diff", &[path, path]),
        ] {
            let (status, printed, said) =
                outcome(&run(&[&[command], options, files].concat(), b""));
            assert_eq!(status, Some(0), "{command} {options:?}: {said}");
            assert!(
                command == "diff" || printed.contains(url),
                "{command} {options:?}: {printed}"
            );
        }
    }
}

/// The next tool gets URLs only, each without blanks.
/// An object on several lines has a URL of its own beside its list, before or after it.
#[test]
fn an_object_and_the_records_in_it_are_all_read() {
    for (document, wanted) in [
        (
            "{\n\"url\":\"https://a.example/own\",\n\"results\":[{\"url\":\"https://a.example/b\"}]\n}\n",
            "{\"url\":\"https://a.example/own\"}\n{\"url\":\"https://a.example/b\"}\n",
        ),
        (
            "{\n\"links\":[{\"url\":\"https://a.example/b\"},\n\"https://a.example/c\"],\n\"final_url\":\"https://a.example/own\"}",
            "{\"final_url\":\"https://a.example/own\"}\n{\"url\":\"https://a.example/b\"}\n\"https://a.example/c\"\n",
        ),
        (
            "{\n\"config\":{\"url\":\"https://a.example/FUZZ\"},\n\"results\":[{\"url\":\"https://a.example/b\"}]\n}\n",
            "{\"url\":\"https://a.example/b\"}\n",
        ),
    ] {
        assert_eq!(
            kept(&["-q"], document.as_bytes()),
            wanted.as_bytes(),
            "{document}"
        );
    }
}

/// Results are read whatever stands beside them, and bodies by what they hold.
#[test]
fn documents_of_tools_on_one_line_are_read() {
    let results = r#"{"results":[{"url":"https://a.example/x"},{"url":"https://a.example/y"}],"config":{"url":"https://a.example/FUZZ"}}"#;
    let urls = printed(&["--print", "url"], results.as_bytes());
    assert_eq!(urls, "https://a.example/x\nhttps://a.example/y\n");
    let entry = |query: &str| {
        format!(
            r#"{{"request":{{"method":"POST","url":"https://a.example/graphql","postData":{{"mimeType":"application/json","text":"{{\"query\":\"{query}\"}}"}}}},"response":{{"status":200}}}}"#
        )
    };
    let entries = ["query GetUser { u }", "mutation UpdateCart { c }"].map(entry);
    let har = format!(
        r#"{{"log":{{"version":"1.2","entries":[{}]}}}}"#,
        entries.join(",")
    );
    let shapes = printed(&["--print", "shape"], har.as_bytes());
    assert_eq!(
        shapes,
        "POST https://a.example/graphql?query=query GetUser [2xx]\n\
         POST https://a.example/graphql?query=mutation UpdateCart [2xx]\n"
    );
}

#[test]
fn printed_urls_are_whole() {
    let log = sample("access.log");
    let list = format!("# found\nhttps://a.example/a b?c=d e [200]\nBanner 1.0\n/path\n{log}");
    let (status, urls, message) = outcome(&run(&["--print", "url"], list.as_bytes()));
    assert_eq!(
        (status, urls.as_str()),
        (Some(0), "https://a.example/a%20b?c=d%20e\n/path\n")
    );
    assert!(
        message.contains("1 line is not a URL, left out by --print url: stdin:3"),
        "{message}"
    );
    assert!(
        message.contains("2 paths without a host left out by --print url: --base URL adds it"),
        "{message}"
    );
    // As it says, for lines of logs and for paths alone.
    let arguments = ["--print", "url", "--base", "https://b.example/"];
    let (_, urls, message) = outcome(&run(&arguments, list.as_bytes()));
    assert!(
        urls.contains("https://b.example/path\n") && !urls.contains("\n/"),
        "{urls}"
    );
    assert!(!message.contains("paths without a host"), "{message}");
    let mixed = "/user/1\n//c.example/x\nhttps://a.example/user/2\n/cart [200]\n";
    assert_eq!(
        outcome(&run(&arguments, mixed.as_bytes())).1,
        "https://b.example/user/1\n//c.example/x\nhttps://a.example/user/2\nhttps://b.example/cart\n"
    );
}

/// Lines that hold a URL between other words.
#[test]
fn a_line_that_holds_a_url_is_compared_by_it() {
    for (first, second) in [
        (
            "\"https://a.example/user/1\",",
            "\"https://a.example/user/2\"",
        ),
        ("<https://a.example/user/1>", "https://a.example/user/2"),
        (
            "- [one](https://a.example/user/1) and more",
            "see https://a.example/user/2",
        ),
        (
            "INFO fetched https://a.example/user/1",
            "WARN https://a.example/user/2 is slow",
        ),
        ("GET https://a.example/user/1", "https://a.example/user/2"),
    ] {
        let list = format!("{first}\n{second}\n");
        assert_eq!(
            printed(&[], list.as_bytes()),
            format!("{first}\n"),
            "{list}"
        );
    }
    let other = "javascript:open('https://a.example/user/1')\nhttps://a.example/user/2\n";
    assert_eq!(printed(&[], other.as_bytes()), other);
}

/// Outputs that another command makes lines of: the note has the whole command, which runs.
#[test]
#[cfg(unix)]
fn outputs_that_need_a_command_are_told_which() {
    let words = "admin   (Status: 403) [Size: 213]\ncart   (Status: 200) [Size: 186]\n";
    let head =
        "Url:                     https://www.example.com/\n[+] Method:                  GET\n";
    let fuzzed = "Target: https://www.example.com/FUZZ\n\n000000007:   200        2 L      9 W        168 Ch    \"cart\"\n";
    let record = |path: &str, status| {
        format!(
            "[Status: {status}, Size: 18, Words: 1, Lines: 6, Duration: 2ms]\n| URL | https://www.example.com/{path}\n    * FUZZ: x\n\n"
        )
    };
    let records = record("login", 200) + &record("cart", 403);
    let yaml = "timestamp: 2026-05-01T10:00:00Z\nurl: https://www.example.com/login\nrequest:\n    raw: |+\n        GET /login HTTP/1.1\n";
    for (input, note, wanted) in [
        (
            words.to_owned(),
            "sed 's|^|https://HOST/|' FILE | urlsift",
            "https://HOST/admin   (Status: 403) [Size: 213]\nhttps://HOST/cart   (Status: 200) [Size: 186]\n",
        ),
        (
            format!("[+] {head}{words}"),
            "sed 's|^|https://www.example.com/|' FILE | urlsift",
            "https://www.example.com/cart   (Status: 200) [Size: 186]\n",
        ),
        (
            fuzzed.to_owned(),
            r#"sed -n 's|.*"\(.*\)".*|https://www.example.com/\1|p' FILE | urlsift"#,
            "https://www.example.com/cart\n",
        ),
        (
            records,
            "awk '/^.Status/ {s = $0} /^. URL/ {print $4, s}' FILE",
            "https://www.example.com/cart [Status: 403, Size: 18, Words: 1, Lines: 6, Duration: 2ms]\n",
        ),
        (yaml.to_owned(), "yq -o json -I 0 FILE", ""),
        (
            "default\n[{\"url\": \"https://www.example.com/\"}]\n".to_owned(),
            "jq -c '.[]'",
            "",
        ),
    ] {
        let message = outcome(&run(&[], input.as_bytes())).2;
        assert!(message.contains(note), "{note}: {message}");
        if wanted.is_empty() {
            continue;
        }
        let scratch = tempfile::tempdir().unwrap();
        fs::write(scratch.path().join("FILE"), &input).unwrap();
        let program = concat!(env!("CARGO_BIN_EXE_urlsift"), " -q");
        let mut sh = std::process::Command::new("sh");
        let output = sh
            .args(["-c", &note.replace("urlsift", program)])
            .current_dir(scratch.path())
            .output()
            .unwrap();
        let found = String::from_utf8(output.stdout).unwrap();
        assert!(
            found.ends_with(wanted) && !found.contains("user/2"),
            "{note}: {found}"
        );
    }
}

#[test]
fn lines_that_are_read_as_one_name_are_noted() {
    let list = "203.0.113.7 - 12 things\n203.0.113.7 - 13 more\n".repeat(4);
    let (_, found, message) = outcome(&run(&[], list.as_bytes()));
    assert_eq!(found.lines().count(), 1, "{found}");
    assert!(
        message.contains("several lines are read as 203.0.113.7: urlsift fields FILE"),
        "{message}"
    );
    assert!(
        !outcome(&run(&["-q"], list.as_bytes()))
            .2
            .contains("several"),
        "{message}"
    );
    let others = "203.0.113.7 - things\n203.0.113.8 - things\n".repeat(4);
    assert!(!outcome(&run(&[], others.as_bytes())).2.contains("several"));
}

/// Each row of the tables of docs/formats.md: its sample has two similar records and another one.
#[test]
fn every_format_of_the_page_is_read_as_it_says() {
    let table = fs::read_to_string("testdata/formats/formats.tsv").unwrap();
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (name, option) = (cells[2], cells[3].trim_matches('`'));
        let arguments: Vec<&str> = option.split(' ').filter(|word| *word != "none").collect();
        let text = sample(name);
        let found = printed(&arguments, text.as_bytes());
        assert_eq!(found, wanted(&text, text.lines().count() - 3), "{row}");
        let urls = |part| {
            printed(
                &[&arguments[..], &["--print", part]].concat(),
                text.as_bytes(),
            )
        };
        let urls = Some(urls("url"))
            .filter(|urls| !urls.is_empty())
            .unwrap_or_else(|| urls("path"));
        let last = urls.lines().last().unwrap();
        let is_request = ["/login", "/user/3", "/cart"]
            .iter()
            .any(|path| last.contains(path));
        assert!(is_request && !last.contains(' '), "{row}: {urls}");
        rows += 1;
    }
    assert!(rows >= 30, "{rows}");
}

/// Each document of docs/formats.md: two similar requests and another one.
#[test]
fn every_document_of_the_page_is_read_with_extract() {
    for (name, prefix) in [
        ("openapi.yaml", "/v1"),
        ("postman.json", ""),
        ("requests.har", ""),
        ("burp.xml", ""),
        ("burp_issues.xml", ""),
        ("zap.xml", ""),
    ] {
        let found = printed(&["--extract"], sample(name).as_bytes());
        // The login of some of them is another method.
        let paths: Vec<&str> = found
            .lines()
            .map(|line| {
                line.strip_prefix("POST ")
                    .filter(|url| url.ends_with("/login"))
                    .unwrap_or(line)
            })
            .filter_map(|url| url.strip_prefix("https://www.example.com"))
            .collect();
        assert_eq!(
            paths,
            [format!("{prefix}/user/1"), format!("{prefix}/login")],
            "{name}: {found}"
        );
        assert_eq!(found.lines().count(), 2, "{name}: {found}");
    }
}

/// Links for crawlers are read without an option, however they are laid out; what is torn or has
/// other lines is a text.
#[test]
fn links_for_crawlers_are_documents() {
    let sitemap = "<?xml version=\"1.0\"?>\n<urlset xmlns=\"x\">\n<url><loc>https://a.example/?a=1&amp;b=2</loc>\n\
        <xhtml:link href=\"https://a.example/de/login\"/></url>\n<url><loc><![CDATA[https://a.example/?c=1&d=2]]></loc></url>\n</urlset>\n";
    let index = "<sitemapindex><sitemap><loc>\n https://a.example/x.xml.gz\n</loc></sitemap></sitemapindex>";
    let rss = "<rss version=\"2.0\"><channel><link>https://a.example/</link><generator>https://b.example/</generator>\n\
        <item><guid isPermaLink=\"false\">https://a.example/?p=1</guid><link>https://a.example/a&#x3F;q=1</link>\n\
        <enclosure url=\"https://a.example/a.mp3\"/><description>see https://c.example/</description></item></channel></rss>\n";
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><link href=\"https://a.example/\"/><entry><link href='/b'/></entry></feed>";
    let robots = "# rules\nUser-agent: *\nDisallow: /admin/ # all\nDisallow: /*?sort=\nallow : /exact$\nDisallow:\n\
        Crawl-delay: 7\n\nSitemap: https://a.example/sitemap.xml\n";
    for (text, urls) in [
        (
            sitemap,
            "https://a.example/?a=1&b=2\nhttps://a.example/de/login\nhttps://a.example/?c=1&d=2\n",
        ),
        (index, "https://a.example/x.xml.gz\n"),
        (
            rss,
            "https://a.example/\nhttps://a.example/a?q=1\nhttps://a.example/a.mp3\n",
        ),
        (atom, "https://a.example/\n/b\n"),
        (
            robots,
            "/admin/\n/\n/exact\nhttps://a.example/sitemap.xml\n",
        ),
    ] {
        let one_line = text.replace('\n', " ");
        let is_xml = text.starts_with('<');
        for text in [
            text,
            &text.replace('\n', "\r\n"),
            if is_xml { &one_line } else { text },
        ] {
            let (status, found, said) = outcome(&run(&[], text.as_bytes()));
            assert_eq!((status, found.as_str()), (Some(0), urls), "{text}");
            assert!(said.contains("read as "), "{said}");
        }
        let torn = if is_xml {
            text[..text.len() - 9].to_owned()
        } else {
            format!("{text}https://a.example/other\n")
        };
        let (_, found, said) = outcome(&run(&[], torn.as_bytes()));
        assert!(said.contains("and is read as any text"), "{said}");
        assert!(found.starts_with(torn.lines().next().unwrap()), "{found}");
    }
    for text in [
        "https://a.example/\nUser-agent: *\nDisallow: /a\n",
        "User-Agent: agent/1\nAccept: */*\n",
        "<rssx><loc>https://a.example/</loc></rssx>\n",
    ] {
        let (_, found, said) = outcome(&run(&[], text.as_bytes()));
        assert_eq!(found, text);
        assert!(!said.contains("read as "), "{said}");
    }
}

const W3C: &str = "\
#Version: 1.0
#Fields: date time cs-method cs-uri-stem cs-uri-query cs-host cs(Referer)
2026-05-01 10:00:00 GET /user/1 - a.example https://r.example/
2026-05-01 10:00:01 GET /user/2 - a.example https://r.example/
2026-05-01 10:00:02 GET /user/2 - b.example https://r.example/
2026-05-01 10:00:03 GET /list page=1 a.example https://r.example/
#Version: 1.0
#Fields: cs-host cs-uri-stem cs(Referer) date time cs-method cs-uri-query
a.example /user/3 https://r.example/ 2026-05-01 10:00:04 GET -
a.example /login https://r.example/ 2026-05-01 10:00:05 GET -
#Version: 1.0
#Fields: date time cs-method cs-uri-stem cs-uri-query cs-host cs(Referer)
2026-05-01 10:00:06 GET /user/4 - a.example https://r.example/
2026-05-01 10:00:07 GET /cart - a.example https://r.example/
";

/// The lines of a text by number, from 1.
fn lines(text: &str, numbers: &[usize]) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    numbers.iter().map(|number| lines[number - 1]).collect()
}

#[test]
fn columns_of_a_log_change_where_it_says_so() {
    // What comes again after others is named again: so the output is a log too.
    let wanted = lines(W3C, &[1, 2, 3, 5, 6, 8, 10, 12, 14]);
    assert_eq!(printed(&["--log"], wanted.as_bytes()), wanted);
    assert_eq!(printed(&["--log"], W3C.as_bytes()), wanted);
    assert_eq!(printed(&["--log", "--two-pass"], W3C.as_bytes()), wanted);
    let crlf = W3C.replace('\n', "\r\n");
    assert_eq!(
        printed(&["--log"], crlf.as_bytes()),
        wanted.replace('\n', "\r\n")
    );
    let nul = W3C.replace('\n', "\0");
    assert_eq!(
        printed(&["--log", "-z"], nul.as_bytes()),
        wanted.replace('\n', "\0")
    );
    assert_eq!(
        printed(&["--log", "--dropped"], W3C.as_bytes()),
        lines(W3C, &[4, 7, 9, 11, 13])
    );
    let explained = printed(&["--log", "--explain"], W3C.as_bytes());
    let wanted = "a.example /user/3 https://r.example/ 2026-05-01 10:00:04 GET -\n    100.00 % like stdin:3: \
                  2026-05-01 10:00:00 GET /user/1 - a.example https://r.example/\n    shape: a.example/user/{int}\n    \
                  same: segment 2: 3 and 1 (int)\n";
    assert!(
        explained.contains("#Version: 1.0\n    a header that was printed before\n"),
        "{explained}"
    );
    assert!(explained.contains(wanted), "{explained}");
    let urls = printed(&["--log", "--print", "url"], W3C.as_bytes());
    assert!(
        urls.contains("//a.example/list?page=1\n") && urls.contains("//a.example/login\n"),
        "{urls}"
    );
}

/// However the input arrives, and on however many threads.
#[test]
fn columns_that_change_often_change_nothing_else() {
    let fields = [
        "#Fields: cs-host cs-uri-stem cs(Referer)",
        "#Fields: cs(Referer) cs-uri-stem cs-host",
    ];
    let mut many = String::new();
    for i in 0..30_000_usize {
        // Now and then, the same columns again.
        if i % 7 == 0 {
            writeln!(many, "{}", fields[i / 14 % 2]).unwrap();
        }
        let (host, referer) = (format!("h{}.example", i % 500), "https://r.example/");
        let [first, last] = if i / 14 % 2 == 0 {
            [host.as_str(), referer]
        } else {
            [referer, host.as_str()]
        };
        writeln!(many, "{first} /user/{i} {last}").unwrap();
    }
    let one = printed(&["--log", "-j", "1"], many.as_bytes());
    let named = one.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(
        (named, one.lines().count()),
        (30_000_usize.div_ceil(14), 500 + named),
        "500 hosts"
    );
    assert_eq!(printed(&["--log"], one.as_bytes()), one);
    assert_eq!(printed(&["--log", "-j", "2"], many.as_bytes()), one);
}

/// The columns of one file say nothing about the next.
#[test]
fn each_file_names_its_own_columns() {
    let scratch = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = scratch.path().join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let first = file("first", "#Fields: cs-host cs-uri-stem\na.example /user/1\n");
    let second = file("second", "a.example /user/2\n");
    let third = file(
        "third",
        "#Fields: cs-uri-stem cs-host\n/user/3 a.example\n/login a.example\n",
    );
    let found = kept(
        &[
            "-q",
            "--log",
            argument(&first),
            argument(&second),
            argument(&third),
        ],
        b"",
    );
    let wanted = "#Fields: cs-host cs-uri-stem\na.example /user/1\na.example /user/2\n\
                  #Fields: cs-uri-stem cs-host\n/login a.example\n";
    assert_eq!(String::from_utf8(found).unwrap(), wanted);
}

/// A Referer or a client's address is not what was requested.
#[test]
fn logs_are_not_compared_by_their_referers() {
    for name in ["cloudfront.log", "iis.log"] {
        let text = sample(name);
        let same = text.replace("203.0.113.8", "203.0.113.7");
        // Without the line that names the columns.
        let rows: String = same
            .split_inclusive('\n')
            .filter(|line| !line.starts_with('#'))
            .collect();
        let (status, found, message) = outcome(&run(&[], rows.as_bytes()));
        assert_eq!((status, &found), (Some(0), &rows), "{name}");
        assert!(
            message.contains("urlsift: this looks like a log with columns: --log"),
            "{name}: {message}"
        );
        assert!(
            !outcome(&run(&["--log"], text.as_bytes()))
                .2
                .contains("looks like"),
            "{name}"
        );
        assert_eq!(
            printed(&[], same.as_bytes()),
            printed(&["--log"], same.as_bytes()),
            "{name}"
        );
    }
}

#[test]
fn logs_with_requests_need_no_option() {
    for name in [
        "s3.log",
        "haproxy.log",
        "access.log",
        "common.log",
        "vhost.log",
        "alb.log",
    ] {
        let text = sample(name);
        assert_eq!(
            printed(&[], text.as_bytes()),
            printed(&["--log"], text.as_bytes()),
            "{name}"
        );
    }
}

#[test]
fn host_and_path_may_be_in_two_members() {
    for (first, second) in [
        (
            r#"{"host":"a.example","uri":"/x"}"#,
            r#"{"host":"b.example","uri":"/x"}"#,
        ),
        (
            r#"{"http_host":"a.example","request":"GET /x HTTP/1.1"}"#,
            r#"{"http_host":"b.example","request":"GET /x HTTP/1.1"}"#,
        ),
        (
            r#"{"host":"a.example","uri":"/x","args":"id=1"}"#,
            r#"{"host":"a.example","uri":"/x","args":"cmd=1"}"#,
        ),
        (
            r#"{"host":"a.example","url":"\/x"}"#,
            r#"{"host":"b.example","url":"\/x"}"#,
        ),
    ] {
        let list = format!("{first}\n{second}\n{first}\n");
        let wanted = format!("{first}\n{second}\n");
        assert_eq!(printed(&[], list.as_bytes()), wanted);
        assert_eq!(printed(&["--invalid", "drop"], list.as_bytes()), wanted);
    }
    let hosts = "{\"host\":\"a.example\",\"uri\":\"/x\"}\n{\"host\":\"b.example\",\"uri\":\"/x\"}\n{\"uri\":\"/x\"}\n";
    assert_eq!(printed(&["--field", "uri"], hosts.as_bytes()), hosts);
    assert_eq!(
        printed(
            &["--field", "host,uri", "--invalid", "drop"],
            hosts.as_bytes()
        ),
        lines(hosts, &[1, 2])
    );
    assert_eq!(
        printed(
            &["--field", "host,uri", "--host", "b.example"],
            hosts.as_bytes()
        ),
        lines(hosts, &[2, 3])
    );
    // A file of a machine is no request.
    let files = "{\"host\":\"web-01\",\"path\":\"/var/log/1\"}\n{\"host\":\"web-01\",\"path\":\"/var/log/2\"}\n";
    assert_eq!(printed(&[], files.as_bytes()), files);
    // A whole URL is compared alone.
    let whole = "{\"host\":\"a\",\"url\":\"https://a.example/user/1\"}\n{\"host\":\"b\",\"url\":\"https://a.example/user/2\"}\n";
    assert_eq!(printed(&[], whole.as_bytes()), lines(whole, &[1]));
    let times = outcome(&run(
        &["--field", "host,link"],
        b"host,path\na.example,/x\n",
    ));
    assert_eq!(times.0, Some(2));
    assert!(
        times
            .2
            .contains("there is no column \"link\" among \"host\", \"path\""),
        "{}",
        times.2
    );
}

#[test]
fn a_wrong_member_or_column_is_answered_with_those_that_are_there() {
    let objects = "{\"id\":1,\"link\":\"https://a.example/1\",\"by\":{\"name\":\"x\"}}\n";
    let message = outcome(&run(&["--field", "href"], objects.as_bytes())).2;
    let wanted = "urlsift: no record has a URL in the member of --field; the first one has id, link, by: \
        urlsift --field link < FILE reads its URL\n";
    assert!(message.starts_with(wanted), "{message}");
    assert_eq!(
        outcome(&run(&["-q", "--field", "href"], objects.as_bytes())).2,
        ""
    );
    let message = outcome(&run(&["--field", "9"], b"id,url\n1,https://a.example/\n")).2;
    let wanted =
        "urlsift: no record has a URL in the column of --field; the first one has 2 columns\n";
    assert!(message.starts_with(wanted), "{message}");
    // One record without the member is named by its line alone.
    let some = format!("{objects}{{\"href\":\"https://a.example/2\"}}\n");
    let message = outcome(&run(&["--field", "href"], some.as_bytes())).2;
    assert_eq!(message, "urlsift: 1 line is not a URL, kept: stdin:1\n");
}
