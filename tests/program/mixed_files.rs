//! Lists of several files, each in another format: every line is read by the reader of its own
//! file, or section of a file, whatever stands before and after it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::compress;
use crate::program::{argument, kept, outcome, run};

/// The samples of the table of formats.
fn samples() -> Vec<String> {
    let table = fs::read_to_string("testdata/formats/formats.tsv").unwrap();
    let rows = table.lines().skip(1);
    let names: BTreeSet<&str> = rows.filter_map(|row| row.split('\t').nth(2)).collect();
    let path = |name: &&str| format!("testdata/formats/{name}");
    names.iter().map(path).collect()
}

/// The files in an order in which each stands right behind each, also behind itself.
fn each_behind_each(files: &[String]) -> Vec<&str> {
    let mut order = Vec::new();
    for (index, file) in files.iter().enumerate() {
        order.push(file.as_str());
        for other in &files[index + 1..] {
            order.extend([file.as_str(), other]);
        }
    }
    order.push(&files[0]);
    order
}

fn objects(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let output = String::from_utf8(kept(arguments, input)).unwrap();
    let object = |line: &str| serde_json::from_str(line).expect(line);
    output.lines().map(object).collect()
}

/// A template without its scheme, which is that of a first line.
fn without_scheme(template: &Value) -> String {
    let template = template.as_str().unwrap_or("no URL");
    template.replace("https://", "").replace("http://", "")
}

/// The lines of each template, as a command counts them.
type Counts = BTreeMap<String, usize>;

fn of_templates(arguments: &[&str], input: &[u8]) -> Counts {
    let command = ["templates", "-q", "--format", "jsonl", "--no-learn"];
    let mut counts = Counts::new();
    for object in objects(&[&command, arguments].concat(), input) {
        let lines = object["lines"].as_u64().unwrap() as usize;
        *counts
            .entry(without_scheme(&object["template"]))
            .or_default() += lines;
    }
    counts
}

fn of_components(arguments: &[&str], input: &[u8]) -> Counts {
    let command = ["cluster", "-q", "--format", "jsonl", "--no-learn"];
    let mut counts = Counts::new();
    for object in objects(&[&command, arguments].concat(), input) {
        let lines = object["members"].as_array().unwrap().len();
        *counts.entry(without_scheme(&object["shape"])).or_default() += lines;
    }
    counts
}

fn of_shapes(arguments: &[&str], input: &[u8]) -> Counts {
    counted_shapes(&[&["--no-learn"], arguments].concat(), input)
}

fn of_shapes_in_two_passes(arguments: &[&str], input: &[u8]) -> Counts {
    counted_shapes(&[&["--two-pass"], arguments].concat(), input)
}

fn counted_shapes(arguments: &[&str], input: &[u8]) -> Counts {
    let command = ["-q", "--count", "--print", "shape", "--format", "jsonl"];
    let mut counts = Counts::new();
    for object in objects(&[&command, arguments].concat(), input) {
        let lines = object["count"].as_u64().unwrap() as usize;
        let shape = &object["shape"];
        // A line that is not a URL is shown itself.
        if shape.as_str().is_some_and(|shape| shape.contains('/')) {
            *counts.entry(without_scheme(shape)).or_default() += lines;
        }
    }
    counts
}

/// Each record as `--format jsonl` shows it, and its URL.
fn shown(arguments: &[&str]) -> Vec<[String; 4]> {
    let command = ["-q", "--format", "jsonl", "--no-learn"];
    let records = objects(&[&command, arguments].concat(), b"");
    let urls = objects(
        &[&command[..], &["--print", "url"], arguments].concat(),
        b"",
    );
    let mut found = Vec::new();
    for (record, url) in records.iter().zip(&urls) {
        let representative = &record["representative"];
        if !representative.is_null() {
            let shapes = [&record["shape"], &representative["shape"]].map(without_scheme);
            assert_eq!(shapes[0], shapes[1], "{record}");
            let is_similar = |percent: f64| percent >= 95.0;
            let percent = record["percent"].as_f64();
            assert!(percent.is_none_or(is_similar), "{record}");
        }
        let name = record["source"].as_str().unwrap_or_default();
        found.push([
            name.to_owned(),
            record["record"].to_string(),
            without_scheme(&record["shape"]),
            url["url"].to_string(),
        ]);
    }
    found
}

#[test]
fn each_format_behind_each_other_is_counted_and_shown_as_it_is_alone() {
    let files = samples();
    let order = each_behind_each(&files);
    for count in [
        of_templates,
        of_components,
        of_shapes,
        of_shapes_in_two_passes,
    ] {
        let mut wanted = Counts::new();
        for file in &files {
            let times = order.iter().filter(|other| *other == file).count();
            for (template, lines) in count(&[file], b"") {
                *wanted.entry(template).or_default() += lines * times;
            }
        }
        assert_eq!(count(&order, b""), wanted);
    }
    let mut alone = BTreeMap::new();
    for file in &files {
        for [name, record, shape, url] in shown(&[file]) {
            alone.insert((name, record), [shape, url]);
        }
    }
    for [name, record, shape, url] in shown(&order) {
        let key = (name, record);
        assert_eq!(alone.get(&key), Some(&[shape, url]), "{key:?}");
    }
}

/// A request as the formats below write it.
#[derive(Clone, Copy)]
struct Request {
    path: &'static str,
    status: u16,
}

/// The name of a file, and a function that writes a list of requests in its way.
type ListForm = (&'static str, fn(&[Request]) -> String);

const FORMS: [ListForm; 10] = [
    ("list.txt", |requests| {
        lines("", requests, |it| {
            format!("https://s.example{} [{}]", it.path, it.status)
        })
    }),
    ("first.csv", |requests| {
        lines("url,status,id\n", requests, |it| {
            format!("https://s.example{},{},17", it.path, it.status)
        })
    }),
    ("last.csv", |requests| {
        lines("id,status,url\n", requests, |it| {
            format!("17,{},https://s.example{}", it.status, it.path)
        })
    }),
    ("parts.tsv", |requests| {
        lines("path\tstatus\thost\n", requests, |it| {
            format!("{}\t{}\ts.example", it.path, it.status)
        })
    }),
    ("bare.csv", |requests| {
        lines("", requests, |it| {
            format!("{},https://s.example{},x", it.status, it.path)
        })
    }),
    ("one.log", |requests| {
        lines(
            "#Fields: date cs-method x-host-header cs-uri-stem sc-status\n",
            requests,
            |it| format!("2026-11-28\tGET\ts.example\t{}\t{}", it.path, it.status),
        )
    }),
    ("other.log", |requests| {
        lines(
            "#Version: 1.0\n#Fields: sc-status cs-uri-stem cs-method cs-host\n",
            requests,
            |it| format!("{} {} GET s.example", it.status, it.path),
        )
    }),
    ("access.log", |requests| {
        lines("", requests, |it| {
            format!(
                "s.example 192.0.2.1 - - [28/Nov/2026:10:00:00 +0000] \"GET {} HTTP/1.1\" {} 5 \"-\" \"-\"",
                it.path, it.status
            )
        })
    }),
    ("lines.jsonl", |requests| {
        lines("", requests, |it| {
            format!(
                r#"{{"status":{},"url":"https:\/\/s.example{}"}}"#,
                it.status, it.path
            )
        })
    }),
    ("parts.jsonl", |requests| {
        lines("", requests, |it| {
            format!(
                r#"{{"host":"s.example","method":"GET","path":"{}","status":{}}}"#,
                it.path, it.status
            )
        })
    }),
];

fn lines(header: &str, requests: &[Request], line: impl Fn(&Request) -> String) -> String {
    let mut text = header.to_owned();
    for request in requests {
        text += &line(request);
        text.push('\n');
    }
    text
}

const OLD: [Request; 3] = [
    Request {
        path: "/cart",
        status: 200,
    },
    Request {
        path: "/user/17",
        status: 200,
    },
    Request {
        path: "/old/login",
        status: 302,
    },
];

const NEW: [Request; 4] = [
    Request {
        path: "/user/18",
        status: 200,
    },
    Request {
        path: "/cart",
        status: 500,
    },
    Request {
        path: "/cart",
        status: 200,
    },
    Request {
        path: "/files/7/edit",
        status: 200,
    },
];

/// Writes a list in each form, and returns the paths.
fn written(folder: &Path, requests: &[Request]) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    fs::create_dir(folder).unwrap();
    for (name, form) in FORMS {
        let path = folder.join(name);
        fs::write(&path, form(requests)).unwrap();
        paths.push(path);
    }
    paths
}

fn both_lists() -> Counts {
    let counts = [
        ("s.example/cart [2xx]", 2),
        ("s.example/cart [5xx]", 1),
        ("s.example/files/{int}/edit [2xx]", 1),
        ("s.example/old/login [3xx]", 1),
        ("s.example/user/{int} [2xx]", 2),
    ];
    counts
        .map(|(template, lines)| (template.to_owned(), lines))
        .into()
}

/// Returns the templates of rules with the number of lines that match another rule first.
fn exported(arguments: &[&str], input: &[u8]) -> (BTreeSet<String>, String) {
    let command = ["export", "--to", "regex", "--no-learn"];
    let output = run(&[&command, arguments].concat(), input);
    let (status, rules, notes) = outcome(&output);
    assert_eq!(status, Some(0), "{notes}");
    let template = |rule: &str| rule.split('\t').nth(1).unwrap_or_default().to_owned();
    (rules.lines().map(template).collect(), notes)
}

#[test]
fn each_way_to_write_a_list_is_counted_the_same_behind_each_other() {
    let scratch = tempfile::tempdir().unwrap();
    let old = written(&scratch.path().join("old"), &OLD);
    let new = written(&scratch.path().join("new"), &NEW);
    let wanted_rules = ["/cart", "/files/{int}/edit", "/old/login", "/user/{int}"];
    let wanted_rules = wanted_rules.map(|path| format!("s.example{path}"));
    let wanted_changes = ["changed /cart", "gone /old/login", "new /files/{int}/edit"];
    for old in &old {
        for new in &new {
            let files = [argument(old), argument(new)];
            assert_eq!(of_templates(&files, b""), both_lists(), "{files:?}");
            let diff = ["diff", "-q", "--format", "jsonl", "--ignore", "methods"];
            let output = run(&[&diff[..], &files].concat(), b"");
            let (status, changes, notes) = outcome(&output);
            assert_eq!(status, Some(1), "{files:?} {notes}");
            let mut found = BTreeSet::new();
            for change in changes.lines() {
                let change: Value = serde_json::from_str(change).unwrap();
                let name = change["change"].as_str().unwrap();
                let path = change["path"].as_str().unwrap();
                assert_eq!(change["host"], "s.example", "{files:?}");
                found.insert(format!("{name} {path}"));
            }
            assert!(found.iter().eq(&wanted_changes), "{files:?} {found:?}");
        }
        // With every other list behind it: the commands that take several files.
        let mut files = vec![argument(old)];
        files.extend(new.iter().map(|new| argument(new)));
        let (rules, notes) = exported(&files, b"");
        assert!(rules.iter().eq(&wanted_rules), "{files:?} {rules:?}");
        assert!(!notes.contains("do not match"), "{notes}");
    }
}

#[test]
fn traps_are_found_in_each_way_to_write_a_list() {
    let mut months = vec![Request {
        path: "/cart",
        status: 200,
    }];
    for month in 0..120 {
        let path = format!("/calendar/{}/{:02}", 2000 + month / 12, month % 12 + 1);
        months.push(Request {
            path: path.leak(),
            status: 200,
        });
    }
    let scratch = tempfile::tempdir().unwrap();
    let lists = written(&scratch.path().join("lists"), &months);
    for first in &lists {
        for second in &lists {
            let files = [argument(first), argument(second)];
            let command = ["traps", "-q", "--format", "jsonl"];
            let found = objects(&[&command[..], &files].concat(), b"");
            let [trap] = &found[..] else {
                panic!("{files:?}: {found:?}");
            };
            assert_eq!(trap["place"], "s.example/calendar/YYYY/MM", "{files:?}");
            assert_eq!(trap["lines"], 240, "{files:?}");
            let rule = trap["not_match"].as_str().unwrap();
            let left = of_shapes(&["--not-match", rule, files[0], files[1]], b"");
            let cart = Counts::from([("s.example/cart [2xx]".to_owned(), 2)]);
            assert_eq!(left, cart, "{files:?}");
        }
    }
    // A log of one host does not name it.
    let log = fs::read_to_string(&lists[7]).unwrap();
    let log = log.replace("s.example 192.0.2.1", "192.0.2.1");
    let found = objects(&["traps", "-q", "--format", "jsonl"], log.as_bytes());
    assert_eq!(found[0]["place"], "/calendar/YYYY/MM");
    let rule = found[0]["not_match"].as_str().unwrap();
    let left = kept(&["-q", "--not-match", rule], log.as_bytes());
    assert_eq!(String::from_utf8(left).unwrap().lines().count(), 1);
}

#[test]
fn a_second_header_in_a_file_reads_what_is_below_it() {
    let scratch = tempfile::tempdir().unwrap();
    let other = scratch.path().join("other.txt");
    fs::write(&other, "https://s.example/z/1\n").unwrap();
    for [first, second] in [[1, 2], [2, 1], [5, 6], [6, 5], [3, 1]] {
        let text = FORMS[first].1(&OLD) + &FORMS[second].1(&NEW);
        let mut wanted = both_lists();
        for arguments in [
            &["-"][..],
            &["-", argument(&other)],
            &[argument(&other), "-"],
        ] {
            if arguments.len() > 1 {
                wanted.insert("s.example/z/{int}".to_owned(), 1);
            }
            let case = format!("{first} {second} {arguments:?}");
            assert_eq!(of_templates(arguments, text.as_bytes()), wanted, "{case}");
            let components = of_components(arguments, text.as_bytes());
            assert_eq!(components, wanted, "{case}");
            for format in compress::FORMATS {
                let packed = compress::pack(format, Vec::new(), &[text.as_bytes()], |_| {});
                assert_eq!(of_templates(arguments, &packed), wanted, "{case} {format}");
            }
        }
        let text = text.replace('\n', "\0");
        let found = of_templates(&["-0"], text.as_bytes());
        assert_eq!(found, both_lists(), "{first} {second}");
    }
}

#[test]
fn a_state_of_several_files_knows_each_line() {
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let files = samples();
    let order = each_behind_each(&files);
    let command = ["-q", "--no-learn", "--state", argument(&state)];
    let first = kept(&[&command, &order[..]].concat(), b"");
    let second = kept(&[&command, &order[..]].concat(), b"");
    // Headers name the columns of what may follow, so each run prints them.
    let is_header =
        |line: &str| line.starts_with('#') || line.starts_with("id") || line.contains("url");
    let first = String::from_utf8(first).unwrap();
    let second = String::from_utf8(second).unwrap();
    assert!(first.lines().any(|line| !is_header(line)));
    let again: Vec<&str> = second.lines().filter(|line| !is_header(line)).collect();
    assert_eq!(again, [""; 0]);
    let mut wanted = Counts::new();
    for file in &files {
        wanted.extend(of_templates(&[file], b""));
    }
    let known = of_templates(&[argument(&state)], b"");
    assert!(known.keys().eq(wanted.keys()), "{known:?} {wanted:?}");
}
