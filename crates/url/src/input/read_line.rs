//! A line with the reader by which it was read, at hand or stored: it is read again as it was read
//! first, whatever source came after it.

use super::fields::Fields;
use super::line;
use crate::parse::Scratch;
use std::ops::Deref;
use std::sync::Arc;

/// A line with the reader of its fields.
#[derive(Clone, Copy, Debug)]
pub struct ReadLine<'l> {
    pub bytes: &'l [u8],
    pub fields: &'l Arc<Fields>,
}

/// A line that is stored with its reader. As a slice, its bytes.
#[derive(Clone, Debug)]
pub struct StoredLine {
    bytes: Box<[u8]>,
    fields: Arc<Fields>,
}

impl From<ReadLine<'_>> for StoredLine {
    fn from(line: ReadLine<'_>) -> Self {
        Self::new(line.bytes, line.fields)
    }
}

impl StoredLine {
    /// Stores a line with its reader.
    pub fn new(bytes: impl Into<Box<[u8]>>, fields: &Arc<Fields>) -> Self {
        Self {
            bytes: bytes.into(),
            fields: Arc::clone(fields),
        }
    }

    /// Returns the line as it is read.
    pub fn read(&self) -> ReadLine<'_> {
        ReadLine {
            bytes: &self.bytes,
            fields: &self.fields,
        }
    }

    /// Returns its URL as written, without the rest of the line; the whole line if it has none.
    pub fn url(&self) -> Vec<u8> {
        let written = |text: &[u8]| line::url(text).to_vec();
        let mut scratch = Scratch::default();
        self.fields
            .url_in(&mut scratch, self, |_, text, _| written(text))
            .unwrap_or_else(|| self.to_vec())
    }
}

impl Default for StoredLine {
    fn default() -> Self {
        Self::new([], Fields::of_lines())
    }
}

impl Deref for StoredLine {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl AsRef<[u8]> for StoredLine {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
