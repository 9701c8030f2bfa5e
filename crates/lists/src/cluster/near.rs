//! Components in two stages: candidates by SimHash, each verified by weighted Jaccard similarity.
//!
//! The first stage takes all pairs of nodes whose codes differ in few bits, exactly ([`Slices`]).
//! By itself it gives components of low precision, because codes of 64 bits are near by chance and
//! by what outvotes the rest. The second stage leaves the pairs that are similar (Manku, Jain and
//! Das Sarma 2007 verify by hand; systems for messages do this). Each pair is looked at once, and
//! not at all if its two nodes are in one component already: that changes no component.

use super::forest::Forest;
use super::runs::Runs;
use std::collections::HashMap;
use std::ops::ControlFlow;
use urlsift_core::feature::Feature;
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::index::candidates::posting_lists::max_candidates;
use urlsift_core::index::candidates::query::Query;
use urlsift_core::index::simhash::{self, Slices};
use urlsift_core::similarity::Threshold;

/// How many times as many candidates a node is compared with as a filter compares a line with.
const PATIENCE: usize = 16;

/// How many nodes are joined between two looks at the watch.
const STEP: u32 = 1024;

/// What the two stages did. Lines with equal features count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stages {
    /// Pairs within the distance.
    pub candidates: u64,
    /// Pairs of these that were compared: the others were in one component by then.
    pub compared: u64,
    /// Pairs of these that are similar.
    pub verified: u64,
    /// Components that the first stage alone would give.
    pub first_groups: u64,
    /// Lines of the largest of these.
    pub first_largest: u64,
}

impl Stages {
    /// Counts the components of the first stage, given the root of each node there and the node of
    /// each line.
    pub(super) fn count(&mut self, roots: &[u32], lines: impl Iterator<Item = u32>) {
        let mut sizes = vec![0_u64; roots.len()];
        lines.for_each(|node| sizes[roots[node as usize] as usize] += 1);
        self.first_groups = sizes.iter().filter(|&&size| size > 0).count() as u64;
        self.first_largest = sizes.into_iter().max().unwrap_or_default();
    }
}

/// What was found.
pub(super) struct Near {
    pub(super) stages: Stages,
    /// The components of the first stage alone.
    pub(super) first: Forest,
    pub(super) limit_hits: u64,
}

/// Unites nodes whose codes are within a radius and that are as similar as `verify` asks for, but
/// none that others keep `apart`, by their numbers. `None` if the watch ends it.
pub(super) fn near(
    (nodes, apart): (&Entries, &[u64]),
    radius: u32,
    verify: Option<Threshold>,
    forest: &mut Forest,
    watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Option<Near> {
    let count = nodes.len() as u32;
    let (mut stages, mut first, mut limit_hits) = (Stages::default(), Forest::new(nodes.len()), 0);
    let mut all_slices: HashMap<u64, Slices> = HashMap::new();
    // The nodes of each code, and those that are compared with one.
    let (mut runs, mut candidates) = (Vec::<Runs<u32>>::new(), Vec::new());
    let (mut features, mut query): (Vec<Feature>, _) = (Vec::new(), Query::default());
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
        let code = simhash::code(&features);
        let apart = apart.get(node as usize).copied().unwrap_or_default();
        let slices = all_slices.entry(apart).or_insert_with(|| Slices::new(radius));
        let mut own = None;
        candidates.clear();
        slices.each_near(code, |other, at| {
            let run = &mut runs[at as usize];
            own = if other == code { Some(at) } else { own };
            stages.candidates += run.len() as u64;
            first.unite(run.first(), node);
            run.others(node, forest, |other| candidates.push(other));
        });
        candidates.sort_unstable();
        query.set(&features);
        let mut left = PATIENCE * max_candidates(features.len());
        for &other in &candidates {
            if forest.root(other) == forest.root(node) {
                continue;
            }
            if left == 0 {
                limit_hits += 1;
                break;
            }
            stages.compared += 1;
            let is_similar = verify.is_none_or(|verify| {
                let (shared, all) = query.jaccard(nodes, other);
                verify.is_reached(shared, all)
            });
            if is_similar {
                stages.verified += 1;
                forest.unite(other, node);
            } else {
                left -= 1;
            }
        }
        let at = own.unwrap_or_else(|| {
            let at = runs.len() as u64;
            slices.enter(code, at);
            runs.push(Runs::default());
            at
        });
        runs[at as usize].push(node, forest);
    }
    Some(Near { stages, first, limit_hits })
}
