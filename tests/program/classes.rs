//! What `urlsift classes` prints: the rule that takes each segment, and what learning makes of it.

use serde_json::Value;

use crate::program::{kept, refusal};

fn text(arguments: &[&str], input: &str) -> String {
    String::from_utf8(kept(&[&["classes"], arguments].concat(), input.as_bytes())).unwrap()
}

#[test]
fn each_segment_is_named_with_its_rule() {
    let text = text(
        &[
            "https://a.example/rest/api/2/users/4af0bdc4?x=1",
            "/keycloak/zork",
        ],
        "",
    );
    let blocks: Vec<&str> = text.split("\n\n").collect();
    assert_eq!(blocks.len(), 2, "{text}");
    let segments: Vec<&str> = blocks[0].split("  segment ").collect();
    assert_eq!(
        segments[0],
        "https://a.example/rest/api/2/users/4af0bdc4?x=1\n"
    );
    for (number, (name, row)) in [
        ("rest", "rule      none"),
        ("api", "token     api"),
        ("2", "rule      version-after-api"),
        ("users", "class     word"),
        ("4af0bdc4", "token     {}"),
    ]
    .into_iter()
    .enumerate()
    {
        let segment = segments[number + 1];
        assert!(
            segment.starts_with(&format!("{}: {name}\n", number + 1)),
            "{segment}"
        );
        assert!(
            segment.lines().any(|line| line.trim_start() == row),
            "{row}: {segment}"
        );
        assert!(segment.contains("    learning  "), "{segment}");
    }
    assert!(
        segments[3].contains("    why       ") && segments[3].contains("    takes     "),
        "{}",
        segments[3]
    );
    assert!(
        blocks[1].contains("dangerous to lose") && blocks[1].contains("unfamiliar"),
        "{text}"
    );
}

#[test]
fn objects_say_the_same_of_lines() {
    let lines = text(
        &["--format", "jsonl", "--no-learn", "-"],
        "4af0bdc4\n\nhttps://a.example/\r\n/zork",
    );
    let found: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(found.len(), 3, "{lines}");
    let segment = &found[0]["segments"][0];
    assert_eq!(
        (&segment["rule"], &segment["token"]),
        (&"hexadecimal".into(), &"{}".into())
    );
    assert!(
        segment["why"].is_string() && !segment["takes"].as_array().unwrap().is_empty(),
        "{segment}"
    );
    assert_eq!(found[1]["text"], "https://a.example/");
    assert_eq!(found[1]["segments"], serde_json::json!([]));
    assert_eq!(found[2]["segments"][0]["class"], "word");
    assert_eq!(found[2]["segments"][0]["learning"], Value::Null);
}

#[test]
fn a_file_name_is_a_segment_and_no_host() {
    let text = text(&["report.pdf"], "");
    assert!(text.contains("segment 1: report.pdf\n"), "{text}");
    assert!(self::text(&["https://a.example"], "").ends_with("  no path segments\n"));
}

#[test]
fn settings_hold_and_terminals_are_safe() {
    assert!(!text(&["--no-class", "hex", "4af0bdc4"], "").contains("class     hex"));
    assert!(text(&["--protect", "zork", "/zork/x"], "").contains("stays"));
    assert!(!text(&["a\u{1b}[31mb"], "").contains('\u{1b}'));
    for arguments in [&["classes"][..], &["classes", "--literal", "x"]] {
        refusal(arguments, b"");
    }
}
