//! Events: the outcome of each record of a batch, for observers of the filter.
//!
//! The filter does not know its observers. They get the events of a batch after it was decided, in
//! input order. Details that take time to collect (variants, keys, learned facts) are collected
//! only if someone [wants](EventDetails) them.

use crate::decide::verdict::Verdict;
use crate::learn::Fact;
use crate::record::variant::{Prefix, Variant};
use crate::record::{Batch, Record, ScannedLine, Segment, Url};
use crate::scan::Scanner;
use crate::similar::index::Id;
use std::ops::Range;
use urlsift_url::hash::Key;
use urlsift_url::reserved::Reserved;
use urlsift_url::selection::Reason;

/// The outcome of one record, by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A URL that is similar to no kept one: it was entered under this number.
    New(Id),
    /// A URL that is similar to a kept one.
    Similar {
        /// The number of the earliest kept URL that was found, if the index names it.
        to: Option<Id>,
        /// Whether it was found only because path positions were learned.
        learned: bool,
        /// Whether it might be printed if it came again, but for the memory of its bytes.
        unsettled: bool,
        /// Whether it is printed all the same, as a further sample: it has one of the first
        /// numbers of a name, a word of a selector, or a name at a learned position of which a line
        /// is wanted.
        sampled: bool,
    },
    /// A line that is not a URL, seen for the first time: it was entered under this number.
    NewOther(Id),
    /// A line that is not a URL and repeats the bytes of an earlier line, entered under this
    /// number.
    SameOther(Option<Id>),
    /// A URL that a condition or limit excludes.
    Unwanted(Reason),
    /// The names of columns.
    Header {
        /// Whether an earlier record had the same names.
        repeated: bool,
    },
    /// An empty record.
    Empty,
}

impl EventKind {
    /// Returns the number of the record's group: the group that it starts, or the group that it is
    /// similar to, if known.
    pub fn group(self) -> Option<Id> {
        match self {
            Self::New(id) | Self::NewOther(id) => Some(id),
            Self::Similar { to, .. } | Self::SameOther(to) => to,
            Self::Unwanted(_) | Self::Header { .. } | Self::Empty => None,
        }
    }

    /// Returns the verdict that follows, unless a policy changes it.
    pub(crate) fn verdict(self) -> Verdict {
        match self {
            Self::New(_) => Verdict::Kept,
            Self::Similar { sampled: true, .. } => Verdict::Sample,
            Self::Similar { .. } => Verdict::Similar,
            Self::NewOther(_) => Verdict::NotUrl,
            Self::SameOther(_) => Verdict::Repeated,
            Self::Unwanted(reason) => Verdict::Unwanted(reason),
            Self::Header { repeated } => Verdict::Header { repeated },
            Self::Empty => Verdict::Empty,
        }
    }
}

/// The details that observers want with the events.
#[allow(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub struct EventDetails {
    /// The variant in which a similar URL was found, and the variants under which a new URL was
    /// entered, its own last.
    pub variants: bool,
    /// The keys under which a new URL was entered, if the index has keys.
    pub keys: bool,
    /// The keys under which a record was looked up.
    pub lookups: bool,
    /// The facts that were learned from a URL.
    pub facts: bool,
}

impl EventDetails {
    /// Returns the details that either wants.
    pub fn and(self, other: Self) -> Self {
        Self {
            variants: self.variants || other.variants,
            keys: self.keys || other.keys,
            lookups: self.lookups || other.lookups,
            facts: self.facts || other.facts,
        }
    }
}

/// The events of a batch, one for each record.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    pub wants: EventDetails,
    entries: Vec<LoggedEvent>,
    // Details; each entry says where its details end.
    pub variants: Vec<Variant>,
    pub keys: Vec<u64>,
    pub lookups: Vec<u64>,
    pub facts: Vec<Fact>,
}

#[derive(Clone, Copy, Debug)]
struct LoggedEvent {
    kind: EventKind,
    verdict: Verdict,
    ends: DetailEnds,
}

/// Where the details of an event end in their lists.
#[derive(Clone, Copy, Debug)]
struct DetailEnds {
    variants: u32,
    keys: u32,
    lookups: u32,
    facts: u32,
}

/// A record with its line, its outcome and the details of it.
#[derive(Clone, Copy, Debug)]
pub struct Event<'e> {
    pub scanner: &'e Scanner,
    pub batch: &'e Batch,
    pub record: &'e Record,
    pub line: &'e [u8],
    pub kind: EventKind,
    pub verdict: Verdict,
    log: &'e EventLog,
    /// The index of its entry in the log.
    index: usize,
}

impl<'e> Event<'e> {
    /// The record's URL, if it has one.
    pub fn url(&self) -> Option<&'e Url> {
        self.record.url()
    }

    pub fn key(&self) -> &'e Key {
        &self.scanner.key
    }

    /// The variants, if [`EventDetails::variants`] is set.
    pub fn variants(&self) -> &'e [Variant] {
        &self.log.variants[self.range(|ends| ends.variants)]
    }

    /// The keys, if [`EventDetails::keys`] is set.
    pub fn keys(&self) -> &'e [u64] {
        &self.log.keys[self.range(|ends| ends.keys)]
    }

    /// The keys that were looked up, if [`EventDetails::lookups`] is set.
    pub fn lookups(&self) -> &'e [u64] {
        &self.log.lookups[self.range(|ends| ends.lookups)]
    }

    /// The learned facts, if [`EventDetails::facts`] is set.
    pub fn facts(&self) -> &'e [Fact] {
        &self.log.facts[self.range(|ends| ends.facts)]
    }

    /// Returns the range of its details of one kind: they begin where those of the event before
    /// end.
    fn range(&self, end: impl Fn(&DetailEnds) -> u32) -> Range<usize> {
        let entries = &self.log.entries;
        let start = match self.index.checked_sub(1) {
            Some(before) => end(&entries[before].ends),
            None => 0,
        };
        start as usize..end(&entries[self.index].ends) as usize
    }
}

impl EventLog {
    /// Removes the events of the last batch and keeps the allocations.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.variants.clear();
        self.keys.clear();
        self.lookups.clear();
        self.facts.clear();
    }

    /// Adds the outcome of a record, with the details collected since the one before. Returns the
    /// event.
    pub(crate) fn close<'e>(
        &'e mut self,
        scanner: &'e Scanner,
        line: ScannedLine<'e>,
        kind: EventKind,
    ) -> Event<'e> {
        let ends = DetailEnds {
            variants: self.variants.len() as u32,
            keys: self.keys.len() as u32,
            lookups: self.lookups.len() as u32,
            facts: self.facts.len() as u32,
        };
        let verdict = kind.verdict();
        self.entries.push(LoggedEvent {
            kind,
            verdict,
            ends,
        });
        self.event(scanner, line, self.entries.len() - 1)
    }

    /// Notes a variant of the next event, if variants are wanted.
    pub(crate) fn note_variant(&mut self, segments: &[Segment], tokens: &[u64]) {
        if self.wants.variants {
            self.variants.push(Variant::of(segments, tokens));
        }
    }

    /// Notes the variant of a copy without the prefix of a mirror, if variants are wanted.
    pub(crate) fn note_copy(&mut self, segments: &[Segment], prefix: Prefix, tokens: &[u64]) {
        if self.wants.variants {
            self.variants
                .push(Variant::of_copy(segments, prefix, tokens));
        }
    }

    /// Sets the verdict of the last event.
    pub(crate) fn overrule(&mut self, verdict: Verdict) {
        if let Some(last) = self.entries.last_mut() {
            last.verdict = verdict;
        }
    }

    /// Returns the event of a record, by its index in the log.
    pub(crate) fn event<'e>(
        &'e self,
        scanner: &'e Scanner,
        line: ScannedLine<'e>,
        index: usize,
    ) -> Event<'e> {
        let entry = &self.entries[index];
        Event {
            scanner,
            batch: line.batch,
            record: line.record(),
            line: line.bytes,
            kind: entry.kind,
            verdict: entry.verdict,
            log: self,
            index,
        }
    }

    /// Returns the number of events.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.entries.reserved_bytes()
            + self.variants.reserved_bytes()
            + (self.keys.capacity() + self.lookups.capacity()) * size_of::<u64>()
            + self.facts.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;

    const SIMILAR: EventKind = EventKind::Similar {
        to: Some(7),
        learned: true,
        unsettled: false,
        sampled: false,
    };

    #[test]
    fn each_event_has_what_was_told_before_it_was_closed() {
        let sift = Sift::builder().build().expect("it can be built");
        let scanner = sift.scanner();
        let mut batch = Batch::default();
        for _ in 0..3 {
            scanner.scan(b"", &mut batch);
        }
        let line = |index| ScannedLine {
            batch: &batch,
            index,
            bytes: b"",
        };
        let mut log = EventLog::default();
        for _ in 0..2 {
            log.clear();
            log.keys.extend([1, 2]);
            log.close(scanner, line(0), EventKind::New(7));
            log.close(scanner, line(1), EventKind::Empty);
            log.keys.push(3);
            log.lookups.push(4);
            let last = log.close(scanner, line(2), SIMILAR);
            assert_eq!(
                (last.verdict, last.keys(), last.lookups()),
                (Verdict::Similar, &[3][..], &[4][..])
            );
            log.overrule(Verdict::Sample);
            assert_eq!(log.event(scanner, line(2), 2).verdict, Verdict::Sample);
            let found: Vec<_> = (0..log.len())
                .map(|index| log.event(scanner, line(index), index))
                .map(|event| (event.kind, event.keys().to_vec(), event.lookups().len()))
                .collect();
            let expected = [
                (EventKind::New(7), vec![1, 2], 0),
                (EventKind::Empty, vec![], 0),
                (SIMILAR, vec![3], 1),
            ];
            assert_eq!(found, expected);
        }
        assert!(log.heap_bytes() > 0);
    }
}
