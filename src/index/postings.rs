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

use super::keys::Uniform;
use super::{Id, exhaustive};
use crate::features::{Feature, Role};
use crate::similarity;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Features of a URL up to which its values weigh enough for the second argument, though splits lose their remainders.
const MAX_FRAMED: usize = 10_000;

/// Representatives by feature.
#[derive(Debug)]
pub(crate) struct Postings {
    budget: u64,
    lists: HashMap<u64, Vec<u32>, BuildHasherDefault<Uniform>>,
    entries: Vec<Entry>,
    /// For each entry, the last search that looked at it.
    looked: Vec<u32>,
    search: u32,
    /// Lists to look at, with their lengths; kept for its memory.
    order: Vec<(usize, u64, u64)>,
}

#[derive(Debug)]
struct Entry {
    id: Id,
    features: Box<[(u64, u64)]>,
}

impl Postings {
    pub(crate) fn new(budget: u64) -> Self {
        Self {
            budget,
            lists: HashMap::default(),
            entries: Vec::new(),
            looked: Vec::new(),
            search: 0,
            order: Vec::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Enters a representative under each of its features, and under its frame.
    pub(crate) fn insert(&mut self, features: &[Feature], id: Id) {
        let number = self.entries.len() as u32;
        for feature in features {
            self.lists.entry(feature.hash).or_default().push(number);
        }
        self.lists.entry(frame(features)).or_default().push(number);
        self.entries.push(Entry { id, features: exhaustive::sorted(features).into() });
        self.looked.push(0);
    }

    /// The earliest entered representative that is similar.
    pub(crate) fn find(&mut self, features: &[Feature]) -> Option<Id> {
        if self.entries.is_empty() {
            return None;
        }
        self.search = self.search.wrapping_add(1);
        self.choose(features);
        let wanted = exhaustive::sorted(features);
        let mut best: Option<Id> = None;
        for &(_, hash, _) in &self.order {
            for &number in self.lists.get(&hash).map(Vec::as_slice).unwrap_or_default() {
                let entry = &self.entries[number as usize];
                if best.is_some_and(|best| best <= entry.id) || self.looked[number as usize] == self.search {
                    continue;
                }
                self.looked[number as usize] = self.search;
                if similarity::is_similar(&wanted, &entry.features, self.budget) {
                    best = Some(entry.id);
                }
            }
        }
        best
    }

    /// Leaves in `order` the lists on which every similar representative must stand at least once.
    fn choose(&mut self, features: &[Feature]) {
        let length = |lists: &HashMap<u64, Vec<u32>, _>, hash: u64| lists.get(&hash).map_or(0, Vec::len);
        self.order.clear();
        let values: u64 = values(features).map(|f| f.weight).sum();
        if values == self.budget && values > 0 && features.len() <= MAX_FRAMED {
            self.order.push((0, frame(features), 0));
            self.order.extend(self::values(features).map(|f| (0, f.hash, 0)));
            return;
        }
        self.order.extend(features.iter().map(|f| (length(&self.lists, f.hash), f.hash, f.weight)));
        // Short lists first; of equally short ones the heavy, then by hash so that the choice is fixed.
        self.order.sort_unstable_by_key(|&(length, hash, weight)| (length, std::cmp::Reverse(weight), hash));
        let mut weight = 0;
        let enough = self.order.iter().position(|&(_, _, w)| {
            weight += w;
            weight > self.budget
        });
        if let Some(last) = enough {
            self.order.truncate(last + 1);
        }
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
