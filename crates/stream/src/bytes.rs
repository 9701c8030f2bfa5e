//! Reads an open source: decompresses, decodes, and extracts URLs.

use std::io::{self, Read};
use std::sync::Arc;

use super::other_file;
use super::utf16::{Decoded, Encoding};
use urlsift_core::input::Fields;
#[cfg(feature = "documents")]
use urlsift_documents::{AnyDocument, may_begin_document};
use urlsift_extract::{Extractor, RequestParts, UrlReader};

#[cfg(feature = "compression")]
use super::compression::{CompressionFormat, Decompressed, Lookahead};

/// The reader of an open source.
type BoxedReader = Box<dyn Read + Send>;

/// Returns whether data that begins with these bytes is decompressed when it is read. Ten bytes
/// suffice.
///
/// # Examples
///
/// ```
/// assert!(!urlsift::stream::is_compressed(b"https://example.com/"));
/// ```
pub fn is_compressed(start: &[u8]) -> bool {
    #[cfg(feature = "compression")]
    return CompressionFormat::of(start).is_some();
    #[cfg(not(feature = "compression"))]
    {
        let _ = start;
        false
    }
}

/// Reads URLs or records of a source instead of its lines.
pub(super) struct Extraction {
    /// Finds the URLs in texts. `None` if only documents are read.
    pub extractor: Option<Extractor>,
    /// Parts of a request that are printed in addition to its URL.
    pub wanted: RequestParts,
    /// Ends each URL.
    pub delimiter: u8,
    /// If only documents are read, those in JSON are read by these fields of their records.
    pub fields: Option<Arc<Fields>>,
}

impl Extraction {
    /// Reads the URLs of a text.
    fn reader(&self) -> UrlReader {
        let extractor = match &self.extractor {
            Some(extractor) => extractor.clone(),
            None => self.of_documents(),
        };
        let reader = UrlReader::new(extractor.request_parts(self.wanted), self.delimiter);
        #[cfg(feature = "documents")]
        let reader = reader.documents(Box::new(AnyDocument::new(self.fields.clone())));
        reader
    }

    /// Returns the extractor of documents alone: their servers are below the base of all records.
    fn of_documents(&self) -> Extractor {
        let base = self.fields.as_ref().and_then(|fields| fields.base());
        let extractor = base.and_then(|base| Extractor::with_base(base).ok());
        extractor.unwrap_or_default()
    }
}

/// The bytes of a source, ready to be cut into records.
pub(super) struct Bytes {
    text: Decoded<Unpacked>,
    /// Reads the URLs in the text.
    urls: Option<Box<UrlReader>>,
    /// Reads documents, until the first bytes have shown whether the text may begin with one.
    documents: Option<Arc<Extraction>>,
    /// Whether nothing has been read.
    is_new: bool,
}

/// The bytes of a source, decompressed.
pub(super) enum Unpacked {
    #[cfg(not(feature = "compression"))]
    Plain(BoxedReader),
    #[cfg(feature = "compression")]
    Plain(Lookahead<BoxedReader>),
    #[cfg(feature = "compression")]
    Compressed(Decompressed<BoxedReader>),
}

#[cfg(feature = "compression")]
impl Unpacked {
    /// Reads as many bytes as it needs to detect the format: one, unless they begin like a format.
    fn new(reader: BoxedReader) -> Self {
        let mut input = Lookahead::new(reader);
        match CompressionFormat::next(&mut input) {
            None => Self::Plain(input),
            Some(format) => Self::Compressed(Decompressed::new(input, format)),
        }
    }
}

#[cfg(not(feature = "compression"))]
impl Unpacked {
    fn new(reader: BoxedReader) -> Self {
        Self::Plain(reader)
    }
}

impl Unpacked {
    /// Returns whether the bytes are decompressed: then a failed read may have lost the end of a
    /// record.
    fn is_compressed(&self) -> bool {
        match self {
            Self::Plain(_) => false,
            #[cfg(feature = "compression")]
            Self::Compressed(_) => true,
        }
    }

    /// Returns the name of the format if text follows the compressed data.
    fn trailing(&self) -> Option<&'static str> {
        match self {
            Self::Plain(_) => None,
            #[cfg(feature = "compression")]
            Self::Compressed(bytes) => bytes.trailing(),
        }
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(buffer),
            #[cfg(feature = "compression")]
            Self::Compressed(bytes) => bytes.read(buffer),
        }
    }
}

impl Bytes {
    /// Reads a source as it is, or by extraction.
    pub(super) fn new(reader: BoxedReader, extraction: Option<Arc<Extraction>>) -> Self {
        let mut bytes = Self {
            text: Decoded::new(Unpacked::new(reader)),
            urls: None,
            documents: None,
            is_new: true,
        };
        match extraction {
            Some(documents) if documents.extractor.is_none() => bytes.documents = Some(documents),
            Some(urls) => bytes.urls = Some(Box::new(urls.reader())),
            None => {}
        }
        bytes
    }

    /// Returns whether a failed read may have lost the end of a record, because the bytes are
    /// decompressed or decoded.
    pub(super) fn is_made(&self) -> bool {
        self.text.get_ref().is_compressed() || self.encoding() != Encoding::Bytes
    }

    /// Returns the name of the format if text follows the compressed data.
    pub(super) fn trailing(&self) -> Option<&'static str> {
        self.text.get_ref().trailing()
    }

    /// Returns the encoding in which records are printed.
    pub(super) fn encoding(&self) -> Encoding {
        match &self.urls {
            Some(urls) if !urls.passes() => Encoding::Bytes,
            _ => self.text.encoding(),
        }
    }

    /// Reads the first bytes of a text.
    ///
    /// # Errors
    /// If they are those of a file that is not text.
    fn read_start(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut length = self.text.read(buffer)?;
        self.is_new = false;
        while 0 < length && length < buffer.len() && other_file::is_open(&buffer[..length]) {
            match self.text.read(&mut buffer[length..]) {
                Ok(0) => break,
                Ok(more) => length += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // The next read will fail as well.
                Err(_) => break,
            }
        }
        let start = &buffer[..length];
        if self.text.get_ref().is_compressed() && is_compressed(start) {
            let message = "it is compressed twice: gzip -dc FILE | urlsift reads it";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        match other_file::refusal(start) {
            Some(refusal) => Err(refusal),
            None => Ok(length),
        }
    }

    /// Returns the reader of the URLs in it, if they are read instead of lines.
    pub(super) fn urls(&self) -> Option<&UrlReader> {
        self.urls.as_deref()
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(urls) = &mut self.urls {
            return urls.read(&mut self.text, buffer);
        }
        let length = if self.is_new {
            self.read_start(buffer)?
        } else {
            self.text.read(buffer)?
        };
        #[cfg(feature = "documents")]
        if length > 0
            && let Some(documents) = self.documents.take()
            && may_begin_document(&buffer[..length])
        {
            let urls = documents.reader().documents_only(&buffer[..length]);
            return self
                .urls
                .insert(Box::new(urls))
                .read(&mut self.text, buffer);
        }
        Ok(length)
    }
}
