//! The names of a URL's segments, and their form in a template.

use std::borrow::Cow;

/// The segments of a URL as written, one for each segment of the walk.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct SegmentNames {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl SegmentNames {
    pub(in super::super) fn push(&mut self, name: &[u8]) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
    }

    /// Returns the number of segments.
    pub(in super::super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a segment as written; empty for an inner path, which has many.
    pub(in super::super) fn get(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }
}

/// The signs with a meaning in templates, and their escapes.
const SIGNS: [(u8, &[u8]); 4] = [
    (b'|', b"%7C"),
    (b'*', b"%2A"),
    (b'{', b"%7B"),
    (b'}', b"%7D"),
];

/// Returns a segment in the form of templates.
pub fn escaped(name: &[u8]) -> Cow<'_, [u8]> {
    let escape = |byte: &u8| {
        SIGNS
            .iter()
            .find(|(sign, _)| sign == byte)
            .map(|(_, escape)| *escape)
    };
    if !name.iter().any(|byte| escape(byte).is_some()) {
        return Cow::Borrowed(name);
    }
    let mut written = Vec::with_capacity(name.len() + 2);
    for byte in name {
        written.extend_from_slice(escape(byte).unwrap_or(&[*byte]));
    }
    Cow::Owned(written)
}
