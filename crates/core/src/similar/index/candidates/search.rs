//! A search among entries: the earliest similar one so far, and the lists that it may read.

use super::entries::{Entries, FeatureHash, Posting};
use super::query::Query;
use super::visited::Visited;
use crate::similar::index::Id;

/// A search that compares candidates with a query.
pub(super) struct Search<'s, H = u64> {
    entries: &'s Entries<H>,
    query: &'s mut Query,
    visited: &'s mut Visited,
    /// Whether to stop at the first similar representative.
    any: bool,
    earliest: Option<Id>,
}

impl<'s, H: FeatureHash> Search<'s, H> {
    pub(super) fn new(
        entries: &'s Entries<H>,
        query: &'s mut Query,
        visited: &'s mut Visited,
        any: bool,
    ) -> Self {
        visited.begin(entries.len());
        Self {
            entries,
            query,
            visited,
            any,
            earliest: None,
        }
    }

    /// Returns the earliest similar representative found.
    pub(super) fn earliest(&self) -> Option<Id> {
        self.earliest
    }

    /// Compares with a candidate that was not compared before; returns whether the search is over.
    pub(super) fn compare(&mut self, number: u32) -> bool {
        if !self.visited.insert(number) {
            return false;
        }
        let id = self.entries.id(number);
        if self.earliest.is_some_and(|earliest| earliest <= id) {
            return false;
        }
        if !self.query.is_similar(self.entries, number) || self.query.hides(id) {
            return false;
        }
        self.earliest = Some(id);
        self.any
    }

    /// Compares with a candidate, unless its sketch excludes it; returns whether the search is
    /// over.
    pub(super) fn compare_posting(&mut self, posting: Posting) -> bool {
        self.query.may_be_similar(posting.sketch) && self.compare(posting.number)
    }
}

/// The rank of a list: its length, and the weight of its feature.
pub(super) type Rank = (usize, u64);

/// Returns the number of lists, in the order of their ranks, that hold at most `limit` entries
/// together, each counted once. `new_entries` counts the entries of a list that earlier lists do
/// not hold.
///
/// Lists of equal rank are included or excluded together: their order depends on the key of the
/// hashes, and verdicts must not.
pub(super) fn count_within_limit<L>(
    lists: &[L],
    limit: usize,
    rank: impl Fn(&L) -> Rank,
    mut new_entries: impl FnMut(&L) -> usize,
) -> usize {
    let mut lists_within = 0;
    let mut entries = 0;
    for alike in lists.chunk_by(|one, other| rank(one) == rank(other)) {
        // No list holds an entry twice, so a list that is too long need not be counted.
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
        assert_eq!(
            within(&[(4, 1, 0)], 3),
            0,
            "a list that is too long is not counted"
        );
        assert_eq!(within(&[], 0), 0);
    }
}
