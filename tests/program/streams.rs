//! When lines appear, that only bytes decide which, and what it costs.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use crate::program::peak_memory;
use crate::program::{argument, kept, list, outcome, run, start};

#[test]
fn a_kept_line_appears_while_the_pipe_stays_open() {
    for arguments in [&[][..], &["-j1"], &["-j8"]] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            stdout
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        let mut latencies = Vec::new();
        for host in 0..20 {
            let line = format!("https://host{host}.example/");
            // Neither a repetition before it nor half a line after it holds it back.
            let written = Instant::now();
            write!(stdin, "{line}\nhttps://host0.example/\nhttps://host").unwrap();
            let read = lines.recv_timeout(Duration::from_secs(10));
            latencies.push(written.elapsed());
            assert_eq!(read.as_ref(), Ok(&line), "line {host} is held back");
            stdin.write_all(b"0.example/\n").unwrap();
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        // A line takes about a millisecond; a machine that does other things may be late.
        latencies.sort_unstable();
        assert!(
            latencies[latencies.len() / 2] < Duration::from_secs(1),
            "{latencies:?}"
        );
    }
}

/// A source is recognised by its first records, which do not wait for later ones.
#[test]
fn the_first_record_of_each_format_appears_at_once() {
    for name in [
        "waybackurls.txt",
        "katana.jsonl",
        "access.log",
        "ltsv.log",
        "linkchecker.csv",
        "vegeta.csv",
    ] {
        let text = fs::read_to_string(format!("testdata/formats/{name}")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let first = lines[lines.len() - 3];
        let latency = |_| {
            let mut child = start(&["-q"]);
            let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            // The start of a program takes longer than a line.
            thread::sleep(Duration::from_millis(300));
            let written = Instant::now();
            stdin
                .write_all(format!("{}\n", lines[..lines.len() - 2].join("\n")).as_bytes())
                .unwrap();
            assert!(
                BufReader::new(stdout)
                    .lines()
                    .any(|line| line.unwrap() == first),
                "{name}"
            );
            let latency = written.elapsed();
            drop(stdin);
            child.wait().unwrap();
            latency
        };
        let latency = (0..5).map(latency).min().unwrap();
        assert!(latency <= Duration::from_millis(50), "{name}: {latency:?}");
    }
}

#[test]
fn threads_do_not_change_the_output() {
    let list = list(100_000);
    let lines = list.split_inclusive(|&byte| byte == b'\n');
    let expected: Vec<u8> = lines
        .enumerate()
        .filter(|(line, _)| line % 10 != 9)
        .flat_map(|(_, bytes)| bytes)
        .copied()
        .collect();
    for threads in ["-j1", "-j2", "-j8"] {
        assert!(
            kept(&[threads], &list) == expected,
            "{threads} gives other lines"
        );
    }
}

/// A list of so many hosts, of which one is large: similar lines, words that are learned, lines that
/// are not URLs, and empty ones.
fn mixed(lines: u64, hosts: u64) -> Vec<u8> {
    let mut list = Vec::new();
    for number in 0..lines {
        let mut state = number;
        let mut below = |limit: u64| {
            state = (state ^ number)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(23);
            (state >> 33) % limit
        };
        let host = if below(4) == 0 { 0 } else { below(hosts) };
        let word = ["zork", "quux", "user", "tag", "export"][below(5) as usize];
        match below(12) {
            0 => writeln!(list, "no url {}", below(600)),
            1 => writeln!(list),
            2 => writeln!(
                list,
                "http://h{host}.test:8080/{word}{}/x?b={}&a=1",
                below(9),
                below(50)
            ),
            3 => writeln!(
                list,
                "ftp://h{host}.test/{word}/{}.pdf#part{}",
                below(90),
                below(3)
            ),
            _ => {
                writeln!(
                    list,
                    "https://h{host}.test/{word}/{word}y{}?n{}={}",
                    below(300),
                    below(3),
                    below(9)
                )
            }
        }
        .expect("memory takes it");
    }
    list
}

/// Hosts are decided side by side where they cannot meet, in one of several threads each.
#[test]
fn hosts_side_by_side_do_not_change_the_output() {
    let (many, one) = (mixed(12_000, 300), mixed(12_000, 1));
    let parameters: Vec<String> = (0..70)
        .map(|number| format!("p{number}=v{number}"))
        .collect();
    let long = format!("https://h0.test/x?{}\n", parameters.join("&"));
    // A URL of many parts is compared with those of all hosts.
    let half = many.len() / 2
        + many[many.len() / 2..]
            .iter()
            .position(|&byte| byte == b'\n')
            .unwrap()
        + 1;
    let with_long = [
        &many[..half],
        long.as_bytes(),
        long.as_bytes(),
        &many[half..],
    ]
    .concat();
    let rows =
        |(number, line): (usize, &[u8])| [format!("{number},").as_bytes(), line, b"\n"].concat();
    let table: Vec<u8> = many
        .split(|&byte| byte == b'\n')
        .enumerate()
        .flat_map(rows)
        .collect();
    let table = [b"id,url\n", &table[..]].concat();
    for (arguments, list) in [
        (&[][..], &many),
        (&[], &one),
        (&["--literal"], &many),
        (&["--literal"], &with_long),
        (&["--params", "names", "--dropped"], &many),
        (&["--params", "learned"], &many),
        (&["--merge-hosts"], &many),
        (&["--field", "url"], &table),
        (&["--two-pass"], &many),
        (&["-k", "2"], &many),
        (&["-t", "80"], &many),
        (&["-t", "80"], &with_long),
        (&["--literal", "-t", "80"], &with_long),
    ] {
        let expected = kept(&[arguments, &["-q", "-j1"]].concat(), list);
        let all: &[&str] = &[
            "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
        ];
        for threads in if arguments.is_empty() { all } else { &all[..1] }
            .iter()
            .chain(&["16"])
        {
            let found = kept(&[arguments, &["-q", "-j", threads]].concat(), list);
            assert!(found == expected, "{arguments:?} on {threads} threads");
        }
    }
}

#[test]
fn kept_and_dropped_lines_are_the_input() {
    let list = list(50_000);
    let (kept, dropped) = (kept(&[], &list), kept(&["--dropped"], &list));
    let (mut kept, mut dropped) = (
        kept.split(|&byte| byte == b'\n'),
        dropped.split(|&byte| byte == b'\n'),
    );
    let (mut next_kept, mut next_dropped) = (kept.next(), dropped.next());
    for line in list
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        if next_kept == Some(line) {
            next_kept = kept.next();
        } else {
            assert_eq!(next_dropped, Some(line));
            next_dropped = dropped.next();
        }
    }
    assert_eq!((next_kept, next_dropped), (Some(&b""[..]), Some(&b""[..])));
}

#[test]
fn files_and_standard_input_are_one_stream() {
    let scratch = tempfile::tempdir().unwrap();
    let list = list(10_000);
    let expected = kept(&[], &list);
    // Cut behind lines, and once before a newline, which is then added and is an empty line of the
    // next file.
    let cuts = [0, list.len() / 3, list.len() / 2, list.len()];
    let mut paths = Vec::new();
    for (number, window) in cuts.windows(2).enumerate() {
        let after_line = |cut: usize| {
            list[..cut]
                .iter()
                .rposition(|&byte| byte == b'\n')
                .map_or(0, |at| at + 1)
        };
        let end = after_line(window[1]) - usize::from(number == 0);
        let start = if number == 1 {
            after_line(window[0]) - 1
        } else {
            after_line(window[0])
        };
        paths.push((scratch.path().join(number.to_string()), &list[start..end]));
    }
    for (path, bytes) in &paths {
        fs::write(path, bytes).unwrap();
    }
    let [one, two, three] = [0, 1, 2].map(|number| argument(&paths[number].0));
    assert!(kept(&[one, two, three], b"") == expected);
    assert!(kept(&[one, "-", three], paths[1].1) == expected);
    assert!(kept(&["-j1", one, two, one, three, three], b"") == expected);
}

#[test]
fn a_reader_that_goes_away_is_a_normal_end() {
    for arguments in [&[][..], &["-j1"]] {
        let mut child = start(arguments);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stdin = child.stdin.take().unwrap();
        // Far more than the pipes and buffers hold, and then a pipe that stays open.
        let writer = thread::spawn(move || (stdin.write_all(&list(500_000)), stdin));
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        drop(stdout);
        assert_eq!(first, "https://host0.example/\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
        writer.join().unwrap().0.unwrap_err();
    }
}

/// The other things that are printed end in the same way.
#[test]
#[cfg(unix)]
fn a_closed_pipe_is_no_error_for_any_subcommand() {
    for arguments in [
        "completions zsh",
        "man",
        "--help",
        "-V",
        "compare a.test b.test",
        "sweep testdata/eight.txt",
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        // Nobody reads: the pipe is closed before the program starts.
        drop(reader);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_urlsift"))
            .args(arguments.split(' '))
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let (status, _, message) = outcome(&run.wait_with_output().unwrap());
        assert_eq!((status, &*message), (Some(0), ""), "{arguments}");
    }
}

#[test]
fn too_long_lines_pass_as_they_are() {
    let mut long = b"https://long.example/".to_vec();
    long.resize(3 << 20, b'a');
    let mut input = b"https://a.example/\n".to_vec();
    for part in [
        &long[..],
        b"\n",
        b"https://b.example/\n",
        b"https://a.example/\n",
        &long,
    ] {
        input.extend_from_slice(part);
    }
    let mut expected = b"https://a.example/\n".to_vec();
    for part in [&long[..], b"\nhttps://b.example/\n", &long, b"\n"] {
        expected.extend_from_slice(part);
    }
    assert!(kept(&[], &input) == expected);
    assert!(kept(&["-j1"], &input) == expected);
    assert_eq!(kept(&["-d"], &input), b"https://a.example/\n");
}

#[test]
#[cfg(target_os = "linux")]
fn bytes_without_a_newline_take_no_memory() {
    let mut child = start(&["-j2"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).unwrap());
    let chunk = vec![b'a'; 1 << 20];
    for _ in 0..100 {
        stdin.write_all(&chunk).unwrap();
    }
    let kilobytes = peak_memory(&child) >> 10;
    assert!(kilobytes < 24 << 10, "{kilobytes} kB for 100 MB");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(reader.join().unwrap(), (100 << 20) + 1);
}

#[test]
fn arguments_that_come_first_make_a_file_of_a_subcommand_name() {
    let output = run(&["-q", "--", "compare"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("urlsift: cannot read compare: "));
}
