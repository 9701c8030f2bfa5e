//! Streams whose source or output fails at any byte: what was decided before is written.

use std::io::{self, Cursor, Read, Write};
use std::num::NonZeroUsize;

use urlsift::Sift;
use urlsift::stream::{self, Ending, Run, Source, Summary};

/// A list of some lines of each kind, and what is kept of it.
fn small() -> (Vec<u8>, Vec<u8>) {
    let list = b"https://a.example/user/1/edit\nhttps://a.example/user/2/edit\n\nnot a url at all\r\n\
                 https://b.example/?x=1\nhttps://b.example/?x=2\nhttps://b.example/?y\xff=2\nhttps://c.example/";
    (list.to_vec(), filtered(list))
}

fn filter(
    sources: Vec<Source>,
    output: &mut (impl Write + Send),
    threads: usize,
) -> Result<Summary, stream::Error> {
    let mut sift = Sift::builder().build().unwrap();
    Run::new(sources)
        .threads(NonZeroUsize::new(threads).unwrap())
        .filter(&mut sift, output)
}

fn filtered(list: &[u8]) -> Vec<u8> {
    let mut output = Vec::new();
    filter(
        vec![Source::reader("list", Cursor::new(list.to_vec()))],
        &mut output,
        1,
    )
    .unwrap();
    output
}

/// Takes so many bytes, at most `step` at once and after an interruption each time, and then fails.
struct Full {
    taken: Vec<u8>,
    room: usize,
    step: usize,
    error: io::ErrorKind,
    interrupted: bool,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = bytes.len().min(self.room - self.taken.len()).min(self.step);
        self.taken.extend_from_slice(&bytes[..length]);
        if length == 0 {
            Err(self.error.into())
        } else {
            Ok(length)
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_ends_at_any_byte_has_what_was_written_before() {
    let (list, kept) = small();
    for room in 0..=kept.len() {
        for (step, error) in [
            (usize::MAX, io::ErrorKind::StorageFull),
            (1, io::ErrorKind::BrokenPipe),
        ] {
            let mut output = Full {
                taken: Vec::new(),
                room,
                step,
                error,
                interrupted: false,
            };
            let sources = vec![Source::reader("list", Cursor::new(list.clone()))];
            let run = filter(sources, &mut output, 1 + room % 2);
            assert_eq!(output.taken, kept[..room], "{room}");
            match run {
                Ok(summary) if room == kept.len() => assert_eq!(summary.ending, Ending::Exhausted),
                Ok(summary) => {
                    assert_eq!(
                        (summary.ending, error),
                        (Ending::Closed, io::ErrorKind::BrokenPipe)
                    );
                }
                Err(stream::Error::Output(cause)) => {
                    assert_eq!((cause.kind(), error), (error, io::ErrorKind::StorageFull));
                }
                Err(other) => panic!("{room}: {other}"),
            }
        }
    }
}

/// Gives its bytes one by one, after an interruption each, and then fails.
struct Torn {
    bytes: Cursor<Vec<u8>>,
    interrupted: bool,
}

impl Read for Torn {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.bytes.read(&mut buffer[..1])? {
            0 => Err(io::Error::other("torn")),
            length => Ok(length),
        }
    }
}

#[test]
fn a_source_that_fails_at_any_byte_is_read_until_there() {
    let (list, _) = small();
    for length in 0..=list.len() {
        let torn = Torn {
            bytes: Cursor::new(list[..length].to_vec()),
            interrupted: false,
        };
        let sources = vec![
            Source::reader("before", &b"https://before.example/"[..]),
            Source::reader("torn", torn),
            Source::reader("after", &b"https://after.example/\n"[..]),
        ];
        let mut output = Vec::new();
        let summary = filter(sources, &mut output, 2).unwrap();
        let whole = [
            b"https://before.example/\n",
            &list[..length],
            b"\nhttps://after.example/\n",
        ]
        .concat();
        assert_eq!(output, filtered(&whole), "{length}");
        assert_eq!((summary.unreadable, summary.ending), (1, Ending::Exhausted));
    }
}
