//! "Is any representative similar to this?"
//!
//! One question, several answers: [`Bands`](structure::Bands) for the overlap of features, [`Slices`](simhash::Slices) for SimHash
//! codes, and [`Exhaustive`](exhaustive::Exhaustive), which compares with everything and is the oracle of the other two.

pub(crate) mod core;
mod crowd;
mod entries;
pub(crate) mod exhaustive;
pub(crate) mod keys;
pub(crate) mod literal;
mod postings;
mod reach;
pub(crate) mod simhash;
pub(crate) mod structure;
pub(crate) mod template;
mod vocabulary;

use crate::features::Feature;
use std::collections::TryReserveError;

/// A representative's number: representatives are numbered from 0 in the order in which they were kept.
pub(crate) type Id = u32;

/// Finds similar representatives.
pub(crate) trait Index: std::fmt::Debug + Send {
    /// The earliest representative that is similar to a URL with these features.
    ///
    /// An index that does not name representatives gives any number.
    fn find(&mut self, features: &[Feature]) -> Option<Id>;

    /// Enters a representative. One may be entered with several readings of its features.
    fn insert(&mut self, features: &[Feature], id: Id);

    /// How many searches were cut short, and found nothing: those that would have to compare with too many representatives.
    fn shortened(&self) -> u64 {
        0
    }

    /// Makes room for so many entries with so many features in all, where that takes large pieces of memory: what
    /// is small or cannot be foreseen is not covered.
    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        let _ = (entries, features);
        Ok(())
    }
}
