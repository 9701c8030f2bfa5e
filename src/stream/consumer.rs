//! What a run does with scanned blocks.

use std::num::NonZeroUsize;

use super::block::Block;
use super::{Ending, Error, Summary};

/// The sequential half of a run.
pub(super) trait Consumer: Send {
    /// Takes the records of a scanned block, in input order.
    fn decide(&mut self, block: &Block) -> Result<(), Error>;

    /// Takes a piece of a record that is too long to be compared.
    fn pass(&mut self, piece: &Block, last: bool) -> Result<(), Error>;

    /// Takes note that nothing is there to be taken just now.
    fn idle(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Takes note that nothing more will come, and why.
    fn end(&mut self, ending: Ending) -> Result<(), Error>;

    /// How many records it takes at once at most, if that is not to be found out from their bytes.
    fn batch(&self) -> Option<NonZeroUsize> {
        None
    }

    /// Returns the name of a source.
    fn name(&self, source: usize) -> &str;

    /// What it did so far.
    fn summary(&mut self) -> &mut Summary;
}
