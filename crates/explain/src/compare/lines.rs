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
    /// End of the line; what a session remembers of its fields follows it, if it was kept.
    line: usize,
    bytes: usize,
    words: usize,
    record: u64,
    /// Hash of the line's template, if known.
    template: Option<u64>,
}

/// The first line of a group.
pub(crate) struct LeadingLine<'l> {
    pub(crate) line: &'l [u8],
    /// What a session remembers of its fields, if they cannot be parsed again.
    pub(crate) remembered: Option<&'l [u8]>,
    /// Its number among all records.
    pub(crate) record: u64,
    /// The variants under which it was entered, its own last.
    pub(crate) variants: &'l [Variant],
    /// The hash of its template, if known.
    pub(crate) template: Option<u64>,
}

impl LeadingLines {
    /// Adds the first line of the next group.
    pub(crate) fn push(&mut self, first: &LeadingLine<'_>) {
        self.bytes.extend_from_slice(first.line);
        let line = self.bytes.len();
        self.bytes
            .extend_from_slice(first.remembered.unwrap_or_default());
        for variant in first.variants {
            self.words.extend(variant.words());
        }
        self.ends.push(LineEnd {
            line,
            bytes: self.bytes.len(),
            words: self.words.len(),
            record: first.record,
            template: first.template,
        });
    }

    /// Returns the first line of a group and its number among all records, from 1.
    pub(crate) fn get(&self, group: Id) -> Option<(&[u8], u64)> {
        let (start, end) = self.range(group)?;
        Some((&self.bytes[start.bytes..end.line], end.record))
    }

    /// Returns the remembered text of a group's first line, if it was kept.
    pub(crate) fn remembered(&self, group: Id) -> Option<&[u8]> {
        let (_, end) = self.range(group)?;
        Some(&self.bytes[end.line..end.bytes]).filter(|line| !line.is_empty())
    }

    /// Returns the template hash of a group's first line.
    pub(crate) fn template(&self, group: Id) -> Option<u64> {
        self.ends.get(group as usize)?.template
    }

    /// Returns the variants under which a line with this many segments was entered, its own first.
    pub(crate) fn variants(
        &self,
        group: Id,
        segments: usize,
    ) -> impl Iterator<Item = Variant> + Clone {
        let words = self
            .range(group)
            .map_or(&[][..], |(start, end)| &self.words[start.words..end.words]);
        words
            .chunks(segments.div_ceil(WORD).max(1))
            .rev()
            .map(Variant::from_words)
    }

    fn range(&self, group: Id) -> Option<(&LineEnd, &LineEnd)> {
        const START: &LineEnd = &LineEnd {
            line: 0,
            bytes: 0,
            words: 0,
            record: 0,
            template: None,
        };
        let end = self.ends.get(group as usize)?;
        Some((
            (group as usize)
                .checked_sub(1)
                .map_or(START, |before| &self.ends[before]),
            end,
        ))
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
            remembered: None,
            record: 1,
            variants: &[Variant::default()],
            template: None,
        });
        lines.push(&LeadingLine {
            line: b"y",
            remembered: Some(b"z"),
            record: 2,
            variants: &[other.clone(), own.clone()],
            template: None,
        });
        assert_eq!(lines.variants(1, 40).collect::<Vec<_>>(), [own, other]);
        assert_eq!(
            lines.variants(0, 3).collect::<Vec<_>>(),
            [Variant::default()]
        );
        assert_eq!((lines.get(1), lines.get(2)), (Some((&b"y"[..], 2)), None));
        assert_eq!(
            (lines.remembered(0), lines.remembered(1)),
            (None, Some(&b"z"[..]))
        );
        assert!(lines.memory() > 0);
    }
}
