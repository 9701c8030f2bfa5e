//! Decides hosts in parallel, and decides when to store.

use std::collections::TryReserveError;
use std::time::{Duration, Instant};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::RunFilter;
use super::block::InputBlock;
use urlsift_core::decide::deciders::ShardDecider;
use urlsift_core::decide::sift::Knowledge;
use urlsift_core::{Error, Sift, Verdict};

/// Minimum time between two commits.
///
/// A commit costs about a millisecond and the writing. Records after the last commit are printed
/// again if the run is killed.
const PAUSE: Duration = Duration::from_millis(100);

/// Decides on the records of a divided block; the verdicts of each shard are in input order. The
/// shards are decided in parallel on the threads of the pool that this is called from, if there is
/// one and enough to do.
pub(super) fn decide_divided(
    sift: &mut Sift,
    block: &InputBlock,
    verdicts: &mut Vec<Vec<Verdict>>,
) -> Result<(), TryReserveError> {
    let Some(divider) = block.divider() else {
        return Ok(());
    };
    verdicts.resize_with(divider.shards(), Vec::new);
    for shard in verdicts.iter_mut() {
        shard.clear();
    }
    let parts = block.parts();
    let Knowledge {
        deciders, scanning, ..
    } = sift.knowledge();
    let Some(mut shards) = deciders.shards(scanning) else {
        for part in parts {
            let bytes = |place| part.line(&block.bytes, place);
            deciders.decide_divided(scanning, part.batch(), part.division(), &bytes, verdicts)?;
        }
        return Ok(());
    };
    let decide = |(shard, verdicts): (&mut ShardDecider<'_>, &mut Vec<Verdict>)| {
        for part in parts {
            let bytes = |place| part.line(&block.bytes, place);
            shard.decide(part.batch(), part.division(), &bytes, verdicts)?;
        }
        Ok(())
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

/// Stores the decisions of a run from time to time.
pub(super) struct CommitPace {
    last: Instant,
}

impl CommitPace {
    pub(super) fn new() -> Self {
        Self {
            last: Instant::now(),
        }
    }

    /// Stores the decisions, if a commit is due. `written` bytes of output have been flushed.
    pub(super) fn commit(&mut self, filter: &mut dyn RunFilter, written: u64) -> Result<(), Error> {
        let Some(session) = filter.session_mut() else {
            return Ok(());
        };
        let is_due = self.last.elapsed() >= PAUSE || session.is_shared();
        if is_due && session.has_changes() {
            session.commit(Some(written))?;
            self.last = Instant::now();
        }
        Ok(())
    }
}

/// Waits until all commits are stored.
pub(super) fn wait_stored(filter: &mut dyn RunFilter) -> Result<(), Error> {
    match filter.session_mut() {
        Some(session) => session.wait_stored(),
        None => Ok(()),
    }
}

/// Stores the decisions at the end of the run, whether or not the input has ended.
pub(super) fn store_last(
    filter: &mut dyn RunFilter,
    written: u64,
    exhausted: bool,
) -> Result<(), Error> {
    match filter.session_mut() {
        Some(session) if exhausted => session.end(Some(written)),
        Some(session) => session.leave(Some(written)),
        None => Ok(()),
    }
}
