//! Entries by frequent feature: the exact fallback for URLs with too many bands.
//!
//! A similar representative lacks at most the budget of a URL's weight. So of any set of the URL's features that weighs
//! more than the budget it has at least one (the prefix filter of set-similarity joins: Chaudhuri, Ganti and Kaushik 2006). The
//! search looks at the shortest lists that together weigh enough, and compares with what stands on them.

use super::blocks::{Block, Blocks, Classes, Sieve};
use super::entries::{Entries, Posting};
use super::question::Id;
use super::visits::Visits;
use super::vocabulary::Vocabulary;
use super::wanted::Wanted;
use crate::feature::Role;
use crate::plan::bands;
use std::cmp::Reverse;
use std::iter;

/// How many listed entries are candidates of a URL at most.
///
/// A list can be made in which all features are equally frequent and no line is quite similar to another one; then time would
/// grow with the square of its lines. The bound ends that: the line is kept and counted. It is as low as lets such lists grow by less
/// than 13 times a step of ten. None of the lists of real URLs that were tried reaches it, at any threshold from 80 on;
/// docs/performance.md has shapes that do.
const MAX_LISTED: usize = 1 << 10;

/// With how many a URL is compared at most where nothing looks at them by the block.
const MAX_CANDIDATES: usize = 8192;

/// Up to how many features sketches rule out nearly all candidates, so that many cost little.
const MAX_SKETCHED: usize = 32;

/// With how many entries a URL of more features is compared at most, and how many features these comparisons may look up:
/// those of a URL with more than 64 features take longer than their lists tell, so it is compared with fewer.
const MAX_CANDIDATES_OF_LONG: usize = 2048;
const MAX_LOOKUPS: usize = 1 << 16;

/// With how many entries the longest URL is compared all the same: reading it takes as long.
const MIN_CANDIDATES: usize = 16;

/// How many listed entries are candidates of a URL of so many features at most.
fn max_listed(features: usize) -> usize {
    MAX_LISTED.min(max_candidates(features))
}

/// With how many entries a URL of so many features is compared at most.
pub(crate) fn max_candidates(features: usize) -> usize {
    if features <= MAX_SKETCHED {
        MAX_CANDIDATES
    } else {
        (MAX_LOOKUPS / features).clamp(MIN_CANDIDATES, MAX_CANDIDATES_OF_LONG)
    }
}

/// What a search gives.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Compared {
    pub found: Option<Id>,
    /// Whether the limit left some out.
    pub limit_hit: bool,
}

/// The lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Postings {
    /// By the number of the frequent feature: which entries have it.
    lists: Vec<List>,
    /// Whether anything is listed, and whether that includes entries that are not wide.
    has_wide: bool,
    has_all: bool,
    /// What stands in blocks, by entry.
    sketches: Vec<Classes>,
    /// Lists to look at; kept for its memory.
    chosen: Vec<Choice>,
    sieve: Sieve,
}

/// Which entries a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Among {
    /// Those that are found in no other way.
    Wide,
    All,
}

/// What an entry is that is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Found by its bands too, so only searches [among all](Among::All) look for it.
    Narrow,
    /// Found in no other way.
    Wide,
    /// The same, but listed as [`Narrow`](Self::Narrow) before, where it stays.
    Widened,
}

/// The entries that have a feature. One that was widened stands in both runs.
#[derive(Clone, Debug, Default)]
struct List {
    wide: Run,
    others: Run,
    /// How many there are, each counted once.
    count: usize,
}

impl List {
    fn runs(&self, among: Among) -> impl Iterator<Item = &Run> {
        iter::once(&self.wide).chain((among == Among::All).then_some(&self.others))
    }

    fn len(&self, among: Among) -> usize {
        if among == Among::All { self.count } else { self.wide.len() }
    }
}

/// Entries in the order in which they came.
#[derive(Clone, Debug, Default)]
struct Run {
    /// Those whose sketches are in blocks.
    numbers: Vec<u32>,
    blocks: Blocks,
    /// The last ones, too few for a block.
    rest: Vec<Posting>,
}

impl Run {
    fn len(&self) -> usize {
        self.numbers.len() + self.rest.len()
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        self.numbers.iter().copied().chain(self.rest.iter().map(|posting| posting.number))
    }

    fn push(&mut self, posting: Posting, sketches: &[Classes]) {
        self.rest.push(posting);
        if self.rest.len() == Block::SIZE {
            self.blocks.push(Block::of(self.rest.iter().map(|posting| sketches[posting.number as usize])));
            self.numbers.extend(self.rest.drain(..).map(|posting| posting.number));
        }
    }

    fn memory(&self) -> usize {
        self.numbers.capacity() * size_of::<u32>()
            + self.blocks.memory()
            + self.rest.capacity() * size_of::<Posting>()
    }

    /// Calls `found` with the entries that may be similar, until it says that this is enough.
    #[inline]
    fn find(
        &self,
        sieve: &Sieve,
        wanted: &mut Wanted,
        mut found: impl FnMut(&mut Wanted, u32) -> bool,
    ) -> bool {
        let done = self.blocks.sift(sieve, |at, mut passing| {
            let numbers = &self.numbers[at * Block::SIZE..];
            while passing != 0 {
                if found(wanted, numbers[passing.trailing_zeros() as usize]) {
                    return true;
                }
                passing &= passing - 1;
            }
            false
        });
        if done {
            return true;
        }
        self.rest
            .iter()
            .any(|&Posting { number, sketch }| wanted.may_be_similar(sketch) && found(wanted, number))
    }
}

/// One list that a search may look at.
#[derive(Clone, Debug)]
struct Choice {
    list: u32,
    length: usize,
    weight: u64,
}

impl Postings {
    /// Whether there is nothing to find.
    pub(crate) fn is_empty(&self, among: Among) -> bool {
        !self.has_wide && (among == Among::Wide || !self.has_all)
    }

    /// Whether all entries have to be listed before a search [among all](Among::All).
    pub(crate) fn has_all(&self) -> bool {
        self.has_all
    }

    /// Lists entries that are not wide too, from now on.
    pub(crate) fn begin_all(&mut self) {
        self.has_all = true;
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.lists.iter().map(|list| list.wide.memory() + list.others.memory()).sum::<usize>()
            + self.lists.capacity() * size_of::<List>()
            + self.sketches.capacity() * size_of::<Classes>()
    }

    /// Puts an entry on the list of a feature, if such entries are listed.
    pub(crate) fn list(&mut self, entries: &Entries, number: u32, feature: u32, standing: Standing) {
        if standing == Standing::Narrow && !self.has_all {
            return;
        }
        if self.lists.len() <= feature as usize {
            self.lists.resize_with(feature as usize + 1, List::default);
        }
        let missing = self.sketches.len() as u32..=number;
        self.sketches.extend(missing.map(|number| Classes::of(entries.hashes(number))));
        let List { wide, others, count } = &mut self.lists[feature as usize];
        *count += usize::from(standing != Standing::Widened || !self.has_all);
        self.has_wide |= standing != Standing::Narrow;
        let run = if standing == Standing::Narrow { others } else { wide };
        run.push(entries.posting(number), &self.sketches);
    }

    /// Puts an entry on the lists of all its frequent features.
    pub(crate) fn list_by_all(
        &mut self,
        entries: &Entries,
        number: u32,
        vocabulary: &Vocabulary,
        standing: Standing,
    ) {
        if standing == Standing::Narrow && !self.has_all {
            return;
        }
        for &hash in entries.hashes(number) {
            if let Some(feature) = vocabulary.word(hash).frequent() {
                self.list(entries, number, feature, standing);
            }
        }
    }

    /// The earliest listed representative that is similar, or `any`, of those that have nothing in common with what is wanted but
    /// frequent features: `frequent` gives a feature's number if it is. Those with the same [`frame`](crate::plan::bands::frame) need not be
    /// found.
    pub(crate) fn find(
        &mut self,
        entries: &Entries,
        frequent: impl Fn(usize) -> Option<u32>,
        wanted: &mut Wanted,
        visits: &mut Visits,
        among: Among,
        any: bool,
    ) -> Compared {
        let Some(enough) = self.choose(wanted, frequent, among) else { return Compared::default() };
        let limit_hit =
            self.shorten(enough, max_listed(wanted.features().len()), among, entries.len(), visits);
        self.sieve.set(wanted.features(), wanted.budget());
        visits.begin(entries.len());
        let mut best: Option<Id> = None;
        let lists = self.chosen.iter().filter_map(|choice| self.lists.get(choice.list as usize));
        for run in lists.flat_map(|list| list.runs(among)) {
            let done = run.find(&self.sieve, wanted, |wanted, number| {
                if !visits.is_first(number)
                    || best.is_some_and(|best| best <= entries.id(number))
                    || !wanted.is_similar(entries, number)
                {
                    return false;
                }
                best = Some(entries.id(number));
                any
            });
            if done {
                break;
            }
        }
        Compared { found: best, limit_hit }
    }

    /// Leaves the first lists, which are enough, or as many as hold at most so many entries, each counted once, and says whether
    /// that is too few.
    ///
    /// Lists of equal length and weight stay or go together: which of them comes first depends on the key of the hashes, and
    /// verdicts must not.
    fn shorten(
        &mut self,
        enough: usize,
        most: usize,
        among: Among,
        entries: usize,
        visits: &mut Visits,
    ) -> bool {
        if self.chosen[..enough].iter().map(|choice| choice.length).sum::<usize>() <= most {
            self.chosen.truncate(enough);
            return false;
        }
        let rank = |choice: &Choice| (choice.length, choice.weight);
        let last = self.chosen[..enough].last().map(rank);
        let behind = self.chosen[enough..].iter().take_while(|choice| Some(rank(choice)) == last).count();
        self.chosen.truncate(enough + behind);
        visits.begin(entries);
        let (mut kept, mut count) = (0, 0);
        for alike in self.chosen.chunk_by(|a, b| rank(a) == rank(b)) {
            // No list holds an entry twice.
            if alike[0].length > most {
                break;
            }
            let lists = alike.iter().filter_map(|choice| self.lists.get(choice.list as usize));
            for number in lists.flat_map(|list| list.runs(among)).flat_map(Run::numbers) {
                count += usize::from(visits.is_first(number));
            }
            if count > most {
                break;
            }
            kept += alike.len();
        }
        let limit_hit = kept < self.chosen.len();
        self.chosen.truncate(kept);
        limit_hit
    }

    /// Leaves lists in `chosen`, and says on how many of the first ones every such representative must stand at least once; `None`
    /// if there can be none.
    fn choose(
        &mut self,
        wanted: &Wanted,
        frequent: impl Fn(usize) -> Option<u32>,
        among: Among,
    ) -> Option<usize> {
        let (features, mut budget) = (wanted.features(), wanted.budget());
        self.chosen.clear();
        let framed = bands::frame(features, budget).is_some();
        for (i, feature) in features.iter().enumerate() {
            if framed && feature.role != Role::Value {
                continue;
            }
            if let Some(list) = frequent(i) {
                let length = self.lists.get(list as usize).map_or(0, |list| list.len(among));
                self.chosen.push(Choice { list, length, weight: feature.weight });
            } else if feature.weight <= budget {
                budget -= feature.weight;
            } else {
                return None;
            }
        }
        // Short lists first; of equally short ones the heavy, then by number so that the choice is fixed.
        self.chosen.sort_unstable_by_key(|c| (c.length, Reverse(c.weight), c.list));
        if framed {
            return Some(self.chosen.len());
        }
        let mut weight = 0;
        let enough = self.chosen.iter().position(|choice| {
            weight += choice.weight;
            weight > budget
        });
        Some(enough.map_or(self.chosen.len(), |last| last + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feature::{Feature, sorted};
    use crate::index::tests::features;
    use crate::similarity;
    use proptest::prelude::*;

    /// Entries of these features, which are all frequent and numbered by themselves.
    fn listed(lists: &[Vec<Feature>]) -> (Entries, Postings) {
        let (mut entries, mut postings) = (Entries::default(), Postings::default());
        for (id, list) in lists.iter().enumerate() {
            let number = entries.push(list, id as u64);
            for feature in list {
                postings.list(&entries, number, feature.hash as u32, Standing::Wide);
            }
        }
        (entries, postings)
    }

    fn find(
        entries: &Entries,
        postings: &mut Postings,
        list: &[Feature],
        budget: u64,
        any: bool,
    ) -> Compared {
        let mut wanted = Wanted::new(budget);
        wanted.set(list);
        let frequent = |i: usize| Some(list[i].hash as u32);
        postings.find(entries, frequent, &mut wanted, &mut Visits::default(), Among::Wide, any)
    }

    proptest! {
        /// The shortest lists that weigh more than the budget hold everything that is similar.
        #[test]
        fn the_earliest_similar_entry_is_found(
            lists in prop::collection::vec(prop::collection::btree_set(0..12_u64, 1..9), 2..30),
            budget in 0..5_u64,
        ) {
            let mut lists: Vec<_> = lists.into_iter().map(features).collect();
            let wanted = lists.pop().expect("there are two");
            let (entries, mut postings) = listed(&lists);
            let similar = |list: &Vec<Feature>| similarity::is_similar(&sorted(&wanted), &sorted(list), budget);
            // A URL that lacks all it has shares nothing with what is similar.
            let expected = lists.iter().position(similar).filter(|_| wanted.len() as u64 > budget);
            let found = find(&entries, &mut postings, &wanted, budget, false);
            prop_assert!(!found.limit_hit);
            if wanted.len() as u64 > budget {
                prop_assert_eq!(found.found, expected.map(|at| at as Id));
                let any = find(&entries, &mut postings, &wanted, budget, true).found;
                prop_assert_eq!(any.is_some(), expected.is_some());
            }
        }
    }

    #[test]
    fn lists_of_equal_length_and_weight_are_left_out_together() {
        let most = MAX_LISTED as u64 + 1;
        let lists: Vec<_> = (0..most).map(|i| features([1, 2, 3 + i])).collect();
        let (entries, mut postings) = listed(&lists);
        // Which of two such lists comes first depends on the key.
        assert!(find(&entries, &mut postings, &features([1, 2]), 1, false).limit_hit);
        let short = find(&entries, &mut postings, &features([1, 2, 8]), 1, false);
        assert_eq!((short.found, short.limit_hit), (Some(5), true));
    }
}
