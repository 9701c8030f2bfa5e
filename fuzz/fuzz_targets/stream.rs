//! The output of a stream depends on its bytes alone, equals the filter line by line, and every
//! byte is counted.

#![no_main]

use std::io::{self, Read};
use std::num::NonZeroUsize;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift::stream::{self, Invalid, RECORD_LIMIT, Run, Source};
use urlsift::{Batch, Filter, Sift, Verdict};

#[derive(Arbitrary, Debug)]
struct Case {
    delimiter: Delimiter,
    invalid: u8,
    dropped: bool,
    threads: u8,
    sources: Vec<Vec<Piece>>,
    /// The sizes of reads, in turn.
    reads: Vec<u16>,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Delimiter {
    Newline,
    Nul,
    Other(u8),
}

#[derive(Arbitrary, Debug)]
enum Piece {
    Raw(Vec<u8>),
    Delimiter,
    /// A line of a list, with its delimiter.
    Line(u8),
    /// Enough lines to be shared among threads.
    Lines(u16),
    /// A run of bytes around the longest record that is compared; rare, because it is slow.
    Long(i8, u8),
}

/// The most bytes of a case; more only make it slow.
const MOST_BYTES: usize = RECORD_LIMIT + RECORD_LIMIT / 8;

/// Returns its bytes in reads of the given sizes.
struct Chunks {
    bytes: io::Cursor<Vec<u8>>,
    sizes: Vec<u16>,
    turn: usize,
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self
            .sizes
            .get(self.turn % self.sizes.len().max(1))
            .map_or(usize::MAX, |&size| usize::from(size) + 1);
        self.turn += 1;
        // Small reads of large sources take too long.
        let size = if self.turn > 2_000 {
            buffer.len()
        } else {
            size.min(buffer.len())
        };
        self.bytes.read(&mut buffer[..size])
    }
}

fn bytes_of(pieces: &[Piece], delimiter: u8, room: &mut usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in pieces.iter().take(12) {
        let start = bytes.len();
        match piece {
            Piece::Raw(raw) => bytes.extend_from_slice(raw),
            Piece::Delimiter => bytes.push(delimiter),
            Piece::Line(number) => {
                bytes
                    .extend_from_slice(format!("https://h{}.test/{number}", number % 7).as_bytes());
                bytes.push(delimiter);
            }
            Piece::Lines(count) => {
                for number in 0..count % 1200 {
                    bytes.extend_from_slice(
                        format!("https://h{}.test/a?b={number}", number % 97).as_bytes(),
                    );
                    bytes.push(delimiter);
                }
            }
            Piece::Long(_, often) if often % 8 > 0 => {}
            Piece::Long(more, _) => bytes.resize(
                start + RECORD_LIMIT.saturating_add_signed(isize::from(*more)),
                b'a',
            ),
        }
        if bytes.len() > *room {
            bytes.truncate(start);
            break;
        }
    }
    *room -= bytes.len();
    bytes
}

/// Whether a source begins with a byte-order mark of UTF-16.
fn is_utf16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xfe\xff") || bytes.starts_with(b"\xff\xfe")
}

/// The settings of a run.
struct Options {
    delimiter: u8,
    threads: NonZeroUsize,
    invalid: Invalid,
    dropped: bool,
}

/// The expected result of the stream: output, and the location of the record that ends it.
fn expected(sources: &[Vec<u8>], options: &Options) -> (Vec<u8>, Option<(usize, u64)>) {
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    let mut output = Vec::new();
    for (source, bytes) in sources.iter().enumerate() {
        let mut records: Vec<&[u8]> = bytes.split(|&byte| byte == options.delimiter).collect();
        if records.last().is_some_and(|last| last.is_empty()) {
            records.pop();
        }
        for (record, bytes) in (1..).zip(records) {
            let is_header = record == 1 && sift.begin(bytes).expect("no column was named");
            let kept = if bytes.len() > RECORD_LIMIT {
                true
            } else {
                let verdict = if is_header {
                    admit_header(&mut sift, bytes)
                } else {
                    sift.admit(bytes)
                };
                match verdict {
                    Verdict::NotUrl if options.invalid == Invalid::Fail => {
                        return (output, Some((source, record)));
                    }
                    Verdict::NotUrl => options.invalid == Invalid::Keep,
                    Verdict::Kept | Verdict::Sample | Verdict::Header { repeated: false } => true,
                    Verdict::Similar | Verdict::Repeated | Verdict::Header { .. } => false,
                    _ => continue,
                }
            };
            if kept != options.dropped {
                output.extend_from_slice(bytes);
                output.push(options.delimiter);
            }
        }
    }
    (output, None)
}

/// Decides on the header of a source.
fn admit_header(sift: &mut Sift, line: &[u8]) -> Verdict {
    let (scanner, mut batch) = (sift.scanner().clone(), Batch::default());
    scanner.scan_header(line, &mut batch);
    sift.decide(&batch, &[line])
        .expect("a batch of its own scanner")
        .verdicts[0]
}

fuzz_target!(|case: Case| {
    let delimiter = match case.delimiter {
        Delimiter::Newline => b'\n',
        Delimiter::Nul => 0,
        Delimiter::Other(byte) => byte,
    };
    let options = Options {
        delimiter,
        threads: NonZeroUsize::new(usize::from(case.threads % 4) + 1).expect("1 and more"),
        invalid: [Invalid::Keep, Invalid::Drop, Invalid::Fail][usize::from(case.invalid % 3)],
        dropped: case.dropped,
    };
    let mut room = MOST_BYTES;
    let sources: Vec<_> = case
        .sources
        .iter()
        .take(5)
        .map(|pieces| bytes_of(pieces, delimiter, &mut room))
        .collect();
    // UTF-16 is read as UTF-8, and ends its records with two bytes: other tests know how.
    if sources.iter().any(|bytes| is_utf16(bytes)) {
        return;
    }
    let (wanted, failed) = expected(&sources, &options);

    let readers = sources.iter().enumerate().map(|(number, bytes)| {
        let reader = Chunks {
            bytes: io::Cursor::new(bytes.clone()),
            sizes: case.reads.clone(),
            turn: 0,
        };
        Source::reader(number.to_string(), reader)
    });
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    let mut output = Vec::new();
    let Options {
        delimiter,
        threads,
        invalid,
        dropped,
    } = options;
    let run = Run::new(readers)
        .delimiter(delimiter)
        .threads(threads)
        .invalid(invalid)
        .dropped(dropped);
    let run = run.filter(&mut sift, &mut output);
    assert!(
        output == wanted,
        "{} bytes of output, {} expected",
        output.len(),
        wanted.len()
    );
    match run {
        Err(stream::Error::NotUrl { location, .. }) => {
            assert_eq!(
                failed,
                Some((location.source.parse().expect("a number"), location.record))
            );
        }
        Err(error) => panic!("{error}"),
        Ok(summary) => {
            assert_eq!(failed, None);
            let missing = |bytes: &&Vec<u8>| bytes.last().is_some_and(|&last| last != delimiter);
            let all = sources.iter().map(Vec::len).sum::<usize>()
                + sources.iter().filter(missing).count();
            assert_eq!(
                (summary.bytes_in, summary.bytes_out),
                (all as u64, output.len() as u64)
            );
            assert_eq!(
                summary.records,
                summary.kept
                    + summary.samples
                    + summary.similar
                    + summary.headers
                    + summary.not_url
                    + summary.repeated
                    + summary.empty
                    + summary.long
            );
        }
    }
});
