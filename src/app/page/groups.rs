//! The largest groups of similar lines, each with its template and some of
//! its lines.

use std::cmp::Reverse;
use std::collections::HashMap;

use urlsift::stream::Decided;
use urlsift::{Decision, Sift, Verdict};

use super::excerpt::Excerpt;

/// The number of groups whose lines are stored, at least; at most twice as many.
const HELD: usize = 200;

/// The longest line that is stored, in bytes.
const LONGEST: usize = 8 << 10;

/// Further lines that are stored of a group.
const SAMPLES: usize = 4;

/// Counts the lines of every group, and stores some lines of the largest.
pub(super) struct Groups {
    /// The lines of each group, by its number; 0 for a group of lines that are not URLs.
    lines: Vec<u64>,
    largest: HashMap<u64, Group>,
    /// The lines that a group must have before its lines are stored.
    floor: u64,
}

/// What is stored of a group: lines with their decisions. Their templates are computed only when
/// the group is shown.
#[derive(Default)]
pub(super) struct Group {
    /// The kept line that started it, if that was stored.
    first: Option<Line>,
    /// Further lines: the first few, replaced one by one by lines at which the group had doubled.
    further: Vec<Line>,
}

/// A stored line.
struct Line {
    record: Box<[u8]>,
    decision: Decision,
    kept: bool,
}

/// What is shown of a group.
#[derive(Default)]
pub(super) struct Shown {
    /// The template of its last stored line.
    pub(super) shape: Option<String>,
    /// The kept line that started it.
    pub(super) first: Option<Excerpt>,
    /// Further lines, and whether they were kept.
    pub(super) further: Vec<(Excerpt, bool)>,
}

impl Default for Groups {
    fn default() -> Self {
        Self { lines: Vec::new(), largest: HashMap::new(), floor: 1 }
    }
}

impl Groups {
    /// Counts a line for its group.
    pub(super) fn note(&mut self, decided: &Decided<'_>) {
        let Some(group) = decided.decision.and_then(|decision| decision.group) else { return };
        let place = group as usize;
        if place >= self.lines.len() {
            self.lines.resize(place + 1, 0);
        }
        if !matches!(decided.verdict, Verdict::Kept | Verdict::Similar | Verdict::Sample) {
            return;
        }
        self.lines[place] += 1;
        let lines = self.lines[place];
        if lines < self.floor {
            return;
        }
        let is_known = self.largest.contains_key(&group);
        let held = self.largest.entry(group).or_default();
        if held.further.len() < SAMPLES || lines.is_power_of_two() {
            held.hold(decided);
        }
        if !is_known && self.largest.len() >= 2 * HELD {
            self.forget_small_ones(HELD);
        }
    }

    /// Forgets the lines of all but `left` groups, the smallest and the later ones first.
    fn forget_small_ones(&mut self, left: usize) {
        let groups: Vec<u64> = self.by_size().into_iter().map(|(group, _)| group).collect();
        self.floor = self.lines[groups[left - 1] as usize] + 1;
        for group in &groups[left..] {
            self.largest.remove(group);
        }
    }

    fn by_size(&self) -> Vec<(u64, &Group)> {
        let mut held: Vec<(u64, &Group)> = self.largest.iter().map(|(group, held)| (*group, held)).collect();
        held.sort_by_key(|&(group, _)| (Reverse(self.lines[group as usize]), group));
        held
    }

    /// Those with most lines, the first seen of equal ones first, each with its number of lines.
    pub(super) fn largest(&self, most: usize) -> Vec<(u64, &Group)> {
        let largest = self.by_size().into_iter().take(most);
        largest.map(|(group, held)| (self.lines[group as usize], held)).collect()
    }

    /// The lines of all groups.
    pub(super) fn lines(&self) -> u64 {
        self.lines.iter().sum()
    }

    /// How many groups there are, and how many of them have one line only.
    pub(super) fn count(&self) -> (u64, u64) {
        let of = |is_counted: fn(u64) -> bool| self.lines.iter().filter(|&&lines| is_counted(lines)).count();
        (of(|lines| lines > 0) as u64, of(|lines| lines == 1) as u64)
    }
}

impl Group {
    fn hold(&mut self, decided: &Decided<'_>) {
        let Some(decision) = decided.decision.cloned() else { return };
        let record = decided.line[..decided.line.len().min(LONGEST)].into();
        let line = Line { record, decision, kept: decided.kept };
        if decided.verdict == Verdict::Kept {
            self.first = Some(line);
            return;
        }
        if self.further.len() == SAMPLES {
            self.further.remove(0);
        }
        self.further.push(line);
    }

    /// What the page shows of it, by the filter that decided.
    pub(super) fn shown(&self, sift: &Sift) -> Shown {
        let shape_of = |line: &Line| sift.shape(&line.record, &line.decision);
        let text = |record: &[u8]| Excerpt::of(sift.text(record));
        let shape = self.further.last().or(self.first.as_ref()).and_then(shape_of);
        let first = match (&self.first, self.further.first()) {
            (Some(first), _) => Some(text(&first.record)),
            (None, Some(other)) => {
                sift.explain(&other.record, &other.decision).map(|found| text(&found.representative))
            }
            (None, None) => None,
        };
        let further = self.further.iter().map(|line| (text(&line.record), line.kept)).collect();
        Shown { shape, first, further }
    }
}
