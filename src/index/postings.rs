//! The exact fallback for URLs with too many bands: candidates by shared features, then comparison.
//!
//! A similar representative lacks at most the budget of a URL's weight. So of any set of the URL's features that weighs
//! more than the budget it has at least one (the prefix filter of set-similarity joins: Chaudhuri, Ganti and Kaushik 2006). The
//! search looks at the shortest lists that together weigh enough, and compares with what stands on them.
//!
//! A URL of many parameters needs a second argument at the budget that equals the weight of all values, because then
//! any two URLs with equal names are similar and only the long lists of names would find them. URLs whose values
//! alone differ share their *frame*, the hash of all features but the values. All others share a value: a
//! name that only one of the two has takes a bite of the budget, and what is left of it cannot hold all values of that URL.

use super::Id;
use super::entries::Entries;
use super::keys::Uniform;
use crate::features::{Feature, Role};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Features of a URL up to which its values weigh enough for the second argument, though splits lose their remainders.
const MAX_FRAMED: usize = 10_000;

/// Representatives by feature.
#[derive(Debug)]
pub(crate) struct Postings {
    budget: u64,
    /// The number of each feature's list, and the lists: which entries have the feature. Sketches stand in the lists themselves:
    /// fetching each candidate's from elsewhere would cost a cache miss.
    numbers: HashMap<u64, u32, BuildHasherDefault<Uniform>>,
    lists: Vec<Vec<(u32, Sketch)>>,
    /// For each entry, the search that looked at it last.
    looked: Vec<u32>,
    search: u32,
    /// Lists to look at; kept for its memory.
    chosen: Vec<Choice>,
    wanted: Wanted,
}

/// One list that a search may look at.
#[derive(Debug)]
struct Choice {
    list: Option<u32>,
    length: usize,
    feature: u64,
    weight: u64,
}

impl Postings {
    pub(crate) fn new(budget: u64) -> Self {
        Self {
            budget,
            numbers: HashMap::default(),
            lists: Vec::new(),
            looked: Vec::new(),
            search: 0,
            chosen: Vec::new(),
            wanted: Wanted::default(),
        }
    }

    /// Puts an entry on the lists of its features, and of its frame.
    pub(crate) fn list(&mut self, entries: &Entries, number: u32) {
        let sketch = Sketch::of(entries.hashes(number));
        let frame = frame(entries.features(number));
        for hash in entries.hashes(number).iter().copied().chain([frame]) {
            let next = self.lists.len() as u32;
            let at = *self.numbers.entry(hash).or_insert(next);
            if at == next {
                self.lists.push(Vec::new());
            }
            self.lists[at as usize].push((number, sketch));
        }
        if self.looked.len() <= number as usize {
            self.looked.resize(entries.len(), 0);
        }
    }

    /// The earliest listed representative that is similar.
    pub(crate) fn find(&mut self, entries: &Entries, features: &[Feature]) -> Option<Id> {
        self.search = self.search.wrapping_add(1);
        self.choose(features);
        self.wanted.set(features);
        let weights = SketchWeights::of(features);
        let mut best: Option<Id> = None;
        for list in self.chosen.iter().filter_map(|choice| choice.list) {
            for &(number, sketch) in &self.lists[list as usize] {
                if weights.missing_in(sketch) > self.budget {
                    continue;
                }
                let looked =
                    std::mem::replace(&mut self.looked[number as usize], self.search) == self.search;
                if looked || best.is_some_and(|best| best <= entries.id(number)) {
                    continue;
                }
                if self.wanted.is_similar(entries, number, self.budget) {
                    best = Some(entries.id(number));
                }
            }
        }
        best
    }

    /// Leaves in `chosen` the lists on which every similar representative must stand at least once.
    fn choose(&mut self, features: &[Feature]) {
        let choice = |feature: u64, weight: u64| {
            let list = self.numbers.get(&feature).copied();
            Choice { list, length: list.map_or(0, |list| self.lists[list as usize].len()), feature, weight }
        };
        self.chosen.clear();
        let values = || features.iter().filter(|f| f.role == Role::Value);
        let values_weigh: u64 = values().map(|f| f.weight).sum();
        if values_weigh == self.budget && values_weigh > 0 && features.len() <= MAX_FRAMED {
            self.chosen.push(choice(frame(features.iter().copied()), 0));
            self.chosen.extend(values().map(|f| choice(f.hash, f.weight)));
            return;
        }
        self.chosen.extend(features.iter().map(|f| choice(f.hash, f.weight)));
        // Short lists first; of equally short ones the heavy, then by hash so that the choice is fixed.
        self.chosen.sort_unstable_by_key(|c| (c.length, Reverse(c.weight), c.feature));
        let mut weight = 0;
        let enough = self.chosen.iter().position(|choice| {
            weight += choice.weight;
            weight > self.budget
        });
        if let Some(last) = enough {
            self.chosen.truncate(last + 1);
        }
    }
}

/// The features that candidates are compared with: hashes and weights by the low bits of the hashes.
#[derive(Debug, Default)]
struct Wanted {
    slots: Vec<Option<(u64, u64)>>,
    total: u64,
}

impl Wanted {
    fn set(&mut self, features: &[Feature]) {
        self.slots.clear();
        self.slots.resize((features.len() * 4).next_power_of_two(), None);
        self.total = 0;
        for feature in features {
            let place = self.place(feature.hash);
            self.slots[place] = Some((feature.hash, feature.weight));
            self.total += feature.weight;
        }
    }

    /// Where a feature is, or where it would go.
    fn place(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place].is_some_and(|slot| slot.0 != hash) {
            place = (place + 1) & mask;
        }
        place
    }

    /// Whether an entry and this differ in at most `budget` units on either side.
    fn is_similar(&self, entries: &Entries, number: u32, budget: u64) -> bool {
        let (mut lacking, mut shared) = (0, 0);
        for (hash, weight) in entries.hashes(number).iter().copied().zip(entries.weights(number)) {
            match self.slots[self.place(hash)] {
                Some(own) => shared += own.1,
                None => lacking += weight,
            }
            if lacking > budget {
                return false;
            }
        }
        self.total - shared <= budget
    }
}

/// Which of 64 classes of features a URL has: what tells most candidates off without fetching their features.
#[derive(Clone, Copy, Debug)]
struct Sketch(u64);

impl Sketch {
    fn of(hashes: &[u64]) -> Self {
        Self(hashes.iter().fold(0, |bits, hash| bits | 1 << (hash & 63)))
    }
}

/// A sketch with the weight of the features in each class.
struct SketchWeights {
    sketch: u64,
    weights: [u64; 64],
}

impl SketchWeights {
    fn of(features: &[Feature]) -> Self {
        let (mut sketch, mut weights) = (0, [0; 64]);
        for feature in features {
            let class = feature.hash & 63;
            sketch |= 1 << class;
            weights[class as usize] += feature.weight;
        }
        Self { sketch, weights }
    }

    /// The weight of the features that a URL with the other sketch cannot have: a lower bound of the difference.
    fn missing_in(&self, other: Sketch) -> u64 {
        let mut bits = self.sketch & !other.0;
        let mut sum = 0;
        while bits != 0 {
            sum += self.weights[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        sum
    }
}

/// The hash of all features but the values.
fn frame(features: impl Iterator<Item = Feature>) -> u64 {
    features.filter(|f| f.role != Role::Value).fold(0, |sum, f| sum.wrapping_add(f.hash))
}
