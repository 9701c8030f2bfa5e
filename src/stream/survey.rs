//! The consumer behind [`Run::sweep`](super::Run::sweep) and [`Run::cluster`](super::Run::cluster): hands records on, and writes
//! nothing.

use super::block::Block;
use super::consumer::Consumer;
use super::{Ending, Error, Summary};
use crate::{Batch, Clusters, Sweep};

/// What takes all records of a run.
pub(super) trait Taker: Send {
    /// Takes the records of a batch of its own scanner, and their lines.
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]);

    /// Takes note of a record that is too long to be compared.
    fn skip(&mut self);
}

impl Taker for Sweep {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) {
        self.take(batch, lines.iter().copied());
    }

    fn skip(&mut self) {}
}

impl Taker for Clusters {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) {
        let taken = self.take(batch, lines.iter().copied());
        debug_assert!(taken.is_ok(), "the batch is theirs, and the lines are its records");
    }

    fn skip(&mut self) {
        self.skip();
    }
}

/// The sequential half of a run that writes nothing.
pub(super) struct Survey<'s, T> {
    taker: &'s mut T,
    names: Vec<String>,
    summary: Summary,
}

impl<'s, T: Taker> Survey<'s, T> {
    pub(super) fn new(taker: &'s mut T, names: Vec<String>) -> Self {
        Self { taker, names, summary: Summary::default() }
    }
}

impl<T: Taker> Consumer for Survey<'_, T> {
    fn decide(&mut self, block: &Block) -> Result<(), Error> {
        self.summary.bytes_in += block.bytes.len() as u64;
        for part in block.parts() {
            let lines: Vec<&[u8]> =
                part.records().map(|record| &block.bytes[record.start..record.end - 1]).collect();
            self.taker.take(part.batch(), &lines);
            self.summary.records += lines.len() as u64;
            self.summary.empty += lines.iter().filter(|line| line.is_empty()).count() as u64;
        }
        Ok(())
    }

    fn pass(&mut self, piece: &Block, last: bool) -> Result<(), Error> {
        self.summary.bytes_in += piece.bytes.len() as u64;
        if last {
            self.taker.skip();
            self.summary.records += 1;
            self.summary.long += 1;
        }
        Ok(())
    }

    fn end(&mut self, _: Ending) -> Result<(), Error> {
        Ok(())
    }

    fn name(&self, source: usize) -> &str {
        &self.names[source]
    }

    fn summary(&mut self) -> &mut Summary {
        &mut self.summary
    }
}
