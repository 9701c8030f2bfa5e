//! Runs that are killed, that run out of room, or whose reader goes away: what was decided before is
//! written, and a message says what happened.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::needs::available;
use crate::program::{argument, finish, kept, list, outcome, run, start, urlsift};
use crate::waiting::send;

const PROGRAM: &str = env!("CARGO_BIN_EXE_urlsift");

/// Runs a line of shell in which `$0` is the program.
fn shell(script: &str, arguments: &[&str], input: &[u8]) -> std::process::Output {
    let mut command = Command::new("sh");
    command.args(["-c", script, PROGRAM]).args(arguments);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    finish(command.spawn().unwrap(), input)
}

#[test]
fn a_reader_may_go_away_after_any_byte() {
    let input = list(40);
    let expected = kept(&[], &input);
    for length in (0..expected.len()).step_by(7) {
        let mut child = start(&[]);
        let mut output = vec![0; length];
        let mut stdout = child.stdout.take().unwrap();
        // Nothing comes before something went in.
        let reader = thread::spawn(move || {
            stdout.read_exact(&mut output).unwrap();
            output
        });
        let ended = finish(child, &input);
        assert_eq!(reader.join().unwrap(), expected[..length]);
        assert_eq!(outcome(&ended), (Some(0), String::new(), String::new()));
    }
}

#[test]
fn a_limit_on_file_sizes_is_one_clear_line() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("output");
    let input = list(2_000);
    // The shell counts in blocks of 512 or 1024 bytes.
    let output = shell(
        "ulimit -f 4; exec \"$0\" -o \"$1\"",
        &[argument(&path)],
        &input,
    );
    let (status, _, message) = outcome(&output);
    let expected = format!(
        "urlsift: cannot write {}: File too large (os error 27)\n",
        path.display()
    );
    assert_eq!(status, Some(2));
    assert!(message.starts_with(&expected), "{message}");
    let written = fs::read(&path).unwrap();
    assert!(!written.is_empty() && kept(&[], &input).starts_with(&written));
}

/// However much the disk takes, a file ends with a whole record, and what was in it before is
/// left alone.
#[test]
fn a_file_that_cannot_grow_ends_with_a_whole_record() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("output");
    let before = "x".repeat(700) + "\n";
    // Blocks come piece by piece, and long records in pieces of their own.
    let long = [
        &list(20)[..],
        b"https://long.example/",
        &b"a".repeat(3 << 20),
        b"\n",
    ]
    .concat();
    let mut full = 0;
    for (limit, input) in [(4, list(2_000)), (5, list(3_001)), (2_000, long)] {
        for options in ["", "--format=jsonl", "--explain", "--count", "-z"] {
            let ends = |written: &[u8]| {
                written.is_empty() || written.ends_with(if options == "-z" { b"\0" } else { b"\n" })
            };
            let input: Vec<u8> = input
                .iter()
                .map(|&byte| {
                    if options == "-z" && byte == b'\n' {
                        0
                    } else {
                        byte
                    }
                })
                .collect();
            for to in ["-o \"$1\"", "> \"$1\"", ">> \"$1\""] {
                fs::write(&path, &before).unwrap();
                let script =
                    format!("ulimit -f {limit}; \"$0\" -q {options} {to}; status=$?; exit $status");
                let (status, _, message) = outcome(&shell(&script, &[argument(&path)], &input));
                let written = fs::read(&path).unwrap();
                let written = if to.starts_with(">>") {
                    written
                        .strip_prefix(before.as_bytes())
                        .expect("what was there stays")
                } else {
                    &written
                };
                // Of what is dropped, and of what long records are, there is not enough.
                full += usize::from(status == Some(2));
                assert!(
                    status == Some(0) || message.contains("File too large"),
                    "{options} {to}: {message}"
                );
                assert!(ends(written), "{limit} {options} {to}: half a record");
            }
        }
    }
    assert!(full > 24, "{full}");
}

/// What is read once only is copied for the second pass, which has to be whole.
#[test]
fn a_limit_on_file_sizes_ends_a_first_pass_that_copies() {
    let (status, output, message) = outcome(&shell(
        "ulimit -f 4; exec \"$0\" --two-pass",
        &[],
        &list(2_000),
    ));
    assert_eq!((status, output.as_str()), (Some(2), ""));
    let expected = "urlsift: cannot write a temporary file: File too large (os error 27)\n";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_is_done() {
    let scratch = tempfile::tempdir().unwrap();
    let [good, secret, last] = ["good", "secret", "last"].map(|name| scratch.path().join(name));
    fs::write(&good, "https://a.example/").unwrap();
    fs::write(&secret, "https://secret.example/\n").unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).unwrap();
    fs::write(&last, "https://b.example/\n").unwrap();
    // This one opens, and then fails to read.
    let broken = if cfg!(target_os = "linux") {
        "/proc/self/mem"
    } else {
        "/"
    };
    let arguments = [
        argument(&good),
        argument(&secret),
        broken,
        "/there/is/no/such/file",
        "/",
        argument(&last),
    ];
    let (status, output, message) = outcome(&run(&arguments, b""));
    assert_eq!(status, Some(2));
    // Who may read everything may read that one, too.
    let readable = File::open(&secret).is_ok();
    let middle = if readable {
        "https://secret.example/\n"
    } else {
        ""
    };
    assert_eq!(
        output,
        format!("https://a.example/\n{middle}https://b.example/\n")
    );
    assert_eq!(
        message.lines().count(),
        4 - usize::from(readable),
        "{message}"
    );
    assert!(
        message
            .lines()
            .all(|line| line.starts_with("urlsift: cannot read /")),
        "{message}"
    );
}

/// Bytes that are written at once.
const PIECE: usize = 32 << 10;

#[test]
fn a_signal_at_any_time_leaves_a_prefix_and_the_statistics() {
    let input = list(60_000);
    let expected = kept(&["-j1"], &input);
    // Some come before the first line, most in between, the last ones perhaps too late.
    for round in 0..24_u64 {
        let (signal, number) = [("INT", 2), ("TERM", 15), ("HUP", 1)][round as usize % 3];
        let mut child = start(&["--stats=json", if round % 2 == 0 { "-j1" } else { "-j3" }]);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.clone();
        // It comes when so many pieces have been read, but for what a pipe holds.
        let pieces = input.len().div_ceil(PIECE) as u64;
        let (sender, moment) = std::sync::mpsc::channel();
        let writer = thread::spawn(move || {
            for (number, piece) in (0..).zip(input.chunks(PIECE)) {
                if number == pieces * round.saturating_sub(1) / 22 {
                    let _ = sender.send(());
                }
                let _ = io::Write::write_all(&mut stdin, piece);
            }
        });
        let mut stdout = child.stdout.take().unwrap();
        let reader = thread::spawn(move || {
            let mut output = Vec::new();
            stdout.read_to_end(&mut output).map(|_| output)
        });
        if round > 0 {
            // It is over when the last one comes too late.
            let _ = moment.recv();
        }
        // Not waited for yet, it keeps its number even if it has ended.
        send(signal, &child);
        let mut output = child.wait_with_output().unwrap();
        output.stdout = reader.join().unwrap().unwrap();
        writer.join().unwrap();
        assert!(expected.starts_with(&output.stdout), "round {round}");
        assert!(
            output.stdout.is_empty() || output.stdout.ends_with(b"\n"),
            "round {round}: half a line"
        );
        let message = String::from_utf8(output.stderr).unwrap();
        match (output.status.code(), output.status.signal()) {
            // It came before the program could watch for it.
            (None, Some(killed)) => assert_eq!((killed, output.stdout.len()), (number, 0)),
            (Some(status), _) => {
                let statistics: Value = serde_json::from_str(&message).unwrap();
                assert_eq!(statistics["bytes_out"], output.stdout.len());
                if statistics["ending"] == "exhausted" {
                    assert_eq!((status, output.stdout.len()), (0, expected.len()));
                } else {
                    assert_eq!(status, 128 + number, "round {round}: {message}");
                }
            }
            other => panic!("round {round}: {other:?}"),
        }
    }
}

/// At any limit there is a message, and what was written is right; where large tables grow, the
/// program itself says so.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_said_and_costs_nothing_that_was_decided() {
    let input = list(600_000);
    let expected = kept(&["-j1"], &input);
    let mut said = 0;
    for megabytes in (4..).step_by(3) {
        assert!(megabytes < 1000, "no memory is enough");
        // The standard library waits for itself if memory ends while it prints where it was.
        let limited =
            |script: &str| format!("unset RUST_BACKTRACE; ulimit -v {megabytes}000; {script}");
        // Below that, the system cannot even start it.
        if !shell(&limited("exec \"$0\" --version"), &[], b"")
            .status
            .success()
        {
            continue;
        }
        let output = shell(&limited("exec \"$0\" -j1"), &[], &input);
        assert!(expected.starts_with(&output.stdout), "{megabytes} MB");
        let (status, _, message) = outcome(&output);
        if status == Some(0) {
            assert_eq!(output.stdout.len(), expected.len());
            break;
        }
        assert!(!message.is_empty(), "{megabytes} MB: {status:?}");
        said +=
            usize::from(status == Some(2) && message.starts_with("urlsift: out of memory after "));
    }
    assert!(said > 0, "the program itself never said so");
}

/// A standard stream that is closed is like one to or from nowhere; above all no file takes its
/// place.
#[test]
fn files_do_not_take_the_place_of_closed_streams() {
    let scratch = tempfile::tempdir().unwrap();
    let [input, other, output] = ["input", "other", "output"].map(|name| scratch.path().join(name));
    fs::write(&input, "https://a.example/\nnot a url at all\n").unwrap();
    fs::write(&other, "https://b.example/\n").unwrap();
    let lines = "https://a.example/\nnot a url at all\nhttps://b.example/\n";
    for closed in ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"] {
        let script = format!("\"$0\" --stats \"$1\" \"$2\" -o \"$3\" {closed}");
        let ended = shell(
            &script,
            &[argument(&input), argument(&other), argument(&output)],
            b"",
        );
        assert_eq!(ended.status.code(), Some(0), "{closed}");
        assert_eq!(fs::read_to_string(&output).unwrap(), lines, "{closed}");

        let script = format!("\"$0\" --stats \"$1\" \"$2\" {closed}");
        let ended = shell(&script, &[argument(&input), argument(&other)], b"");
        let (status, kept, _) = outcome(&ended);
        let expected = if closed.split(' ').any(|word| word == ">&-") {
            ""
        } else {
            lines
        };
        assert_eq!((status, kept.as_str()), (Some(0), expected), "{closed}");
    }
    assert_eq!(
        fs::read_to_string(&input).unwrap(),
        "https://a.example/\nnot a url at all\n"
    );
    assert_eq!(fs::read_to_string(&other).unwrap(), "https://b.example/\n");
}

/// The bar is drawn, follows a terminal that becomes narrow and wide again, and leaves the
/// lines alone.
#[test]
#[cfg(target_os = "linux")]
fn a_terminal_may_be_resized_while_progress_is_shown() {
    let scratch = tempfile::tempdir().unwrap();
    let output = scratch.path().join("output");
    let script = format!(
        "(for n in 1 2 3 4 5 6 7 8 9; do echo https://h$n.example/; stty cols $((n * 9 - 8)) < /dev/tty; sleep 0.1; done) \
         | {PROGRAM} --progress=always -o {}",
        output.display()
    );
    if !available("script") {
        return;
    }
    let run = Command::new("script")
        .args(["-qec", &script, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{shown}");
    assert!(shown.contains("kept"), "{shown}");
    assert_eq!(fs::read_to_string(&output).unwrap().lines().count(), 9);
}

#[test]
fn lines_that_came_before_the_end_of_the_terminal_are_there() {
    let mut child = urlsift(&[]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    io::Write::write_all(&mut stdin, b"https://a.example/\nhttps://half").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    // What nobody can prepare for.
    child.kill().unwrap();
    assert_eq!(line, "https://a.example/\n");
    assert_eq!(stdout.read_line(&mut String::new()).unwrap(), 0);
    child.wait().unwrap();
}
