//! Unites filters with and without a store, and decides when to store.

use std::collections::TryReserveError;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::block::InputBlock;
use urlsift_core::decide::deciders::ShardDecider;
use urlsift_core::decide::sift::Knowledge;
use urlsift_core::input::Fields;
use urlsift_core::{Batch, Error, Filter, Observer, Sift, Verdict};
use urlsift_explain::{Explainer, Watched};
use urlsift_memory::{Burst, Session};

/// Minimum time between two commits.
///
/// A commit costs about a millisecond and the writing. Records after the last commit are printed
/// again if the run is killed.
const PAUSE: Duration = Duration::from_millis(100);

/// The filter of a run: a [`Sift`], a [`Session`], or either of them [`Watched`].
pub struct RunFilter<'f> {
    decider: SiftOrSession<'f>,
    explainer: Option<&'f mut Explainer>,
}

/// A filter, with or without a store.
enum SiftOrSession<'f> {
    Sift(&'f mut Sift),
    Session {
        session: &'f mut Session,
        committed: Instant,
    },
}

impl SiftOrSession<'_> {
    fn filter(&mut self) -> &mut dyn Filter<Error = Error> {
        match self {
            Self::Sift(sift) => *sift,
            Self::Session { session, .. } => *session,
        }
    }
}

impl<'f> From<&'f mut Sift> for RunFilter<'f> {
    fn from(sift: &'f mut Sift) -> Self {
        Self {
            decider: SiftOrSession::Sift(sift),
            explainer: None,
        }
    }
}

impl<'f> From<&'f mut Session> for RunFilter<'f> {
    fn from(session: &'f mut Session) -> Self {
        Self {
            decider: SiftOrSession::Session {
                session,
                committed: Instant::now(),
            },
            explainer: None,
        }
    }
}

impl<'f> From<&'f mut Watched<Sift>> for RunFilter<'f> {
    fn from(watched: &'f mut Watched<Sift>) -> Self {
        let (sift, explainer) = watched.parts_mut();
        Self {
            explainer: (!explainer.is_idle()).then_some(explainer),
            ..sift.into()
        }
    }
}

impl<'f> From<&'f mut Watched<Session>> for RunFilter<'f> {
    fn from(watched: &'f mut Watched<Session>) -> Self {
        let (session, explainer) = watched.parts_mut();
        Self {
            explainer: (!explainer.is_idle()).then_some(explainer),
            ..session.into()
        }
    }
}

impl RunFilter<'_> {
    pub(super) fn sift(&self) -> &Sift {
        match &self.decider {
            SiftOrSession::Sift(sift) => sift,
            SiftOrSession::Session { session, .. } => session.sift(),
        }
    }

    /// Returns the reader of the filter's decisions, if there is one.
    pub(super) fn explainer(&self) -> Option<&Explainer> {
        self.explainer.as_deref()
    }

    /// Returns the burst that a record of the last batch completes, by the record's place in it.
    pub(super) fn burst(&self, record: usize) -> Option<&Burst> {
        let SiftOrSession::Session { session, .. } = &self.decider else {
            return None;
        };
        session.burst(record)
    }

    /// Returns whether other processes wait for decisions to be stored.
    pub(super) fn is_shared(&self) -> bool {
        matches!(&self.decider, SiftOrSession::Session { session, .. } if session.is_shared())
    }

    pub(super) fn read_by(&mut self, fields: &Arc<Fields>) {
        self.decider.filter().read_by(fields);
    }

    pub(super) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.decider.filter().reserve(batch)
    }

    pub(super) fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<&[Verdict], Error> {
        let decided = self.decider.filter().decide(batch, lines)?;
        if let Some(explainer) = &mut self.explainer {
            explainer.see(batch, lines, &decided);
        }
        Ok(decided.verdicts)
    }

    /// Divides the filter into a shard for each thread, if hosts may be decided in parallel. A
    /// thread that finishes early scans records, so more shards would only take more memory.
    pub(super) fn divide(&mut self, threads: NonZeroUsize) {
        if let SiftOrSession::Sift(sift) = &mut self.decider
            && threads > NonZeroUsize::MIN
        {
            sift.divide(threads.get());
        }
    }

    /// Decides on the records of a divided block; the verdicts of each shard are in input order.
    /// The shards are decided in parallel on the threads of the pool that this is called from, if
    /// there is one and enough to do.
    pub(super) fn decide_divided(
        &mut self,
        block: &InputBlock,
        verdicts: &mut Vec<Vec<Verdict>>,
    ) -> Result<(), TryReserveError> {
        let (SiftOrSession::Sift(sift), Some(divider)) = (&mut self.decider, block.divider())
        else {
            return Ok(());
        };
        verdicts.resize_with(divider.shards(), Vec::new);
        verdicts.iter_mut().for_each(Vec::clear);
        let parts = block.parts();
        let Knowledge {
            deciders, context, ..
        } = sift.knowledge();
        let Some(mut shards) = deciders.shards(context) else {
            return parts.iter().try_for_each(|part| {
                deciders.decide_divided(context, part.batch(), part.division(), verdicts)
            });
        };
        let decide = |(shard, verdicts): (&mut ShardDecider<'_>, &mut Vec<Verdict>)| {
            parts
                .iter()
                .try_for_each(|part| shard.decide(part.batch(), part.division(), verdicts))
        };
        if block.is_divisible() && rayon::current_thread_index().is_some() {
            shards
                .par_iter_mut()
                .zip(verdicts)
                .with_max_len(1)
                .try_for_each(decide)
        } else {
            shards.iter_mut().zip(verdicts).try_for_each(decide)
        }
    }

    /// Stores the decisions, if a commit is due. `written` bytes of output have been flushed.
    pub(super) fn commit(&mut self, written: u64) -> Result<(), Error> {
        let SiftOrSession::Session { session, committed } = &mut self.decider else {
            return Ok(());
        };
        if !session.has_changes() || (committed.elapsed() < PAUSE && !session.is_shared()) {
            return Ok(());
        }
        session.commit(Some(written))?;
        *committed = Instant::now();
        Ok(())
    }

    /// Waits until all commits are stored.
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        let SiftOrSession::Session { session, .. } = &mut self.decider else {
            return Ok(());
        };
        session.settle()
    }

    /// Stores the decisions at the end of the run, whether or not the input has ended.
    pub(super) fn end(&mut self, written: u64, exhausted: bool) -> Result<(), Error> {
        match &mut self.decider {
            SiftOrSession::Sift(_) => Ok(()),
            SiftOrSession::Session { session, .. } if exhausted => session.end(Some(written)),
            SiftOrSession::Session { session, .. } => session.leave(Some(written)),
        }
    }
}
