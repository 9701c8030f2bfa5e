//! Which features representatives have, and who has the rare ones.
//!
//! A feature is *rare* while fewer than [`FREQUENT`] entries have it: then they are listed, and comparing with all of them is
//! cheap. A frequent feature has a number instead, and stays frequent.

use super::entries::{Entries, Posting};
use crate::table::{Slot, Table, stored};
use std::collections::TryReserveError;

/// From how many entries on a feature is frequent.
pub(crate) const FREQUENT: u32 = 32;

/// Sizes of pieces.
const SIZES: usize = FREQUENT.trailing_zeros() as usize + 1;

/// The features of all entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    words: Table<Word>,
    /// The entries that have rare features, in pieces of 2, 4, 8, ... or [`FREQUENT`].
    owners: Vec<Posting>,
    /// Pieces that are free again, by the logarithm of their size.
    free: [Vec<u32>; SIZES],
    frequent: u32,
}

/// What is known about a feature.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Word {
    feature: u64,
    /// How many entries have it; no longer counted once it is frequent.
    count: u32,
    /// The only entry, or where the entries begin in `owners`, or the number among the frequent ones.
    at: u32,
}

impl Slot for Word {
    #[inline]
    fn key(&self) -> u64 {
        self.feature
    }
}

impl Word {
    /// How many entries have it, if it is rare.
    #[inline]
    pub(crate) fn owners(&self) -> u32 {
        self.count
    }

    /// The number of a frequent feature.
    #[inline]
    pub(crate) fn frequent(&self) -> Option<u32> {
        (self.count == FREQUENT).then_some(self.at)
    }
}

impl Vocabulary {
    /// What is known about a feature. Of one that no entry has, nothing is.
    #[inline]
    pub(crate) fn word(&self, feature: u64) -> Word {
        let feature = stored(feature);
        self.words.find(feature, |word| word.feature == feature).copied().unwrap_or_default()
    }

    /// Prefetches what is known about a feature.
    #[inline]
    pub(crate) fn prefetch(&self, feature: u64) {
        self.words.prefetch(stored(feature));
    }

    /// Prefetches the list of the entries that have a rare feature.
    #[inline]
    pub(crate) fn prefetch_owners(&self, word: Word) {
        if (2..FREQUENT).contains(&word.count) {
            std::hint::black_box(self.owners[word.at as usize].number);
        }
    }

    /// Calls `each` with the entries that have a feature, if it is rare, until one is found.
    #[inline]
    pub(crate) fn find_owner(
        &self,
        word: Word,
        entries: &Entries,
        mut found: impl FnMut(Posting) -> bool,
    ) -> bool {
        match word.count {
            0 | FREQUENT => false,
            1 => found(entries.posting(word.at)),
            count => {
                self.owners[word.at as usize..(word.at + count) as usize].iter().any(|owner| found(*owner))
            }
        }
    }

    /// Notes that an entry has a feature. If this makes the feature frequent, all that have it are left in `owners`.
    pub(crate) fn add(&mut self, feature: u64, entry: u32, entries: &Entries, owners: &mut Vec<u32>) -> Word {
        owners.clear();
        let feature = stored(feature);
        let Some(word) = self.words.find_mut(feature, |word| word.feature == feature) else {
            let word = Word { feature, count: 1, at: entry };
            self.words.insert(word, |_| false);
            return word;
        };
        match word.count {
            FREQUENT => return *word,
            1 => {
                let at = piece(&mut self.owners, &mut self.free, 1);
                self.owners[at as usize] = entries.posting(word.at);
                word.at = at;
            }
            count if count.is_power_of_two() => {
                // The piece is full.
                let size = count.trailing_zeros() as usize;
                let at = piece(&mut self.owners, &mut self.free, size + 1);
                self.owners.copy_within(word.at as usize..(word.at + count) as usize, at as usize);
                self.free[size].push(word.at);
                word.at = at;
            }
            _ => {}
        }
        self.owners[(word.at + word.count) as usize] = entries.posting(entry);
        word.count += 1;
        if word.count == FREQUENT {
            let piece = &self.owners[word.at as usize..(word.at + FREQUENT) as usize];
            owners.extend(piece.iter().map(|owner| owner.number));
            self.free[FREQUENT.trailing_zeros() as usize].push(word.at);
            word.at = self.frequent;
            self.frequent += 1;
        }
        *word
    }

    /// Makes room for so many features more.
    pub(crate) fn reserve(&mut self, features: usize) -> Result<(), TryReserveError> {
        self.words.try_reserve(features)?;
        self.owners.try_reserve(features)
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.words.memory() + self.owners.capacity() * size_of::<Posting>()
    }
}

/// A piece for `1 << size` entries.
fn piece(owners: &mut Vec<Posting>, free: &mut [Vec<u32>; SIZES], size: usize) -> u32 {
    free[size].pop().unwrap_or_else(|| {
        let at = owners.len() as u32;
        owners.resize(owners.len() + (1 << size), Posting::default());
        at
    })
}

#[cfg(test)]
mod tests {
    use super::{Entries, FREQUENT, Vocabulary};

    #[test]
    fn owners_are_listed_until_a_feature_is_frequent() {
        let (mut vocabulary, mut turned) = (Vocabulary::default(), Vec::new());
        let mut entries = Entries::default();
        for entry in 0..FREQUENT + 2 {
            assert_eq!(entries.push(&[], 0), entry);
            for feature in 1..50 {
                let word = vocabulary.word(feature);
                let expected: Vec<u32> = if entry < FREQUENT { (0..entry).collect() } else { Vec::new() };
                let mut owners = Vec::new();
                vocabulary.find_owner(word, &entries, |owner| {
                    owners.push(owner.number);
                    false
                });
                assert_eq!(owners, expected);
                assert_eq!(word.frequent().is_some(), entry >= FREQUENT);
                let word = vocabulary.add(feature, entry, &entries, &mut turned);
                assert_eq!(turned.len() as u32, if entry + 1 == FREQUENT { FREQUENT } else { 0 });
                assert_eq!(word.frequent().is_some(), entry + 1 >= FREQUENT);
            }
        }
        assert_eq!(vocabulary.frequent, 49);
    }
}
