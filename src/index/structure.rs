//! Bands in a set: similarity of features without comparing anything.
//!
//! Where URLs may have many bands, [`Crowd`] says which are worth entering, and finds the others.

use super::crowd::{Crowd, MAX_BANDS};
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
}

/// Band keys, with the earliest representative that owns them where it is to be named.
#[derive(Debug)]
pub(super) enum Keys {
    Known(KeySet),
    Named(HashMap<u64, Id, BuildHasherDefault<Uniform>>),
}

impl Keys {
    pub(super) fn are_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }

    /// The earliest owner of any of these bands; any number if owners are not named.
    pub(super) fn find(&self, bands: &[u64]) -> Option<Id> {
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
        Self { budget, keys, crowd }
    }

    /// Whether a representative has one of these bands.
    #[inline]
    pub(super) fn knows(&self, bands: &[u64]) -> bool {
        self.keys.find(bands).is_some()
    }

    /// Has the places of bands loaded.
    #[inline]
    pub(super) fn touch(&self, bands: &[u64]) {
        if let Keys::Known(keys) = &self.keys {
            for band in bands {
                keys.touch(*band);
            }
        }
    }

    /// Enters bands of a representative that no URL with many bands can be similar to. They are all that it is entered under.
    pub(super) fn enter(&mut self, bands: &[u64]) {
        self.keys.insert(bands, 0);
    }

    /// Makes room for so many such bands, and for other entries as [`reserve`](Index::reserve) does.
    pub(super) fn reserve_with(
        &mut self,
        mut bands: usize,
        entries: usize,
        features: usize,
    ) -> Result<(), TryReserveError> {
        match &mut self.crowd {
            Some(crowd) => {
                bands += entries.saturating_mul(MAX_BANDS).min(FORESEEN);
                crowd.reserve(entries, features)?;
            }
            None => bands += entries,
        }
        self.keys.try_reserve(bands)
    }
}

impl Index for Bands {
    fn find(&mut self, features: &[Feature]) -> Option<Id> {
        match &mut self.crowd {
            Some(crowd) => crowd.find(features, &self.keys),
            None => self.keys.find(&[bands::single(features, self.budget)]),
        }
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        match &mut self.crowd {
            Some(crowd) => crowd.insert(features, id, &mut self.keys),
            None => self.keys.insert(&[bands::single(features, self.budget)], id),
        }
    }

    fn shortened(&self) -> u64 {
        self.crowd.as_ref().map_or(0, |crowd| crowd.shortened())
    }

    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.reserve_with(0, entries, features)
    }
}
