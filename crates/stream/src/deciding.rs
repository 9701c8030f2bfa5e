//! Unites filters with and without a store, and decides when to store.

use std::collections::TryReserveError;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::block::InputBlock;
use urlsift_core::input::Fields;
use urlsift_core::shards::Piece;
use urlsift_core::{Batch, Sift, Verdict};
use urlsift_memory::{Burst, Session};

/// Minimum time between two commits.
///
/// A commit costs about a millisecond and the writing. Records after the last commit are printed
/// again if the run is killed.
const PAUSE: Duration = Duration::from_millis(100);

/// A filter, with or without a store.
pub(super) enum FilterOrSession<'s> {
    Sift(&'s mut Sift),
    Session { session: &'s mut Session, committed: Instant },
}

impl<'s> FilterOrSession<'s> {
    pub(super) fn session(session: &'s mut Session) -> Self {
        Self::Session { session, committed: Instant::now() }
    }

    pub(super) fn sift(&self) -> &Sift {
        match self {
            Self::Sift(sift) => sift,
            Self::Session { session, .. } => session.sift(),
        }
    }

    /// Returns the burst that a record of the last batch completes, by the index of the record.
    pub(super) fn burst(&self, record: usize) -> Option<&Burst> {
        match self {
            Self::Sift(_) => None,
            Self::Session { session, .. } => session.burst(record),
        }
    }

    /// Returns whether other processes wait for decisions to be stored.
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

    /// Divides the filter into a shard for each thread, if hosts may be decided side by side. A
    /// thread that finishes early scans records, so more shards would only take more memory.
    pub(super) fn divide(&mut self, threads: NonZeroUsize) {
        if let Self::Sift(sift) = self
            && threads > NonZeroUsize::MIN
        {
            sift.divide(threads.get());
        }
    }

    /// Decides on the records of a divided block; the verdicts of each shard are in input order.
    /// The shards are decided side by side on the threads of the pool that this is called from, if
    /// it is called from one and there is enough to do.
    pub(super) fn decide_divided(
        &mut self,
        block: &InputBlock,
        verdicts: &mut Vec<Vec<Verdict>>,
    ) -> Result<(), TryReserveError> {
        let (Self::Sift(sift), Some(divider)) = (self, block.divider()) else { return Ok(()) };
        verdicts.resize_with(divider.shards(), Vec::new);
        verdicts.iter_mut().for_each(Vec::clear);
        let parts = block.parts();
        let Some(mut pieces) = sift.pieces() else {
            return parts
                .iter()
                .try_for_each(|part| sift.decide_divided(part.batch(), part.division(), verdicts));
        };
        let decide = |(piece, verdicts): (&mut Piece<'_>, &mut Vec<Verdict>)| {
            parts.iter().try_for_each(|part| piece.decide(part.batch(), part.division(), verdicts))
        };
        if block.is_divisible() && rayon::current_thread_index().is_some() {
            pieces.par_iter_mut().zip(verdicts).with_max_len(1).try_for_each(decide)
        } else {
            pieces.iter_mut().zip(verdicts).try_for_each(decide)
        }
    }

    /// Stores the decisions, if that is due. `written` bytes of output have been flushed.
    pub(super) fn commit(&mut self, written: u64) -> Result<(), urlsift_core::Error> {
        let Self::Session { session, committed } = self else { return Ok(()) };
        if !session.has_changes() || (committed.elapsed() < PAUSE && !session.is_shared()) {
            return Ok(());
        }
        session.commit(Some(written))?;
        *committed = Instant::now();
        Ok(())
    }

    /// Waits until all commits are stored.
    pub(super) fn settle(&mut self) -> Result<(), urlsift_core::Error> {
        match self {
            Self::Sift(_) => Ok(()),
            Self::Session { session, .. } => session.settle(),
        }
    }

    /// Stores the decisions at the end of the run, after the end of the input or before.
    pub(super) fn end(&mut self, written: u64, exhausted: bool) -> Result<(), urlsift_core::Error> {
        match self {
            Self::Sift(_) => Ok(()),
            Self::Session { session, .. } if exhausted => session.end(Some(written)),
            Self::Session { session, .. } => session.leave(Some(written)),
        }
    }
}
