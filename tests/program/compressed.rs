//! Compressed sources, as files and in pipes: each line is printed as soon as it is flushed.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::compress::{FORMATS, lines, pack, packed};
use crate::program::{argument, kept, list, outcome, run, start};

/// A producer that goes on slowly with text sees each line printed.
#[test]
fn text_behind_the_data_waits_for_its_first_line_only() {
    let mut child = start(&["-q"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdin
        .write_all(&packed("gzip", b"https://a.example/\n"))
        .unwrap();
    for host in ["a", "b", "c"] {
        let line = format!("https://{host}.example/\n");
        if host != "a" {
            stdin.write_all(line.as_bytes()).unwrap();
        }
        let mut printed = String::new();
        stdout.read_line(&mut printed).unwrap();
        assert_eq!(printed, line);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_line_appears_as_soon_as_it_is_flushed() {
    for format in FORMATS {
        let mut child = start(&[]);
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, printed) = mpsc::channel();
        thread::spawn(move || {
            stdout
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        let plain = lines(10);
        let parts: Vec<&[u8]> = plain.split_inclusive(|&byte| byte == b'\n').collect();
        let mut latencies = Vec::new();
        let stdin = pack(format, stdin, &parts, |number| {
            let flushed = Instant::now();
            let line = printed.recv_timeout(Duration::from_secs(10));
            latencies.push(flushed.elapsed());
            let expected = String::from_utf8_lossy(parts[number]);
            assert_eq!(
                line.as_deref(),
                Ok(expected.trim_end()),
                "{format}: line {number} is held back"
            );
        });
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        // A line takes about a millisecond; a machine that does other things may be late.
        latencies.sort_unstable();
        assert!(
            latencies[latencies.len() / 2] < Duration::from_secs(1),
            "{format}: {latencies:?}"
        );
    }
}

#[test]
fn files_and_all_ways_to_read_them_know_compressed_data() {
    let scratch = tempfile::tempdir().unwrap();
    let plain = list(2_000);
    let expected = kept(&[], &plain);
    for format in FORMATS {
        let packed = packed(format, &plain);
        let (whole, short) = (scratch.path().join(format), scratch.path().join("short"));
        fs::write(&whole, &packed).unwrap();
        fs::write(&short, &packed[..packed.len() - 3]).unwrap();
        assert!(kept(&[argument(&whole)], b"") == expected, "{format}");
        assert!(kept(&["--two-pass"], &packed) == expected, "{format}");
        assert_eq!(
            kept(&["keys"], &packed),
            kept(&["keys"], &plain),
            "{format}"
        );
        let (status, output, message) = outcome(&run(&[argument(&short), argument(&whole)], b""));
        assert_eq!(
            (status, output.as_bytes() == expected),
            (Some(2), true),
            "{format}"
        );
        let start = format!(
            "urlsift: cannot read {}: its {format} data is cut off; ",
            short.display()
        );
        assert!(
            message.starts_with(&start) && message.lines().count() == 1,
            "{message}"
        );
    }
}
