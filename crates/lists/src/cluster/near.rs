//! Components in two stages: candidates by SimHash, each verified by weighted Jaccard similarity.
//!
//! The first stage finds all pairs of nodes whose codes differ in few bits, exactly ([`Slices`]).
//! Alone it gives components of low precision, because codes of 64 bits are also near by chance, or
//! because heavy features outvote the rest. The second stage keeps the pairs that are similar
//! (Manku, Jain and Das Sarma 2007 verify by hand; systems for messages do this). Pairs within one
//! component are skipped, as they change no component.

use super::forest::{Forest, WatchedForest};
use super::joined::{JoinedNodes, Stages};
use super::lines::ClusterLines;
use super::runs::Runs;
use std::collections::HashMap;
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::similar::index::candidates::posting_lists::max_candidates;
use urlsift_core::similar::index::candidates::query::Query;
use urlsift_core::similar::index::simhash::{self, Slices};
use urlsift_core::{Feature, Threshold};

/// Number of candidates that a node is compared with, as a multiple of a filter's limit for a line.
const PATIENCE: usize = 16;

/// Nodes that are joined between two calls of the watch.
const STEP: u32 = 1024;

/// The nodes that are joined, and the lines that they stand for.
#[derive(Clone, Copy)]
pub(super) struct NearNodes<'n> {
    /// The features of each node.
    pub entries: &'n Entries,
    /// Keys of nodes: only nodes of equal keys are united. Nodes beyond the last key have key 0.
    pub barriers: &'n [u64],
    pub lines: &'n ClusterLines,
}

/// The rule for uniting two nodes.
#[derive(Clone, Copy)]
pub(super) struct NearRule {
    /// The most bits in which their codes differ.
    pub radius: u32,
    /// The similarity that they reach, if that is asked for.
    pub verify: Option<Threshold>,
}

/// Unites nodes under a rule. Returns `None` if the watch ends it.
pub(super) fn near(
    nodes: &NearNodes<'_>,
    rule: NearRule,
    watched: &mut WatchedForest<'_>,
) -> Option<JoinedNodes> {
    let entries = nodes.entries;
    let count = entries.len() as u32;
    let mut stages = Stages::default();
    let mut first = Forest::new(entries.len());
    let mut limit_hits = 0;
    let mut all_slices: HashMap<u64, Slices> = HashMap::new();
    // The nodes of each code, and the candidates of one node.
    let mut runs = Vec::<Runs<()>>::new();
    let mut candidates = Vec::new();
    let mut features = Vec::<Feature>::new();
    let mut query = Query::default();
    for node in 0..count {
        if node % STEP == 0 {
            watched.tell(node, count)?;
        }
        let forest = &mut watched.forest;
        features.clear();
        features.extend(entries.features(node));
        // A node without features is similar to no other.
        if features.is_empty() {
            continue;
        }
        let code = simhash::code(&features);
        let barrier = nodes.barriers.get(node as usize).copied();
        let slices = all_slices.entry(barrier.unwrap_or_default());
        let slices = slices.or_insert_with(|| Slices::new(rule.radius));
        let mut own = None;
        candidates.clear();
        slices.each_near(code, |other, at| {
            let run = &mut runs[at as usize];
            if other == code {
                own = Some(at);
            }
            stages.candidates += run.len() as u64;
            first.unite(run.first(), node);
            run.next_others(&mut 0, usize::MAX, node, forest, |(other, ())| {
                candidates.push(other);
            });
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
            let is_similar = match rule.verify {
                Some(verify) => {
                    let (shared, all) = query.jaccard(entries, other);
                    verify.is_reached(shared, all)
                }
                None => true,
            };
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
        runs[at as usize].push(node, (), forest);
    }
    stages.count(&first.roots(), nodes.lines.nodes().flatten());
    Some(JoinedNodes {
        limit_hits,
        recall: None,
        stages: Some(stages),
    })
}
