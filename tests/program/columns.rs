//! `--print LIST`, `--all` and `--json`: which lines, which columns, in which form.

use serde_json::{Value, json};

use crate::program::kept;

/// Two groups, one of three lines and one of a single line, and an empty line.
const LIST: &str = "\
https://a.test/user/1
https://a.test/user/2

https://a.test/cart?id=1
https://a.test/user/3
";

fn printed(arguments: &[&str]) -> String {
    String::from_utf8(kept(arguments, LIST.as_bytes())).expect("the output is text")
}

fn objects(arguments: &[&str]) -> Vec<Value> {
    let text = printed(arguments);
    let object = |line| serde_json::from_str(line).expect("each line is an object");
    text.lines().map(object).collect()
}

#[test]
fn all_lines_are_printed_with_their_verdicts() {
    assert_eq!(
        printed(&["-a", "--print", "verdict,path"]),
        "kept\t/user/1\nsimilar\t/user/2\nkept\t/cart\nsimilar\t/user/3\n"
    );
    assert_eq!(printed(&["-a"]), LIST.replace("\n\n", "\n"));
    assert_eq!(
        printed(&[
            "-a",
            "--format",
            "csv",
            "--print",
            "record,verdict,percent,like"
        ]),
        "record,verdict,percent,like\n1,kept,,\n2,similar,100,https://a.test/user/1\n3,empty,,\n\
         4,kept,,\n5,similar,100,https://a.test/user/1\n"
    );
}

#[test]
fn reasons_stand_below_the_lines_that_were_dropped() {
    let text = printed(&["-a", "--print", "line,reason"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "https://a.test/user/1");
    assert_eq!(lines[1], "https://a.test/user/2");
    assert!(
        lines[2].starts_with("    100.00 % like ")
            && lines[2].ends_with(":1: https://a.test/user/1"),
        "{text}"
    );
    assert_eq!(printed(&["--print", "line,reason"]), printed(&[]));
    assert_eq!(
        printed(&["-d", "--print", "line,reason"]),
        printed(&["--explain"])
    );
    let csv = printed(&["-d", "--format", "csv", "--print", "reason"]);
    assert!(
        csv.contains("100.00 % like") && csv.contains("; shape: "),
        "{csv}"
    );
}

#[test]
fn kept_lines_are_objects_and_all_with_their_verdicts() {
    let verdicts = |arguments: &[&str]| -> Vec<Value> {
        let objects = objects(arguments);
        objects
            .iter()
            .map(|object| object["verdict"].clone())
            .collect()
    };
    assert_eq!(verdicts(&["--json"]), ["kept", "kept"]);
    assert_eq!(verdicts(&["-d", "--json"]), ["similar", "similar"]);
    assert_eq!(printed(&["-a", "--json"]), printed(&["--format", "jsonl"]));
    assert_eq!(
        objects(&["--json", "--print", "path,count"]),
        [
            json!({"path": "/user/1", "count": 3}),
            json!({"path": "/cart", "count": 1})
        ]
    );
}

#[test]
fn counts_go_with_every_choice_of_lines() {
    assert_eq!(
        printed(&["-c", "-k", "2", "--print", "path"]),
        "      3 /user/1\n      3 /user/2\n      1 /cart\n"
    );
    assert_eq!(
        printed(&["-cd", "--print", "path"]),
        "      3 /user/2\n      3 /user/3\n"
    );
    assert_eq!(printed(&["-c", "--print", "host"]), "      4 a.test\n");
    assert_eq!(
        printed(&["-c", "-k", "3", "--print", "host"]),
        "      4 a.test\n"
    );
    assert_eq!(
        printed(&["-a", "--order", "group", "--print", "path"]),
        "/user/1\n/user/2\n/user/3\n/cart\n"
    );
    assert_eq!(printed(&["--min", "2"]), "https://a.test/user/1\n");
    assert_eq!(
        printed(&[
            "--prefer",
            "longest",
            "--format",
            "tsv",
            "--print",
            "count,path"
        ]),
        "count\tpath\n3\t/user/1\n1\t/cart\n"
    );
    let explained = printed(&["-c", "--explain"]);
    assert!(
        explained.starts_with("      3 https://a.test/user/2\n    100.00 % like "),
        "{explained}"
    );
}

#[test]
fn bursts_have_columns() {
    let usual = printed(&["-q", "--window", "1h", "--min", "2"]);
    assert_eq!(usual, "2\thttps://a.test/user/1\thttps://a.test/user/2\n");
    let chosen = ["--window", "1h", "--min", "2", "--print", "last,count"];
    assert_eq!(printed(&chosen), "https://a.test/user/2\t2\n");
    let rows = ["--window", "1h", "--min", "2", "--format", "csv"];
    assert_eq!(
        printed(&rows),
        "count,line,last\n2,https://a.test/user/1,https://a.test/user/2\n"
    );
}
