//! Lines that earlier runs dropped because of learned positions.
//!
//! Later learning may separate such a line from its group. It must not be printed then, and if an
//! interrupted list is read again, no line may be learned from twice.

use urlsift_core::reserved::Reserved;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::{NumberMap, NumberSet};

/// The most lines that a run marks as noted. Further lines may be noted twice.
const NOTED: usize = 1 << 20;

/// Stands for the run of a line that was printed as a sample, in this run or an earlier one.
const SAMPLED: u64 = u64::MAX;

/// The number of a run, and how far it has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunProgress {
    pub number: u64,
    /// The number of records it had decided on when it was interrupted. It then starts again from
    /// the first of them.
    pub resumed: u64,
    /// The number of records it has decided on since it started again.
    pub records: u64,
}

#[derive(Clone, Copy, Debug)]
struct DroppedLine {
    group: Id,
    /// The run that dropped it.
    run: u64,
}

/// Lines by their hashes.
#[derive(Clone, Debug, Default)]
pub(crate) struct DroppedLines {
    lines: NumberMap<DroppedLine>,
    /// The lines that this run has noted, up to a bound.
    noted: NumberSet,
}

impl DroppedLines {
    /// Returns true for a line that this run has not noted yet, and notes it.
    pub(crate) fn is_new(&mut self, line: u64) -> bool {
        if self.noted.len() >= NOTED {
            self.noted.clear();
        }
        self.noted.insert(line)
    }

    /// Recalls a line that a run dropped.
    pub(crate) fn recall(&mut self, line: u64, group: Id, run: u64) {
        self.lines.insert(line, DroppedLine { group, run });
    }

    /// Recalls a line that was printed as a further sample.
    pub(crate) fn recall_sample(&mut self, line: u64, group: Id) {
        self.recall(line, group, SAMPLED);
    }

    /// Returns the group of a line that an earlier run dropped, or this run before it was
    /// interrupted.
    pub(crate) fn group(&self, line: impl FnOnce() -> u64, present: RunProgress) -> Option<Id> {
        if self.lines.is_empty() {
            return None;
        }
        let dropped = self.lines.get(&line())?;
        if dropped.run == SAMPLED {
            return None;
        }
        if dropped.run < present.number || present.records <= present.resumed {
            return Some(dropped.group);
        }
        None
    }

    /// Returns the group of a line that any run dropped, or printed as a sample, before it was
    /// recalled.
    pub(crate) fn group_of(&self, line: impl FnOnce() -> u64) -> Option<Id> {
        if self.lines.is_empty() {
            return None;
        }
        self.lines.get(&line()).map(|dropped| dropped.group)
    }

    /// Forgets the lines of expired groups.
    pub(crate) fn retain(&mut self, lives: impl Fn(Id) -> bool) {
        self.lines.retain(|_, dropped| lives(dropped.group));
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.lines.reserved_bytes() + self.noted.capacity() * size_of::<(u64, u8)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_if_an_earlier_run_dropped_it_or_this_one_before_it_was_broken_off() {
        let mut dropped = DroppedLines::default();
        let run = |number, resumed, records| RunProgress {
            number,
            resumed,
            records,
        };
        assert_eq!(
            dropped.group(|| unreachable!("nothing is known"), run(1, 0, 1)),
            None
        );
        dropped.recall(10, 7, 3);
        assert_eq!(dropped.group(|| 10, run(4, 0, 1)), Some(7));
        assert_eq!(dropped.group(|| 10, run(3, 0, 1)), None);
        assert_eq!(dropped.group(|| 10, run(3, 5, 5)), Some(7));
        assert_eq!(dropped.group(|| 10, run(3, 5, 6)), None);
        assert_eq!(dropped.group(|| 11, run(4, 0, 1)), None);
        dropped.retain(|group| group != 7);
        assert_eq!(dropped.group(|| 10, run(4, 0, 1)), None);
    }

    #[test]
    fn a_line_is_noted_once_a_run() {
        let mut dropped = DroppedLines::default();
        assert!(dropped.is_new(1) && !dropped.is_new(1) && dropped.is_new(2));
        assert!(dropped.heap_bytes() > 0);
    }
}
