//! The account of one template: what became of its pages.

use crate::limits::Limits;
use crate::refusal::Refusal;

/// The pages of one template, by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub pending: u32,
    /// Pages by outcome.
    pub settled: [u32; 4],
}

/// The end of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PageOutcome {
    Good,
    /// Answered well, but by what was known.
    Copy,
    Failed,
    /// It was never sent.
    Unsent,
}

impl Account {
    /// Returns the weight of well answered pages: a copy weighs half, a page 2.
    pub(crate) fn had(&self) -> u64 {
        2 * u64::from(self.settled[PageOutcome::Good as usize])
            + u64::from(self.settled[PageOutcome::Copy as usize])
    }

    /// Returns why no page may be requested; `Waiting` if one may be when another fails.
    pub(crate) fn refusal(&self, limits: &Limits) -> Option<Refusal> {
        let wanted = 2 * u64::from(limits.keep);
        if self.had() >= wanted {
            Some(Refusal::Enough)
        } else if self.settled[PageOutcome::Failed as usize] >= limits.failures {
            Some(Refusal::Failures)
        } else if self.had() + 2 * u64::from(self.pending) >= wanted {
            Some(Refusal::Waiting)
        } else {
            None
        }
    }
}
