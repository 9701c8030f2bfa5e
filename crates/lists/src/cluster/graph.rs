//! The nodes of a list, which are joined to components at the end.

use super::components::{Components, Shapes};
use super::forest::Forest;
use super::join::{Watch, join};
use super::lines::StoredLines;
use super::near::{Near, near};
use super::nodes::Nodes;
use crate::filter;
use urlsift_core::{Batch, Feature, Record, Sift, Threshold};

/// The nodes, and the rule by which two of them are similar.
#[derive(Debug)]
pub(super) struct SimilarityGraph {
    measure: EdgeRule,
    nodes: Nodes,
    /// The key that keeps a node apart whatever its code is; 0 for nodes beyond the end.
    apart: Vec<u64>,
    // Kept for their memory:
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

/// The rule by which two nodes are similar.
#[derive(Clone, Copy, Debug)]
pub(super) enum EdgeRule {
    /// Their features differ within this budget.
    Overlap(u64),
    /// Their codes differ in at most this many bits, and their weighted Jaccard similarity reaches
    /// the threshold, if there is one.
    SimHash(u32, Option<Threshold>),
}

impl SimilarityGraph {
    pub(super) fn new(sift: &Sift, measure: EdgeRule) -> Self {
        let single = match measure {
            EdgeRule::Overlap(budget) if filter::measure(sift).layout.has_one_band(budget) => Some(budget),
            _ => None,
        };
        let (apart, tokens, features) = (Vec::new(), Vec::new(), Vec::new());
        Self { measure, nodes: Nodes::new(single), apart, tokens, features }
    }

    /// Returns the node of a record; `None` if it is empty or not selected.
    pub(super) fn node(&mut self, sift: &Sift, batch: &Batch, record: &Record) -> Option<u32> {
        match record {
            Record::Empty | Record::Header(_) | Record::Unwanted(_) => None,
            Record::NotUrl(hash) => Some(self.nodes.of_other(*hash)),
            Record::Url(url) => {
                let (view, layout) = filter::learned_view(sift, (batch, url), &mut self.tokens);
                if let EdgeRule::Overlap(budget) = self.measure
                    && let Some(band) = layout.band_of_terms(&view, budget)
                {
                    return Some(self.nodes.of_key(band));
                }
                layout.features(&view, &mut self.features);
                let node = self.nodes.of(&self.features);
                // Features include the key, codes do not.
                if let (EdgeRule::SimHash(..), apart @ 1..) = (self.measure, url.kept_apart()) {
                    self.apart.resize(self.apart.len().max(node as usize + 1), 0);
                    self.apart[node as usize] = apart;
                }
                Some(node)
            }
        }
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.nodes.memory()
    }

    /// Joins similar nodes. Returns `None` if the watch ends it.
    pub(super) fn components(self, sift: Sift, lines: StoredLines, watch: Watch<'_>) -> Option<Components> {
        let (mut forest, entries) = (Forest::new(self.nodes.len()), &self.nodes.entries);
        let (limit_hits, stages) = match self.measure {
            EdgeRule::Overlap(budget) => {
                (join(entries, budget, filter::measure(&sift).layout.has_terms(), &mut forest, watch)?, None)
            }
            EdgeRule::SimHash(radius, verify) => {
                let Near { mut stages, first, limit_hits } =
                    near((entries, &self.apart), radius, verify, &mut forest, watch)?;
                stages.count(&first.roots(), lines.nodes().flatten());
                (limit_hits, Some(stages))
            }
        };
        Some(Components::new(lines, &forest.roots(), Shapes::Read(Box::new(sift)), limit_hits, stages))
    }
}
