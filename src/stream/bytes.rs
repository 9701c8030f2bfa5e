//! The bytes of a source that is open: decompressed, where that is compiled in and needed.

use std::io::{self, Read};

#[cfg(feature = "compression")]
use super::compression::{Decompressed, Format, Lookahead};

/// What a source is opened as.
type Reader = Box<dyn Read + Send>;

/// Says whether data that begins with these bytes is decompressed when it is read. Ten bytes are
/// enough to tell.
///
/// # Examples
///
/// ```
/// assert!(!urlsift::stream::is_compressed(b"https://example.com/"));
/// ```
pub fn is_compressed(start: &[u8]) -> bool {
    #[cfg(feature = "compression")]
    return Format::of(start).is_some();
    #[cfg(not(feature = "compression"))]
    {
        let _ = start;
        false
    }
}

/// The bytes of a source, as records are cut from them.
pub(super) enum Bytes {
    #[cfg(not(feature = "compression"))]
    Plain(Reader),
    #[cfg(feature = "compression")]
    Plain(Lookahead<Reader>),
    #[cfg(feature = "compression")]
    Compressed(Decompressed<Reader>),
}

#[cfg(feature = "compression")]
impl Bytes {
    /// Waits for as many bytes as it takes to tell the format: one, unless they begin like one.
    pub(super) fn new(reader: Reader) -> Self {
        let mut input = Lookahead::new(reader);
        match Format::next(&mut input) {
            None => Self::Plain(input),
            Some(format) => Self::Compressed(Decompressed::new(input, format)),
        }
    }
}

#[cfg(not(feature = "compression"))]
impl Bytes {
    pub(super) fn new(reader: Reader) -> Self {
        Self::Plain(reader)
    }
}

impl Bytes {
    /// Whether they are decompressed: then a read that fails may have lost the end of a record.
    pub(super) fn is_compressed(&self) -> bool {
        match self {
            Self::Plain(_) => false,
            #[cfg(feature = "compression")]
            Self::Compressed(_) => true,
        }
    }

    /// Returns the name of the format if there were bytes behind the compressed data.
    pub(super) fn trailing(&self) -> Option<&'static str> {
        match self {
            Self::Plain(_) => None,
            #[cfg(feature = "compression")]
            Self::Compressed(bytes) => bytes.trailing(),
        }
    }
}

impl Read for Bytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(bytes) => bytes.read(buffer),
            #[cfg(feature = "compression")]
            Self::Compressed(bytes) => bytes.read(buffer),
        }
    }
}
