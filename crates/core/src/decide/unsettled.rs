//! Lines that came and might be printed if they came again.
//!
//! A kept line is found again in its own variant, whatever was learned since. A line that was
//! dropped, or printed as a further sample, may read differently later, or may be compared with
//! other lines. As long as that can happen, the hash of its bytes is remembered, so that no exact
//! repetition is printed. Any other line is decided without it.

use crate::record::Url;
use crate::similar::index::owners::KeyOwners;
use crate::similar::index::{Id, Match};
use crate::similar::table::NumberMap;
use std::collections::TryReserveError;
use urlsift_url::hash::Key;
use urlsift_url::reserved::Reserved;

/// The most lines that are remembered of a host. Further ones may be printed again.
const MOST: u32 = 1 << 16;

/// The lines, by the hashes of their bytes, with the groups that they met.
#[derive(Clone, Debug)]
pub(crate) struct UnsettledLines {
    lines: KeyOwners,
    /// The number of lines of each host that has some.
    of_host: NumberMap<u32>,
    /// Whether all dropped lines are remembered, of any number: long texts are compared with a
    /// choice of the kept ones, which changes with their number.
    pub are_all: bool,
}

impl UnsettledLines {
    pub(crate) fn new(named: bool, are_all: bool) -> Self {
        Self {
            lines: KeyOwners::new(named),
            of_host: NumberMap::default(),
            are_all,
        }
    }

    /// Remembers the bytes of a URL or text.
    #[cold]
    pub(crate) fn insert(&mut self, key: &Key, url: &Url, bytes: &[u8], group: Option<Id>) {
        let lines = self.of_host.entry(url.service).or_default();
        if *lines >= MOST && !self.are_all {
            return;
        }
        *lines = lines.saturating_add(1);
        self.lines
            .insert(&[key.line(bytes)], group.unwrap_or_default());
    }

    /// Finds the group of a URL or text whose bytes are remembered.
    pub(crate) fn find(&self, key: &Key, url: &Url, bytes: &[u8]) -> Option<Match> {
        if !self.of_host.contains_key(&url.service) {
            return None;
        }
        self.lines.find(&[key.line(bytes)])
    }

    pub(crate) fn try_reserve(&mut self, lines: usize) -> Result<(), TryReserveError> {
        self.lines.try_reserve(lines)
    }

    /// Returns the bytes that it holds, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.lines.heap_bytes() + self.of_host.reserved_bytes()
    }
}
