//! Settings of a run.

use std::num::NonZeroUsize;

use urlsift_core::settings::choices;
use urlsift_extract::Extractor;

/// Settings of a run.
#[derive(Clone)]
pub(super) struct Options {
    pub delimiter: u8,
    pub threads: NonZeroUsize,
    pub invalid: Invalid,
    pub dropped: bool,
    /// Finds the URLs in texts, if texts are read.
    pub extract: Option<Extractor>,
    /// Maximum records in one request to a memory that several processes share.
    pub batch: NonZeroUsize,
}

/// The default of [`batch`](Options::batch). A quarter of it took 1.5 times as long for each
/// record; several times as many make other processes wait.
pub(super) const BATCH: NonZeroUsize = NonZeroUsize::new(1000).expect("it is not 0");

choices! {
    "way to treat lines that are not URLs";
    /// The treatment of records that are not URLs.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Invalid {
        /// Keeps the record when it first appears, and drops exact repetitions.
        #[default]
        Keep = "keep", "Print each once, and drop its exact repetitions";
        /// Drops the record.
        Drop = "drop", "Drop all of them";
        /// Ends the run with [`Error::NotUrl`](super::Error::NotUrl).
        Fail = "fail", "Stop at the first one, with status 2";
    }
}
