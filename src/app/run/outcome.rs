//! Outcomes of the program.

use urlsift::stream::{Ending, Summary};

use super::signals::Signals;

/// The outcome of a program that ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was processed, or the reader of the output left.
    Done,
    /// Two lists that were compared differ.
    Different,
    /// A source could not be read; the others were processed.
    Incomplete,
    /// The command line was refused; a message says why.
    Refused,
    /// This signal ended it; output up to that point is complete.
    Interrupted(u8),
}

impl Outcome {
    /// Returns the outcome of a run over all sources.
    pub(crate) fn of(signals: &Signals, summary: &Summary) -> Self {
        match signals.received() {
            Some(signal) if summary.ending != Ending::Exhausted => Self::Interrupted(signal),
            _ if summary.unreadable > 0 => Self::Incomplete,
            _ => Self::Done,
        }
    }
}
