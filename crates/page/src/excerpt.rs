//! The start of a text from outside, and its length.

/// Bytes that are stored. A page shows fewer characters than that.
const HELD: usize = 1024;

/// The start of a text of any length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The bytes of the start.
    pub bytes: Box<[u8]>,
    /// The length of the whole text in bytes.
    pub length: usize,
}

impl Excerpt {
    /// Stores the start of a text.
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        Self::start(text, HELD)
    }

    /// Stores at most this many bytes.
    pub fn start(text: impl AsRef<[u8]>, most: usize) -> Self {
        let text = text.as_ref();
        Self {
            bytes: text[..text.len().min(most)].into(),
            length: text.len(),
        }
    }
}
