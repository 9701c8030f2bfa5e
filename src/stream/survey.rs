//! The consumer behind [`Run::sweep`](super::Run::sweep): decides under many thresholds, and writes
//! nothing.

use super::block::Block;
use super::consumer::Consumer;
use super::{Error, Summary};
use crate::Sweep;

/// The sequential half of a sweep.
pub(super) struct Survey<'s> {
    sweep: &'s mut Sweep,
    names: Vec<String>,
    summary: Summary,
}

impl<'s> Survey<'s> {
    pub(super) fn new(sweep: &'s mut Sweep, names: Vec<String>) -> Self {
        Self { sweep, names, summary: Summary::default() }
    }
}

impl Consumer for Survey<'_> {
    fn decide(&mut self, block: &Block) -> Result<(), Error> {
        self.summary.bytes_in += block.bytes.len() as u64;
        for part in block.parts() {
            let lines: Vec<&[u8]> =
                part.records().map(|record| &block.bytes[record.start..record.end - 1]).collect();
            let decided = self.sweep.decide(part.batch(), &lines);
            debug_assert!(decided.is_ok(), "the batch is this sweep's, and the lines are its records");
            self.summary.records += lines.len() as u64;
            self.summary.empty += lines.iter().filter(|line| line.is_empty()).count() as u64;
        }
        Ok(())
    }

    fn pass(&mut self, piece: &Block, last: bool) -> Result<(), Error> {
        self.summary.bytes_in += piece.bytes.len() as u64;
        if last {
            self.summary.records += 1;
            self.summary.long += 1;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        Ok(())
    }

    fn name(&self, source: usize) -> &str {
        &self.names[source]
    }

    fn summary(&mut self) -> &mut Summary {
        &mut self.summary
    }
}
