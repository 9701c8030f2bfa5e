//! Counts the nodes of each feature, and finds the first of them.
//!
//! A feature of a single node is shared with none. Such features count as missing from the start,
//! so most records have few bands, and records with nothing to share have none.

use super::nodes::NodeFeatures;
use urlsift_core::similar::table::{Table, stored};
use urlsift_core::{Component, Feature};

/// Counts of the features of all nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct FeatureCounts {
    /// The first node of each feature in the upper half, the number of its nodes in the lower.
    features: Table<(u64, u64)>,
    budget: u64,
}

/// The rarity of a feature. Features of few nodes come first, those of equally many in the order of
/// their first nodes, so the order does not depend on hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rarity {
    pub nodes: u32,
    first: u32,
}

impl FeatureCounts {
    /// Counts the features of all nodes.
    pub(super) fn of(nodes: &NodeFeatures, budget: u64) -> Self {
        let mut counts = Self {
            features: Table::default(),
            budget,
        };
        let mut features = Vec::new();
        for node in 0..nodes.len() as u32 {
            nodes.read(node, &mut features);
            let host_key = counts.host_key(&features);
            for feature in &features {
                let key = stored(feature.hash.wrapping_add(host_key));
                let slot = counts.features.entry(key, |slot| slot.0 == key);
                if slot.0 == 0 {
                    *slot = (key, u64::from(node) << 32);
                }
                slot.1 += 1;
            }
        }
        counts
    }

    /// Writes the rarity of each of a node's features.
    pub(super) fn rarities(&self, features: &[Feature], rarities: &mut Vec<Rarity>) {
        let host_key = self.host_key(features);
        rarities.clear();
        for feature in features {
            let key = feature.hash.wrapping_add(host_key);
            let found = self.features.get(key).unwrap_or_default();
            rarities.push(Rarity {
                nodes: found as u32,
                first: (found >> 32) as u32,
            });
        }
    }

    /// Returns the hash of a host that may not differ, or 0. It keeps equal features of different
    /// hosts apart, so a word that occurs once on a site is rare there even if other sites have it.
    fn host_key(&self, features: &[Feature]) -> u64 {
        for feature in features {
            if feature.component == Component::Host && feature.weight > self.budget {
                return feature.hash;
            }
        }
        0
    }
}
