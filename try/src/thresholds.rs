//! Counts the lines of a list that each threshold keeps.

use crate::list::List;
use std::num::NonZeroUsize;
use urlsift::Builder;
use urlsift::lists::Sweep;

/// A sweep, and the number of lines it has read.
pub(crate) struct Thresholds {
    sweep: Sweep,
    read: usize,
}

impl Thresholds {
    pub(crate) fn new(settings: &Builder, lowest: u32) -> Result<Self, String> {
        let sweep =
            Sweep::new(settings, (lowest..=100).map(f64::from), 0).map_err(|error| error.to_string())?;
        Ok(Self { sweep, read: 0 })
    }

    pub(crate) fn take(&mut self, list: &List, lines: usize) -> usize {
        let end = list.ends.len().min(self.read + lines);
        (self.read..end).for_each(|number| self.sweep.admit(list.line(number)));
        self.read = end;
        end
    }

    pub(crate) fn kept(mut self) -> Vec<u8> {
        self.sweep.run(NonZeroUsize::MIN, |_, _| {}, || true);
        self.sweep.levels().iter().flat_map(|level| (level.kept() as u32).to_le_bytes()).collect()
    }
}
