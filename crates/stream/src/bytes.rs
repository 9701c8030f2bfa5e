//! Reads an open source: decompresses, decodes, and extracts URLs.

use std::io::{self, Read};
use std::sync::Arc;

use super::utf16::{Decoded, Encoding};
use urlsift_core::input::Fields;
#[cfg(feature = "documents")]
use urlsift_documents::AnyDocument;
use urlsift_extract::{Extractor, UrlReader};

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
#[derive(Clone)]
pub(super) struct Extraction {
    pub(super) extractor: Extractor,
    /// Ends each URL.
    pub(super) delimiter: u8,
    /// If given, only documents are read, those in JSON by these fields of their records.
    pub(super) fields: Option<Arc<Fields>>,
}

impl Extraction {
    /// Reads the URLs of a text.
    fn reader<R: Read>(self, text: R) -> UrlReader<R> {
        let reader = UrlReader::new(text, self.extractor, self.delimiter)
            .documents_only(self.fields.is_some());
        #[cfg(feature = "documents")]
        let reader = reader.documents(Box::new(AnyDocument::new(self.fields)));
        reader
    }
}

/// The bytes of a source, ready to be cut into records.
pub(super) enum Bytes {
    Text(Box<Decoded<Unpacked>>),
    /// The URLs in the text.
    Urls(Box<UrlReader<Decoded<Unpacked>>>),
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
    pub(super) fn new(reader: BoxedReader, extraction: Option<Extraction>) -> Self {
        let text = Decoded::new(Unpacked::new(reader));
        match extraction {
            Some(extraction) => Self::Urls(Box::new(extraction.reader(text))),
            None => Self::Text(Box::new(text)),
        }
    }

    fn unpacked(&self) -> &Unpacked {
        match self {
            Self::Text(text) => text.get_ref(),
            Self::Urls(urls) => urls.get_ref().get_ref(),
        }
    }

    /// Returns whether a failed read may have lost the end of a record, because the bytes are
    /// decompressed or decoded.
    pub(super) fn is_made(&self) -> bool {
        self.unpacked().is_compressed() || self.encoding() != Encoding::Bytes
    }

    /// Returns the name of the format if text follows the compressed data.
    pub(super) fn trailing(&self) -> Option<&'static str> {
        self.unpacked().trailing()
    }

    /// Returns the encoding in which records are printed.
    pub(super) fn encoding(&self) -> Encoding {
        match self {
            Self::Text(text) => text.encoding(),
            Self::Urls(urls) if urls.passes() => urls.get_ref().encoding(),
            Self::Urls(_) => Encoding::Bytes,
        }
    }

    /// Returns the reader of the URLs in it, if they are read instead of lines.
    pub(super) fn urls(&self) -> Option<&UrlReader<Decoded<Unpacked>>> {
        match self {
            Self::Text(_) => None,
            Self::Urls(urls) => Some(urls),
        }
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Text(text) => text.read(buffer),
            Self::Urls(urls) => urls.read(buffer),
        }
    }
}
