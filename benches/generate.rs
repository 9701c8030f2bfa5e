//! Writes a made-up list of URLs to standard output: `cargo run --release --example generate -- mixed 1000000`.

mod corpus;

use std::io::{self, Write};
use std::process::ExitCode;

use corpus::Shape;

/// Bytes that are written at once.
const CHUNK: usize = 1 << 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [shape, lines] = &arguments[..] else { return usage() };
    let Some(shape) = shapes().find(|known| known.name() == shape) else { return usage() };
    let Ok(lines) = lines.parse() else { return usage() };
    match write(shape, lines) {
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

fn write(shape: Shape, lines: u64) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut chunk = Vec::with_capacity(2 * CHUNK);
    for number in 0..lines {
        shape.line(number, &mut chunk);
        if chunk.len() >= CHUNK {
            output.write_all(&chunk)?;
            chunk.clear();
        }
    }
    output.write_all(&chunk)?;
    output.flush()
}

fn usage() -> ExitCode {
    let names = shapes().map(Shape::name).collect::<Vec<_>>().join(", ");
    eprintln!("generate: expected SHAPE LINES; shapes are {names}");
    ExitCode::from(2)
}
