//! Learns, while a list streams by, which positions of a site's paths are variable.
//!
//! A *place* is a template before a position, together with the extension of what stands there. Words that no list knows
//! speak for a variable place, ordinary words against it: a place's balance is how many more different unfamiliar than
//! familiar words appeared there. A place named by the word before it (`tag`, `users`, a year) or one where values stood
//! needs one unfamiliar word, any other [`EVIDENCE`].
//!
//! The state is two flat tables of 8-byte slots, so it is bounded and costs one or two cache misses a segment.

use crate::hash::Key;
use crate::record::{Batch, Record, Segment};
use crate::token::Traits;
use std::collections::{HashMap, HashSet};

/// Units of balance of one word.
const WORD: i32 = 10;
/// Balance at which a place becomes variable.
const EVIDENCE: i32 = 5 * WORD;
/// Combinations of open places under which a kept line is also entered.
pub(crate) const MAX_SHADOWS: usize = 8;

/// What is learned of all hosts.
#[derive(Debug, Default)]
pub(crate) struct Learner {
    places: HashMap<u64, Place>,
    seen: HashSet<u64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    balance: i32,
    /// Values stood here.
    ids: bool,
    variable: bool,
}

/// What stands before a place.
#[derive(Clone, Copy)]
struct Before {
    template: u64,
    /// The previous segment names what follows, or is part of a date.
    named: bool,
    date: bool,
    /// An API, by its host or one of the first three segments.
    api: bool,
    /// How many segments follow a `blob` or `tree` as values.
    tree: u8,
    position: usize,
}

impl Learner {
    /// Decides what each segment of a record reads, and learns from it.
    pub(crate) fn read(
        &mut self,
        key: &Key,
        record: &Record,
        batch: &Batch,
        api: bool,
        tokens: &mut Vec<u64>,
    ) {
        tokens.clear();
        let mut before = Before::start(record, api);
        for segment in batch.segments_of(record) {
            let token = self.decide(key, &before, segment);
            before.step(key, segment, token);
            tokens.push(token);
        }
    }

    /// Enters a kept record under every reading in which some of its open places are variable, and gives those readings.
    pub(crate) fn shadows(
        &mut self,
        key: &Key,
        record: &Record,
        batch: &Batch,
        api: bool,
        tokens: &[u64],
        mut each: impl FnMut(&[u64]),
    ) {
        let segments = batch.segments_of(record);
        let open: Vec<usize> = (0..segments.len())
            .filter(|&i| {
                tokens[i] != segments[i].variable && !segments[i].traits.has(Traits::FIXED | Traits::KNOWN)
            })
            .take(MAX_SHADOWS.ilog2() as usize)
            .collect();
        let mut reading = tokens.to_vec();
        for choice in 1..1_usize << open.len() {
            reading.copy_from_slice(tokens);
            for (bit, &i) in open.iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    reading[i] = segments[i].variable;
                }
            }
            let mut before = Before::start(record, api);
            for (segment, &token) in segments.iter().zip(&reading) {
                if token == segment.token {
                    self.count(key, &before, segment);
                }
                before.step(key, segment, token);
            }
            each(&reading);
        }
    }

    fn decide(&mut self, key: &Key, before: &Before, segment: &Segment) -> u64 {
        if before.tree > 0 {
            return segment.variable;
        }
        let place = self.count(key, before, segment);
        if segment.traits.has(Traits::VALUE) || !place.variable || segment.traits.has(Traits::FIXED) {
            return segment.token;
        }
        let stays = segment.traits.has(Traits::KNOWN) && !(before.named && place.balance >= EVIDENCE);
        if stays { segment.token } else { segment.variable }
    }

    /// Counts a segment at its place, and gives what the place is now.
    fn count(&mut self, key: &Key, before: &Before, segment: &Segment) -> Place {
        let at = key.join(before.template, segment.variable);
        let place = self.places.entry(at).or_default();
        if segment.traits.has(Traits::VALUE) {
            place.ids = true;
            return *place;
        }
        if segment.traits.has(Traits::FIXED) || (place.variable && place.balance >= EVIDENCE) {
            return *place;
        }
        if self.seen.insert(key.join(at, segment.token)) {
            if segment.traits.has(Traits::KNOWN) {
                place.balance -= WORD;
            } else {
                let collection = segment.traits.has(Traits::PLURAL) && !before.named;
                place.balance += if collection { 0 } else { before.word(segment) };
                let needed = if before.named || place.ids { before.word(segment) } else { before.evidence() };
                if place.balance >= needed && !collection {
                    place.variable = true;
                }
            }
        }
        *place
    }
}

impl Before {
    fn start(record: &Record, api: bool) -> Self {
        Self { template: record.host, named: false, date: false, api, tree: 0, position: 0 }
    }

    fn word(&self, segment: &Segment) -> i32 {
        if self.api && segment.traits.has(Traits::READABLE) { WORD * 6 / 10 } else { WORD }
    }

    fn evidence(&self) -> i32 {
        if self.api && !self.named { EVIDENCE * 3 / 2 } else { EVIDENCE }
    }

    fn step(&mut self, key: &Key, segment: &Segment, token: u64) {
        let traits = segment.traits;
        self.template = key.join(self.template, token);
        let literal = token == segment.token;
        self.date = traits.has(Traits::YEAR) || (self.date && traits.has(Traits::SMALL));
        self.named = self.date || (literal && traits.has(Traits::NAMING | Traits::PLURAL));
        self.api |= self.position < 3 && traits.has(Traits::API);
        self.tree =
            if traits.has(Traits::TREE) && self.position >= 2 { 2 } else { self.tree.saturating_sub(1) };
        self.position += 1;
    }
}
