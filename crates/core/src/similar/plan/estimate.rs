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
#[derive(Clone, Copy, Debug, Default)]
struct CountSet {
    segments: u64,
    pairs: u64,
}

impl SharedByAll {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        debug_assert!(!layout.skeleton);
        let weights = &layout.weights;
        let numbers = CountSet {
            segments: fixed_counts(budget, |own, other| layout.path_gap(own, other)),
            pairs: fixed_counts(budget, |own, other| layout.params_gap(own, other)),
        };
        // Half of a parameter is its name, half its value.
        let param = |count: usize| match count as u64 {
            0 => weights.params,
            count => weights.params / count / 2,
        };
        let mut parts = CountSet::default();
        if weights.host > budget {
            parts.segments = counts(|count| weights.path / count.max(1) as u64 > budget);
            parts.pairs = counts(|count| param(count) > budget);
        }
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

/// Returns the numbers below 64 with a property, as bits.
fn counts(has: impl Fn(usize) -> bool) -> u64 {
    let mut bits = 0;
    for count in 0..64 {
        bits |= u64::from(has(count)) << count;
    }
    bits
}

/// Returns the numbers from which all others differ by more than a budget, given the gap between
/// two numbers.
fn fixed_counts(budget: u64, gap: impl Fn(usize, usize) -> u64) -> u64 {
    let differ = |one, other| gap(one, other).max(gap(other, one)) > budget + ROUNDING;
    // More than COUNTS parts differ from fewer than 64 in more than COUNTS do.
    counts(|count| (0..=COUNTS).all(|other| other == count || differ(count, other)))
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
        let find = || self.find_near_many(segments, params);
        *self.is_near_many[segments * COUNTS + params].get_or_init(find)
    }

    /// Whether any numbers with which a URL can be similar to one with these can have many bands.
    fn find_near_many(&self, segments: usize, params: usize) -> bool {
        let Self { layout, budget, .. } = self;
        let path_gap = layout.path_gap(COUNTS, segments);
        let params_gap = layout.params_gap(COUNTS, params);
        if path_gap.min(params_gap) <= budget + ROUNDING {
            return true;
        }
        for other_segments in 0..COUNTS {
            // The weights that either URL has and the other lacks.
            let own_path = layout.path_gap(segments, other_segments);
            let other_path = layout.path_gap(other_segments, segments);
            if own_path.max(other_path) > *budget {
                continue;
            }
            for other_params in 0..COUNTS {
                let own = own_path + layout.params_gap(params, other_params);
                let other = other_path + layout.params_gap(other_params, params);
                if own.max(other) <= *budget && self.has_many(other_segments, other_params) {
                    return true;
                }
            }
        }
        false
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
