//! Compressed sources: they are read like plain ones, also in pieces, in parts and in ruins.

use std::io::{self, Cursor, Read};
use std::num::NonZeroUsize;

use urlsift::Sift;
use urlsift::stream::{Run, RunMonitor, Source, Summary, is_compressed};

use crate::compress::{FORMATS, lines, pack, packed};
use crate::program::{kept, outcome, run};

/// Gives its bytes in reads of at most `size`.
struct Slow {
    bytes: Cursor<Vec<u8>>,
    size: usize,
}

impl Read for Slow {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.size.min(buffer.len());
        self.bytes.read(&mut buffer[..length])
    }
}

/// What is said about sources.
#[derive(Default)]
struct Notes(Vec<String>);

impl RunMonitor for Notes {
    fn unreadable(&mut self, source: &str, cause: &io::Error) {
        self.0.push(format!("{source}: {cause}"));
    }

    fn trailing(&mut self, source: &str, format: &str) {
        self.0.push(format!("{source}: trailing {format}"));
    }
}

/// Filters `bytes` in reads of `size`, and another source after them.
fn filtered(bytes: &[u8], size: usize) -> (Vec<u8>, Summary, Vec<String>) {
    let slow = Slow {
        bytes: Cursor::new(bytes.to_vec()),
        size,
    };
    let sources = [
        Source::reader("list", slow),
        Source::reader("next", &b"https://next.example/"[..]),
    ];
    let mut sift = Sift::builder().build().unwrap();
    let (mut output, mut notes) = (Vec::new(), Notes::default());
    let run = Run::new(sources)
        .threads(NonZeroUsize::MIN)
        .monitor(&mut notes);
    let summary = run.filter(&mut sift, &mut output).unwrap();
    let end = b"https://next.example/\n";
    assert!(output.ends_with(end), "the next source is read");
    output.truncate(output.len() - end.len());
    (output, summary, notes.0)
}

#[test]
fn every_format_is_read_whatever_the_reads() {
    let plain = lines(3_000);
    for format in FORMATS {
        let packed = packed(format, &plain);
        assert!(is_compressed(&packed), "{format}");
        assert!(is_compressed(&packed[..10]), "{format}");
        for size in [1, 2, 7, 4_093, usize::MAX] {
            let (output, summary, notes) = filtered(&packed, size);
            assert!(output == plain, "{format} in reads of {size}");
            assert_eq!((summary.unreadable, notes), (0, vec![]), "{format}");
        }
    }
}

#[test]
fn members_follow_each_other() {
    let plain = lines(30);
    // Cut within lines: members have nothing to do with records.
    let (first, second) = plain.split_at(101);
    for one in FORMATS {
        for other in FORMATS {
            let both = [
                packed(one, first),
                packed(other, b""),
                packed(other, second),
            ]
            .concat();
            let padded = [
                &packed(one, first)[..],
                &vec![0; 70_000],
                &packed(other, second),
                &[0; 8],
            ]
            .concat();
            for bytes in [both, padded] {
                for size in [1, usize::MAX] {
                    let (output, _, notes) = filtered(&bytes, size);
                    assert!(output == plain, "{one} and {other} in reads of {size}");
                    assert_eq!(notes, [""; 0], "{one} and {other}");
                }
            }
        }
    }
    // A frame of zstd that holds no data, in front and behind.
    let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
    let (output, _, notes) = filtered(
        &[&skippable[..], &packed("zstd", &plain), &skippable[..]].concat(),
        usize::MAX,
    );
    assert_eq!((output, notes), (plain, vec![]));
}

#[test]
fn what_ends_anywhere_gives_its_whole_lines_and_an_error() {
    let plain = lines(12);
    let whole = [&plain[..]];
    for format in FORMATS {
        let parts: Vec<&[u8]> = plain.split_inclusive(|&byte| byte == b'\n').collect();
        // One member; bzip2 has nothing to flush in it.
        let is_flushed = format != "bzip2";
        let packed = pack(
            format,
            Vec::new(),
            if is_flushed { &parts } else { &whole },
            |_| (),
        );
        let mut lengths = Vec::new();
        for length in 0..packed.len() {
            let (output, summary, notes) = filtered(&packed[..length], 1);
            assert_eq!(
                filtered(&packed[..length], usize::MAX).0,
                output,
                "{format}, {length} bytes"
            );
            if length < 2 || (format == "bzip2" && length < 5) {
                // Any text could begin like this.
                let line = if length == 0 {
                    vec![]
                } else {
                    [&packed[..length], b"\n"].concat()
                };
                assert_eq!(
                    (output, summary.unreadable),
                    (line, 0),
                    "{format}, {length} bytes"
                );
                continue;
            }
            assert!(plain.starts_with(&output), "{format}, {length} bytes");
            assert!(
                output.is_empty() || output.ends_with(b"\n"),
                "{format}, {length} bytes"
            );
            assert_eq!(summary.unreadable, 1, "{format}, {length} bytes");
            let cause = format!("list: its {format} data is cut off");
            assert!(
                notes.len() == 1 && notes[0].starts_with(&cause),
                "{notes:?}"
            );
            lengths.push(output.len());
        }
        assert!(lengths.is_sorted(), "{format}: more bytes give more lines");
        assert_eq!(lengths.last(), Some(&plain.len()), "{format}");
        // The flushed parts can be read before the end is there.
        lengths.dedup();
        assert_eq!(lengths.len(), if is_flushed { 13 } else { 2 }, "{format}");
    }
}

#[test]
fn damage_anywhere_gives_the_same_lines_whatever_the_reads() {
    let plain = lines(40);
    let parts: Vec<&[u8]> = plain.chunks(150).collect();
    for format in FORMATS {
        let packed = pack(format, Vec::new(), &parts, |_| ());
        for at in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 0x20;
            let (output, summary, notes) = filtered(&damaged, 1);
            let (again, _, notes_again) = filtered(&damaged, usize::MAX);
            // The decoder of xz gives more of a damaged chunk if it came at once.
            if format != "xz" {
                assert_eq!(
                    (&again, &notes_again),
                    (&output, &notes),
                    "{format} at {at}"
                );
            }
            // Either nothing depends on the bit (a name, a time), or something is said; where the
            // magic is hit, these bytes are a list.
            assert!(
                !is_compressed(&damaged)
                    || summary.unreadable == 1
                    || !notes.is_empty()
                    || output == plain,
                "{format} at {at}"
            );
        }
    }
}

/// `(gzip < a; cat b)`: gzip(1) ignores the second list; here it is read on.
#[test]
fn text_behind_the_data_is_read_on() {
    let plain = lines(5);
    let colours = "\u{1b}[32mhttps://c.example/\u{1b}[0m\n";
    let long = format!(
        "https://long.example/{}\nhttps://b.example/\n",
        "x".repeat(200_000)
    );
    for format in FORMATS {
        for rest in [
            "garbage\n",
            "https://b.example/\nhttps://c.example/\n",
            "BZh9\n",
            colours,
            &long,
        ] {
            for padding in [&b""[..], &[0; 700]] {
                let bytes = [&packed(format, &plain), padding, rest.as_bytes()].concat();
                for size in [1, 4_093, usize::MAX] {
                    let (output, summary, notes) = filtered(&bytes, size);
                    assert_eq!(
                        output,
                        [&plain, rest.as_bytes()].concat(),
                        "{format} in reads of {size}"
                    );
                    assert_eq!(
                        (summary.unreadable, notes),
                        (0, vec![format!("list: trailing {format}")])
                    );
                }
            }
        }
        let bytes = [&packed(format, &plain)[..], b"https://b.example/"].concat();
        let (status, output, message) = outcome(&run(&[], &bytes));
        assert_eq!(
            (status, output),
            (
                Some(0),
                format!("{}https://b.example/\n", plain.escape_ascii()).replace("\\n", "\n")
            )
        );
        assert_eq!(
            message,
            format!("urlsift: stdin: the text after its {format} data is read, too\n")
        );
        assert_eq!(outcome(&run(&["-q"], &bytes)).2, "");
        // What is a line on both sides of the end is one, as in `zcat`.
        let (first, second) = plain.split_at(101);
        assert_eq!(
            filtered(&[&packed(format, first)[..], second].concat(), 7).0,
            plain,
            "{format}"
        );
    }
}

#[test]
fn other_bytes_behind_the_data_are_an_error() {
    let plain = lines(5);
    let utf_16: Vec<u8> = "\u{feff}https://b.example/\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for format in FORMATS {
        for rest in [
            &b"\x1f"[..],
            b"\x1f\x8b",
            b"PK\x03\x04",
            b"ab\0c\n",
            &utf_16,
        ] {
            let bytes = [&packed(format, &plain), rest].concat();
            for size in [1, usize::MAX] {
                let (output, summary, notes) = filtered(&bytes, size);
                if rest.starts_with(b"\x1f\x8b") {
                    assert_eq!(
                        notes,
                        [
                            "list: its gzip data is cut off; the whole lines before that are processed"
                        ]
                    );
                } else {
                    let wanted = format!(
                        "list: its {format} data is followed by bytes that are neither compressed nor text; the whole lines before that are processed"
                    );
                    assert_eq!(notes, [wanted], "{}", rest.escape_ascii());
                }
                assert_eq!((output == plain, summary.unreadable), (true, 1), "{format}");
            }
            let (status, _, message) = outcome(&run(&["-q"], &bytes));
            assert_eq!(status, Some(2), "{format}");
            assert!(
                message.starts_with("urlsift: cannot read stdin: its "),
                "{message}"
            );
        }
    }
}

#[test]
fn short_input_is_text() {
    assert_eq!(kept(&[], b""), b"");
    for byte in 0..=255 {
        let expected = if b"\r\n".contains(&byte) {
            vec![]
        } else {
            vec![byte, b'\n']
        };
        assert_eq!(filtered(&[byte], 1).0, expected, "{byte}");
    }
    for text in ["B", "BZ", "BZh9", "BZh9.example", "P*", "BZh91AY&SX"] {
        let expected = format!("{text}\n");
        assert_eq!(filtered(text.as_bytes(), 1).0, expected.as_bytes());
        assert_eq!(kept(&["-q"], text.as_bytes()), expected.as_bytes());
    }
}
