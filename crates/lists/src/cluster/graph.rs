//! The nodes of a list, which are joined to components at the end.

use super::components::{Components, Shapes};
use super::forest::{Watch, WatchedForest};
use super::join::{JoinRule, MAX_COST, join};
use super::lines::ClusterLines;
use super::near::{NearNodes, NearRule, near};
use super::nodes::{NodeFeatures, Nodes};
use super::term_lists::TermLists;
use crate::filter;
use urlsift_core::similar::feature::Layout;
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::{Batch, Feature, Metric, Record, Sift, Threshold};

/// The nodes, and the rule by which two of them are similar.
#[derive(Debug)]
pub(super) struct SimilarityGraph {
    measure: EdgeRule,
    nodes: Nodes,
    /// The most that an exact comparison of terms may [cost](super::join::MAX_COST).
    pub max_cost: u64,
    /// The key that keeps a node apart whatever its code is; 0 for nodes beyond the end.
    barriers: Vec<u64>,
    // Kept for their memory:
    tokens: Vec<u64>,
    features: Vec<Feature>,
    occurrences: Vec<(u64, u64)>,
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

impl EdgeRule {
    /// Returns the rule of a filter.
    pub(super) fn of(sift: &Sift) -> Self {
        let measure = filter::measure(sift);
        match measure.metric {
            Metric::Overlap => Self::Overlap(measure.budget()),
            Metric::SimHash => Self::SimHash(measure.threshold.radius(), None),
        }
    }

    /// Returns an empty list of features as it compares them.
    pub(super) fn features(self, layout: &Layout) -> NodeFeatures {
        match self {
            Self::Overlap(budget) if layout.has_one_band(budget) => NodeFeatures::Single(budget),
            Self::Overlap(_) if layout.has_terms() => NodeFeatures::Terms(TermLists::default()),
            _ => NodeFeatures::Entries(Entries::default()),
        }
    }
}

impl SimilarityGraph {
    pub(super) fn new(sift: &Sift, measure: EdgeRule) -> Self {
        let nodes = Nodes::new(measure.features(&filter::measure(sift).layout));
        Self {
            measure,
            nodes,
            max_cost: MAX_COST,
            barriers: Vec::new(),
            tokens: Vec::new(),
            features: Vec::new(),
            occurrences: Vec::new(),
        }
    }

    /// Returns the node of a record; `None` if it is empty or not selected.
    pub(super) fn node(&mut self, sift: &Sift, batch: &Batch, record: &Record) -> Option<u32> {
        match record {
            Record::Empty | Record::Header(_) | Record::Unwanted(_) => None,
            Record::NotUrl(hash) => Some(self.nodes.of(*hash, &[], &[])),
            Record::Url(url) => {
                let (view, layout) = filter::learned_view(sift, batch, url, &mut self.tokens);
                if let EdgeRule::Overlap(budget) = self.measure
                    && let Some(band) = layout.band_of_terms(&view, budget)
                {
                    return Some(self.nodes.of_key(band));
                }
                if let NodeFeatures::Terms(_) = self.nodes.features {
                    self.occurrences.clear();
                    layout.each_occurrence(&view, |hash, term| {
                        self.occurrences.push((hash, term));
                    });
                    return Some(self.nodes.of(0, &[], &self.occurrences));
                }
                layout.features(&view, &mut self.features);
                let node = self.nodes.of(0, &self.features, &[]);
                // Features include the key, codes do not.
                let barrier = url.barrier_key();
                if barrier > 0 && matches!(self.measure, EdgeRule::SimHash(..)) {
                    let count = self.barriers.len().max(node as usize + 1);
                    self.barriers.resize(count, 0);
                    self.barriers[node as usize] = barrier;
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
    pub(super) fn components(
        self,
        sift: Sift,
        lines: ClusterLines,
        watch: Watch<'_>,
    ) -> Option<Components> {
        let total = filter::measure(&sift).layout.total();
        let mut forest = WatchedForest::new(self.nodes.len(), watch);
        let mut features = self.nodes.features;
        if let NodeFeatures::Terms(lists) = &mut features {
            lists.weigh(total);
        }
        let joined = match self.measure {
            EdgeRule::Overlap(budget) => {
                let least = 1.0 - budget as f64 / total as f64;
                let rule = JoinRule {
                    budget,
                    jaccard: least / (2.0 - least),
                    max_cost: self.max_cost,
                };
                join(features, rule, &mut forest)?
            }
            EdgeRule::SimHash(radius, verify) => {
                let nodes = NearNodes {
                    entries: &features.into_entries(),
                    barriers: &self.barriers,
                    lines: &lines,
                };
                near(&nodes, NearRule { radius, verify }, &mut forest)?
            }
        };
        let roots = forest.forest.roots();
        let shapes = Shapes::Read(Box::new(sift));
        Some(Components::new(lines, &roots, shapes, joined))
    }
}
