//! Decisions on kept lines as if they came again, to derive what they taught.

use urlsift_core::Batch;
use urlsift_core::decide::known::{KeptAndLearned, Scanning};
use urlsift_core::decide::policy::Policy;
use urlsift_core::learn::Learner;
use urlsift_core::similar::index::Id;

/// Decides on each line as if no similar one was kept.
#[derive(Default)]
pub(crate) struct Unremembered {
    /// Whether what was learned still counts.
    pub(crate) learns_on: bool,
    /// The number of lines since all were forgotten. A line that was known is new all the same, but
    /// takes longer.
    lines: usize,
    /// Buffer for single lines.
    pub(crate) batch: Batch,
}

/// The most lines that are known at once while each is new.
const MOST_KNOWN: usize = 10_000;

impl Policy for Unremembered {
    fn expires(&self) -> bool {
        true
    }

    fn start(&mut self, _: usize, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        if !std::mem::replace(&mut self.learns_on, true) {
            known.learner_mut().into_iter().for_each(Learner::forget);
        }
        self.lines += 1;
        if self.lines > MOST_KNOWN {
            self.purge(known, scanning);
        }
    }

    fn lives(&self, _: Id) -> bool {
        false
    }

    fn purge(&mut self, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        self.lines = 0;
        known.forget_lines(scanning);
    }
}
