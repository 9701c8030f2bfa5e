//! Divides lines into the groups of a filter: each belongs to the representative that it is similar
//! to.

use super::components::{Components, Shapes};
use super::joined::JoinedNodes;
use super::lines::ClusterLines;
use urlsift_core::reserved::Reserved;
use urlsift_core::{Batch, Error, Observer, Sift, Verdict};
use urlsift_explain::{Decision, Explainer};

/// Reads the decisions of a filter, and keeps those on the lines that start groups.
#[derive(Debug)]
pub(super) struct Leaders {
    explainer: Explainer,
    starts: Vec<Decision>,
}

impl Leaders {
    pub(super) fn of(sift: &Sift) -> Self {
        Self {
            explainer: Explainer::of(sift),
            starts: Vec::new(),
        }
    }

    /// Lets a filter decide on the records of a batch, and adds their lines.
    pub(super) fn take<'a>(
        &mut self,
        sift: &mut Sift,
        batch: &Batch,
        new: impl ExactSizeIterator<Item = &'a [u8]>,
        lines: &mut ClusterLines,
    ) -> Result<(), Error> {
        let new: Vec<&[u8]> = new.collect();
        let decided = sift.decide(batch, &new)?;
        self.explainer.see(batch, &new, &decided);
        for (index, decision) in self.explainer.decisions().iter().enumerate() {
            let group = match decided.verdicts[index] {
                Verdict::Empty | Verdict::Header { .. } | Verdict::Unwanted(_) => None,
                _ => decision.group,
            };
            let Some(group) = group else {
                lines.skip();
                continue;
            };
            lines.push(new[index], group as u32);
            if group as usize == self.starts.len() {
                self.starts.push(decision.clone());
            }
        }
        Ok(())
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.starts.reserved_bytes()
    }

    pub(super) fn components(self, lines: ClusterLines) -> Components {
        let roots: Vec<u32> = (0..self.starts.len() as u32).collect();
        let shapes = Shapes::Decided(Box::new(self.explainer), self.starts);
        Components::new(lines, &roots, shapes, JoinedNodes::default())
    }
}
