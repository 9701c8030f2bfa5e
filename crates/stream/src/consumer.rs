//! Defines the sequential half of a run, which takes scanned blocks.

use super::block::{InputBlock, PartSize};
use super::{Ending, Error, Summary};
use urlsift_core::decide::deciders::Divider;

/// The sequential half of a run.
pub(super) trait Consumer: Send {
    /// Takes the source and the columns of a block, before its records.
    fn enter(&mut self, block: &InputBlock) -> Result<(), Error>;

    /// Takes the records of a block's scanned parts, in input order.
    fn decide(&mut self, block: &InputBlock) -> Result<(), Error>;

    /// Returns the divider for the records of the next blocks, if hosts are decided in parallel.
    fn divider(&self) -> Option<Divider> {
        None
    }

    /// Takes a part of a record that is too long to be compared.
    fn pass(&mut self, piece: &InputBlock, last: bool) -> Result<(), Error>;

    /// Returns whether it takes no more records: then the run ends.
    fn is_full(&self) -> bool {
        false
    }

    /// Called when no input is pending.
    fn idle(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Called once at the end, with the reason.
    fn end(&mut self, ending: Ending) -> Result<(), Error>;

    /// Returns what a part holds at most.
    fn part_size(&self) -> PartSize {
        PartSize::Bytes
    }

    /// Returns the name of a source.
    fn name(&self, source: usize) -> &str;

    /// Returns the summary so far.
    fn summary(&mut self) -> &mut Summary;
}
