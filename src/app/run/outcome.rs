//! Outcomes of the program.

use urlsift::stream::{Ending, Summary};

use super::signals::Signals;

/// The outcome of a program that ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunOutcome {
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

impl RunOutcome {
    /// Returns the outcome of a run over all sources.
    pub(crate) fn of(signals: &Signals, summary: &Summary) -> Self {
        match signals.received() {
            Some(signal) if summary.ending != Ending::Exhausted => Self::Interrupted(signal),
            _ => Self::of_reading(summary),
        }
    }

    /// Returns the outcome of a run that no signal ended.
    pub(crate) fn of_reading(summary: &Summary) -> Self {
        if summary.unreadable > 0 {
            Self::Incomplete
        } else {
            Self::Done
        }
    }
}
