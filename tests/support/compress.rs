//! Compressed lists, in every format that the program reads.

use std::io::Write;

pub(crate) const FORMATS: [&str; 4] = ["gzip", "zstd", "bzip2", "xz"];

/// Compresses `parts` to `output`, and calls `flushed` with the number of each part that is
/// flushed.
pub(crate) fn pack<W: Write>(
    format: &str,
    output: W,
    parts: &[&[u8]],
    mut flushed: impl FnMut(usize),
) -> W {
    match format {
        "gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(output, flate2::Compression::default());
            write(&mut encoder, parts, flushed);
            encoder.finish().unwrap()
        }
        "zstd" => {
            let mut encoder = zstd::stream::write::Encoder::new(output, 3).unwrap();
            encoder.include_checksum(true).unwrap();
            write(&mut encoder, parts, flushed);
            encoder.finish().unwrap()
        }
        // Its flush leaves the last bits of a block behind, so each part is a member.
        "bzip2" => {
            let mut output = output;
            for (number, part) in parts.iter().enumerate() {
                let mut encoder =
                    bzip2::write::BzEncoder::new(&mut output, bzip2::Compression::default());
                encoder.write_all(part).unwrap();
                encoder.finish().unwrap().flush().unwrap();
                flushed(number);
            }
            output
        }
        "xz" => {
            let options = lzma_rust2::XzOptions::with_preset(6);
            let mut encoder = lzma_rust2::XzWriter::new(output, options).unwrap();
            write(&mut encoder, parts, flushed);
            encoder.finish().unwrap()
        }
        other => panic!("{other} is no format"),
    }
}

fn write(encoder: &mut dyn Write, parts: &[&[u8]], mut flushed: impl FnMut(usize)) {
    for (number, part) in parts.iter().enumerate() {
        encoder.write_all(part).unwrap();
        encoder.flush().unwrap();
        flushed(number);
    }
}

pub(crate) fn packed(format: &str, bytes: &[u8]) -> Vec<u8> {
    pack(format, Vec::new(), &[bytes], |_| ())
}

/// Lines on hosts of their own, so that all of them are kept.
pub(crate) fn lines(number: usize) -> Vec<u8> {
    (0..number)
        .flat_map(|host| format!("https://h{host}.example/p{}\n", host * 7919).into_bytes())
        .collect()
}
