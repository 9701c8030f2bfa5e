//! The groups of a filter: each line belongs to the representative that it is similar to.

use super::groups::{Groups, Shapes};
use super::lines::Lines;
use urlsift_core::decision::Decision;
use urlsift_core::error::Error;
use urlsift_core::record::Batch;
use urlsift_core::sift::Sift;
use urlsift_core::verdict::Verdict;

/// The filter's decisions on the lines that started groups.
#[derive(Debug, Default)]
pub(super) struct Leaders(Vec<Decision>);

impl Leaders {
    /// Has a filter decide on the records of a batch, and adds their lines.
    pub(super) fn take<'a>(
        &mut self,
        sift: &mut Sift,
        batch: &Batch,
        new: impl ExactSizeIterator<Item = &'a [u8]> + Clone,
        lines: &mut Lines,
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

    /// Bytes that it holds, about.
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Decision>()
    }

    pub(super) fn groups(self, sift: Sift, lines: Lines) -> Groups {
        let roots: Vec<u32> = (0..self.0.len() as u32).collect();
        Groups::new(lines, &roots, Shapes::Decided(Box::new(sift), self.0), 0, None)
    }
}
