//! Rules out candidates before they are compared.
//!
//! [`Sketches`] distinguish lines of few features. A long text has features of nearly every class,
//! so its sketch rules out nothing, and it shares one or two rare words with most of thousands of
//! other texts. [`SharedWeights`] adds up the weights that two nodes share: prefixes outweigh the
//! budget by a surplus, and only nodes whose common features in both prefixes weigh at least that
//! surplus are compared. Nearly all nodes that share features by chance share less.
//!
//! No similar node is left out. Let P be the prefix with the more frequent last feature, and Q the
//! other one. All common features in Q are in P too. Q weighs at least the budget plus the surplus,
//! and similar nodes lack at most the budget of it, so they share at least the surplus.

use super::runs::ListedNode;
use std::fmt::Debug;
use std::mem;
use urlsift_core::Feature;
use urlsift_core::index::candidates::entries::{Entries, Posting};
use urlsift_core::index::candidates::query::Query;

/// Decides which nodes on the lists of a prefix are compared.
pub(super) trait Screen: Debug {
    /// The entry of a node in a list.
    type Listed: ListedNode + Debug;

    /// Number of looks at entries that take as long as one through sketches, which may end in a
    /// comparison.
    const LOOKS: usize;

    /// Number of further looks that take as long as a comparison.
    const COMPARISON: usize;

    /// Returns the weight by which prefixes exceed the budget.
    fn surplus(&self) -> u64;

    /// Returns the entry of a node under a feature of this weight.
    fn listed(&self, nodes: &Entries, node: u32, weight: u64) -> Self::Listed;

    /// Makes room for this many nodes.
    fn reserve(&mut self, nodes: usize);

    /// Returns whether a listed node is to be compared with the query, which has the same feature:
    /// true at most once for a pair. `own` is the query's own entry.
    fn is_candidate(&mut self, other: Self::Listed, own: Self::Listed, query: &mut Query) -> bool;
}

/// Rules out nodes by their sketches.
#[derive(Debug, Default)]
pub(super) struct Sketches {
    /// The last query that each node was a candidate of.
    looked_at: Vec<u32>,
}

impl Screen for Sketches {
    type Listed = Posting;

    const LOOKS: usize = 1;

    const COMPARISON: usize = 0;

    fn surplus(&self) -> u64 {
        0
    }

    fn listed(&self, nodes: &Entries, node: u32, _: u64) -> Posting {
        nodes.posting(node)
    }

    fn reserve(&mut self, nodes: usize) {
        self.looked_at.resize(nodes, u32::MAX);
    }

    fn is_candidate(&mut self, other: Posting, own: Posting, query: &mut Query) -> bool {
        query.may_be_similar(other.sketch)
            && mem::replace(&mut self.looked_at[other.number as usize], own.number) != own.number
    }
}

/// The average number of features at which weights are added up. Below it, sketches rule out nearly
/// all candidates.
const LONG: usize = 32;

/// The surplus is this part of the least weight that similar nodes share. The larger it is, the
/// fewer nodes are compared and the longer prefixes are. 20,000 texts of 80 words
/// (`benches/duplicates.py`) take 2.4 s at 60 % and 4.2 s at 50 %; with a third 3.0 and 4.2 s, with
/// a sixth 2.6 and 7.5 s.
const PART: u64 = 4;

/// Bits of the surplus that are counted, so that sums of weights have 32 bits.
const BITS: u32 = 24;

/// Adds up the weights that nodes share.
#[derive(Debug)]
pub(super) struct SharedWeights {
    surplus: u64,
    /// The number of low bits of a weight that are dropped.
    shift: u32,
    /// The surplus without these bits.
    least: u32,
    /// The last query that shared a feature with each node, and the sum of their shared weights.
    sums: Vec<(u32, u32)>,
}

/// A node that has a feature, and the feature's weight there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    node: u32,
    weight: u32,
}

impl ListedNode for Weighed {
    fn node(self) -> u32 {
        self.node
    }
}

impl SharedWeights {
    /// Returns the screen for these nodes; `None` if sketches are enough.
    pub(super) fn of(nodes: &Entries, budget: u64) -> Option<Self> {
        let (mut features, mut lightest) = (0, u64::MAX);
        for node in 0..nodes.len() as u32 {
            let (count, weight) = nodes
                .features(node)
                .fold((0, 0), |(count, sum), Feature { weight, .. }| (count + 1, sum + weight));
            features += count;
            lightest = if count == 0 { lightest } else { lightest.min(weight) };
        }
        let surplus = lightest.saturating_sub(budget) / PART;
        let shift = (u64::BITS - surplus.leading_zeros()).saturating_sub(BITS);
        let least = (surplus >> shift) as u32;
        (least > 0 && features > LONG * nodes.len()).then(|| Self { surplus, shift, least, sums: Vec::new() })
    }

    /// Returns a weight without its low bits: rounded up, and capped at the surplus.
    fn counted(&self, weight: u64) -> u32 {
        (weight.min(self.surplus) >> self.shift) as u32 + 1
    }
}

impl Screen for SharedWeights {
    type Listed = Weighed;

    const LOOKS: usize = 64;

    const COMPARISON: usize = 64;

    fn surplus(&self) -> u64 {
        self.surplus
    }

    fn listed(&self, _: &Entries, node: u32, weight: u64) -> Weighed {
        Weighed { node, weight: self.counted(weight) }
    }

    fn reserve(&mut self, nodes: usize) {
        self.sums.resize(nodes, (u32::MAX, 0));
    }

    fn is_candidate(&mut self, other: Weighed, own: Weighed, _: &mut Query) -> bool {
        // A feature may weigh more in either node, and either prefix may be the shorter.
        let shared = other.weight.max(own.weight);
        let sum = &mut self.sums[other.node as usize];
        let before = if sum.0 == own.node { sum.1 } else { 0 };
        *sum = (own.node, before.saturating_add(shared));
        before < self.least && sum.1 >= self.least
    }
}
