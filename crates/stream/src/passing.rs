//! The consumer behind [`Run::read`](super::Run::read), which passes records on and writes nothing.

use super::block::InputBlock;
use super::consumer::Consumer;
use super::{Ending, Error, Summary};
use std::sync::Arc;
use urlsift_core::Batch;
use urlsift_core::input::Fields;

/// A part of the input that [`Run::read`](super::Run::read) passes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputPart<'b> {
    /// Scanned records, and the bytes of each without its delimiter.
    Records(&'b Batch, &'b [&'b [u8]]),
    /// A record that is too long to be compared.
    LongRecord,
    /// The fields by which later records are read, as named by a header.
    Fields(&'b Arc<Fields>),
}

/// The sequential half of a run that writes nothing.
pub(super) struct PassingConsumer<F> {
    take: F,
    names: Vec<String>,
    summary: Summary,
}

impl<F> PassingConsumer<F> {
    pub(super) fn new(take: F, names: Vec<String>) -> Self {
        Self {
            take,
            names,
            summary: Summary::default(),
        }
    }
}

impl<F: FnMut(InputPart<'_>) -> Result<(), Error> + Send> Consumer for PassingConsumer<F> {
    fn enter(&mut self, block: &InputBlock) -> Result<(), Error> {
        self.summary.bytes_in += block.bytes.len() as u64;
        match &block.fields {
            Some(fields) => (self.take)(InputPart::Fields(fields)),
            None => Ok(()),
        }
    }

    fn decide(&mut self, block: &InputBlock) -> Result<(), Error> {
        for part in block.parts() {
            let lines = part.lines(&block.bytes);
            (self.take)(InputPart::Records(part.batch(), &lines))?;
            self.summary.records += lines.len() as u64;
            self.summary.empty += lines.iter().filter(|line| line.is_empty()).count() as u64;
        }
        Ok(())
    }

    fn pass(&mut self, part: &InputBlock, last: bool) -> Result<(), Error> {
        self.summary.bytes_in += part.bytes.len() as u64;
        if last {
            (self.take)(InputPart::LongRecord)?;
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
