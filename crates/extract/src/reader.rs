//! Reads the URLs of a text.

use std::io::{self, Read};

use crate::document::{DocumentReader, DocumentsEnd, FoundDocuments, UrlOutput};
use crate::text::Extractor;

/// Bytes per read.
const READ: usize = 64 << 10;

/// A reader that returns the URLs of a text instead of the text.
pub struct UrlReader {
    extractor: Extractor,
    delimiter: u8,
    /// Bytes of an incomplete line, or of a document.
    text: Vec<u8>,
    found: Vec<u8>,
    given: usize,
    ended: bool,
    /// Reads documents, if they are not read as text.
    documents: Option<Box<dyn DocumentReader>>,
    /// Whether text outside of documents is passed on as it is.
    documents_only: bool,
    /// Whether the rest is passed on as it is.
    passes: bool,
    /// The failure that ended the source.
    failure: Option<io::Error>,
}

impl UrlReader {
    /// Searches a text. Each URL ends with the delimiter.
    pub fn new(extractor: Extractor, delimiter: u8) -> Self {
        Self {
            extractor,
            delimiter,
            text: Vec::new(),
            found: Vec::new(),
            given: 0,
            ended: false,
            documents: None,
            documents_only: false,
            passes: false,
            failure: None,
        }
    }

    /// Reads documents at the start of the text. Default: they are text like any other.
    pub fn documents(mut self, reader: Box<dyn DocumentReader>) -> Self {
        self.documents = Some(reader);
        self
    }

    /// Reads only documents, and passes other text on. The text begins with these bytes, which are
    /// not read again.
    pub fn documents_only(mut self, start: &[u8]) -> Self {
        self.documents_only = true;
        self.text.extend_from_slice(start);
        self.extract();
        self
    }

    /// Returns whether the text is passed on as it is.
    pub fn passes(&self) -> bool {
        self.passes
    }

    /// Returns the number of relative links so far whose base is unknown.
    pub fn relative(&self) -> u64 {
        self.extractor.relative()
    }

    /// Returns the number of unclear texts so far, which have the form of a path but are left out,
    /// and the first one.
    pub fn unclear(&self) -> Option<(u64, &str)> {
        self.extractor.unclear()
    }

    /// Returns the documents that were found so far, if documents are read.
    pub fn found_documents(&self) -> Option<&FoundDocuments> {
        self.documents.as_ref().map(|documents| documents.found())
    }

    /// Extracts the URLs of whole documents and lines.
    fn extract(&mut self) {
        let mut start = 0;
        if let Some(documents) = &mut self.documents {
            let mut output = UrlOutput {
                extractor: &mut self.extractor,
                delimiter: self.delimiter,
                found: &mut self.found,
            };
            match documents.read(&self.text, self.ended, &mut output) {
                DocumentsEnd::Text(index) => start = index,
                DocumentsEnd::Undecided(index) => {
                    self.text.drain(..index);
                    return;
                }
            }
        }
        let text = &self.text[start..];
        self.passes = self.documents_only;
        let taken = if self.passes {
            self.found.extend_from_slice(text);
            text.len()
        } else {
            self.extractor
                .text(text, self.ended, self.delimiter, &mut self.found)
        };
        self.text.drain(..start + taken);
    }

    /// Reads the next URLs of the text that `input` returns.
    ///
    /// # Errors
    /// Those of `input`, after the URLs before them.
    pub fn read(&mut self, input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.found.len() {
            self.found.clear();
            self.given = 0;
            if self.ended {
                return self.failure.take().map_or(Ok(0), Err);
            }
            if self.passes {
                return input.read(buffer);
            }
            let held = self.text.len();
            self.text.resize(held + READ, 0);
            let length = input.read(&mut self.text[held..]);
            self.text
                .truncate(held + length.as_ref().map_or(0, |length| *length));
            self.ended = match length {
                // What was read before a failure is given first.
                Err(failure) if failure.kind() != io::ErrorKind::Interrupted => {
                    self.failure = Some(failure);
                    true
                }
                length => length? == 0,
            };
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
    use crate::text::LINE;

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
        let mut reader = UrlReader::new(Extractor::new(None), b'\n');
        let mut text = Slow(text, size);
        let mut buffer = [0; 1000];
        loop {
            match reader.read(&mut text, &mut buffer) {
                Ok(0) => return found,
                Ok(length) => found.extend_from_slice(&buffer[..length]),
                Err(error) => panic!("it can be read: {error}"),
            }
        }
    }

    #[test]
    fn urls_do_not_depend_on_the_sizes_of_reads() {
        let mut script = String::from("<script>");
        for i in 0..60_000 {
            script += "a(\"/path/";
            script += &i.to_string();
            script += "?x=y\");";
        }
        let wanted: Vec<u8> = (0..60_000)
            .flat_map(|i| format!("/path/{i}?x=y\n").into_bytes())
            .collect();
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
