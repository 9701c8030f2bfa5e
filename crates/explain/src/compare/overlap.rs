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
        while let ([first, firsts @ ..], [second, seconds @ ..]) = (left, right) {
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
        let side = |side: usize| {
            let all = self.weights.iter().zip(&self.shared);
            all.map(|(weight, shared)| weight[side] - shared[side])
                .sum::<u64>()
        };
        side(0).max(side(1))
    }

    /// The components that have a weight.
    pub(crate) fn shares(&self) -> Arc<[Share]> {
        let share = |component: Component| {
            let at = component as usize;
            let [weight, first, second] =
                [self.weights[at][0], self.shared[at][0], self.shared[at][1]]
                    .map(|units| units as f64 / UNIT as f64);
            (weight > 0.0).then_some(Share {
                component,
                weight,
                first,
                second,
            })
        };
        Component::ALL.into_iter().filter_map(share).collect()
    }
}
