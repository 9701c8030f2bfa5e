//! Divides lines into the groups of a filter: each belongs to the representative that it is similar
//! to.

use super::components::{Components, Shapes};
use super::lines::StoredLines;
use urlsift_core::decision::Decision;
use urlsift_core::error::Error;
use urlsift_core::record::Batch;
use urlsift_core::sift::Sift;
use urlsift_core::verdict::Verdict;

/// The filter's decisions on the lines that start groups.
#[derive(Debug, Default)]
pub(super) struct Leaders(Vec<Decision>);

impl Leaders {
    /// Lets a filter decide on the records of a batch, and adds their lines.
    pub(super) fn take<'a>(
        &mut self,
        sift: &mut Sift,
        batch: &Batch,
        new: impl ExactSizeIterator<Item = &'a [u8]> + Clone,
        lines: &mut StoredLines,
    ) -> Result<(), Error> {
        let mut verdicts = Vec::new();
        sift.decide(batch, new.clone(), &mut verdicts)?;
        for ((line, decision), verdict) in new.zip(sift.decisions()).zip(verdicts) {
            let is_line = !matches!(verdict, Verdict::Empty | Verdict::Header { .. } | Verdict::Unwanted(_));
            let Some(group) = decision.group.filter(|_| is_line) else {
                lines.skip();
                continue;
            };
            lines.push(line, group as u32);
            if group as usize == self.0.len() {
                self.0.push(decision.clone());
            }
        }
        Ok(())
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Decision>()
    }

    pub(super) fn components(self, sift: Sift, lines: StoredLines) -> Components {
        let roots: Vec<u32> = (0..self.0.len() as u32).collect();
        Components::new(lines, &roots, Shapes::Decided(Box::new(sift), self.0), 0, None)
    }
}
