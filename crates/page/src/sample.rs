//! Lines that are decided again when the run ends: all of a short list, stretches of a long one.

use std::num::NonZeroUsize;

use urlsift_core::input::StoredLine;
use urlsift_core::{Builder, Error, Input, Sift, Verdict};
use urlsift_explain::{Decision, Explainer};
use urlsift_lists::Sweep;
use urlsift_stream::DecidedRecord;

/// The most lines that are stored.
const MOST: usize = 2500;

/// Consecutive lines: lists are often sorted, so similar lines are neighbours.
const STRETCH: u64 = 125;

/// Longer lines are skipped, which bounds the stored bytes.
const LONGEST: usize = 16 << 10;
const BYTES: usize = 10 << 20;

/// Thresholds that are tried in addition to the run's own.
const THRESHOLDS: [f64; 6] = [60.0, 70.0, 80.0, 90.0, 95.0, 100.0];

/// Stretches of lines, evenly spread over those so far.
pub(super) struct Sample {
    lines: Vec<Sampled>,
    bytes: usize,
    /// Lines so far, without empty and unselected ones.
    seen: u64,
    /// One stretch of this many is stored.
    step: u64,
}

struct Sampled {
    stretch: u64,
    line: StoredLine,
    /// The decision, if the URL is similar to a kept one.
    similar: Option<Decision>,
}

impl Default for Sample {
    fn default() -> Self {
        Self {
            lines: Vec::new(),
            bytes: 0,
            seen: 0,
            step: 1,
        }
    }
}

impl Sample {
    /// Stores a line if its stretch is stored.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>) {
        // Lines that were not compared are irrelevant for thresholds.
        if matches!(
            decided.verdict,
            Verdict::Empty | Verdict::Unwanted(_) | Verdict::Header { .. }
        ) {
            return;
        }
        let stretch = self.seen / STRETCH;
        self.seen += 1;
        if !stretch.is_multiple_of(self.step) || decided.line.len() > LONGEST {
            return;
        }
        if self.lines.len() == MOST || self.bytes + decided.line.len() > BYTES {
            self.step *= 2;
            let step = self.step;
            self.lines
                .retain(|sampled| sampled.stretch.is_multiple_of(step));
            self.bytes = self.lines.iter().map(|sampled| sampled.line.len()).sum();
            if !stretch.is_multiple_of(step) {
                return;
            }
        }
        self.bytes += decided.line.len();
        let is_similar = matches!(decided.verdict, Verdict::Similar | Verdict::Sample);
        let similar = decided.decision.filter(|_| is_similar).cloned();
        self.lines.push(Sampled {
            stretch,
            line: decided.sift.scanner().line(decided.line).into(),
            similar,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether lines of the run are missing.
    pub(super) fn is_partial(&self) -> bool {
        self.lines.len() as u64 != self.seen
    }

    /// Returns the similarity of the dropped lines and further samples to the kept lines, in
    /// percent.
    pub(super) fn similarities(&self, explainer: &Explainer) -> Vec<f64> {
        let mut similarities = Vec::new();
        for sampled in &self.lines {
            if let Some(decision) = &sampled.similar
                && let Some(found) = explainer.explain(&sampled.line, decision)
            {
                similarities.push(found.comparison.percent);
            }
        }
        similarities
    }

    /// Returns how many of these lines each threshold keeps, in rising order.
    ///
    /// # Errors
    /// Settings that allow no other thresholds.
    pub(super) fn sweep(
        &self,
        sift: &Sift,
        settings: &Builder,
        own: f64,
    ) -> Result<Vec<(f64, u64)>, Error> {
        let mut thresholds = [&THRESHOLDS[..], &[own]].concat();
        thresholds.sort_by(f64::total_cmp);
        thresholds.dedup();
        // The other filters do not know how to read a record; they get its URL.
        let settings = settings.clone().count_learned(false).input(Input::Lines);
        let mut sweep = Sweep::new(&settings, thresholds, 0)?;
        for sampled in &self.lines {
            let line = sampled.line.read();
            let scanner = sift.scanner().reading_by(line.fields);
            sweep.admit(&scanner.text(line.bytes));
        }
        sweep.run(NonZeroUsize::MIN, |_, _| {}, || true);
        let mut levels = Vec::with_capacity(sweep.levels().len());
        for level in sweep.levels() {
            levels.push((level.threshold(), level.kept()));
        }
        Ok(levels)
    }
}
