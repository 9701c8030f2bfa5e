//! Tries one threshold on the records of a list.

use urlsift_core::record::ScannedLine;
use urlsift_core::record::variant::Variant;
use urlsift_core::similar::similarity::is_similar;
use urlsift_core::{Metric, Sift, Verdict};

use super::records::DistinctRecords;
use crate::filter;

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
    /// Whether the two are similar in their own variants, and so at every lower threshold, whatever
    /// is learned there.
    sure: Vec<bool>,
}

impl Trial {
    /// Tries a filter. Skips decisions that are sure from the trial `before`, of a higher
    /// threshold. Returns `None` if `goes_on` ended it.
    pub(super) fn of(
        mut sift: Sift,
        records: &DistinctRecords,
        before: Option<&Self>,
        goes_on: impl Fn() -> bool,
    ) -> Option<Self> {
        // Records that will be found in their own variants from now on, as no entry is removed.
        let mut settled = vec![false; records.len()];
        let mut trial = Self {
            kept: 0,
            largest: 0,
            similar: Vec::new(),
            sure: Vec::new(),
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
            if is_first
                && let Some(start) = before.and_then(|before| before.start_of(record))
                && trial.keeps(start as usize)
            {
                settled[record as usize] = true;
                trial.note(start, true);
                trial.count(&mut sizes, start);
                continue;
            }
            let mut knowledge = sift.knowledge();
            let event = knowledge.decide_line(ScannedLine {
                batch: &records.batch,
                index: record as usize,
                bytes: records.line(record),
            });
            let verdict = event.verdict;
            let group = event.kind.group();
            let by_itself = event.variants().first().is_none_or(Variant::is_own);
            let own = if is_first { record } else { OTHER };
            let other = if verdict == Verdict::Kept {
                trial.kept += 1;
                starts.push(own);
                own
            } else {
                group.map_or(OTHER, |group| starts[group as usize])
            };
            trial.count(&mut sizes, other);
            let is_settled = by_itself || verdict == Verdict::Kept;
            settled[record as usize] = is_settled;
            if is_first {
                let is_sure = is_settled
                    && ![own, OTHER].contains(&other)
                    && are_similar(&sift, records, [record, other]);
                trial.note(other, is_sure);
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

    fn note(&mut self, similar: u32, is_sure: bool) {
        self.similar.push(similar);
        self.sure.push(is_sure);
    }

    /// Returns the record that a record is certain to be similar to.
    fn start_of(&self, record: u32) -> Option<u32> {
        self.sure[record as usize].then(|| self.similar[record as usize])
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

/// Returns whether two records are similar to a filter in their own variants.
fn are_similar(sift: &Sift, records: &DistinctRecords, pair: [u32; 2]) -> bool {
    let measure = filter::measure(sift);
    if measure.metric != Metric::Overlap {
        return false;
    }
    let [one, other] = pair.map(|record| records.features(&measure.layout, record));
    is_similar(&one, &other, measure.budget())
}
