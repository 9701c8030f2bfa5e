//! Which thresholds cannot differ: where no URLs of the list can differ by a weight that the one allows and the other does not.
//!
//! What two URLs differ in is a sum of weights of features, and with each feature differs the one that goes [with](Feature::with) it. So
//! for a URL of 2 segments the path differs by 0, 0.6, 1.8 or 3, and thresholds between which no such sum lies give equal verdicts.

use crate::feature::{Feature, Layout, Role};

use super::records::Parts;

/// Subsets of more equal parts than this are taken for all sums between the least and the largest.
const COUNTED: u64 = 32;

/// Sums of weights, as ranges without gaps, from the least on.
type Sums = Vec<(u64, u64)>;

/// Says for each budget but the last, which are in falling order, whether verdicts under it may differ from those under the next.
pub(super) fn differ(layout: &Layout, budgets: &[u64], parts: impl Iterator<Item = Parts>) -> Vec<bool> {
    let mut differ = vec![false; budgets.len().saturating_sub(1)];
    for Parts { segments, params, repeats } in parts {
        // Of so many parts each weighs next to nothing.
        let few = |count: usize| count.min(1 << 12);
        let features = layout.specimen(few(segments), few(params), repeats);
        let sums = sums(&features, None, budgets.first().copied().unwrap_or_default());
        for (differ, budgets) in differ.iter_mut().zip(budgets.windows(2)) {
            *differ |= sums.iter().any(|&(least, most)| least <= budgets[0] && most > budgets[1]);
        }
    }
    differ
}

/// All sums up to `most` of features that go with the same one, each with those that go with it.
fn sums(features: &[Feature], with: Option<u32>, most: u64) -> Sums {
    let mut groups: Vec<(Sums, u64)> = Vec::new();
    for (index, feature) in (0..).zip(features) {
        if feature.with != with || feature.role == Role::Constant {
            continue;
        }
        let own = |&(least, most): &(u64, u64)| (feature.weight + least, feature.weight + most);
        let below = if features.iter().any(|other| other.with == Some(index)) {
            sums(features, Some(index), most)
        } else {
            vec![(0, 0)]
        };
        let below: Sums = below.iter().map(own).collect();
        match groups.iter_mut().find(|(known, _)| *known == below) {
            Some((_, count)) => *count += 1,
            None => groups.push((below, 1)),
        }
    }
    let mut all = vec![(0, 0)];
    for (one, count) in groups {
        if count > COUNTED {
            let (least, largest) = (one[0].0, one[one.len() - 1].1.saturating_mul(count));
            all = added(&all, &[(least, largest)], most);
        } else {
            for _ in 0..count {
                all = added(&all, &one, most);
            }
        }
    }
    all
}

/// The sums of both with and without those of the other.
fn added(sums: &[(u64, u64)], others: &[(u64, u64)], most: u64) -> Sums {
    let mut all = sums.to_vec();
    for &(least, largest) in sums {
        all.extend(others.iter().map(|other| (least + other.0, largest.saturating_add(other.1))));
    }
    all.retain(|&(least, _)| least <= most);
    all.sort_unstable();
    let mut merged: Sums = Vec::with_capacity(all.len());
    for (least, largest) in all {
        match merged.last_mut() {
            Some(last) if least <= last.1 => last.1 = last.1.max(largest),
            _ => merged.push((least, largest)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sift;
    use crate::hash::Key;

    #[test]
    fn thresholds_differ_where_a_sum_lies_between_them() {
        let (layout, _) = Sift::builder().layout(&Key::new([1, 2])).expect("the settings are valid");
        let percent: Vec<u64> = (50..=100).collect();
        let budgets: Vec<u64> =
            percent.iter().map(|percent| layout.weights.total() / 100 * (100 - percent)).collect();
        let found = |segments, params| -> Vec<u64> {
            let parts = Parts { segments, params, repeats: false };
            let differ = differ(&layout, &budgets, std::iter::once(parts));
            differ.iter().zip(&percent).filter(|(differ, _)| **differ).map(|(_, percent)| *percent).collect()
        };
        // Without path and parameters: an absent path weighs 3, absent parameters 2, and the host 4.
        assert_eq!(found(0, 0), [50, 60, 70, 80]);
        // The path differs by 0.6, 1.8 or 3.
        assert_eq!(found(2, 0), [50, 54, 60, 62, 70, 74, 80, 82, 94]);
        assert!(found(2, 3).len() > 10);
        let many = found(1000, 2000);
        assert!((50..94).all(|percent| many.contains(&percent)) && !many.contains(&95), "{many:?}");
    }
}
