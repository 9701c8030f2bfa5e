//! The features of representatives, kept for comparison: 8 bytes a feature.
//!
//! What a feature weighs and goes with depends on the numbers of segments and parameters and little else. So URLs share their *molds*, and
//! only hashes are kept for each.

use super::question::Id;
use crate::feature::{Component, Feature, Role};
use crate::table::Uniform;
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;

/// Representatives by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entries {
    entries: Vec<Entry>,
    hashes: Vec<u64>,
    molds: Vec<(Extent, Box<[Mold]>)>,
    /// The mold of each kind of feature list.
    known: HashMap<u64, u32, BuildHasherDefault<Uniform>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    id: Id,
    mold: u32,
    /// Where its hashes end; they begin where those of the entry before end.
    end: u64,
    sketch: Sketch,
}

/// Which of [`CLASSES`] classes of features a URL has: what tells most candidates off without fetching their features.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sketch([u32; CLASSES / 32]);

pub(super) const CLASSES: usize = 96;

pub(super) fn class(feature: &Feature) -> usize {
    (((feature.hash & 0xFFFF_FFFF) * CLASSES as u64) >> 32) as usize
}

/// An entry on a list. Sketches stand in the lists: fetching each candidate's from elsewhere would cost a cache miss.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Posting {
    pub number: u32,
    pub sketch: Sketch,
}

impl Sketch {
    pub(super) fn of(features: &[Feature]) -> Self {
        let mut words = [0; CLASSES / 32];
        for class in features.iter().map(class) {
            words[class / 32] |= 1 << (class % 32);
        }
        Self(words)
    }

    #[inline]
    pub(super) fn bits(self) -> u128 {
        self.0.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word))
    }
}

/// A feature without its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mold {
    weight: u64,
    component: Component,
    with: Option<u32>,
    role: Role,
}

/// How many features of each component there are, and what the lightest of them weighs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent([(u64, u64); Component::ALL.len()]);

impl Extent {
    pub(super) fn of(features: &[Feature]) -> Self {
        let mut extent = Self::default();
        for feature in features {
            let (count, lightest) = &mut extent.0[feature.component as usize];
            *lightest = if *count == 0 { feature.weight } else { feature.weight.min(*lightest) };
            *count += 1;
        }
        extent
    }

    /// The least weight that features of this extent have and those of the other lack: what there is more of one component.
    #[inline]
    pub(super) fn gap(&self, other: &Self) -> u64 {
        let more = |((own, lightest), (others, _)): (&(u64, u64), &(u64, u64))| {
            own.saturating_sub(*others) * lightest
        };
        self.0.iter().zip(&other.0).map(more).sum()
    }
}

impl Mold {
    fn of(feature: &Feature) -> Self {
        let &Feature { weight, component, with, role, .. } = feature;
        Self { weight, component, with, role }
    }

    fn fill(self, hash: u64) -> Feature {
        let Self { weight, component, with, role } = self;
        Feature { hash, weight, component, with, role }
    }
}

impl Entries {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Adds a representative, and gives its number.
    pub(crate) fn push(&mut self, features: &[Feature], id: Id) -> u32 {
        self.hashes.extend(features.iter().map(|f| f.hash));
        let mold = self.mold(features);
        self.entries.push(Entry { id, mold, end: self.hashes.len() as u64, sketch: Sketch::of(features) });
        // Four thousand million entries take more than 300 GB.
        u32::try_from(self.entries.len() - 1).expect("fewer than 2^32 entries")
    }

    fn mold(&mut self, features: &[Feature]) -> u32 {
        // Odd factors keep all bits; a mold that is taken for another one is seen below.
        let mix = |hash: u64, part: u64| (hash ^ part).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
        let hash = features.iter().fold(0, |hash, f| {
            let kind =
                (f.role as u64) << 40 | (f.component as u64) << 32 | u64::from(f.with.unwrap_or(u32::MAX));
            mix(mix(hash, f.weight), kind)
        });
        let next = self.molds.len() as u32;
        let found = *self.known.entry(hash).or_insert(next);
        let fits = |mold: &[Mold]| {
            mold.len() == features.len() && mold.iter().zip(features).all(|(m, f)| *m == Mold::of(f))
        };
        if found != next && fits(&self.molds[found as usize].1) {
            return found;
        }
        self.molds.push((Extent::of(features), features.iter().map(Mold::of).collect()));
        next
    }

    pub(crate) fn id(&self, number: u32) -> Id {
        self.entries[number as usize].id
    }

    pub(crate) fn posting(&self, number: u32) -> Posting {
        Posting { number, sketch: self.entries[number as usize].sketch }
    }

    pub(crate) fn hashes(&self, number: u32) -> &[u64] {
        let start = (number as usize).checked_sub(1).map_or(0, |before| self.entries[before].end);
        &self.hashes[start as usize..self.entries[number as usize].end as usize]
    }

    /// The features of a representative, in the order in which they came.
    pub(crate) fn features(&self, number: u32) -> impl Iterator<Item = Feature> {
        let (_, mold) = &self.molds[self.entries[number as usize].mold as usize];
        mold.iter().zip(self.hashes(number)).map(|(mold, &hash)| mold.fill(hash))
    }

    pub(super) fn extent(&self, number: u32) -> &Extent {
        &self.molds[self.entries[number as usize].mold as usize].0
    }

    pub(super) fn weights(&self, number: u32) -> impl Iterator<Item = u64> {
        self.molds[self.entries[number as usize].mold as usize].1.iter().map(|mold| mold.weight)
    }

    /// Makes room for so many representatives with so many features in all.
    pub(crate) fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.entries.try_reserve(entries)?;
        self.hashes.try_reserve(features)
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.hashes.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::sorted;
    use crate::index::Wanted;
    use crate::index::tests::features;
    use crate::similarity;
    use proptest::prelude::*;

    fn list() -> impl Strategy<Value = Vec<Feature>> {
        prop::collection::btree_map(0..40_u64, 1..5_u64, 1..20).prop_map(|map| {
            // Hashes whose classes collide now and then.
            let hash = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut list = features(map.keys().map(|&number| hash(number)));
            list.iter_mut().zip(map.values()).for_each(|(feature, &weight)| feature.weight = weight);
            list
        })
    }

    proptest! {
        /// Comparing through molds and sketches says what comparing two sorted lists does, and sketches refuse nothing similar.
        #[test]
        fn entries_compare_as_the_features_they_were_made_of(
            lists in prop::collection::vec(list(), 1..12), wanted in list(), budget in 0..30_u64,
        ) {
            let (mut entries, mut compared) = (Entries::default(), Wanted::new(budget));
            for (i, list) in lists.iter().enumerate() {
                prop_assert_eq!(entries.push(list, 7 * i as u64), i as u32);
            }
            compared.set(&wanted);
            for (number, list) in (0..).zip(&lists) {
                prop_assert_eq!(&entries.features(number).collect::<Vec<_>>(), list);
                prop_assert_eq!(entries.id(number), 7 * u64::from(number));
                let similar = similarity::is_similar(&sorted(&wanted), &sorted(list), budget);
                prop_assert_eq!(compared.is_similar(&entries, number), similar);
                let shared = |f: &Feature| list.iter().filter(|o| o.hash == f.hash).map(|o| o.weight.min(f.weight)).sum::<u64>();
                let [shared, one, other] = [
                    wanted.iter().map(shared).sum(), wanted.iter().map(|f| f.weight).sum(), list.iter().map(|f| f.weight).sum::<u64>(),
                ];
                prop_assert_eq!(compared.jaccard(&entries, number), (shared, one + other - shared));
                prop_assert!(compared.may_be_similar(entries.posting(number).sketch) || !similar);
            }
        }
    }

    #[test]
    fn more_features_of_a_component_are_lacking() {
        let extent = |weights: &[u64], component| {
            let mut list = features(0..weights.len() as u64);
            list.iter_mut().zip(weights).for_each(|(feature, weight)| feature.weight = *weight);
            for feature in &mut list {
                feature.component = component;
            }
            Extent::of(&list)
        };
        let (many, few) = (extent(&[5, 2, 3, 2], Component::Path), extent(&[9], Component::Path));
        assert_eq!((many.gap(&few), few.gap(&many)), (6, 0));
        assert_eq!(many.gap(&extent(&[9; 4], Component::Params)), 8);
        assert_eq!(many.gap(&many), 0);
    }

    #[test]
    fn lists_of_one_kind_share_their_mold() {
        let mut entries = Entries::default();
        for i in 0..100 {
            entries.push(&features([i, i + 1000, i + 2000]), i);
        }
        assert_eq!(entries.molds.len(), 1);
        entries.push(&features([1, 2]), 100);
        assert_eq!(entries.molds.len(), 2);
        assert!(entries.memory() >= 302 * 8);
    }
}
