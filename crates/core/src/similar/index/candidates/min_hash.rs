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
//! A *band* is some values of a record. Two records agree in all `rows` values of a band with the
//! probability J^rows.

use urlsift_url::hash;

/// Values that are computed at a time.
pub const LANES: usize = u32::BITS as usize;

/// The most terms of a record that count.
const MOST: usize = 256;

/// The weight of a term of all records in [thousandths](crate::similar::feature::weight): the least
/// of all.
const LEAST_WEIGHT: u64 = 1000;

/// A term: a hash that does not depend on the key of a filter, and the [`inverse`] of its weight.
pub type HashedTerm = (u32, u16);

/// Returns the inverse of a weight in thousandths, of which the largest is below 2^15.
pub fn inverse(weight: u64) -> u16 {
    (i16::MAX as u64 * LEAST_WEIGHT / weight.max(LEAST_WEIGHT)) as u16
}

/// The constants of the hash functions of some values.
#[derive(Clone, Debug)]
pub struct Functions([[u16; LANES]; 4]);

impl Functions {
    /// Makes the functions of a group of values by its number.
    pub fn of(group: usize) -> Self {
        let mut functions = Self([[0; LANES]; 4]);
        for (kind, lanes) in functions.0.iter_mut().enumerate() {
            // Factors are odd, so they lose no bit.
            let odd = u16::from(kind > 1);
            for (lane, constant) in lanes.iter_mut().enumerate() {
                // A group alone would be lost where `usize` has 32 bits.
                let number = (group as u64) << 32 | (kind << 16 | lane) as u64;
                *constant = mix(number) as u16 | odd;
            }
        }
        functions
    }

    /// Returns the values of a record.
    pub fn values(&self, terms: &[HashedTerm]) -> [i16; LANES] {
        let Self([first, second, odd, other_odd]) = self;
        let mut least = [i16::MAX; LANES];
        for &(hash, inverse) in terms {
            let low = hash as u16;
            let high = (hash >> 16) as u16;
            for lane in 0..LANES {
                let mixed_low = (low ^ first[lane]).wrapping_mul(odd[lane]);
                let mixed_high = (high ^ second[lane]).wrapping_mul(other_odd[lane]);
                let mixed = mixed_low ^ mixed_high;
                let mixed = (mixed ^ mixed >> 7).wrapping_mul(0x6B2D);
                let mixed = mixed ^ mixed >> 9;
                // Below 2^15, because inverses are.
                let value = ((u32::from(mixed) * u32::from(inverse)) >> 16) as i16;
                least[lane] = least[lane].min(value);
            }
        }
        least
    }
}

/// Leaves the terms of a record that count.
pub fn select(terms: &mut Vec<HashedTerm>) {
    if terms.len() > MOST {
        terms.select_nth_unstable_by_key(MOST, |term| mix(term.0.into()));
        terms.truncate(MOST);
    }
}

/// Returns the hash of the values of a band.
pub fn band(values: &[i16]) -> u64 {
    let mut hash = 0;
    for value in values {
        hash = mix(hash ^ u64::from(value.cast_unsigned()));
    }
    hash
}

/// Returns the number of bands of so many rows in which records of a Jaccard similarity meet with a
/// probability: the least b for which 1 - (1 - J^rows)^b is as much.
#[allow(clippy::cast_sign_loss, reason = "a ratio of two logarithms below 0")]
pub fn bands(jaccard: f64, rows: usize, wanted: f64) -> usize {
    let missed = 1.0 - wanted;
    let missed_by_one = 1.0 - power(jaccard, rows);
    (missed.ln() / missed_by_one.ln()).ceil() as usize
}

/// Returns the probability that records of a Jaccard similarity agree in so many values.
pub fn power(jaccard: f64, rows: usize) -> f64 {
    (0..rows).map(|_| jaccard).product()
}

/// Returns the probability that records of a Jaccard similarity meet in any of so many bands.
pub fn recall(jaccard: f64, rows: usize, bands: usize) -> f64 {
    1.0 - (1.0 - power(jaccard, rows)).powf(bands as f64)
}

/// The number of groups of values in a signature.
pub const GROUPS: usize = 8;

/// A bit of each of many values: two records agree in (1 + J) / 2 of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signature([u32; GROUPS]);

impl Signature {
    /// Returns that of a record, by its first [`GROUPS`] groups of values.
    pub fn of(values: impl IntoIterator<Item = [i16; LANES]>) -> Self {
        let mut signature = [0; GROUPS];
        for (bits, values) in signature.iter_mut().zip(values) {
            for value in values {
                let mixed = value.cast_unsigned().wrapping_mul(0x9E37);
                *bits = *bits << 1 | u32::from(mixed >> 15);
            }
        }
        Self(signature)
    }

    /// Returns the number of bits in which two differ.
    pub fn distance(self, other: Self) -> u32 {
        let mut distance = 0;
        for (one, other) in self.0.iter().zip(other.0) {
            distance += (one ^ other).count_ones();
        }
        distance
    }

    /// Returns the most bits in which records of this Jaccard similarity differ: two standard
    /// deviations more than on average.
    #[allow(clippy::cast_sign_loss, reason = "a sum of what is not negative")]
    pub fn radius(jaccard: f64) -> u32 {
        let bits = (GROUPS * LANES) as f64;
        let agree = f64::midpoint(1.0, jaccard);
        let differ = 1.0 - agree;
        let deviation = (bits * agree * differ).sqrt();
        (bits * differ + 2.0 * deviation) as u32
    }
}

/// Returns the number that `SplitMix64` draws from a state.
pub fn mix(state: u64) -> u64 {
    hash::mix(state.wrapping_add(0x9E37_79B9_7F4A_7C15))
}
