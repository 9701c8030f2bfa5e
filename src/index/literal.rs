//! The short way for literal URLs: what they are found by is computed while lines are scanned.
//!
//! Which parts of a literal URL may differ follows from its numbers of segments and parameters. Most can only be similar to URLs of
//! the same [core](super::core). Nearly all others have a few bands, which depend on nothing but the URL; what is
//! left goes to the [crowd](super::crowd) with all its features.
//!
//! Every URL is looked up by its core, so bands that say no more than the core does are left out. A URL A lacks a set of features
//! that a similar one B does not share. If that is nothing but scheme or fragment, then B has the core of A, unless B has more
//! parts than A: then it lacks some of those too. That is out of the question if no URL of other numbers is similar to A, and if
//! scheme or fragment take all of the budget. (If hosts weigh nothing, cores differ where no feature does: then all go to the crowd.)

use super::Index;
use super::core::{CoreHasher, Cores};
use super::crowd::Crowd;
use super::reach::{Counts, Reach};
use super::structure::Bands;
use super::template;
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
    core: CoreHasher,
    counts: Counts,
    reach: Reach,
}

/// What computing bands takes; kept for its memory.
#[derive(Debug, Default)]
pub(crate) struct Work {
    pub tokens: Vec<u64>,
    free: Vec<Free>,
}

/// A feature that may be lacking, and is neither scheme nor fragment.
#[derive(Debug)]
struct Free {
    hash: u64,
    weight: u64,
    number: u32,
    /// The feature that is lacking whenever this one is, as a bit.
    with: u128,
}

impl LiteralHasher {
    pub(crate) fn new(key: &Key, layout: &Layout, budget: u64) -> Self {
        Self {
            layout: layout.clone(),
            budget,
            core: CoreHasher::new(key, layout, budget),
            counts: Counts::new(layout, budget),
            reach: Crowd::reach(layout, budget),
        }
    }

    /// What a URL of so many segments and parameters is looked up by.
    #[inline]
    pub(crate) fn way(&self, segments: usize, pairs: usize) -> Way {
        if self.counts.are_apart(segments, pairs) {
            Way::Core
        } else if self.layout.weights.host == 0 || self.reach.reaches(segments, pairs) {
            Way::Features
        } else {
            Way::Bands
        }
    }

    /// The core of a record, given the hash of its path.
    #[inline]
    pub(crate) fn core(&self, key: &Key, record: &Record, path: u64, pairs: &[Pair]) -> u64 {
        let rest = key.join(key.join(record.host, path), template::params(key, pairs, true));
        self.core.core(key, record, rest)
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
        let Work { tokens, free } = work;
        let (mut whole, mut scheme, mut fragment) = (0_u64, None, None);
        let mut number = 0;
        free.clear();
        self.layout.each(key, record, tokens, pairs, |feature| {
            let Feature { hash, weight, with, component, .. } = feature;
            whole = whole.wrapping_add(hash);
            match component {
                Component::Scheme => scheme = Some((hash, weight)),
                Component::Fragment => fragment = Some((hash, weight)),
                _ if weight > self.budget => {}
                _ => match with {
                    None => free.push(Free { hash, weight, number, with: 0 }),
                    // What goes with a feature that may not differ may not either.
                    Some(with) => {
                        if let Some(at) = free.iter().rposition(|other| other.number == with) {
                            free.push(Free { hash, weight, number, with: 1 << at });
                        }
                    }
                },
            }
            number += 1;
        });
        debug_assert!(free.len() <= 128, "few bands are of few features");
        let alone = self.counts.are_alone(tokens.len(), pairs.len());
        let (scheme, fragment) = (scheme.unwrap_or_default(), fragment.unwrap_or_default());
        let both = (scheme.0.wrapping_add(fragment.0), scheme.1 + fragment.1);
        // What is lacking of scheme and fragment, and of the rest.
        let mut lacking = |lacks: (u64, u64), exists: bool| {
            let Some(left) = self.budget.checked_sub(lacks.1).filter(|_| exists) else { return };
            let sum = whole.wrapping_sub(lacks.0);
            if !alone && (lacks.1 == 0 || left > 0) {
                bands.push(sum);
            }
            if left > 0 {
                walk(free, 0, 0, left, sum, bands);
            }
        };
        lacking((0, 0), true);
        lacking(scheme, scheme.1 > 0);
        lacking(fragment, fragment.1 > 0);
        lacking(both, scheme.1 > 0 && fragment.1 > 0);
    }
}

/// Appends the bands that lack some of the free features from `from` on, where those of `dropped` are lacking already.
///
/// [`Enumeration`](crate::bands::Enumeration) does this for any URL. It knows a bound and features that are out from the start; few
/// bands need neither, and going through it took 5 % more instructions of a whole literal run.
fn walk(free: &[Free], from: usize, dropped: u128, budget: u64, sum: u64, bands: &mut Vec<u64>) {
    for (at, feature) in free.iter().enumerate().skip(from) {
        if feature.weight <= budget && feature.with & !dropped == 0 {
            let sum = sum.wrapping_sub(feature.hash);
            bands.push(sum);
            walk(free, at + 1, dropped | 1 << at, budget - feature.weight, sum, bands);
        }
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
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            layout: layout.clone(),
            cores: Cores::default(),
            bands: Bands::new(layout, budget, false),
            features: Vec::new(),
        }
    }

    /// Notes which records of a batch are similar to a representative; of those that are found by their features, some.
    pub(crate) fn know(&self, batch: &Batch, known: &mut Vec<bool>) {
        for record in &batch.records {
            self.cores.touch(record);
        }
        self.bands.touch(&batch.bands);
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
        let fragments = batch.records.iter().filter(|record| record.fragment != 0).count();
        self.cores.reserve(batch.len(), fragments)?;
        let others = batch.records.iter().filter(|record| record.way == Way::Features).count();
        let parts = batch.segments.len() + 2 * batch.pairs.len();
        self.bands.reserve_with(batch.bands.len(), others, others * Component::ALL.len() + parts)
    }
}
