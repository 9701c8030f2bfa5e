//! Posting lists of frequent features: the exact fallback for URLs with too many bands.
//!
//! A similar representative lacks at most the budget of a URL's weight. So it has at least one of
//! any set of the URL's features that weighs more than the budget (the prefix filter of
//! set-similarity joins: Chaudhuri, Ganti and Kaushik 2006). The search reads the shortest lists
//! whose features together weigh enough, and compares with the entries on them.

use super::entries::{Entries, Posting};
use super::query::Query;
use super::search::{Rank, Search, count_within_limit};
use super::visited::Visited;
use super::vocabulary::{HostFeature, Vocabulary};
use crate::similar::feature::Role;
use crate::similar::index::Id;
use crate::similar::plan::bands;
use std::cmp::Reverse;
use std::iter;
use urlsift_url::reserved::Reserved;

/// Maximum listed entries that are candidates of a URL.
///
/// A hostile list may have lines in which all features are equally frequent and no line is quite
/// similar to another; then time would grow with the square of its lines. The limit ends that: the
/// line is kept and counted. Chosen so that ten times the lines of such a list cost less than 13
/// times the time. No list of real URLs that was tried reaches it, at any threshold from 80 on;
/// docs/robustness.md has lists that do.
const MAX_LISTED: usize = 1 << 10;

/// Maximum entries compared with a URL.
const MAX_CANDIDATES: usize = 8192;

/// Maximum features of a URL up to which sketches exclude nearly all candidates, so that many cost
/// little.
pub(super) const MAX_SKETCHED: usize = 32;

/// Maximum entries compared with a URL of more features, and maximum features that these
/// comparisons may look up: comparing a URL of more than 64 features takes longer than the lengths
/// of lists tell, so it is compared with fewer.
const MAX_CANDIDATES_OF_LONG: usize = 2048;
const MAX_LOOKUPS: usize = 1 << 16;

/// Maximum entries compared with even the longest URL: reading it takes as long.
const MIN_CANDIDATES: usize = 16;

/// Returns the maximum listed entries that are candidates of a URL with this many features.
fn max_listed(features: usize) -> usize {
    MAX_LISTED.min(max_candidates(features))
}

/// Returns the maximum entries compared with a URL of this many features.
pub fn max_candidates(features: usize) -> usize {
    if features <= MAX_SKETCHED {
        MAX_CANDIDATES
    } else {
        (MAX_LOOKUPS / features).clamp(MIN_CANDIDATES, MAX_CANDIDATES_OF_LONG)
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub id: Option<Id>,
    /// Whether the limit excluded some candidates.
    pub limit_hit: bool,
}

/// The posting lists.
#[derive(Clone, Debug, Default)]
pub(super) struct PostingLists {
    /// By the number of the frequent feature.
    lists: Vec<PostingList>,
    /// Whether any wide entry is listed, and whether all entries are.
    has_wide: bool,
    pub has_all: bool,
    /// The lists to read; kept for reuse.
    chosen: Vec<Chosen>,
}

/// The way of a search through posting lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListSearch {
    pub scope: ListScope,
    /// Whether any similar entry will do; otherwise the earliest is wanted.
    pub any: bool,
}

/// The entries that a search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListScope {
    /// The wide ones, which have no bands.
    Wide,
    All,
}

/// The state of an entry on the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It also has bands, so only searches of [all entries](ListScope::All) look for it.
    HasBands,
    /// It is wide.
    Wide,
    /// It has become wide, and keeps its earlier place as [`HasBands`](Self::HasBands).
    BecameWide,
}

/// The entries that have a feature. An entry that became wide is in both runs.
#[derive(Clone, Debug, Default)]
struct PostingList {
    wide: Vec<Posting>,
    others: Vec<Posting>,
    /// Number of entries, each counted once.
    count: usize,
}

impl PostingList {
    fn runs(&self, scope: ListScope) -> impl Iterator<Item = &Vec<Posting>> {
        iter::once(&self.wide).chain((scope == ListScope::All).then_some(&self.others))
    }

    fn len(&self, scope: ListScope) -> usize {
        if scope == ListScope::All {
            self.count
        } else {
            self.wide.len()
        }
    }
}

/// A list that a search may read.
#[derive(Clone, Debug)]
struct Chosen {
    list: u32,
    length: usize,
    weight: u64,
}

impl Chosen {
    fn rank(&self) -> Rank {
        (self.length, self.weight)
    }
}

impl PostingLists {
    /// Whether there is nothing to find.
    pub(super) fn is_empty(&self, scope: ListScope) -> bool {
        !self.has_wide && (scope == ListScope::Wide || !self.has_all)
    }

    /// Returns the bytes that it holds, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        let postings = |list: &PostingList| list.wide.capacity() + list.others.capacity();
        self.lists.iter().map(postings).sum::<usize>() * size_of::<Posting>()
            + self.lists.reserved_bytes()
    }

    /// Adds an entry to the list of a feature, if such entries are listed.
    pub(super) fn add(&mut self, entries: &Entries, number: u32, feature: u32, standing: Standing) {
        if standing == Standing::HasBands && !self.has_all {
            return;
        }
        if self.lists.len() <= feature as usize {
            self.lists
                .resize_with(feature as usize + 1, PostingList::default);
        }
        let PostingList {
            wide,
            others,
            count,
        } = &mut self.lists[feature as usize];
        *count += usize::from(standing != Standing::BecameWide || !self.has_all);
        self.has_wide |= standing != Standing::HasBands;
        let run = if standing == Standing::HasBands {
            others
        } else {
            wide
        };
        run.push(entries.posting(number));
    }

    /// Adds an entry to the lists of all its frequent features.
    pub(super) fn add_to_all(
        &mut self,
        entries: &Entries,
        number: u32,
        vocabulary: &Vocabulary,
        standing: Standing,
    ) {
        if standing == Standing::HasBands && !self.has_all {
            return;
        }
        let hashes = entries.hashes(number);
        for &hash in hashes {
            let feature = HostFeature {
                host: hashes[0],
                hash,
            };
            if let Some(frequent) = vocabulary.usage(feature).frequent() {
                self.add(entries, number, frequent, standing);
            }
        }
    }

    /// Finds the earliest similar representative, or any if `any`, that shares only frequent
    /// features with the query. `frequent` returns the number of a frequent feature.
    /// Representatives with the same [`frame`](crate::similar::plan::bands::frame) may be missed.
    pub(super) fn find(
        &mut self,
        entries: &Entries,
        frequent: impl Fn(usize) -> Option<u32>,
        query: &mut Query,
        visited: &mut Visited,
        search: ListSearch,
    ) -> Found {
        let ListSearch { scope, any } = search;
        let Some(enough) = self.choose(query, frequent, scope) else {
            return Found::default();
        };
        let limit = max_listed(query.features().len());
        let limit_hit = self.shorten(enough, limit, scope, entries.len(), visited);
        let mut search = Search::new(entries, query, visited, any);
        let lists = self
            .chosen
            .iter()
            .filter_map(|chosen| self.lists.get(chosen.list as usize));
        lists
            .flat_map(|list| list.runs(scope))
            .flatten()
            .any(|posting| search.compare_posting(*posting));
        Found {
            id: search.earliest(),
            limit_hit,
        }
    }

    /// Keeps the first lists if they are enough, or the ones that together hold at most this many
    /// entries; returns whether the latter are too few.
    fn shorten(
        &mut self,
        enough: usize,
        limit: usize,
        scope: ListScope,
        entries: usize,
        visited: &mut Visited,
    ) -> bool {
        let lengths = self.chosen[..enough].iter().map(|chosen| chosen.length);
        if lengths.sum::<usize>() <= limit {
            self.chosen.truncate(enough);
            return false;
        }
        let last_rank = self.chosen[..enough].last().map(Chosen::rank);
        let behind = self.chosen[enough..]
            .iter()
            .take_while(|chosen| Some(chosen.rank()) == last_rank)
            .count();
        self.chosen.truncate(enough + behind);
        visited.begin(entries);
        let within = count_within_limit(&self.chosen, limit, Chosen::rank, |chosen| {
            let list = self.lists.get(chosen.list as usize);
            let numbers = list.into_iter().flat_map(|list| list.runs(scope)).flatten();
            numbers
                .filter(|posting| visited.insert(posting.number))
                .count()
        });
        let limit_hit = within < self.chosen.len();
        self.chosen.truncate(within);
        limit_hit
    }

    /// Chooses lists, and returns how many of the first ones together hold every similar
    /// representative; `None` if there can be none.
    fn choose(
        &mut self,
        query: &Query,
        frequent: impl Fn(usize) -> Option<u32>,
        scope: ListScope,
    ) -> Option<usize> {
        let features = query.features();
        let mut budget = query.budget();
        self.chosen.clear();
        let framed = bands::frame(features, budget).is_some();
        for (i, feature) in features.iter().enumerate() {
            if framed && feature.role != Role::Value {
                continue;
            }
            if let Some(list) = frequent(i) {
                let length = match self.lists.get(list as usize) {
                    Some(list) => list.len(scope),
                    None => 0,
                };
                self.chosen.push(Chosen {
                    list,
                    length,
                    weight: feature.weight,
                });
            } else if feature.weight <= budget {
                budget -= feature.weight;
            } else {
                return None;
            }
        }
        // Short lists first; among equally short ones the heavy first, then by number for a fixed
        // order.
        self.chosen
            .sort_unstable_by_key(|c| (c.length, Reverse(c.weight), c.list));
        if framed {
            return Some(self.chosen.len());
        }
        let mut weight = 0;
        for (index, chosen) in self.chosen.iter().enumerate() {
            weight += chosen.weight;
            if weight > budget {
                return Some(index + 1);
            }
        }
        Some(self.chosen.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::feature::{Feature, sorted};
    use crate::similar::index::tests::features;
    use crate::similar::similarity;
    use proptest::prelude::*;

    /// Entries of these features, which are all frequent and numbered by their hashes.
    fn listed(urls: &[Vec<Feature>]) -> (Entries, PostingLists) {
        let (mut entries, mut postings) = (Entries::<u64>::default(), PostingLists::default());
        for (id, url) in urls.iter().enumerate() {
            let number = entries.push(url, id as u64);
            for feature in url {
                postings.add(&entries, number, feature.hash as u32, Standing::Wide);
            }
        }
        (entries, postings)
    }

    fn find(
        entries: &Entries,
        postings: &mut PostingLists,
        url: &[Feature],
        budget: u64,
        any: bool,
    ) -> Found {
        let mut query = Query::new(budget);
        query.set(url);
        let frequent = |i: usize| Some(url[i].hash as u32);
        postings.find(
            entries,
            frequent,
            &mut query,
            &mut Visited::default(),
            ListSearch {
                scope: ListScope::Wide,
                any,
            },
        )
    }

    proptest! {
        /// The shortest lists that weigh more than the budget hold every similar entry.
        #[test]
        fn the_earliest_similar_entry_is_found(
            urls in prop::collection::vec(prop::collection::btree_set(0..12_u64, 1..9), 2..30),
            budget in 0..5_u64,
        ) {
            let mut urls: Vec<_> = urls.into_iter().map(features).collect();
            let wanted = urls.pop().expect("there are two");
            let (entries, mut postings) = listed(&urls);
            let similar = |url: &Vec<Feature>| similarity::is_similar(&sorted(&wanted), &sorted(url), budget);
            // A URL that may lack all it has shares nothing with similar ones.
            let expected = urls.iter().position(similar).filter(|_| wanted.len() as u64 > budget);
            let found = find(&entries, &mut postings, &wanted, budget, false);
            prop_assert!(!found.limit_hit);
            if wanted.len() as u64 > budget {
                prop_assert_eq!(found.id, expected.map(|at| at as Id));
                let any = find(&entries, &mut postings, &wanted, budget, true).id;
                prop_assert_eq!(any.is_some(), expected.is_some());
            }
        }
    }

    #[test]
    fn lists_of_equal_length_and_weight_are_left_out_together() {
        let too_many = MAX_LISTED as u64 + 1;
        let urls: Vec<_> = (0..too_many).map(|i| features([1, 2, 3 + i])).collect();
        let (entries, mut postings) = listed(&urls);
        // The order of two such lists depends on the key.
        assert!(find(&entries, &mut postings, &features([1, 2]), 1, false).limit_hit);
        let short = find(&entries, &mut postings, &features([1, 2, 8]), 1, false);
        assert_eq!((short.id, short.limit_hit), (Some(5), true));
    }
}
