//! Counts lines by key in bounded memory, with a fact from the first line of each key.
//!
//! The censuses of decisions, templates, traps and hosts are built on it. Others count something
//! else, and have their own structure:
//!
//! - the groups of a page are numbered without gaps, so a list of counts is smaller than a map;
//! - the tree of a page moves the lines of a small node to the node above instead of losing them;
//! - methods, statuses and classes of a template are few, public, and sorted by value;
//! - quotas and names that were sampled stop at a limit of each key, and decide verdicts.

use crate::similar::table::NumberHasher;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use urlsift_url::reserved::Reserved;

/// Counts of lines by key.
///
/// Memory is bounded by a number of keys. Beyond it, new keys are refused, or the keys with the
/// fewest lines make room for them ([`make_room`](Self::make_room)).
#[derive(Clone, Debug)]
pub struct Tally<K, F, S = RandomState> {
    counts: HashMap<K, Tallied<F>, S>,
    /// The most keys.
    most: usize,
    /// The most lines of a key that was forgotten.
    most_forgotten: u64,
}

/// A tally under keyed hashes or numbers that the program assigns.
pub type NumberTally<F> = Tally<u64, F, BuildHasherDefault<NumberHasher>>;

/// The lines of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tallied<F> {
    pub lines: u64,
    /// What is known from the first of these lines.
    pub first: F,
}

/// A tally without a bound.
impl<K, F, S: Default> Default for Tally<K, F, S> {
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

impl<K, F, S: Default> Tally<K, F, S> {
    /// Creates a tally of at most this many keys.
    pub fn new(most: usize) -> Self {
        Self {
            counts: HashMap::default(),
            most,
            most_forgotten: 0,
        }
    }
}

impl<K: Eq + Hash, F, S: BuildHasher> Tally<K, F, S> {
    /// Counts lines of a key. If the key is new, `first` finds its fact. Returns `None`, and counts
    /// nothing, if it finds none or there is no room for another key.
    pub fn count(
        &mut self,
        key: K,
        lines: u64,
        first: impl FnOnce() -> Option<F>,
    ) -> Option<&mut Tallied<F>> {
        let has_room = self.counts.len() < self.most;
        let tallied = match self.counts.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(_) if !has_room => return None,
            Entry::Vacant(place) => place.insert(Tallied {
                lines: 0,
                first: first()?,
            }),
        };
        tallied.lines += lines;
        Some(tallied)
    }

    /// Returns the lines of a key.
    pub fn get(&self, key: &K) -> Option<&Tallied<F>> {
        self.counts.get(key)
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns the keys with their lines, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &Tallied<F>)> {
        self.counts.iter()
    }

    /// Returns the lines of each key, in no order.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = Tallied<F>> {
        self.counts.into_values()
    }

    /// Makes room for a key that is new: forgets all but the half of the most keys that have the
    /// most lines. Of keys with equally many, the ones of lower `rank` stay. A forgotten key that
    /// comes back starts anew, so its count is too low.
    pub fn make_room<R: Ord>(&mut self, key: &K, rank: impl Fn(&F) -> R) {
        if self.counts.len() < self.most || self.counts.contains_key(key) {
            return;
        }
        let left = self.most / 2;
        let mut all: Vec<(K, Tallied<F>)> = self.counts.drain().collect();
        all.sort_by_cached_key(|(_, tallied)| (Reverse(tallied.lines), rank(&tallied.first)));
        if let Some((_, largest)) = all.get(left) {
            self.most_forgotten = self.most_forgotten.max(largest.lines);
        }
        all.truncate(left);
        self.counts.extend(all);
    }

    /// Returns by how many lines a count may be too low because its key was forgotten for a while;
    /// `None` if none was.
    pub fn missing(&self) -> Option<u64> {
        (self.most_forgotten > 0).then_some(self.most_forgotten)
    }

    /// Returns the memory used, in bytes, without what facts own.
    pub fn heap_bytes(&self) -> usize {
        self.counts.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(tally: &mut Tally<&'static str, u32>, keys: &[&'static str]) -> Vec<bool> {
        let mut are_counted = Vec::new();
        for (place, key) in (0..).zip(keys) {
            are_counted.push(tally.count(*key, 1, || Some(place)).is_some());
        }
        are_counted
    }

    fn lines(tally: &Tally<&'static str, u32>) -> Vec<(&'static str, u64, u32)> {
        let counts = tally.iter();
        let mut lines: Vec<_> = counts
            .map(|(key, tallied)| (*key, tallied.lines, tallied.first))
            .collect();
        lines.sort_unstable();
        lines
    }

    #[test]
    fn the_first_line_of_a_key_gives_its_fact_and_every_line_counts() {
        let mut tally = Tally::default();
        counted(&mut tally, &["b", "a", "b"]);
        assert_eq!(lines(&tally), [("a", 1, 1), ("b", 2, 0)]);
        let tallied = tally.count("a", 5, || unreachable!("it is known"));
        assert_eq!(tallied, Some(&mut Tallied { lines: 6, first: 1 }));
        assert_eq!(tally.count("c", 1, || None), None, "it has no fact");
        assert_eq!(tally.len(), 2);
        assert_eq!(tally.get(&"c"), None);
    }

    #[test]
    fn beyond_the_bound_known_keys_are_counted_and_new_ones_refused() {
        let mut tally = Tally::new(2);
        let are_counted = counted(&mut tally, &["a", "b", "c", "a", "c", "b", "b"]);
        assert_eq!(are_counted, [true, true, false, true, false, true, true]);
        assert_eq!(lines(&tally), [("a", 2, 0), ("b", 3, 1)]);
        assert_eq!(tally.missing(), None, "nothing was forgotten");
    }

    #[test]
    fn the_smallest_keys_are_forgotten_and_what_may_be_missing_is_told() {
        let mut tally = Tally::new(4);
        counted(
            &mut tally,
            &["a", "b", "c", "d", "d", "d", "b", "b", "c", "c"],
        );
        tally.make_room(&"a", |place| *place);
        assert_eq!(tally.missing(), None, "it is known");
        // Of the three with three lines, the earlier stay.
        tally.make_room(&"e", |place| *place);
        assert_eq!(lines(&tally), [("b", 3, 1), ("c", 3, 2)]);
        assert_eq!(tally.missing(), Some(3));
        counted(&mut tally, &["d", "e"]);
        assert_eq!(tally.get(&"d").map(|tallied| tallied.lines), Some(1));
        tally.make_room(&"f", |place| *place);
        assert_eq!(tally.len(), 2);
        assert_eq!(tally.missing(), Some(3), "smaller ones were forgotten");
    }
}
