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
//!
//! Most lists have no such URL. So entries are only stored when they come, and enter the lists with the first search.

use super::keys::Uniform;
use super::{Id, exhaustive};
use crate::features::{Feature, Role};
use crate::similarity;
use std::cmp::Reverse;
use std::collections::{HashMap, TryReserveError};
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
    entries: Vec<Entry>,
    /// How many entries stand in the lists.
    listed: usize,
    /// Hashes and weights of all entries' features, each entry's sorted.
    features: Vec<(u64, u64)>,
    /// For each entry, the search that looked at it last.
    looked: Vec<u32>,
    search: u32,
    /// Lists to look at; kept for its memory.
    chosen: Vec<Choice>,
}

#[derive(Debug)]
struct Entry {
    id: Id,
    /// Where its features end; they begin where those of the entry before end.
    end: u32,
    frame: u64,
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
            entries: Vec::new(),
            listed: 0,
            features: Vec::new(),
            looked: Vec::new(),
            search: 0,
            chosen: Vec::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Enters a representative.
    pub(crate) fn insert(&mut self, features: &[Feature], id: Id) {
        let start = self.features.len();
        self.features.extend(features.iter().map(|f| (f.hash, f.weight)));
        self.features[start..].sort_unstable();
        self.entries.push(Entry { id, end: self.features.len() as u32, frame: frame(features) });
    }

    /// Puts the entries that came since the last search on the lists of their features, and of their frames.
    fn list(&mut self) {
        let before = self.listed.checked_sub(1);
        let mut start = before.map_or(0, |before| self.entries[before].end as usize);
        for number in self.listed..self.entries.len() {
            let Entry { end, frame, .. } = self.entries[number];
            let features = &self.features[start..end as usize];
            let sketch = Sketch::of(features.iter().map(|feature| feature.0));
            for hash in features.iter().map(|feature| feature.0).chain([frame]) {
                let next = self.lists.len() as u32;
                let at = *self.numbers.entry(hash).or_insert(next);
                if at == next {
                    self.lists.push(Vec::new());
                }
                self.lists[at as usize].push((number as u32, sketch));
            }
            start = end as usize;
        }
        self.listed = self.entries.len();
        self.looked.resize(self.listed, 0);
    }

    /// Makes room for so many entries with so many features in all, but for the lists of single features, which grow by little.
    pub(crate) fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.entries.try_reserve(entries)?;
        self.looked.try_reserve(entries)?;
        self.features.try_reserve(features)?;
        // Each entry has a frame, too.
        if self.listed > 0 {
            self.lists.try_reserve(features.saturating_add(entries))?;
            self.numbers.try_reserve(features.saturating_add(entries))?;
        }
        Ok(())
    }

    /// The earliest entered representative that is similar.
    pub(crate) fn find(&mut self, features: &[Feature]) -> Option<Id> {
        if self.entries.is_empty() {
            return None;
        }
        self.list();
        self.search = self.search.wrapping_add(1);
        self.choose(features);
        let wanted = exhaustive::sorted(features);
        let weights = SketchWeights::of(features);
        let mut best: Option<Id> = None;
        for list in self.chosen.iter().filter_map(|choice| choice.list) {
            for &(number, sketch) in &self.lists[list as usize] {
                if weights.missing_in(sketch) > self.budget {
                    continue;
                }
                let at = number as usize;
                let entry = &self.entries[at];
                let looked = std::mem::replace(&mut self.looked[at], self.search) == self.search;
                if looked || best.is_some_and(|best| best <= entry.id) {
                    continue;
                }
                let start = at.checked_sub(1).map_or(0, |before| self.entries[before].end);
                if similarity::is_similar(
                    &wanted,
                    &self.features[start as usize..entry.end as usize],
                    self.budget,
                ) {
                    best = Some(entry.id);
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
        let values_weigh: u64 = values(features).map(|f| f.weight).sum();
        if values_weigh == self.budget && values_weigh > 0 && features.len() <= MAX_FRAMED {
            self.chosen.push(choice(frame(features), 0));
            self.chosen.extend(values(features).map(|f| choice(f.hash, f.weight)));
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

/// Which of 64 classes of features a URL has: what tells most candidates off without fetching their features.
#[derive(Clone, Copy, Debug)]
struct Sketch(u64);

impl Sketch {
    fn of(hashes: impl Iterator<Item = u64>) -> Self {
        Self(hashes.fold(0, |bits, hash| bits | 1 << (hash & 63)))
    }
}

/// A sketch with the weight of the features in each class.
struct SketchWeights {
    sketch: Sketch,
    weights: [u64; 64],
}

impl SketchWeights {
    fn of(features: &[Feature]) -> Self {
        let mut weights = [0; 64];
        for feature in features {
            weights[(feature.hash & 63) as usize] += feature.weight;
        }
        Self { sketch: Sketch::of(features.iter().map(|f| f.hash)), weights }
    }

    /// The weight of the features that a URL with the other sketch cannot have: a lower bound of the difference.
    fn missing_in(&self, other: Sketch) -> u64 {
        let mut bits = self.sketch.0 & !other.0;
        let mut sum = 0;
        while bits != 0 {
            sum += self.weights[bits.trailing_zeros() as usize];
            bits &= bits - 1;
        }
        sum
    }
}

fn values(features: &[Feature]) -> impl Iterator<Item = &Feature> {
    features.iter().filter(|f| f.role == Role::Value)
}

/// The hash of all features but the values.
fn frame(features: &[Feature]) -> u64 {
    let sum = |sum: u64, f: &Feature| sum.wrapping_add(f.hash);
    features.iter().fold(0, sum).wrapping_sub(values(features).fold(0, sum))
}
