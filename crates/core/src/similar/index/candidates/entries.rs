//! The features of representatives, kept for comparison: 8 bytes a feature, or 4 if features are
//! numbered.
//!
//! The weight of a feature and the feature that it goes with depend on the numbers of segments and
//! parameters and little else. So entries share their *profiles*, and only hashes are kept for
//! each.

use super::sketch::Sketch;
use crate::similar::feature::{Component, Feature};
use crate::similar::index::Id;
use crate::similar::table::NumberMap;
use std::collections::TryReserveError;
use std::fmt::Debug;
use urlsift_url::reserved::Reserved;

/// Representatives by number.
#[derive(Clone, Debug, Default)]
pub struct Entries<H = u64> {
    entries: Vec<StoredEntry>,
    hashes: Vec<H>,
    profiles: Vec<Profile>,
    /// Profiles by their hashes.
    known: NumberMap<u32>,
}

/// A hash of a feature, or its number.
pub trait FeatureHash: Copy + Into<u64> + TryFrom<u64, Error: Debug> {}

impl<H: Copy + Into<u64> + TryFrom<u64, Error: Debug>> FeatureHash for H {}

#[derive(Clone, Copy, Debug)]
struct StoredEntry {
    id: Id,
    profile: u32,
    /// End of its hashes; they begin at the end of the previous entry's.
    end: u64,
    sketch: Sketch,
}

/// An entry on a posting list, with its sketch: fetching the sketch from elsewhere would cost a
/// cache miss for each candidate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Posting {
    pub number: u32,
    pub sketch: Sketch,
}

/// The features, with hashes of 0, shared by entries that differ only in hashes.
#[derive(Clone, Debug)]
struct Profile {
    counts: ComponentCounts,
    /// Number of features before those of parameters.
    placed: usize,
    features: Box<[Feature]>,
}

/// The number of features of each component.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ComponentCounts([ComponentCount; Component::ALL.len()]);

/// The number of features of one component.
#[derive(Clone, Copy, Debug, Default)]
struct ComponentCount {
    features: u64,
    /// The smallest weight among them.
    lightest: u64,
}

impl ComponentCounts {
    pub(super) fn of(features: &[Feature]) -> Self {
        let mut counts = Self::default();
        for feature in features {
            let count = &mut counts.0[feature.component as usize];
            count.lightest = if count.features == 0 {
                feature.weight
            } else {
                feature.weight.min(count.lightest)
            };
            count.features += 1;
        }
        counts
    }

    /// Returns the minimum weight that features of these counts have and those of the others lack:
    /// the surplus of each component.
    pub(super) fn surplus(&self, other: &Self) -> u64 {
        let mut surplus = 0;
        for (own, other) in self.0.iter().zip(&other.0) {
            surplus += own.features.saturating_sub(other.features) * own.lightest;
        }
        surplus
    }
}

/// Returns the number of features before those of parameters. Each of these can only equal the
/// feature at the same place of another URL.
pub(crate) fn count_placed(features: &[Feature]) -> usize {
    features
        .iter()
        .take_while(|feature| feature.component != Component::Params)
        .count()
}

/// Returns a feature without its hash.
fn unhashed(feature: &Feature) -> Feature {
    Feature {
        hash: 0,
        ..*feature
    }
}

impl<H: FeatureHash> Entries<H> {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a representative, and returns its number.
    pub fn push(&mut self, features: &[Feature], id: Id) -> u32 {
        // Four thousand million entries take more than 300 GB, and as many features more than 60.
        let hash = |feature: &Feature| H::try_from(feature.hash).expect("it fits");
        self.hashes.extend(features.iter().map(hash));
        let profile = self.profile_of(features);
        self.entries.push(StoredEntry {
            id,
            profile,
            end: self.hashes.len() as u64,
            sketch: Sketch::of(features),
        });
        u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 entries")
    }

    fn profile_of(&mut self, features: &[Feature]) -> u32 {
        // Odd factors keep all bits. Different profiles with the same hash are told apart below.
        let mix = |hash: u64, part: u64| {
            (hash ^ part)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(31)
        };
        let mut hash = 0;
        for feature in features {
            let with = u64::from(feature.with.unwrap_or(u32::MAX));
            let kind = (feature.role as u64) << 40 | (feature.component as u64) << 32;
            hash = mix(mix(hash, feature.weight), kind | with);
        }
        let next = self.profiles.len() as u32;
        let found = *self.known.entry(hash).or_insert(next);
        if let Some(profile) = self.profiles.get(found as usize)
            && profile
                .features
                .iter()
                .copied()
                .eq(features.iter().map(unhashed))
        {
            return found;
        }
        self.profiles.push(Profile {
            counts: ComponentCounts::of(features),
            placed: count_placed(features),
            features: features.iter().map(unhashed).collect(),
        });
        next
    }

    fn profile(&self, number: u32) -> &Profile {
        &self.profiles[self.entries[number as usize].profile as usize]
    }

    pub(crate) fn id(&self, number: u32) -> Id {
        self.entries[number as usize].id
    }

    pub fn posting(&self, number: u32) -> Posting {
        Posting {
            number,
            sketch: self.entries[number as usize].sketch,
        }
    }

    pub(crate) fn hashes(&self, number: u32) -> &[H] {
        let number = number as usize;
        let start = match number {
            0 => 0,
            _ => self.entries[number - 1].end,
        };
        &self.hashes[start as usize..self.entries[number].end as usize]
    }

    /// Returns the features of a representative in their original order.
    pub fn features(&self, number: u32) -> impl Iterator<Item = Feature> {
        let features = self.profile(number).features.iter();
        let hashed = features.zip(self.hashes(number));
        hashed.map(|(feature, &hash)| Feature {
            hash: hash.into(),
            ..*feature
        })
    }

    pub(super) fn counts(&self, number: u32) -> &ComponentCounts {
        &self.profile(number).counts
    }

    /// Returns the number of its features before those of parameters.
    pub(crate) fn placed(&self, number: u32) -> usize {
        self.profile(number).placed
    }

    pub(crate) fn weights(&self, number: u32) -> impl Iterator<Item = u64> {
        self.profile(number)
            .features
            .iter()
            .map(|feature| feature.weight)
    }

    /// Reserves room for this many representatives with this many features in total.
    pub(crate) fn reserve(
        &mut self,
        entries: usize,
        features: usize,
    ) -> Result<(), TryReserveError> {
        self.entries.try_reserve(entries)?;
        self.hashes.try_reserve(features)
    }

    /// Returns the bytes that it holds, approximately.
    pub fn heap_bytes(&self) -> usize {
        self.entries.reserved_bytes() + self.hashes.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::feature::sorted;
    use crate::similar::index::candidates::query::Query;
    use crate::similar::index::tests::features;
    use crate::similar::similarity;
    use proptest::prelude::*;

    fn list() -> impl Strategy<Value = Vec<Feature>> {
        prop::collection::btree_map(0..40_u64, 1..5_u64, 1..20).prop_map(|map| {
            // Hashes whose classes sometimes collide.
            let hash = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut list = features(map.keys().map(|&number| hash(number)));
            list.iter_mut()
                .zip(map.values())
                .for_each(|(feature, &weight)| feature.weight = weight);
            list
        })
    }

    proptest! {
        /// Comparing through profiles and sketches gives the result of comparing two sorted lists,
        /// and sketches exclude nothing similar.
        #[test]
        fn entries_compare_as_the_features_they_were_made_of(
            lists in prop::collection::vec(list(), 1..12), own in list(), budget in 0..30_u64,
        ) {
            let (mut entries, mut query) = (Entries::<u64>::default(), Query::new(budget));
            for (i, list) in lists.iter().enumerate() {
                prop_assert_eq!(entries.push(list, 7 * i as u64), i as u32);
            }
            query.set(&own);
            for (number, list) in (0..).zip(&lists) {
                prop_assert_eq!(&entries.features(number).collect::<Vec<_>>(), list);
                prop_assert_eq!(entries.id(number), 7 * u64::from(number));
                let similar = similarity::is_similar(&sorted(&own), &sorted(list), budget);
                prop_assert_eq!(query.is_similar(&entries, number), similar);
                let shared = |f: &Feature| {
                    let same = list.iter().filter(|other| other.hash == f.hash);
                    same.map(|other| other.weight.min(f.weight)).sum::<u64>()
                };
                let [shared, one, other] = [
                    own.iter().map(shared).sum(), own.iter().map(|f| f.weight).sum(), list.iter().map(|f| f.weight).sum::<u64>(),
                ];
                prop_assert_eq!(query.jaccard(&entries, number), (shared, one + other - shared));
                prop_assert!(query.may_be_similar(entries.posting(number).sketch) || !similar);
            }
        }
    }

    #[test]
    fn more_features_of_a_component_are_lacking() {
        let counts = |weights: &[u64], component| {
            let mut list = features(0..weights.len() as u64);
            list.iter_mut()
                .zip(weights)
                .for_each(|(feature, weight)| feature.weight = *weight);
            for feature in &mut list {
                feature.component = component;
            }
            ComponentCounts::of(&list)
        };
        let (many, few) = (
            counts(&[5, 2, 3, 2], Component::Path),
            counts(&[9], Component::Path),
        );
        assert_eq!((many.surplus(&few), few.surplus(&many)), (6, 0));
        assert_eq!(many.surplus(&counts(&[9; 4], Component::Params)), 8);
        assert_eq!(many.surplus(&many), 0);
    }

    #[test]
    fn entries_that_differ_in_hashes_only_share_their_profile() {
        let mut entries = Entries::<u64>::default();
        for i in 0..100 {
            entries.push(&features([i, i + 1000, i + 2000]), i);
        }
        assert_eq!(entries.profiles.len(), 1);
        entries.push(&features([1, 2]), 100);
        assert_eq!(entries.profiles.len(), 2);
        assert!(entries.heap_bytes() >= 302 * 8);
    }
}
