//! Sketches of lists of terms: two looks at 128 bits tell most strangers apart.

use super::term_lists::TermLists;

/// What is known of a list of terms without reading it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TermSketch {
    /// The classes of its features: the rests of their numbers.
    classes: u128,
    /// The most features that a similar list may lack, even if they are the lightest.
    most: u32,
}

impl TermSketch {
    /// Sketches a weighed list, of which similar ones lack at most the budget.
    pub(super) fn of(lists: &TermLists, list: u32, budget: u64) -> Self {
        let mut classes = 0;
        for number in lists.of(list) {
            classes |= 1 << (number % u128::BITS);
        }
        Self {
            classes,
            most: lists.most_lacking(list, budget),
        }
    }

    /// Returns whether two lists may be similar. Each class that only one of them has is a feature
    /// at least that the other lacks.
    pub(super) fn may_be_similar(self, other: Self) -> bool {
        let lacking = (self.classes & !other.classes).count_ones();
        let lacked = (other.classes & !self.classes).count_ones();
        lacking <= self.most && lacked <= other.most
    }
}
