//! Computes the weights by which URLs of a list can differ. Thresholds with none of these weights
//! between them give equal verdicts, so only one of them is tried.
//!
//! Two URLs differ by a sum of weights of features. A feature that differs implies that the one
//! that goes [with](Feature::with) it differs too: for a URL of 2 segments the path differs by 0,
//! 0.6, 1.8 or 3.

use std::collections::BTreeSet;

use urlsift_core::Feature;
use urlsift_core::similar::feature::{Layout, Role};
use urlsift_core::similar::similarity::difference;

use super::records::{DistinctRecords, PartCounts};

/// The most URLs that are compared pair by pair. Searches among so few never hit a limit.
const FEW: usize = 8;

/// URLs with more segments or parameters can differ by too many sums.
const MANY: usize = 32;

/// Returns all weights up to `most` that can differ between URLs with these parts. `None` if they
/// can differ by any weight.
pub(super) fn differences(
    layout: &Layout,
    most: u64,
    parts: impl Iterator<Item = PartCounts>,
) -> Option<BTreeSet<u64>> {
    let mut all = BTreeSet::new();
    for PartCounts {
        segments,
        params,
        repeats,
    } in parts
    {
        if segments.max(params) > MANY {
            return None;
        }
        let features = layout.specimen(segments, params, repeats);
        all.append(&mut sums(&features, None, most));
    }
    Some(all)
}

/// Returns all weights up to `most` by which a few URLs actually differ, however many parts they
/// have. `None` if there are more URLs, or if a position may be learned on the way.
pub(super) fn differences_of_pairs(
    layout: &Layout,
    most: u64,
    records: &DistinctRecords,
    learns: bool,
) -> Option<BTreeSet<u64>> {
    if records.len() > FEW {
        return None;
    }
    let numbers = 0..records.len() as u32;
    let features: Vec<Vec<(u64, u64)>> = numbers
        .clone()
        .map(|number| records.features(layout, number))
        .collect();
    let mut all = BTreeSet::from([0]);
    for one in numbers {
        for other in 0..one {
            if learns && may_teach(records, one, other) {
                return None;
            }
            let ours = &features[one as usize];
            let theirs = &features[other as usize];
            all.extend(difference(ours, theirs, most));
        }
    }
    Some(all)
}

/// Returns whether two URLs have different segments at one position. Otherwise each position has at
/// most one word, and nothing is learned.
fn may_teach(records: &DistinctRecords, one: u32, other: u32) -> bool {
    let one = records.url(one);
    let other = records.url(other);
    if one.service != other.service {
        return false;
    }
    let ours = records.batch.view().segments_of(one).iter();
    let theirs = records.batch.view().segments_of(other);
    ours.zip(theirs).any(|(own, other)| own != other)
}

/// Returns all sums up to `most` of features that imply the same feature, each with the features
/// that imply it.
fn sums(features: &[Feature], with: Option<u32>, most: u64) -> BTreeSet<u64> {
    let mut all = BTreeSet::from([0]);
    for (index, feature) in (0..).zip(features) {
        if feature.with == with && feature.role != Role::Constant {
            let mut more = Vec::new();
            for own in sums(features, Some(index), most) {
                for sum in &all {
                    let sum = sum + feature.weight + own;
                    if sum <= most {
                        more.push(sum);
                    }
                }
            }
            all.extend(more);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::Sift;
    use urlsift_core::hash::Key;

    #[test]
    fn urls_differ_by_sums_of_features() {
        let measure = Sift::builder().view().measure_under(&Key::new([1, 2]));
        let layout = measure.expect("the settings are valid").layout;
        let total = layout.total();
        let found = |segments, params| -> Option<Vec<u64>> {
            let parts = PartCounts {
                segments,
                params,
                repeats: false,
            };
            let found = differences(&layout, total / 2, std::iter::once(parts))?;
            // In thousandths of the weight of a URL.
            Some(
                found
                    .into_iter()
                    .map(|weight| weight * 1000 / total)
                    .collect(),
            )
        };
        // Without path and parameters: an absent path weighs 3, absent parameters 2, and the host
        // 4.
        assert_eq!(found(0, 0), Some(vec![0, 200, 300, 400, 500]));
        // The path differs by 0.6, 1.8 or 3.
        assert_eq!(
            found(2, 0),
            Some(vec![0, 60, 180, 200, 260, 300, 380, 400, 460, 500])
        );
        assert!(found(2, 3).is_some_and(|found| found.len() > 10));
        assert_eq!(found(2, 33), None);
    }
}
