//! Values in which two records agree as often as they are similar.
//!
//! A value is the least hash of a record's terms, each hash divided by the weight of its term
//! (weighted `MinHash`). The probability that two records have the same value is about their
//! weighted Jaccard similarity J: the weight of the common terms divided by the weight of all. If
//! at least a part t of the weight of either is common, J is at least t / (2 - t).
//!
//! [`LANES`] values of 16 bits are computed at a time, by simple steps on arrays, which the
//! compiler turns into vector instructions. Values of 16 bits are also equal by chance, and the
//! more terms there are the more often, so a long record counts by the [`MOST`] terms that are
//! least under one more hash.
//!
//! Hashes of terms do not depend on the key of a filter: they are made of the numbers of the
//! records that have the term. Terms of the same records are told apart by a number; which of them
//! gets which does not matter, because no record has only one of them.

use super::term_lists::TermLists;

/// Values that are computed at a time.
pub(super) const LANES: usize = u32::BITS as usize;

/// The most terms of a record that count.
const MOST: usize = 256;

/// The weight of a term of all records in thousandths: the least of all.
const LEAST_WEIGHT: u32 = 1000;

/// The hashed terms of a list.
#[derive(Debug)]
pub(super) struct MinHash {
    /// The hash of each term, and the inverse of its weight.
    terms: Vec<(u32, u16)>,
    /// The terms of one record, kept for its memory.
    own: Vec<(u32, u16)>,
}

/// The constants of the hash functions of some values.
#[derive(Clone, Debug)]
pub(super) struct Functions([[u16; LANES]; 4]);

impl Functions {
    /// Makes the functions of a group of values by its number.
    pub(super) fn of(group: u64) -> Self {
        let lanes = |kind: u64| {
            std::array::from_fn(|lane| {
                // Factors are odd, so they lose no bit.
                mix(group << 32 | kind << 16 | lane as u64) as u16 | u16::from(kind > 1)
            })
        };
        Self([0, 1, 2, 3].map(lanes))
    }
}

impl MinHash {
    /// Hashes the terms of a list.
    pub(super) fn new(records: &TermLists) -> Self {
        let count = records.weights.len();
        // The sum of the hashed numbers of the records that have a term.
        let mut sums = vec![0_u64; count];
        for record in 0..records.len() as u32 {
            let number = mix(u64::from(record));
            records
                .of(record)
                .iter()
                .for_each(|&term| sums[term as usize] = sums[term as usize].wrapping_add(number));
        }
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.sort_unstable_by_key(|&term| sums[term as usize]);
        let mut terms: Vec<(u32, u16)> = records.weights.iter().map(|&weight| (0, inverse(weight))).collect();
        for alike in order.chunk_by(|&one, &other| sums[one as usize] == sums[other as usize]) {
            for (number, &term) in (0..).zip(alike) {
                terms[term as usize].0 = mix(sums[term as usize].wrapping_add(number)) as u32;
            }
        }
        Self { terms, own: Vec::new() }
    }

    /// Sets the record whose values are computed next.
    pub(super) fn set(&mut self, terms: &[u32]) {
        self.own.clear();
        self.own.extend(terms.iter().map(|&term| self.terms[term as usize]));
        if self.own.len() > MOST {
            self.own.select_nth_unstable_by_key(MOST, |term| mix(term.0.into()));
            self.own.truncate(MOST);
        }
    }

    /// Returns the values of the record under some functions.
    pub(super) fn values(&self, Functions([first, second, odd, other_odd]): &Functions) -> [i16; LANES] {
        let mut least = [i16::MAX; LANES];
        for &(hash, inverse) in &self.own {
            let (low, high) = (hash as u16, (hash >> 16) as u16);
            for lane in 0..LANES {
                let mixed = (low ^ first[lane]).wrapping_mul(odd[lane])
                    ^ (high ^ second[lane]).wrapping_mul(other_odd[lane]);
                let mixed = (mixed ^ mixed >> 7).wrapping_mul(0x6B2D);
                let mixed = mixed ^ mixed >> 9;
                // Below 2^15, because inverses are.
                let value = ((u32::from(mixed) * u32::from(inverse)) >> 16) as i16;
                least[lane] = least[lane].min(value);
            }
        }
        least
    }

    /// Returns a bit of each value: two records agree in (1 + J) / 2 of them.
    pub(super) fn sketch(&self, functions: &[Functions; GROUPS]) -> Sketch {
        Sketch(functions.each_ref().map(|functions| {
            let bit = |value: &i16| u32::from(value.cast_unsigned().wrapping_mul(0x9E37) >> 15);
            self.values(functions).iter().fold(0, |bits, value| bits << 1 | bit(value))
        }))
    }
}

/// The number of groups of values in a sketch.
pub(super) const GROUPS: usize = 8;

/// The bits of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sketch([u32; GROUPS]);

impl Sketch {
    /// Returns the number of bits in which two differ.
    pub(super) fn distance(self, other: Self) -> u32 {
        self.0.iter().zip(other.0).map(|(one, other)| (one ^ other).count_ones()).sum()
    }
}

/// Returns the inverse of a weight, in 2^15 - 1 parts of that of the least weight.
fn inverse(weight: u32) -> u16 {
    (i16::MAX as u32 * LEAST_WEIGHT / weight.max(LEAST_WEIGHT)) as u16
}

/// Mixes the bits of a number (the finalizer of `SplitMix64`, after Steele, Lea and Flood 2014).
pub(super) fn mix(number: u64) -> u64 {
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the part of 512 values and the part of bits in which two lists agree that have some
    /// of this many terms, all of one weight, in common.
    fn agreement(common: u64, only: u64) -> (f64, f64) {
        let mut lists = TermLists::default();
        for (list, own) in [(0, 1_u64), (1, 2)] {
            let terms = (0..common).chain((0..only).map(|term| own << 32 | term));
            lists.count(list, &terms.map(|term| (mix(term), term)).collect::<Vec<_>>());
        }
        // All terms of both weigh the least there is; that of others is not much more here.
        lists.weigh(1 << 40);
        let records = lists.sorted();
        let mut hashes = MinHash::new(&records);
        let mut of = |record| {
            hashes.set(records.of(record));
            let values: Vec<i16> = (0..16).flat_map(|group| hashes.values(&Functions::of(group))).collect();
            (values, hashes.sketch(&std::array::from_fn(|group| Functions::of(group as u64))))
        };
        let ((one, sketch), (other, others)) = (of(0), of(1));
        let equal = one.iter().zip(&other).filter(|(one, other)| one == other).count();
        let bits = (LANES * GROUPS) as f64;
        (equal as f64 / one.len() as f64, 1.0 - f64::from(sketch.distance(others)) / bits)
    }

    #[test]
    fn lists_agree_as_often_as_they_are_similar() {
        // Those of one record weigh 1 + ln(3 / 2) times as much.
        for (common, only) in [(60, 0), (60, 10), (40, 20), (20, 60), (2_000, 300)] {
            let all = common as f64 + 2.0 * only as f64 * (1.0 + 1.5_f64.ln());
            let (jaccard, (values, bits)) = (common as f64 / all, agreement(common, only));
            assert!((values - jaccard).abs() < 0.08, "{common}, {only}: {values}, not {jaccard}");
            assert!(
                (bits - f64::midpoint(1.0, jaccard)).abs() < 0.1,
                "{common}, {only}: {bits} of {jaccard}"
            );
        }
        assert!(agreement(0, 80).0 < 0.03);
    }
}
