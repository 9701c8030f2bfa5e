//! Lists of nodes, grouped by component so that most are skipped at once.

use super::forest::Forest;
use std::ops::Range;

/// Nodes of a block that is not sorted yet.
const SMALL: usize = 32;

/// A list of nodes in blocks whose sizes double: two blocks of one size are merged into one, sorted
/// by component. So a node is sorted as often as the list doubles.
#[derive(Debug, Default)]
pub(super) struct Runs<W> {
    /// Each node, with what is known of it.
    nodes: Vec<(u32, W)>,
    /// The number of nodes of one component from each node on. Runs that turn out to belong to one
    /// component are merged.
    skips: Vec<u32>,
}

impl<W: Copy> Runs<W> {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the first node. Panics if the list is empty.
    pub(super) fn first(&self) -> u32 {
        self.nodes[0].0
    }

    /// Adds a node.
    pub(super) fn push(&mut self, node: u32, facts: W, forest: &mut Forest) {
        self.nodes.push((node, facts));
        self.skips.push(1);
        let len = self.nodes.len();
        if len.is_multiple_of(SMALL) {
            // As in counting, the lowest set bit says how large the block is that ends here.
            self.sort(len - (1 << len.trailing_zeros())..len, forest);
        }
    }

    fn sort(&mut self, block: Range<usize>, forest: &mut Forest) {
        let nodes = &mut self.nodes[block.clone()];
        let skips = &mut self.skips[block];
        nodes.sort_by_cached_key(|listed| (forest.root(listed.0), listed.0));
        let mut end = 0;
        for run in nodes.chunk_by(|one, other| forest.root(one.0) == forest.root(other.0)) {
            let start = end;
            end += run.len();
            for (left, skip) in (1..).zip(skips[start..end].iter_mut().rev()) {
                *skip = left;
            }
        }
    }

    /// Calls `each` with at most `most` nodes outside the component of a given node, from a place
    /// in the list on. Returns their number, and moves `place` to where the next call continues.
    pub(super) fn next_others(
        &mut self,
        place: &mut usize,
        most: usize,
        node: u32,
        forest: &mut Forest,
        mut each: impl FnMut((u32, W)),
    ) -> usize {
        let root = forest.root(node);
        let mut left = most;
        let mut start = 0;
        while start < self.nodes.len() && left > 0 {
            let end = start + block(self.nodes.len() - start);
            let mut own: Option<usize> = None;
            while *place < end && left > 0 {
                let at = *place;
                let run = self.skips[at] as usize;
                if forest.root(self.nodes[at].0) != root {
                    let given = run.min(left);
                    for &other in &self.nodes[at..at + given] {
                        each(other);
                    }
                    left -= given;
                    *place += given;
                    own = None;
                    continue;
                }
                match own {
                    // The run before absorbs this one, which is then skipped.
                    Some(own) => self.skips[own] += run as u32,
                    None => own = Some(at),
                }
                *place += run;
            }
            start = end;
        }
        most - left
    }
}

/// Returns the size of the first block of a list of this length. Too few nodes for a block form an
/// unsorted one.
fn block(nodes: usize) -> usize {
    if nodes < SMALL {
        nodes
    } else {
        1 << nodes.ilog2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Components may be united at any time, before and after nodes are sorted.
        #[test]
        fn others_are_those_of_other_components(
            steps in prop::collection::vec((0..400_u32, 0..400_u32, any::<bool>()), 1..400),
        ) {
            let mut forest = Forest::new(400);
            let mut runs = Runs::<()>::default();
            let mut listed = Vec::new();
            for (node, (one, other, unites)) in (0..).zip(steps) {
                if unites {
                    forest.unite(one, other);
                }
                runs.push(node, (), &mut forest);
                listed.push(node);
                // In steps, too.
                let mut found = Vec::new();
                let mut place = 0;
                while runs.next_others(&mut place, 1 + node as usize % 50, one, &mut forest, |(n, ())| found.push(n)) > 0 {}
                found.sort_unstable();
                let root = forest.root(one);
                let wanted: Vec<u32> =
                    listed.iter().copied().filter(|&node| forest.root(node) != root).collect();
                prop_assert_eq!(found, wanted);
            }
        }
    }

    /// When all nodes are of one component, only a few blocks are looked at.
    #[test]
    fn one_component_is_skipped_at_once() {
        let mut forest = Forest::new(100_000);
        let mut runs = Runs::<()>::default();
        for node in 0..100_000 {
            runs.push(node, (), &mut forest);
        }
        (1..100_000).for_each(|node| _ = forest.unite(0, node));
        // The first look finds out that the runs are of one component.
        for _ in 0..2 {
            runs.next_others(&mut 0, usize::MAX, 0, &mut forest, |(node, ())| {
                panic!("{node} is of the same component")
            });
        }
        let mut start = 0;
        let mut looks = 0;
        while start < runs.len() {
            let end = start + block(runs.len() - start);
            let mut at = start;
            while at < end {
                at += runs.skips[at] as usize;
                looks += 1;
            }
            start = end;
        }
        assert!(looks < 17, "{looks}");
    }
}
