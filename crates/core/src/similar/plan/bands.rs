//! The lookup keys of a URL: one for every part of it that is heavy enough to make another URL
//! similar.
//!
//! Let W be the weight of all features and b the budget, the weight that may differ. For every set
//! D of features with w(D) <= b there is one band, a hash of the features that remain. Two URLs are
//! similar exactly if they have a band in common: if they are similar, their common features are a
//! remainder of this kind in both; and a common band is a common part that is heavy enough for
//! both. So "is anything similar?" needs only set lookups.
//!
//! A feature that another one implies is never dropped without that one, which removes most sets.
//! The rest can still be exponential (50 parameters have 2^50 subsets), so enumeration takes a
//! bound and reports when it was reached.
//!
//! A band is the wrapping sum of keyed feature hashes: order-free, and dropping a feature is one
//! subtraction.

use crate::similar::feature::{Feature, Role};

/// Maximum features of a URL for which [`frame`] is exact although splits lose their remainders.
const MAX_FRAMED: usize = 10_000;

/// A URL has more bands than the bound.
#[derive(Debug, PartialEq, Eq)]
pub struct TooMany;

/// Whether a feature may be missing from the common part with a similar URL.
pub fn may_differ(feature: &Feature, budget: u64) -> bool {
    feature.weight <= budget && feature.role != Role::Constant
}

/// Returns the one band of a URL all of whose features that may differ may do so at once
/// ([`Layout::has_one_band`](crate::similar::feature::Layout::has_one_band)).
pub fn single(features: &[Feature], budget: u64) -> u64 {
    // A feature that implies another one would exceed the budget together with it.
    let is_free = |feature: &Feature| may_differ(feature, budget) && feature.with.is_none();
    let mut sum = 0_u64;
    for feature in features {
        if !is_free(feature) {
            sum = sum.wrapping_add(feature.hash);
        }
    }
    sum
}

/// Returns the band of all features but the values, if these weigh as much as the budget.
///
/// Then a similar URL has the same such band, or it shares a value: a feature other than a value
/// that only one of the two has takes a part of the budget, and the rest of the budget cannot hold
/// all values of that URL.
pub fn frame(features: &[Feature], budget: u64) -> Option<u64> {
    let mut values = 0;
    let mut sum = 0_u64;
    for feature in features {
        if feature.role == Role::Value {
            values += feature.weight;
        } else {
            sum = sum.wrapping_add(feature.hash);
        }
    }
    (values == budget && values > 0 && features.len() <= MAX_FRAMED).then_some(sum)
}

/// Appends the bands of a URL with these features to `bands`; the first is that of all features.
///
/// # Errors
/// [`TooMany`] if there are more than `bound`; `bands` is left as it was.
pub fn enumerate(
    features: &[Feature],
    budget: u64,
    bound: usize,
    bands: &mut Vec<u64>,
) -> Result<(), TooMany> {
    let limits = BandLimits { budget, bound };
    Enumeration::default().run(features, |_| false, None, limits, bands)
}

/// The limits of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct BandLimits {
    /// The weight in which similar URLs may differ.
    pub budget: u64,
    /// The maximum number of bands.
    pub bound: usize,
}

/// Enumerates bands; kept for reuse of its buffers.
#[derive(Clone, Debug, Default)]
pub struct Enumeration {
    /// The features that may be dropped or not.
    free: Vec<u32>,
    /// Whether each feature is dropped.
    dropped: Vec<bool>,
    /// The weights of features that may be dropped by themselves.
    alone: Vec<u64>,
}

impl Enumeration {
    /// Appends the bands of a URL that have none of the features in `out`, and the feature `with`.
    ///
    /// # Errors
    /// [`TooMany`] if there are more than the bound; `bands` is left as it was.
    pub fn run(
        &mut self,
        features: &[Feature],
        out: impl Fn(usize) -> bool,
        with: Option<usize>,
        limits: BandLimits,
        bands: &mut Vec<u64>,
    ) -> Result<(), TooMany> {
        self.dropped.clear();
        self.dropped.extend((0..features.len()).map(out));
        let mut left = limits.budget;
        let mut sum = 0_u64;
        for (i, feature) in features.iter().enumerate().rev() {
            if !self.dropped[i] {
                sum = sum.wrapping_add(feature.hash);
                continue;
            }
            if !may_differ(feature, left) || with == Some(i) {
                return Ok(());
            }
            left -= feature.weight;
            // A feature that another one implies follows it.
            if let Some(other) = feature.with {
                self.dropped[other as usize] = true;
            }
        }
        self.free.clear();
        let mut lightest = u64::MAX;
        for (i, feature) in features.iter().enumerate() {
            if !self.dropped[i] && may_differ(feature, left) && with != Some(i) {
                self.free.push(i as u32);
                lightest = lightest.min(feature.weight);
            }
        }
        self.alone.clear();
        for &i in &self.free {
            let feature = &features[i as usize];
            if feature.with.is_none_or(|with| self.dropped[with as usize]) {
                self.alone.push(feature.weight);
            }
        }
        if are_many(&mut self.alone, left, limits.bound) {
            return Err(TooMany);
        }
        let start = bands.len();
        let mut descent = Descent {
            features,
            free: &self.free,
            lightest,
            end: start + limits.bound,
            dropped: &mut self.dropped,
            bands,
        };
        let done = descent.descend(0, left, sum);
        if done.is_err() {
            bands.truncate(start);
        }
        done
    }
}

/// Whether more sets than a bound are surely within a budget, without enumerating them: of some of
/// the lightest features, all sets are within it whose size the heaviest of these features allows.
fn are_many(weights: &mut [u64], budget: u64, bound: usize) -> bool {
    // Sets of one feature, and the empty set.
    if weights.len() >= bound {
        return true;
    }
    weights.sort_unstable();
    (1..).zip(weights.iter()).any(|(count, heaviest)| {
        let mut sets = 1;
        let mut of_size = 1_usize;
        for size in 1..=(budget / heaviest).min(count) {
            of_size = of_size.saturating_mul((count - size + 1) as usize) / size as usize;
            sets += of_size.min(bound);
            if sets > bound {
                return true;
            }
        }
        false
    })
}

/// A descent through the sets of features that may be dropped; each is visited once, after the set
/// without its last feature.
struct Descent<'a> {
    features: &'a [Feature],
    free: &'a [u32],
    /// The weight of the lightest free feature.
    lightest: u64,
    end: usize,
    dropped: &'a mut [bool],
    bands: &'a mut Vec<u64>,
}

impl Descent<'_> {
    fn descend(&mut self, from: usize, budget: u64, sum: u64) -> Result<(), TooMany> {
        if self.bands.len() == self.end {
            return Err(TooMany);
        }
        self.bands.push(sum);
        // Most sets cannot grow.
        if budget < self.lightest {
            return Ok(());
        }
        for at in from..self.free.len() {
            let i = self.free[at] as usize;
            let feature = &self.features[i];
            if feature.weight <= budget
                && feature.with.is_none_or(|with| self.dropped[with as usize])
            {
                self.dropped[i] = true;
                self.descend(
                    at + 1,
                    budget - feature.weight,
                    sum.wrapping_sub(feature.hash),
                )?;
                self.dropped[i] = false;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::feature::Component;

    fn features(weights: &[(u64, Option<u32>)]) -> Vec<Feature> {
        let of = |(i, &(weight, with)): (usize, &(u64, Option<u32>))| Feature {
            hash: 1 << i,
            weight,
            component: Component::Path,
            with,
            role: Role::Part,
        };
        weights.iter().enumerate().map(of).collect()
    }

    #[test]
    fn every_set_within_the_budget_is_dropped_once() {
        let list = features(&[(3, None), (2, None), (2, None), (1, None)]);
        let mut bands = Vec::new();
        enumerate(&list, 3, 100, &mut bands).expect("few bands");
        let remain = |dropped: u64| 0b1111 - dropped;
        assert_eq!(
            bands,
            [0, 0b0001, 0b0010, 0b1010, 0b0100, 0b1100, 0b1000].map(remain)
        );
    }

    #[test]
    fn an_implied_feature_goes_with_the_one_that_implies_it() {
        let list = features(&[(1, None), (1, Some(0)), (1, Some(0))]);
        let mut bands = Vec::new();
        enumerate(&list, 2, 100, &mut bands).expect("few bands");
        assert_eq!(bands, [0b111, 0b110, 0b100, 0b010]);
    }

    #[test]
    fn what_surely_is_too_much_is_told_ahead() {
        assert!(are_many(&mut [1; 10], 2, 55) && !are_many(&mut [1; 10], 2, 56));
        // All sets of the three light ones are within the budget, whatever the heavy ones weigh.
        assert!(are_many(&mut [9, 1, 9, 1, 1], 3, 7) && !are_many(&mut [9, 1, 9, 1, 1], 3, 8));
        assert!(are_many(&mut [1; 200], 2, 200) && !are_many(&mut [], 5, 1));
        assert!(are_many(&mut [1; 199], 150, usize::MAX / 4));
    }

    #[test]
    fn the_bound_is_exact_and_leaves_nothing_behind() {
        let list = features(&[(1, None); 10]);
        let mut bands = vec![7];
        assert_eq!(enumerate(&list, 2, 55, &mut bands), Err(TooMany));
        assert_eq!(bands, [7]);
        assert_eq!(enumerate(&list, 2, 56, &mut bands), Ok(()));
        assert_eq!(bands.len(), 57);
    }
}
