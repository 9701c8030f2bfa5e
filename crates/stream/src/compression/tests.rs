use super::*;
use std::io::{Cursor, Write};

const TEXT: &[u8] = b"https://example.com/a\nhttps://example.com/b\n";

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn bzip2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(text).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(text, 1).expect("memory can be written")
}

/// Gives one byte at a time, as a slow pipe does, and then an error if there is one.
struct SlowReader {
    bytes: Cursor<Vec<u8>>,
    failure: Option<io::ErrorKind>,
}

impl SlowReader {
    fn new(bytes: &[u8]) -> Self {
        Self {
            bytes: Cursor::new(bytes.to_vec()),
            failure: None,
        }
    }
}

impl Read for SlowReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(&mut output[..1])?;
        match self.failure.take() {
            Some(failure) if length == 0 => Err(failure.into()),
            failure => {
                self.failure = failure;
                Ok(length)
            }
        }
    }
}

/// What is read of a source until its end or an error.
struct Found {
    text: Vec<u8>,
    error: Option<io::ErrorKind>,
    trailing: Option<&'static str>,
}

fn read(reader: impl Read) -> Found {
    let mut input = Lookahead::new(reader);
    let format = CompressionFormat::next(&mut input).expect("it is compressed");
    let mut decompressed = Decompressed::new(input, format);
    let mut text = Vec::new();
    let result = decompressed.read_to_end(&mut text);
    Found {
        text,
        error: result.err().map(|error| error.kind()),
        trailing: decompressed.trailing(),
    }
}

#[test]
fn formats_are_known_by_their_first_bytes() {
    for (data, name) in [
        (gzip(TEXT), "gzip"),
        (bzip2(TEXT), "bzip2"),
        (bzip2(b""), "bzip2"),
        (zstd(TEXT), "zstd"),
        (b"\x5e\x2a\x4d\x18\0\0\0\0".to_vec(), "zstd"),
        (b"\xfd7zXZ\0".to_vec(), "xz"),
    ] {
        assert_eq!(
            CompressionFormat::of(&data).map(CompressionFormat::name),
            Some(name)
        );
        assert_eq!(
            CompressionFormat::of(&data[..2]),
            None,
            "{name}: too short to say"
        );
    }
    for text in [&b"BZh is a word"[..], b"https://example.com/", b""] {
        assert_eq!(CompressionFormat::next(&mut Lookahead::new(text)), None);
    }
}

#[test]
fn a_source_that_ends_in_its_first_bytes_is_compressed_if_no_text_begins_so() {
    let format = |start: &[u8]| CompressionFormat::next(&mut Lookahead::new(start));
    assert_eq!(format(b"\x1f\x8b"), Some(CompressionFormat::Gzip));
    assert_eq!(format(b"\x1f"), None);
    assert_eq!(format(b"BZh91"), Some(CompressionFormat::Bzip2));
    assert_eq!(format(b"BZh9"), None);
}

#[test]
fn members_of_all_formats_follow_each_other_however_slowly_they_arrive() {
    let padding = vec![0; 20];
    let data = [gzip(TEXT), zstd(TEXT), padding, bzip2(TEXT), gzip(b"")].concat();
    for found in [read(&data[..]), read(SlowReader::new(&data))] {
        assert_eq!(found.text, TEXT.repeat(3));
        assert_eq!((found.error, found.trailing), (None, None));
    }
}

#[test]
fn text_after_the_data_is_read_and_other_bytes_are_refused() {
    let with_text = [&gzip(TEXT)[..], TEXT].concat();
    for found in [read(&with_text[..]), read(SlowReader::new(&with_text))] {
        assert_eq!(found.text, TEXT.repeat(2));
        assert_eq!((found.error, found.trailing), (None, Some("gzip")));
    }
    let with_bytes = [&gzip(TEXT)[..], b"\x01\x02"].concat();
    let found = read(&with_bytes[..]);
    assert_eq!(found.text, TEXT);
    assert_eq!(found.error, Some(io::ErrorKind::InvalidData));
}

#[test]
fn damage_a_cut_and_errors_of_the_reader_are_told_apart() {
    for data in [gzip(TEXT), bzip2(TEXT), zstd(TEXT)] {
        let found = read(&data[..data.len() - 1]);
        assert_eq!(found.error, Some(io::ErrorKind::UnexpectedEof));
        let mut reader = SlowReader::new(&data[..data.len() - 1]);
        reader.failure = Some(io::ErrorKind::ConnectionReset);
        assert_eq!(read(reader).error, Some(io::ErrorKind::ConnectionReset));
    }
    let mut damaged = gzip(TEXT);
    let checksum = damaged.len() - 6;
    damaged[checksum] ^= 1;
    assert_eq!(read(&damaged[..]).error, Some(io::ErrorKind::InvalidData));
}

#[test]
fn a_lookahead_gives_its_bytes_first_and_then_those_of_the_reader() {
    let mut input = Lookahead::new(SlowReader::new(b"abc"));
    assert!(input.fill() && input.fill());
    assert_eq!(input.buffered(), b"ab");
    input.consume(1);
    let mut rest = Vec::new();
    input.read_to_end(&mut rest).expect("nothing fails");
    assert_eq!(rest, b"bc");
}
