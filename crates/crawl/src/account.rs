//! The account of one template: what became of its pages.

use crate::limits::Limits;
use crate::refusal::Refusal;

/// What became of the pages of one template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    pub pending: u32,
    pub good: u32,
    /// Answered well, but by what was known.
    pub copies: u32,
    pub failed: u32,
}

/// What became of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Good,
    Copy,
    Failed,
    /// It was never sent.
    Unsent,
}

impl Account {
    /// Returns why no page may be requested; `Waiting` if one may be when another fails.
    pub(crate) fn refusal(&self, limits: &Limits) -> Option<Refusal> {
        let [keep, good, copies, pending] =
            [limits.keep, self.good, self.copies, self.pending].map(u64::from);
        // A copy weighs half.
        let had = 2 * good + copies;
        if had >= 2 * keep {
            Some(Refusal::Enough)
        } else if self.failed >= limits.failures {
            Some(Refusal::Failures)
        } else {
            (had + 2 * pending >= 2 * keep).then_some(Refusal::Waiting)
        }
    }

    /// Whether none of its pages was answered well or may still be.
    pub(crate) fn is_barren(&self) -> bool {
        self.pending == 0 && self.good == 0 && self.copies == 0
    }

    pub(crate) fn settle(&mut self, outcome: Outcome) {
        self.pending -= 1;
        match outcome {
            Outcome::Good => self.good += 1,
            Outcome::Copy => self.copies += 1,
            Outcome::Failed => self.failed += 1,
            Outcome::Unsent => {}
        }
    }
}
