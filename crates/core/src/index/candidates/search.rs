//! A search among entries: the earliest similar one so far, and which lists it may look at.

use super::entries::{Entries, Posting};
use super::query::Query;
use super::visited::Visited;
use crate::index::Id;

/// A search that compares candidates with a query.
pub(super) struct Search<'s> {
    entries: &'s Entries,
    query: &'s mut Query,
    visited: &'s mut Visited,
    /// Whether it is over as soon as any similar representative is found.
    any: bool,
    earliest: Option<Id>,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        entries: &'s Entries,
        query: &'s mut Query,
        visited: &'s mut Visited,
        any: bool,
    ) -> Self {
        visited.begin(entries.len());
        Self { entries, query, visited, any, earliest: None }
    }

    /// The earliest similar representative that it has found.
    pub(super) fn earliest(&self) -> Option<Id> {
        self.earliest
    }

    /// Compares with a candidate that was not compared before, and says whether the search is over.
    #[inline]
    pub(super) fn compare(&mut self, number: u32) -> bool {
        if !self.visited.insert(number)
            || self.earliest.is_some_and(|earliest| earliest <= self.entries.id(number))
            || !self.query.is_similar(self.entries, number)
        {
            return false;
        }
        self.earliest = Some(self.entries.id(number));
        self.any
    }

    /// The same, unless the candidate's sketch rules it out.
    #[inline]
    pub(super) fn compare_posting(&mut self, posting: Posting) -> bool {
        self.query.may_be_similar(posting.sketch) && self.compare(posting.number)
    }
}

/// The rank of a list: how long it is, and the weight of its feature.
pub(super) type Rank = (usize, u64);

/// Says how many of some lists, which are in the order of their ranks, hold at most `limit`
/// entries, each counted once. `new_entries` counts those of a list that the lists before it do not
/// hold.
///
/// Lists of equal rank stay or go together: which of them comes first depends on the key of the
/// hashes, and verdicts must not.
pub(super) fn count_within_limit<L>(
    lists: &[L],
    limit: usize,
    rank: impl Fn(&L) -> Rank,
    mut new_entries: impl FnMut(&L) -> usize,
) -> usize {
    let (mut lists_within, mut entries) = (0, 0);
    for alike in lists.chunk_by(|one, other| rank(one) == rank(other)) {
        // No list holds an entry twice, so one that is too long need not be counted.
        if rank(&alike[0]).0 > limit {
            break;
        }
        entries += alike.iter().map(&mut new_entries).sum::<usize>();
        if entries > limit {
            break;
        }
        lists_within += alike.len();
    }
    lists_within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_equal_rank_stay_or_go_together() {
        let within = |lists: &[(usize, u64, usize)], limit| {
            count_within_limit(lists, limit, |list| (list.0, list.1), |list| list.2)
        };
        let lists = [(2, 5, 2), (3, 5, 1), (3, 5, 2), (3, 4, 0), (9, 4, 1)];
        let found = [1, 2, 4, 5, 9].map(|limit| within(&lists, limit));
        assert_eq!(found, [0, 1, 1, 4, 5]);
        assert_eq!(within(&[(4, 1, 0)], 3), 0, "a list that is too long is not counted");
        assert_eq!(within(&[], 0), 0);
    }
}
