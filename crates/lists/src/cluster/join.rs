//! Joins nodes that share a band.
//!
//! Two nodes are similar if and only if they share a band, and all nodes that share one are similar
//! to each other. So one pass over the bands gives the components without a comparison: each band
//! remembers one node. Features of a single node are left out beforehand ([`FeatureCounts`]). A
//! node that still has too many bands is *wide* and is compared ([`PrefixFilter`], [`band_join`]).

use super::band_join;
use super::feature_counts::FeatureCounts;
use super::forest::WatchedForest;
use super::joined::JoinedNodes;
use super::nodes::NodeFeatures;
use super::prefix_filter::{PrefixFilter, PrefixNode};
use super::term_lists::{TermLists, number_of};
use urlsift_core::Feature;
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::similar::plan::bands::{BandLimits, Enumeration};
use urlsift_core::similar::table::Table;

/// The most bands of a node that is not wide. URLs share so many frequent features that comparisons
/// cost more than bands.
const MAX_BANDS: usize = 4096;

/// The same limit for texts and sequences, whose features are mostly rare. With the bound of URLs,
/// 100,000 messages at 80 % take 6 times the time and 12 times the memory.
const MAX_BANDS_OF_TERMS: usize = 16;

/// The most that an exact comparison of terms may be expected to [cost](PrefixFilter::cost): some
/// two seconds.
pub(super) const MAX_COST: u64 = 1 << 31;

/// The number of wide nodes from which this is estimated.
const SAMPLE: usize = 1024;

/// Nodes that are joined between two calls of the watch.
const STEP: u32 = 4096;

/// The rule by which nodes are joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinRule {
    /// The weight in which two similar nodes differ at most.
    pub budget: u64,
    /// The least weighted Jaccard similarity of two similar nodes.
    pub jaccard: f64,
    /// The most that an exact comparison of terms may [cost](PrefixFilter::cost).
    pub max_cost: u64,
}

/// Unites all nodes that are similar, wide ones by comparison. Returns `None` if the watch ends it.
pub(super) fn join(
    nodes: NodeFeatures,
    rule: JoinRule,
    forest: &mut WatchedForest<'_>,
) -> Option<JoinedNodes> {
    let counts = FeatureCounts::of(&nodes, rule.budget);
    let wide = join_by_bands(&nodes, &counts, rule.budget, forest)?;
    if wide.is_empty() {
        return Some(JoinedNodes::default());
    }
    let has_terms = matches!(nodes, NodeFeatures::Terms(_));
    let is_limited = !has_terms && rule.max_cost < u64::MAX;
    let mut filter = PrefixFilter::new(rule.budget, is_limited);
    let nodes = match nodes {
        NodeFeatures::Terms(lists) if cost(&lists, &counts, &wide, &mut filter) > rule.max_cost => {
            let lists = lists.sorted();
            let plan = band_join::join(&lists, rule.budget, rule.jaccard, forest)?;
            return Some(JoinedNodes {
                recall: Some(plan.recall),
                ..JoinedNodes::default()
            });
        }
        nodes => nodes.into_entries(),
    };
    if has_terms {
        filter.screen(&nodes);
    }
    let limit_hits = join_wide(&nodes, &counts, &wide, filter, forest)?;
    Some(JoinedNodes {
        limit_hits,
        ..JoinedNodes::default()
    })
}

/// Estimates from a sample what it takes to join all wide nodes by a filter.
fn cost(nodes: &TermLists, counts: &FeatureCounts, wide: &[u32], filter: &mut PrefixFilter) -> u64 {
    let mut features = Vec::new();
    let mut rarities = Vec::new();
    let step = wide.len().div_ceil(SAMPLE);
    let mut cost = 0;
    for &node in wide.iter().step_by(step) {
        nodes.read(node, &mut features);
        counts.rarities(&features, &mut rarities);
        cost += filter.cost(&features, &rarities);
    }
    cost * step as u64
}

/// Unites the nodes that share a band, and returns the wide ones.
fn join_by_bands(
    nodes: &NodeFeatures,
    counts: &FeatureCounts,
    budget: u64,
    forest: &mut WatchedForest<'_>,
) -> Option<Vec<u32>> {
    let max_bands = match nodes {
        NodeFeatures::Terms(_) => MAX_BANDS_OF_TERMS,
        _ => MAX_BANDS,
    };
    let count = nodes.len() as u32;
    let mut owners = Table::<(u64, u64)>::default();
    let mut features = Vec::<Feature>::new();
    let mut rarities = Vec::new();
    let mut bands = Vec::<u64>::new();
    let limits = BandLimits {
        budget,
        bound: max_bands,
    };
    let mut enumeration = Enumeration::default();
    let mut wide = Vec::new();
    for node in 0..count {
        if node % STEP == 0 {
            forest.tell(node, count)?;
        }
        nodes.read(node, &mut features);
        // A node without features is similar to no other.
        if features.is_empty() {
            continue;
        }
        counts.rarities(&features, &mut rarities);
        bands.clear();
        let alone = |i: usize| rarities[i].nodes < 2;
        let enumerated = enumeration.run(&features, alone, None, limits, &mut bands);
        if enumerated.is_err() {
            wide.push(node);
        }
        for &band in &bands {
            let (owner, is_new) = number_of(&mut owners, band, node as usize);
            if !is_new {
                forest.forest.unite(owner, node);
            }
        }
    }
    Some(wide)
}

/// Unites wide nodes with similar ones, and returns how many had too many candidates.
fn join_wide(
    nodes: &Entries,
    counts: &FeatureCounts,
    wide: &[u32],
    mut filter: PrefixFilter,
    forest: &mut WatchedForest<'_>,
) -> Option<u64> {
    let count = nodes.len() as u32;
    let mut wide = wide.iter().copied().peekable();
    let mut features = Vec::<Feature>::new();
    let mut rarities = Vec::new();
    for node in 0..count {
        if node % STEP == 0 {
            forest.tell(node, count)?;
        }
        features.clear();
        features.extend(nodes.features(node));
        counts.rarities(&features, &mut rarities);
        let node = PrefixNode {
            number: node,
            features: &features,
            rarities: &rarities,
            is_wide: wide.next_if_eq(&node).is_some(),
        };
        filter.join(nodes, &node, &mut forest.forest);
    }
    Some(filter.limit_hits)
}
