//! A union-find forest of connected nodes.
//!
//! The root of a component is its smallest node, so it does not depend on the order of unions.

use std::ops::ControlFlow;

/// Called with the nodes done and the nodes in all.
pub(super) type Watch<'w> = &'w mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// A forest that grows, and the watch that may end its growth.
pub(super) struct WatchedForest<'w> {
    pub forest: Forest,
    watch: Watch<'w>,
}

impl<'w> WatchedForest<'w> {
    /// Creates a forest of unconnected nodes.
    pub(super) fn new(nodes: usize, watch: Watch<'w>) -> Self {
        Self {
            forest: Forest::new(nodes),
            watch,
        }
    }

    /// Tells the watch how many nodes are done. Returns `None` if it ends the work.
    pub(super) fn tell(&mut self, done: u32, all: u32) -> Option<()> {
        match (self.watch)(done.into(), all.into()) {
            ControlFlow::Continue(()) => Some(()),
            ControlFlow::Break(()) => None,
        }
    }
}

/// Components of nodes that are numbered from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest(Vec<u32>);

impl Forest {
    /// Creates a forest of unconnected nodes.
    pub(super) fn new(nodes: usize) -> Self {
        Self((0..nodes as u32).collect())
    }

    /// Returns the smallest node of a node's component.
    pub(super) fn root(&mut self, mut node: u32) -> u32 {
        // Path halving: each node on the way moves one step closer to its root.
        loop {
            let above = self.0[node as usize];
            if above == node {
                return node;
            }
            let next = self.0[above as usize];
            self.0[node as usize] = next;
            node = next;
        }
    }

    /// Returns the smallest node of each node's component.
    pub(super) fn roots(mut self) -> Vec<u32> {
        let nodes = 0..self.0.len() as u32;
        nodes.map(|node| self.root(node)).collect()
    }

    /// Unites the components of two nodes. Returns whether they were different.
    pub(super) fn unite(&mut self, one: u32, other: u32) -> bool {
        let one = self.root(one);
        let other = self.root(other);
        let least = one.min(other);
        let most = one.max(other);
        self.0[most as usize] = least;
        least != most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_those_of_the_edges_and_have_their_smallest_node_as_root() {
        let mut forest = Forest::new(10);
        for (one, other, is_new) in [
            (9, 3, true),
            (4, 9, true),
            (3, 4, false),
            (7, 8, true),
            (8, 1, true),
            (4, 4, false),
        ] {
            assert_eq!(forest.unite(one, other), is_new, "{one} {other}");
        }
        assert_eq!(forest.roots(), [0, 1, 2, 3, 3, 5, 6, 1, 1, 3]);
    }
}
