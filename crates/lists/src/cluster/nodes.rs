//! The nodes that are joined: one for each distinct list of features.

use super::term_lists::{TermLists, number_of};
use urlsift_core::Feature;
use urlsift_core::similar::index::candidates::entries::Entries;
use urlsift_core::similar::plan::bands;
use urlsift_core::similar::table::Table;

/// Distinct lists of features, numbered in order of appearance.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    /// The number of each node, by the sum of its features' hashes or by its single band.
    known: Table<(u64, u64)>,
    count: usize,
    pub features: NodeFeatures,
}

/// The features of each node.
#[derive(Clone, Debug)]
pub(super) enum NodeFeatures {
    /// Every record has one band under this budget: nodes are bands, and have no features.
    Single(u64),
    /// Those of URLs, and of any record that is compared by its code.
    Entries(Entries),
    /// Those of records that have terms.
    Terms(TermLists),
}

impl NodeFeatures {
    /// Returns how many nodes have features.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Single(_) => 0,
            Self::Entries(entries) => entries.len(),
            Self::Terms(lists) => lists.len(),
        }
    }

    /// Reads the features of a node.
    pub(super) fn read(&self, node: u32, features: &mut Vec<Feature>) {
        features.clear();
        match self {
            Self::Single(_) => {}
            Self::Entries(entries) => features.extend(entries.features(node)),
            Self::Terms(lists) => lists.read(node, features),
        }
    }

    /// Returns them in the form in which they are compared.
    pub(super) fn into_entries(self) -> Entries {
        match self {
            Self::Single(_) => Entries::default(),
            Self::Entries(entries) => entries,
            Self::Terms(lists) => lists.into_entries(),
        }
    }
}

impl Nodes {
    pub(super) fn new(features: NodeFeatures) -> Self {
        Self {
            known: Table::default(),
            count: 0,
            features,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the node of a record with these features and [terms](TermLists::push), of which only
    /// those that are kept matter. Neither are there for a record that is similar to equal bytes
    /// only, which `other` identifies.
    pub(super) fn of(
        &mut self,
        other: u64,
        features: &[Feature],
        occurrences: &[(u64, u64)],
    ) -> u32 {
        let key = match self.features {
            NodeFeatures::Single(budget) if !features.is_empty() => bands::single(features, budget),
            _ => {
                let mut sum = other;
                for feature in features {
                    sum = sum.wrapping_add(feature.hash);
                }
                for (hash, _) in occurrences {
                    sum = sum.wrapping_add(*hash);
                }
                sum
            }
        };
        let node = self.of_key(key);
        let is_new = node as usize == self.features.len();
        match &mut self.features {
            NodeFeatures::Entries(entries) if is_new => {
                entries.push(features, node.into());
            }
            NodeFeatures::Terms(lists) => lists.count(node, occurrences),
            _ => {}
        }
        node
    }

    /// Returns the node of a record that its key alone identifies.
    pub(super) fn of_key(&mut self, key: u64) -> u32 {
        let (node, is_new) = number_of(&mut self.known, key, self.count);
        self.count += usize::from(is_new);
        node
    }

    /// Returns the approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        let features = match &self.features {
            NodeFeatures::Single(_) => 0,
            NodeFeatures::Entries(entries) => entries.heap_bytes(),
            NodeFeatures::Terms(lists) => lists.memory(),
        };
        self.known.heap_bytes() + features
    }
}
