//! The terms of a list, hashed for [values](urlsift_core::similar::index::candidates::min_hash).
//!
//! Hashes of terms do not depend on the key of a filter: they are made of the numbers of the
//! records that have the term. Terms of the same records are told apart by a number; which of them
//! gets which does not matter, because no record has only one of them.

use super::term_lists::TermLists;
use urlsift_core::similar::index::candidates::min_hash::{HashedTerm, inverse, mix, select};

/// The hashed terms of a list.
#[derive(Debug)]
pub(super) struct MinHash(Vec<HashedTerm>);

impl MinHash {
    /// Hashes the terms of a list.
    pub(super) fn new(records: &TermLists) -> Self {
        let count = records.weights.len();
        // The sum of the hashed numbers of the records that have a term.
        let mut sums = vec![0_u64; count];
        for record in 0..records.len() as u32 {
            let number = mix(u64::from(record));
            for &term in records.of(record) {
                let sum = &mut sums[term as usize];
                *sum = sum.wrapping_add(number);
            }
        }
        let mut order: Vec<u32> = (0..count as u32).collect();
        let sum_of = |term: u32| sums[term as usize];
        order.sort_unstable_by_key(|&term| sum_of(term));
        let mut terms: Vec<HashedTerm> = Vec::with_capacity(count);
        for &weight in &records.weights {
            let inverse = inverse(weight.into());
            terms.push((0, inverse));
        }
        for alike in order.chunk_by(|&one, &other| sum_of(one) == sum_of(other)) {
            for (number, &term) in (0..).zip(alike) {
                let hash = mix(sum_of(term).wrapping_add(number));
                terms[term as usize].0 = hash as u32;
            }
        }
        Self(terms)
    }

    /// Returns the terms of a record that count.
    pub(super) fn of(&self, terms: &[u32]) -> Vec<HashedTerm> {
        let mut own = Vec::with_capacity(terms.len());
        for &term in terms {
            own.push(self.0[term as usize]);
        }
        select(&mut own);
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::similar::index::candidates::min_hash::{Functions, GROUPS, LANES, Signature};

    /// Returns the part of 512 values and the part of bits in which two lists agree that have some
    /// of this many terms, all of one weight, in common.
    fn agreement(common: u64, only: u64) -> (f64, f64) {
        let mut lists = TermLists::default();
        for (list, own) in [(0, 1_u64), (1, 2)] {
            let terms = (0..common).chain((0..only).map(|term| own << 32 | term));
            lists.count(
                list,
                &terms.map(|term| (mix(term), term)).collect::<Vec<_>>(),
            );
        }
        // All terms of both weigh the least there is; that of others is not much more here.
        lists.weigh(1 << 40);
        let records = lists.sorted();
        let hashes = MinHash::new(&records);
        let of = |record| {
            let terms = hashes.of(records.of(record));
            let values: Vec<_> = (0..16)
                .map(|group| Functions::of(group).values(&terms))
                .collect();
            (values.as_flattened().to_vec(), Signature::of(values))
        };
        let (one, sketch) = of(0);
        let (other, others) = of(1);
        let equal = one
            .iter()
            .zip(&other)
            .filter(|(one, other)| one == other)
            .count();
        let bits = (LANES * GROUPS) as f64;
        (
            equal as f64 / one.len() as f64,
            1.0 - f64::from(sketch.distance(others)) / bits,
        )
    }

    #[test]
    fn lists_agree_as_often_as_they_are_similar() {
        // Those of one record weigh 1 + ln(3 / 2) times as much.
        for (common, only) in [(60, 0), (60, 10), (40, 20), (20, 60), (2_000, 300)] {
            let all = common as f64 + 2.0 * only as f64 * (1.0 + 1.5_f64.ln());
            let jaccard = common as f64 / all;
            let (values, bits) = agreement(common, only);
            assert!(
                (values - jaccard).abs() < 0.08,
                "{common}, {only}: {values}, not {jaccard}"
            );
            assert!(
                (bits - f64::midpoint(1.0, jaccard)).abs() < 0.1,
                "{common}, {only}: {bits} of {jaccard}"
            );
        }
        assert!(agreement(0, 80).0 < 0.03);
    }
}
