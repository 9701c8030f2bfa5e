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
}

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
