//! Defines how documents at the start of a text are read in place of its lines.

use crate::text::Extractor;

/// The documents that were found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundDocuments {
    /// The documents that were read, by kind.
    pub read: Vec<FoundDocument>,
    /// The kind of the first document that was read as plain text, and the reason.
    pub unread: Option<(&'static str, String)>,
}

/// The documents of a kind in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundDocument {
    /// The kind: `an API description`.
    pub kind: &'static str,
    /// The number of URLs that were read.
    pub urls: u64,
    /// Whether their text may have other URLs.
    pub leaves_urls: bool,
}

/// Takes the URLs of a text.
pub struct UrlOutput<'o> {
    /// Searches the texts in documents, and writes requests.
    pub extractor: &'o mut Extractor,
    /// Ends each URL.
    pub delimiter: u8,
    /// The URLs so far.
    pub found: &'o mut Vec<u8>,
}

/// The position up to which documents were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentsEnd {
    /// A document may begin at this index of the text, which is not complete enough to be read.
    Undecided(usize),
    /// From this index on, the text is not a document.
    Text(usize),
}

/// Reads the documents at the start of a text.
pub trait DocumentReader: Send {
    /// Appends the URLs of all documents at the start of `text`, which is complete if it has
    /// `ended`.
    fn read(&mut self, text: &[u8], ended: bool, output: &mut UrlOutput<'_>) -> DocumentsEnd;

    /// Returns the documents that were found so far.
    fn found(&self) -> &FoundDocuments;
}
