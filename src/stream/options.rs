//! What was chosen about a run.

use std::num::NonZeroUsize;

use crate::extract::Extractor;

/// What was chosen about a run.
#[derive(Clone)]
pub(super) struct Options {
    pub(super) delimiter: u8,
    pub(super) threads: NonZeroUsize,
    pub(super) invalid: Invalid,
    pub(super) dropped: bool,
    /// What finds the URLs in texts, if these are read.
    pub(super) extract: Option<Extractor>,
    /// How many records a memory that several processes share is asked about at once at most.
    pub(super) batch: NonZeroUsize,
}

/// The records of a batch, where nothing else was chosen: a request for a quarter of them took half
/// as much again a record, and one for several times as many has others wait.
pub(super) const BATCH: NonZeroUsize = NonZeroUsize::new(1000).expect("it is not 0");

/// What to do with a record that is not a URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// Keeps it when it first appears, and drops exact repetitions.
    #[default]
    Keep,
    /// Drops it.
    Drop,
    /// Ends the run with [`Error::NotUrl`](super::Error::NotUrl).
    Fail,
}
