//! When lines appear, and that only bytes decide which.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use crate::program::{finish, kept, list, run, start};

#[test]
fn a_kept_line_appears_while_the_pipe_stays_open() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for host in 0..20 {
        let line = format!("https://host{host}.example/\n");
        // A repetition before it must not hold it back.
        stdin.write_all(b"https://host0.example/\n").unwrap();
        let written = Instant::now();
        stdin.write_all(line.as_bytes()).unwrap();
        let mut read = String::new();
        stdout.read_line(&mut read).unwrap();
        let latency = written.elapsed();
        assert_eq!(read, line);
        assert!(latency < Duration::from_millis(100), "line {host} took {latency:?}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn threads_do_not_change_the_output() {
    let list = list(100_000);
    let one = kept(&["-j1"], &list);
    assert!(one.len() > list.len() / 2 && one.len() < list.len());
    for threads in ["-j2", "-j8"] {
        assert!(kept(&[threads], &list) == one, "{threads} gives other lines");
    }
}

#[test]
fn a_reader_that_goes_away_is_a_normal_end() {
    let mut child = start(&[]);
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let writer = std::thread::spawn({
        let mut stdin = child.stdin.take().unwrap();
        // Far more than the pipes and buffers hold, and then a pipe that stays open.
        move || (stdin.write_all(&list(1_000_000)).is_err(), stdin)
    });
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    drop(stdout);
    assert_eq!(first, "https://host0.example/\n");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
    assert!(writer.join().unwrap().0);
}

#[test]
fn no_input_is_no_output() {
    let output = run(&[], b"");
    assert_eq!((output.status.code(), output.stdout, output.stderr), (Some(0), vec![], vec![]));
    let child = start(&["-"]);
    assert_eq!(finish(child, b"").status.code(), Some(0));
}
