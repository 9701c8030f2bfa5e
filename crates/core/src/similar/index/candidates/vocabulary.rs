//! The features of entries, and the posting lists of the rare ones.
//!
//! A feature is *rare* while fewer than [`FREQUENT`] entries have it: they are in a posting list
//! here, and comparing with all of them is cheap. A frequent feature has a number instead, and
//! stays frequent.
//!
//! If URLs of different hosts cannot be similar, each host has its own features: the result of a
//! search, and whether it hits its limit, then depend only on the kept URLs of its host.

use super::entries::{Entries, Posting};
use crate::similar::table::{Slot, Table, stored};
use std::collections::TryReserveError;
use urlsift_url::reserved::Reserved;

/// Number of entries at which a feature becomes frequent.
pub(super) const FREQUENT: u32 = 32;

/// Number of piece sizes.
const SIZES: usize = FREQUENT.trailing_zeros() as usize + 1;

/// The features of all entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// Whether each host has its own features.
    by_host: bool,
    features: Table<Usage>,
    /// The posting lists of rare features, each in a piece for 2, 4, 8, ... or [`FREQUENT`].
    postings: Vec<Posting>,
    /// Offsets of free pieces, by the logarithm of their size.
    free: [Vec<u32>; SIZES],
    /// Number of frequent features.
    frequent: u32,
}

/// A feature of a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct HostFeature {
    /// The hash of the URL's host, which is its first feature.
    pub host: u64,
    pub hash: u64,
}

/// The entries that have a feature.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usage {
    feature: u64,
    /// Number of entries that have it; no longer counted once it is frequent.
    count: u32,
    /// The only entry, or the offset of the list in `postings`, or the number of the frequent
    /// feature.
    place: u32,
}

impl Slot for Usage {
    fn key(&self) -> u64 {
        self.feature
    }
}

impl Usage {
    /// Returns the number of entries that have it, if it is rare.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the number of a frequent feature, from 0.
    pub(super) fn frequent(&self) -> Option<u32> {
        (self.count == FREQUENT).then_some(self.place)
    }
}

impl Vocabulary {
    pub(super) fn new(by_host: bool) -> Self {
        Self {
            by_host,
            ..Self::default()
        }
    }

    /// Returns the key under which a feature of a host is counted.
    fn key(&self, feature: HostFeature) -> u64 {
        let mut key = feature.hash;
        if self.by_host {
            key = key.wrapping_add(feature.host);
        }
        stored(key)
    }

    /// Returns the entries that have a feature.
    pub(super) fn usage(&self, feature: HostFeature) -> Usage {
        let feature = self.key(feature);
        self.features
            .find(feature, |usage| usage.feature == feature)
            .copied()
            .unwrap_or_default()
    }

    /// Prefetches the slot of [`usage`](Self::usage).
    pub(super) fn prefetch(&self, feature: HostFeature) {
        self.features.prefetch(self.key(feature));
    }

    /// Prefetches the posting list of a rare feature.
    pub(super) fn prefetch_postings(&self, usage: Usage) {
        if (2..FREQUENT).contains(&usage.count) {
            std::hint::black_box(self.postings[usage.place as usize].number);
        }
    }

    /// Calls `done` with the entries that have a rare feature until it returns true. Returns
    /// whether it did.
    pub(super) fn any_posting(
        &self,
        usage: Usage,
        entries: &Entries,
        mut done: impl FnMut(Posting) -> bool,
    ) -> bool {
        match usage.count {
            0 | FREQUENT => false,
            1 => done(entries.posting(usage.place)),
            count => {
                let list = usage.place as usize..(usage.place + count) as usize;
                self.postings[list].iter().any(|posting| done(*posting))
            }
        }
    }

    /// Adds a feature of an entry. If this makes the feature frequent, fills `turned` with all
    /// entries that have it.
    pub(super) fn add(
        &mut self,
        feature: HostFeature,
        entry: u32,
        entries: &Entries,
        turned: &mut Vec<u32>,
    ) -> Usage {
        turned.clear();
        let feature = self.key(feature);
        let Some(usage) = self
            .features
            .find_mut(feature, |usage| usage.feature == feature)
        else {
            let usage = Usage {
                feature,
                count: 1,
                place: entry,
            };
            self.features.insert(usage, |_| false);
            return usage;
        };
        match usage.count {
            FREQUENT => return *usage,
            1 => {
                let place = piece(&mut self.postings, &mut self.free, 1);
                self.postings[place as usize] = entries.posting(usage.place);
                usage.place = place;
            }
            count if count.is_power_of_two() => {
                // The piece is full.
                let size = count.trailing_zeros() as usize;
                let place = piece(&mut self.postings, &mut self.free, size + 1);
                let full = usage.place as usize..(usage.place + count) as usize;
                self.postings.copy_within(full, place as usize);
                self.free[size].push(usage.place);
                usage.place = place;
            }
            _ => {}
        }
        self.postings[(usage.place + usage.count) as usize] = entries.posting(entry);
        usage.count += 1;
        if usage.count == FREQUENT {
            let list = &self.postings[usage.place as usize..(usage.place + FREQUENT) as usize];
            turned.extend(list.iter().map(|posting| posting.number));
            self.free[FREQUENT.trailing_zeros() as usize].push(usage.place);
            usage.place = self.frequent;
            self.frequent += 1;
        }
        *usage
    }

    /// Reserves room for this many more features.
    pub(super) fn reserve(&mut self, features: usize) -> Result<(), TryReserveError> {
        self.features.try_reserve(features)?;
        self.postings.try_reserve(features)
    }

    /// Returns the bytes that it holds, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.features.heap_bytes() + self.postings.reserved_bytes()
    }
}

/// Returns a piece for `1 << size` postings.
fn piece(postings: &mut Vec<Posting>, free: &mut [Vec<u32>; SIZES], size: usize) -> u32 {
    if let Some(place) = free[size].pop() {
        return place;
    }
    let place = postings.len();
    postings.resize(place + (1 << size), Posting::default());
    place as u32
}

#[cfg(test)]
mod tests {
    use super::{Entries, FREQUENT, HostFeature, Vocabulary};

    #[test]
    fn entries_are_listed_until_a_feature_is_frequent() {
        let (mut vocabulary, mut turned) = (Vocabulary::default(), Vec::new());
        let mut entries = Entries::<u64>::default();
        for entry in 0..FREQUENT + 2 {
            assert_eq!(entries.push(&[], 0), entry);
            for feature in 1..50 {
                let usage = vocabulary.usage(HostFeature {
                    host: 0,
                    hash: feature,
                });
                let expected: Vec<u32> = if entry < FREQUENT {
                    (0..entry).collect()
                } else {
                    Vec::new()
                };
                let mut listed = Vec::new();
                vocabulary.any_posting(usage, &entries, |posting| {
                    listed.push(posting.number);
                    false
                });
                assert_eq!(listed, expected);
                assert_eq!(usage.frequent().is_some(), entry >= FREQUENT);
                let usage = vocabulary.add(
                    HostFeature {
                        host: 0,
                        hash: feature,
                    },
                    entry,
                    &entries,
                    &mut turned,
                );
                assert_eq!(
                    turned.len() as u32,
                    if entry + 1 == FREQUENT { FREQUENT } else { 0 }
                );
                assert_eq!(usage.frequent().is_some(), entry + 1 >= FREQUENT);
            }
        }
        assert_eq!(vocabulary.frequent, 49);
    }
}
