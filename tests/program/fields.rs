//! What `urlsift fields` shows, and the table of formats and fields in `testdata/records/README.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use serde_json::Value;

use crate::program::{outcome, run};

/// What the program prints with status 0.
fn kept(arguments: &[&str], input: &str) -> String {
    let (status, shown, message) = outcome(&run(arguments, input.as_bytes()));
    assert_eq!((status, &*message), (Some(0), ""), "{arguments:?}");
    shown
}

/// A format, its sample in `testdata/records`, and the options with which it is read.
const SAMPLES: &[(&str, &str, &[&str])] = &[
    ("request, as `--extract` prints it", "request.txt", &[]),
    ("katana, JSON", "katana.jsonl", &[]),
    ("httpx, JSON", "httpx.jsonl", &[]),
    ("httpx, CSV", "httpx.csv", &["--column", "url"]),
    ("httpx, text", "httpx.txt", &[]),
    ("gau, JSON", "gau.jsonl", &[]),
    ("gospider, JSON", "gospider.jsonl", &[]),
    ("gospider, text", "gospider.txt", &[]),
    ("hakrawler, JSON", "hakrawler.jsonl", &[]),
    ("ffuf, JSON", "ffuf.jsonl", &[]),
    ("ffuf, CSV", "ffuf.csv", &["--column", "url"]),
    ("ffuf, text", "ffuf.txt", &[]),
    ("feroxbuster, JSON", "feroxbuster.jsonl", &[]),
    ("feroxbuster, text", "feroxbuster.txt", &[]),
    ("gobuster, text", "gobuster.txt", &[]),
    ("dirsearch, text", "dirsearch.txt", &[]),
    ("nuclei, JSON", "nuclei.jsonl", &[]),
    ("urlscan.io, JSON", "urlscan.jsonl", &[]),
    ("CDX of 7 columns", "cdx.txt", &[]),
    ("CDX of 11 columns", "cdx11.txt", &[]),
    ("CDX, JSON", "cdx.json", &[]),
    ("CDXJ", "cdxj.txt", &[]),
    ("nginx, JSON", "nginx.jsonl", &[]),
    ("Caddy, JSON", "caddy.jsonl", &[]),
    ("Envoy, JSON", "envoy.jsonl", &[]),
    ("Traefik, JSON", "traefik.jsonl", &[]),
    ("common and combined log", "access.log", &["--log"]),
    ("CloudFront log", "cloudfront.log", &["--log"]),
    ("IIS log", "iis.log", &["--log"]),
    ("Amazon S3 log", "s3.log", &["--log"]),
    ("Amazon load balancer log", "alb.log", &["--log"]),
    ("HAProxy log", "haproxy.log", &["--log"]),
];

/// What each field is in all samples that have it.
const VALUES: &[(&str, &str)] = &[
    ("method", "POST"),
    ("body", "name=Ann&tab=2"),
    ("status", "302"),
    ("content-type", "text/html"),
    ("title", "Sign in"),
    ("size", "2048"),
    ("words", "120"),
    ("lines", "30"),
    ("digest", "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"),
    ("location", "https://www.example.com/next"),
];

/// The fields of the last record of a sample: values, and where they were found.
fn fields(sample: &str, options: &[&str]) -> BTreeMap<String, (String, String)> {
    let path = format!("testdata/records/{sample}");
    let shown = kept(
        &[&["fields", "--format", "jsonl"], options, &[&path]].concat(),
        "",
    );
    let last: Value =
        serde_json::from_str(shown.lines().last().expect("it has records")).expect("it is JSON");
    let text = |origin: &Value, name: &str| origin[name].as_str().expect("it is a text").to_owned();
    let found = last["fields"].as_array().expect("it is a list").iter();
    found
        .map(|origin| {
            (
                text(origin, "field"),
                (text(origin, "value"), text(origin, "from")),
            )
        })
        .collect()
}

#[test]
fn each_format_has_the_fields_of_its_sample() {
    for (format, sample, options) in SAMPLES {
        let fields = fields(sample, options);
        let url = &fields["url"].0;
        assert!(url.ends_with("/login"), "{format}: {url}");
        for (name, wanted) in VALUES {
            if let Some((value, from)) = fields.get(*name) {
                assert_eq!(value, wanted, "{name} of {format}, from {from}");
            }
        }
    }
}

/// The table, and that every sample is in it.
#[test]
fn the_page_says_where_each_format_has_each_field() {
    let mut table = "| format |".to_owned();
    let mut rule = "|---|".to_owned();
    for (name, _) in VALUES {
        let _ = write!(table, " {name} |");
        rule += "---|";
    }
    let _ = write!(table, "\n{rule}\n");
    for (format, sample, options) in SAMPLES {
        let fields = fields(sample, options);
        let _ = write!(table, "| {format} |");
        for (name, _) in VALUES {
            match fields.get(*name) {
                // Words of ours, or names of theirs.
                Some((_, from)) if from.contains(' ') => write!(table, " {from} |"),
                Some((_, from)) => write!(table, " `{from}` |"),
                None => write!(table, " |"),
            }
            .expect("it is text");
        }
        table.push('\n');
    }
    let path = "testdata/records/README.md";
    let page = fs::read_to_string(path).expect("it is there");
    let (head, rest) = page
        .split_once("<!-- fields -->\n")
        .expect("the page has a place for the table");
    let (found, tail) = rest.split_once("<!-- end -->\n").expect("that ends");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(
            path,
            format!("{head}<!-- fields -->\n{table}<!-- end -->\n{tail}"),
        )
        .expect("it can be written");
        return;
    }
    assert_eq!(found, table, "the table in {path}: UPDATE=1 writes it");
    let mut samples: Vec<_> = fs::read_dir("testdata/records")
        .expect("it is there")
        .collect::<Result<_, _>>()
        .unwrap();
    samples.retain(|entry| entry.file_name() != "README.md");
    assert_eq!(samples.len(), SAMPLES.len());
}

#[test]
fn what_is_read_is_shown_for_people() {
    let shown = kept(
        &["fields"],
        "https://a.example/x [404] [Not here]\nno url\n\nhttps://a.example/y\n",
    );
    assert_eq!(
        shown,
        "stdin\n  record 1: text with a URL\n    url           \"https://a.example/x\"  from the line\n    \
         status        \"404\"  from behind the URL\n    title         \"Not here\"  from behind the URL\n    \
         not found     time, method, body, content-type, size, words, lines, digest, location\n  \
         record 2: not a URL\n    \"no url\"\n  record 4: URL\n    url           \"https://a.example/y\"  from the line\n    \
         not found     status, time, method, body, content-type, title, size, words, lines, digest, location\n"
    );
}

#[test]
fn the_first_records_of_each_source_are_shown() {
    let list = "//a.example/1\n//a.example/2\n//a.example/3\n";
    assert_eq!(
        kept(&["fields", "-n", "2"], list).matches("record").count(),
        2
    );
    let twice = ["testdata/records/gau.jsonl", "testdata/records/httpx.txt"];
    let shown = kept(&[&["fields", "-n1"][..], &twice].concat(), "");
    assert_eq!(
        shown
            .lines()
            .filter(|line| line.starts_with("testdata/"))
            .collect::<Vec<_>>(),
        twice
    );
    let missing = run(
        &["fields", "testdata/records/gau.jsonl", "testdata/none"],
        b"",
    );
    let (status, shown, message) = outcome(&missing);
    assert_eq!(status, Some(2));
    assert!(
        shown.contains("record 1") && message.contains("testdata/none"),
        "{shown}{message}"
    );
}

/// Other places are read if they are named, as the filter reads them.
#[test]
fn fields_are_read_as_the_filter_reads_them() {
    let object = r#"{"a":{"link":"/x"},"host":"a.example","url":"https://b.example/"}"#;
    let shown = kept(&["fields", "--field", "a.link"], object);
    assert!(
        shown.contains("\"//a.example/x\"  from host and path"),
        "{shown}"
    );
    let table = "id;page;status\n7;https://a.example/x;404\n";
    let shown = kept(&["fields", "--column", "page"], table);
    assert!(
        shown.contains("record 1: header") && shown.contains("\"404\"  from status"),
        "{shown}"
    );
    let log = r#"::1 - - [10/Oct/2026:13:55:36 +0000] "PUT /a HTTP/1.1" 204 12"#;
    let shown = kept(&["fields", "--log", "--base", "https://a.example"], log);
    assert!(shown.contains("/a\"  from request line"), "{shown}");
    assert!(shown.contains("\"PUT\"  from request line"), "{shown}");
    let page = r#"<a href="https://a.example/x">x</a>"#;
    assert!(
        kept(&["fields", "--extract"], page).contains("\"https://a.example/x\"  from the line")
    );
}
