//! Finds similar representatives of URLs that may have too many bands to enter, by comparing with
//! candidates.
//!
//! Two similar URLs either share a [rare](RareFeatures) feature or only frequent ones
//! ([`Vocabulary`]). Representatives that share a rare feature are listed and compared directly.
//! The others are found by bands without rare features: a URL enters those, and adds the bands with
//! a feature when that becomes frequent. On lists of rare words this leaves a few of a hundred
//! bands, and few comparisons. (Entering all bands at once instead is 40 lines shorter. On a
//! million mixed lines at `--literal -t 80` it takes 1.3 times the instructions and twice the
//! memory.)
//!
//! A URL that still has more than [`MAX_BANDS`] bands is *wide*: it is compared through
//! [`PostingLists`] with all others, and all others with it, up to a limit.
//!
//! Long texts are all wide, and share so many frequent features that the limit is reached soon:
//! once there are thousands, [`HashBands`] choose what is compared.
//!
//! While no URL has many bands, URLs that could be similar to one that has ([`BandEstimator`])
//! enter all their bands, and are only stored.
//!
//! - [`Entries`]: the features of representatives, by number;
//! - [`Query`]: the URL that is looked up;
//! - [`Posting`](entries::Posting): an entry on a list, which is its number and its
//!   [`Sketch`](sketch::Sketch);
//! - [`Vocabulary`]: how many entries have a feature; the posting lists of rare features;
//! - [`PostingLists`]: those of frequent features, for wide URLs;
//! - [`HashBands`]: long texts by bands of [`min_hash`] values;
//! - [`Search`](search::Search): one comparison of candidates with the query.

pub mod entries;
mod hash_bands;
pub mod min_hash;
pub mod posting_lists;
pub mod query;
mod rare;
mod search;
pub mod sketch;
mod visited;
mod vocabulary;

use crate::similar::feature::{Feature, Layout};
use crate::similar::index::owners::KeyOwners;
use crate::similar::index::{Id, Match, Shortfall};
use crate::similar::plan::bands::{self, BandLimits, Enumeration};
use crate::similar::plan::{BandEstimate, BandEstimator};
use entries::Entries;
use hash_bands::HashBands;
use posting_lists::{
    Found, ListScope, ListSearch, MAX_SKETCHED, PostingLists, Standing, max_candidates,
};
use query::Query;
use rare::RareFeatures;
use std::collections::TryReserveError;
use std::mem;
use urlsift_url::reserved::Reserved;
use visited::Visited;
use vocabulary::{HostFeature, Usage, Vocabulary};

/// Maximum bands that a URL may enter or look up; with more it is wide.
pub(super) const MAX_BANDS: usize = 192;

/// Maximum features of a URL that enters bands, as each is one bit of [`Entered`].
const MAX_FEATURES: usize = 64;

/// Number of long texts from which they are found by [`HashBands`].
const MANY_TEXTS: u32 = 4096;

/// The representatives that URLs with many bands may be similar to.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    budget: u64,
    estimator: BandEstimator,
    entries: Entries,
    /// By entry.
    entered: Vec<Entered>,
    /// The features of all entries, once there are URLs with many bands.
    vocabulary: Vocabulary,
    has_vocabulary: bool,
    /// Wide entries by their frequent features, and all entries once a wide URL is looked up.
    posting_lists: PostingLists,
    /// `None` for URLs.
    texts: Option<TextCounts>,
    hash_bands: Option<HashBands>,
    /// Number of searches that hit their limit and found nothing.
    limit_hits: u64,
    // Buffers, kept for reuse:
    usages: Vec<Usage>,
    rare: RareFeatures,
    query: Query,
    visited: Visited,
    enumeration: Enumeration,
    bands: Vec<u64>,
    turned: Vec<u32>,
    features: Vec<Feature>,
}

/// The texts among the representatives.
#[derive(Clone, Copy, Debug)]
struct TextCounts {
    /// The part of a text that similar ones share.
    common: f64,
    /// The number of long texts.
    long: u32,
}

/// The bands under which an entry is entered.
#[derive(Clone, Copy, Debug, Default)]
struct Entered {
    /// The features that are in no band yet, as bits.
    waiting: u64,
    /// The number of bands; [`WIDE`] if there were too many.
    bands: u8,
}

/// Marks an entry as wide.
const WIDE: u8 = u8::MAX;

impl Candidates {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        Self {
            budget,
            estimator: BandEstimator::new(layout, budget),
            entries: Entries::default(),
            entered: Vec::new(),
            vocabulary: Vocabulary::new(layout.weights.host > budget && !layout.has_terms()),
            has_vocabulary: false,
            posting_lists: PostingLists::default(),
            texts: layout.has_terms().then(|| TextCounts {
                common: 1.0 - budget as f64 / layout.weights.total() as f64,
                long: 0,
            }),
            hash_bands: None,
            limit_hits: 0,
            usages: Vec::new(),
            rare: RareFeatures::default(),
            query: Query::new(budget),
            visited: Visited::default(),
            enumeration: Enumeration::default(),
            bands: Vec::new(),
            turned: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Hides a representative from comparisons.
    pub(super) fn hide(&mut self, id: Id) {
        self.query.hide(id);
    }

    /// Returns the earliest similar representative, or any if they are not named.
    pub(super) fn find(&mut self, features: &[Feature], owners: &KeyOwners) -> Option<Match> {
        let estimate = self.estimator.estimate(features);
        if self.enters_all_bands(estimate) {
            self.enumerate_all(features);
            return owners.find(&self.bands);
        }
        let any = !owners.are_named();
        if self.hash_bands.is_some() {
            return self.find_by_hash_bands(features, owners, any);
        }
        let host = features.first().map_or(0, |host| host.hash);
        let of_host = |feature: &Feature| HostFeature {
            host,
            hash: feature.hash,
        };
        for feature in features {
            self.vocabulary.prefetch(of_host(feature));
        }
        self.usages.clear();
        for feature in features {
            self.usages.push(self.vocabulary.usage(of_host(feature)));
        }
        self.query.set(features);
        let limit = max_candidates(features.len());
        let Self {
            vocabulary,
            entries,
            query,
            visited,
            ..
        } = self;
        let enough = self.rare.choose(&self.usages, query, limit);
        let shortened = self.rare.shorten(limit, vocabulary, entries, visited);
        let by_rare = self
            .rare
            .find(vocabulary, entries, query, visited, any)
            .map(|id| found(id, any));
        if (enough && estimate == BandEstimate::Many) || (by_rare.is_some() && any) {
            self.limit_hits += u64::from(shortened && by_rare.is_none());
            return by_rare;
        }
        let is_wide = !self.enumerate(features, estimate);
        if is_wide {
            self.set_wide_bands(features);
        }
        let earliest = by_rare.into_iter().chain(owners.find(&self.bands)).min();
        if earliest.is_some() && any {
            return earliest;
        }
        let by_frequent = self.find_by_frequent(is_wide, any);
        let by_lists = by_frequent.id.map(|id| found(id, any));
        let earliest = earliest.into_iter().chain(by_lists).min();
        self.limit_hits += u64::from((shortened || by_frequent.limit_hit) && earliest.is_none());
        earliest
    }

    /// Finds a text among many long ones.
    fn find_by_hash_bands(
        &mut self,
        features: &[Feature],
        owners: &KeyOwners,
        any: bool,
    ) -> Option<Match> {
        self.set_wide_bands(features);
        let equal = owners.find(&self.bands);
        if equal.is_some() && any {
            return equal;
        }
        let Self {
            hash_bands,
            query,
            visited,
            ..
        } = self;
        let bands = hash_bands.as_mut()?;
        let like = bands.find(features, query, visited, any);
        let like = like.map(|id| found(id, any));
        equal.into_iter().chain(like).min()
    }

    /// Whether a URL is entered and looked up under all its bands: it cannot be similar to a URL
    /// with many bands, or there is none yet.
    fn enters_all_bands(&mut self, estimate: BandEstimate) -> bool {
        if estimate == BandEstimate::Many && !self.has_vocabulary {
            self.begin_vocabulary();
        }
        estimate == BandEstimate::Isolated || !self.has_vocabulary
    }

    /// Fills the buffer with the bands that even a wide URL has: equal URLs are always found, no
    /// matter how many others it cannot be compared with.
    fn set_wide_bands(&mut self, features: &[Feature]) {
        let hashes = features.iter().map(|feature| feature.hash);
        self.bands.clear();
        self.bands.push(hashes.fold(0, u64::wrapping_add));
        self.bands.extend(bands::frame(features, self.budget));
    }

    /// Returns the limits of a URL that enters or looks up bands.
    fn band_limits(&self) -> BandLimits {
        BandLimits {
            budget: self.budget,
            bound: MAX_BANDS,
        }
    }

    /// Fills the buffer with all bands.
    fn enumerate_all(&mut self, features: &[Feature]) {
        self.bands.clear();
        let limits = self.band_limits();
        let done = self
            .enumeration
            .run(features, |_| false, None, limits, &mut self.bands);
        debug_assert!(done.is_ok(), "few bands are not too many");
    }

    /// Fills the buffer with the bands to enter or to look up; empties it and returns `false` if
    /// the URL is wide.
    fn enumerate(&mut self, features: &[Feature], estimate: BandEstimate) -> bool {
        self.bands.clear();
        // A URL with few bands may be similar to an isolated one, whose features are not in the
        // vocabulary.
        let rare = |i: usize| estimate == BandEstimate::Many && self.usages[i].frequent().is_none();
        let limits = self.band_limits();
        self.enumeration
            .run(features, rare, None, limits, &mut self.bands)
            .is_ok()
    }

    /// Compares with wide representatives, or a wide URL with all, as far as they share only
    /// frequent features.
    fn find_by_frequent(&mut self, is_wide: bool, any: bool) -> Found {
        let Self {
            posting_lists,
            entries,
            vocabulary,
            entered,
            usages,
            query,
            visited,
            ..
        } = self;
        let scope = if is_wide {
            ListScope::All
        } else {
            ListScope::Wide
        };
        if is_wide && !posting_lists.has_all {
            posting_lists.has_all = true;
            for (number, entered) in (0..).zip(&*entered) {
                if entered.bands != WIDE {
                    posting_lists.add_to_all(entries, number, vocabulary, Standing::HasBands);
                }
            }
        }
        if posting_lists.is_empty(scope) {
            return Found::default();
        }
        posting_lists.find(
            entries,
            |i: usize| usages[i].frequent(),
            query,
            visited,
            ListSearch { scope, any },
        )
    }

    /// Enters a variant of a representative.
    pub(super) fn insert(&mut self, features: &[Feature], id: Id, owners: &mut KeyOwners) {
        let estimate = self.estimator.estimate(features);
        if self.enters_all_bands(estimate) {
            self.enumerate_all(features);
            owners.insert(&self.bands, id);
            if estimate != BandEstimate::Isolated {
                self.entries.push(features, id);
                self.entered.push(Entered::default());
            }
            return;
        }
        if let Some(texts) = self.texts.take_if(|texts| texts.long >= MANY_TEXTS) {
            self.hash_bands = Some(HashBands::new(&self.entries, texts.common));
            self.posting_lists = PostingLists::default();
            self.vocabulary = Vocabulary::default();
            self.entered = Vec::new();
            self.entries = Entries::default();
        }
        if let Some(bands) = &mut self.hash_bands {
            bands.insert(features, id);
            self.set_wide_bands(features);
            return owners.insert(&self.bands, id);
        }
        let number = self.entries.push(features, id);
        self.entered.push(Entered::default());
        self.usages.clear();
        for feature in features {
            let feature = HostFeature {
                host: features[0].hash,
                hash: feature.hash,
            };
            let usage = self.count(feature, number, owners);
            self.usages.push(usage);
        }
        if features.len() > MAX_FEATURES || !self.enumerate(features, estimate) {
            return self.mark_wide(features, number, Standing::Wide, owners);
        }
        self.posting_lists
            .add_to_all(&self.entries, number, &self.vocabulary, Standing::HasBands);
        owners.insert(&self.bands, id);
        let entered = &mut self.entered[number as usize];
        entered.bands = self.bands.len() as u8;
        if estimate == BandEstimate::Many {
            for (bit, usage) in self.usages.iter().enumerate() {
                if usage.frequent().is_none() {
                    entered.waiting |= 1 << bit;
                }
            }
        }
    }

    /// Starts to tell rare features from frequent ones. All entries have few bands, and have
    /// entered them.
    #[cold]
    fn begin_vocabulary(&mut self) {
        self.has_vocabulary = true;
        for number in 0..self.entries.len() as u32 {
            let hashes = self.entries.hashes(number);
            for &hash in hashes {
                let feature = HostFeature {
                    host: hashes[0],
                    hash,
                };
                self.vocabulary
                    .add(feature, number, &self.entries, &mut self.turned);
            }
        }
    }

    /// Counts a feature of an entry, given after that of its host. If this makes it frequent, other
    /// entries get the bands and postings that waited for that.
    fn count(&mut self, feature: HostFeature, number: u32, owners: &mut KeyOwners) -> Usage {
        let mut turned = mem::take(&mut self.turned);
        let usage = self
            .vocabulary
            .add(feature, number, &self.entries, &mut turned);
        if let Some(frequent) = usage.frequent() {
            for &other in turned.iter().filter(|other| **other != number) {
                self.enter_frequent(other, feature.hash, frequent, owners);
            }
        }
        self.turned = turned;
        usage
    }

    /// Enters the bands of an entry with a feature that has become frequent, and lists it.
    fn enter_frequent(&mut self, number: u32, feature: u64, frequent: u32, owners: &mut KeyOwners) {
        let entered = &mut self.entered[number as usize];
        let is_wide = entered.bands == WIDE;
        let standing = if is_wide {
            Standing::Wide
        } else {
            Standing::HasBands
        };
        self.posting_lists
            .add(&self.entries, number, frequent, standing);
        if is_wide {
            return;
        }
        let mut hashes = self.entries.hashes(number).iter();
        let Some(index) = hashes.position(|&hash| hash == feature) else {
            return;
        };
        if entered.waiting >> index & 1 == 0 {
            return;
        }
        entered.waiting &= !(1 << index);
        let waiting = entered.waiting;
        let limits = BandLimits {
            budget: self.budget,
            bound: MAX_BANDS - usize::from(entered.bands),
        };
        let mut features = mem::take(&mut self.features);
        features.clear();
        features.extend(self.entries.features(number));
        self.bands.clear();
        let is_out = |i: usize| waiting >> i & 1 == 1;
        let done = self
            .enumeration
            .run(&features, is_out, Some(index), limits, &mut self.bands);
        if done.is_ok() {
            entered.bands += self.bands.len() as u8;
            owners.insert(&self.bands, self.entries.id(number));
        } else {
            self.mark_wide(&features, number, Standing::BecameWide, owners);
        }
        self.features = features;
    }

    /// Marks an entry as wide, which is found by comparison instead of bands.
    fn mark_wide(
        &mut self,
        features: &[Feature],
        number: u32,
        standing: Standing,
        owners: &mut KeyOwners,
    ) {
        self.entered[number as usize].bands = WIDE;
        self.posting_lists
            .add_to_all(&self.entries, number, &self.vocabulary, standing);
        self.set_wide_bands(features);
        owners.insert(&self.bands, self.entries.id(number));
        if let Some(texts) = &mut self.texts {
            texts.long += u32::from(features.len() > MAX_SKETCHED);
        }
    }

    /// Returns what searches may have missed.
    pub(super) fn shortfall(&self) -> Shortfall {
        Shortfall {
            limit_hits: self.limit_hits,
            recall: self.hash_bands.as_ref().map(HashBands::recall),
        }
    }

    /// Reserves room for this many entries with this many features in total, except for posting
    /// lists, each of which grows by little.
    pub(super) fn reserve(
        &mut self,
        entries: usize,
        features: usize,
    ) -> Result<(), TryReserveError> {
        self.entered.try_reserve(entries)?;
        if self.has_vocabulary {
            self.vocabulary.reserve(features)?;
        }
        self.entries.reserve(entries, features)
    }

    /// Returns the bytes that it holds, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.entered.reserved_bytes()
            + self.entries.heap_bytes()
            + self.vocabulary.heap_bytes()
            + self.posting_lists.heap_bytes()
            + self.visited.heap_bytes()
            + self.hash_bands.as_ref().map_or(0, HashBands::heap_bytes)
    }
}

/// Returns a representative as a match, named unless any will do.
fn found(id: Id, any: bool) -> Match {
    if any {
        Match::Unnamed
    } else {
        Match::Named(id)
    }
}

#[cfg(test)]
mod tests {
    use crate::similar::index::tests::numbers;
    use crate::{Detail, Sift, Verdict};
    use std::fmt::Write as _;

    /// Lines of words, some of them common, with few and with many parts, so that features become
    /// frequent late and some URLs wide.
    fn lines(count: u64) -> Vec<String> {
        let line = |number: u64| {
            let mut below = numbers(number);
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
                let builder = Sift::builder()
                    .literal(literal)
                    .learn(false)
                    .threshold(threshold);
                let mut sift = builder.build().expect("the settings are valid");
                let mut oracle = builder
                    .exhaustive(true)
                    .build()
                    .expect("the settings are valid");
                for line in &lines {
                    let line = line.as_bytes();
                    assert_eq!(
                        sift.admit(line),
                        oracle.admit(line),
                        "{threshold} {literal}"
                    );
                }
                assert_eq!(sift.view().deciders.shortfall().limit_hits, 0);
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
    fn verdicts_do_not_depend_on_the_key_where_searches_hit_their_limit() {
        let lines = grid(10_000);
        let verdicts = |seed: [u64; 2]| {
            let builder = Sift::builder().literal(true).threshold(80.0).seed(seed);
            let mut sift = builder.build().expect("the settings are valid");
            let verdicts: Vec<Verdict> = lines
                .iter()
                .map(|line| sift.admit(line.as_bytes()))
                .collect();
            assert!(
                sift.view().deciders.shortfall().limit_hits > 100,
                "{}",
                sift.view().deciders.shortfall().limit_hits
            );
            verdicts
        };
        let first = verdicts([1, 2]);
        assert!(
            [[3, 4], [5, 6]]
                .into_iter()
                .all(|seed| verdicts(seed) == first)
        );
    }

    /// Every second of 40 parameters, chosen so that no line is similar to another, and no feature
    /// is rare.
    #[test]
    fn a_search_that_hits_its_limit_keeps_the_line_and_still_finds_equal_ones() {
        let line = |number: u64| {
            let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 24;
            let pairs: Vec<String> = (0..40)
                .map(|i| format!("p{}=1", 2 * i + (bits >> i & 1)))
                .collect();
            format!("http://a.test/?{}", pairs.join("&"))
        };
        // Named representatives are found only in this way.
        let builder = Sift::builder()
            .literal(true)
            .threshold(97.0)
            .detail(Detail::Groups);
        let mut sift = builder.build().expect("the settings are valid");
        let mut is_kept = |number: &u64| sift.admit(line(*number).as_bytes()) == Verdict::Kept;
        let kept: Vec<u64> = (0..10_000).filter(&mut is_kept).collect();
        assert!(kept.len() > 8000, "{}", kept.len());
        assert_eq!(kept.iter().find(|number| is_kept(number)), None);
        assert!(sift.view().deciders.shortfall().limit_hits > 0);
    }
}
