//! Signals: what is decided is written, and the status tells.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::program::{list, outcome, start};
use crate::waiting::{eventually, output_is_full, send, signal_has_come, signals_are_caught};

#[test]
fn a_signal_ends_a_run_that_waits_for_input() {
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let mut child = start(&["--stats"]);
        // Held open: only the signal can end the run.
        let mut stdin = child.stdin.take().unwrap();
        stdin
            .write_all(b"https://a.example/\nhttps://b.example/\nhttps://unfinish")
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut output = String::new();
        stdout.read_line(&mut output).unwrap();

        let sent = Instant::now();
        send(signal, &child);
        stdout.read_to_string(&mut output).unwrap();
        let (ended, _, message) = outcome(&child.wait_with_output().unwrap());
        assert!(
            sent.elapsed() < Duration::from_secs(10),
            "{signal} took {:?}",
            sent.elapsed()
        );
        assert_eq!(
            (ended, output.as_str()),
            (Some(status), "https://a.example/\nhttps://b.example/\n")
        );
        assert!(
            message.contains("kept"),
            "the statistics are printed: {message}"
        );
    }
}

#[test]
fn a_signal_ends_a_run_that_is_busy() {
    let mut child = start(&["-j2"]);
    let mut stdin = child.stdin.take().unwrap();
    let input = list(20_000);
    let writer = std::thread::spawn(move || while stdin.write_all(&input).is_ok() {});
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut output = Vec::new();
    stdout.read_until(b'\n', &mut output).unwrap();
    send("TERM", &child);
    stdout.read_to_end(&mut output).unwrap();
    let (status, _, message) = outcome(&child.wait_with_output().unwrap());
    writer.join().unwrap();
    assert_eq!((status, message.as_str()), (Some(143), ""));
    assert!(output.ends_with(b".example/\n"), "the last line is whole");
}

/// The other ways to read a list end as well; nothing is decided yet, so nothing is printed.
#[test]
fn a_signal_ends_a_first_reading() {
    for arguments in [&["--two-pass"][..], &["sweep"]] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = list(20_000);
        let written = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&written);
        let writer = std::thread::spawn(move || {
            while stdin.write_all(&input).is_ok() {
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
        // Far more than a pipe holds.
        eventually("it reads", || written.load(Ordering::Relaxed) > 0);
        signals_are_caught(&child);
        send("INT", &child);
        let ended = outcome(&child.wait_with_output().unwrap());
        writer.join().unwrap();
        assert_eq!(
            ended,
            (Some(130), String::new(), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_second_signal_ends_a_run_that_nobody_reads() {
    let mut child = start(&["-q"]);
    let mut stdin = child.stdin.take().unwrap();
    // Enough to fill the output pipe, which nobody reads, so that the program blocks in a write.
    let writer = std::thread::spawn(move || stdin.write_all(&list(200_000)));
    output_is_full(child.stdout.as_ref().unwrap());
    send("INT", &child);
    signal_has_come(&child);
    assert!(
        child.try_wait().unwrap().is_none(),
        "it cannot write what is decided"
    );
    send("INT", &child);
    let status = child.wait().unwrap();
    assert!(!status.success());
    writer.join().unwrap().unwrap_err();
}

/// As `nohup` starts a program, or a script one that it does not wait for.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    let script = "trap '' HUP INT; exec \"$0\"";
    let mut child = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_urlsift")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut output = String::new();
    stdin.write_all(b"https://a.example/\n").unwrap();
    stdout.read_line(&mut output).unwrap();
    for signal in ["HUP", "INT"] {
        send(signal, &child);
    }
    stdin.write_all(b"https://b.example/\n").unwrap();
    drop(stdin);
    stdout.read_to_string(&mut output).unwrap();
    assert_eq!(output, "https://a.example/\nhttps://b.example/\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Whatever follows the reading of a list ends by one signal as well, even if nobody reads.
#[test]
#[cfg(unix)]
fn a_signal_ends_what_follows_the_reading() {
    use std::os::unix::process::ExitStatusExt as _;
    let names = (0..4000_u32)
        .map(|number| {
            let letters = number
                .to_string()
                .bytes()
                .map(|digit| (digit + b'q' - b'0') as char)
                .collect::<String>();
            format!("https://{letters}.example/x.php\n")
        })
        .collect::<Vec<_>>()
        .concat();
    for arguments in [
        &["templates", "-q"][..],
        &["export", "-q", "--to", "regex"],
        &["diff", "-q", "/dev/null", "-"],
    ] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(names.as_bytes()).unwrap();
        drop(stdin);
        output_is_full(child.stdout.as_ref().unwrap());
        send("TERM", &child);
        eventually("one signal ends it", || child.try_wait().unwrap().is_some());
        let status = child.wait().unwrap();
        assert_eq!(
            (status.code(), status.signal()),
            (None, Some(15)),
            "{arguments:?}"
        );
    }
}
