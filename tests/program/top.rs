//! `-n`: the first lines that are printed, and nothing after them.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::program::{argument, kept, outcome, run, start};

/// Ten pages, each of which comes twice in a row.
fn list() -> Vec<u8> {
    let mut list = Vec::new();
    for page in [
        "cart", "login", "imprint", "help", "basket", "search", "about", "terms", "jobs", "press",
    ] {
        for id in 1..=2 {
            writeln!(list, "https://shop.test/{page}?id={id}").expect("memory takes it");
        }
    }
    list
}

fn printed(arguments: &[&str], list: &[u8]) -> Vec<String> {
    let text = String::from_utf8(kept(arguments, list)).expect("the lines are text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn the_first_lines_of_every_output_are_printed() {
    for options in [
        &[][..],
        &["-d"],
        &["--print", "path"],
        &["--print", "host"],
        &["--format", "jsonl"],
        &["--two-pass"],
        &["--count"],
        &["--count", "--order", "count"],
        &["--prefer", "longest"],
        &["-q", "--order", "novel"],
        &["--window", "1h"],
        &["--invalid", "drop"],
    ] {
        let all = printed(options, &list());
        for most in ["1", "3", "100"] {
            for option in [&["-n", most][..], &["--top", most]] {
                let first = printed(&[options, option].concat(), &list());
                let wanted = all.len().min(most.parse().expect("it is a number"));
                assert_eq!(first, all[..wanted], "{options:?} {option:?}");
            }
        }
    }
}

#[test]
fn names_of_columns_are_printed_in_addition() {
    let rows = printed(&["--format", "csv", "-n", "2"], &list());
    assert_eq!(rows.len(), 3, "{rows:?}");
    let table = b"name,url\na,https://shop.test/a\nb,https://shop.test/b\n";
    assert_eq!(
        printed(&["-n", "1"], table),
        ["name,url", "a,https://shop.test/a"]
    );
}

#[test]
fn the_run_ends_while_the_input_stays_open() {
    let mut child = start(&["-n", "1"]);
    let mut input = child.stdin.take().expect("it is a pipe");
    input
        .write_all(b"https://shop.test/a\nhttps://shop.test/b\n")
        .expect("the program reads");
    let mut output = BufReader::new(child.stdout.take().expect("it is a pipe"));
    let mut line = String::new();
    output.read_line(&mut line).expect("it is text");
    assert_eq!(line, "https://shop.test/a\n");
    let status = child.wait().expect("it ends");
    assert!(status.success(), "{status}");
    drop(input);
}

#[test]
fn a_state_holds_only_what_was_printed() {
    let scratch = tempfile::tempdir().expect("there is room");
    for threads in ["1", "4"] {
        let state = scratch.path().join(threads);
        let options = ["--state", argument(&state), "-j", threads];
        let all = printed(&["-q"], &list());
        let mut found = Vec::new();
        for _ in 0..5 {
            let lines = printed(&[&options[..], &["-n", "2"]].concat(), &list());
            assert_eq!(lines.len(), 2, "{lines:?}");
            found.extend(lines);
        }
        assert_eq!(found, all);
        assert!(printed(&[&options[..], &["-n", "2"]].concat(), &list()).is_empty());
    }
}

#[test]
fn an_order_with_a_state_is_refused_as_more_would_be_remembered() {
    let scratch = tempfile::tempdir().expect("there is room");
    let state = scratch.path().join("seen");
    let options = ["--state", argument(&state), "-n", "2", "--count"];
    let (status, _, said) = outcome(&run(&options, &list()));
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("only the first ones printed"), "{said}");
    kept(&[&options[..], &["--dry-run"]].concat(), &list());
}
