//! Lists of nodes in which those of one component stand side by side, so that most of them are
//! skipped at once.

use super::forest::Forest;

/// From how many nodes on they are sorted.
const MANY: usize = 32;

/// A list of nodes. Whenever their number has doubled, those of one component are put side by side.
#[derive(Debug, Default)]
pub(super) struct Runs {
    nodes: Vec<u32>,
    /// For each of the nodes that were there when they were sorted last: how many of its component
    /// stand there from it on.
    skips: Vec<u32>,
}

impl Runs {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// One of the nodes, if there are any.
    pub(super) fn first(&self) -> u32 {
        self.nodes[0]
    }

    /// Adds a node.
    pub(super) fn push(&mut self, node: u32, forest: &mut Forest) {
        self.nodes.push(node);
        if self.nodes.len() < MANY || !self.nodes.len().is_power_of_two() {
            return;
        }
        self.nodes.sort_by_cached_key(|&node| (forest.root(node), node));
        self.skips.resize(self.nodes.len(), 1);
        for at in (0..self.nodes.len()).rev() {
            let follows =
                self.nodes.get(at + 1).is_some_and(|&next| forest.root(next) == forest.root(self.nodes[at]));
            self.skips[at] = if follows { self.skips[at + 1] + 1 } else { 1 };
        }
    }

    /// Calls `each` with those that are not in the component of a node.
    pub(super) fn others(&self, node: u32, forest: &mut Forest, mut each: impl FnMut(u32)) {
        let root = forest.root(node);
        let mut at = 0;
        while let Some(&other) = self.nodes.get(at) {
            if forest.root(other) == root {
                at += self.skips.get(at).map_or(1, |&skip| skip as usize);
            } else {
                at += 1;
                each(other);
            }
        }
    }
}
