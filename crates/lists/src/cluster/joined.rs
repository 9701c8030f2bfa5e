//! What is known of the joining of nodes: limits that were hit, recall, and figures of stages.

/// The way in which nodes were joined.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JoinedNodes {
    /// The number of wide nodes with too many candidates.
    pub limit_hits: u64,
    /// The probability at which similar nodes met, if bands of values found candidates.
    pub recall: Option<f64>,
    /// The figures of both stages, if there were two.
    pub stages: Option<Stages>,
}

/// Figures of the two stages. Lines with equal features count as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stages {
    /// Pairs within the distance.
    pub candidates: u64,
    /// Candidates that were compared: the others were in one component by then.
    pub compared: u64,
    /// Compared pairs that are similar.
    pub verified: u64,
    /// The number of components that the first stage alone would give.
    pub first_components: u64,
    /// The number of lines in the largest of these.
    pub first_largest: u64,
}

impl Stages {
    /// Counts the components of the first stage by the root of each node and the node of each line.
    pub(super) fn count(&mut self, roots: &[u32], lines: impl Iterator<Item = u32>) {
        let mut sizes = vec![0_u64; roots.len()];
        for node in lines {
            sizes[roots[node as usize] as usize] += 1;
        }
        for size in sizes {
            self.first_components += u64::from(size > 0);
            self.first_largest = self.first_largest.max(size);
        }
    }
}
