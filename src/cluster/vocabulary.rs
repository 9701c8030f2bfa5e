//! How many nodes have each feature, and which was the first.
//!
//! A feature that one node alone has is in nothing that this node shares with another one. So it counts as missing from the start,
//! which leaves few bands of most records, and none of those that have nothing to share.

use crate::feature::{Component, Feature};
use crate::index::Entries;
use crate::table::{Table, stored};

/// What is known about the features of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    /// By feature: the first node that has it in the upper half, how many have it in the lower.
    words: Table<(u64, u64)>,
    budget: u64,
}

/// How frequent a feature is: rare ones come first, and those of equal numbers in the order of their first nodes. Which of two
/// features comes first does not depend on their hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Frequency {
    pub(super) nodes: u32,
    first: u32,
}

impl Vocabulary {
    /// Counts the features of all nodes.
    pub(super) fn of(nodes: &Entries, budget: u64) -> Self {
        let mut vocabulary = Self { words: Table::default(), budget };
        let mut features = Vec::new();
        for node in 0..nodes.len() as u32 {
            features.clear();
            features.extend(nodes.features(node));
            let apart = vocabulary.apart(&features);
            for feature in &features {
                let key = stored(feature.hash.wrapping_add(apart));
                let slot = vocabulary.words.entry(key, |slot| slot.0 == key);
                if slot.0 == 0 {
                    *slot = (key, u64::from(node) << 32);
                }
                slot.1 += 1;
            }
        }
        vocabulary
    }

    /// How frequent each of a node's features is.
    pub(super) fn frequencies(&self, features: &[Feature], frequencies: &mut Vec<Frequency>) {
        let apart = self.apart(features);
        let frequency = |feature: &Feature| {
            let key = stored(feature.hash.wrapping_add(apart));
            let found = self.words.find(key, |slot| slot.0 == key).map_or(0, |slot| slot.1);
            Frequency { nodes: found as u32, first: (found >> 32) as u32 }
        };
        frequencies.clear();
        frequencies.extend(features.iter().map(frequency));
    }

    /// What keeps equal features of nodes apart that can never be similar: a host that may not differ. So a word that one site
    /// alone has once counts as rare there, though others have it too.
    fn apart(&self, features: &[Feature]) -> u64 {
        let host = features.iter().find(|f| f.component == Component::Host && f.weight > self.budget);
        host.map_or(0, |host| host.hash)
    }
}
