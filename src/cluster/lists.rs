//! Comparing nodes that have too many bands with those that share a rare feature.
//!
//! All features have one order, rare ones first. What a node may lack weighs at most the budget, so of the shortest front of its
//! features that weighs more it shares at least one with any similar node. The rarest feature that both share is then in the fronts of
//! both (the prefix filter: Chaudhuri, Ganti and Kaushik 2006). So a node stands on the lists of its front, and is compared
//! with what stands there before it. Nodes of one component need no comparison: runs of them are stepped over.

use super::forest::Forest;
use super::runs::Runs;
use super::vocabulary::Frequency;
use crate::feature::Feature;
use crate::index::{Entries, Wanted, max_candidates};
use crate::table::{Table, stored};
use std::mem;
use std::ops::Range;

/// How many times as many candidates a node is compared with as a filter compares a line with: here only few nodes are compared at all.
const PATIENCE: usize = 16;

/// The nodes before the present one, by the features of their fronts.
#[derive(Debug)]
pub(super) struct Lists {
    budget: u64,
    /// The number of each feature's list.
    numbers: Table<(u64, u64)>,
    lists: Vec<List>,
    /// For each node, the last one that was compared with it.
    looked: Vec<u32>,
    limit_hits: u64,
    // Kept for their memory:
    front: Vec<(Frequency, u64, u64)>,
    candidates: Vec<u32>,
    wanted: Wanted,
}

/// The nodes that have a feature in their front.
#[derive(Debug, Default)]
struct List {
    /// All of them, for nodes with many bands.
    all: Runs,
    /// Those with many bands, for the others.
    wide: Runs,
}

impl Lists {
    pub(super) fn new(budget: u64) -> Self {
        Self {
            budget,
            numbers: Table::default(),
            lists: Vec::new(),
            looked: Vec::new(),
            limit_hits: 0,
            front: Vec::new(),
            candidates: Vec::new(),
            wanted: Wanted::new(budget),
        }
    }

    /// How many nodes had more candidates than they could be compared with.
    pub(super) fn limit_hits(&self) -> u64 {
        self.limit_hits
    }

    /// Unites a node with those before it that are similar, if it or they have many bands, and enters it.
    pub(super) fn join(
        &mut self,
        nodes: &Entries,
        node: u32,
        features: &[Feature],
        frequencies: &[Frequency],
        is_wide: bool,
        forest: &mut Forest,
    ) {
        self.set_front(features, frequencies);
        self.wanted.set(features);
        let mut left = PATIENCE * max_candidates(features.len());
        let mut from = 0;
        while from < self.front.len() {
            // Which of equally frequent features comes first depends on the key of the hashes: they are looked at together.
            let alike = self.front[from..].iter().take_while(|f| f.0 == self.front[from].0).count();
            self.gather(from..from + alike, node, is_wide, forest);
            from += alike;
            let mut root = forest.root(node);
            for i in 0..self.candidates.len() {
                let other = self.candidates[i];
                if forest.root(other) == root {
                    continue;
                }
                if left == 0 {
                    self.limit_hits += 1;
                    from = self.front.len();
                    break;
                }
                left -= 1;
                if self.wanted.may_be_similar(nodes.posting(other).sketch)
                    && self.wanted.is_similar(nodes, other)
                {
                    forest.unite(node, other);
                    root = forest.root(node);
                }
            }
        }
        self.enter(node, is_wide, forest);
    }

    /// Leaves the front of a node's features, without those that it alone has; none if nothing can be similar.
    fn set_front(&mut self, features: &[Feature], frequencies: &[Frequency]) {
        let all = features.iter().zip(frequencies).map(|(f, &frequency)| (frequency, f.hash, f.weight));
        self.front.clear();
        self.front.extend(all);
        self.front.sort_unstable();
        let (mut weight, mut end) = (0, self.front.len());
        for (i, (frequency, _, own)) in self.front.iter().enumerate() {
            // Equally frequent ones stay together.
            if weight > self.budget && *frequency != self.front[i - 1].0 {
                end = i;
                break;
            }
            weight += own;
        }
        self.front.truncate(end);
        self.front.retain(|(frequency, ..)| frequency.nodes > 1);
    }

    /// Leaves the candidates of some features of the front in their order, without those that were compared before.
    fn gather(&mut self, range: Range<usize>, node: u32, is_wide: bool, forest: &mut Forest) {
        self.candidates.clear();
        self.looked.resize(node as usize, u32::MAX);
        for (_, hash, _) in &self.front[range] {
            let key = stored(*hash);
            let Some((_, number)) = self.numbers.find(key, |slot| slot.0 == key) else { continue };
            let list = &self.lists[*number as usize];
            let runs = if is_wide { &list.all } else { &list.wide };
            runs.others(node, forest, |other| {
                if mem::replace(&mut self.looked[other as usize], node) != node {
                    self.candidates.push(other);
                }
            });
        }
        self.candidates.sort_unstable();
    }

    /// Puts a node on the lists of its front.
    fn enter(&mut self, node: u32, is_wide: bool, forest: &mut Forest) {
        for (_, hash, _) in &self.front {
            let key = stored(*hash);
            let next = self.lists.len() as u64;
            let slot = self.numbers.entry(key, |slot| slot.0 == key);
            if slot.0 == 0 {
                *slot = (key, next);
                self.lists.push(List::default());
            }
            let list = &mut self.lists[slot.1 as usize];
            list.all.push(node, forest);
            if is_wide {
                list.wide.push(node, forest);
            }
        }
    }
}
