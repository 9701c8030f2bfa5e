//! The consumer behind [`Run::sweep`](super::Run::sweep), [`Run::cluster`](super::Run::cluster) and
//! similar methods: passes records on, and writes nothing.

use super::block::InputBlock;
use super::consumer::Consumer;
use super::{Ending, Error, Summary};
use std::sync::Arc;
use urlsift_core::filter::Filter;
use urlsift_core::input::Fields;
use urlsift_core::{Batch, Scanner, Sift};
use urlsift_explain::Watched;
use urlsift_lists::{Clusters, Sweep, TemplateReader};

/// Takes all records of a run, and writes nothing.
pub(super) trait Taker: Send {
    /// Takes a batch of records of its own scanner, and their lines.
    ///
    /// # Errors
    /// [`Error::Memory`].
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error>;

    /// Called for a record that is too long to be compared.
    fn skip(&mut self);

    /// Called before records that are read in another way.
    fn read_by(&mut self, fields: &Arc<Fields>) {
        let _ = fields;
    }
}

impl Taker for Sweep {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        self.take(batch, lines.iter().copied());
        Ok(())
    }

    fn skip(&mut self) {}
}

impl Taker for Clusters {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        let taken = self.take(batch, lines.iter().copied());
        debug_assert!(taken.is_ok(), "the batch is theirs, and the lines are its records");
        Ok(())
    }

    fn skip(&mut self) {
        self.skip();
    }
}

impl Taker for Sift {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        self.reserve(batch).map_err(|cause| Error::Memory { kept: self.len(), cause })?;
        let taken = self.survey(batch, lines);
        debug_assert!(taken.is_ok(), "the batch is this filter's, and the lines are its records");
        Ok(())
    }

    fn skip(&mut self) {}
}

/// Lets a filter decide on records, and counts them for their templates.
pub(super) struct Templating<'s> {
    pub(super) sift: &'s mut Watched<Sift>,
    pub(super) reader: &'s mut TemplateReader,
}

impl Taker for Templating<'_> {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        self.sift.reserve(batch).map_err(|cause| Error::Memory { kept: self.sift.inner().len(), cause })?;
        let taken = self.reader.take(self.sift, batch, lines.iter().copied());
        debug_assert!(taken.is_ok(), "the batch is the filter's, and the lines are its records");
        Ok(())
    }

    fn skip(&mut self) {}

    fn read_by(&mut self, fields: &Arc<Fields>) {
        self.sift.read_by(fields);
    }
}

/// Counts records for their templates, read with all that a filter has learned.
pub(super) struct Reading<'s> {
    pub(super) sift: &'s mut Sift,
    pub(super) scanner: &'s Scanner,
    pub(super) reader: &'s mut TemplateReader,
}

impl Taker for Reading<'_> {
    fn take(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        let taken = self.reader.read(self.sift, (self.scanner, batch), lines.iter().copied());
        debug_assert!(taken.is_ok(), "the batch is the scanner's, and the lines are its records");
        Ok(())
    }

    fn skip(&mut self) {}

    fn read_by(&mut self, fields: &Arc<Fields>) {
        Filter::read_by(&mut *self.sift, fields);
    }
}

/// Takes only the bytes of records.
pub(super) struct Lines<F>(pub(super) F);

impl<F: FnMut(&[u8]) + Send> Taker for Lines<F> {
    fn take(&mut self, _: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        for line in lines {
            (self.0)(line);
        }
        Ok(())
    }

    fn skip(&mut self) {}
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
    fn decide(&mut self, block: &InputBlock) -> Result<(), Error> {
        self.summary.bytes_in += block.bytes.len() as u64;
        if let Some(fields) = &block.fields {
            self.taker.read_by(fields);
        }
        for part in block.parts() {
            let lines: Vec<&[u8]> =
                part.records().map(|record| &block.bytes[record.start..record.end - 1]).collect();
            self.taker.take(part.batch(), &lines)?;
            self.summary.records += lines.len() as u64;
            self.summary.empty += lines.iter().filter(|line| line.is_empty()).count() as u64;
        }
        Ok(())
    }

    fn pass(&mut self, piece: &InputBlock, last: bool) -> Result<(), Error> {
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
