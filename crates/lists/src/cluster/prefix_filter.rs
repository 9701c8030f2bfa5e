//! Compares wide nodes with nodes that share a rare feature.
//!
//! All features have one order, rare ones first. A similar node lacks at most the budget, so it has
//! at least one feature of the shortest prefix that weighs more, and the rarest feature that both
//! share is in the prefixes of both (the prefix filter: Chaudhuri, Ganti and Kaushik 2006). So a
//! node is listed under each feature of its prefix, and compared with the nodes listed there
//! before. [Runs] of nodes of its own component are skipped. Lists are read in growing steps:
//! once one node of a large component is found similar, the rest of that component is skipped.
//!
//! Sketches rule out most listed nodes before they are compared, if nodes have few features. A long
//! text has features of nearly every class, so [`screen`](PrefixFilter::screen) adds up the weights
//! that two nodes share: prefixes outweigh the budget by a surplus, and only nodes whose common
//! features in both prefixes weigh as much are compared. No similar node is left out. Let P be the
//! prefix with the more frequent last feature, and Q the other one. All common features in Q are in
//! P too. Q weighs at least the budget plus the surplus, and similar nodes lack at most the budget
//! of it, so they share at least the surplus.
//!
//! A filter cannot know how rare features will be, so its [posting
//! lists](urlsift_core::similar::index::candidates::posting_lists) hold entries under all their
//! features.

use super::feature_counts::Rarity;
use super::forest::Forest;
use super::runs::Runs;
use super::term_lists::number_of;
use std::ops::Range;
use urlsift_core::Feature;
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::similar::index::candidates::posting_lists::max_candidates;
use urlsift_core::similar::index::candidates::query::Query;
use urlsift_core::similar::index::candidates::sketch::Sketch;
use urlsift_core::similar::table::Table;

/// Number of candidates of a node that are looked at, as a multiple of a filter's limit for a line:
/// only few nodes are compared here, and sketches rule out most candidates.
const PATIENCE: usize = 16;

/// Candidates that all nodes together may look at, and the part of a filter's limit that each node
/// adds. Chosen so that ten times the lines of a list in which nearly all are candidates of all
/// cost less than 13 times the time, and lists with few wide nodes are not limited.
const ADVANCE: usize = 1 << 26;
const PART: usize = 4;

/// Candidates of a list in the first step, and the factor by which steps grow.
const FIRST: usize = 16;
const MORE: usize = 4;

/// The average number of features from which weights are added up: below it, sketches rule out
/// nearly all candidates.
const LONG: usize = 32;

/// The surplus is this part of the least weight that similar nodes share. The larger it is, the
/// fewer nodes are compared and the longer prefixes are.
const SHARED: u64 = 4;

/// Low bits of weights that are not counted, so that sums have 32 bits.
const SHIFT: u32 = 8;

/// The nodes before the present one, by the features of their prefixes.
#[derive(Debug, Default)]
pub(super) struct PrefixFilter {
    budget: u64,
    /// The weight by which prefixes exceed the budget; 0 if sketches are enough.
    surplus: u64,
    /// The number of each feature's list.
    numbers: Table<(u64, u64)>,
    /// The nodes that have a feature in their prefix: all of them, for wide nodes, and the wide
    /// ones, for the others.
    lists: Vec<[Runs<(Sketch, u32)>; 2]>,
    /// The number of nodes that had more candidates than they may be compared with.
    pub limit_hits: u64,
    /// Number of candidates that may still be looked at, in addition to what the next node adds;
    /// `None` if there is no limit.
    pool: Option<usize>,
    // Kept for their memory:
    prefix: Vec<(Rarity, u64, u64)>,
    /// The lists of some features, the place to continue at in each, and the weight of the feature.
    places: Vec<(usize, usize, u32)>,
    /// The last node that shared a feature with each node, and the sum of their shared weights.
    shared: Vec<(u32, u32)>,
    candidates: Vec<u32>,
    query: Query,
}

/// A node that is joined.
pub(super) struct PrefixNode<'n> {
    pub number: u32,
    pub features: &'n [Feature],
    /// The rarity of each feature.
    pub rarities: &'n [Rarity],
    /// Whether it has too many bands to be found by them.
    pub is_wide: bool,
}

impl PrefixFilter {
    /// Makes an empty filter. Without limits, all candidates are looked at.
    pub(super) fn new(budget: u64, is_limited: bool) -> Self {
        let pool = is_limited.then_some(ADVANCE);
        let query = Query::new(budget);
        Self {
            budget,
            pool,
            query,
            ..Self::default()
        }
    }

    /// Adds up shared weights from now on, if the nodes have many features.
    pub(super) fn screen(&mut self, nodes: &Entries) {
        let mut count = 0;
        let mut lightest = u64::MAX;
        for node in 0..nodes.len() as u32 {
            let mut weight = 0;
            for feature in nodes.features(node) {
                count += 1;
                weight += feature.weight;
            }
            if weight > 0 {
                lightest = lightest.min(weight);
            }
        }
        if count > LONG * nodes.len() {
            self.surplus = lightest.saturating_sub(self.budget) / SHARED;
        }
    }

    /// Returns a weight without its low bits: rounded up, and capped at the surplus.
    fn counted(&self, weight: u64) -> u32 {
        (weight.min(self.surplus) >> SHIFT) as u32 + 1
    }

    /// Estimates what joining a node takes: the nodes under the features of its prefix, times the
    /// features of each.
    pub(super) fn cost(&mut self, features: &[Feature], rarities: &[Rarity]) -> u64 {
        self.set_prefix(features, rarities);
        let mut looks = 0;
        for (rarity, ..) in &self.prefix {
            looks += u64::from(rarity.nodes);
        }
        looks * features.len() as u64
    }

    /// Unites a node with similar earlier nodes if either is wide, and enters it.
    pub(super) fn join(&mut self, nodes: &Entries, node: &PrefixNode<'_>, forest: &mut Forest) {
        self.set_prefix(node.features, node.rarities);
        self.query.set(node.features);
        self.shared.resize(nodes.len(), (u32::MAX, 0));
        let own = max_candidates(node.features.len());
        let mut left = usize::MAX;
        if let Some(pool) = &mut self.pool {
            *pool += own / PART;
            left = (*pool).min(PATIENCE * own);
            *pool -= left;
        }
        let mut from = 0;
        while from < self.prefix.len() {
            // The order of equally rare features depends on the hash key, so their candidates are
            // compared together.
            let rarity = self.prefix[from].0;
            let rest = self.prefix[from..].iter();
            let alike = rest.take_while(|feature| feature.0 == rarity).count();
            let start = from;
            from += alike;
            self.find_lists(start..from);
            let mut most = FIRST;
            loop {
                let share = left / self.places.len().max(1);
                let each = most.min(share).max(1);
                let looks = self.gather(each, node, forest);
                if looks == 0 {
                    break;
                }
                if left == 0 {
                    self.limit_hits += 1;
                    from = self.prefix.len();
                    break;
                }
                self.compare(nodes, node.number, forest);
                left = left.saturating_sub(looks);
                most = most.saturating_mul(MORE);
            }
        }
        if let Some(pool) = &mut self.pool {
            *pool += left;
        }
        self.enter(nodes, node, forest);
    }

    /// Unites a node with the similar candidates.
    fn compare(&mut self, nodes: &Entries, node: u32, forest: &mut Forest) {
        self.candidates.sort_unstable();
        let mut root = forest.root(node);
        for &other in &self.candidates {
            if forest.root(other) != root && self.query.is_similar(nodes, other) {
                forest.unite(node, other);
                root = forest.root(node);
            }
        }
    }

    /// Finds the prefix of a node's features, without features that no other node has; empty if
    /// nothing can be similar.
    fn set_prefix(&mut self, features: &[Feature], rarities: &[Rarity]) {
        self.prefix.clear();
        for (feature, rarity) in features.iter().zip(rarities) {
            self.prefix.push((*rarity, feature.hash, feature.weight));
        }
        self.prefix.sort_unstable();
        let least = self.budget + self.surplus;
        let mut weight = 0;
        let mut end = self.prefix.len();
        for (i, (rarity, _, own)) in self.prefix.iter().enumerate() {
            // Equally rare ones stay together.
            if weight > least && *rarity != self.prefix[i - 1].0 {
                end = i;
                break;
            }
            weight += own;
        }
        self.prefix.truncate(end);
        self.prefix.retain(|(rarity, ..)| rarity.nodes > 1);
    }

    /// Finds the lists of some features of the prefix, to be read from their start.
    fn find_lists(&mut self, range: Range<usize>) {
        self.places.clear();
        for &(_, hash, weight) in &self.prefix[range] {
            if let Some(number) = self.numbers.get(hash) {
                let own = self.counted(weight);
                self.places.push((number as usize, 0, own));
            }
        }
    }

    /// Collects the candidates among the next nodes of each list, each once. Returns how many nodes
    /// were looked at; 0 at the end of all lists.
    fn gather(&mut self, most: usize, node: &PrefixNode<'_>, forest: &mut Forest) -> usize {
        let least = self.counted(self.surplus);
        let Self {
            surplus,
            shared,
            lists,
            places,
            candidates,
            query,
            ..
        } = self;
        candidates.clear();
        let mut looks = 0;
        for (number, place, own) in places {
            let [all, wide] = &mut lists[*number];
            let runs = if node.is_wide { all } else { wide };
            let number = node.number;
            looks += runs.next_others(place, most, number, forest, |(other, (sketch, weight))| {
                if *surplus == 0 && !query.may_be_similar(sketch) {
                    return;
                }
                let (by, sum) = &mut shared[other as usize];
                let before = if *by == number { *sum } else { 0 };
                *by = number;
                // A feature may weigh more in either node, and either prefix may be the shorter.
                *sum = before.saturating_add(weight.max(*own));
                if before < least && *sum >= least {
                    candidates.push(other);
                }
            });
        }
        looks
    }

    /// Lists a node under each feature of its prefix.
    fn enter(&mut self, nodes: &Entries, node: &PrefixNode<'_>, forest: &mut Forest) {
        let sketch = nodes.posting(node.number).sketch;
        for &(_, hash, weight) in &self.prefix {
            let facts = (sketch, self.counted(weight));
            let next = self.lists.len();
            let (number, is_new) = number_of(&mut self.numbers, hash, next);
            if is_new {
                self.lists.push(Default::default());
            }
            let [all, wide] = &mut self.lists[number as usize];
            all.push(node.number, facts, forest);
            if node.is_wide {
                wide.push(node.number, facts, forest);
            }
        }
    }
}
