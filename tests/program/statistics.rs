//! What `--stats` prints.

use std::io::{BufRead, BufReader};

use serde_json::{Value, json};

use crate::program::{list, outcome, run, start};

const INPUT: &[u8] =
    b"https://a.example/\n\nnot a url at all\nhttps://a.example/\nnot a url at all\nhttps://b.example/{a}";

#[test]
fn json_is_one_object_that_adds_up() {
    let output = run(&["--stats=json"], INPUT);
    let message = outcome(&output).2;
    assert_eq!(message.lines().count(), 1, "{message}");
    let mut statistics: Value = serde_json::from_str(&message).unwrap();
    assert!(statistics["seconds"].as_f64().unwrap() > 0.0);
    statistics["seconds"] = json!(0);
    assert_eq!(
        statistics,
        json!({
            "records": 6, "written": 3, "kept": 2, "samples": 0, "similar": 1, "not_url": 1, "repeated": 1,
            "empty": 1, "long": 0, "learned": 0, "learned_positions": [], "fast": 2, "shortened": 0, "bytes_in": INPUT.len() + 1,
            "bytes_out": output.stdout.len(),
            "unreadable": 0, "unwanted": 0, "unwanted_by": {}, "headers": 0, "not_urls": [{"source": "stdin", "record": 3}], "seconds": 0, "ending": "exhausted",
        })
    );
}

#[test]
fn text_names_what_happened() {
    let (status, _, message) = outcome(&run(&["--stats"], INPUT));
    assert_eq!(status, Some(0));
    for (name, count) in [
        ("records", "6"),
        ("kept", "2"),
        ("similar", "1"),
        ("not a URL", "1"),
        ("empty", "1"),
        ("fast path", "2"),
    ] {
        let row = message
            .lines()
            .find(|line| line.starts_with(name))
            .unwrap_or_default();
        assert!(
            row.split_whitespace().any(|word| word == count),
            "{name} {count}: {message}"
        );
    }
    assert!(message.contains("stdin:3"));
}

const ANIMALS: &str = "https://a.example/zork/quokka\nhttps://a.example/zork/wombat\nhttps://a.example/zork/numbat\n\
    https://a.example/zork/dingo\nhttps://a.example/zork/bilby\nhttps://a.example/zork/quoll\nhttps://a.example/zork/quoll?x=1\n\
    https://a.example/zork/quoll/map\nhttps://a.example/zork/bettong/map\nhttps://b.example/tag/quokka\nhttps://b.example/tag/dingo\n";

/// The object of `--stats=json`.
fn statistics(arguments: &[&str], input: &str) -> Value {
    serde_json::from_str(
        &outcome(&run(
            &[&["--stats=json"], arguments].concat(),
            input.as_bytes(),
        ))
        .2,
    )
    .unwrap()
}

#[test]
fn what_learning_swallowed_is_named() {
    let found = statistics(&[], ANIMALS);
    let dropped = outcome(&run(&["--dropped"], ANIMALS.as_bytes())).1;
    // Nothing else is similar in this list.
    assert_eq!(found["learned"], dropped.lines().count(), "{found}");
    let positions = found["learned_positions"].as_array().unwrap();
    assert_eq!(positions[0]["position"], "a.example/zork/{word}");
    assert_eq!(
        positions.last().unwrap()["position"],
        "b.example/tag/{word}"
    );
    assert_eq!(positions.last().unwrap()["suspects"], json!(["dingo"]));
    for position in positions {
        let names = position["names"].as_u64().unwrap();
        assert!(
            names > 0 && names <= position["lines"].as_u64().unwrap(),
            "{position}"
        );
        assert_eq!(
            position["suspects"].as_array().unwrap().len() as u64,
            names.min(5),
            "{position}"
        );
        for name in position["suspects"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            assert!(
                dropped.contains(&format!("/{name}")),
                "{name} was not dropped"
            );
        }
    }
    // Names that look like endpoints come before rarer ones.
    let pages = [
        "numbat",
        "possum",
        "wombat",
        "echidna",
        "bandicoot",
        "potoroo",
        "quokka",
        "zebu",
        "dingo_feed",
    ];
    let list = pages
        .map(|name| format!("https://a.example/zork/{name}\n"))
        .concat();
    let found = statistics(
        &["--two-pass"],
        &format!("{list}https://a.example/zork/dingo_feed?page=2\n"),
    );
    assert_eq!(
        found["learned_positions"][0]["suspects"][0], "dingo_feed",
        "{found}"
    );
    let message = outcome(&run(&["--stats"], ANIMALS.as_bytes())).2;
    assert!(
        message.contains("by learning") && message.contains("  b.example/tag/{word}   dingo\n"),
        "{message}"
    );
}

#[test]
fn what_is_printed_or_the_same_anyway_was_not_swallowed() {
    for arguments in [&["--no-learn"][..], &["--literal"], &["--keep", "99"]] {
        let found = statistics(arguments, ANIMALS);
        assert_eq!(found["learned"], 0, "{arguments:?} {found}");
        assert_eq!(found["learned_positions"], json!([]), "{arguments:?}");
    }
    let message = outcome(&run(&["--stats", "--no-learn"], ANIMALS.as_bytes())).2;
    assert!(!message.contains("learn"), "{message}");
    assert_eq!(
        statistics(&[], &"https://a.example/user/1\n".repeat(9))["learned"],
        0
    );
    let twice = statistics(&["--two-pass"], ANIMALS);
    assert!(
        twice["learned"].as_u64() > statistics(&[], ANIMALS)["learned"].as_u64(),
        "{twice}"
    );
}

#[test]
fn quiet_prints_no_notes_beside_them() {
    let list = b"https://a.example/user/1\nnot a URL\nhttps://a.example/user/2\n";
    let (_, _, quiet) = outcome(&run(&["--stats=json", "-q"], list));
    let figures: Value = serde_json::from_str(&quiet).unwrap();
    assert_eq!(figures["similar"], 1);
    for options in [&["-q"][..], &["-q", "--two-pass"]] {
        assert_eq!(outcome(&run(options, list)).2, "", "{options:?}");
    }
    for options in [&["-q", "--stats"][..], &["-q", "--stats", "--two-pass"]] {
        let (_, _, quiet) = outcome(&run(options, list));
        assert!(quiet.contains("similar"), "{options:?}: {quiet}");
        assert!(!quiet.contains("urlsift: "), "{options:?}: {quiet}");
    }
}

#[test]
fn a_reader_that_went_away_is_told_from_the_end_of_the_input() {
    let mut child = start(&["--stats=json"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, &list(500_000)));
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    let (status, _, message) = outcome(&child.wait_with_output().unwrap());
    writer.join().unwrap().unwrap_err();
    let statistics: Value = serde_json::from_str(&message).unwrap();
    assert_eq!((status, &statistics["ending"]), (Some(0), &json!("closed")));
}

#[test]
fn a_note_counts_non_urls_and_names_the_first_five() {
    for (input, note) in [
        ("no url", "1 line is not a URL, kept: stdin:1\n"),
        (
            "no url\nno url\n",
            "2 lines are not URLs, each kept once: stdin:1\n",
        ),
        (
            "1 a\n2 a\n3 a\n4 a\n5 a\n6 a\n",
            "6 lines are not URLs, each kept once: stdin:1, stdin:2, stdin:3, stdin:4, stdin:5, ...\n",
        ),
    ] {
        let note = format!("urlsift: {note}");
        assert_eq!(outcome(&run(&[], input.as_bytes())).2, note);
        let records = note
            .replace("line is", "record is")
            .replace("lines are", "records are");
        assert_eq!(
            outcome(&run(&["-z"], input.replace('\n', "\0").as_bytes())).2,
            records
        );
    }
}
