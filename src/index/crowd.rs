//! URLs with many bands, and those that can be similar to them.
//!
//! Two similar URLs either share a rare feature or only frequent ones ([`Vocabulary`]). Representatives that share a [rare](Rare) feature are
//! listed and compared directly. What is left is found by bands without rare features: a URL enters those, and adds the bands
//! with a feature when that becomes frequent. On lists of rare words this leaves a few of a hundred bands, and few
//! comparisons. (Entering all bands at once instead is 40 lines shorter. On a million mixed lines at `--literal -t 80` it takes 1.3
//! times the instructions and twice the memory.)
//!
//! A URL that has too many bands to enter is *wide*: it is compared through [`Postings`] with all others, and all others
//! with it, but not with more than a limit allows.
//!
//! While no URL has many bands, those that could be similar to such a one ([`Reach`]) enter theirs, and are only kept.

use super::entries::Entries;
use super::owners::Owners;
use super::postings::{Among, Compared, Postings, Standing, max_candidates};
use super::question::{Id, Match};
use super::rare::Rare;
use super::visits::Visits;
use super::vocabulary::{Vocabulary, Word};
use super::wanted::Wanted;
use crate::feature::{Feature, Layout};
use crate::plan::bands::{self, Enumeration};
use crate::plan::{Crowding, Reach};
use std::collections::TryReserveError;
use std::mem;

/// How many bands a URL may enter or look up before it is found through [`Postings`] instead.
pub(super) const MAX_BANDS: usize = 192;

/// What is known about URLs that may have many bands.
#[derive(Clone, Debug)]
pub(super) struct Crowd {
    budget: u64,
    reach: Reach,
    entries: Entries,
    /// For each entry, which of its bands are entered.
    states: Vec<State>,
    /// The features of all entries, once there are URLs with many bands.
    vocabulary: Vocabulary,
    begun: bool,
    /// Wide entries by their frequent features, and all entries once one is searched for that has too many bands to look up.
    postings: Postings,
    /// How many searches hit their limit and found nothing.
    limit_hits: u64,
    // Kept for their memory:
    words: Vec<Word>,
    rare: Rare,
    wanted: Wanted,
    visits: Visits,
    walk: Enumeration,
    bands: Vec<u64>,
    turned: Vec<u32>,
    features: Vec<Feature>,
}

/// Up to how many features a URL can enter bands, as each is one bit of [`State`].
const MAX_FEATURES: usize = 64;

/// What becomes of an entry's bands.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The features that are in no band yet, as bits.
    rare: u64,
    /// How many bands were entered; [`WIDE`] if there were too many.
    bands: u8,
}

const WIDE: u8 = u8::MAX;

impl Crowd {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            budget,
            reach: Reach::new(layout, budget),
            entries: Entries::default(),
            states: Vec::new(),
            vocabulary: Vocabulary::default(),
            begun: false,
            postings: Postings::default(),
            limit_hits: 0,
            words: Vec::new(),
            rare: Rare::default(),
            wanted: Wanted::new(budget),
            visits: Visits::default(),
            walk: Enumeration::default(),
            bands: Vec::new(),
            turned: Vec::new(),
            features: Vec::new(),
        }
    }

    /// The earliest similar representative; any where they are not named.
    pub(super) fn find(&mut self, features: &[Feature], owners: &Owners) -> Option<Match> {
        let crowding = self.reach.crowding(features);
        if crowding == Crowding::Many && !self.begun {
            self.begin();
        }
        if crowding == Crowding::Apart || !self.begun {
            self.enumerate_all(features);
            return owners.find(&self.bands);
        }
        let any = !owners.are_named();
        for feature in features {
            self.vocabulary.prefetch(feature.hash);
        }
        self.words.clear();
        self.words.extend(features.iter().map(|f| self.vocabulary.word(f.hash)));
        self.wanted.set(features);
        let most = max_candidates(features.len());
        let Self { vocabulary, entries, wanted, visits, .. } = self;
        let enough = self.rare.choose(&self.words, wanted, most);
        let shortened = self.rare.shorten(most, vocabulary, entries, visits);
        let sharing = self.rare.find(vocabulary, entries, wanted, visits, any).map(|id| named(id, any));
        if (enough && crowding == Crowding::Many) || (sharing.is_some() && any) {
            self.limit_hits += u64::from(shortened && sharing.is_none());
            return sharing;
        }
        let few = self.enumerate(features, crowding);
        if !few {
            self.append_sure(features);
        }
        let found = sharing.into_iter().chain(owners.find(&self.bands)).min();
        if found.is_some() && any {
            return found;
        }
        let compared = self.compare(few, any);
        let found = found.into_iter().chain(compared.found.map(|id| named(id, any))).min();
        self.limit_hits += u64::from((shortened || compared.limit_hit) && found.is_none());
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
    fn enumerate(&mut self, features: &[Feature], crowding: Crowding) -> bool {
        self.bands.clear();
        // One that has few may be similar to one that stands apart, whose features are not counted.
        let rare = |i: usize| crowding == Crowding::Many && self.words[i].frequent().is_none();
        self.walk.run(features, rare, None, self.budget, MAX_BANDS, &mut self.bands).is_ok()
    }

    /// Compares with wide representatives, or with all, as far as they share frequent features only.
    fn compare(&mut self, few: bool, any: bool) -> Compared {
        let Self { postings, entries, vocabulary, states, words, wanted, visits, .. } = self;
        let among = if few { Among::Wide } else { Among::All };
        if !few && !postings.has_all() {
            postings.begin_all();
            for number in (0..entries.len() as u32).filter(|number| states[*number as usize].bands != WIDE) {
                postings.list_by_all(entries, number, vocabulary, Standing::Narrow);
            }
        }
        if postings.is_empty(among) {
            return Compared::default();
        }
        postings.find(entries, |i: usize| words[i].frequent(), wanted, visits, among, any)
    }

    /// Enters a variant of a representative.
    pub(super) fn insert(&mut self, features: &[Feature], id: Id, owners: &mut Owners) {
        let crowding = self.reach.crowding(features);
        if crowding == Crowding::Many && !self.begun {
            self.begin();
        }
        if crowding == Crowding::Apart || !self.begun {
            self.enumerate_all(features);
            owners.insert(&self.bands, id);
            if crowding != Crowding::Apart {
                self.entries.push(features, id);
                self.states.push(State::default());
            }
            return;
        }
        let number = self.entries.push(features, id);
        self.states.push(State::default());
        self.words.clear();
        for feature in features {
            let word = self.add(feature.hash, number, owners);
            self.words.push(word);
        }
        if features.len() > MAX_FEATURES || !self.enumerate(features, crowding) {
            return self.widen(features, number, Standing::Wide, owners);
        }
        self.postings.list_by_all(&self.entries, number, &self.vocabulary, Standing::Narrow);
        owners.insert(&self.bands, id);
        let state = &mut self.states[number as usize];
        state.bands = self.bands.len() as u8;
        if crowding == Crowding::Many {
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
                self.vocabulary.add(hash, number, &self.entries, &mut self.turned);
            }
        }
    }

    /// Notes that an entry has a feature. If this makes it frequent, what others of its owners waited for is done.
    fn add(&mut self, feature: u64, number: u32, owners: &mut Owners) -> Word {
        let mut turned = mem::take(&mut self.turned);
        let word = self.vocabulary.add(feature, number, &self.entries, &mut turned);
        if let Some(frequent) = word.frequent() {
            for &owner in turned.iter().filter(|owner| **owner != number) {
                self.complete(owner, feature, frequent, owners);
            }
        }
        self.turned = turned;
        word
    }

    /// Enters the bands of an entry that waited for one feature only, which has become frequent.
    fn complete(&mut self, number: u32, feature: u64, frequent: u32, owners: &mut Owners) {
        let state = &mut self.states[number as usize];
        let is_wide = state.bands == WIDE;
        let standing = if is_wide { Standing::Wide } else { Standing::Narrow };
        self.postings.list(&self.entries, number, frequent, standing);
        if is_wide {
            return;
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
            owners.insert(&self.bands, self.entries.id(number));
        } else {
            self.widen(&features, number, Standing::Widened, owners);
        }
        self.features = features;
    }

    /// Marks an entry as wide: it is found by comparison instead of bands.
    fn widen(&mut self, features: &[Feature], number: u32, standing: Standing, owners: &mut Owners) {
        self.states[number as usize].bands = WIDE;
        self.postings.list_by_all(&self.entries, number, &self.vocabulary, standing);
        self.bands.clear();
        self.append_sure(features);
        owners.insert(&self.bands, self.entries.id(number));
    }

    /// How many searches hit their limit and found nothing.
    pub(super) fn search_limit_hits(&self) -> u64 {
        self.limit_hits
    }

    /// Makes room for so many entries with so many features in all, but for the lists of single features, which grow by little.
    pub(super) fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        self.states.try_reserve(entries)?;
        if self.begun {
            self.vocabulary.reserve(features)?;
        }
        self.entries.reserve(entries, features)
    }

    /// Bytes that it holds, about.
    pub(super) fn memory(&self) -> usize {
        self.states.capacity() * size_of::<State>()
            + self.entries.memory()
            + self.vocabulary.memory()
            + self.postings.memory()
            + self.visits.memory()
    }
}

/// A representative, named unless any will do.
fn named(id: Id, any: bool) -> Match {
    if any { Match::Unnamed } else { Match::Named(id) }
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
                assert_eq!(sift.search_limit_hits(), 0);
            }
        }
    }

    /// Lines of a dozen words, so that all are frequent and most lines wide, some of them late.
    fn grid(count: u64) -> Vec<String> {
        let line = |number: u64| {
            let mut state = number << 32;
            let mut below = |limit: u64| {
                state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                (mixed >> 33 ^ mixed >> 60) % limit
            };
            let mut line = "http://a.test".to_owned();
            for _ in 0..below(9) {
                let _ = write!(line, "/w{}", below(12));
            }
            for i in 0..below(7) {
                line += if i == 0 { "?" } else { "&" };
                let _ = write!(line, "n{}=w{}", below(12), below(12));
            }
            line
        };
        (0..count).map(line).collect()
    }

    #[test]
    fn verdicts_do_not_depend_on_the_key_where_searches_are_cut_short() {
        let lines = grid(10_000);
        let verdicts = |seed: [u64; 2]| {
            let builder = Sift::builder().literal(true).threshold(80.0).seed(seed);
            let mut sift = builder.build().expect("the settings are valid");
            let verdicts: Vec<Verdict> = lines.iter().map(|line| sift.admit(line.as_bytes())).collect();
            assert!(sift.search_limit_hits() > 100, "{}", sift.search_limit_hits());
            verdicts
        };
        let first = verdicts([1, 2]);
        assert!([[3, 4], [5, 6]].into_iter().all(|seed| verdicts(seed) == first));
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
        assert!(sift.search_limit_hits() > 0);
    }
}
