//! One threshold, tried on the records of a list.

use crate::sift::{Sift, Verdict};

use super::records::Records;

/// How many lines are looked at before asking whether to go on.
const WATCH: usize = 1 << 16;

/// Stands for a line that is not the first of its record.
const OTHER: u32 = u32::MAX;

/// What a filter made of a list.
#[derive(Debug)]
pub(super) struct Trial {
    kept: u64,
    /// The record that the first line of each record is similar to; its own if that is kept.
    similar: Vec<u32>,
}

impl Trial {
    /// Tries a filter. `None`: it was not to go on.
    pub(super) fn of(mut sift: Sift, records: &Records, goes_on: impl Fn() -> bool) -> Option<Self> {
        // A record whose lines are dropped from now on, as they are found by what they read by themselves: what was entered stays.
        let mut settled = vec![false; records.len()];
        let mut similar = Vec::with_capacity(records.len());
        // The record that started each group.
        let mut starts = Vec::new();
        let mut kept = 0;
        for (number, &record) in records.order.iter().enumerate() {
            if number % WATCH == 0 && !goes_on() {
                return None;
            }
            if settled[record as usize] {
                continue;
            }
            let is_first = record as usize == similar.len();
            let verdict = sift.decide_record(&records.batch, record as usize, records.line(record));
            let own = if is_first { record } else { OTHER };
            let (group, by_itself) = sift
                .decisions()
                .first()
                .map_or((None, true), |decision| (decision.group, decision.variant.is_own()));
            let other = if verdict == Verdict::Kept {
                kept += 1;
                starts.push(own);
                own
            } else {
                group.map_or(OTHER, |group| starts[group as usize])
            };
            settled[record as usize] = by_itself || verdict == Verdict::Kept;
            if is_first {
                similar.push(other);
            }
        }
        Some(Self { kept, similar })
    }

    /// How many URLs are kept.
    pub(super) fn kept(&self) -> u64 {
        self.kept
    }

    fn keeps(&self, record: usize) -> bool {
        self.similar[record] as usize == record
    }

    /// Whether both keep the same first lines of records, and as many others.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.kept == other.kept
            && (0..self.similar.len()).all(|record| self.keeps(record) == other.keeps(record))
    }

    /// Lines that are dropped here and kept there, each with its representative. Other groups are better examples than more lines
    /// of the same.
    pub(super) fn examples(&self, other: &Self, most: usize) -> Vec<(u32, u32)> {
        let mut examples: Vec<(u32, u32)> = Vec::new();
        for (record, &similar) in self.similar.iter().enumerate() {
            if examples.len() >= most {
                break;
            }
            if similar as usize != record
                && similar != OTHER
                && other.keeps(record)
                && examples.iter().all(|&(_, known)| known != similar)
            {
                examples.push((record as u32, similar));
            }
        }
        examples
    }
}
