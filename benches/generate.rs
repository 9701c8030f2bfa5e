//! Writes a made-up list of URLs to standard output: `cargo run --release --example generate -- mixed 1000000`.

mod corpus;
mod records;

use std::io::{self, Write};
use std::process::ExitCode;

use corpus::Shape;
use records::Records;

/// Bytes that are written at once.
const CHUNK: usize = 1 << 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [shape, lines] = &arguments[..] else { return usage() };
    let shape = shapes().find(|known| known.name() == shape);
    let records = Records::ALL.into_iter().find(|known| known.name() == arguments[0]);
    let Ok(lines) = lines.parse() else { return usage() };
    let written = match (shape, records) {
        (Some(shape), _) => write(lines, |number, chunk| shape.line(number, chunk)),
        (None, Some(records)) => write(lines, |number, chunk| records.line(number, chunk)),
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

fn write(lines: u64, line: impl Fn(u64, &mut Vec<u8>)) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut chunk = Vec::with_capacity(2 * CHUNK);
    for number in 0..lines {
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
    let names =
        shapes().map(Shape::name).chain(Records::ALL.map(Records::name)).collect::<Vec<_>>().join(", ");
    eprintln!("generate: expected SHAPE LINES; shapes are {names}");
    ExitCode::from(2)
}
