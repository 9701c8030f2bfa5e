//! What is asked of every index.

use crate::feature::{Feature, Layout};
use crate::record::{Batch, UrlView};
use std::collections::TryReserveError;
use std::fmt::Debug;

/// A representative's number: representatives are numbered from 0 in the order in which they were kept.
pub(crate) type Id = u64;

/// A similar representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// One of an index that does not name them.
    Unnamed,
    /// The earliest one.
    Named(Id),
}

impl Match {
    /// The number of the representative, where the index names it.
    #[inline]
    pub(crate) fn id(self) -> Option<Id> {
        match self {
            Self::Unnamed => None,
            Self::Named(id) => Some(id),
        }
    }
}

/// Finds similar representatives by the keys of URLs.
pub(crate) trait Index: Debug + Send + Sync {
    /// Appends for each record of a batch whether a similar representative is known now, or nothing if the index does not
    /// know ahead. What is known stays true; what is not has to be asked for again, in order.
    ///
    /// The lookups of a batch do not depend on each other, so the processor waits for their cache misses together: worth 10 %
    /// of the time of a default run, 25 % of a literal one.
    fn know(&self, batch: &Batch, known: &mut Vec<bool>) {
        let _ = (batch, known);
    }

    /// Appends as [`know`](Self::know) does, but the earliest similar representative where one is known. It stays the earliest.
    fn know_owners(&self, batch: &Batch, known: &mut Vec<Option<Id>>) {
        let _ = (batch, known);
    }

    /// Whether representatives are found by their [`keys`](Self::keys) alone; elsewhere features are needed.
    fn has_keys(&self) -> bool {
        false
    }

    /// Appends the keys under which [`insert`](Self::insert) enters a variant.
    fn keys(&self, view: &UrlView<'_>, keys: &mut Vec<u64>) {
        let _ = (view, keys);
    }

    /// Enters a representative under its [`keys`](Self::keys).
    fn insert_keys(&mut self, keys: &[u64], id: Id) {
        let _ = (keys, id);
    }

    /// Finds a similar representative.
    fn find(&mut self, view: &UrlView<'_>) -> Option<Match>;

    /// Finds as [`find`](Self::find) does for the variant that was scanned, whose keys may have been computed then.
    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.find(view)
    }

    /// Enters a variant of a representative.
    fn insert(&mut self, view: &UrlView<'_>, id: Id);

    /// How many searches hit their limit and found nothing: those that would have to compare with too many representatives.
    fn search_limit_hits(&self) -> u64 {
        0
    }

    /// Makes room for what may be kept of a batch, each URL in so many variants, where that takes large pieces of
    /// memory: what is small or cannot be foreseen is not covered.
    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError>;

    /// Bytes that it holds, about.
    fn memory(&self) -> usize;

    /// A copy that goes its own way from here.
    fn boxed_clone(&self) -> Box<dyn Index>;

    /// Returns an index of the same kind without representatives. The layout is that of the filter:
    /// its own, or one that now knows how frequent terms are.
    fn empty(&self, layout: &Layout) -> Box<dyn Index>;
}

impl Clone for Box<dyn Index> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Finds similar representatives by features.
pub(crate) trait Neighbours: Clone + Debug + Send + Sync + 'static {
    /// Finds a representative that is similar to a URL with these features.
    fn find(&mut self, features: &[Feature]) -> Option<Match>;

    /// Enters a variant of a representative.
    fn insert(&mut self, features: &[Feature], id: Id);

    /// How many searches hit their limit and found nothing.
    fn search_limit_hits(&self) -> u64 {
        0
    }

    /// Makes room for so many entries with so many features in all.
    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        let _ = (entries, features);
        Ok(())
    }

    /// Bytes that it holds, about.
    fn memory(&self) -> usize;

    /// Returns the same without entries, under this layout.
    fn empty(&self, layout: &Layout) -> Self;
}
