//! How many bands URLs have, told from their numbers of segments and parameters, and which can be similar to one with many.
//!
//! Two URLs whose paths or parameters differ much in number lack more than the budget in any case. So most URLs with few bands
//! can never meet one with too many, and need not be kept for comparison, which is what they would cost most.

use super::bands;
use crate::feature::{Component, Feature, Layout, Role};
use crate::similarity::UNIT;
use std::sync::OnceLock;

/// How many bands a URL has at most that enters all of them at once.
const FEW: usize = 24;

/// The same for one that repeats the names of parameters, which is seldom.
const FEW_REPEATED: usize = 64;

/// Counts of segments and parameters that are looked at one by one.
const COUNTS: usize = 65;

/// More than splits lose to rounding.
const ROUNDING: u64 = UNIT / 100;

/// For each number of segments, and of parameters, what URLs of that number can be similar to. Numbers are bits, so only those below
/// 64 are told. Only for a layout without skeletons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    /// No URL of another number can be similar.
    alone: Both,
    /// None of the segments, or parameters, nor the host may differ.
    fixed: Both,
}

/// Bits for numbers of segments and of parameters.
#[derive(Clone, Copy, Debug)]
struct Both(u64, u64);

impl Counts {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        debug_assert!(!layout.skeleton);
        let weights = &layout.weights;
        let bits = |is: &dyn Fn(usize) -> bool| (0..64).filter(|&n| is(n)).fold(0, |bits, n| bits | 1 << n);
        let alone = |gap: &dyn Fn(usize, usize) -> u64| {
            // More than COUNTS parts differ from fewer than 64 in more than COUNTS do.
            bits(&|n| (0..=COUNTS).filter(|&m| m != n).all(|m| gap(n, m).max(gap(m, n)) > budget + ROUNDING))
        };
        // Half of a parameter is its name, half its value.
        let param = |n: usize| if n == 0 { weights.params } else { weights.params / n as u64 / 2 };
        let fixed = Both(bits(&|n| weights.path / n.max(1) as u64 > budget), bits(&|n| param(n) > budget));
        Self {
            alone: Both(
                alone(&|own, other| layout.path_gap(own, other)),
                alone(&|own, other| layout.params_gap(own, other)),
            ),
            fixed: if weights.host > budget { fixed } else { Both(0, 0) },
        }
    }

    /// Whether all URLs that are similar to one of these numbers have the same.
    #[inline]
    pub(crate) fn are_alone(&self, segments: usize, pairs: usize) -> bool {
        self.alone.has(segments, pairs)
    }

    /// Whether URLs of these numbers can only be similar to others that differ in scheme and fragment at most.
    #[inline]
    pub(crate) fn are_apart(&self, segments: usize, pairs: usize) -> bool {
        self.alone.has(segments, pairs) && self.fixed.has(segments, pairs)
    }
}

impl Both {
    #[inline]
    fn has(self, segments: usize, pairs: usize) -> bool {
        segments < 64 && pairs < 64 && self.0 >> segments & self.1 >> pairs & 1 == 1
    }
}

/// How many bands a URL has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowding {
    /// Few, and it cannot be similar to a URL that has many.
    Apart,
    /// Few.
    Few,
    /// Perhaps many.
    Many,
}

/// What has been found out about pairs of counts.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    layout: Layout,
    budget: u64,
    /// By numbers of segments and parameters: whether a URL can have too many bands.
    wide: Vec<OnceLock<bool>>,
    /// By the same: whether a URL can be similar to such a one.
    reaches: Vec<OnceLock<bool>>,
}

impl Reach {
    pub(crate) fn new(layout: &Layout, budget: u64) -> Self {
        let unknown = || vec![OnceLock::new(); COUNTS * COUNTS];
        Self { layout: layout.clone(), budget, wide: unknown(), reaches: unknown() }
    }

    /// How many bands a URL with these features has.
    pub(crate) fn crowding(&self, features: &[Feature]) -> Crowding {
        // What terms weigh is not told from their number.
        if self.layout.has_terms() {
            return Crowding::Many;
        }
        let (mut path, mut params) = (0, 0);
        for feature in features.iter().filter(|f| f.role != Role::Absent) {
            path += usize::from(feature.component == Component::Path);
            params += usize::from(feature.component == Component::Params);
        }
        let (segments, pairs) = self.layout.counts(path, params);
        if self.is_wide(segments, pairs) {
            Crowding::Many
        } else if self.reaches(segments, pairs) {
            Crowding::Few
        } else {
            Crowding::Apart
        }
    }

    /// Whether a URL of so many segments and parameters can be similar to one with many bands. A false positive is possible.
    pub(super) fn reaches(&self, segments: usize, params: usize) -> bool {
        if segments >= COUNTS || params >= COUNTS {
            return true;
        }
        *self.reaches[segments * COUNTS + params].get_or_init(|| {
            let slack = self.budget + ROUNDING;
            if self.layout.path_gap(COUNTS, segments).min(self.layout.params_gap(COUNTS, params)) <= slack {
                return true;
            }
            // What one lacks of the other and the other of the one, for each number that leaves something of the budget.
            let near = |own: usize, gap: &dyn Fn(usize, usize) -> u64| -> Vec<(usize, [u64; 2])> {
                let gaps = (0..COUNTS).map(|other| (other, [gap(own, other), gap(other, own)]));
                gaps.filter(|(_, gaps)| gaps.iter().all(|&gap| gap <= self.budget)).collect()
            };
            let paths = near(segments, &|own, other| self.layout.path_gap(own, other));
            let queries = near(params, &|own, other| self.layout.params_gap(own, other));
            paths.iter().any(|(s, path)| {
                queries.iter().any(|(p, query)| {
                    path[0] + query[0] <= self.budget
                        && path[1] + query[1] <= self.budget
                        && self.is_wide(*s, *p)
                })
            })
        })
    }

    /// Whether a URL of so many segments and parameters can have many bands. A false positive is possible.
    fn is_wide(&self, segments: usize, params: usize) -> bool {
        if segments >= COUNTS || params >= COUNTS {
            return true;
        }
        *self.wide[segments * COUNTS + params].get_or_init(|| {
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
    use crate::hash::Key;
    use crate::similarity::Weights;

    fn layout(skeleton: bool) -> Layout {
        Layout::new(&Key::new([1, 2]), Weights::default(), skeleton)
    }

    #[test]
    fn few_bands_are_few_whatever_the_names() {
        for (skeleton, budget) in
            [(false, UNIT / 2), (false, UNIT), (false, 2 * UNIT), (true, UNIT), (true, 2 * UNIT)]
        {
            let layout = layout(skeleton);
            let reach = Reach::new(&layout, budget);
            for (segments, params) in (0..12).flat_map(|s| (0..12).map(move |p| (s, p))) {
                for one_name in [false, true] {
                    let features = layout.specimen(segments, params, one_name);
                    let few = reach.crowding(&features) != Crowding::Many;
                    let bound = if one_name { FEW_REPEATED } else { FEW };
                    let within = bands::enumerate(&features, budget, bound, &mut Vec::new()).is_ok();
                    assert!(within || !few, "{segments} segments, {params} parameters, {budget}");
                }
            }
        }
    }

    #[test]
    fn urls_apart_cannot_be_similar_to_crowded_ones() {
        let (layout, budget) = (layout(false), UNIT);
        let reach = Reach::new(&layout, budget);
        let counts: Vec<_> = (0..16).flat_map(|s| (0..16).map(move |p| (s, p))).collect();
        let crowding = |&(s, p): &(usize, usize)| reach.crowding(&layout.specimen(s, p, false));
        let apart: Vec<_> = counts.iter().filter(|c| crowding(c) == Crowding::Apart).collect();
        let many: Vec<_> = counts.iter().filter(|c| crowding(c) == Crowding::Many).collect();
        assert!(!apart.is_empty() && !many.is_empty());
        for (a, m) in apart.iter().flat_map(|a| many.iter().map(move |m| (a, m))) {
            let lacks = |x: &(usize, usize), y: &(usize, usize)| {
                layout.path_gap(x.0, y.0) + layout.params_gap(x.1, y.1)
            };
            assert!(lacks(a, m) > budget || lacks(m, a) > budget, "{a:?} and {m:?}");
        }
    }

    #[test]
    fn counts_are_alone_where_any_other_number_lacks_too_much() {
        let counts = Counts::new(&layout(false), UNIT / 2);
        // At 95 %, six segments lack one of five, which is all of the budget.
        assert!((0..5).all(|segments| counts.are_apart(segments, 0)));
        assert!(!counts.are_alone(5, 0) && !counts.are_alone(6, 0));
        assert!(counts.are_apart(3, 1) && !counts.are_apart(3, 2), "half of one of two parameters fits");
        assert!(!counts.are_apart(64, 0) && !counts.are_apart(0, 64), "more than the bits tell");
    }
}
