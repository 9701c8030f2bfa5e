//! The largest groups of similar lines, each with its template and some of
//! its lines.

use std::cmp::Reverse;

use urlsift_core::Verdict;
use urlsift_core::similar::table::NumberMap;
use urlsift_explain::{Decision, Explainer};
use urlsift_stream::DecidedRecord;

use super::census::PageCensus;
use super::excerpt::Excerpt;

/// The number of groups whose lines are stored; at times up to twice as many.
const HELD: usize = 200;

/// The longest line that is stored, in bytes.
const LONGEST: usize = 8 << 10;

/// Further lines that are stored of a group.
const SAMPLES: usize = 4;

/// Stores some lines of the largest groups.
pub(super) struct LargestGroups {
    /// By the number of the group.
    largest: NumberMap<StoredGroup>,
    /// The lines that a group must have before its lines are stored.
    floor: u64,
}

/// Stored lines of a group with their decisions. Their templates are computed only when the group
/// is shown.
#[derive(Default)]
pub(super) struct StoredGroup {
    /// The kept line that started it, if that was stored.
    first: Option<HeldLine>,
    /// Further lines: the first few, replaced one by one by lines at which the group had doubled.
    further: Vec<HeldLine>,
}

/// A stored line.
struct HeldLine {
    record: Box<[u8]>,
    decision: Decision,
    kept: bool,
}

/// A group as the page shows it.
#[derive(Default)]
pub(super) struct ShownGroup {
    /// The template of its last stored line.
    pub shape: Option<String>,
    /// The kept line that started it.
    pub first: Option<Excerpt>,
    /// Further lines, each with whether it was kept.
    pub further: Vec<(Excerpt, bool)>,
}

impl Default for LargestGroups {
    fn default() -> Self {
        Self {
            largest: NumberMap::default(),
            floor: 1,
        }
    }
}

impl LargestGroups {
    /// Stores a line if its group, in which it was counted, is among the largest.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>, group: usize, census: &PageCensus) {
        let lines = census.groups[group].lines;
        if lines < self.floor {
            return;
        }
        let before = self.largest.len();
        let held = self.largest.entry(group as u64).or_default();
        if held.further.len() < SAMPLES || lines.is_power_of_two() {
            held.hold(decided);
        }
        let is_new = self.largest.len() > before;
        if is_new && self.largest.len() >= 2 * HELD {
            self.forget_small_ones(HELD, census);
        }
    }

    /// Forgets the lines of all but the `left` largest groups; of equal groups, keeps the earlier.
    fn forget_small_ones(&mut self, left: usize, census: &PageCensus) {
        let groups = self.by_size(census);
        self.floor = census.groups[groups[left - 1]].lines + 1;
        for group in &groups[left..] {
            self.largest.remove(&(*group as u64));
        }
    }

    fn by_size(&self, census: &PageCensus) -> Vec<usize> {
        let mut groups: Vec<usize> = self.largest.keys().map(|group| *group as usize).collect();
        groups.sort_by_key(|&group| (Reverse(census.groups[group].lines), group));
        groups
    }

    /// Returns the groups with the most lines, each with its number of lines; of equal groups, the
    /// first seen comes first.
    pub(super) fn largest(&self, most: usize, census: &PageCensus) -> Vec<(u64, &StoredGroup)> {
        let mut largest = Vec::new();
        for group in self.by_size(census).into_iter().take(most) {
            let lines = census.groups[group].lines;
            largest.push((lines, &self.largest[&(group as u64)]));
        }
        largest
    }
}

impl StoredGroup {
    fn hold(&mut self, decided: &DecidedRecord<'_>) {
        let Some(decision) = decided.decision.cloned() else {
            return;
        };
        let length = decided.line.len().min(LONGEST);
        let line = HeldLine {
            record: decided.line[..length].into(),
            decision,
            kept: decided.kept,
        };
        if decided.verdict == Verdict::Kept {
            self.first = Some(line);
            return;
        }
        if self.further.len() == SAMPLES {
            self.further.remove(0);
        }
        self.further.push(line);
    }

    /// Returns the group as the page shows it, by the explainer of the filter that decided.
    pub(super) fn shown(&self, explainer: &Explainer) -> ShownGroup {
        let text = |line: &HeldLine| {
            let scanner = explainer.scanner_of(&line.decision);
            Excerpt::of(scanner.text(&line.record))
        };
        let mut shown = ShownGroup::default();
        if let Some(last) = self.further.last().or(self.first.as_ref()) {
            shown.shape = explainer.shape(&last.record, &last.decision);
        }
        if let Some(first) = &self.first {
            shown.first = Some(text(first));
        } else if let Some(other) = self.further.first()
            && let Some(first) = explainer.first_text(&other.decision)
        {
            shown.first = Some(Excerpt::of(first));
        }
        for line in &self.further {
            shown.further.push((text(line), line.kept));
        }
        shown
    }
}
