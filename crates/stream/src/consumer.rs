//! Defines the sequential half of a run, which takes scanned blocks.

use std::num::NonZeroUsize;

use super::block::InputBlock;
use super::{Ending, Error, Summary};
use urlsift_core::decide::deciders::Divider;

/// The sequential half of a run.
pub(super) trait Consumer: Send {
    /// Takes the records of a scanned block, in input order.
    fn decide(&mut self, block: &InputBlock) -> Result<(), Error>;

    /// Returns the divider for the records of the next blocks, if hosts are decided in parallel.
    fn divider(&self) -> Option<Divider> {
        None
    }

    /// Takes a part of a record that is too long to be compared.
    fn pass(&mut self, piece: &InputBlock, last: bool) -> Result<(), Error>;

    /// Called when no input is pending.
    fn idle(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Called once at the end, with the reason.
    fn end(&mut self, ending: Ending) -> Result<(), Error>;

    /// Returns the maximum number of records in a part, if it does not depend on their size in
    /// bytes.
    fn batch(&self) -> Option<NonZeroUsize> {
        None
    }

    /// Returns the name of a source.
    fn name(&self, source: usize) -> &str;

    /// Returns the summary so far.
    fn summary(&mut self) -> &mut Summary;
}
