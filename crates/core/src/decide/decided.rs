//! The decisions on a batch, and the observers that read them.

use crate::decide::event::{Event, EventLog};
use crate::decide::verdict::Verdict;
use crate::record::{Batch, ScannedLine};
use crate::scan::Scanner;

/// The decisions on a batch, for readers.
#[derive(Clone, Copy, Debug)]
pub struct Decided<'d> {
    /// The scanner that filled the batch.
    pub scanner: &'d Scanner,
    /// One for each record.
    pub verdicts: &'d [Verdict],
    /// One for each record; none if nobody watches.
    pub log: &'d EventLog,
    /// Indices in the batch of the records that were dropped because of their answers.
    pub by_answer: &'d [usize],
}

impl<'d> Decided<'d> {
    /// Iterates over the events of the batch, in the order of its records; there are none if nobody
    /// watches.
    pub fn events(
        &self,
        batch: &'d Batch,
        lines: &'d [&'d [u8]],
    ) -> impl Iterator<Item = Event<'d>> {
        let scanner = self.scanner;
        let log = self.log;
        lines
            .iter()
            .take(log.len())
            .enumerate()
            .map(move |(index, bytes)| {
                let line = ScannedLine {
                    batch,
                    index,
                    bytes,
                };
                log.event(scanner, line, index)
            })
    }
}

/// Sees each batch after the decisions on it. An observer cannot change a verdict. A filter with an
/// observer is [`Observed`](crate::Observed).
pub trait Observer {
    /// Sees a batch.
    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>);
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        (**self).see(batch, lines, decided);
    }
}
