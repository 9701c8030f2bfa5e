//! How a filter has hosts decided side by side, and when it does not.

use crate::decider::Decider;
use crate::known::Means;
use crate::record::Batch;
use crate::shards::{Divider, Division, Piece, Shards};
use crate::sift::Sift;
use crate::verdict::Verdict;
use std::collections::TryReserveError;
use std::slice;

#[doc(hidden)]
impl Sift {
    /// Decides hosts side by side from now on, in so many shards, if that gives the same verdicts:
    /// URLs of different hosts cannot be similar, and nothing was decided yet, is limited or watched.
    pub fn divide(&mut self, shards: usize) {
        let Self { scanner, decider, limits, observers, hosts_meet, .. } = self;
        let is_divisible = !*hosts_meet
            && scanner.terms().is_none()
            && limits.are_none()
            && observers.are_none()
            && decider.known.is_new();
        if is_divisible && self.shards.is_none() {
            self.shards = Shards::new(shards, &self.decider).map(Box::new);
        }
    }

    /// What divides batches for [`pieces`](Self::pieces), if hosts are decided side by side.
    pub fn divider(&self) -> Option<Divider> {
        self.shards.as_deref().map(Shards::divider)
    }

    /// What decides on the records of a block that is divided, side by side. `None` if they are to be
    /// decided [in order](Self::decide_divided).
    pub fn pieces(&mut self) -> Option<Vec<Piece<'_>>> {
        let means = Means { scanner: &self.scanner, layout: &self.comparer.layout };
        self.shards.as_mut()?.pieces(means)
    }

    /// Decides in input order on the records of a batch that is divided, and appends a verdict for
    /// each to those of its shard.
    pub fn decide_divided(
        &mut self,
        batch: &Batch,
        division: &Division,
        verdicts: &mut [Vec<Verdict>],
    ) -> Result<(), TryReserveError> {
        self.reserve(batch)?;
        let means = Means { scanner: &self.scanner, layout: &self.comparer.layout };
        let Some(shards) = &mut self.shards else { return Ok(()) };
        for (shard, record) in division.in_order() {
            verdicts[shard].push(shards.decide_one(means, batch, record));
        }
        Ok(())
    }

    /// What decides: one for all hosts, or several.
    pub(crate) fn deciders(&self) -> &[Decider] {
        self.shards.as_deref().map_or(slice::from_ref(&self.decider), Shards::deciders)
    }

    pub(crate) fn deciders_mut(&mut self) -> impl Iterator<Item = &mut Decider> {
        match &mut self.shards {
            Some(shards) => shards.deciders_mut(),
            None => slice::from_mut(&mut self.decider),
        }
        .iter_mut()
    }
}
