//! One list under many thresholds at once: how people choose one.
//!
//! Lines are scanned once, and decided on by one filter for each threshold, as that filter would alone. What differs between neighbouring
//! thresholds shows what the lower one merges.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use crate::builder::Builder;
use crate::error::Error;
use crate::record::Batch;
use crate::register::Detail;
use crate::scan::Scanner;
use crate::sift::{Sift, Verdict};

/// Filters that differ in their threshold only.
///
/// ```
/// use urlsift::{Sift, Sweep};
///
/// let mut sweep = Sweep::new(&Sift::builder(), [80.0, 90.0, 100.0], 1)?;
/// for line in ["https://a.example/x?q=1", "https://a.example/x?q=word", "https://a.example/x?q=2&p=1"] {
///     sweep.admit(line.as_bytes());
/// }
/// let kept: Vec<u64> = sweep.levels().map(|level| level.kept()).collect();
/// assert_eq!(kept, [1, 2, 3]);
/// let (line, representative) = sweep.examples(1).next().expect("90 merges what 100 does not");
/// assert_eq!(line, b"https://a.example/x?q=word");
/// assert_eq!(representative, b"https://a.example/x?q=1");
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Debug)]
pub struct Sweep {
    levels: Vec<Level>,
    /// How many examples are kept for each step.
    examples: usize,
    /// Lines that any of the filters kept.
    bytes: Vec<u8>,
    /// Where each of them ends.
    ends: Vec<usize>,
}

/// What is known of one threshold.
#[derive(Debug)]
pub struct Level {
    threshold: f64,
    kept: u64,
    sift: Sift,
    verdicts: Vec<Verdict>,
    /// The number of the line that started each group.
    starts: Vec<usize>,
    /// A line that is dropped here and kept at the next threshold, and its representative here.
    examples: Vec<(usize, usize)>,
}

impl Level {
    /// The threshold in percent.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// How many lines are kept so far, those that are not URLs included.
    pub fn kept(&self) -> u64 {
        self.kept
    }
}

impl Sweep {
    /// Sets filters up with all of `settings` but the threshold, and has up to `examples` examples noted for each step.
    ///
    /// # Errors
    /// What [`Builder::build`] refuses.
    pub fn new(
        settings: &Builder,
        thresholds: impl IntoIterator<Item = f64>,
        examples: usize,
    ) -> Result<Self, Error> {
        // One key for all, so that one scanner serves them; it computes no keys, which differ by threshold.
        let settings = settings.clone().seed(settings.seed_or_drawn()).detail(Detail::Groups);
        let mut levels = Vec::new();
        for threshold in thresholds {
            let sift = settings.clone().threshold(threshold).build()?;
            let (verdicts, starts, examples) = (Vec::new(), Vec::new(), Vec::new());
            levels.push(Level { threshold, kept: 0, sift, verdicts, starts, examples });
        }
        if let Some(scanner) = levels.first().map(|level| level.sift.scanner().whole()) {
            for level in &mut levels {
                level.sift.share_scanner(&scanner);
            }
        }
        Ok(Self { levels, examples, bytes: Vec::new(), ends: Vec::new() })
    }

    /// Returns the scanner that goes with the filters; `None` without any threshold.
    pub fn scanner(&self) -> Option<Scanner> {
        self.levels.first().map(|level| level.sift.scanner())
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) {
        let Some(scanner) = self.scanner() else { return };
        let mut batch = Batch::default();
        scanner.scan(line, &mut batch);
        let Ok(()) = self.decide(&batch, &[line]) else { unreachable!("the batch holds this line") };
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes.
    ///
    /// On a thread of a pool of rayon's, the pool's threads share the filters.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::ErrorKind::Batch): the batch is not one of this sweep's [`scanner`](Self::scanner), or there are
    /// not as many lines as records.
    pub fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        let decide = |level: &mut Level| {
            level.verdicts.clear();
            level.sift.decide(batch, lines.iter().copied(), &mut level.verdicts)
        };
        if rayon::current_thread_index().is_some() {
            self.levels.par_iter_mut().try_for_each(decide)?;
        } else {
            self.levels.iter_mut().try_for_each(decide)?;
        }
        for (index, line) in lines.iter().enumerate() {
            self.note(index, line);
        }
        Ok(())
    }

    /// Counts what became of a line at every threshold, and keeps it as an example where it is a good one.
    fn note(&mut self, index: usize, line: &[u8]) {
        let number = self.ends.len();
        let mut kept_somewhere = false;
        // From the last threshold down, because what a step merges shows against the one after it.
        let mut kept_after = false;
        for level in self.levels.iter_mut().rev() {
            let kept = matches!(level.verdicts[index], Verdict::Kept | Verdict::NotUrl);
            if kept {
                level.kept += 1;
                level.starts.push(number);
                kept_somewhere = true;
            } else if kept_after
                && level.examples.len() < self.examples
                && let Some(group) = level.sift.decisions()[index].group
            {
                // Other groups are better examples than more lines of the same.
                let start = level.starts[group as usize];
                if level.examples.iter().all(|&(_, representative)| representative != start) {
                    level.examples.push((number, start));
                }
            }
            kept_after = kept;
        }
        if kept_somewhere {
            self.bytes.extend_from_slice(line);
            self.ends.push(self.bytes.len());
        }
    }

    /// What is known of each threshold, in the order in which they were given.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.levels.iter()
    }

    /// Lines that are dropped at the threshold of this number, counted from 0, but kept at the one after it; each with the kept line
    /// that it is similar to.
    pub fn examples(&self, level: usize) -> impl Iterator<Item = (&[u8], &[u8])> {
        let examples = self.levels.get(level).map_or(&[][..], |level| &level.examples);
        examples.iter().map(|&(line, representative)| (self.line(line), self.line(representative)))
    }

    fn line(&self, number: usize) -> &[u8] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[number]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_threshold_keeps_what_it_keeps_alone() {
        let words = ["zot", "qux", "edit", "users", "7", "a-b-c-d-e-f-g"];
        let mut state = 1_u64;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            words[(state >> 33) as usize % words.len()]
        };
        let lines: Vec<String> = (0..400)
            .map(|_| format!("https://{}.test/{}/{}?{}={}", word(), word(), word(), word(), word()))
            .chain(["no url".to_owned(), String::new(), "no url".to_owned()])
            .collect();
        let thresholds = [60.0, 75.0, 85.0, 92.5, 95.0, 100.0];
        let mut sweep = Sweep::new(&Sift::builder(), thresholds, 3).expect("the settings are valid");
        for line in &lines {
            sweep.admit(line.as_bytes());
        }
        let mut some = false;
        for (number, level) in sweep.levels().enumerate() {
            let kept = |threshold: f64| {
                let mut sift = Sift::builder().threshold(threshold).build().expect("the settings are valid");
                let kept =
                    |line: &&String| matches!(sift.admit(line.as_bytes()), Verdict::Kept | Verdict::NotUrl);
                lines.iter().filter(kept).map(String::as_bytes).collect::<Vec<_>>()
            };
            assert_eq!(level.kept(), kept(level.threshold()).len() as u64);
            for (line, representative) in sweep.examples(number) {
                let (here, after) = (kept(thresholds[number]), kept(thresholds[number + 1]));
                assert!(after.contains(&line) && here.contains(&representative));
                some = true;
            }
        }
        assert!(some, "there are examples");
        assert_eq!(sweep.examples(thresholds.len() - 1).count(), 0);
    }
}
