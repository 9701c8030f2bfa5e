//! Who watches a filter: each observer sees every record of a batch with its event, after the batch
//! was decided. Nothing here changes a verdict.

use crate::event::{Events, Seen, Wants};
use crate::feature::Census;
use crate::record::Batch;
use crate::register::Register;
use crate::scan::Scanner;
use crate::swallowed::Swallowed;

/// Those who watch.
#[derive(Clone, Debug, Default)]
pub struct Observers {
    /// Names groups, and holds what explanations need.
    pub register: Option<Box<Register>>,
    /// Counts what learning took for values.
    pub swallowed: Option<Box<Swallowed>>,
    /// Counts the terms of records, if the list is read once more.
    pub census: Option<Box<Census>>,
}

impl Observers {
    pub(crate) fn are_none(&self) -> bool {
        self.register.is_none() && self.swallowed.is_none() && self.census.is_none()
    }

    /// What they want to be told.
    pub(crate) fn wants(&self) -> Wants {
        Wants { variants: self.register.is_some() || self.swallowed.is_some(), ..Wants::default() }
    }

    /// Counts the terms of a batch, if that is asked for.
    pub(crate) fn count(&mut self, batch: &Batch) {
        if let Some(census) = &mut self.census {
            census.watch(batch);
        }
    }

    /// Shows them the records of a batch from `first` on.
    pub(crate) fn see<'a>(
        &mut self,
        scanner: &Scanner,
        (batch, first): (&Batch, usize),
        lines: impl Iterator<Item = &'a [u8]>,
        events: &Events,
    ) {
        if let Some(register) = &mut self.register {
            register.clear();
        }
        for ((record, line), told) in batch.records[first..].iter().zip(lines).zip(events.iter()) {
            let seen = Seen { scanner, batch, record, line, told };
            if let Some(register) = &mut self.register {
                register.see(&seen);
            }
            if let Some(swallowed) = &mut self.swallowed {
                swallowed.see(&seen);
            }
        }
    }

    /// Bytes that they hold, about.
    pub(crate) fn memory(&self) -> usize {
        self.register.as_ref().map_or(0, |register| register.memory())
            + self.census.as_ref().map_or(0, |census| census.memory())
            + self.swallowed.as_ref().map_or(0, |swallowed| swallowed.memory())
    }
}
