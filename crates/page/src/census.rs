//! Counts of every group: its lines, how many of them were kept, and its place in the site tree.

use urlsift_core::Verdict;
use urlsift_stream::DecidedRecord;

/// Counts by the number of the group. Takes 16 bytes for each.
#[derive(Default)]
pub(super) struct PageCensus {
    pub groups: Vec<GroupCount>,
}

/// Counts of one group.
#[derive(Clone, Copy, Default)]
pub(super) struct GroupCount {
    pub lines: u64,
    pub kept: u32,
    /// The node of the [tree](super::tree::Tree) where its lines count.
    pub node: u32,
}

impl PageCensus {
    /// Counts a line, and returns the number of its group. `None` if it has no group of compared
    /// lines.
    pub(super) fn count(&mut self, decided: &DecidedRecord<'_>) -> Option<usize> {
        let (Verdict::Kept | Verdict::Similar | Verdict::Sample) = decided.verdict else {
            return None;
        };
        let number = decided.decision?.group? as usize;
        let group = self.group_mut(number);
        group.lines += 1;
        group.kept += u32::from(decided.kept);
        Some(number)
    }

    /// Returns the counts of a group, which start at 0.
    pub(super) fn group_mut(&mut self, number: usize) -> &mut GroupCount {
        self.groups
            .resize(self.groups.len().max(number + 1), GroupCount::default());
        &mut self.groups[number]
    }

    /// Returns the sum of the lines of all groups.
    pub(super) fn lines(&self) -> u64 {
        self.groups.iter().map(|group| group.lines).sum()
    }

    /// Returns the number of groups, and of groups with a single line.
    pub(super) fn groups_and_single(&self) -> (u64, u64) {
        let mut all = 0;
        let mut single = 0;
        for group in &self.groups {
            all += u64::from(group.lines > 0);
            single += u64::from(group.lines == 1);
        }
        (all, single)
    }
}
