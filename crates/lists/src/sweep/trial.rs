//! Tries one threshold on the records of a list.

use urlsift_core::decide::event::EventKind;
use urlsift_core::record::ScannedLine;
use urlsift_core::record::variant::Variant;
use urlsift_core::{Sift, Verdict};

use super::records::DistinctRecords;

/// Lines between two calls of `goes_on`.
const WATCH: usize = 1 << 16;

/// A line that is not the first of its record.
const OTHER: u32 = u32::MAX;

/// The decisions of a filter on a list.
#[derive(Debug)]
pub(super) struct Trial {
    /// The number of kept URLs.
    pub kept: u64,
    /// The number of lines of the largest group.
    pub largest: u64,
    /// The record that the first line of each record is similar to; its own number if it is kept.
    similar: Vec<u32>,
}

impl Trial {
    /// Tries a filter. Returns `None` if `goes_on` ended it.
    pub(super) fn of(
        mut sift: Sift,
        records: &DistinctRecords,
        goes_on: impl Fn() -> bool,
    ) -> Option<Self> {
        // Records that will be found in their own variants from now on, as no entry is removed.
        let mut settled = vec![false; records.len()];
        let mut trial = Self {
            kept: 0,
            largest: 0,
            similar: Vec::new(),
        };
        // The record that started each group.
        let mut starts = Vec::new();
        // The number of lines of the group that each record starts.
        let mut sizes = vec![0_u64; records.len()];
        for (number, &record) in records.order.iter().enumerate() {
            if number % WATCH == 0 && !goes_on() {
                return None;
            }
            if settled[record as usize] {
                trial.count(&mut sizes, trial.similar[record as usize]);
                continue;
            }
            let is_first = record as usize == trial.similar.len();
            // Lines of one record need not have the same bytes.
            let bytes = records.hashes[number].to_le_bytes();
            let mut knowledge = sift.knowledge();
            let event = knowledge.decide_line(ScannedLine {
                batch: &records.batch,
                index: record as usize,
                bytes: &bytes,
            });
            let verdict = event.verdict;
            let group = event.kind.group();
            let by_itself = event.variants().first().is_none_or(Variant::is_own);
            // Names that stay from now on make a variant of their own.
            let may_change = matches!(
                event.kind,
                EventKind::Similar {
                    unsettled: true,
                    ..
                }
            );
            let own = if is_first { record } else { OTHER };
            let other = if verdict == Verdict::Kept {
                trial.kept += 1;
                starts.push(own);
                own
            } else {
                group.map_or(OTHER, |group| starts[group as usize])
            };
            trial.count(&mut sizes, other);
            settled[record as usize] = verdict == Verdict::Kept || by_itself && !may_change;
            if is_first {
                trial.similar.push(other);
            }
        }
        Some(trial)
    }

    /// Counts a line of the group that a record starts.
    fn count(&mut self, sizes: &mut [u64], start: u32) {
        if let Some(size) = sizes.get_mut(start as usize) {
            *size += 1;
            self.largest = self.largest.max(*size);
        }
    }

    fn keeps(&self, record: usize) -> bool {
        self.similar[record] as usize == record
    }

    /// Returns whether both keep the same first lines of records, and the same number of others.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        for record in 0..self.similar.len() {
            if self.keeps(record) != other.keeps(record) {
                return false;
            }
        }
        self.kept == other.kept
    }

    /// Returns lines that are dropped here and kept there, each from another group, with their
    /// representatives.
    pub(super) fn examples(&self, other: &Self, most: usize) -> Vec<(u32, u32)> {
        let mut examples: Vec<(u32, u32)> = Vec::new();
        for (record, &similar) in self.similar.iter().enumerate() {
            if examples.len() >= most {
                break;
            }
            let is_dropped = similar as usize != record && similar != OTHER;
            let is_new = examples.iter().all(|&(_, known)| known != similar);
            if is_dropped && is_new && other.keeps(record) {
                examples.push((record as u32, similar));
            }
        }
        examples
    }
}
