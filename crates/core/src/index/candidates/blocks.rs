//! Sketches in blocks: finds out which of many candidates lack too much of a URL.
//!
//! A [`Block`] holds the [sketches](BlockSketch) of 64 candidates transposed: a word of 64 bits for
//! each class. So the missing weight is added up for all of them at once, digit by digit
//! (bit-sliced sums, as in databases: Li and Patel 2013), and only the rows of the URL's own
//! classes are read. That takes less time than reading one sketch after the other, and leaves room
//! for more classes than a [`Sketch`](super::sketch::Sketch) has.

use crate::feature::Feature;
use wide::u64x4;

/// Number of classes. By collision, a candidate of 20 features appears to have a missing feature in
/// a tenth of all cases.
const CLASSES: usize = 192;

fn class(hash: u64) -> usize {
    (((hash & 0xFFFF_FFFF) * CLASSES as u64) >> 32) as usize
}

/// The classes of features that a candidate has, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BlockSketch([u64; CLASSES / 64]);

impl BlockSketch {
    pub(super) fn of(hashes: &[u64]) -> Self {
        let mut words = [0; CLASSES / 64];
        for class in hashes.iter().map(|hash| class(*hash)) {
            words[class / 64] |= 1 << (class % 64);
        }
        Self(words)
    }
}

/// For each class, the candidates of the block that have it, as bits.
#[derive(Clone, Debug)]
pub(super) struct Block([u64; CLASSES]);

impl Block {
    /// Number of candidates in a block.
    pub(super) const SIZE: usize = 64;

    /// Creates the block of candidates with these sketches.
    pub(super) fn of(candidates: impl Iterator<Item = BlockSketch>) -> Self {
        let mut rows = [0; CLASSES];
        for (place, BlockSketch(words)) in candidates.enumerate() {
            for (third, word) in words.into_iter().enumerate() {
                rows[64 * third + place] = word;
            }
        }
        rows.chunks_exact_mut(64).for_each(transpose);
        Self(rows)
    }
}

/// The blocks of a list, in groups of four as far as possible: a row of four is contiguous in
/// memory, and takes one fetch instead of four.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    fours: Vec<[[u64; TOGETHER]; CLASSES]>,
    /// Fewer than four blocks.
    rest: Vec<Block>,
}

impl Blocks {
    pub(super) fn push(&mut self, block: Block) {
        self.rest.push(block);
        if let [a, b, c, d] = &self.rest[..] {
            let mut rows = [[0; TOGETHER]; CLASSES];
            for (class, row) in rows.iter_mut().enumerate() {
                *row = [a.0[class], b.0[class], c.0[class], d.0[class]];
            }
            self.fours.push(rows);
            self.rest.clear();
        }
    }

    /// Calls `done` with the number of each block and its candidates that pass a filter, as bits,
    /// until it returns true. Returns whether it did.
    pub(super) fn any_block(&self, filter: &SketchFilter, mut done: impl FnMut(usize, u64) -> bool) -> bool {
        let mut at = 0;
        for rows in &self.fours {
            for bits in filter.pass(|class| rows[class]) {
                if done(at, bits) {
                    return true;
                }
                at += 1;
            }
        }
        if self.rest.is_empty() {
            return false;
        }
        let row = |class: usize| {
            let mut row = [0; TOGETHER];
            for (word, block) in row.iter_mut().zip(&self.rest) {
                *word = block.0[class];
            }
            row
        };
        for bits in filter.pass(row).into_iter().take(self.rest.len()) {
            if done(at, bits) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Returns the bytes that it holds.
    pub(super) fn memory(&self) -> usize {
        self.fours.capacity() * TOGETHER * size_of::<Block>() + self.rest.capacity() * size_of::<Block>()
    }
}

/// Transposes rows and columns, in squares of half the size each time (Warren, Hacker's Delight
/// 7-3): the time does not depend on the number of features.
fn transpose(rows: &mut [u64]) {
    let (mut half, mut low) = (32, u64::MAX >> 32);
    while half > 0 {
        for i in (0..64).filter(|i| i & half == 0) {
            let swapped = (rows[i] >> half ^ rows[i + half]) & low;
            rows[i] ^= swapped << half;
            rows[i + half] ^= swapped;
        }
        half /= 2;
        low ^= low << half;
    }
}

/// Number of blocks read together: two registers of 128 bits, or one of 256.
const TOGETHER: usize = 4;

/// Number of rows fetched at once.
const AHEAD: usize = 8;

/// Binary digits of the shares of the budget that are added up. Rounding a share down lets a few
/// more candidates pass.
const DIGITS: usize = 7;

/// Passes the candidates that may lack no more of a URL than a budget.
#[derive(Clone, Debug, Default)]
pub(super) struct SketchFilter {
    /// The classes of the URL, each with the share of the budget that its features take, rounded
    /// down; the heaviest first.
    shares: Vec<(usize, u64)>,
    /// The weight of each class; kept for reuse.
    weights: Vec<u64>,
}

/// The share of a class that exceeds the budget by itself.
const WHOLE: u64 = 1 << DIGITS;

impl SketchFilter {
    pub(super) fn set(&mut self, features: &[Feature], budget: u64) {
        self.weights.clear();
        self.weights.resize(CLASSES, 0);
        for feature in features {
            self.weights[class(feature.hash)] += feature.weight;
        }
        // If shares sum up to the whole, their weights sum up to more than the budget.
        let share = |weight: u64| {
            (u128::from(weight) * u128::from(WHOLE) / (u128::from(budget) + 1)).min(u128::from(WHOLE)) as u64
        };
        let shares = self.weights.iter().map(|weight| share(*weight)).enumerate();
        self.shares.clear();
        self.shares.extend(shares.filter(|(_, share)| *share > 0));
        self.shares.sort_unstable_by_key(|(class, share)| (WHOLE - share, *class));
    }

    /// Returns the candidates of four blocks that pass, as bits, given the rows of the blocks.
    fn pass(&self, row: impl Fn(usize) -> [u64; TOGETHER]) -> [u64; TOGETHER] {
        let (mut sum, mut over) = ([u64x4::ZERO; DIGITS], u64x4::ZERO);
        for few in self.shares.chunks(AHEAD) {
            // All are fetched before the first is added, so that the processor waits for them
            // together.
            let mut rows = [[0; TOGETHER]; AHEAD];
            for (fetched, &(class, _)) in rows.iter_mut().zip(few) {
                *fetched = row(class);
            }
            for (row, &(_, share)) in rows.into_iter().zip(few) {
                let lacking = !u64x4::new(row);
                over |= if share == WHOLE { lacking } else { add(&mut sum, lacking, share) };
            }
            if over.to_array() == [u64::MAX; TOGETHER] {
                break;
            }
        }
        (!over).to_array()
    }
}

/// Adds a share to the sums of some candidates; returns which of these sums are [`WHOLE`] or more.
fn add(sum: &mut [u64x4; DIGITS], of: u64x4, share: u64) -> u64x4 {
    let mut carry = u64x4::ZERO;
    for (place, digit) in sum.iter_mut().enumerate() {
        let added = of & u64x4::splat((share >> place & 1).wrapping_neg());
        let either = *digit ^ added;
        (*digit, carry) = (either ^ carry, (*digit & added) | (carry & either));
    }
    carry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::tests::features;
    use proptest::prelude::*;

    proptest! {
        /// A candidate passes if it lacks no more than the budget; without collisions, few others
        /// do.
        #[test]
        fn what_lacks_little_passes(
            lists in prop::collection::vec(prop::collection::btree_set(0..40_u64, 0..20), 1..300),
            weights in prop::collection::vec(1..2_000_000_000_u64, 1..20),
            budget in 0..8_000_000_000_u64,
        ) {
            // Every hash is the first of its class.
            let hash = |class: u64| (class << 32).div_ceil(CLASSES as u64);
            let mut wanted = features((0..weights.len() as u64).map(|i| hash(2 * i)));
            wanted.iter_mut().zip(&weights).for_each(|(feature, weight)| feature.weight = *weight);
            let hashes: Vec<Vec<u64>> = lists.iter().map(|list| list.iter().map(|class| hash(*class)).collect()).collect();
            let mut blocks = Blocks::default();
            for list in hashes.chunks(Block::SIZE) {
                blocks.push(Block::of(list.iter().map(|hashes| BlockSketch::of(hashes))));
            }
            let mut filter = SketchFilter::default();
            filter.set(&wanted, budget);
            let mut seen = 0;
            let done = blocks.any_block(&filter, |at, passing| {
                seen += 1;
                for (i, list) in lists.chunks(Block::SIZE).nth(at).expect("there is such a block").iter().enumerate() {
                    let passes = passing >> i & 1 == 1;
                    let lacks = |(class, _): &(u64, &u64)| !list.contains(&(2 * class));
                    let lacking: u64 = (0..).zip(&weights).filter(lacks).map(|(_, weight)| weight).sum();
                    assert!(passes || lacking > budget);
                    // Maximum error of rounding.
                    let lost = (budget / WHOLE + 1) * weights.len() as u64;
                    assert!(!passes || lacking <= budget + lost);
                }
                false
            });
            prop_assert!(!done);
            prop_assert_eq!(seen, lists.len().div_ceil(Block::SIZE));
        }
    }
}
