//! Writes a made-up list of URLs to standard output:
//! `cargo run --release --example generate -- mixed 1000000`.
//!
//! A third argument is the number of lines that are left out at the beginning, so that a long list
//! can be made in parts.

mod corpus;
mod feed;
mod katana;
mod records;

use std::io::{self, Write};
use std::ops::Range;
use std::process::ExitCode;

use corpus::Shape;
use records::Records;

/// The name of the list that is a feed.
const FEED: &str = "feed";

/// The name of the list that is a crawler's.
const KATANA: &str = "katana";

/// Bytes that are written at once.
const CHUNK: usize = 1 << 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, lines, first) = match &arguments[..] {
        [name, lines] => (name, lines.parse(), Ok(0)),
        [name, lines, first] => (name, lines.parse(), first.parse()),
        _ => return usage(),
    };
    let (Ok(lines), Ok(first)) = (lines, first) else {
        return usage();
    };
    let lines = first..lines;
    let shape = shapes().find(|known| known.name() == name);
    let records = Records::ALL.into_iter().find(|known| known.name() == name);
    let written = match (shape, records) {
        (Some(shape), _) => write(lines, |number, chunk| shape.line(number, chunk)),
        (None, Some(records)) => write(lines, |number, chunk| records.line(number, chunk)),
        (None, None) if name == FEED => write(lines, feed::line),
        (None, None) if name == KATANA => write(lines, katana::line),
        (None, None) => return usage(),
    };
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("generate: cannot write the list: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn shapes() -> impl Iterator<Item = Shape> {
    Shape::ALL.into_iter().chain(Shape::HOSTILE)
}

fn write(lines: Range<u64>, line: impl Fn(u64, &mut Vec<u8>)) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut chunk = Vec::with_capacity(2 * CHUNK);
    for number in lines {
        line(number, &mut chunk);
        if chunk.len() >= CHUNK {
            output.write_all(&chunk)?;
            chunk.clear();
        }
    }
    output.write_all(&chunk)?;
    output.flush()
}

fn usage() -> ExitCode {
    let names = shapes()
        .map(Shape::name)
        .chain(Records::ALL.map(Records::name))
        .chain([FEED, KATANA]);
    let names = names.collect::<Vec<_>>().join(", ");
    eprintln!("generate: expected SHAPE LINES [LEFT OUT]; shapes are {names}");
    ExitCode::from(2)
}
