//! Components of similarity: nodes that share a band hang together.
//!
//! Two nodes are similar if and only if they share a band, and all that share one are similar to each other. So one pass over the bands
//! of all nodes gives the components, with nothing compared: each band remembers one node. Features that one node alone has
//! are left out ahead ([`Vocabulary`]). A node that has too many bands all the same is compared ([`Lists`]).

use super::forest::Forest;
use super::lists::Lists;
use super::vocabulary::Vocabulary;
use crate::feature::Feature;
use crate::index::Entries;
use crate::plan::bands::Enumeration;
use crate::table::{Table, stored};
use std::ops::ControlFlow;

/// How many bands a node may have before it is compared instead. URLs share too many frequent features for comparisons to be few.
pub(super) const MAX_BANDS: usize = 4096;

/// The same for nodes of terms, most of which are rare: with the bound of URLs, 100,000 messages at 80 % take 6 times the time and 12
/// times the memory.
pub(super) const MAX_BANDS_OF_TERMS: usize = 16;

/// How many nodes are joined between two looks at the watch.
const STEP: u32 = 4096;

/// Unites all nodes that are similar under a budget, those with more than `max_bands` by comparing them, and gives how many would have had to be compared with too many others. `None` if
/// the watch, which is told how many of how many are done, ends it.
pub(super) fn join(
    nodes: &Entries,
    budget: u64,
    max_bands: usize,
    forest: &mut Forest,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<u64> {
    let vocabulary = Vocabulary::of(nodes, budget);
    let count = nodes.len() as u32;
    let (mut owners, mut lists) = (Table::<(u64, u64)>::default(), Lists::new(budget));
    let (mut features, mut frequencies, mut bands): (Vec<Feature>, Vec<_>, Vec<u64>) = Default::default();
    let (mut walk, mut wide) = (Enumeration::default(), Vec::new());
    for node in 0..count {
        if node % STEP == 0 && watch(u64::from(node), u64::from(count)).is_break() {
            return None;
        }
        features.clear();
        features.extend(nodes.features(node));
        // Without features, it is like no other one.
        if features.is_empty() {
            continue;
        }
        vocabulary.frequencies(&features, &mut frequencies);
        bands.clear();
        let alone = |i: usize| frequencies[i].nodes < 2;
        if walk.run(&features, alone, None, budget, max_bands, &mut bands).is_err() {
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
    drop(owners);
    if wide.is_empty() {
        return Some(0);
    }
    let mut wide = wide.into_iter().peekable();
    for node in 0..count {
        if node % STEP == 0 && watch(u64::from(node), u64::from(count)).is_break() {
            return None;
        }
        features.clear();
        features.extend(nodes.features(node));
        vocabulary.frequencies(&features, &mut frequencies);
        let is_wide = wide.next_if_eq(&node).is_some();
        lists.join(nodes, node, &features, &frequencies, is_wide, forest);
    }
    Some(lists.limit_hits())
}
