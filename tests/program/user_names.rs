//! A URL with a user name is another one: the request is made as somebody else, and its credentials
//! are worth knowing. Its host is the same.

use crate::program::{argument, kept, outcome, run};

/// One request, as nobody, as two users, and as one of them with another password; each twice.
const LIST: &[u8] =
    b"https://a.test/x\nhttps://ann:pw@a.test/x\nhttps://bob:pw@a.test/x\nhttps://ann:no@a.test/x\n\
    http://a.test/x\nhttp://%61nn:pw@A.test:80/x\nhttp://bob:pw@a.test/x\nhttp://ann:no@a.test/x\n";

fn text(arguments: &[&str], list: &[u8]) -> String {
    let arguments = [&["-q"], arguments].concat();
    String::from_utf8(kept(&arguments, list)).expect("it is text")
}

#[test]
fn no_request_hides_that_of_another_user() {
    let first: String = String::from_utf8_lossy(LIST)
        .split_inclusive('\n')
        .take(4)
        .collect();
    for options in [
        &[][..],
        &["-t", "80"],
        &["-t", "61"],
        &["--literal", "-t", "95"],
        &["--literal", "-t", "80"],
        &["--literal", "-t", "61"],
        &["--new-params"],
        &["--two-pass"],
        &["--merge-hosts"],
        &["-j", "3"],
    ] {
        assert_eq!(text(options, LIST), first, "{options:?}");
    }
    let clusters =
        String::from_utf8(kept(&["cluster", "-q", "--format", "tsv"], LIST)).expect("it is text");
    let numbers: Vec<&str> = clusters
        .lines()
        .skip(1)
        .filter_map(|row| row.split('\t').next())
        .collect();
    assert_eq!(
        numbers,
        ["1", "1", "2", "2", "3", "3", "4", "4"],
        "{clusters}"
    );
    // A position that is learned on a host is learned whoever asks.
    let words = [
        "zork", "wibble", "frotz", "plugh", "xyzzy", "quux", "blorb", "grue",
    ];
    let list = words
        .map(|word| format!("https://ann:pw@a.test/tag/{word}\n"))
        .concat();
    let printed = text(&[], list.as_bytes());
    assert!(printed.lines().count() < words.len(), "{printed}");
}

#[test]
fn what_differs_is_named() {
    let (_, said, _) = outcome(&run(
        &["compare", "https://ann:pw@a.test/x", "https://a.test/x"],
        b"",
    ));
    assert!(said.contains("ann:pw@a.test | a.test"), "{said}");
    let explained = text(
        &["--explain"],
        b"https://ann:pw@a.test/1\nhttps://ann:pw@a.test/2\n",
    );
    assert!(
        explained.contains("https://ann:pw@a.test/{int}"),
        "{explained}"
    );
    assert_eq!(
        text(&["--print", "canonical"], b"http://%61nn:@A.test:80\n"),
        "http://ann@a.test/\n"
    );
    assert_eq!(
        text(&["--print", "shape"], b"http://ann@a.test/7\n"),
        "http://ann@a.test/{int}\n"
    );
}

#[test]
fn a_user_has_no_host_of_his_own() {
    assert_eq!(text(&["--print", "host"], LIST), "a.test\n");
    assert_eq!(text(&["--host", "a.test"], LIST).lines().count(), 4);
    assert_eq!(text(&["--host", "ann"], LIST), "");
    assert_eq!(text(&["--max-per-host", "2"], LIST).lines().count(), 2);
    let scratch = tempfile::tempdir().unwrap();
    let scope = scratch.path().join("scope");
    std::fs::write(&scope, "a.test\n").unwrap();
    assert_eq!(
        text(&["--scope", argument(&scope)], LIST).lines().count(),
        4
    );
}

#[test]
fn users_are_told_apart_from_run_to_run() {
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let state = ["--state", argument(&state)];
    assert_eq!(text(&state, b"https://a.test/x\n"), "https://a.test/x\n");
    assert_eq!(text(&state, LIST).lines().count(), 3);
    assert_eq!(text(&state, LIST), "");
}
