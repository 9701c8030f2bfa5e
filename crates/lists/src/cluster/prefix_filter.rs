//! Compares wide nodes with those that share a rare feature.
//!
//! All features have one order, rare ones first. A similar node lacks at most the budget, so it has
//! at least one feature of the shortest prefix that weighs more. The rarest feature that both share
//! is then in the prefixes of both (the prefix filter: Chaudhuri, Ganti and Kaushik 2006). So a
//! node stands on the lists of its prefix, and is compared with the nodes that stand there before
//! it. Nodes of one component need no comparison: [runs](Runs) of them are skipped.
//!
//! A filter does not know yet how rare features will be, so its
//! [posting lists](urlsift_core::index::candidates::posting_lists) hold entries under all their
//! features.

use super::feature_counts::Rarity;
use super::forest::Forest;
use super::runs::Runs;
use std::mem;
use std::ops::Range;
use urlsift_core::feature::Feature;
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::index::candidates::posting_lists::max_candidates;
use urlsift_core::index::candidates::query::Query;
use urlsift_core::table::{Table, stored};

/// How many times as many candidates a node is compared with as a filter compares a line with: here
/// only few nodes are compared at all.
const PATIENCE: usize = 16;

/// The nodes before the present one, by the features of their prefixes.
#[derive(Debug)]
pub(super) struct PrefixFilter {
    budget: u64,
    /// The number of each feature's list.
    numbers: Table<(u64, u64)>,
    lists: Vec<List>,
    /// For each node, the last one that was compared with it.
    compared: Vec<u32>,
    limit_hits: u64,
    // Kept for their memory:
    prefix: Vec<(Rarity, u64, u64)>,
    candidates: Vec<u32>,
    query: Query,
}

/// The nodes that have a feature in their prefix.
#[derive(Debug, Default)]
struct List {
    /// All of them, for wide nodes.
    all: Runs,
    /// The wide ones, for the others.
    wide: Runs,
}

impl PrefixFilter {
    pub(super) fn new(budget: u64) -> Self {
        Self {
            budget,
            numbers: Table::default(),
            lists: Vec::new(),
            compared: Vec::new(),
            limit_hits: 0,
            prefix: Vec::new(),
            candidates: Vec::new(),
            query: Query::new(budget),
        }
    }

    /// How many nodes had more candidates than they could be compared with.
    pub(super) fn limit_hits(&self) -> u64 {
        self.limit_hits
    }

    /// Unites a node with those before it that are similar, if it or they are wide, and enters it.
    pub(super) fn join(
        &mut self,
        nodes: &Entries,
        node: u32,
        features: &[Feature],
        rarities: &[Rarity],
        is_wide: bool,
        forest: &mut Forest,
    ) {
        self.set_prefix(features, rarities);
        self.query.set(features);
        let mut left = PATIENCE * max_candidates(features.len());
        let mut from = 0;
        while from < self.prefix.len() {
            // Which of equally rare features comes first depends on the key of the hashes, so their
            // candidates are compared together.
            let alike = self.prefix[from..].iter().take_while(|f| f.0 == self.prefix[from].0).count();
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
                    from = self.prefix.len();
                    break;
                }
                left -= 1;
                if self.query.may_be_similar(nodes.posting(other).sketch)
                    && self.query.is_similar(nodes, other)
                {
                    forest.unite(node, other);
                    root = forest.root(node);
                }
            }
        }
        self.enter(node, is_wide, forest);
    }

    /// Leaves the prefix of a node's features, without those that it alone has; none if nothing can
    /// be similar.
    fn set_prefix(&mut self, features: &[Feature], rarities: &[Rarity]) {
        let all = features.iter().zip(rarities).map(|(f, &rarity)| (rarity, f.hash, f.weight));
        self.prefix.clear();
        self.prefix.extend(all);
        self.prefix.sort_unstable();
        let (mut weight, mut end) = (0, self.prefix.len());
        for (i, (rarity, _, own)) in self.prefix.iter().enumerate() {
            // Equally rare ones stay together.
            if weight > self.budget && *rarity != self.prefix[i - 1].0 {
                end = i;
                break;
            }
            weight += own;
        }
        self.prefix.truncate(end);
        self.prefix.retain(|(rarity, ..)| rarity.nodes > 1);
    }

    /// Leaves the candidates of some features of the prefix in their order, without those that were
    /// compared before.
    fn gather(&mut self, range: Range<usize>, node: u32, is_wide: bool, forest: &mut Forest) {
        self.candidates.clear();
        self.compared.resize(node as usize, u32::MAX);
        for (_, hash, _) in &self.prefix[range] {
            let key = stored(*hash);
            let Some((_, number)) = self.numbers.find(key, |slot| slot.0 == key) else { continue };
            let list = &self.lists[*number as usize];
            let runs = if is_wide { &list.all } else { &list.wide };
            runs.others(node, forest, |other| {
                if mem::replace(&mut self.compared[other as usize], node) != node {
                    self.candidates.push(other);
                }
            });
        }
        self.candidates.sort_unstable();
    }

    /// Puts a node on the lists of its prefix.
    fn enter(&mut self, node: u32, is_wide: bool, forest: &mut Forest) {
        for (_, hash, _) in &self.prefix {
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
