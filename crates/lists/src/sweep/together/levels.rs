//! Sets of thresholds, as bits.

/// A set of the thresholds that are tried together: bit 0 stands for the lowest.
pub(super) type Levels = u64;

/// The most thresholds that are tried together.
pub(in super::super) const MOST: usize = Levels::BITS as usize;

/// What two URLs may differ in at each threshold, the lowest threshold first.
#[derive(Clone, Debug)]
pub(super) struct Budgets(Vec<u64>);

impl Budgets {
    /// Takes them falling, and no more than [`MOST`].
    pub(super) fn new(budgets: Vec<u64>) -> Self {
        debug_assert!(budgets.len() <= MOST && budgets.is_sorted_by(|lower, higher| lower >= higher));
        Self(budgets)
    }

    /// All of the thresholds.
    pub(super) fn all(&self) -> Levels {
        first(self.0.len())
    }

    /// The thresholds at which so much may differ.
    pub(super) fn allowing(&self, difference: u64) -> Levels {
        first(self.0.partition_point(|&budget| budget >= difference))
    }

    /// What may differ at the lowest of some thresholds; 0 if there are none.
    pub(super) fn most(&self, levels: Levels) -> u64 {
        self.0.get(levels.trailing_zeros() as usize).copied().unwrap_or_default()
    }
}

/// So many of the lowest thresholds.
fn first(count: usize) -> Levels {
    if count == MOST { Levels::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lower_thresholds_allow_more() {
        let budgets = Budgets::new(vec![50, 20, 20, 0]);
        assert_eq!(budgets.all(), 0b1111);
        assert_eq!([0, 1, 20, 21, 50, 51].map(|it| budgets.allowing(it)), [15, 7, 7, 1, 1, 0]);
        assert_eq!([0b1000, 0b1010, 0b1111, 0].map(|it| budgets.most(it)), [0, 20, 50, 0]);
        assert_eq!(Budgets::new(vec![0; MOST]).all(), Levels::MAX);
    }
}
