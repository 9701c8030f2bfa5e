//! Questions that a filter asks while it decides: whether a kept URL still counts, whether a host
//! has room, whether a line is remembered.
//!
//! A policy sees every event, in order, before the next record is decided, so its answers may
//! depend on all earlier records.

use crate::decide::event::Event;
use crate::decide::known::{KeptAndLearned, Scanning};
use crate::decide::verdict::Verdict;
use crate::record::{ScannedLine, Url};
use crate::similar::index::Id;
use urlsift_url::selection::Reason;

/// Answers the questions of a [`Decider`](crate::decide::decider::Decider). The defaults are those
/// of a filter without rules.
pub trait Policy {
    /// Whether anyone wants the events of the batch. If not, none are created.
    const WATCHED: bool = true;

    /// Whether a kept URL may expire within a batch: if so, nothing is looked up ahead.
    fn expires(&self) -> bool {
        false
    }

    /// Starts a record, by its index in the batch. Time may have passed, so `known` may be changed.
    fn start(&mut self, record: usize, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        let _ = (record, known, scanning);
    }

    /// Whether the line entered under this number still counts.
    fn lives(&self, id: Id) -> bool {
        let _ = id;
        true
    }

    /// Whether so many entries have expired that it is time to remove them; if not, those that
    /// searches find are hidden.
    fn is_purge_due(&self) -> bool {
        true
    }

    /// Removes expired entries; called when [`lives`](Self::lives) was false for a match.
    fn purge(&mut self, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        let _ = (known, scanning);
    }

    /// Returns the reason why a new line is not wanted although nothing similar is kept: its host
    /// or path prefix has reached a limit.
    fn refuses(&self, scanning: Scanning<'_>, url: &Url, line: &[u8]) -> Option<Reason> {
        let _ = (scanning, url, line);
        None
    }

    /// Returns the number under which a URL of the batch is remembered although no similar one was
    /// found.
    fn recalls(&mut self, line: ScannedLine<'_>, url: &Url) -> Option<Id> {
        let _ = (line, url);
        None
    }

    /// Returns the group of a line that was dropped or printed as a sample by an earlier run, or by
    /// this one before it was interrupted, and might be printed now.
    fn came_before(&self, line: &[u8]) -> Option<Id> {
        let _ = line;
        None
    }

    /// Sees the event of a record before the next one is decided, and returns the verdict.
    fn judge(&mut self, event: &Event<'_>) -> Verdict {
        event.verdict
    }
}

/// A policy without rules and without observers: a plain run.
pub(crate) struct Unwatched;

impl Policy for Unwatched {
    const WATCHED: bool = false;
}
