//! What `urlsift cluster` prints: groups that are the components of what `compare` says of all
//! pairs, in each format.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::lists::lines;
use crate::printed::{clusters, groups};
use crate::program::{argument, kept, outcome, refusal, run};

const LIST: &[u8] = b"https://a.test/user/1\n\nno url\nhttps://a.test/login\nhttps://a.test/user/2\nno url\nhttps://a.test/user/\xff/x\n";

#[test]
fn groups_are_printed_as_text_objects_and_rows() {
    assert_eq!(
        clusters(&[], LIST),
        "group 1, 2 lines: https://a.test/user/{int}\n    https://a.test/user/1\n    https://a.test/user/2\n\
         group 3, 2 lines: not a URL\n    no url\n    no url\n\
         group 4, 1 line: https://a.test/login\n    https://a.test/login\n\
         group 7, 1 line: https://a.test/user/%FF/x\n    https://a.test/user/\u{fffd}/x\n"
    );
    let objects: Vec<Value> = kept(&["cluster", "--format", "jsonl", "-z"], LIST)
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).expect("every line is an object"))
        .collect();
    assert_eq!(
        objects.len(),
        1,
        "the list is one record that ends with NUL: {objects:?}"
    );
    let lines = kept(&["cluster", "--format", "jsonl"], LIST);
    let objects: Vec<Value> = lines
        .split_inclusive(|&byte| byte == b'\n')
        .map(|line| serde_json::from_slice(line).expect("every line is an object"))
        .collect();
    assert_eq!(
        objects[0],
        json!({"group": 1, "size": 2, "shape": "https://a.test/user/{int}", "representative": "https://a.test/user/1",
            "members": ["https://a.test/user/1", "https://a.test/user/2"]})
    );
    assert_eq!(objects[1]["shape"], Value::Null);
    assert_eq!(
        objects[3]["members_hex"][0],
        "68747470733a2f2f612e746573742f757365722fff2f78"
    );
    assert_eq!(
        clusters(&["--format", "tsv", "--top", "2"], LIST),
        "group\trecord\tsize\tshape\tline\n1\t1\t2\thttps://a.test/user/{int}\thttps://a.test/user/1\n1\t5\t2\thttps://a.test/user/{int}\thttps://a.test/user/2\n\
         3\t3\t2\t-\tno url\n3\t6\t2\t-\tno url\n"
    );
}

#[test]
fn what_is_printed_can_be_limited() {
    assert_eq!(
        clusters(&["--min-size", "2", "--members", "0"], LIST),
        "group 1, 2 lines: https://a.test/user/{int}\ngroup 3, 2 lines: not a URL\n"
    );
    assert_eq!(
        clusters(&["--top", "1", "--members", "1", "--format", "tsv"], LIST)
            .lines()
            .count(),
        2
    );
    assert_eq!(
        clusters(&["--top", "1", "--members", "0", "--format", "tsv"], LIST)
            .lines()
            .count(),
        2
    );
    assert_eq!(clusters(&["--top", "0"], LIST), "");
    assert_eq!(clusters(&[], b""), "");
}

/// With what the whole list teaches: no line that two passes drop is in another group than the line
/// that it is dropped for.
#[test]
fn groups_join_what_two_passes_drop() {
    let labelled = std::fs::read_to_string("testdata/quality.tsv").expect("the list is there");
    let labelled = labelled.lines().filter_map(|row| row.split('\t').next());
    let lists = [
        lines().join(&b'\n'),
        labelled.collect::<Vec<_>>().join("\n").into_bytes(),
    ];
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path().join("list");
    let mut learned = 0;
    for list in &lists {
        std::fs::write(&path, list).expect("it can be written");
        for arguments in [&[][..], &["-t", "80"], &["--merge-hosts"], &["-t", "90"]] {
            let found = groups(arguments, list);
            let group_of: BTreeMap<u64, usize> = found
                .iter()
                .enumerate()
                .flat_map(|(group, lines)| lines.iter().map(move |&line| (line, group)))
                .collect();
            let two = [
                "-q",
                "--two-pass",
                "--explain",
                "--format",
                "jsonl",
                argument(&path),
            ];
            let dropped = kept(&[&two[..], arguments].concat(), b"");
            let mut count = 0;
            for line in dropped.split_inclusive(|&byte| byte == b'\n') {
                let line: Value = serde_json::from_slice(line).expect("every line is an object");
                let number = |line: &Value| group_of[&line["record"].as_u64().expect("a number")];
                assert_eq!(
                    number(&line),
                    number(&line["representative"]),
                    "{arguments:?}: {line}"
                );
                learned += usize::from(
                    line["learned"]
                        .as_array()
                        .is_some_and(|learned| !learned.is_empty()),
                );
                count += 1;
            }
            let lines = group_of.len();
            assert!(
                count > 100 && lines - count >= found.len(),
                "{arguments:?}: {lines}, {count}, {}",
                found.len()
            );
        }
    }
    assert!(
        learned > 1000,
        "{learned} lines are dropped for what was learned"
    );
}

#[test]
fn groups_do_not_depend_on_order_threads_or_pieces() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "edit", "login", "7",
        "8",
    ];
    let line = |i: usize| {
        format!(
            "https://h{}.test/zork/{}/{}?p{}=1",
            i % 3,
            words[i % 11],
            words[i * i % 7],
            i % 5
        )
    };
    let lines: Vec<String> = (0..4000).map(line).collect();
    let input = lines.join("\n");
    for arguments in [
        &[][..],
        &["-t", "80"],
        &["--literal", "-t", "85"],
        &["--leader"],
    ] {
        let expected = groups(arguments, input.as_bytes());
        assert!(expected.len() > 1);
        for threads in ["-j1", "-j3"] {
            assert_eq!(
                groups(&[arguments, &[threads]].concat(), input.as_bytes()),
                expected
            );
        }
        if arguments.contains(&"--literal") {
            let mirrored: Vec<&str> = input.lines().rev().collect();
            let turned = groups(arguments, mirrored.join("\n").as_bytes());
            let turned: BTreeSet<BTreeSet<u64>> = turned
                .into_iter()
                .map(|group| group.into_iter().map(|line| 4001 - line).collect())
                .collect();
            assert_eq!(turned, expected);
        }
    }
}

#[test]
fn leaders_count_as_the_filter_does() {
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path().join("list");
    std::fs::write(&path, LIST).expect("it can be written");
    let counted =
        String::from_utf8_lossy(&kept(&["-q", "--count", argument(&path)], b"")).into_owned();
    let mut counts: Vec<usize> = counted
        .lines()
        .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
        .collect();
    counts.sort_unstable();
    let mut sizes: Vec<usize> = groups(&["--leader"], LIST)
        .iter()
        .map(BTreeSet::len)
        .collect();
    sizes.sort_unstable();
    assert_eq!(sizes, counts);
}

#[test]
fn what_belongs_to_no_group_is_said() {
    let mut input = vec![b'a'; 2 << 20];
    input.extend(b"\nhttps://a.test/\n");
    let (status, output, message) = outcome(&run(&["cluster", "--members", "0"], &input));
    assert_eq!(
        (status, output.as_str()),
        (Some(0), "group 2, 1 line: https://a.test/\n")
    );
    assert_eq!(
        message,
        "urlsift: 1 line of more than 1 MiB belongs to no component\n"
    );
    let _ = refusal(&["cluster", "/there/is/no"], b"");
}

/// Texts that all have some words in common, so that comparing all candidates takes long. Every
/// third one is a copy in which one word differs.
#[test]
fn long_lists_of_texts_are_compared_by_bands_unless_exact() {
    let word =
        |text: usize, place: usize| (text * 7919 + place * (place + 31) * (text % 977 + 3)) % 101;
    let text = |i: usize| {
        let words = (0..60).map(|place| match place {
            7 => format!("own{i}"),
            _ => format!("w{}", word(i - usize::from(i % 3 == 2), place)),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let input = (0..6000).map(text).collect::<Vec<_>>().join("\n");
    let arguments = ["cluster", "--as", "text", "-t", "80", "--format", "tsv"];
    let outcomes = [&["-j1"][..], &["-j3"], &["-j1", "--exact"]]
        .map(|more| outcome(&run(&[&arguments[..], more].concat(), input.as_bytes())));
    let [(status, bands, note), threads, (_, exact, nothing)] = &outcomes;
    assert_eq!(*status, Some(0));
    assert_eq!((bands, note), (&threads.1, &threads.2));
    assert_eq!(bands, exact, "copies are very similar");
    assert_eq!(nothing, "");
    assert!(
        note.contains("--exact compares all") && note.lines().count() == 1,
        "{note}"
    );

    // A stream says so too, but for programs, which find it in the statistics.
    let word = |number: u64| {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40 & 1023
    };
    let text = |i: u64| {
        (0..60)
            .map(|place| format!("w{}", word(64 * i + place)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let input = (0..5000).map(text).collect::<Vec<_>>().join("\n");
    let (_, _, note) = outcome(&run(&["--as", "text", "-t", "80"], input.as_bytes()));
    assert!(
        note.contains("find 99 % of those") && note.lines().count() == 1,
        "{note}"
    );
    let (_, _, json) = outcome(&run(
        &["--as", "text", "-t", "80", "--stats=json"],
        input.as_bytes(),
    ));
    assert!(
        json.contains("\"recall\":0.99") && json.lines().count() == 1,
        "{json}"
    );
    let few = input.lines().take(3000).collect::<Vec<_>>().join("\n");
    assert_eq!(
        outcome(&run(&["--as", "text", "-t", "80"], few.as_bytes())).2,
        ""
    );
}
