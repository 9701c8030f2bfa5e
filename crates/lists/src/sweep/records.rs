//! Stores a list without repetitions, to try thresholds on it.
//!
//! Lines that scan to the same record are stored once; the list is a sequence of record numbers.
//! Most lists have several lines for each record.

use std::collections::BTreeSet;

use crate::filter;
use urlsift_core::hash::Key;
use urlsift_core::record::{Segment, adopt, push};
use urlsift_core::similar::feature::{Layout, sorted};
use urlsift_core::similar::table::NumberMap;
use urlsift_core::similar::table::packed::KeySet;
use urlsift_core::text_list::TextList;
use urlsift_core::{Batch, Record, Url};

/// The distinct records of a list.
#[derive(Debug, Default)]
pub(super) struct DistinctRecords {
    /// The URLs, each once.
    pub batch: Batch,
    /// The number of the record of each line that is a URL.
    pub order: Vec<u32>,
    /// The hash of each of these lines, by which repeated lines are known.
    pub hashes: Vec<u64>,
    /// Lines that are not URLs, without repetitions.
    pub not_urls: u64,
    /// The first line of each record.
    lines: TextList,
    known: NumberMap<u32>,
    others: KeySet,
    /// All combinations of part counts that occur.
    pub parts: BTreeSet<PartCounts>,
}

/// The numbers of a URL's parts, on which the weights of its features depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PartCounts {
    pub segments: usize,
    pub params: usize,
    /// Whether a parameter name occurs more than once.
    pub repeats: bool,
}

impl DistinctRecords {
    /// Adds a line, unless there are 2^32 records, when there is no room for another.
    pub(super) fn push(&mut self, key: &Key, batch: &Batch, record: &Record, line: &[u8]) {
        match record {
            Record::Empty | Record::Header(_) | Record::Unwanted(_) => {}
            Record::NotUrl(hash) => {
                let is_new = self.others.insert(*hash);
                self.not_urls += u64::from(is_new);
            }
            Record::Url(url) => {
                let Ok(next) = u32::try_from(self.len()) else {
                    return;
                };
                let identity = identity(key, batch, url);
                let number = *self.known.entry(identity).or_insert(next);
                if number == next {
                    self.keep(batch, url, line);
                }
                self.order.push(number);
                self.hashes.push(key.line(line));
            }
        }
    }

    fn keep(&mut self, batch: &Batch, url: &Url, line: &[u8]) {
        let view = batch.view();
        let segments = view.segments_of(url);
        let pairs = view.pairs_of(url);
        let own = adopt(&mut self.batch, url, segments, pairs);
        push(&mut self.batch, Record::Url(own));
        self.lines.push(line);
        let mut neighbours = pairs.windows(2);
        let repeats = neighbours.any(|two| two[0].name == two[1].name);
        self.parts.insert(PartCounts {
            segments: segments.len(),
            params: pairs.len(),
            repeats,
        });
    }

    /// Returns the number of records.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns a record as it was scanned.
    pub(super) fn url(&self, number: u32) -> &Url {
        match &self.batch.view().records()[number as usize] {
            Record::Url(url) => url,
            _ => unreachable!("only URLs are kept"),
        }
    }

    /// Returns the weights of a record's features in its own variant, sorted by their hashes.
    pub(super) fn features(&self, layout: &Layout, number: u32) -> Vec<(u64, u64)> {
        let features = filter::own_features(layout, &self.batch, self.url(number));
        sorted(&features)
    }

    /// Returns the first line of a record.
    pub(super) fn line(&self, number: u32) -> &[u8] {
        self.lines.get(number as usize)
    }
}

/// Hashes everything of a URL that a verdict may depend on.
fn identity(key: &Key, batch: &Batch, url: &Url) -> u64 {
    let number = |segment: &Segment| segment.variable ^ u64::from(segment.traits.0);
    batch.view().hash(key, url, url.api.into(), number)
}
