//! URLs with many bands, and those that can be similar to them.
//!
//! A band can only be looked up by a URL that has all of its features. So a URL with many bands enters those whose features all came
//! before; each feature that is new waits with it, and when another URL brings the feature again, the
//! bands with it that are then complete are entered. A lookup is as short: a band with a feature that no
//! representative has cannot be there. On lists of rare words this leaves a few of a hundred bands, and every band that two URLs
//! share is still found.
//!
//! URLs with few bands enter and look up all of them, as waiting would cost more. If they can be similar to a URL with many
//! ([`Reach`]), their features count as known.
//!
//! A URL that still has too many bands is *wide*: it is compared through [`Postings`] with all others, and all
//! others with it.

use super::Id;
use super::entries::Entries;
use super::keys::{Table, stored};
use super::postings::Postings;
use super::reach::Reach;
use super::structure::Keys;
use crate::bands::{Demand, Enumeration};
use crate::features::{Component, Feature, Layout, Role};
use std::collections::TryReserveError;

/// How many bands a URL has at most that enters all of them at once.
const FEW: usize = 24;

/// How many bands a URL may enter before it is found through [`Postings`] instead.
const MAX_BANDS: usize = 192;

/// Features that can wait: one bit each.
const MAX_WAITING: usize = 64;

/// Stands for the owner of a feature that came twice, or that all bands with it do not wait for.
const KNOWN: u64 = u64::MAX;

/// What is known about URLs that may have many bands.
#[derive(Debug)]
pub(crate) struct Crowd {
    budget: u64,
    reach: Reach,
    entries: Entries,
    /// For each entry, what it waits for.
    states: Vec<State>,
    /// All features of entries that are not wide, each with the one entry in which it waits, or [`KNOWN`]. Filled once an entry waits.
    features: Table<(u64, u64)>,
    waiting: bool,
    walk: Enumeration,
    buffer: Vec<u64>,
    /// The features of an entry that waits.
    owner: Vec<Feature>,
    /// Entries that are wide, and those that are not.
    wide: Listed,
    narrow: Listed,
}

/// How many bands a URL has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Few, and none of a URL that has many.
    Apart,
    /// Few.
    Few,
    /// Perhaps many.
    Many,
}

/// What becomes of an entry's bands.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The features that no other URL has had yet, as bits.
    waiting: u64,
    /// How many bands were entered; [`WIDE`] if there were too many.
    bands: u8,
}

const WIDE: u8 = u8::MAX;

/// Entries to compare with, which are put on lists with the first search.
#[derive(Debug)]
struct Listed {
    postings: Postings,
    numbers: Vec<u32>,
    listed: usize,
}

impl Crowd {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        let listed = || Listed { postings: Postings::new(budget), numbers: Vec::new(), listed: 0 };
        Self {
            budget,
            reach: Reach::new(layout, budget, FEW),
            entries: Entries::default(),
            states: Vec::new(),
            features: Table::default(),
            waiting: false,
            walk: Enumeration::default(),
            buffer: Vec::new(),
            owner: Vec::new(),
            wide: listed(),
            narrow: listed(),
        }
    }

    /// How many bands a URL may enter at once.
    pub(crate) fn most_bands(&self) -> usize {
        MAX_BANDS
    }

    /// How many bands a URL with these features has.
    pub(crate) fn kind(&mut self, features: &[Feature]) -> Kind {
        let (mut path, mut params) = (0, 0);
        for feature in features.iter().filter(|f| f.role != Role::Absent) {
            path += usize::from(feature.component == Component::Path);
            params += usize::from(feature.component == Component::Params);
        }
        let (segments, pairs) = self.reach.layout.counts(path, params);
        if self.reach.is_wide(segments, pairs) {
            Kind::Many
        } else if self.reach.reaches(segments, pairs) {
            Kind::Few
        } else {
            Kind::Apart
        }
    }

    /// Appends the bands under which a URL can be found; `false` if there are too many.
    pub(crate) fn enumerate(
        &mut self,
        features: &[Feature],
        kind: Kind,
        keys: &mut Keys,
        bands: &mut Vec<u64>,
    ) -> bool {
        let new = if kind == Kind::Apart || !self.waiting { 0 } else { self.meet(features, keys) };
        // All bands with a new feature would be looked up in vain.
        let demand = Demand { without: if kind == Kind::Many { new } else { 0 }, with: None };
        self.walk.run(features, demand, self.budget, MAX_BANDS, bands).is_ok()
    }

    /// Enters a representative, and appends the bands that are to be entered now.
    pub(crate) fn insert(&mut self, features: &[Feature], id: Id, keys: &mut Keys, bands: &mut Vec<u64>) {
        let kind = self.kind(features);
        if kind == Kind::Many && !self.waiting {
            self.waiting = true;
            for number in 0..self.entries.len() as u32 {
                for &hash in self.entries.hashes(number) {
                    let hash = stored(hash);
                    self.features.insert((hash, KNOWN), |slot| slot.0 == hash);
                }
            }
        }
        let new = if kind == Kind::Apart || !self.waiting { 0 } else { self.meet(features, keys) };
        let waiting = if kind == Kind::Many && features.len() <= MAX_WAITING { new } else { 0 };
        let demand = Demand { without: waiting, with: None };
        let start = bands.len();
        let done = self.walk.run(features, demand, self.budget, MAX_BANDS, bands);
        if kind == Kind::Apart {
            return;
        }
        let number = self.entries.push(features, id);
        if done.is_err() {
            self.states.push(State { waiting: 0, bands: WIDE });
            self.wide.numbers.push(number);
            return;
        }
        self.states.push(State { waiting, bands: (bands.len() - start) as u8 });
        self.narrow.numbers.push(number);
        if self.waiting {
            for (i, feature) in features.iter().enumerate() {
                let waits = i < MAX_WAITING && waiting >> i & 1 == 1;
                let (hash, owner) = (stored(feature.hash), if waits { u64::from(number) } else { KNOWN });
                self.features.insert((hash, owner), |slot| slot.0 == hash);
            }
        }
    }

    /// Enters the bands that waited for these features. Returns those of the first 64 that no entry has, as bits.
    fn meet(&mut self, features: &[Feature], keys: &mut Keys) -> u64 {
        let mut new = 0;
        for (i, feature) in features.iter().enumerate() {
            let hash = stored(feature.hash);
            match self.features.find_mut(hash, |slot| slot.0 == hash) {
                None if i < MAX_WAITING => new |= 1 << i,
                None => {}
                Some(slot) if slot.1 == KNOWN => {}
                Some(slot) => {
                    let owner = slot.1 as u32;
                    slot.1 = KNOWN;
                    self.wake(owner, feature.hash, keys);
                }
            }
        }
        new
    }

    /// Enters the bands of an entry that waited for one feature only.
    fn wake(&mut self, number: u32, feature: u64, keys: &mut Keys) {
        let state = &mut self.states[number as usize];
        if state.bands == WIDE {
            return;
        }
        let Some(at) = self.entries.hashes(number).iter().position(|&hash| hash == feature) else { return };
        state.waiting &= !(1 << at);
        self.owner.clear();
        self.owner.extend(self.entries.features(number));
        self.buffer.clear();
        let demand = Demand { without: state.waiting, with: Some(at as u32) };
        let bound = MAX_BANDS - usize::from(state.bands);
        if self.walk.run(&self.owner, demand, self.budget, bound, &mut self.buffer).is_ok() {
            state.bands += self.buffer.len() as u8;
            keys.insert(&self.buffer, self.entries.id(number));
        } else {
            state.bands = WIDE;
            self.wide.numbers.push(number);
        }
    }

    /// The earliest wide representative that is similar.
    pub(crate) fn compare_with_wide(&mut self, features: &[Feature]) -> Option<Id> {
        self.wide.find(&self.entries, features)
    }

    /// The earliest representative that is similar to a URL with too many bands.
    pub(crate) fn compare_with_all(&mut self, features: &[Feature]) -> Option<Id> {
        let narrow = self.narrow.find(&self.entries, features);
        narrow.into_iter().chain(self.compare_with_wide(features)).min()
    }

    /// Makes room for so many entries with so many features in all, but for the lists of single features, which grow by little.
    pub(crate) fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.states.try_reserve(entries)?;
        self.narrow.numbers.try_reserve(entries)?;
        if self.waiting {
            self.features.try_reserve(features)?;
        }
        self.entries.reserve(entries, features)
    }
}

impl Listed {
    fn find(&mut self, entries: &Entries, features: &[Feature]) -> Option<Id> {
        if self.numbers.is_empty() {
            return None;
        }
        for &number in &self.numbers[self.listed..] {
            self.postings.list(entries, number);
        }
        self.listed = self.numbers.len();
        self.postings.find(entries, features)
    }
}
