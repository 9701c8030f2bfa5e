//! Bands in a set: similarity of features without comparing anything.

use super::keys::Uniform;
use super::postings::Postings;
use super::reach::Reach;
use super::{Id, Index, keys::KeySet};
use crate::bands;
use crate::features::{Component, Feature, Layout, Role};
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;

/// How many bands a URL may have before it is found through [`Postings`] instead. Bands cost the same whatever was kept;
/// postings are cheaper on lists of rare words, but grow with those that many URLs share. Six plain segments at 80 % have 164
/// bands.
const MAX_BANDS: usize = 192;

/// Bands for which room is made ahead where a URL may have many: far more than a batch of real URLs needs.
const FORESEEN: usize = 1 << 18;

/// The bands of all representatives.
#[derive(Debug)]
pub(crate) struct Bands {
    budget: u64,
    keys: Keys,
    /// What URLs with too many bands need; `None` where no URL can have more than one.
    wide: Option<Wide>,
    buffer: Vec<u64>,
}

/// Band keys, with the representative that first owned them where it is to be named.
#[derive(Debug)]
enum Keys {
    Known(KeySet),
    Named(HashMap<u64, Id, BuildHasherDefault<Uniform>>),
}

/// Representatives for comparison. A URL with too many bands must find those with few, and the other way round.
#[derive(Debug)]
struct Wide {
    /// Representatives whose bands are in the set: only URLs with too many bands look for them here.
    narrow: Postings,
    /// Representatives with too many bands: everybody whom they can be similar to looks for them here.
    wide: Postings,
    reach: Reach,
}

impl Bands {
    pub(crate) fn new(layout: &Layout, budget: u64, named: bool) -> Self {
        let keys = if named { Keys::Named(HashMap::default()) } else { Keys::Known(KeySet::default()) };
        let wide = || Wide {
            narrow: Postings::new(budget),
            wide: Postings::new(budget),
            reach: Reach::new(layout, budget, MAX_BANDS),
        };
        Self { budget, keys, wide: (!layout.has_one_band(budget)).then(wide), buffer: Vec::new() }
    }

    /// Leaves the bands in the buffer; `false` if there are too many.
    fn enumerate(&mut self, features: &[Feature]) -> bool {
        self.buffer.clear();
        if self.wide.is_none() {
            self.buffer.push(bands::single(features, self.budget));
            return true;
        }
        bands::enumerate(features, self.budget, MAX_BANDS, &mut self.buffer).is_ok()
    }
}

impl Index for Bands {
    fn find(&mut self, features: &[Feature]) -> Option<Id> {
        if !self.enumerate(features) {
            let wide = self.wide.as_mut()?;
            return wide.narrow.find(features).into_iter().chain(wide.wide.find(features)).min();
        }
        let found = match &self.keys {
            // Without names any hit will do; number 0 stands for it.
            Keys::Known(keys) if self.buffer.iter().any(|band| keys.contains(*band)) => return Some(0),
            Keys::Known(_) => None,
            Keys::Named(keys) => self.buffer.iter().filter_map(|band| keys.get(band).copied()).min(),
        };
        let wide = self.wide.as_mut().and_then(|wide| wide.find_from_narrow(features));
        found.into_iter().chain(wide).min()
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        let narrow = self.enumerate(features);
        if let Some(wide) = &mut self.wide {
            if !narrow {
                wide.wide.insert(features, id);
            } else if wide.reaches(features) {
                wide.narrow.insert(features, id);
            }
        }
        match &mut self.keys {
            Keys::Known(keys) => {
                for &band in &self.buffer {
                    keys.insert(band);
                }
            }
            Keys::Named(keys) => {
                for &band in &self.buffer {
                    keys.entry(band).or_insert(id);
                }
            }
        }
    }

    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        let mut bands = entries;
        if let Some(wide) = &mut self.wide {
            bands = entries.saturating_mul(MAX_BANDS).min(FORESEEN);
            for postings in [&mut wide.narrow, &mut wide.wide] {
                postings.reserve(entries, features)?;
            }
        }
        match &mut self.keys {
            Keys::Known(keys) => keys.try_reserve(bands),
            Keys::Named(keys) => keys.try_reserve(bands),
        }
    }
}

impl Wide {
    /// The earliest representative with too many bands that is similar to a URL with few.
    fn find_from_narrow(&mut self, features: &[Feature]) -> Option<Id> {
        if self.wide.is_empty() || !self.reaches(features) { None } else { self.wide.find(features) }
    }

    /// Whether a URL with few bands can be similar to one with too many. It may say yes in vain.
    fn reaches(&mut self, features: &[Feature]) -> bool {
        let present = |f: &&Feature| f.role != Role::Absent;
        let of = |component| features.iter().filter(present).filter(move |f| f.component == component);
        let (segments, pairs) =
            self.reach.layout.counts(of(Component::Path).count(), of(Component::Params).count());
        self.reach.reaches(segments, pairs)
    }
}
