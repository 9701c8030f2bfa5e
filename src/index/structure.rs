//! Bands in a set: similarity of features without comparing anything.

use super::keys::Uniform;
use super::postings::Postings;
use super::{Id, Index, keys::KeySet};
use crate::bands;
use crate::features::{Feature, Layout};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How many bands a URL may have before it is found through [`Postings`] instead.
const MAX_BANDS: usize = 256;

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
    /// All representatives: searched by URLs with too many bands.
    all: Postings,
    /// Representatives with too many bands: searched by the others.
    wide: Postings,
}

impl Bands {
    pub(crate) fn new(layout: &Layout, budget: u64, named: bool) -> Self {
        let keys = if named { Keys::Named(HashMap::default()) } else { Keys::Known(KeySet::default()) };
        let wide = || Wide { all: Postings::new(budget), wide: Postings::new(budget) };
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
            return self.wide.as_mut().and_then(|wide| wide.all.find(features));
        }
        let found = match &self.keys {
            Keys::Known(keys) => return_any(self.buffer.iter().any(|band| keys.contains(band))),
            Keys::Named(keys) => self.buffer.iter().filter_map(|band| keys.get(band).copied()).min(),
        };
        let named = matches!(self.keys, Keys::Named(_));
        if found.is_some() && !named {
            return found;
        }
        let wide =
            self.wide.as_mut().filter(|wide| !wide.wide.is_empty()).and_then(|wide| wide.wide.find(features));
        found.into_iter().chain(wide).min()
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        let narrow = self.enumerate(features);
        if let Some(wide) = &mut self.wide {
            wide.all.insert(features, id);
            if !narrow {
                wide.wide.insert(features, id);
            }
        }
        match &mut self.keys {
            Keys::Known(keys) => keys.extend(self.buffer.iter().copied()),
            Keys::Named(keys) => {
                for &band in &self.buffer {
                    keys.entry(band).or_insert(id);
                }
            }
        }
    }
}

/// An index that does not name representatives answers with number 0.
fn return_any(found: bool) -> Option<Id> {
    found.then_some(0)
}
