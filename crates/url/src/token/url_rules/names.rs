//! The names of a URL's segments, and their form in a template.

use std::borrow::Cow;

/// The segments of a URL as written, one for each segment of the walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentNames {
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl SegmentNames {
    pub(crate) fn push(&mut self, name: &[u8]) {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
    }

    /// Returns the number of segments.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns a segment as written; empty for an inner path, which has many.
    pub(crate) fn get(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }
}

/// Returns the escape of a sign with a meaning in templates.
fn escape(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'|' => Some(b"%7C"),
        b'*' => Some(b"%2A"),
        b'{' => Some(b"%7B"),
        b'}' => Some(b"%7D"),
        _ => None,
    }
}

/// Returns a segment in the form of templates.
pub fn escaped(name: &[u8]) -> Cow<'_, [u8]> {
    if name.iter().all(|&byte| escape(byte).is_none()) {
        return Cow::Borrowed(name);
    }
    let mut written = Vec::with_capacity(name.len() + 2);
    for &byte in name {
        match escape(byte) {
            Some(escape) => written.extend_from_slice(escape),
            None => written.push(byte),
        }
    }
    Cow::Owned(written)
}
