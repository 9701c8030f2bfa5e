//! Sources of any text: each URL in it is a record.

use std::io::{self, Read};

use memchr::{memchr2, memrchr2};

use crate::extract::Extractor;

/// Bytes per read.
const READ: usize = 64 << 10;

/// The longest line that is searched as a whole. A longer one, such as a minified script, is cut
/// where that is likely harmless.
const LINE: usize = 1 << 20;

/// A reader that returns the URLs of a text instead of the text.
pub(super) struct Extracted<R> {
    input: R,
    extractor: Extractor,
    delimiter: u8,
    /// Bytes of a line whose end has not been read.
    text: Vec<u8>,
    found: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> Extracted<R> {
    pub(super) fn new(input: R, extractor: Extractor, delimiter: u8) -> Self {
        Self { input, extractor, delimiter, text: Vec::new(), found: Vec::new(), given: 0, ended: false }
    }

    pub(super) fn get_ref(&self) -> &R {
        &self.input
    }

    /// Relative links so far whose base is unknown.
    pub(super) fn relative(&self) -> u64 {
        self.extractor.relative()
    }

    /// Extracts from the whole lines, and from the start of a line that is too long.
    fn extract(&mut self) {
        let mut at = 0;
        loop {
            let rest = &self.text[at..];
            let end = memchr2(b'\n', b'\r', &rest[..rest.len().min(LINE)]);
            let (length, taken) = match end {
                Some(end) => (end, end + 1),
                None if rest.len() >= LINE => {
                    // Between tags or statements if possible, where no link is cut.
                    let cut = memrchr2(b'<', b';', &rest[..LINE]).filter(|&cut| cut > 0);
                    let cut = cut.or(memrchr2(b' ', b',', &rest[..LINE]).filter(|&cut| cut > 0));
                    let cut = cut.unwrap_or(LINE);
                    (cut, cut)
                }
                None if self.ended && !rest.is_empty() => (rest.len(), rest.len()),
                None => break,
            };
            self.extractor.line(&rest[..length], self.delimiter, &mut self.found);
            at += taken;
        }
        self.text.drain(..at);
    }
}

impl<R: Read> Read for Extracted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.found.len() {
            self.found.clear();
            self.given = 0;
            if self.ended {
                return Ok(0);
            }
            let held = self.text.len();
            self.text.resize(held + READ, 0);
            let length = self.input.read(&mut self.text[held..]);
            self.text.truncate(held + length.as_ref().map_or(0, |length| *length));
            self.ended = length? == 0;
            self.extract();
        }
        let length = (&self.found[self.given..]).read(buffer)?;
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns its bytes in reads of this size.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len());
            self.0.read(&mut buffer[..length])
        }
    }

    fn extracted(text: &[u8], size: usize) -> Vec<u8> {
        let mut found = Vec::new();
        let mut reader = Extracted::new(Slow(text, size), Extractor::new(None), b'\n');
        reader.read_to_end(&mut found).expect("it can be read");
        found
    }

    #[test]
    fn urls_do_not_depend_on_the_sizes_of_reads() {
        let mut script = String::from("<script>");
        for i in 0..60_000 {
            script += "a(\"/path/";
            script += &i.to_string();
            script += "?x=y\");";
        }
        let wanted: Vec<u8> = (0..60_000).flat_map(|i| format!("/path/{i}?x=y\n").into_bytes()).collect();
        assert!(script.len() > LINE, "one line is cut");
        for size in [1000, 4097, 1 << 20] {
            assert!(extracted(script.as_bytes(), size) == wanted, "{size}");
        }
        assert_eq!(
            extracted(b"see //x\r\nhttps://a.example/1\rhttps://a.example/2", 1),
            b"https://a.example/1\nhttps://a.example/2\n"
        );
        assert_eq!(extracted(b"", 9), b"");
        let blob = vec![b'a'; 3 * LINE];
        assert_eq!(extracted(&blob, 1 << 20), b"");
    }
}
