//! URLs with many bands, and those that can be similar to them.
//!
//! Two similar URLs either share a rare feature or only frequent ones ([`Vocabulary`]). Who shares a rare one is listed, and
//! is compared with. What is left is found by bands without rare features: a URL enters those, and adds the bands with
//! a feature when that becomes frequent. On lists of rare words this leaves a few of a hundred bands, and few
//! comparisons.
//!
//! A URL that still has too many bands is *wide*: it is compared through [`Postings`] with all others, and all
//! others with it, but not with more than a bound allows.
//!
//! While no URL has many bands, those that could be similar to such a one ([`Reach`]) enter all of theirs, and are only kept.

use super::Id;
use super::entries::{Entries, Posting, Wanted};
use super::postings::{Compared, Postings};
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

/// The same for one that repeats the names of parameters, which is seldom.
const FEW_REPEATED: usize = 64;

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
    /// Entries that are wide by their frequent features, and all entries once they are searched.
    wide: Postings,
    all: Option<Postings>,
    search: u32,
    /// How many searches were cut short and found nothing.
    shortened: u64,
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
            reach: Self::reach(layout, budget),
            entries: Entries::default(),
            states: Vec::new(),
            vocabulary: Vocabulary::default(),
            begun: false,
            wide: Postings::default(),
            all: None,
            search: 0,
            shortened: 0,
            words: Vec::new(),
            rare: Vec::new(),
            wanted: Wanted::default(),
            walk: Enumeration::default(),
            bands: Vec::new(),
            owners: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Tells which URLs can be similar to one with many bands.
    pub(super) fn reach(layout: &Layout, budget: u64) -> Reach {
        Reach::new(layout, budget, FEW, FEW_REPEATED)
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
        if !few {
            self.append_sure(features);
        }
        let found = sharing.into_iter().chain(keys.find(&self.bands)).min();
        if found.is_some() && !keys.are_named() {
            return found;
        }
        let compared = self.compare(features, few, !keys.are_named());
        let found = found.into_iter().chain(compared.found).min();
        self.shortened += u64::from(compared.shortened && found.is_none());
        found
    }

    /// Appends the bands that a wide URL has all the same: equal URLs are found, however many others it cannot be compared with.
    fn append_sure(&mut self, features: &[Feature]) {
        self.bands.push(features.iter().fold(0, |sum: u64, f| sum.wrapping_add(f.hash)));
        self.bands.extend(bands::frame(features, self.budget));
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

    /// Compares with wide representatives, or with all, as far as they share frequent features only.
    fn compare(&mut self, features: &[Feature], few: bool, any: bool) -> Compared {
        let postings = if few {
            &mut self.wide
        } else {
            self.all.get_or_insert_with(|| {
                let mut all = Postings::default();
                for number in 0..self.entries.len() as u32 {
                    all.list_by_all(&self.entries, number, &self.vocabulary);
                }
                all
            })
        };
        if postings.is_empty() {
            return Compared::default();
        }
        let frequent = |i: usize| self.words[i].frequent();
        postings.find(&self.entries, features, frequent, &mut self.wanted, self.budget, any)
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
        if let Some(all) = &mut self.all {
            all.list_by_all(&self.entries, number, &self.vocabulary);
        }
        if features.len() > MAX_FEATURES || !self.enumerate(features, kind) {
            return self.widen(features, number, keys);
        }
        keys.insert(&self.bands, id);
        let state = &mut self.states[number as usize];
        state.bands = self.bands.len() as u8;
        if kind == Kind::Many {
            let rare = (0..).zip(&self.words).filter(|(_, word)| word.frequent().is_none());
            state.rare = rare.fold(0, |bits, (i, _)| bits | 1 << i);
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
        if let Some(all) = &mut self.all {
            all.list(&self.entries, number, turned);
        }
        let state = &mut self.states[number as usize];
        if state.bands == WIDE {
            return self.wide.list(&self.entries, number, turned);
        }
        let at = self.entries.hashes(number).iter().position(|&hash| hash == feature);
        let Some(at) = at.filter(|at| state.rare >> at & 1 == 1) else { return };
        state.rare &= !(1 << at);
        let (rare, bound) = (state.rare, MAX_BANDS - usize::from(state.bands));
        let mut features = mem::take(&mut self.features);
        features.clear();
        features.extend(self.entries.features(number));
        self.bands.clear();
        let rare = |i: usize| rare >> i & 1 == 1;
        if self.walk.run(&features, rare, Some(at), self.budget, bound, &mut self.bands).is_ok() {
            state.bands += self.bands.len() as u8;
            keys.insert(&self.bands, self.entries.id(number));
        } else {
            self.widen(&features, number, keys);
        }
        self.features = features;
    }

    /// Has an entry found by comparison instead of bands.
    fn widen(&mut self, features: &[Feature], number: u32, keys: &mut Keys) {
        self.states[number as usize].bands = WIDE;
        self.wide.list_by_all(&self.entries, number, &self.vocabulary);
        self.bands.clear();
        self.append_sure(features);
        keys.insert(&self.bands, self.entries.id(number));
    }

    /// How many searches were cut short and found nothing.
    pub(crate) fn shortened(&self) -> u64 {
        self.shortened
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

#[cfg(test)]
mod tests {
    use crate::{Detail, Sift, Verdict};
    use std::fmt::Write as _;

    /// Lines of words of which some are common, with few and with many parts, so that features become frequent late and URLs wide.
    fn lines(count: u64) -> Vec<String> {
        let line = |number: u64| {
            let mut state = number;
            let mut below = |limit: u64| {
                state = (state ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
                (state >> 33) % limit
            };
            let mut line = format!("http://{}.test", ["a", "a", "b"][below(3) as usize]);
            for _ in 0..below(9) {
                let rare = below(4) == 0;
                let _ = write!(line, "/{}", below(if rare { 400 } else { 6 }));
            }
            for i in 0..below(3) * below(6) {
                line += if i == 0 { "?" } else { "&" };
                let (name, rare) = (below(12), below(3) == 0);
                let _ = write!(line, "{name}x={}", below(if rare { 300 } else { 4 }));
            }
            line
        };
        (0..count).map(line).collect()
    }

    #[test]
    fn long_lists_get_the_verdicts_of_the_comparison_with_everything() {
        let lines = lines(2500);
        for literal in [true, false] {
            for threshold in [97.0, 95.0, 93.0, 90.0, 85.0, 80.0, 70.0] {
                let builder = Sift::builder().literal(literal).learn(false).threshold(threshold);
                let mut sift = builder.clone().build().expect("the settings are valid");
                let mut oracle = builder.exhaustive(true).build().expect("the settings are valid");
                for line in &lines {
                    let line = line.as_bytes();
                    assert_eq!(sift.admit(line), oracle.admit(line), "{threshold} {literal}");
                }
                assert_eq!(sift.shortened(), 0);
            }
        }
    }

    /// Every second of 40 parameters, chosen so that no line is similar to another, and no feature is rare.
    #[test]
    fn a_search_that_is_cut_short_keeps_the_line_and_still_finds_equal_ones() {
        let line = |number: u64| {
            let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24;
            let pairs: Vec<String> = (0..40).map(|i| format!("p{}=1", 2 * i + (bits >> i & 1))).collect();
            format!("http://a.test/?{}", pairs.join("&"))
        };
        // Named representatives are found in no other way than this.
        let builder = Sift::builder().literal(true).threshold(97.0).detail(Detail::Groups);
        let mut sift = builder.build().expect("the settings are valid");
        let mut is_kept = |number: &u64| sift.admit(line(*number).as_bytes()) == Verdict::Kept;
        let kept: Vec<u64> = (0..10_000).filter(&mut is_kept).collect();
        assert!(kept.len() > 8000, "{}", kept.len());
        assert_eq!(kept.iter().find(|number| is_kept(number)), None);
        assert!(sift.shortened() > 0);
    }
}
