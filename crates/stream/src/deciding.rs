//! What decides in a run: a filter, or one with a store, and when it stores what was decided.

use std::collections::TryReserveError;
use std::sync::Arc;
use std::time::{Duration, Instant};

use urlsift_core::input::Fields;
use urlsift_core::{Batch, Sift, Verdict};
use urlsift_memory::{Burst, Session};

/// The time between two commits at least.
///
/// A commit costs about a millisecond and what it writes. What comes after the last one is printed
/// again if the run is killed.
const PAUSE: Duration = Duration::from_millis(100);

/// A filter, with or without a store.
pub(super) enum Deciding<'s> {
    Sift(&'s mut Sift),
    Session { session: &'s mut Session, committed: Instant },
}

impl<'s> Deciding<'s> {
    pub(super) fn session(session: &'s mut Session) -> Self {
        Self::Session { session, committed: Instant::now() }
    }

    pub(super) fn sift(&self) -> &Sift {
        match self {
            Self::Sift(sift) => sift,
            Self::Session { session, .. } => session.sift(),
        }
    }

    /// The burst that a record of the last batch completes, by the record's place in it.
    pub(super) fn burst(&self, record: usize) -> Option<&Burst> {
        match self {
            Self::Sift(_) => None,
            Self::Session { session, .. } => session.burst(record),
        }
    }

    /// Whether other processes wait for what was decided to be stored.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Session { session, .. } if session.is_shared())
    }

    pub(super) fn read_by(&mut self, fields: &Arc<Fields>) {
        match self {
            Self::Sift(sift) => sift.read_by(fields),
            Self::Session { session, .. } => session.read_by(fields),
        }
    }

    pub(super) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        match self {
            Self::Sift(sift) => sift.reserve(batch),
            Self::Session { session, .. } => session.reserve(batch),
        }
    }

    pub(super) fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), urlsift_core::Error> {
        match self {
            Self::Sift(sift) => sift.decide(batch, lines, verdicts),
            Self::Session { session, .. } => session.decide(batch, lines, verdicts),
        }
    }

    /// Stores what was decided, if that is due. So many bytes of output are flushed.
    pub(super) fn commit(&mut self, written: u64) -> Result<(), urlsift_core::Error> {
        let Self::Session { session, committed } = self else { return Ok(()) };
        if !session.has_changes() || (committed.elapsed() < PAUSE && !session.is_shared()) {
            return Ok(());
        }
        session.commit(Some(written))?;
        *committed = Instant::now();
        Ok(())
    }

    /// Stores what was decided at the end of the run, which is that of its input or not.
    pub(super) fn end(&mut self, written: u64, exhausted: bool) -> Result<(), urlsift_core::Error> {
        match self {
            Self::Sift(_) => Ok(()),
            Self::Session { session, .. } if exhausted => session.end(Some(written)),
            Self::Session { session, .. } => session.leave(Some(written)),
        }
    }
}
