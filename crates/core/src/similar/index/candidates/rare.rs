//! The search among entries that share a rare feature with a URL.

use super::entries::Entries;
use super::query::Query;
use super::search::{Search, count_within_limit};
use super::visited::Visited;
use super::vocabulary::{Usage, Vocabulary};
use crate::similar::index::Id;
use std::cmp::Reverse;

/// Largest number of entries with a chosen feature that are compared as soon as they share it.
const FEW: usize = 16;

/// The rare features of a URL that are used to find candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct RareFeatures {
    /// Weight and usage of each chosen feature, rarest first.
    chosen: Vec<(u64, Usage)>,
    /// Whether enough was chosen that a similar entry has two of the chosen features.
    twice: bool,
    seen: SeenEntries,
}

impl RareFeatures {
    /// Chooses the rarest features that together weigh more than the budget: no similar entry lacks
    /// all of them (the prefix filter, see [`posting_lists`](super::posting_lists)). Returns
    /// `false` if that would take frequent features too; all rare ones are chosen then.
    pub(super) fn choose(&mut self, usages: &[Usage], query: &Query, limit: usize) -> bool {
        self.twice = false;
        self.chosen.clear();
        let rare = usages
            .iter()
            .zip(query.features())
            .filter(|(usage, _)| usage.frequent().is_none());
        self.chosen
            .extend(rare.map(|(usage, feature)| (feature.weight, *usage)));
        self.chosen
            .sort_unstable_by_key(|(weight, usage)| (usage.count(), Reverse(*weight)));
        let budget = query.budget();
        let mut sum = 0;
        let mut heaviest = 0;
        let mut entries = 0;
        let mut enough = None;
        for (i, (weight, usage)) in self.chosen.iter().enumerate() {
            sum += weight;
            heaviest = heaviest.max(*weight);
            entries += usage.count() as usize;
            if enough.is_none() && sum > budget {
                enough = Some(i);
                if entries <= FEW {
                    break;
                }
            }
            if entries > limit {
                break;
            }
            if enough.is_some() && sum - heaviest > budget {
                self.twice = true;
                enough = Some(i);
                break;
            }
        }
        if let Some(last) = enough {
            self.chosen.truncate(last + 1);
        }
        enough.is_some()
    }

    /// Drops chosen features until at most this many entries have any of them, and returns whether
    /// any was dropped.
    pub(super) fn shorten(
        &mut self,
        limit: usize,
        vocabulary: &Vocabulary,
        entries: &Entries,
        visited: &mut Visited,
    ) -> bool {
        let counts = self.chosen.iter().map(|(_, usage)| usage.count() as usize);
        if counts.sum::<usize>() <= limit {
            return false;
        }
        visited.begin(entries.len());
        let rank = |(weight, usage): &(u64, Usage)| (usage.count() as usize, *weight);
        let within = count_within_limit(&self.chosen, limit, rank, |(_, usage)| {
            let mut new = 0;
            vocabulary.any_posting(*usage, entries, |posting| {
                new += usize::from(visited.insert(posting.number));
                false
            });
            new
        });
        let limit_hit = within < self.chosen.len();
        self.chosen.truncate(within);
        limit_hit
    }

    /// Finds the earliest similar representative that shares a chosen feature, or any if `any`.
    pub(super) fn find(
        &mut self,
        vocabulary: &Vocabulary,
        entries: &Entries,
        query: &mut Query,
        visited: &mut Visited,
        any: bool,
    ) -> Option<Id> {
        let Self {
            chosen,
            twice,
            seen,
        } = self;
        let mut search = Search::new(entries, query, visited, any);
        if *twice {
            seen.clear();
        }
        for (_, usage) in chosen.iter() {
            vocabulary.prefetch_postings(*usage);
        }
        for (_, usage) in chosen {
            let done = vocabulary.any_posting(*usage, entries, |posting| {
                // An entry that must share two features is compared at the second one.
                !(*twice && seen.insert(posting.number)) && search.compare_posting(posting)
            });
            if done {
                break;
            }
        }
        search.earliest()
    }
}

/// Entries that a search has seen. Only a few bits of their numbers are stored, so a new entry may
/// seem to be seen.
#[derive(Clone, Debug, Default)]
struct SeenEntries(Vec<u64>);

impl SeenEntries {
    const BITS: u32 = 13;

    fn clear(&mut self) {
        self.0.clear();
        self.0.resize(1 << (Self::BITS - 6), 0);
    }

    /// Adds an entry; returns whether it is surely new.
    fn insert(&mut self, number: u32) -> bool {
        let bit = number.wrapping_mul(0x9E37_79B9) >> (32 - Self::BITS);
        let word = &mut self.0[bit as usize >> 6];
        let is_new = *word >> (bit & 63) & 1 == 0;
        *word |= 1 << (bit & 63);
        is_new
    }
}
