//! What a filter asks while it decides: whether a kept URL still counts, whether a host has room,
//! whether a line is remembered.
//!
//! Whoever answers is told every event, in order, before the next record is decided: what is asked
//! about a record may depend on all records before it.

use crate::event::Seen;
use crate::index::Id;
use crate::known::{Context, Known};
use crate::record::{Batch, Url};
use crate::verdict::Verdict;
use urlsift_url::selection::Reason;

/// Answers the questions of a [`Decider`](crate::decider::Decider). The defaults are those of a
/// filter without rules.
pub trait Policy {
    /// Whether anybody wants the events of the batch. Where nobody does, none is made.
    const WATCHED: bool = true;

    /// Whether what counts before a batch may count no longer within it: then nothing is looked up
    /// ahead.
    fn expires(&self) -> bool {
        false
    }

    /// Starts a record, by its place in the batch. Time may have passed: `known` may be changed.
    fn start(&mut self, record: usize, known: &mut Known, context: Context<'_>) {
        let _ = (record, known, context);
    }

    /// Whether what was entered under this number still counts.
    fn lives(&self, id: Id) -> bool {
        let _ = id;
        true
    }

    /// Takes out of the filter what counts no longer, after [`lives`](Self::lives) has said so of
    /// something that was found.
    fn purge(&mut self, known: &mut Known, context: Context<'_>) {
        let _ = (known, context);
    }

    /// Why one more line is not wanted, although nothing similar is known: its host has no room, or
    /// the start of its path.
    fn refuses(&self, context: Context<'_>, url: &Url, line: &[u8]) -> Option<Reason> {
        let _ = (context, url, line);
        None
    }

    /// The number under which a line with a URL of the batch is remembered although nothing similar
    /// is found.
    fn recalls(&mut self, parts: (&Batch, &Url), line: &[u8]) -> Option<Id> {
        let _ = (parts, line);
        None
    }

    /// Sees a record with what became of it, before the next one is decided, and gives the verdict.
    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        seen.told.verdict
    }
}

/// No rules, and nobody who watches: a plain run.
pub(crate) struct Unwatched;

impl Policy for Unwatched {
    const WATCHED: bool = false;
}
