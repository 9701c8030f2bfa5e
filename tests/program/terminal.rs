//! What a person at a terminal is shown, and that it is never in the way of the records.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::needs::available;
use crate::program::argument;

const PROGRAM: &str = env!("CARGO_BIN_EXE_urlsift");

/// Runs a line of shell in which `$0` is the program, in a terminal into which `typed` is typed.
/// Returns the exit status and all that it shows; `None` where doing without a terminal is
/// accepted.
fn in_terminal(script: &str, arguments: &[&str], typed: &str) -> Option<(Option<i32>, String)> {
    if !available("script") {
        return None;
    }
    // `script` takes its command as one line.
    let quoted: String = arguments
        .iter()
        .flat_map(|argument| [" '", argument, "'"])
        .collect();
    let command = format!("sh -c '{script}' {PROGRAM}{quoted}");
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it is installed");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    std::io::Write::write_all(&mut stdin, typed.as_bytes()).expect("the terminal reads");
    let ended = child.wait_with_output().expect("it ends");
    drop(stdin);
    Some((
        ended.status.code(),
        String::from_utf8_lossy(&ended.stdout).into_owned(),
    ))
}

/// A list that takes the program a second to read: one line at a time from a pipe.
const SLOWLY: &str = "for n in 1 2 3 4 5 6; do echo https://h$n.example/; sleep 0.15; done";

fn output_of(options: &str, output: &Path) -> Option<String> {
    let script = format!("({SLOWLY}) | $0 {options} - /there/is/no/file -o $1");
    let (status, shown) = in_terminal(&script, &[argument(output)], "")?;
    assert_eq!(status, Some(2), "one file cannot be read: {shown}");
    assert_eq!(fs::read_to_string(output).unwrap().lines().count(), 6);
    Some(shown)
}

#[test]
fn progress_is_shown_unless_it_is_not_wanted() {
    let scratch = tempfile::tempdir().unwrap();
    let output = scratch.path().join("output");
    for (options, is_shown) in [
        ("", true),
        ("--progress=always", true),
        ("--progress=never", false),
        ("-q --progress=always", false),
    ] {
        let Some(shown) = output_of(options, &output) else {
            return;
        };
        assert_eq!(shown.contains(" kept"), is_shown, "{options}: {shown:?}");
        // A message stands on lines of its own, whatever is drawn around it.
        let line =
            "urlsift: cannot read /there/is/no/file: No such file or directory (os error 2)\r\n";
        assert!(shown.contains(line), "{options}: {shown:?}");
    }
}

#[test]
fn who_types_is_told_how_to_end() {
    let typed = "https://a.example/\nhttps://a.example/\n\x04";
    for (script, is_told) in [("$0 | cat", true), ("$0 -q | cat", false)] {
        let Some((status, shown)) = in_terminal(script, &[], typed) else {
            return;
        };
        assert_eq!(status, Some(0), "{shown:?}");
        assert_eq!(shown.contains("end with Ctrl-D"), is_told, "{shown:?}");
        // Typed twice, and printed once.
        assert_eq!(shown.matches("https://a.example/").count(), 3, "{shown:?}");
    }
}

/// A terminal shows `^C` where its cursor stands: at the end of a full line that would begin a new
/// one, and the bar would stay.
#[test]
fn an_interrupted_run_leaves_no_bar() {
    if !available("script") {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let inner = format!(
        "stty cols 80; (trap \"\" INT; {SLOWLY}; sleep 2) | {PROGRAM} --progress=always -o {}",
        argument(&scratch.path().join("output"))
    );
    let mut child = Command::new("script")
        .args(["-qec", &format!("bash -c '{inner}'"), "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut shown = Vec::new();
    while !shown.windows(5).any(|bytes| bytes == b" kept") {
        let mut some = [0; 256];
        let length = stdout.read(&mut some).unwrap();
        assert!(
            length > 0,
            "no bar is drawn: {:?}",
            String::from_utf8_lossy(&shown)
        );
        shown.extend_from_slice(&some[..length]);
    }
    stdin.write_all(b"\x03").unwrap();
    stdout.read_to_end(&mut shown).unwrap();
    child.wait().unwrap();
    drop(stdin);
    let shown = String::from_utf8_lossy(&shown).into_owned();
    let (before, after) = shown
        .split_once("^C")
        .unwrap_or_else(|| panic!("nothing is typed: {shown:?}"));
    assert!(before.contains(" kept"), "{shown:?}");
    // Since the cursor was at the start of the line.
    let column = before
        .rsplit(['\r', '\n'])
        .next()
        .unwrap()
        .rsplit("\x1b[1G")
        .next()
        .unwrap();
    assert!(column.chars().count() < 78, "the bar stays: {shown:?}");
    assert!(after.ends_with("\x1b[2K"), "{shown:?}");
}
