//! Joins nodes that share a band.
//!
//! Two nodes are similar if and only if they share a band, and all nodes that share one are similar
//! to each other. So one pass over the bands gives the components without a comparison: each band
//! remembers one node. Features of a single node are left out beforehand ([`FeatureCounts`]). A
//! node that still has too many bands is *wide* and is compared ([`PrefixFilter`]).

use super::feature_counts::FeatureCounts;
use super::forest::Forest;
use super::prefix_filter::PrefixFilter;
use super::screens::{Screen, SharedWeights, Sketches};
use std::ops::ControlFlow;
use urlsift_core::Feature;
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::plan::bands::Enumeration;
use urlsift_core::table::{Table, stored};

/// The most bands of a node that is not wide. URLs share so many frequent features that comparisons
/// cost more than bands.
const MAX_BANDS: usize = 4096;

/// The same limit for texts and sequences, whose features are mostly rare. With the bound of URLs,
/// 100,000 messages at 80 % take 6 times the time and 12 times the memory.
const MAX_BANDS_OF_TERMS: usize = 16;

/// Nodes that are joined between two calls of the watch.
const STEP: u32 = 4096;

/// Called with the nodes done and the nodes in all.
pub(super) type Watch<'w> = &'w mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Unites all nodes that are similar under a budget, wide ones by comparison. Returns how many wide
/// ones had too many candidates; `None` if the watch ends it.
pub(super) fn join(
    nodes: &Entries, budget: u64, has_terms: bool, forest: &mut Forest, watch: Watch<'_>,
) -> Option<u64> {
    let counts = FeatureCounts::of(nodes, budget);
    let wide = join_by_bands(nodes, &counts, budget, has_terms, forest, watch)?;
    if wide.is_empty() {
        return Some(0);
    }
    if let Some(weights) = SharedWeights::of(nodes, budget).filter(|_| has_terms) {
        return join_wide(nodes, &counts, &wide, PrefixFilter::new(budget, weights), forest, watch);
    }
    join_wide(nodes, &counts, &wide, PrefixFilter::new(budget, Sketches::default()), forest, watch)
}

/// Unites the nodes that share a band, and returns the wide ones.
fn join_by_bands(
    nodes: &Entries, counts: &FeatureCounts, budget: u64, has_terms: bool, forest: &mut Forest,
    watch: Watch<'_>,
) -> Option<Vec<u32>> {
    let max_bands = if has_terms { MAX_BANDS_OF_TERMS } else { MAX_BANDS };
    let (count, mut owners) = (nodes.len() as u32, Table::<(u64, u64)>::default());
    let (mut features, mut rarities, mut bands): (Vec<Feature>, Vec<_>, Vec<u64>) = Default::default();
    let (mut enumeration, mut wide) = (Enumeration::default(), Vec::new());
    for node in 0..count {
        if node % STEP == 0 && watch(u64::from(node), u64::from(count)).is_break() {
            return None;
        }
        features.clear();
        features.extend(nodes.features(node));
        // A node without features is similar to no other.
        if features.is_empty() {
            continue;
        }
        counts.rarities(&features, &mut rarities);
        bands.clear();
        let alone = |i: usize| rarities[i].nodes < 2;
        if enumeration.run(&features, alone, None, budget, max_bands, &mut bands).is_err() {
            wide.push(node);
        }
        for &band in &bands {
            let band = stored(band);
            let slot = owners.entry(band, |slot| slot.0 == band);
            if slot.0 == 0 {
                *slot = (band, u64::from(node));
            } else {
                forest.unite(slot.1 as u32, node);
            }
        }
    }
    Some(wide)
}

/// Unites wide nodes with similar ones, and returns how many had too many candidates.
fn join_wide<S: Screen>(
    nodes: &Entries, counts: &FeatureCounts, wide: &[u32], mut filter: PrefixFilter<S>, forest: &mut Forest,
    watch: Watch<'_>,
) -> Option<u64> {
    let (count, mut wide) = (nodes.len() as u32, wide.iter().copied().peekable());
    let (mut features, mut rarities): (Vec<Feature>, Vec<_>) = Default::default();
    for node in 0..count {
        if node % STEP == 0 && watch(u64::from(node), u64::from(count)).is_break() {
            return None;
        }
        features.clear();
        features.extend(nodes.features(node));
        counts.rarities(&features, &mut rarities);
        filter.join(nodes, node, &features, &rarities, wide.next_if_eq(&node).is_some(), forest);
    }
    Some(filter.limit_hits())
}
