//! Decisions on kept lines as if they came again, to derive what they taught.

use crate::host::Host;
use urlsift_core::Batch;
use urlsift_core::decide::known::{KeptAndLearned, Scanning};
use urlsift_core::decide::policy::Policy;
use urlsift_core::learn::Fact;
use urlsift_core::similar::index::Id;

/// A policy that decides on each line as if no similar one was kept, with buffers for
/// [`Recorder::derive`](crate::Recorder::derive).
#[derive(Debug, Default)]
pub struct Unremembered {
    /// Whether what was learned still counts.
    learns_on: bool,
    /// The number of lines since all were forgotten. A line that was known is new all the same, but
    /// takes longer.
    lines: usize,
    /// Buffers for a line, its keys and its learned facts.
    pub(crate) batch: Batch,
    pub(crate) keys: Vec<u8>,
    pub(crate) facts: Vec<Fact>,
}

/// What follows from a kept line, the settings and the key of hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived<'d> {
    /// The host under which it is remembered.
    pub host: Host,
    /// The keys by which it is found, of eight bytes each.
    pub keys: &'d [u8],
    /// What it taught.
    pub facts: &'d [Fact],
}

impl Unremembered {
    /// Has everything that was learned so far forgotten before the next line.
    pub fn forget_facts(&mut self) {
        self.learns_on = false;
    }
}

/// The most lines that are known at once while each is new.
const MOST_KNOWN: usize = 10_000;

impl Policy for Unremembered {
    fn expires(&self) -> bool {
        true
    }

    fn start(&mut self, _: usize, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        let learned_before = std::mem::replace(&mut self.learns_on, true);
        if !learned_before && let Some(learner) = known.learner_mut() {
            learner.forget();
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
