//! Where a URL is the set of its features, made of its segments and parameters when it is asked for.

use super::question::{Id, Index, Match, Neighbours};
use crate::feature::{Component, Feature, Layout};
use crate::record::{Batch, UrlView};
use std::collections::TryReserveError;

/// Representatives that are found by their features.
#[derive(Clone, Debug)]
pub(crate) struct ByFeatures<N> {
    layout: Layout,
    neighbours: N,
    /// Kept for its memory.
    features: Vec<Feature>,
}

impl<N: Neighbours> ByFeatures<N> {
    pub(crate) fn new(layout: &Layout, neighbours: N) -> Self {
        Self { layout: layout.clone(), neighbours, features: Vec::new() }
    }
}

impl<N: Neighbours> Index for ByFeatures<N> {
    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.layout.features(view, &mut self.features);
        self.neighbours.find(&self.features)
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        self.layout.features(view, &mut self.features);
        self.neighbours.insert(&self.features, id);
    }

    fn search_limit_hits(&self) -> u64 {
        self.neighbours.search_limit_hits()
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        let features = batch.len() * Component::ALL.len() + batch.segments.len() + 2 * batch.pairs.len();
        self.neighbours.reserve(batch.len() * variants, features)
    }

    fn memory(&self) -> usize {
        self.neighbours.memory()
    }

    fn boxed_clone(&self) -> Box<dyn Index> {
        Box::new(self.clone())
    }
}
