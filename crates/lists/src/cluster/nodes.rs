//! The nodes that are joined: one for each distinct list of features.

use urlsift_core::Feature;
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::plan::bands;
use urlsift_core::table::{Table, stored};

/// Distinct lists of features, numbered in order of appearance.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The number of each node, by the sum of its features' hashes or by its single band.
    known: Table<(u64, u64)>,
    count: u32,
    /// The budget under which every record has one band, if there is one; then each node is a band.
    single: Option<u64>,
    /// The features of each node, unless nodes are bands.
    pub(super) entries: Entries,
}

impl Nodes {
    /// Makes an empty list. `single` is the budget under which every record has one band, if any.
    pub(super) fn new(single: Option<u64>) -> Self {
        Self { single, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns the node of a record with these features.
    pub(super) fn of(&mut self, features: &[Feature]) -> u32 {
        let whole = |sum: u64, feature: &Feature| sum.wrapping_add(feature.hash);
        let key = match self.single {
            Some(budget) => bands::single(features, budget),
            None => features.iter().fold(0, whole),
        };
        self.enter(key, features)
    }

    /// Returns the node with a key, which gets these features if it is new.
    fn enter(&mut self, key: u64, features: &[Feature]) -> u32 {
        let node = self.of_key(key);
        if self.single.is_none() && node as usize == self.entries.len() {
            self.entries.push(features, u64::from(node));
        }
        node
    }

    /// Returns the node of a record that its key alone identifies.
    pub(super) fn of_key(&mut self, key: u64) -> u32 {
        let key = stored(key);
        let slot = self.known.entry(key, |slot| slot.0 == key);
        if slot.0 == 0 {
            *slot = (key, u64::from(self.count));
            self.count = self.count.checked_add(1).expect("fewer than 2^32 nodes");
        }
        slot.1 as u32
    }

    /// Returns the node of a record that is similar only to equal bytes.
    pub(super) fn of_other(&mut self, hash: u64) -> u32 {
        self.enter(hash, &[])
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.known.memory() + self.entries.memory()
    }
}
