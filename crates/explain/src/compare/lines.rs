//! The lines that started groups: what others are explained by.

use urlsift_core::index::Id;
use urlsift_core::variant::{Variant, WORD};

/// The lines that started groups, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// The variants as which lines were entered, in words.
    words: Vec<u64>,
    ends: Vec<LineEnd>,
}

/// Where the parts of one line end; they begin where those of the line before end.
#[derive(Clone, Debug, Default)]
struct LineEnd {
    /// What is remembered of it stands behind it, where that is kept.
    line: usize,
    bytes: usize,
    words: usize,
    record: u64,
    /// Hashes the line's template, where it is known.
    template: Option<u64>,
}

impl Lines {
    /// Adds the line that starts the next group, with what is remembered of it if its fields cannot be found again, its
    /// number among all records, and the variants as which it was entered; its own is the last.
    pub(crate) fn push(
        &mut self,
        (line, remembered): (&[u8], Option<&[u8]>),
        record: u64,
        variants: &[Variant],
    ) {
        self.bytes.extend_from_slice(line);
        let line = self.bytes.len();
        self.bytes.extend_from_slice(remembered.unwrap_or_default());
        for variant in variants {
            self.words.extend(variant.words());
        }
        let (bytes, words) = (self.bytes.len(), self.words.len());
        self.ends.push(LineEnd { line, bytes, words, record, template: None });
    }

    /// Adds to the last line what its template is recognised by.
    pub(crate) fn recognise(&mut self, template: Option<u64>) {
        if let Some(line) = self.ends.last_mut() {
            line.template = template;
        }
    }

    /// The line that started a group, and its number among all records, from 1.
    pub(crate) fn get(&self, group: Id) -> Option<(&[u8], u64)> {
        let (start, end) = self.range(group)?;
        Some((&self.bytes[start.bytes..end.line], end.record))
    }

    /// What is remembered of the line that started a group, where that was kept.
    pub(crate) fn remembered(&self, group: Id) -> Option<&[u8]> {
        let (_, end) = self.range(group)?;
        Some(&self.bytes[end.line..end.bytes]).filter(|line| !line.is_empty())
    }

    /// The hash of the template of the line that started a group.
    pub(crate) fn template(&self, group: Id) -> Option<u64> {
        self.ends.get(group as usize)?.template
    }

    /// The variants as which a line of so many segments was entered; its own comes first.
    pub(crate) fn variants(&self, group: Id, segments: usize) -> impl Iterator<Item = Variant> + Clone {
        let words = self.range(group).map_or(&[][..], |(start, end)| &self.words[start.words..end.words]);
        words.chunks(segments.div_ceil(WORD).max(1)).rev().map(Variant::from_words)
    }

    fn range(&self, group: Id) -> Option<(&LineEnd, &LineEnd)> {
        const START: &LineEnd = &LineEnd { line: 0, bytes: 0, words: 0, record: 0, template: None };
        let end = self.ends.get(group as usize)?;
        Some(((group as usize).checked_sub(1).map_or(START, |before| &self.ends[before]), end))
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.bytes.capacity()
            + self.words.capacity() * size_of::<u64>()
            + self.ends.capacity() * size_of::<LineEnd>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_a_line_come_back_with_its_own_first() {
        let (own, other) = (Variant::from_words(&[1, 2]), Variant::from_words(&[4, 8]));
        let mut lines = Lines::default();
        lines.push((b"x", None), 1, &[Variant::default()]);
        lines.push((b"y", Some(b"z")), 2, &[other.clone(), own.clone()]);
        assert_eq!(lines.variants(1, 40).collect::<Vec<_>>(), [own, other]);
        assert_eq!(lines.variants(0, 3).collect::<Vec<_>>(), [Variant::default()]);
        assert_eq!((lines.get(1), lines.get(2)), (Some((&b"y"[..], 2)), None));
        assert_eq!((lines.remembered(0), lines.remembered(1)), (None, Some(&b"z"[..])));
        assert!(lines.memory() > 0);
    }
}
