//! The terms of texts and sequences, in 4 bytes for each occurrence.
//!
//! The weights of a record's features are scaled to one sum, so nearly every long text would have a
//! profile of its own among [`Entries`]: 32 bytes for each feature. Here a distinct feature has a
//! number and its hash, and a record has the numbers. Frequencies of terms are counted on the way,
//! so the list is read once; the features are those of a filter that has read it twice.

use std::cmp::Ordering;
use std::ops::Range;
use urlsift_core::similar::feature::{Role, share, weight};
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::similar::table::{Table, stored};
use urlsift_core::{Component, Feature};

/// Marks an occurrence of a term that is not the first in its record.
const REPEATED: u32 = 1 << 31;

/// Lists of terms, which are counted and then weighed.
#[derive(Clone, Debug, Default)]
pub(super) struct TermLists {
    /// The number of each feature by its hash.
    numbers: Table<(u64, u64)>,
    /// The hash of each feature, and the number of its term.
    features: Vec<(u64, u32)>,
    /// The number of each term by its token. A term has other features where fields keep records
    /// apart.
    terms: Table<(u64, u64)>,
    /// The number of records that have each term, and that of all records.
    counts: Vec<u32>,
    counted: u64,
    /// The numbers of each list's features, and the end of each list.
    lists: Vec<u32>,
    ends: Vec<u64>,
    /// Once weighed, the weight of each feature in thousandths, the sum of each list's weights, and
    /// that of its features.
    pub weights: Vec<u32>,
    sums: Vec<u64>,
    total: u64,
}

impl TermLists {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Counts a record by the hash and the term of each occurrence, the first of a term first. Adds
    /// its list if that is the next one.
    pub(super) fn count(&mut self, list: u32, occurrences: &[(u64, u64)]) {
        if list as usize == self.len() {
            self.push(occurrences);
        }
        self.counted += u64::from(!occurrences.is_empty());
        for &number in &self.lists[self.range(list)] {
            // The first occurrence of a term counts the record.
            if number & REPEATED == 0 {
                let (_, term) = self.features[number as usize];
                self.counts[term as usize] += 1;
            }
        }
    }

    fn push(&mut self, occurrences: &[(u64, u64)]) {
        let mut before = None;
        for &(hash, term) in occurrences {
            let next = self.features.len();
            let (number, is_new) = number_of(&mut self.numbers, hash, next);
            if is_new {
                let next = self.counts.len();
                let (term, is_new) = number_of(&mut self.terms, term, next);
                if is_new {
                    self.counts.push(0);
                }
                self.features.push((hash, term));
            }
            let mark = if before == Some(term) { REPEATED } else { 0 };
            before = Some(term);
            self.lists.push(number | mark);
        }
        self.ends.push(self.lists.len() as u64);
    }

    /// Sets the number of records that have a term of some list, for a list of which this is a
    /// part.
    pub(super) fn recount(&mut self, term: u64, count: u32) {
        let next = self.counts.len();
        let (number, _) = number_of(&mut self.terms, term, next);
        if let Some(known) = self.counts.get_mut(number as usize) {
            *known = count;
        }
    }

    /// Weighs the terms as in a list of this many records.
    pub(super) fn weigh_among(&mut self, total: u64, counted: u64) {
        self.counted = counted;
        self.weigh(total);
    }

    /// Weighs the terms, now that all are counted. All features of a record weigh `total`.
    pub(super) fn weigh(&mut self, total: u64) {
        self.weights.clear();
        for (_, term) in &self.features {
            let count = self.counts[*term as usize];
            let weight = weight(count.into(), self.counted);
            self.weights.push(weight as u32);
        }
        self.sums.clear();
        for list in 0..self.len() as u32 {
            let mut sum = 0;
            for number in self.of(list) {
                let feature = number & !REPEATED;
                sum += u64::from(self.weights[feature as usize]);
            }
            self.sums.push(sum);
        }
        self.total = total;
    }

    /// Reads the features of a list as its layout gives them, the last occurrence of a term first.
    pub(super) fn read(&self, list: u32, features: &mut Vec<Feature>) {
        let sum = self.sums[list as usize];
        let mut with = None;
        features.clear();
        let numbers = self.of(list).iter().rev();
        for (index, &number) in (0..).zip(numbers) {
            let place = (number & !REPEATED) as usize;
            let (hash, _) = self.features[place];
            let weight = self.weights[place];
            features.push(Feature {
                hash,
                weight: share(self.total, weight.into(), sum),
                component: Component::Words,
                with,
                role: Role::Part,
            });
            with = (number & REPEATED > 0).then_some(index);
        }
    }

    /// Returns the features of all lists.
    pub(super) fn into_entries(self) -> Entries {
        let mut entries = Entries::default();
        let mut features = Vec::new();
        for list in 0..self.len() as u32 {
            self.read(list, &mut features);
            entries.push(&features, u64::from(list));
        }
        entries
    }

    /// Forgets hashes and order, which only features have, so that lists can be compared.
    pub(super) fn sorted(mut self) -> Self {
        self.numbers = Table::default();
        self.terms = Table::default();
        self.features = Vec::new();
        for list in 0..self.len() as u32 {
            let range = self.range(list);
            let list = &mut self.lists[range];
            for number in list.iter_mut() {
                *number &= !REPEATED;
            }
            list.sort_unstable();
        }
        self
    }

    fn range(&self, list: u32) -> Range<usize> {
        let list = list as usize;
        let start = match list.checked_sub(1) {
            Some(before) => self.ends[before],
            None => 0,
        };
        start as usize..self.ends[list] as usize
    }

    /// Returns the numbers of a list's features, sorted if lists [are](Self::sorted).
    pub(super) fn of(&self, list: u32) -> &[u32] {
        &self.lists[self.range(list)]
    }

    /// Says whether two sorted lists differ by at most the budget on either side, as their features
    /// would be compared.
    pub(super) fn are_similar(&self, one: u32, other: u32, budget: u64) -> bool {
        let lists = [self.of(one), self.of(other)];
        let sums = [self.sums[one as usize], self.sums[other as usize]];
        let surely = sums.map(|sum| self.unscaled(budget, sum));
        // Weights are rounded down when they are scaled: what is lacking may weigh up to a unit
        // less for each feature.
        let at_most = [0, 1].map(|i| {
            let rounded = lists[i].len() as u64;
            self.unscaled(budget + rounded, sums[i])
        });
        let mut lacking = [0; 2];
        let ended = each_lacking(lists, |i, number| {
            lacking[i] += u64::from(self.weights[number as usize]);
            lacking[i] <= at_most[i]
        });
        let are_sure = lacking[0] <= surely[0] && lacking[1] <= surely[1];
        if !ended || are_sure {
            return ended;
        }
        let mut scaled = [0; 2];
        each_lacking(lists, |i, number| {
            let weight = self.weights[number as usize];
            scaled[i] += share(self.total, weight.into(), sums[i]);
            scaled[i] <= budget
        })
    }

    /// Returns how many of a sorted list's features weigh at most the budget, the lightest first.
    pub(super) fn most_lacking(&self, list: u32, budget: u64) -> u32 {
        let mut weights = Vec::new();
        for number in self.of(list) {
            weights.push(u64::from(self.weights[*number as usize]));
        }
        weights.sort_unstable();
        // Weights are rounded down when they are scaled.
        let rounded = weights.len() as u64;
        let mut left = self.unscaled(budget + rounded, self.sums[list as usize]);
        let mut most = 0;
        for weight in weights {
            if weight > left {
                break;
            }
            left -= weight;
            most += 1;
        }
        most
    }

    /// Returns the part of a list's sum of weights that is this weight once scaled.
    fn unscaled(&self, weight: u64, sum: u64) -> u64 {
        let product = u128::from(weight) * u128::from(sum);
        (product / u128::from(self.total)) as u64
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        // Features are few in comparison.
        let lists = 4 * self.lists.capacity();
        let ends = 8 * self.ends.capacity();
        self.numbers.heap_bytes() + lists + ends
    }
}

/// Returns the number of a key in a table of this many, and whether it is new.
pub(super) fn number_of(table: &mut Table<(u64, u64)>, key: u64, count: usize) -> (u32, bool) {
    let key = stored(key);
    let slot = table.entry(key, |slot| slot.0 == key);
    let is_new = slot.0 == 0;
    if is_new {
        assert!(count < REPEATED as usize, "fewer than 2^31 keys");
        *slot = (key, count as u64);
    }
    (slot.1 as u32, is_new)
}

/// Passes each number that only one of two sorted lists has to `take`, with the place of the list.
/// Returns whether `take` was true for all.
fn each_lacking(
    [mut one, mut other]: [&[u32]; 2],
    mut take: impl FnMut(usize, u32) -> bool,
) -> bool {
    while let [a, rest @ ..] = one
        && let [b, others @ ..] = other
    {
        let is_taken = match a.cmp(b) {
            Ordering::Less => take(0, *a),
            Ordering::Equal => true,
            Ordering::Greater => take(1, *b),
        };
        if !is_taken {
            return false;
        }
        if a <= b {
            one = rest;
        }
        if b <= a {
            other = others;
        }
    }
    for (i, rest) in [one, other].into_iter().enumerate() {
        for &number in rest {
            if !take(i, number) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::term_sketch::TermSketch;
    use super::*;
    use proptest::prelude::*;
    use urlsift_core::similar::feature::sorted;
    use urlsift_core::similar::similarity;

    proptest! {
        /// Also where a unit decides, as at a half of terms that all weigh the same.
        #[test]
        fn lists_compare_as_their_features(
            texts in prop::collection::vec(prop::collection::vec(0..12_u64, 0..8), 2..12),
            total in 50..5_000_000_u64, percent in prop::sample::select(vec![25, 33, 50, 60, 75, 100]),
        ) {
            let mut lists = TermLists::default();
            for (list, mut terms) in (0..).zip(texts.clone()) {
                terms.sort_unstable();
                let numbered = terms.chunk_by(|a, b| a == b).flat_map(|alike| (1..).zip(alike));
                let occurrences: Vec<_> = numbered.map(|(number, &term)| (100 * term + number, term)).collect();
                lists.count(list, &occurrences);
            }
            let budget = total * (100 - percent) / 100;
            lists.weigh(total);
            let mut features = vec![Vec::new(); texts.len()];
            (0..).zip(&mut features).for_each(|(list, features)| lists.read(list, features));
            for (features, text) in features.iter().zip(&texts) {
                prop_assert_eq!(features.len(), text.len());
                for (i, feature) in features.iter().enumerate() {
                    // The next occurrence of the same term goes before.
                    let after = features[..i].iter().position(|other| other.hash == feature.hash + 1);
                    prop_assert_eq!(feature.with, after.map(|after| after as u32));
                }
            }
            let sorted_lists = lists.sorted();
            let sketches: Vec<_> =
                (0..texts.len() as u32).map(|list| TermSketch::of(&sorted_lists, list, budget)).collect();
            for one in 0..texts.len() {
                for other in 0..one {
                    prop_assert!(
                        sketches[one].may_be_similar(sketches[other])
                            || !sorted_lists.are_similar(one as u32, other as u32, budget)
                    );
                    prop_assert_eq!(
                        sorted_lists.are_similar(one as u32, other as u32, budget),
                        similarity::is_similar(&sorted(&features[one]), &sorted(&features[other]), budget)
                    );
                }
            }
        }
    }
}
