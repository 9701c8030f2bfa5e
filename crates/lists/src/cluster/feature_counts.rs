//! How many nodes have each feature, and which was the first.
//!
//! A node shares no feature that it alone has. So such features count as missing from the start,
//! which leaves few bands of most records, and none of those that have nothing to share.

use urlsift_core::feature::{Component, Feature};
use urlsift_core::index::candidates::entries::Entries;
use urlsift_core::table::{Table, stored};

/// The features of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct FeatureCounts {
    /// By feature: the first node that has it in the upper half, how many have it in the lower.
    features: Table<(u64, u64)>,
    budget: u64,
}

/// How rare a feature is: features of few nodes come first, and those of equal numbers in the order
/// of their first nodes. Which of two features comes first does not depend on their hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rarity {
    pub(super) nodes: u32,
    first: u32,
}

impl FeatureCounts {
    /// Counts the features of all nodes.
    pub(super) fn of(nodes: &Entries, budget: u64) -> Self {
        let mut counts = Self { features: Table::default(), budget };
        let mut features = Vec::new();
        for node in 0..nodes.len() as u32 {
            features.clear();
            features.extend(nodes.features(node));
            let apart = counts.apart(&features);
            for feature in &features {
                let key = stored(feature.hash.wrapping_add(apart));
                let slot = counts.features.entry(key, |slot| slot.0 == key);
                if slot.0 == 0 {
                    *slot = (key, u64::from(node) << 32);
                }
                slot.1 += 1;
            }
        }
        counts
    }

    /// Leaves how rare each of a node's features is.
    pub(super) fn rarities(&self, features: &[Feature], rarities: &mut Vec<Rarity>) {
        let apart = self.apart(features);
        let rarity = |feature: &Feature| {
            let key = stored(feature.hash.wrapping_add(apart));
            let found = self.features.find(key, |slot| slot.0 == key).map_or(0, |slot| slot.1);
            Rarity { nodes: found as u32, first: (found >> 32) as u32 }
        };
        rarities.clear();
        rarities.extend(features.iter().map(rarity));
    }

    /// What keeps equal features of nodes apart that can never be similar: a host that may not
    /// differ. So a word that occurs once on a site counts as rare there, though other sites have
    /// it too.
    fn apart(&self, features: &[Feature]) -> u64 {
        let host = features.iter().find(|f| f.component == Component::Host && f.weight > self.budget);
        host.map_or(0, |host| host.hash)
    }
}
