//! `--order novel`: the kept lines, byte for byte, in the order in which they show the most.

use std::fs;
use std::io::Write as _;

use serde_json::Value;

use crate::printed::hosts;
use crate::program::{argument, kept, outcome, refusal, run, start};

const NOVEL: [&str; 4] = ["-q", "--two-pass", "--order", "novel"];

/// One shop with many pages, then small sites, and a line that is not a URL.
fn list() -> Vec<u8> {
    let mut list = Vec::new();
    for number in 0..30 {
        writeln!(list, "https://shop.test/item/{number}").expect("memory takes it");
    }
    for page in [
        "basket",
        "imprint",
        "login?next=1",
        "login?error",
        "item/2/reviews",
    ] {
        writeln!(list, "https://shop.test/{page}").expect("memory takes it");
    }
    list.extend_from_slice(b"no url\nhttps://small.test/\nhttps://smaller.test/imprint\n");
    list
}

fn printed(arguments: &[&str], list: &[u8]) -> Vec<String> {
    let printed = kept(&[&NOVEL, arguments].concat(), list);
    String::from_utf8(printed)
        .expect("the lines are text")
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn threads_and_blocks_change_nothing() {
    let scratch = tempfile::tempdir().unwrap();
    // Some blocks of input, with lines that are similar across them.
    let mut list = Vec::new();
    for number in 0..9000 {
        let (host, page) = (number % 90, number / 7);
        let letter = |of: usize| char::from(b'a' + (number % of) as u8);
        writeln!(
            list,
            "https://h{host}.test/{}/{page}?p{}&q{}",
            letter(3),
            letter(13),
            letter(7)
        )
        .unwrap();
    }
    let path = scratch.path().join("list.txt");
    fs::write(&path, &list).unwrap();
    let wanted = kept(&[&NOVEL[..], &["-j", "1", argument(&path)]].concat(), b"");
    assert!(wanted.split(|&byte| byte == b'\n').count() > 500);
    for threads in ["2", "3", "8"] {
        assert!(
            kept(
                &[&NOVEL[..], &["-j", threads, argument(&path)]].concat(),
                b""
            ) == wanted,
            "-j {threads}"
        );
    }
    // A pipe gives blocks as they are written to it.
    let mut child = start(&NOVEL);
    let mut stdin = child.stdin.take().unwrap();
    let pieces = std::thread::spawn(move || {
        for piece in list.chunks(40_961) {
            stdin.write_all(piece).unwrap();
            stdin.flush().unwrap();
        }
    });
    let output = child.wait_with_output().unwrap();
    pieces.join().unwrap();
    assert!(output.stdout == wanted, "in pieces");
}

/// The first lines show each host, and of the shop other pages than the one that fills the list.
#[test]
fn the_first_lines_show_the_most() {
    let lines = printed(&[], &list());
    let first: Vec<&str> = lines.iter().take(3).map(String::as_str).collect();
    assert_eq!(hosts(&first), 3, "{lines:?}");
    assert_eq!(lines.len(), 9);
    assert_eq!(
        lines[8], "https://shop.test/imprint",
        "another site has shown such a page: {lines:?}"
    );
    assert_eq!(printed(&["--sample", "3"], &list()), lines[..3]);
}

#[test]
fn every_form_of_kept_lines_has_the_order() {
    let list = list();
    let lines = printed(&[], &list);
    let of_lines = |each: &dyn Fn(&str) -> String| -> Vec<String> {
        lines.iter().map(|line| each(line)).collect()
    };
    let host = |line: &str| {
        line.split_once("://")
            .map_or(line, |(_, rest)| rest.split('/').next().unwrap())
            .to_owned()
    };
    let mut hosts = of_lines(&host);
    let mut met = std::collections::HashSet::new();
    hosts.retain(|host| met.insert(host.clone()));
    assert_eq!(printed(&["--print", "host"], &list), hosts);
    let count = |line: &str| {
        format!(
            "{:>7} {line}",
            if line.ends_with("item/0") { 30 } else { 1 }
        )
    };
    assert_eq!(printed(&["--count"], &list), of_lines(&count));
    assert_eq!(
        printed(&["--count", "--sample", "2"], &list),
        of_lines(&count)[..2]
    );

    let objects = |arguments: &[&str]| -> Vec<Value> {
        let lines = printed(&[&["--format", "jsonl"], arguments].concat(), &list);
        lines
            .iter()
            .map(|line| serde_json::from_str(line).expect("every line is an object"))
            .collect()
    };
    let texts = |objects: &[Value]| -> Vec<String> {
        objects
            .iter()
            .map(|object| object["line"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = objects(&[]);
    assert_eq!(texts(&all), lines);
    assert!(all.iter().all(|object| object["kept"] == Value::Bool(true)));
    assert_eq!(texts(&objects(&["--count"])), lines);
    let further = objects(&["--keep", "2"]);
    let sample = further
        .iter()
        .find(|object| object["verdict"] == "sample")
        .unwrap();
    assert_eq!(
        sample["representative"]["record"], 1,
        "where the first line of the group is"
    );

    let rows = printed(&["--format", "tsv"], &list);
    assert_eq!(rows[0], "source\trecord\tverdict\tline");
    assert!(
        rows[1..]
            .iter()
            .zip(&lines)
            .all(|(row, line)| row.ends_with(&format!("\t{line}"))),
        "{rows:?}"
    );
    assert_eq!(
        printed(&["--format", "csv", "--count"], &list)[0],
        "count,line"
    );
    assert_eq!(
        printed(&["--format", "tsv"], b""),
        ["source\trecord\tverdict\tline"],
        "a table without rows"
    );

    let null = kept(
        &[&NOVEL[..], &["--null"]].concat(),
        b"https://a.test/x\0https://b.test/y\0",
    );
    assert_eq!(null, b"https://a.test/x\0https://b.test/y\0");

    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("out.txt");
    kept(&[&NOVEL[..], &["-o", argument(&path)]].concat(), &list);
    assert_eq!(
        fs::read_to_string(&path)
            .unwrap()
            .lines()
            .collect::<Vec<_>>(),
        lines
    );
}

#[test]
fn the_preferred_line_of_each_group_has_the_order_too() {
    let list =
        b"https://a.test/user/100\nhttps://a.test/login\nhttps://a.test/user/7\nhttps://b.test/login\n";
    let best = printed(&["--prefer", "shortest"], list);
    assert_eq!(
        best,
        [
            "https://a.test/user/7",
            "https://b.test/login",
            "https://a.test/login"
        ]
    );
    assert_eq!(
        printed(&["--prefer", "shortest", "--count", "--sample", "1"], list),
        ["      2 https://a.test/user/7"]
    );
}

/// Names of columns and lines of more than 1 MiB are not held.
#[test]
fn what_cannot_be_held_comes_first() {
    let header =
        b"url,status\nhttps://a.test/user/1,200\nhttps://a.test/user/2,200\nhttps://b.test/,200\n";
    let lines = printed(&["--field", "url", "--sample", "1"], header);
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], "url,status");
    let long = format!("https://a.test/{}", "x".repeat(2 << 20));
    let list = format!("https://b.test/\n{long}\n");
    assert_eq!(
        printed(&[], list.as_bytes()),
        [long.as_str(), "https://b.test/"]
    );
    let rows = printed(&["--format", "tsv"], list.as_bytes());
    assert_eq!(rows[0], "source\trecord\tverdict\tline");
    assert!(rows[1].starts_with("stdin\t2\tlong\thttps://a.test/xxx") && rows.len() == 3);
}

#[test]
fn statistics_count_what_is_printed() {
    for (arguments, written) in [
        (&["--sample", "4"][..], 4),
        (&["--sample", "4", "--count"], 4),
        (&[], 9),
    ] {
        let arguments = [
            &["--two-pass", "--order", "novel", "--stats=json"],
            arguments,
        ]
        .concat();
        let (status, printed, said) = outcome(&run(&arguments, &list()));
        let statistics: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(
            (status, &statistics["written"]),
            (Some(0), &Value::from(written)),
            "{arguments:?}"
        );
        assert_eq!(printed.lines().count(), written);
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (arguments, message) in [
        (
            &["--sample", "0", "--two-pass", "--order", "novel"][..],
            "invalid value '0' for '--sample <N>'",
        ),
        (
            &["--two-pass", "--order", "novel", "--dropped"],
            "--order novel with --dropped, --explain or --all cannot be used",
        ),
        (
            &["--two-pass", "--order", "novel", "--explain"],
            "it orders kept lines",
        ),
    ] {
        let said = refusal(arguments, b"https://a.test/\n");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
}

/// What an option needs is added, and a note says so: the output is that of all options together.
#[test]
fn what_an_option_needs_is_implied() {
    let list = "https://a.test/1\nhttps://b.test/x?id=1\nhttps://a.test/2\nhttps://b.test/x?id=2\n";
    for (typed, whole, note) in [
        (
            &["--sample", "1"][..],
            &["--sample", "1", "--order", "novel", "--two-pass"][..],
            "note: --order novel implies --two-pass\n",
        ),
        (
            &["--order", "novel"],
            &["--order", "novel", "--two-pass"],
            "note: --order novel implies --two-pass\n",
        ),
        (
            &["--csv-safe"],
            &["--csv-safe", "--format", "csv"],
            "note: --csv-safe implies --format csv\n",
        ),
    ] {
        let (status, printed, said) = outcome(&run(typed, list.as_bytes()));
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains(note), "{typed:?}: {said}");
        assert_eq!(printed, outcome(&run(whole, list.as_bytes())).1);
    }
}

#[test]
fn the_largest_groups_come_first() {
    let list = "https://a.test/1\nhttps://b.test/x?id=1\nhttps://b.test/x?id=2\nhttps://c.test/\n";
    let printed = |arguments: &[&str]| outcome(&run(arguments, list.as_bytes())).1;
    assert_eq!(
        printed(&["-q", "--order", "count"]),
        "https://b.test/x?id=1\nhttps://a.test/1\nhttps://c.test/\n"
    );
    assert_eq!(
        printed(&["-q", "--order", "count", "--count", "--print", "host"]),
        "      2 b.test\n      1 a.test\n      1 c.test\n"
    );
}
