//! Bands in a set: similarity of features without comparing anything.
//!
//! Where URLs may have many bands, [`Candidates`] enters some and finds the others by comparison.

use super::candidates::{Candidates, MAX_BANDS};
use super::owners::KeyOwners;
use super::{Id, Match, Neighbours, Shortfall};
use crate::similar::feature::{Feature, Layout};
use crate::similar::plan::bands;
use std::collections::TryReserveError;

/// Bands to reserve room for if a URL may have many: far more than a batch of real URLs needs.
const FORESEEN: usize = 1 << 16;

/// The bands of all representatives.
#[derive(Clone, Debug)]
pub(super) struct Bands {
    budget: u64,
    owners: KeyOwners,
    /// `None` if no URL can have more than one band.
    candidates: Option<Box<Candidates>>,
}

impl Bands {
    pub(super) fn new(layout: &Layout, budget: u64, named: bool) -> Self {
        let candidates = if layout.has_one_band(budget) {
            None
        } else {
            Some(Box::new(Candidates::new(layout, budget)))
        };
        Self {
            budget,
            owners: KeyOwners::new(named),
            candidates,
        }
    }

    /// Whether a representative has one of these bands.
    pub(super) fn knows(&self, bands: &[u64]) -> bool {
        self.owners.find(bands).is_some()
    }

    /// Prefetches the bands' slots.
    pub(super) fn prefetch(&self, bands: &[u64]) {
        for band in bands {
            self.owners.prefetch(*band);
        }
    }

    /// Enters all bands of an unnamed representative that cannot be similar to a URL with many
    /// bands.
    pub(super) fn enter(&mut self, bands: &[u64]) {
        self.owners.insert(bands, 0);
    }

    /// Reserves room for this many such bands, and for other entries as
    /// [`reserve`](Neighbours::reserve) does.
    pub(super) fn reserve_with(
        &mut self,
        mut bands: usize,
        entries: usize,
        features: usize,
    ) -> Result<(), TryReserveError> {
        match &mut self.candidates {
            Some(candidates) => {
                bands += entries.saturating_mul(MAX_BANDS).min(FORESEEN);
                candidates.reserve(entries, features)?;
            }
            None => bands += entries,
        }
        self.owners.try_reserve(bands)
    }
}

impl Neighbours for Bands {
    fn find(&mut self, features: &[Feature]) -> Option<Match> {
        if let Some(candidates) = &mut self.candidates {
            return candidates.find(features, &self.owners);
        }
        let band = bands::single(features, self.budget);
        self.owners.find(&[band])
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        if let Some(candidates) = &mut self.candidates {
            return candidates.insert(features, id, &mut self.owners);
        }
        let band = bands::single(features, self.budget);
        self.owners.insert(&[band], id);
    }

    fn hide(&mut self, id: Id) -> bool {
        if let Some(candidates) = &mut self.candidates {
            candidates.hide(id);
        }
        self.owners.hide(id)
    }

    fn shortfall(&self) -> Shortfall {
        match &self.candidates {
            Some(candidates) => candidates.shortfall(),
            None => Shortfall::default(),
        }
    }

    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.reserve_with(0, entries, features)
    }

    fn heap_bytes(&self) -> usize {
        let mut bytes = self.owners.heap_bytes();
        if let Some(candidates) = &self.candidates {
            bytes += candidates.heap_bytes();
        }
        bytes
    }

    fn empty(&self, layout: &Layout) -> Self {
        Self::new(layout, self.budget, self.owners.are_named())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::index::tests::features;
    use crate::similar::similarity::{UNIT, Weights};
    use urlsift_url::hash::Key;

    #[test]
    fn only_urls_that_may_have_many_bands_need_candidates() {
        let layout = |skeleton| Layout::new(&Key::new([1, 2]), Weights::default(), skeleton);
        assert!(
            Bands::new(&layout(true), UNIT / 2, false)
                .candidates
                .is_none()
        );
        assert!(
            Bands::new(&layout(true), 2 * UNIT, false)
                .candidates
                .is_some()
        );
        assert!(
            Bands::new(&layout(false), UNIT / 2, false)
                .candidates
                .is_some()
        );
        assert!(Bands::new(&layout(false), 0, false).candidates.is_none());
    }

    #[test]
    fn a_single_band_is_that_of_all_that_may_not_differ() {
        let layout = Layout::new(&Key::new([1, 2]), Weights::default(), true);
        // All features but the last weigh more than the budget.
        let of = |last: u64| {
            let mut list = features([1, 2, last]);
            list[0].weight = UNIT;
            list[1].weight = UNIT;
            list
        };
        let mut bands = Bands::new(&layout, UNIT / 2, true);
        bands.insert(&of(3), 4);
        assert_eq!(bands.find(&of(5)), Some(Match::Named(4)));
        assert_eq!(bands.find(&features([1, 9, 3])), None);
        assert!(!bands.knows(&[77]));
        bands.enter(&[77]);
        assert!(bands.knows(&[5, 77]));
    }
}
