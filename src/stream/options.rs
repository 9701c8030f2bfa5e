//! What a caller chooses about a run, and how it watches one.

use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;

use super::Summary;

/// Settings of [`filter`](super::filter()).
#[derive(Clone, Debug)]
pub struct Options {
    /// The byte that ends a record: newline, or NUL. Default: newline.
    pub delimiter: u8,
    /// The number of threads that scan records; 1 works without a pool. Default: as many as run in parallel here.
    pub threads: NonZeroUsize,
    /// What to do with records that are no URLs. Default: [`Invalid::Keep`].
    pub invalid: Invalid,
    /// Whether to write the dropped records instead of the kept ones. Default: no.
    pub dropped: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            delimiter: b'\n',
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            invalid: Invalid::default(),
            dropped: false,
        }
    }
}

/// What to do with a record that is no URL.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Invalid {
    /// Keeps it at first sight, and drops exact repetitions.
    #[default]
    Keep,
    /// Drops it.
    Drop,
    /// Ends the run with [`Error::NotUrl`](super::Error::NotUrl).
    Fail,
}

/// Watches a run, and may end it.
///
/// All methods are called from one thread at a time, which need not be the one that called [`filter`](super::filter()).
pub trait Observer: Send {
    /// Called after every block, and about twenty times a second while the run waits for input.
    ///
    /// On [`ControlFlow::Break`] the run ends: what was taken from the input so far is decided and written,
    /// and the summary says [`Ending::Stopped`](super::Ending::Stopped).
    fn watch(&mut self, so_far: &Summary) -> ControlFlow<()> {
        let _ = so_far;
        ControlFlow::Continue(())
    }

    /// Called for a source that cannot be opened, or not be read to its end. The run goes on with the next one.
    fn unreadable(&mut self, source: &str, cause: &io::Error) {
        let _ = (source, cause);
    }
}

/// Watches nothing.
impl Observer for () {}
