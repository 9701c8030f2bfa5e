//! URLs with many bands, and those that can be similar to them.
//!
//! Two similar URLs either share a rare feature or only frequent ones ([`Vocabulary`]). Who shares a rare one is listed, and
//! is compared with. What is left is found by bands without rare features: a URL enters those, and adds the bands with
//! a feature when that becomes frequent. On lists of rare words this leaves a few of a hundred bands, and few
//! comparisons.
//!
//! A URL that still has too many bands is *wide*: it is compared through [`Postings`] with all others, and all
//! others with it.
//!
//! While no URL has many bands, those that could be similar to such a one ([`Reach`]) enter all of theirs, and are only kept.

use super::Id;
use super::entries::{Entries, Posting, Wanted};
use super::postings::Postings;
use super::reach::Reach;
use super::structure::Keys;
use super::vocabulary::{Vocabulary, Word};
use crate::bands::{self, Enumeration};
use crate::features::{Component, Feature, Layout, Role};
use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::mem;

/// How many bands a URL has at most that enters all of them at once.
const FEW: usize = 24;

/// How many bands a URL may enter or look up before it is found through [`Postings`] instead.
pub(super) const MAX_BANDS: usize = 192;

/// Up to how many features a URL can enter bands, as each is one bit of [`State`].
const MAX_FEATURES: usize = 64;

/// What is known about URLs that may have many bands.
#[derive(Debug)]
pub(crate) struct Crowd {
    budget: u64,
    reach: Reach,
    entries: Entries,
    /// For each entry, which of its bands are entered.
    states: Vec<State>,
    /// The features of all entries, once there are URLs with many bands.
    vocabulary: Vocabulary,
    begun: bool,
    /// Entries that are wide by their frequent features, and those that are not. The latter once they are searched.
    wide: Postings,
    narrow: Option<Postings>,
    search: u32,
    // Kept for their memory:
    words: Vec<Word>,
    rare: Vec<(u64, Word)>,
    wanted: Wanted,
    walk: Enumeration,
    bands: Vec<u64>,
    owners: Vec<u32>,
    features: Vec<Feature>,
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
    /// The features that are in no band yet, as bits.
    rare: u64,
    /// How many bands were entered; [`WIDE`] if there were too many.
    bands: u8,
    /// The search that looked at it last.
    looked: u32,
}

const WIDE: u8 = u8::MAX;

impl Crowd {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            budget,
            reach: Reach::new(layout, budget, FEW),
            entries: Entries::default(),
            states: Vec::new(),
            vocabulary: Vocabulary::default(),
            begun: false,
            wide: Postings::default(),
            narrow: None,
            search: 0,
            words: Vec::new(),
            rare: Vec::new(),
            wanted: Wanted::default(),
            walk: Enumeration::default(),
            bands: Vec::new(),
            owners: Vec::new(),
            features: Vec::new(),
        }
    }

    /// How many bands a URL with these features has.
    fn kind(&mut self, features: &[Feature]) -> Kind {
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

    /// The earliest similar representative; any where they are not named.
    pub(crate) fn find(&mut self, features: &[Feature], keys: &Keys) -> Option<Id> {
        let kind = self.kind(features);
        if kind == Kind::Many && !self.begun {
            self.begin();
        }
        if kind == Kind::Apart || !self.begun {
            self.enumerate_all(features);
            return keys.find(&self.bands);
        }
        self.words.clear();
        self.words.extend(features.iter().map(|f| self.vocabulary.word(f.hash)));
        self.wanted.set(features);
        let all = self.choose_owners(features);
        let sharing = self.compare_with_owners(keys);
        if (all && kind == Kind::Many) || (sharing.is_some() && !keys.are_named()) {
            return sharing;
        }
        let few = self.enumerate(features, kind);
        self.bands.extend(bands::frame(features, self.budget).filter(|_| !few));
        let found = sharing.into_iter().chain(keys.find(&self.bands)).min();
        if found.is_some() && !keys.are_named() {
            return found;
        }
        let wide = self.compare_with_wide(features);
        let narrow = if few { None } else { self.compare_with_narrow(features) };
        found.into_iter().chain(wide).chain(narrow).min()
    }

    /// Leaves all bands.
    fn enumerate_all(&mut self, features: &[Feature]) {
        self.bands.clear();
        let done = self.walk.run(features, |_| false, None, self.budget, MAX_BANDS, &mut self.bands);
        debug_assert!(done.is_ok(), "few bands are not too many");
    }

    /// Leaves the bands to enter or to look up; none and `false` if there are too many.
    fn enumerate(&mut self, features: &[Feature], kind: Kind) -> bool {
        self.bands.clear();
        // One that has few may be similar to one that stands apart, whose features are not counted.
        let rare = |i: usize| kind == Kind::Many && self.words[i].frequent().is_none();
        self.walk.run(features, rare, None, self.budget, MAX_BANDS, &mut self.bands).is_ok()
    }

    /// The earliest wide representative that is similar and shares frequent features only.
    fn compare_with_wide(&mut self, features: &[Feature]) -> Option<Id> {
        if self.wide.is_empty() {
            return None;
        }
        let frequent = |i: usize| self.words[i].frequent();
        self.wide.find(&self.entries, features, frequent, &mut self.wanted, self.budget)
    }

    /// The earliest of the others.
    fn compare_with_narrow(&mut self, features: &[Feature]) -> Option<Id> {
        let narrow = self.narrow.get_or_insert_with(|| {
            let mut narrow = Postings::default();
            for (number, _) in (0..).zip(&self.states).filter(|(_, state)| state.bands != WIDE) {
                narrow.list_by_all(&self.entries, number, &self.vocabulary);
            }
            narrow
        });
        let frequent = |i: usize| self.words[i].frequent();
        narrow.find(&self.entries, features, frequent, &mut self.wanted, self.budget)
    }

    /// Chooses the rare features whose owners are to be compared with: those with the fewest that weigh more than the budget, as
    /// no similar entry lacks all of them; `false` if that takes frequent ones too, and all rare ones are chosen.
    fn choose_owners(&mut self, features: &[Feature]) -> bool {
        self.rare.clear();
        let rare = self.words.iter().zip(features).filter(|(word, _)| word.frequent().is_none());
        self.rare.extend(rare.map(|(word, feature)| (feature.weight, *word)));
        self.rare.sort_unstable_by_key(|(weight, word)| (word.owners(), Reverse(*weight)));
        let mut sum = 0;
        let enough = self.rare.iter().position(|(weight, _)| {
            sum += weight;
            sum > self.budget
        });
        if let Some(last) = enough {
            self.rare.truncate(last + 1);
        }
        enough.is_some()
    }

    /// The earliest similar representative that shares a chosen feature; any where they are not named.
    fn compare_with_owners(&mut self, keys: &Keys) -> Option<Id> {
        let mut best: Option<Id> = None;
        self.search = self.search.wrapping_add(1);
        let Self { rare, vocabulary, entries, states, wanted, budget, search, .. } = self;
        for (_, word) in rare {
            let found = vocabulary.find_owner(*word, entries, |Posting { number, sketch }| {
                if !wanted.may_be_similar(sketch, *budget)
                    || mem::replace(&mut states[number as usize].looked, *search) == *search
                    || best.is_some_and(|best| best <= entries.id(number))
                    || !wanted.is_similar(entries, number, *budget)
                {
                    return false;
                }
                best = Some(entries.id(number));
                !keys.are_named()
            });
            if found {
                break;
            }
        }
        best
    }

    /// Enters a representative.
    pub(crate) fn insert(&mut self, features: &[Feature], id: Id, keys: &mut Keys) {
        let kind = self.kind(features);
        if kind == Kind::Many && !self.begun {
            self.begin();
        }
        if kind == Kind::Apart || !self.begun {
            self.enumerate_all(features);
            keys.insert(&self.bands, id);
            if kind != Kind::Apart {
                self.entries.push(features, id);
                self.states.push(State { rare: 0, bands: 0, looked: 0 });
            }
            return;
        }
        let number = self.entries.push(features, id);
        self.states.push(State { rare: 0, bands: 0, looked: 0 });
        self.words.clear();
        for feature in features {
            let word = self.add(feature.hash, number, keys);
            self.words.push(word);
        }
        let narrow = features.len() <= MAX_FEATURES && self.enumerate(features, kind);
        if !narrow {
            self.bands.extend(bands::frame(features, self.budget));
            keys.insert(&self.bands, id);
            return self.widen(number);
        }
        keys.insert(&self.bands, id);
        let state = &mut self.states[number as usize];
        state.bands = self.bands.len() as u8;
        if kind == Kind::Many {
            let rare = (0..).zip(&self.words).filter(|(_, word)| word.frequent().is_none());
            state.rare = rare.fold(0, |bits, (i, _)| bits | 1 << i);
        }
        if let Some(narrow) = &mut self.narrow {
            narrow.list_by_all(&self.entries, number, &self.vocabulary);
        }
    }

    /// Starts to tell rare features from frequent ones. All entries have few bands, and have entered them.
    #[cold]
    fn begin(&mut self) {
        self.begun = true;
        for number in 0..self.entries.len() as u32 {
            for &hash in self.entries.hashes(number) {
                self.vocabulary.add(hash, number, &self.entries, &mut self.owners);
            }
        }
    }

    /// Notes that an entry has a feature. If this makes it frequent, what others of its owners waited for is done.
    fn add(&mut self, feature: u64, number: u32, keys: &mut Keys) -> Word {
        let mut owners = mem::take(&mut self.owners);
        let word = self.vocabulary.add(feature, number, &self.entries, &mut owners);
        if let Some(turned) = word.frequent() {
            for &owner in owners.iter().filter(|owner| **owner != number) {
                self.complete(owner, feature, turned, keys);
            }
        }
        self.owners = owners;
        word
    }

    /// Enters the bands of an entry that waited for one feature only, which has become frequent.
    fn complete(&mut self, number: u32, feature: u64, turned: u32, keys: &mut Keys) {
        let state = &mut self.states[number as usize];
        if state.bands == WIDE {
            return self.wide.list(&self.entries, number, turned);
        }
        if let Some(narrow) = &mut self.narrow {
            narrow.list(&self.entries, number, turned);
        }
        let at = self.entries.hashes(number).iter().position(|&hash| hash == feature);
        let Some(at) = at.filter(|at| state.rare >> at & 1 == 1) else { return };
        state.rare &= !(1 << at);
        let rare = state.rare;
        let bound = MAX_BANDS - usize::from(state.bands);
        self.features.clear();
        self.features.extend(self.entries.features(number));
        self.bands.clear();
        let rare = |i: usize| rare >> i & 1 == 1;
        if self.walk.run(&self.features, rare, Some(at), self.budget, bound, &mut self.bands).is_ok() {
            state.bands += self.bands.len() as u8;
            keys.insert(&self.bands, self.entries.id(number));
        } else {
            self.bands.extend(bands::frame(&self.features, self.budget));
            keys.insert(&self.bands, self.entries.id(number));
            self.widen(number);
        }
    }

    /// Has an entry found by comparison instead of bands.
    fn widen(&mut self, number: u32) {
        self.states[number as usize].bands = WIDE;
        self.wide.list_by_all(&self.entries, number, &self.vocabulary);
    }

    /// Makes room for so many entries with so many features in all, but for the lists of single features, which grow by little.
    pub(crate) fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.states.try_reserve(entries)?;
        if self.begun {
            self.vocabulary.reserve(features)?;
        }
        self.entries.reserve(entries, features)
    }
}
