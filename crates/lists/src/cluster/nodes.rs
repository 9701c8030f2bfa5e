//! The nodes that are joined: each different list of features once, however many lines have it.

use urlsift_core::feature::Feature;
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::plan::bands;
use urlsift_core::table::{Table, stored};

/// Different lists of features, numbered in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// By the sum of its features' hashes, or by the key that decides alone: the number of each
    /// node.
    known: Table<(u64, u64)>,
    count: u32,
    /// The budget under which every record has one band, if there is such a one: then a node is a
    /// band.
    single: Option<u64>,
    /// The features of each node, if they are needed.
    pub(super) entries: Entries,
}

impl Nodes {
    /// `single` is the budget under which every record has one band, if there is such a one.
    pub(super) fn new(single: Option<u64>) -> Self {
        Self { single, ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// The node of a record with these features.
    pub(super) fn of(&mut self, features: &[Feature]) -> u32 {
        let whole = |sum: u64, feature: &Feature| sum.wrapping_add(feature.hash);
        let key = match self.single {
            Some(budget) => bands::single(features, budget),
            None => features.iter().fold(0, whole),
        };
        let node = self.of_key(key);
        if self.single.is_none() && node as usize == self.entries.len() {
            self.entries.push(features, u64::from(node));
        }
        node
    }

    /// The node of a record that nothing but its key tells from others.
    pub(super) fn of_key(&mut self, key: u64) -> u32 {
        let key = stored(key);
        let slot = self.known.entry(key, |slot| slot.0 == key);
        if slot.0 == 0 {
            *slot = (key, u64::from(self.count));
            self.count = self.count.checked_add(1).expect("fewer than 2^32 nodes");
        }
        slot.1 as u32
    }

    /// The node of a record that is like no other one, but for equal bytes.
    pub(super) fn of_other(&mut self, hash: u64) -> u32 {
        let node = self.of_key(hash);
        if self.single.is_none() && node as usize == self.entries.len() {
            self.entries.push(&[], u64::from(node));
        }
        node
    }

    /// Bytes that it holds, about.
    pub(super) fn memory(&self) -> usize {
        self.known.memory() + self.entries.memory()
    }
}
