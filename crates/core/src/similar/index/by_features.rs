//! Index for representatives that are found by their features, which are computed for each search.

use super::{Id, Index, Match, Neighbours, Shortfall};
use crate::record::{Batch, UrlView};
use crate::similar::feature::{Component, Feature, Layout};
use crate::similar::table::NumberMap;
use std::collections::{HashMap, TryReserveError};

/// Representatives that are found by their features.
#[derive(Clone, Debug)]
pub(super) struct ByFeatures<N> {
    layout: Layout,
    neighbours: N,
    /// One engine for each value of the separating fields, if features alone do not keep such URLs
    /// apart.
    by_barrier: NumberMap<N>,
    /// Buffer, kept for reuse.
    features: Vec<Feature>,
}

impl<N: Neighbours> ByFeatures<N> {
    pub(super) fn new(layout: &Layout, neighbours: N) -> Self {
        Self {
            layout: layout.clone(),
            neighbours,
            by_barrier: HashMap::default(),
            features: Vec::new(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &N> {
        let separate = self.by_barrier.values();
        separate.chain([&self.neighbours])
    }
}

/// Returns the barrier of a URL, if neighbours have to be kept apart by it.
fn separating_barrier<N: Neighbours>(view: &UrlView<'_>) -> Option<u64> {
    let barrier = view.url.barrier_key();
    (N::MIXES && barrier != 0).then_some(barrier)
}

impl<N: Neighbours> Index for ByFeatures<N> {
    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.layout.features(view, &mut self.features);
        let neighbours = match separating_barrier::<N>(view) {
            Some(barrier) => self.by_barrier.get_mut(&barrier)?,
            None => &mut self.neighbours,
        };
        neighbours.find(&self.features)
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        self.layout.features(view, &mut self.features);
        let neighbours = match separating_barrier::<N>(view) {
            Some(barrier) => {
                let empty = || self.neighbours.empty(&self.layout);
                self.by_barrier.entry(barrier).or_insert_with(empty)
            }
            None => &mut self.neighbours,
        };
        neighbours.insert(&self.features, id);
    }

    fn hide(&mut self, id: Id) -> bool {
        !N::MIXES && self.neighbours.hide(id)
    }

    fn shortfall(&self) -> Shortfall {
        self.all().map(N::shortfall).sum()
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        let components = batch.len() * Component::ALL.len();
        let features = components + batch.segments.len() + 2 * batch.pairs.len();
        self.neighbours.reserve(batch.len() * variants, features)
    }

    fn heap_bytes(&self) -> usize {
        self.all().map(N::heap_bytes).sum()
    }

    fn empty(&self, layout: &Layout) -> Box<dyn Index> {
        Box::new(Self::new(layout, self.neighbours.empty(layout)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::similar::index::bands::Bands;
    use crate::similar::index::exhaustive::{Exhaustive, FingerprintMeasure};
    use crate::similar::index::tests::{budget, each_view, scanned};

    #[test]
    fn every_search_gives_the_earliest_similar_representative() {
        let lines = [
            "http://a.test/x/y?q=1",
            "http://a.test/x/z?q=1",
            "http://a.test/x/y?q=2",
            "http://a.test/w/z?q=1",
            "http://b.test/x/y?q=1",
            "http://a.test/x",
        ];
        for threshold in [100.0, 95.0, 85.0, 80.0, 60.0, 30.0] {
            let builder = Sift::builder()
                .literal(true)
                .threshold(threshold)
                .exhaustive(true);
            let (sift, batch) = scanned(&builder, &lines);
            let (layout, budget) = (&sift.view().measure.layout, budget(&sift));
            let mut bands = ByFeatures::new(layout, Bands::new(layout, budget, true));
            let mut oracle =
                ByFeatures::new(layout, Exhaustive::new(FingerprintMeasure::Overlap(budget)));
            each_view(&batch, |i, view| {
                assert_eq!(
                    bands.find(view),
                    oracle.find(view),
                    "{threshold}: {}",
                    lines[i]
                );
                bands.insert(view, i as u64);
                oracle.insert(view, i as u64);
            });
        }
    }
}
