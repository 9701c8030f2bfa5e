//! What rules candidates out before they are compared.
//!
//! Lines of few features are told apart by [`Sketches`]. A long text has features of nearly every
//! class, so its sketch says nothing, and among thousands of long texts it shares one or two rare
//! words with most. [`SharedWeights`] adds up what each shares with it: prefixes weigh more than the
//! budget by some surplus, and only nodes are compared whose common features in both prefixes weigh
//! at least that surplus. Nearly all that share by chance share less.
//!
//! This leaves out no similar node. Let P be the prefix whose last feature is the more frequent one of
//! the two prefixes' last features, and Q the other one. All common features of Q stand in P too. Q
//! weighs at least the budget and the surplus, and of a similar node's Q at most the budget is not
//! shared.

use super::runs::Listed;
use std::fmt::Debug;
use std::mem;
use urlsift_core::feature::Feature;
use urlsift_core::index::candidates::entries::{Entries, Posting};
use urlsift_core::index::candidates::query::Query;

/// Decides which of the nodes on the lists of a prefix are compared.
pub(super) trait Screen: Debug {
    /// What lists hold of a node.
    type Listed: Listed + Debug;

    /// How many looks at listed nodes take as long as one by sketches, which may be a comparison.
    const LOOKS: usize;

    /// How many more looks a comparison takes the place of.
    const COMPARISON: usize;

    /// How much more than the budget prefixes weigh.
    fn surplus(&self) -> u64;

    /// What is listed of a node that has a feature of this weight.
    fn listed(&self, nodes: &Entries, node: u32, weight: u64) -> Self::Listed;

    /// Makes room for so many nodes.
    fn reserve(&mut self, nodes: usize);

    /// Whether a listed node is to be compared with one that has the same feature: true at most once
    /// for two nodes. `own` is what would be listed of the latter, which is the query.
    fn is_candidate(&mut self, other: Self::Listed, own: Self::Listed, query: &mut Query) -> bool;
}

/// Rules out nodes by their sketches.
#[derive(Debug, Default)]
pub(super) struct Sketches {
    /// For each node, the last one that it was a candidate of.
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

    #[inline]
    fn is_candidate(&mut self, other: Posting, own: Posting, query: &mut Query) -> bool {
        query.may_be_similar(other.sketch)
            && mem::replace(&mut self.looked_at[other.number as usize], own.number) != own.number
    }
}

/// How many features nodes have on average, from which on weights are added up. Below, sketches rule
/// out nearly all candidates.
const LONG: usize = 32;

/// Which part of the least weight that similar nodes share is the surplus: the larger the surplus, the
/// fewer nodes are compared, and the longer are the lists of prefixes. 20,000 texts of 80 words
/// (`benches/duplicates.py`) take 2.4 s at 60 % and 4.2 s at 50 %; with a third 3.0 and 4.2 s, with a
/// sixth 2.6 and 7.5 s.
const PART: u64 = 4;

/// Bits of the surplus that are counted, so that sums of weights have 32 bits.
const BITS: u32 = 24;

/// Adds up what nodes share.
#[derive(Debug)]
pub(super) struct SharedWeights {
    surplus: u64,
    /// How many low bits of a weight are not counted.
    shift: u32,
    /// The surplus as it is counted.
    least: u32,
    /// For each node, the last one that it shared a feature with, and what it shares with it.
    sums: Vec<(u32, u32)>,
}

/// A node that has a feature, and the feature's weight there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    node: u32,
    weight: u32,
}

impl Listed for Weighed {
    fn node(self) -> u32 {
        self.node
    }
}

impl SharedWeights {
    /// `None` if sketches do.
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

    /// A weight as it is counted: rounded up, and no more than the surplus, which is enough.
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

    #[inline]
    fn is_candidate(&mut self, other: Weighed, own: Weighed, _: &mut Query) -> bool {
        // A feature may weigh more in either of the two, and either one's prefix may be the shorter.
        let shared = other.weight.max(own.weight);
        let sum = &mut self.sums[other.node as usize];
        let before = if sum.0 == own.node { sum.1 } else { 0 };
        *sum = (own.node, before.saturating_add(shared));
        before < self.least && sum.1 >= self.least
    }
}
