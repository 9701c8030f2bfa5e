//! Input that is no list of URLs, or not only: nothing is lost, nothing grows, and no message
//! repeats what a terminal would obey.

use std::io::Write;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::program::finish;
#[cfg(target_os = "linux")]
use crate::program::peak_memory;
use crate::program::{kept, outcome, run, start};

#[test]
fn every_byte_value_passes_anywhere_in_a_line() {
    for delimiter in [b'\n', 0] {
        let arguments: &[&str] = if delimiter == 0 { &["-qz"] } else { &["-q"] };
        let mut lines: Vec<Vec<u8>> = Vec::new();
        for byte in (0..=255).filter(|&byte| byte != delimiter) {
            // In lines that are no URLs, in hosts of which many are none, and alone.
            lines.push([b"no url ", &[byte][..], b" at all"].concat());
            lines.push([b"https://h", &[byte][..], b"st.example/"].concat());
            lines.push(vec![byte]);
        }
        let mut input = lines.join(&delimiter);
        input.push(delimiter);
        // Of those that are written differently and mean the same, the first is kept.
        let output = kept(arguments, &input);
        let mut rest = output
            .split(|&byte| byte == delimiter)
            .filter(|line| !line.is_empty());
        let mut next = rest.next();
        for line in &lines {
            if next == Some(line) {
                next = rest.next();
            }
        }
        assert_eq!(next, None, "the output is no selection of the lines");
        // Each half of the lines comes out of one of the two.
        let dropped = kept(&[arguments, &["-d"]].concat(), &input);
        // A carriage return alone is an empty line.
        assert_eq!(output.len() + dropped.len() + 2, input.len());
    }
}

/// What each strange line is: kept once, wherever it stands.
#[test]
fn strange_lines_are_data() {
    let lines: [&[u8]; 20] = [
        b"https://nul.example/\0/x\0",
        b"\0\0\0",
        b"\xff\xfe\xfd",
        b"https://utf.example/\xc3\x28/\xf0\x9f",
        b"\xef\xbb\xbfhttps://bom.example/",
        b"\xef\xbb\xbf",
        b"https://cr.example/a\rhttps://cr.example/b\r",
        b"https://nested.example/%252525252525252541",
        b"https://malformed.example/%%%41%4%zz%",
        b"https://b\xc3\xbccher.example/",
        // Cyrillic letters that look like Latin ones: another host.
        b"https://\xd0\xb0pple.example/",
        b"https://apple.example/",
        b"https://\xe2\x80\xaereversed.example/",
        b"https://xn--a.example/",
        b"https://999.999.999.999/",
        b"https://[::ffff:1.2.3.4]/",
        b"https://example.example:99999/",
        b"https:///three.example/",
        b"https://user:pass@word@at.example/",
        b"\x1b[31mhttps://colour.example/",
    ];
    let mut input = lines.join(&b'\n');
    input.push(b'\n');
    for options in [
        &["-q"][..],
        &["-q", "--literal"],
        &["-q", "-t100"],
        &["-q", "--literal", "-t80"],
    ] {
        let output = kept(options, &[&input[..], &input].concat());
        assert!(output == input, "{options:?}: {}", output.escape_ascii());
    }
}

#[test]
fn a_carriage_return_does_not_end_a_line() {
    assert_eq!(
        kept(&["-q"], b"https://a.example/\rhttps://a.example/\r"),
        b"https://a.example/\rhttps://a.example/\r\n"
    );
    // Nor is it compared at the end of one.
    assert_eq!(
        kept(&["-q"], b"https://a.example/x\r\nhttps://a.example/x\n"),
        b"https://a.example/x\r\n"
    );
}

#[test]
fn escapes_are_compared_by_one_level() {
    let input =
        b"https://a.example/%41\nhttps://a.example/A\nhttps://a.example/%2541\nhttps://a.example/%252541\n";
    assert_eq!(
        kept(&["--literal", "-t100"], input),
        b"https://a.example/%41\nhttps://a.example/%2541\nhttps://a.example/%252541\n"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn millions_of_empty_lines_cost_nothing() {
    let mut child = start(&["--stats=json", "-j2"]);
    let mut stdin = child.stdin.take().unwrap();
    let chunk = b"\n".repeat(1_000_000);
    let started = Instant::now();
    for _ in 0..10 {
        stdin.write_all(&chunk).unwrap();
    }
    let kilobytes = peak_memory(&child) >> 10;
    drop(stdin);
    let (status, output, message) = outcome(&child.wait_with_output().unwrap());
    assert_eq!((status, output.as_str()), (Some(0), ""));
    assert!(message.contains("\"empty\":10000000"), "{message}");
    assert!(kilobytes < 64 << 10, "{kilobytes} kB");
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "{:?}",
        started.elapsed()
    );
}

/// What a terminal would obey: an escape sequence, a bell, a backspace, the eight-bit forms of
/// those, and text that runs backwards.
const HOSTILE: &str = "x\x1b[31m\x07\x08\u{9b}31m\u{7f}\u{202e}\rx";

#[test]
fn messages_repeat_nothing_that_a_terminal_obeys() {
    let hostile = [b"no url ", HOSTILE.as_bytes(), b"\n"].concat();
    let invocations: [(&[&str], &[u8]); 16] = [
        (&["--invalid=fail"], &hostile),
        (&["--invalid=fail", HOSTILE], b""),
        (&[HOSTILE], b""),
        (&["-o", &format!("/there/is/no/{HOSTILE}/file")], b""),
        (&["-o", "/dev/null", &format!("./{HOSTILE}")], b""),
        (&["compare", HOSTILE, "a.example"], b""),
        (&["compare", "a.example", "b.example", HOSTILE], b""),
        (&[&format!("--{HOSTILE}")], b""),
        (&[&format!("--threshold={HOSTILE}")], b""),
        (&[&format!("--threads={HOSTILE}")], b""),
        (&[&format!("--weights={HOSTILE}")], b""),
        (&[&format!("--weights={HOSTILE}=1")], b""),
        (&[&format!("--invalid={HOSTILE}")], b""),
        (&[&format!("--metric={HOSTILE}")], b""),
        (&[&format!("--stats={HOSTILE}")], b""),
        (&["completions", HOSTILE], b""),
    ];
    for (arguments, input) in invocations {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_harmless(&output.stderr, arguments);
    }
}

#[test]
fn names_of_files_are_harmless_in_statistics() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join(HOSTILE);
    if std::fs::write(&path, "no url at all\n").is_err() {
        println!("such a file cannot be here");
        return;
    }
    for options in [
        "--stats",
        "--stats=json",
        "--invalid=drop",
        "--invalid=fail",
    ] {
        let arguments = [options, path.to_str().unwrap()];
        let output = run(&arguments, b"");
        assert!(!output.stderr.is_empty());
        assert_harmless(&output.stderr, &arguments);
    }
}

fn assert_harmless(message: &[u8], arguments: &[&str]) {
    let text = std::str::from_utf8(message).unwrap();
    assert!(!text.is_empty(), "{arguments:?}");
    let bad = text
        .chars()
        .find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
    assert_eq!(bad, None, "{arguments:?}: {text:?}");
}

/// Lines as long as lines get, of every shape that has ever been dear; each within a time that only
/// a wrong kind of growth exceeds.
///
/// Fifty milliseconds is what a release build may take for a line of a megabyte of parameters, or
/// of 10,000 segments; the bound here is for a debug build on a machine that does other things too.
#[test]
#[cfg(unix)]
fn the_longest_lines_take_no_time_that_grows_with_their_square() {
    const LONG: usize = 1 << 18;
    let fill = |start: &str, part: &str| {
        start.to_owned() + &part.repeat((LONG - start.len()) / part.len())
    };
    let numbered = |start: &str, part: &str, join: &str, count: usize| {
        let parts: Vec<_> = (0..count)
            .map(|n| part.replace('#', &n.to_string()))
            .collect();
        start.to_owned() + &parts.join(join)
    };
    let lines = [
        numbered("http://a.test/x?", "p#=#", "&", 70_000),
        numbered("http://a.test/x?", "p#", "&", 30_000),
        numbered("http://a.test/x?", "a=#", "&", 35_000),
        fill(&format!("http://a.test/{}?", "x".repeat(LONG / 2)), "v&"),
        numbered("http://a.test/", "s#", "/", 10_000),
        numbered("http://a.test/", "word#x", "/", 20_000),
        fill("http://a.test/?", "a&"),
        fill("http://a.test/", "a/"),
        fill("http://a.test", "/a/.."),
        fill("http://a.test/", "%25"),
        fill("http://a.test/%", "25"),
        fill("http://a.test/", "%"),
        fill("http://a.test/", "-red_shoe"),
        fill("http://a.test/", ".a"),
        fill("http://a.test/", ";a=1"),
        fill("http://a.test/?", "[0]"),
        fill("http://a.test/?", "utm_a&"),
        fill("http://a.test/#/", "a/"),
        fill("http://", "a."),
        fill("http://", "u@"),
        fill("http://\u{fc}", "\u{fc}."),
        fill("http://xn--", "9ca"),
        fill("http://[", "0:"),
    ];
    for options in [
        &[][..],
        &["--literal"],
        &["-t80"],
        &["--literal", "-t80"],
        &["--metric=simhash"],
    ] {
        for line in &lines {
            // And once more with another end, so that it is looked for among kept ones.
            let input = format!("{line}\n{line}z\n{line}\n");
            // Seconds of processor time, whatever else the machine does.
            let mut command = Command::new("sh");
            command.args([
                "-c",
                "ulimit -t 12; exec \"$0\" -q -j1 \"$@\"",
                env!("CARGO_BIN_EXE_urlsift"),
            ]);
            command
                .args(options)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            let output = finish(command.spawn().unwrap(), input.as_bytes());
            assert!(
                output.status.success(),
                "{options:?}: {} takes too long: {}",
                &line[..40],
                output.status
            );
            assert!(
                output.stdout.starts_with(line.as_bytes()),
                "{options:?}: {}",
                &line[..40]
            );
        }
    }
}

/// Files that are not text are named, with what to do, and the others are read.
#[test]
fn files_that_are_no_text_are_not_printed() {
    for (start, words) in [
        (
            &b"PK\x03\x04\x14\0\0\0\x08\0"[..],
            "a ZIP archive: unzip -p",
        ),
        (b"PAR1\x15\x04\x15\x30\n", "a Parquet file: duckdb"),
        (b"%PDF-1.4\n%\xE2\xE3\n", "a PDF document: pdftotext"),
        (b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR", "a PNG picture"),
        (
            b"SQLite format 3\0\x10\0",
            "a database: if it is a state, --state FILE",
        ),
        (
            b"h\0t\0t\0p\0:\0/\0/\0a\0\n\0",
            "UTF-16 without a byte-order mark: iconv -f UTF-16LE",
        ),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("other");
        std::fs::write(&path, start).unwrap();
        let path = path.to_str().unwrap();
        let (status, printed, said) = outcome(&run(&[path, "-"], b"https://a.example/\n"));
        assert_eq!(
            (status, printed.as_str()),
            (Some(2), "https://a.example/\n")
        );
        assert!(said.contains(&format!("other: it is {words}")), "{said}");
    }
    let text = b"PK\nPAR1 is a name\n%PDF-files\n";
    assert_eq!(kept(&["-q"], text), text);
}
