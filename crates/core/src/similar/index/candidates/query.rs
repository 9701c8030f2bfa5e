//! The URL that entries are compared with.

use super::entries::{ComponentCounts, Entries, FeatureHash};
use super::sketch::{CLASSES, Sketch, class};
use crate::similar::feature::Feature;
use crate::similar::index::Id;
use crate::similar::table::NumberSet;

/// The features of a URL, and the weight that a similar URL may lack.
#[derive(Clone, Debug, Default)]
pub struct Query {
    budget: u64,
    features: Vec<Feature>,
    sketch: u128,
    counts: ComponentCounts,
    /// The weight of each class of features; filled for the first sketch.
    classes: Vec<u64>,
    /// A table of hashes and weights, twice as large as the features need; filled for the first
    /// comparison. A [`Table`](crate::similar::table::Table) takes 32 KB even when it is empty.
    slots: Vec<(u64, u64)>,
    total: u64,
    /// The representatives that it is not compared with.
    hidden: NumberSet,
}

impl Query {
    pub fn new(budget: u64) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }

    pub fn set(&mut self, features: &[Feature]) {
        self.features.clear();
        self.features.extend(features);
        self.sketch = Sketch::of(features).bits();
        self.counts = ComponentCounts::of(features);
        self.classes.clear();
        self.slots.clear();
    }

    /// Excludes a representative from all later comparisons.
    pub(super) fn hide(&mut self, id: Id) {
        self.hidden.insert(id);
    }

    pub(super) fn hides(&self, id: Id) -> bool {
        !self.hidden.is_empty() && self.hidden.contains(&id)
    }

    /// Returns the features of the URL.
    pub(super) fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Returns the weight that a similar URL may lack.
    pub(super) fn budget(&self) -> u64 {
        self.budget
    }

    /// Whether an entry with this sketch may be similar.
    pub fn may_be_similar(&mut self, other: Sketch) -> bool {
        if self.classes.is_empty() {
            self.classes.resize(CLASSES, 0);
            for feature in &self.features {
                self.classes[class(feature)] += feature.weight;
            }
        }
        let mut lacking = self.sketch & !other.bits();
        let mut sum = 0;
        while lacking != 0 {
            sum += self.classes[lacking.trailing_zeros() as usize];
            if sum > self.budget {
                return false;
            }
            lacking &= lacking - 1;
        }
        true
    }

    /// Whether an entry and this URL differ by at most the budget on either side.
    pub fn is_similar<H: FeatureHash>(&mut self, entries: &Entries<H>, number: u32) -> bool {
        let counts = entries.counts(number);
        let theirs = counts.surplus(&self.counts);
        let ours = self.counts.surplus(counts);
        if theirs.max(ours) > self.budget {
            return false;
        }
        self.fill();
        let mut lacking = 0;
        let mut shared = 0;
        for (&hash, weight) in entries.hashes(number).iter().zip(entries.weights(number)) {
            let slot = self.slots[self.slot(hash.into())];
            if slot.1 == 0 {
                lacking += weight;
                if lacking > self.budget {
                    return false;
                }
            }
            shared += slot.1;
        }
        self.total - shared <= self.budget
    }

    /// Returns the weight common to an entry and this URL, and the weight of both together: the
    /// sums of the smaller and of the larger weight of each feature.
    pub fn jaccard(&mut self, entries: &Entries, number: u32) -> (u64, u64) {
        self.fill();
        let mut shared = 0;
        let mut entry_total = 0;
        for (&hash, weight) in entries.hashes(number).iter().zip(entries.weights(number)) {
            shared += self.slots[self.slot(hash)].1.min(weight);
            entry_total += weight;
        }
        (shared, self.total + entry_total - shared)
    }

    fn fill(&mut self) {
        if !self.slots.is_empty() {
            return;
        }
        let slots = (self.features.len() * 2).next_power_of_two();
        self.slots.resize(slots, (0, 0));
        self.total = 0;
        for i in 0..self.features.len() {
            let Feature { hash, weight, .. } = self.features[i];
            let index = self.slot(hash);
            self.slots[index] = (hash, weight);
            self.total += weight;
        }
    }

    /// Returns the slot of a feature, or the slot where it would go. Features of weight 0 do not
    /// exist, so a weight marks a used slot.
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut index = (hash >> 32 ^ hash) as usize & mask;
        while self.slots[index].1 != 0 && self.slots[index].0 != hash {
            index = (index + 1) & mask;
        }
        index
    }
}
