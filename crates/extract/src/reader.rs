//! Reads the URLs of a text.

use std::io::{self, Read};
use std::sync::Arc;

use crate::text::Extractor;
use urlsift_url::input::Fields;

#[cfg(feature = "documents")]
use crate::documents::{self, DocumentKind, Judgement, Notation, Sniffer, Urls};

/// Bytes per read.
const READ: usize = 64 << 10;

/// The documents that were found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documents {
    /// The kinds of documents that were read, with the number of URLs.
    pub read: Vec<(&'static str, u64)>,
    /// The kind of the first document that was read as plain text, and the reason.
    pub unread: Option<(&'static str, String)>,
}

#[cfg(feature = "documents")]
impl Documents {
    fn add(&mut self, kind: &'static str, urls: u64) {
        match self.read.iter_mut().find(|(name, _)| *name == kind) {
            Some((_, count)) => *count += urls,
            None => self.read.push((kind, urls)),
        }
    }
}

/// A reader that returns the URLs of a text instead of the text.
pub struct UrlReader<R> {
    input: R,
    extractor: Extractor,
    delimiter: u8,
    /// Bytes of an incomplete line, or of a document.
    text: Vec<u8>,
    found: Vec<u8>,
    given: usize,
    ended: bool,
    /// Set while a document may begin here.
    #[cfg(feature = "documents")]
    sniffer: Option<Sniffer>,
    documents: Documents,
    /// Finds records in documents. Text outside of documents is passed on as it is.
    fields: Option<Arc<Fields>>,
    /// Whether the rest is passed on as it is.
    passes: bool,
    /// The failure that ended the source.
    failure: Option<io::Error>,
}

impl<R: Read> UrlReader<R> {
    /// Searches the text that `input` returns. Each URL ends with the delimiter.
    pub fn new(input: R, extractor: Extractor, delimiter: u8) -> Self {
        Self {
            input,
            extractor,
            delimiter,
            text: Vec::new(),
            found: Vec::new(),
            given: 0,
            ended: false,
            #[cfg(feature = "documents")]
            sniffer: Some(Sniffer::new(false)),
            documents: Documents::default(),
            fields: None,
            passes: false,
            failure: None,
        }
    }

    /// Reads documents only, those in JSON by their records, each a line, and passes on other text.
    pub fn of_records(self, fields: Option<Arc<Fields>>) -> Self {
        Self {
            #[cfg(feature = "documents")]
            sniffer: Some(Sniffer::new(fields.is_some())),
            fields,
            ..self
        }
    }

    /// Returns whether the text is passed on as it is.
    pub fn passes(&self) -> bool {
        self.passes
    }

    /// Returns the wrapped reader.
    pub fn get_ref(&self) -> &R {
        &self.input
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

    /// Returns the documents that were found so far.
    pub fn documents(&self) -> &Documents {
        &self.documents
    }

    /// Extracts the URLs of whole documents and lines.
    fn extract(&mut self) {
        #[cfg(feature = "documents")]
        let start = self.extract_documents();
        #[cfg(not(feature = "documents"))]
        let start = Some(0);
        if let Some(start) = start {
            let text = &self.text[start..];
            self.passes = self.fields.is_some();
            let taken = if self.passes {
                self.found.extend_from_slice(text);
                text.len()
            } else {
                self.extractor
                    .text(text, self.ended, self.delimiter, &mut self.found)
            };
            self.text.drain(..start + taken);
        }
    }

    /// Extracts the URLs of the documents at the start of the text. Returns the start of the text
    /// after them, if it is known.
    #[cfg(feature = "documents")]
    fn extract_documents(&mut self) -> Option<usize> {
        let mut at = 0;
        while let Some(sniffer) = &mut self.sniffer {
            let text = &self.text[at..];
            let unread = match sniffer.judge(text, self.ended) {
                Judgement::Wait => {
                    self.text.drain(..at);
                    return None;
                }
                Judgement::Text => None,
                Judgement::Whole(form, length) => {
                    let fields = self.fields.as_ref().filter(|_| form == Notation::Json);
                    if let Some(records) =
                        fields.and_then(|fields| documents::records(&text[..length], fields))
                    {
                        for record in &records {
                            documents::write_line(record, &mut self.found);
                        }
                        self.documents.add("a JSON document", records.len() as u64);
                        at += length;
                        self.sniffer = Some(Sniffer::new(true));
                        continue;
                    }
                    let mut urls = Urls::new(&mut self.extractor, self.delimiter, &mut self.found);
                    match documents::read(form, &text[..length], &mut urls) {
                        Ok(Some(kind)) => {
                            self.documents.add(kind.name(), urls.count());
                            at += length;
                            self.sniffer = Some(Sniffer::new(self.fields.is_some()));
                            continue;
                        }
                        Ok(None) => None,
                        Err((kind, cause)) => Some((kind.name(), cause)),
                    }
                }
                Judgement::TooLong => DocumentKind::probable(text).map(|kind| {
                    (
                        kind.name(),
                        format!("it is longer than {} MiB", documents::LIMIT >> 20),
                    )
                }),
                Judgement::CutOff => DocumentKind::probable(text)
                    .map(|kind| (kind.name(), "it is cut off".to_owned())),
            };
            self.documents.unread = self.documents.unread.take().or(unread);
            self.sniffer = None;
        }
        Some(at)
    }
}

/// Whether no document begins with these bytes.
fn is_text(start: &[u8]) -> bool {
    #[cfg(feature = "documents")]
    return Sniffer::new(true).judge(start, false) == Judgement::Text;
    #[cfg(not(feature = "documents"))]
    return !start.is_empty();
}

impl<R: Read> Read for UrlReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.found.len() {
            self.found.clear();
            self.given = 0;
            if self.ended {
                return self.failure.take().map_or(Ok(0), Err);
            }
            if self.passes {
                return self.input.read(buffer);
            }
            if self.fields.is_some() && self.text.is_empty() {
                let length = self.input.read(buffer)?;
                self.ended = length == 0;
                self.passes = !self.ended && is_text(&buffer[..length]);
                if self.passes {
                    return Ok(length);
                }
                self.text.extend_from_slice(&buffer[..length]);
            } else {
                let held = self.text.len();
                self.text.resize(held + READ, 0);
                let length = self.input.read(&mut self.text[held..]);
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
            }
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
        let mut reader = UrlReader::new(Slow(text, size), Extractor::new(None), b'\n');
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
