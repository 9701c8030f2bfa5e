//! Estimates from a URL's numbers of segments and parameters: its number of bands, and the parts
//! that it shares with all similar URLs.
//!
//! Two URLs whose paths or parameters differ much in number lack more than the budget in any case.
//! So most URLs with few bands can never be similar to one with too many, and need not be kept for
//! comparison, which would be their main cost.

use super::bands;
use crate::similar::feature::{Component, Feature, Layout, Role};
use crate::similar::similarity::UNIT;
use std::sync::OnceLock;

/// Maximum bands of a URL that enters all of them at once.
const FEW: usize = 24;

/// Maximum bands of a URL that repeats names of parameters, which is rare.
const FEW_REPEATED: usize = 64;

/// Numbers of segments and parameters that are computed one by one.
const COUNTS: usize = 65;

/// More than the loss by rounding of splits.
const ROUNDING: u64 = UNIT / 100;

/// The parts shared by all URLs that are similar to one with some numbers of segments and
/// parameters. Only for a layout without skeletons.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedByAll {
    /// Numbers that all similar URLs share.
    numbers: CountSet,
    /// Numbers with which all similar URLs share the host, and the segments or the parameters.
    parts: CountSet,
}

/// Numbers of segments, and of parameters, as bits. Excludes numbers from 64 on.
#[derive(Clone, Copy, Debug)]
struct CountSet {
    segments: u64,
    pairs: u64,
}

impl SharedByAll {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        debug_assert!(!layout.skeleton);
        let weights = &layout.weights;
        let set = |is: &dyn Fn(usize) -> bool| {
            (0..64).filter(|&n| is(n)).fold(0, |bits, n| bits | 1 << n)
        };
        let is_fixed = |gap: &dyn Fn(usize, usize) -> u64| {
            // More than COUNTS parts differ from fewer than 64 in more than COUNTS do.
            set(&|n| {
                (0..=COUNTS)
                    .filter(|&m| m != n)
                    .all(|m| gap(n, m).max(gap(m, n)) > budget + ROUNDING)
            })
        };
        let numbers = CountSet {
            segments: is_fixed(&|own, other| layout.path_gap(own, other)),
            pairs: is_fixed(&|own, other| layout.params_gap(own, other)),
        };
        // Half of a parameter is its name, half its value.
        let param = |n: usize| {
            if n == 0 {
                weights.params
            } else {
                weights.params / n as u64 / 2
            }
        };
        let parts = if weights.host > budget {
            CountSet {
                segments: set(&|n| weights.path / n.max(1) as u64 > budget),
                pairs: set(&|n| param(n) > budget),
            }
        } else {
            CountSet {
                segments: 0,
                pairs: 0,
            }
        };
        Self { numbers, parts }
    }

    /// Whether all URLs similar to one with these numbers have the same numbers.
    pub(super) fn includes_numbers(&self, segments: usize, pairs: usize) -> bool {
        self.numbers.has(segments, pairs)
    }

    /// Whether all URLs similar to one with these numbers have the same core: they differ at most
    /// in scheme and fragment.
    pub(super) fn includes_core(&self, segments: usize, pairs: usize) -> bool {
        self.numbers.has(segments, pairs) && self.parts.has(segments, pairs)
    }
}

impl CountSet {
    fn has(self, segments: usize, pairs: usize) -> bool {
        segments < 64 && pairs < 64 && self.segments >> segments & self.pairs >> pairs & 1 == 1
    }
}

/// The estimated number of a URL's bands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BandEstimate {
    /// Few, and it cannot be similar to a URL with many.
    Isolated,
    /// Few.
    Few,
    /// Possibly many.
    Many,
}

/// Estimates the number of bands of URLs, and caches it for each pair of numbers.
#[derive(Clone, Debug)]
pub(crate) struct BandEstimator {
    layout: Layout,
    budget: u64,
    /// By numbers of segments and parameters: whether a URL can have many bands.
    has_many: Vec<OnceLock<bool>>,
    /// By numbers of segments and parameters: whether a URL can be similar to one with many bands.
    is_near_many: Vec<OnceLock<bool>>,
}

impl BandEstimator {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        let unknown = || vec![OnceLock::new(); COUNTS * COUNTS];
        Self {
            layout: layout.clone(),
            budget,
            has_many: unknown(),
            is_near_many: unknown(),
        }
    }

    /// Estimates the number of bands of a URL with these features.
    pub(crate) fn estimate(&self, features: &[Feature]) -> BandEstimate {
        // The weights of terms do not follow from their number.
        if self.layout.has_terms() {
            return BandEstimate::Many;
        }
        let mut path = 0;
        let mut params = 0;
        for feature in features.iter().filter(|f| f.role != Role::Absent) {
            path += usize::from(feature.component == Component::Path);
            params += usize::from(feature.component == Component::Params);
        }
        let (segments, pairs) = self.layout.counts(path, params);
        if self.has_many(segments, pairs) {
            BandEstimate::Many
        } else if self.is_near_many(segments, pairs) {
            BandEstimate::Few
        } else {
            BandEstimate::Isolated
        }
    }

    /// Whether a URL with these numbers of segments and parameters can be similar to one with many
    /// bands. May return a false positive.
    pub(super) fn is_near_many(&self, segments: usize, params: usize) -> bool {
        if segments >= COUNTS || params >= COUNTS {
            return true;
        }
        *self.is_near_many[segments * COUNTS + params].get_or_init(|| {
            let slack = self.budget + ROUNDING;
            if self
                .layout
                .path_gap(COUNTS, segments)
                .min(self.layout.params_gap(COUNTS, params))
                <= slack
            {
                return true;
            }
            // The weights that either URL lacks of the other, for each number that leaves something
            // of the budget.
            let near = |own: usize, gap: &dyn Fn(usize, usize) -> u64| -> Vec<(usize, [u64; 2])> {
                let gaps = (0..COUNTS).map(|other| (other, [gap(own, other), gap(other, own)]));
                gaps.filter(|(_, gaps)| gaps.iter().all(|&gap| gap <= self.budget))
                    .collect()
            };
            let paths = near(segments, &|own, other| self.layout.path_gap(own, other));
            let queries = near(params, &|own, other| self.layout.params_gap(own, other));
            paths.iter().any(|(s, path)| {
                queries.iter().any(|(p, query)| {
                    path[0] + query[0] <= self.budget
                        && path[1] + query[1] <= self.budget
                        && self.has_many(*s, *p)
                })
            })
        })
    }

    /// Whether a URL with these numbers of segments and parameters can have many bands. May return
    /// a false positive.
    fn has_many(&self, segments: usize, params: usize) -> bool {
        if segments >= COUNTS || params >= COUNTS {
            return true;
        }
        *self.has_many[segments * COUNTS + params].get_or_init(|| {
            let exceeds = |bound, one_name| {
                let features = self.layout.specimen(segments, params, one_name);
                bands::enumerate(&features, self.budget, bound, &mut Vec::new()).is_err()
            };
            exceeds(FEW, false) || exceeds(FEW_REPEATED, true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::similarity::Weights;
    use urlsift_url::hash::Key;

    fn layout(skeleton: bool) -> Layout {
        Layout::new(&Key::new([1, 2]), Weights::default(), skeleton)
    }

    #[test]
    fn few_bands_are_few_whatever_the_names() {
        for (skeleton, budget) in [
            (false, UNIT / 2),
            (false, UNIT),
            (false, 2 * UNIT),
            (true, UNIT),
            (true, 2 * UNIT),
        ] {
            let layout = layout(skeleton);
            let estimator = BandEstimator::new(&layout, budget);
            for (segments, params) in (0..12).flat_map(|s| (0..12).map(move |p| (s, p))) {
                for one_name in [false, true] {
                    let features = layout.specimen(segments, params, one_name);
                    let few = estimator.estimate(&features) != BandEstimate::Many;
                    let bound = if one_name { FEW_REPEATED } else { FEW };
                    let within =
                        bands::enumerate(&features, budget, bound, &mut Vec::new()).is_ok();
                    assert!(
                        within || !few,
                        "{segments} segments, {params} parameters, {budget}"
                    );
                }
            }
        }
    }

    #[test]
    fn isolated_urls_cannot_be_similar_to_those_with_many_bands() {
        let (layout, budget) = (layout(false), UNIT);
        let estimator = BandEstimator::new(&layout, budget);
        let counts: Vec<_> = (0..16).flat_map(|s| (0..16).map(move |p| (s, p))).collect();
        let estimate = |&(s, p): &(usize, usize)| estimator.estimate(&layout.specimen(s, p, false));
        let isolated: Vec<_> = counts
            .iter()
            .filter(|c| estimate(c) == BandEstimate::Isolated)
            .collect();
        let many: Vec<_> = counts
            .iter()
            .filter(|c| estimate(c) == BandEstimate::Many)
            .collect();
        assert!(!isolated.is_empty() && !many.is_empty());
        for (a, m) in isolated
            .iter()
            .flat_map(|a| many.iter().map(move |m| (a, m)))
        {
            let lacks = |x: &(usize, usize), y: &(usize, usize)| {
                layout.path_gap(x.0, y.0) + layout.params_gap(x.1, y.1)
            };
            assert!(
                lacks(a, m) > budget || lacks(m, a) > budget,
                "{a:?} and {m:?}"
            );
        }
    }

    #[test]
    fn numbers_are_shared_where_any_other_number_lacks_too_much() {
        let shared = SharedByAll::new(&layout(false), UNIT / 2);
        // At 95 %, six segments lack one of five, which is all of the budget.
        assert!((0..5).all(|segments| shared.includes_core(segments, 0)));
        assert!(!shared.includes_numbers(5, 0) && !shared.includes_numbers(6, 0));
        assert!(
            shared.includes_core(3, 1) && !shared.includes_core(3, 2),
            "half of one of two parameters fits"
        );
        assert!(
            !shared.includes_core(64, 0) && !shared.includes_core(0, 64),
            "more than the bits tell"
        );
    }
}
