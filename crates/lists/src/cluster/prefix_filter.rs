//! Compares wide nodes with those that share a rare feature.
//!
//! All features have one order, rare ones first. A similar node lacks at most the budget, so it has
//! at least one feature of the shortest prefix that weighs more. The rarest feature that both share
//! is then in the prefixes of both (the prefix filter: Chaudhuri, Ganti and Kaushik 2006). So a
//! node stands on the lists of its prefix, and is compared with the nodes that stand there before
//! it. Nodes of one component need no comparison: [runs](Runs) of them are skipped. So lists are
//! looked at piece by piece: the first similar node of a large component is found after a few looks
//! at it, and then all of the component is skipped.
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
use urlsift_core::index::candidates::entries::{Entries, Posting};
use urlsift_core::index::candidates::posting_lists::max_candidates;
use urlsift_core::index::candidates::query::Query;
use urlsift_core::table::{Table, stored};

/// How many times as many candidates of a node are looked at as a filter compares a line with: here
/// only few nodes are compared at all, and sketches rule out most candidates.
const PATIENCE: usize = 16;

/// How many candidates all nodes together look at, and how many more for each node, as a part of
/// those that a filter compares a line with. So ten times the lines of a list in which nearly all are
/// candidates of all cost less than 13 times the time, and lists with few wide nodes are not limited.
const ADVANCE: usize = 1 << 26;
const PART: usize = 4;

/// How many candidates of a list are looked at first, and how many times as many each time after.
const FIRST: usize = 16;
const MORE: usize = 4;

/// The nodes before the present one, by the features of their prefixes.
#[derive(Debug)]
pub(super) struct PrefixFilter {
    budget: u64,
    /// The number of each feature's list.
    numbers: Table<(u64, u64)>,
    lists: Vec<List>,
    /// For each node, the last one that it was a candidate of.
    looked_at: Vec<u32>,
    limit_hits: u64,
    /// How many candidates may be looked at, beside those that the next node has a right to.
    pool: usize,
    // Kept for their memory:
    prefix: Vec<(Rarity, u64, u64)>,
    /// The lists of some features, and where to go on in each.
    places: Vec<(usize, usize)>,
    candidates: Vec<u32>,
    query: Query,
}

/// The nodes that have a feature in their prefix.
#[derive(Debug, Default)]
struct List {
    /// All of them, for wide nodes.
    all: Runs<Posting>,
    /// The wide ones, for the others.
    wide: Runs<Posting>,
}

impl PrefixFilter {
    pub(super) fn new(budget: u64) -> Self {
        Self {
            budget,
            numbers: Table::default(),
            lists: Vec::new(),
            looked_at: Vec::new(),
            limit_hits: 0,
            pool: ADVANCE,
            prefix: Vec::new(),
            places: Vec::new(),
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
        let own = max_candidates(features.len());
        self.pool += own / PART;
        let mut left = self.pool.min(PATIENCE * own);
        self.pool -= left;
        let mut from = 0;
        while from < self.prefix.len() {
            // Which of equally rare features comes first depends on the key of the hashes, so their
            // candidates are compared together.
            let alike = self.prefix[from..].iter().take_while(|f| f.0 == self.prefix[from].0).count();
            self.find_lists(from..from + alike);
            from += alike;
            let mut most = FIRST;
            loop {
                let each = most.min(left / self.places.len().max(1)).max(1);
                let looks = self.gather(each, node, is_wide, nodes.len(), forest);
                if looks == 0 {
                    break;
                }
                if left == 0 {
                    self.limit_hits += 1;
                    from = self.prefix.len();
                    break;
                }
                left = left.saturating_sub(looks);
                self.compare(nodes, node, forest);
                most *= MORE;
            }
        }
        self.pool += left;
        self.enter(nodes.posting(node), is_wide, forest);
    }

    /// Unites a node with the candidates that are similar.
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

    /// Leaves the lists of some features of the prefix, to be looked at from their beginnings.
    fn find_lists(&mut self, range: Range<usize>) {
        self.places.clear();
        for (_, hash, _) in &self.prefix[range] {
            let key = stored(*hash);
            let number = self.numbers.find(key, |slot| slot.0 == key);
            self.places.extend(number.map(|(_, number)| (*number as usize, 0)));
        }
    }

    /// Leaves the candidates among the next nodes of each list, without those that were looked at
    /// before or whose sketches rule them out. Returns how many nodes were looked at; 0: there are no
    /// more.
    fn gather(&mut self, most: usize, node: u32, is_wide: bool, all: usize, forest: &mut Forest) -> usize {
        self.candidates.clear();
        self.looked_at.resize(all, u32::MAX);
        let mut looks = 0;
        for (number, place) in &mut self.places {
            let list = &mut self.lists[*number];
            let runs = if is_wide { &mut list.all } else { &mut list.wide };
            looks += runs.next_others(place, most, node, forest, |other| {
                if self.query.may_be_similar(other.sketch)
                    && mem::replace(&mut self.looked_at[other.number as usize], node) != node
                {
                    self.candidates.push(other.number);
                }
            });
        }
        looks
    }

    /// Puts a node on the lists of its prefix.
    fn enter(&mut self, node: Posting, is_wide: bool, forest: &mut Forest) {
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
