//! The first line of every group: explanations compare with it.

use urlsift_core::record::variant::{Variant, WORD};
use urlsift_core::similar::index::Id;

/// The first lines of groups, by group number.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeadingLines {
    bytes: Vec<u8>,
    /// Words of the bit sets of the variants under which lines were entered.
    words: Vec<u64>,
    ends: Vec<LineEnd>,
}

/// Ends of the parts of one line; they begin where those of the line before end.
#[derive(Clone, Debug, Default)]
struct LineEnd {
    line: usize,
    words: usize,
    record: u64,
    reader: u32,
    /// Hash of the line's template, if known.
    template: Option<u64>,
}

/// The first line of a group.
pub(crate) struct LeadingLine<'l> {
    pub line: &'l [u8],
    /// The number of its reader.
    pub reader: u32,
    /// Its number among all records.
    pub record: u64,
    /// The variants under which it was entered, its own last.
    pub variants: &'l [Variant],
    /// The hash of its template, if known.
    pub template: Option<u64>,
}

/// The first line of a group, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroupStart<'l> {
    pub line: &'l [u8],
    /// The number of its reader.
    pub reader: u32,
    /// Its number among all records, from 1.
    pub record: u64,
    /// The hash of its template, if known.
    pub template: Option<u64>,
    /// Words of the bit sets of the variants under which it was entered.
    words: &'l [u64],
}

impl<'l> GroupStart<'l> {
    /// Returns the variants under which it was entered, its own first, if it has this many
    /// segments.
    pub(crate) fn variants(self, segments: usize) -> impl Iterator<Item = Variant> + Clone + 'l {
        let words_each = segments.div_ceil(WORD).max(1);
        self.words.chunks(words_each).rev().map(Variant::from_words)
    }
}

impl LeadingLines {
    /// Adds the first line of the next group.
    pub(crate) fn push(&mut self, first: &LeadingLine<'_>) {
        self.bytes.extend_from_slice(first.line);
        for variant in first.variants {
            self.words.extend(variant.words());
        }
        self.ends.push(LineEnd {
            line: self.bytes.len(),
            words: self.words.len(),
            record: first.record,
            reader: first.reader,
            template: first.template,
        });
    }

    /// Returns the first line of a group.
    pub(crate) fn get(&self, group: Id) -> Option<GroupStart<'_>> {
        let group = group as usize;
        let end = self.ends.get(group)?;
        let mut start = &LineEnd::default();
        if let Some(before) = group.checked_sub(1) {
            start = &self.ends[before];
        }
        Some(GroupStart {
            line: &self.bytes[start.line..end.line],
            reader: end.reader,
            record: end.record,
            template: end.template,
            words: &self.words[start.words..end.words],
        })
    }

    /// Memory used, in bytes, approximately.
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
        let own = Variant::from_words(&[1, 2]);
        let other = Variant::from_words(&[4, 8]);
        let mut lines = LeadingLines::default();
        lines.push(&LeadingLine {
            line: b"x",
            reader: 0,
            record: 1,
            variants: &[Variant::default()],
            template: None,
        });
        lines.push(&LeadingLine {
            line: b"y",
            reader: 1,
            record: 2,
            variants: &[other.clone(), own.clone()],
            template: None,
        });
        let starts = [0, 1].map(|group| lines.get(group).expect("it was added"));
        let variants = |at: usize, segments| starts[at].variants(segments).collect::<Vec<_>>();
        assert_eq!(variants(1, 40), [own, other]);
        assert_eq!(variants(0, 3), [Variant::default()]);
        assert_eq!((starts[1].line, starts[1].record), (&b"y"[..], 2));
        assert_eq!(starts.map(|start| start.reader), [0, 1]);
        assert_eq!(lines.get(2), None);
        assert!(lines.memory() > 0);
    }
}
