//! The short way for literal URLs: what they are found by is computed while lines are scanned.
//!
//! Which parts of a literal URL may differ follows from its numbers of segments and parameters. Most can only be similar to URLs of
//! the same [core](super::core). Nearly all others have a few bands, which depend on nothing but the URL; what is
//! left goes to the [crowd](super::crowd) with all its features.
//!
//! Every URL is looked up by its core, so bands that say no more than the core does are left out. A URL A lacks a set of features
//! that a similar one B does not share. If that is nothing but scheme or fragment, then B has the core of A, unless B has more
//! parts than A: then it lacks some of those too. That is out of the question if no URL of other numbers is similar to A, and if
//! scheme or fragment take all of the budget.

use super::Index;
use super::core::Cores;
use super::crowd::{Crowd, MAX_BANDS};
use super::reach::{Counts, Reach};
use super::structure::Bands;
use crate::bands::Enumeration;
use crate::features::{Component, Feature, Layout};
use crate::hash::Key;
use crate::record::{Batch, Pair, Reading, Record};
use std::collections::TryReserveError;

/// What a literal URL is looked up by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Way {
    /// All its features, which are made of what the batch holds.
    #[default]
    Features,
    /// Its core, and bands which the batch holds.
    Bands,
    /// Its core alone.
    Core,
}

/// Computes what literal URLs are found by.
#[derive(Debug)]
pub(crate) struct LiteralHasher {
    layout: Layout,
    budget: u64,
    counts: Counts,
    reach: Reach,
}

/// What computing bands takes; kept for its memory.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub tokens: Vec<u64>,
    features: Vec<Feature>,
    walk: Enumeration,
}

impl LiteralHasher {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            layout: layout.clone(),
            budget,
            counts: Counts::new(layout, budget),
            reach: Crowd::reach(layout, budget),
        }
    }

    /// What a URL of so many segments and parameters is looked up by.
    #[inline]
    pub(crate) fn way(&self, segments: usize, pairs: usize) -> Way {
        if self.counts.are_apart(segments, pairs) {
            Way::Core
        } else if self.reach.reaches(segments, pairs) {
            Way::Features
        } else {
            Way::Bands
        }
    }

    /// The hash of all but scheme and fragment, given that of the path.
    #[inline]
    pub(crate) fn core(key: &Key, host: u64, path: u64, pairs: &[Pair]) -> u64 {
        // Pairs are sorted and differ, so each adds a term of its own.
        let params = pairs.iter().fold(0, |sum: u64, pair| sum.wrapping_add(key.join(pair.name, pair.value)));
        key.join(key.join(host, path), params)
    }

    /// Appends the bands of a record whose segments read `work.tokens`.
    pub(crate) fn bands(
        &self,
        key: &Key,
        record: &Record,
        pairs: &[Pair],
        work: &mut Work,
        bands: &mut Vec<u64>,
    ) {
        let Work { tokens, features, walk } = work;
        self.layout.features(key, record, tokens, pairs, features);
        let start = bands.len();
        let done = walk.run(features, |_| false, None, self.budget, MAX_BANDS, bands);
        debug_assert!(done.is_ok(), "few bands are not too many");
        let of = |component| {
            let feature = features.iter().find(|feature| feature.component == component);
            feature.map_or((0, 0), |feature| (feature.hash, feature.weight))
        };
        let (scheme, fragment) = (of(Component::Scheme), of(Component::Fragment));
        let whole = features.iter().fold(0, |sum: u64, feature| sum.wrapping_add(feature.hash));
        let alone = self.counts.are_alone(tokens.len(), pairs.len());
        let mut end = start;
        for at in start..bands.len() {
            let lacks = whole.wrapping_sub(bands[at]);
            let weight = match lacks {
                0 => Some(0),
                _ if lacks == scheme.0 => Some(scheme.1),
                _ if lacks == fragment.0 => Some(fragment.1),
                _ if lacks == scheme.0.wrapping_add(fragment.0) => Some(scheme.1 + fragment.1),
                _ => None,
            };
            if weight.is_none_or(|weight| !alone && weight < self.budget) {
                bands[end] = bands[at];
                end += 1;
            }
        }
        bands.truncate(end);
    }
}

/// All literal representatives.
#[derive(Debug)]
pub(crate) struct Literals {
    layout: Layout,
    cores: Cores,
    bands: Bands,
    features: Vec<Feature>,
}

impl Literals {
    pub(crate) fn new(key: &Key, layout: &Layout, budget: u64) -> Self {
        Self {
            layout: layout.clone(),
            cores: Cores::new(key, layout, budget),
            bands: Bands::new(layout, budget, false),
            features: Vec::new(),
        }
    }

    /// Notes which records of a batch are similar to a representative; of those that are found by their features, some.
    pub(crate) fn know(&self, batch: &Batch, known: &mut Vec<bool>) {
        known.extend(batch.records.iter().map(|record| self.cores.knows(record)));
        for (record, known) in batch.records.iter().zip(known) {
            *known = *known || self.bands.knows(batch.bands_of(record));
        }
    }

    /// Whether a representative is similar.
    pub(crate) fn find(&mut self, key: &Key, url: &Reading<'_>) -> bool {
        if self.cores.knows(url.record) {
            return true;
        }
        match url.record.way {
            Way::Core => false,
            Way::Bands => self.bands.knows(url.bands),
            Way::Features => {
                self.layout.features(key, url.record, url.tokens, url.pairs, &mut self.features);
                self.bands.find(&self.features).is_some()
            }
        }
    }

    /// Enters a representative that is similar to no other: what [`find`](Self::find) was asked for last.
    pub(crate) fn insert(&mut self, url: &Reading<'_>) {
        self.cores.insert(url.record);
        match url.record.way {
            Way::Core => {}
            Way::Bands => self.bands.enter(url.bands),
            Way::Features => self.bands.insert(&self.features, 0),
        }
    }

    /// How many searches were cut short.
    pub(crate) fn shortened(&self) -> u64 {
        self.bands.shortened()
    }

    /// Makes room for what may be kept of a batch.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.cores.reserve(batch.len())?;
        self.bands.reserve_bands(batch.bands.len())?;
        let parts = batch.segments.len() + 2 * batch.pairs.len();
        if parts > 0 {
            self.bands.reserve(batch.len(), batch.len() * Component::ALL.len() + parts)?;
        }
        Ok(())
    }
}
