//! Events: the outcome of each record of a batch, for observers of the filter.
//!
//! The filter does not know its observers. They get the events of a batch after it was decided, in
//! input order. Details that take time to collect (variants, keys, lessons) are collected only if
//! someone [wants](Wants) them.

use crate::decide::verdict::Verdict;
use crate::learn::Fact;
use crate::record::variant::Variant;
use crate::record::{Batch, Record, Url};
use crate::scan::Scanner;
use crate::similar::index::Id;
use urlsift_url::hash::Key;
use urlsift_url::selection::Reason;

/// The outcome of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A URL that is similar to no kept one: it was entered under this number.
    New(Id),
    /// A URL that is similar to a kept one.
    Similar {
        /// The number of the earliest kept URL that was found, if the index names it.
        to: Option<Id>,
        /// Whether it was found only because path positions were learned.
        learned: bool,
        /// Whether it is printed all the same, as a further sample: it has one of the first
        /// numbers of a name, or a word of a selector.
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

impl Event {
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

/// Details that observers want with the events.
#[allow(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Wants {
    /// The variant in which a similar URL was found, and the variants under which a new URL was
    /// entered, its own last.
    pub variants: bool,
    /// The keys under which a new URL was entered, if the index has keys.
    pub keys: bool,
    /// The keys under which a record was looked up.
    pub lookups: bool,
    /// The lessons learned from a URL.
    pub lessons: bool,
}

impl Wants {
    /// Returns the details that either wants.
    pub fn and(self, other: Self) -> Self {
        Self {
            variants: self.variants || other.variants,
            keys: self.keys || other.keys,
            lookups: self.lookups || other.lookups,
            lessons: self.lessons || other.lessons,
        }
    }
}

/// The events of a batch, one for each record.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub wants: Wants,
    all: Vec<Entry>,
    // Details; each entry says where its details end.
    pub variants: Vec<Variant>,
    pub keys: Vec<u64>,
    pub lookups: Vec<u64>,
    pub lessons: Vec<Fact>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    event: Event,
    verdict: Verdict,
    /// The ends of its variants, keys, lookups and lessons.
    ends: [u32; 4],
}

/// An event with its details.
#[derive(Clone, Copy, Debug)]
pub struct Told<'e> {
    pub event: Event,
    pub verdict: Verdict,
    events: &'e Events,
    at: usize,
}

impl<'e> Told<'e> {
    /// The variants, if [`Wants::variants`] is set.
    pub fn variants(&self) -> &'e [Variant] {
        self.part(&self.events.variants, 0)
    }

    /// The keys, if [`Wants::keys`] is set.
    pub fn keys(&self) -> &'e [u64] {
        self.part(&self.events.keys, 1)
    }

    /// The keys that were looked up, if [`Wants::lookups`] is set.
    pub fn lookups(&self) -> &'e [u64] {
        self.part(&self.events.lookups, 2)
    }

    /// The lessons, if [`Wants::lessons`] is set.
    pub fn lessons(&self) -> &'e [Fact] {
        self.part(&self.events.lessons, 3)
    }

    fn part<T>(&self, all: &'e [T], kind: usize) -> &'e [T] {
        let end = |at: usize| self.events.all[at].ends[kind] as usize;
        &all[self.at.checked_sub(1).map_or(0, end)..end(self.at)]
    }
}

/// A record with its line and its event.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'s> {
    pub scanner: &'s Scanner,
    pub batch: &'s Batch,
    pub record: &'s Record,
    pub line: &'s [u8],
    pub told: Told<'s>,
}

impl<'s> Seen<'s> {
    /// The record's URL, if it has one.
    pub fn url(&self) -> Option<&'s Url> {
        self.record.url()
    }

    pub fn key(&self) -> &'s Key {
        &self.scanner.key
    }
}

impl Events {
    /// Removes the events of the last batch and keeps the allocations.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.variants.clear();
        self.keys.clear();
        self.lookups.clear();
        self.lessons.clear();
    }

    /// Adds the event of a record, with the details collected since the event before. Returns it.
    pub(crate) fn close(&mut self, event: Event) -> Told<'_> {
        let ends = [
            self.variants.len(),
            self.keys.len(),
            self.lookups.len(),
            self.lessons.len(),
        ];
        let (at, verdict) = (self.all.len(), event.verdict());
        self.all.push(Entry {
            event,
            verdict,
            ends: ends.map(|end| end as u32),
        });
        Told {
            event,
            verdict,
            events: self,
            at,
        }
    }

    /// Sets the verdict of the last event.
    pub(crate) fn overrule(&mut self, verdict: Verdict) {
        if let Some(last) = self.all.last_mut() {
            last.verdict = verdict;
        }
    }

    /// The events, in the order of their records.
    pub fn iter(&self) -> impl Iterator<Item = Told<'_>> {
        let told = |(at, entry): (usize, &Entry)| {
            let Entry { event, verdict, .. } = *entry;
            Told {
                event,
                verdict,
                events: self,
                at,
            }
        };
        self.all.iter().enumerate().map(told)
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        self.all.capacity() * size_of::<Entry>()
            + self.variants.capacity() * size_of::<Variant>()
            + (self.keys.capacity() + self.lookups.capacity()) * size_of::<u64>()
            + self.lessons.capacity() * size_of::<Fact>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_has_what_was_told_before_it_was_closed() {
        let mut events = Events::default();
        for _ in 0..2 {
            events.clear();
            events.keys.extend([1, 2]);
            events.close(Event::New(7));
            events.close(Event::Empty);
            events.keys.push(3);
            events.lookups.push(4);
            let last = events.close(Event::Similar {
                to: Some(7),
                learned: true,
                sampled: false,
            });
            assert_eq!(
                (last.verdict, last.keys(), last.lookups()),
                (Verdict::Similar, &[3][..], &[4][..])
            );
            events.overrule(Verdict::Sample);
            assert_eq!(
                events.iter().map(|told| told.verdict).last(),
                Some(Verdict::Sample)
            );
            let told: Vec<_> = events
                .iter()
                .map(|told| (told.event, told.keys().to_vec(), told.lookups().len()))
                .collect();
            let expected = [
                (Event::New(7), vec![1, 2], 0),
                (Event::Empty, vec![], 0),
                (
                    Event::Similar {
                        to: Some(7),
                        learned: true,
                        sampled: false,
                    },
                    vec![3],
                    1,
                ),
            ];
            assert_eq!(told, expected);
        }
        assert!(events.memory() > 0);
    }
}
