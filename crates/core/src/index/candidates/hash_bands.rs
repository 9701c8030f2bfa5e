//! Representatives by bands of [values](super::min_hash), for lists of many long texts.
//!
//! Long texts share so many frequent words that an exact search compares with thousands, and ends
//! at its limit. Two texts of Jaccard similarity J meet in one of the bands with the probability
//!
//! ```text
//! 1 - (1 - J^rows)^bands
//! ```
//!
//! and are then compared as ever, unless their [signatures](Signature) differ too much. Buckets of
//! a band have no keys: texts that meet by chance are told apart by the comparison.
//!
//! Features are hashed by their numbers in the order in which they came, so what meets does not
//! depend on the key of a filter. The rarer a feature was when the bands were chosen, the more it
//! weighs here: edited copies share as many rare words as frequent ones, unrelated texts do not.

use super::entries::Entries;
use super::min_hash::{
    Functions, GROUPS, HashedTerm, LANES, Signature, band, bands, inverse, mix, power, select,
};
use super::search::Search;
use crate::feature::weight;
use crate::table::{Table, stored};

/// The most bands: more find more, and take memory.
const MOST_BANDS: usize = 96;

/// Entries whose pairs are looked at to choose rows, and the most that a text may then meet by
/// chance in a bucket.
const SAMPLE: usize = 128;
const BY_CHANCE: f64 = 4.0;

/// The entries of a bucket that a search looks at, the latest first.
const MAX_LOOKS: usize = 256;

/// The probability at which texts that are just similar are to meet: at least, by the choice of
/// rows, and if there are bands enough for it.
const LEAST_WANTED: f64 = 0.9;
const WANTED: f64 = 0.99;

/// The bands of all representatives.
#[derive(Clone, Debug, Default)]
pub(super) struct HashBands {
    /// The least Jaccard similarity of similar texts.
    jaccard: f64,
    rows: usize,
    bands: usize,
    /// The number of each feature, and by number its term.
    numbers: Table<(u64, u64)>,
    known: Vec<HashedTerm>,
    /// By entry.
    signatures: Vec<Signature>,
    /// By band and bucket, the number of the last entry, from 1; by entry and band, that of the
    /// entry before it in its bucket.
    last: Vec<u32>,
    before: Vec<u32>,
    for_signatures: Vec<Functions>,
    functions: Vec<Functions>,
    // Buffers, kept for reuse:
    terms: Vec<HashedTerm>,
    hashes: Vec<u64>,
}

impl HashBands {
    /// Enters all entries. Texts are similar of which at least this part is common.
    pub(super) fn new(entries: &Entries, part: f64) -> Self {
        let for_signatures = (0..GROUPS).map(Functions::of).collect();
        let mut new = Self { jaccard: part / (2.0 - part), for_signatures, ..Self::default() };
        new.grow(entries);
        new
    }

    /// Weighs features, chooses bands for up to twice as many entries, and enters all.
    fn grow(&mut self, entries: &Entries) {
        let mut counts = vec![0; self.known.len()];
        for number in 0..entries.len() as u32 {
            for &feature in entries.hashes(number) {
                let number = self.number(feature);
                counts.resize(counts.len().max(number + 1), 0);
                counts[number] += 1;
            }
        }
        let of = |(number, &count)| (mix(number) as u32, inverse(weight(count, entries.len() as u64)));
        self.known = (0..).zip(&counts).map(of).collect();
        let buckets = (entries.len() + 1).next_power_of_two();
        self.rows = self.fewest_rows(entries, buckets as f64);
        self.bands = bands(self.jaccard, self.rows, WANTED).min(MOST_BANDS);
        let groups = self.bands.div_ceil(LANES / self.rows);
        self.functions = (GROUPS..GROUPS + groups).map(Functions::of).collect();
        self.last = vec![0; self.bands * buckets];
        (self.signatures, self.before) = Default::default();
        for number in 0..entries.len() as u32 {
            self.enter(entries.hashes(number));
        }
    }

    /// Returns the fewest rows in which a text rarely meets unrelated ones.
    fn fewest_rows(&mut self, entries: &Entries, count: f64) -> usize {
        let step = entries.len().div_ceil(SAMPLE);
        self.functions.clear();
        let sample: Vec<Signature> = (0..entries.len() as u32)
            .step_by(step)
            .map(|number| self.read(entries.hashes(number).iter().copied()))
            .collect();
        let pairs =
            sample.iter().enumerate().flat_map(|(i, one)| sample[..i].iter().map(|it| it.distance(*one)));
        let jaccard = |bits: u32| (1.0 - f64::from(2 * bits) / (GROUPS * LANES) as f64).max(0.0);
        let pairs: Vec<f64> = pairs.map(jaccard).filter(|jaccard| *jaccard < self.jaccard).collect();
        let chance = |rows| {
            count * pairs.iter().map(|jaccard| power(*jaccard, rows)).sum::<f64>() / pairs.len().max(1) as f64
        };
        let is_enough = |rows: &usize| {
            chance(*rows) < BY_CHANCE || bands(self.jaccard, rows + 1, LEAST_WANTED) > MOST_BANDS
        };
        (2..LANES).find(is_enough).unwrap_or(LANES)
    }

    /// Enters the next entry, the last one there is.
    pub(super) fn insert(&mut self, entries: &Entries) {
        if self.last.len() < self.bands * entries.len() {
            return self.grow(entries);
        }
        self.enter(entries.hashes(entries.len() as u32 - 1));
    }

    fn enter(&mut self, features: &[u64]) {
        let signature = self.read(features.iter().copied());
        for &feature in features {
            self.number(feature);
        }
        self.signatures.push(signature);
        let number = self.signatures.len() as u32;
        for at in self.places() {
            self.before.push(std::mem::replace(&mut self.last[at], number));
        }
    }

    /// Returns the number of a feature, the next one if it is new.
    fn number(&mut self, feature: u64) -> usize {
        let key = stored(feature);
        let slot = self.numbers.entry(key, |slot| slot.0 == key);
        if slot.0 == 0 {
            *slot = (key, self.known.len() as u64);
            self.known.push(new_term(slot.1));
        }
        slot.1 as usize
    }

    /// Reads the terms and the bands of a text. A feature that is not known counts by the number
    /// that it would get.
    fn read(&mut self, features: impl Iterator<Item = u64>) -> Signature {
        let mut next = self.known.len() as u64;
        self.terms.clear();
        self.terms.extend(features.map(|feature| {
            let key = stored(feature);
            self.numbers.find(key, |slot| slot.0 == key).map_or_else(
                || {
                    next += 1;
                    new_term(next - 1)
                },
                |slot| self.known[slot.1 as usize],
            )
        }));
        select(&mut self.terms);
        self.hashes.clear();
        for functions in &self.functions {
            self.hashes.extend(functions.values(&self.terms).chunks_exact(self.rows).map(band));
        }
        Signature::of(&self.terms, &self.for_signatures)
    }

    /// Returns the places of the buckets of the text that was read.
    fn places(&self) -> Vec<usize> {
        let buckets = self.last.len() / self.bands;
        let place = |(band, hash): (usize, &u64)| band * buckets + (*hash as usize & (buckets - 1));
        self.hashes.iter().take(self.bands).enumerate().map(place).collect()
    }

    /// Compares a search with the entries that a text meets.
    pub(super) fn find(&mut self, features: impl Iterator<Item = u64>, search: &mut Search<'_>) {
        let (signature, radius) = (self.read(features), Signature::radius(self.jaccard));
        for (band, at) in self.places().into_iter().enumerate() {
            let mut number = self.last[at];
            for _ in 0..MAX_LOOKS {
                let Some(entry) = number.checked_sub(1) else { break };
                if self.signatures[entry as usize].distance(signature) <= radius && search.compare(entry) {
                    return;
                }
                number = self.before[entry as usize * self.bands + band];
            }
        }
    }

    /// Returns the bytes that it holds, approximately.
    pub(super) fn memory(&self) -> usize {
        self.numbers.memory()
            + self.signatures.capacity() * size_of::<Signature>()
            + (self.last.capacity() + self.before.capacity()) * size_of::<u32>()
    }
}

/// Returns the term of a feature that is not known yet, which weighs as much as a rare one.
fn new_term(number: u64) -> HashedTerm {
    (mix(number) as u32, inverse(weight(1, 1 << 16)))
}
