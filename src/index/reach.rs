//! Which URLs can be similar to one with too many bands at all.
//!
//! Two URLs whose paths or parameters differ much in number lack more than the budget in any case. So most URLs with few bands
//! can never meet one with too many, and need not be kept for comparison, which is what they would cost most.

use crate::bands;
use crate::features::Layout;
use crate::similarity::UNIT;

/// Counts of segments and parameters that are looked at one by one.
const COUNTS: usize = 65;

/// More than splits lose to rounding.
const ROUNDING: u64 = UNIT / 100;

/// Numbers of segments, and of parameters, none of which may differ, and whose URLs no URL of another such number can be similar
/// to: those below 64, as bits. Only for a layout without skeletons.
pub(crate) fn apart(layout: &Layout, budget: u64) -> (u64, u64) {
    debug_assert!(!layout.skeleton);
    let weights = &layout.weights;
    let bits = |bound: &dyn Fn(usize) -> bool, gap: &dyn Fn(usize, usize) -> u64| {
        // More than COUNTS parts differ from fewer than 64 in more than COUNTS do.
        let alone =
            |n: usize| (0..=COUNTS).filter(|&m| m != n).all(|m| gap(n, m).max(gap(m, n)) > budget + ROUNDING);
        (0..64).filter(|&n| bound(n) && alone(n)).fold(0, |bits, n| bits | 1 << n)
    };
    if weights.host <= budget {
        return (0, 0);
    }
    (
        bits(&|n| weights.path / n.max(1) as u64 > budget, &|own, other| layout.path_gap(own, other)),
        // Half of a parameter is its name, half its value.
        bits(
            &|n| (if n == 0 { weights.params } else { weights.params / n as u64 / 2 }) > budget,
            &|own, other| layout.params_gap(own, other),
        ),
    )
}

/// What has been found out about pairs of counts.
#[derive(Debug)]
pub(crate) struct Reach {
    pub(super) layout: Layout,
    budget: u64,
    bound: usize,
    /// By numbers of segments and parameters: whether a URL can have too many bands.
    wide: Vec<Option<bool>>,
    /// By the same: whether a URL can be similar to such a one.
    reaches: Vec<Option<bool>>,
}

impl Reach {
    /// For URLs of a layout, of which those with more than `bound` bands have too many.
    pub(crate) fn new(layout: &Layout, budget: u64, bound: usize) -> Self {
        let unknown = || vec![None; COUNTS * COUNTS];
        Self { layout: layout.clone(), budget, bound, wide: unknown(), reaches: unknown() }
    }

    /// Whether a URL of so many segments and parameters can be similar to one with too many bands. It may say yes in vain.
    pub(crate) fn reaches(&mut self, segments: usize, params: usize) -> bool {
        let slack = self.budget + ROUNDING;
        if segments >= COUNTS
            || params >= COUNTS
            || self.layout.path_gap(COUNTS, segments) <= slack
            || self.layout.params_gap(COUNTS, params) <= slack
        {
            return true;
        }
        let at = segments * COUNTS + params;
        if let Some(known) = self.reaches[at] {
            return known;
        }
        let all = (0..COUNTS).flat_map(|s| (0..COUNTS).map(move |p| (s, p)));
        let found = all.into_iter().any(|(s, p)| {
            let gap = |s, p, other_s, other_p| {
                self.layout.path_gap(s, other_s) + self.layout.params_gap(p, other_p)
            };
            gap(s, p, segments, params) <= self.budget
                && gap(segments, params, s, p) <= self.budget
                && self.is_wide(s, p)
        });
        self.reaches[at] = Some(found);
        found
    }

    /// Whether a URL of so many segments and parameters can have more bands than the bound. It may say yes in vain.
    pub(crate) fn is_wide(&mut self, segments: usize, params: usize) -> bool {
        if segments >= COUNTS || params >= COUNTS {
            return true;
        }
        let at = segments * COUNTS + params;
        *self.wide[at].get_or_insert_with(|| {
            let mut features = Vec::new();
            self.layout.specimen(segments, params, &mut features);
            bands::enumerate(&features, self.budget, self.bound, &mut Vec::new()).is_err()
        })
    }
}
