//! What `--stats` prints.

use serde_json::{Value, json};

use crate::program::{outcome, run};

const INPUT: &[u8] =
    b"https://a.example/\n\nnot a url at all\nhttps://a.example/\nnot a url at all\nhttps://b.example/";

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
            "empty": 1, "long": 0, "shortened": 0, "bytes_in": INPUT.len() + 1, "bytes_out": output.stdout.len(),
            "unreadable": 0, "not_urls": [{"source": "stdin", "record": 3}], "seconds": 0, "ending": "exhausted",
        })
    );
}

#[test]
fn text_names_what_happened() {
    let (status, _, message) = outcome(&run(&["--stats"], INPUT));
    assert_eq!(status, Some(0));
    for (name, count) in [("records", "6"), ("kept", "2"), ("similar", "1"), ("no URL", "1"), ("empty", "1")]
    {
        let row = message.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        assert!(row.split_whitespace().any(|word| word == count), "{name} {count}: {message}");
    }
    assert!(message.contains("stdin:3"));
}

#[test]
fn quiet_prints_none() {
    assert_eq!(outcome(&run(&["--stats", "-q"], INPUT)).2, "");
}
