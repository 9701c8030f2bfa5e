//! The names of a URL's segments, and how a template writes them.

use std::borrow::Cow;

/// The segments of a URL as they are written, one for each that its walk has.
#[derive(Clone, Debug, Default)]
pub struct Names {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Names {
    pub fn push(&mut self, name: &[u8]) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// A segment as it is written; empty for a path inside the path, which has many.
    pub fn get(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }
}

/// The signs that mean something in a template, and how a segment that has them is written there.
const SIGNS: [(u8, &[u8]); 4] = [(b'|', b"%7C"), (b'*', b"%2A"), (b'{', b"%7B"), (b'}', b"%7D")];

/// A segment as a template has it.
pub fn escaped(name: &[u8]) -> Cow<'_, [u8]> {
    let escape = |byte: &u8| SIGNS.iter().find(|(sign, _)| sign == byte).map(|(_, escape)| *escape);
    if !name.iter().any(|byte| escape(byte).is_some()) {
        return Cow::Borrowed(name);
    }
    let mut written = Vec::with_capacity(name.len() + 2);
    for byte in name {
        written.extend_from_slice(escape(byte).unwrap_or(&[*byte]));
    }
    Cow::Owned(written)
}
