//! Measures the weight that two lines share.

use super::comparison::Share;
use std::cmp::Ordering;
use std::sync::Arc;
use urlsift_core::record::UrlView;
use urlsift_core::similar::feature::{Component, Feature, Layout};
use urlsift_core::similar::similarity::UNIT;

/// Weight of two lines by component, in the order of [`Component::ALL`], and how much of each
/// line's weight the other line has too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlap {
    weights: [[u64; 2]; Component::ALL.len()],
    shared: [[u64; 2]; Component::ALL.len()],
}

/// Lists the features of a URL by their hashes.
pub(crate) fn list_features(layout: &Layout, url: &UrlView<'_>, features: &mut Vec<Feature>) {
    layout.features(url, features);
    features.sort_unstable_by_key(|feature| feature.hash);
}

impl Overlap {
    /// Merges two lists that are sorted by hash.
    pub(crate) fn of(one: &[Feature], other: &[Feature]) -> Self {
        let mut overlap = Self::default();
        for (side, list) in [one, other].into_iter().enumerate() {
            for feature in list {
                overlap.weights[feature.component as usize][side] += feature.weight;
            }
        }
        let mut left = one;
        let mut right = other;
        while let [first, firsts @ ..] = left
            && let [second, seconds @ ..] = right
        {
            match first.hash.cmp(&second.hash) {
                Ordering::Less => left = firsts,
                Ordering::Greater => right = seconds,
                Ordering::Equal => {
                    overlap.shared[first.component as usize][0] += first.weight;
                    overlap.shared[second.component as usize][1] += second.weight;
                    left = firsts;
                    right = seconds;
                }
            }
        }
        overlap
    }

    /// The overlap of a URL with itself.
    pub(crate) fn of_equal(layout: &Layout, view: &UrlView<'_>) -> Self {
        let mut weights = [[0; 2]; Component::ALL.len()];
        layout.each(view, |feature| {
            for side in &mut weights[feature.component as usize] {
                *side += feature.weight;
            }
        });
        Self {
            weights,
            shared: weights,
        }
    }

    /// The larger of the two sides' weights that the other side lacks.
    pub(crate) fn lacking(&self) -> u64 {
        let mut lacking = [0; 2];
        for (weight, shared) in self.weights.iter().zip(&self.shared) {
            for side in 0..2 {
                lacking[side] += weight[side] - shared[side];
            }
        }
        lacking[0].max(lacking[1])
    }

    /// The components that have a weight.
    pub(crate) fn shares(&self) -> Arc<[Share]> {
        let weight = |units: u64| units as f64 / UNIT as f64;
        let mut shares = Vec::new();
        for component in Component::ALL {
            let at = component as usize;
            let [own, _] = self.weights[at];
            let [first, second] = self.shared[at];
            if own > 0 {
                shares.push(Share {
                    component,
                    weight: weight(own),
                    first: weight(first),
                    second: weight(second),
                });
            }
        }
        shares.into()
    }
}
