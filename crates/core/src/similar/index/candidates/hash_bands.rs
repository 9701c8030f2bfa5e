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
//! a band have no keys, only some more bits of a hash beside each number: texts that meet by chance
//! are told apart by the comparison.
//!
//! Features are numbered in the order in which they came and hashed by these numbers, so what meets
//! does not depend on the key of a filter. The rarer a feature was when the bands were chosen, the
//! more it weighs here: edited copies share as many rare words as frequent ones, unrelated texts do
//! not.

use super::entries::Entries;
use super::min_hash::{
    Functions, GROUPS, HashedTerm, LANES, Signature, band, bands, inverse, mix, power, recall,
    select,
};
use super::query::Query;
use super::search::Search;
use super::visited::Visited;
use crate::similar::feature::{Feature, weight};
use crate::similar::index::Id;
use crate::similar::table::NumberMap;
use urlsift_url::reserved::Reserved;

/// The most bands: more find more, and take memory.
const MOST_BANDS: usize = 96;

/// Entries whose pairs are looked at to choose rows, and the most that a text may then meet by
/// chance in a bucket.
const SAMPLE: usize = 128;
const BY_CHANCE: f64 = 4.0;

/// The entries of a bucket that a search looks at, the latest first.
const MAX_LOOKS: usize = 256;

/// The entries of a bucket when all buckets are full: more take less memory, and more time.
const LOAD: usize = 4;

/// The entries that the first buckets have room for.
const LEAST_ROOM: usize = 4096;

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
    /// The representatives, whose features are numbered.
    entries: Entries<u32>,
    /// The number of each feature, and by number its term.
    numbers: NumberMap<u64>,
    known: Vec<HashedTerm>,
    /// By entry.
    signatures: Vec<Signature>,
    /// By band and bucket, the link to the last entry; by entry and band, that to the entry before
    /// it in its bucket. A link is the number of an entry, from 1, below bits of the hash of its
    /// band.
    last: Vec<u32>,
    before: Vec<u32>,
    /// The bits of a link that are the number.
    mask: u32,
    functions: Vec<Functions>,
    /// The text that was read last, its features by their numbers, and what they hash to.
    text: Vec<Feature>,
    numbered: Vec<Feature>,
    read: TextHashes,
}

/// The hashes of a text.
#[derive(Clone, Debug, Default)]
struct TextHashes {
    /// One for each band.
    bands: Vec<u64>,
    signature: Signature,
}

/// The place of a band's hash in the tables.
#[derive(Clone, Copy)]
struct Bucket {
    index: usize,
    /// The bits of the hash that stand in links to it.
    tag: u32,
}

/// A step of a search through the entries of a bucket.
struct Chain {
    band: usize,
    tag: u32,
    link: u32,
}

impl HashBands {
    /// Enters all entries. Texts are similar of which at least this part is common.
    pub(super) fn new(entries: &Entries, part: f64) -> Self {
        let mut new = Self {
            jaccard: part / (2.0 - part),
            ..Self::default()
        };
        for number in 0..entries.len() as u32 {
            let features: Vec<Feature> = entries.features(number).collect();
            new.insert(&features, entries.id(number));
        }
        new
    }

    /// Weighs features, chooses bands for up to twice as many entries, and enters all.
    fn grow(&mut self) {
        let entries = 0..self.entries.len() as u32;
        let mut counts = vec![0; self.known.len()];
        for number in entries.clone() {
            for &feature in self.entries.hashes(number) {
                counts[feature as usize] += 1;
            }
        }
        self.known.clear();
        for (number, &count) in (0..).zip(&counts) {
            let weight = weight(count, entries.len() as u64);
            self.known.push((mix(number) as u32, inverse(weight)));
        }
        let room = (entries.len() + 1).next_power_of_two().max(LEAST_ROOM);
        self.rows = self.fewest_rows(room as f64);
        self.bands = bands(self.jaccard, self.rows, WANTED).min(MOST_BANDS);
        let groups = self.bands.div_ceil(LANES / self.rows).max(GROUPS);
        self.functions = (0..groups).map(Functions::of).collect();
        self.mask = (2 * room - 1) as u32;
        // The old tables make room for the new ones.
        self.before = Vec::new();
        self.signatures = Vec::new();
        self.last = Vec::new();
        self.last = vec![0; self.bands * (room / LOAD)];
        self.before.reserve_exact(self.bands * room);
        for number in entries {
            let hashes = self.hash(self.entries.features(number));
            self.enter(hashes);
        }
    }

    /// Returns the fewest rows in which a text rarely meets unrelated ones.
    fn fewest_rows(&self, count: f64) -> usize {
        let step = self.entries.len().div_ceil(SAMPLE);
        let mut sample: Vec<Signature> = Vec::new();
        let mut pairs = Vec::new();
        for number in (0..self.entries.len() as u32).step_by(step) {
            let features = self.entries.features(number);
            let signature = self.hash(features).signature;
            for earlier in &sample {
                let bits = f64::from(2 * earlier.distance(signature));
                let jaccard = (1.0 - bits / (GROUPS * LANES) as f64).max(0.0);
                if jaccard < self.jaccard {
                    pairs.push(jaccard);
                }
            }
            sample.push(signature);
        }
        for rows in 2..LANES {
            let met: f64 = pairs.iter().map(|jaccard| power(*jaccard, rows)).sum();
            let by_chance = count * met / pairs.len().max(1) as f64;
            let more_bands = bands(self.jaccard, rows + 1, LEAST_WANTED);
            if by_chance < BY_CHANCE || more_bands > MOST_BANDS {
                return rows;
            }
        }
        LANES
    }

    /// Returns the probability at which two texts that are just similar meet.
    pub(super) fn recall(&self) -> f64 {
        recall(self.jaccard, self.rows, self.bands)
    }

    /// Adds an entry.
    pub(super) fn insert(&mut self, features: &[Feature], id: Id) {
        self.read(features);
        let known = self.known.len() as u64;
        for (feature, numbered) in features.iter().zip(&self.numbered) {
            if numbered.hash >= known {
                self.numbers.insert(feature.hash, numbered.hash);
                self.known.push(new_term(numbered.hash));
            }
        }
        self.entries.push(&self.numbered, id);
        let read = std::mem::take(&mut self.read);
        if 2 * self.entries.len() > self.mask as usize + 1 {
            self.grow();
        } else {
            self.enter(read);
        }
    }

    /// Enters the next entry in its buckets.
    fn enter(&mut self, hashes: TextHashes) {
        self.signatures.push(hashes.signature);
        for (band, hash) in hashes.bands.into_iter().enumerate() {
            let bucket = self.bucket(band, hash);
            let link = bucket.tag | self.signatures.len() as u32;
            let before = std::mem::replace(&mut self.last[bucket.index], link);
            self.before.push(before);
        }
    }

    /// Reads a text, unless it was the last one: whoever enters a text has looked for it before.
    /// New features count by the numbers that they would get.
    fn read(&mut self, features: &[Feature]) {
        if self.text == features && !self.read.bands.is_empty() {
            return;
        }
        let mut next = self.known.len() as u64;
        self.numbered.clear();
        for feature in features {
            let hash = if let Some(number) = self.numbers.get(&feature.hash) {
                *number
            } else {
                next += 1;
                next - 1
            };
            // Nobody asks which features go together, so most texts share a profile.
            self.numbered.push(Feature {
                hash,
                with: None,
                ..*feature
            });
        }
        self.text = features.to_vec();
        self.read = self.hash(self.numbered.iter().copied());
    }

    /// Hashes a text by its numbered features.
    fn hash(&self, features: impl Iterator<Item = Feature>) -> TextHashes {
        let mut terms: Vec<HashedTerm> = Vec::new();
        for feature in features {
            terms.push(match self.known.get(feature.hash as usize) {
                Some(term) => *term,
                None => new_term(feature.hash),
            });
        }
        select(&mut terms);
        let mut values = Vec::with_capacity(self.functions.len());
        for functions in &self.functions {
            values.push(functions.values(&terms));
        }
        let rows = values
            .iter()
            .flat_map(|group| group.chunks_exact(self.rows));
        TextHashes {
            bands: rows.take(self.bands).map(band).collect(),
            signature: Signature::of(values),
        }
    }

    /// Returns the bucket of a band's hash.
    fn bucket(&self, band: usize, hash: u64) -> Bucket {
        let buckets = self.last.len() / self.bands;
        let index_in_band = hash as usize & (buckets - 1);
        Bucket {
            index: band * buckets + index_in_band,
            tag: (hash >> 32) as u32 & !self.mask,
        }
    }

    /// Returns the number of the entry that a link leads to.
    fn entry_of(&self, link: u32) -> usize {
        ((link & self.mask) - 1) as usize
    }

    /// Returns the earliest similar entry that a text meets, or any.
    pub(super) fn find(
        &mut self,
        features: &[Feature],
        query: &mut Query,
        visited: &mut Visited,
        any: bool,
    ) -> Option<Id> {
        self.read(features);
        query.set(&self.numbered);
        let TextHashes { bands, signature } = &self.read;
        let radius = Signature::radius(self.jaccard);
        let mut search = Search::new(&self.entries, query, visited, any);
        let mut chains = Vec::with_capacity(bands.len());
        for (band, &hash) in bands.iter().enumerate() {
            let bucket = self.bucket(band, hash);
            chains.push(Chain {
                band,
                tag: bucket.tag,
                link: self.last[bucket.index],
            });
        }
        // All buckets at a time: their loads do not depend on each other, and wait together.
        for _ in 0..MAX_LOOKS {
            chains.retain(|chain| chain.link != 0);
            if chains.is_empty() {
                break;
            }
            for chain in &chains {
                if chain.link & !self.mask != chain.tag {
                    continue;
                }
                let entry = self.entry_of(chain.link);
                let distance = self.signatures[entry].distance(*signature);
                if distance <= radius && search.compare(entry as u32) {
                    return search.earliest();
                }
            }
            for chain in &mut chains {
                let entry = self.entry_of(chain.link);
                chain.link = self.before[entry * self.bands + chain.band];
            }
        }
        search.earliest()
    }

    /// Returns the bytes that it holds, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.numbers.capacity() * 2 * size_of::<u64>()
            + self.entries.heap_bytes()
            + self.signatures.reserved_bytes()
            + (self.last.capacity() + self.before.capacity()) * size_of::<u32>()
    }
}

/// Returns the term of a feature that is not known yet, which weighs as much as a rare one.
fn new_term(number: u64) -> HashedTerm {
    (mix(number) as u32, inverse(weight(1, 1 << 16)))
}
