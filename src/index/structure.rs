//! Bands in a set: similarity of features without comparing anything.
//!
//! A band is looked up by URLs that have all of its features, so a band with a feature that only one URL has is of no use yet.
//! Where a URL has many bands that is most of them: [`Crowd`] enters those when their last feature comes again.

use super::crowd::{Crowd, Kind};
use super::keys::{KeySet, Uniform};
use super::{Id, Index};
use crate::bands;
use crate::features::{Feature, Layout};
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;

/// Bands for which room is made ahead where a URL may have many: far more than a batch of real URLs needs.
const FORESEEN: usize = 1 << 16;

/// The bands of all representatives.
#[derive(Debug)]
pub(crate) struct Bands {
    budget: u64,
    keys: Keys,
    /// What URLs with many bands need; `None` where no URL can have more than one.
    crowd: Option<Box<Crowd>>,
    buffer: Vec<u64>,
}

/// Band keys, with the earliest representative that owns them where it is to be named.
#[derive(Debug)]
pub(super) enum Keys {
    Known(KeySet),
    Named(HashMap<u64, Id, BuildHasherDefault<Uniform>>),
}

impl Keys {
    /// The earliest owner of any of these bands; any number if owners are not named.
    fn find(&self, bands: &[u64]) -> Option<Id> {
        match self {
            Self::Known(keys) => bands.iter().any(|band| keys.contains(*band)).then_some(0),
            Self::Named(keys) => bands.iter().filter_map(|band| keys.get(band).copied()).min(),
        }
    }

    pub(super) fn insert(&mut self, bands: &[u64], id: Id) {
        match self {
            Self::Known(keys) => {
                for &band in bands {
                    keys.insert(band);
                }
            }
            Self::Named(keys) => {
                for &band in bands {
                    keys.entry(band).and_modify(|owner| *owner = id.min(*owner)).or_insert(id);
                }
            }
        }
    }

    fn try_reserve(&mut self, bands: usize) -> Result<(), TryReserveError> {
        match self {
            Self::Known(keys) => keys.try_reserve(bands),
            Self::Named(keys) => keys.try_reserve(bands),
        }
    }
}

impl Bands {
    pub(crate) fn new(layout: &Layout, budget: u64, named: bool) -> Self {
        let keys = if named { Keys::Named(HashMap::default()) } else { Keys::Known(KeySet::default()) };
        let crowd = (!layout.has_one_band(budget)).then(|| Box::new(Crowd::new(layout, budget)));
        Self { budget, keys, crowd, buffer: Vec::new() }
    }

    /// Whether the representatives that may be compared make any hit as good as the earliest.
    fn any_will_do(&self) -> bool {
        matches!(self.keys, Keys::Known(_))
    }
}

impl Index for Bands {
    fn find(&mut self, features: &[Feature]) -> Option<Id> {
        self.buffer.clear();
        let Some(crowd) = &mut self.crowd else {
            self.buffer.push(bands::single(features, self.budget));
            return self.keys.find(&self.buffer);
        };
        let kind = crowd.kind(features);
        if !crowd.enumerate(features, kind, &mut self.keys, &mut self.buffer) {
            return crowd.compare_with_all(features);
        }
        let found = self.keys.find(&self.buffer);
        if kind == Kind::Apart || (found.is_some() && self.any_will_do()) {
            return found;
        }
        let Some(crowd) = &mut self.crowd else { return found };
        found.into_iter().chain(crowd.compare_with_wide(features)).min()
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        self.buffer.clear();
        match &mut self.crowd {
            Some(crowd) => crowd.insert(features, id, &mut self.keys, &mut self.buffer),
            None => self.buffer.push(bands::single(features, self.budget)),
        }
        self.keys.insert(&self.buffer, id);
    }

    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        let mut bands = entries;
        if let Some(crowd) = &mut self.crowd {
            bands = entries.saturating_mul(crowd.most_bands()).min(FORESEEN);
            crowd.reserve(entries, features)?;
        }
        self.keys.try_reserve(bands)
    }
}
