//! Compares with every representative: slow, and right by definition. The oracle of the other
//! indexes.

use super::simhash;
use super::{Id, Match, Neighbours};
use crate::similar::feature::{Feature, Layout, sorted};
use crate::similar::similarity;
use urlsift_url::reserved::Reserved;

/// All representatives in a row.
#[derive(Clone, Debug)]
pub(super) struct Exhaustive {
    comparing: FingerprintMeasure,
    entries: Vec<ComparedEntry>,
}

/// A representative, and what is compared of it.
#[derive(Clone, Debug)]
struct ComparedEntry {
    id: Id,
    fingerprint: Fingerprint,
}

/// The way in which two URLs are compared.
#[derive(Clone, Copy, Debug)]
pub(super) enum FingerprintMeasure {
    /// The overlap of their features, within a budget.
    Overlap(u64),
    /// The Hamming distance of their codes, within a radius.
    SimHash(u32),
}

#[derive(Clone, Debug)]
enum Fingerprint {
    Features(Vec<(u64, u64)>),
    Code(u64),
}

impl FingerprintMeasure {
    fn are_similar(self, one: &Fingerprint, other: &Fingerprint) -> bool {
        match (self, one, other) {
            (Self::Overlap(budget), Fingerprint::Features(one), Fingerprint::Features(other)) => {
                similarity::is_similar(one, other, budget)
            }
            (Self::SimHash(radius), Fingerprint::Code(one), Fingerprint::Code(other)) => {
                (one ^ other).count_ones() <= radius
            }
            _ => unreachable!("an index holds fingerprints of one kind"),
        }
    }
}

impl Exhaustive {
    pub(super) fn new(comparing: FingerprintMeasure) -> Self {
        Self {
            comparing,
            entries: Vec::new(),
        }
    }

    fn fingerprint(&self, features: &[Feature]) -> Fingerprint {
        match self.comparing {
            FingerprintMeasure::Overlap(_) => Fingerprint::Features(sorted(features)),
            FingerprintMeasure::SimHash(_) => Fingerprint::Code(simhash::code(features)),
        }
    }
}

impl Neighbours for Exhaustive {
    const MIXES: bool = true;

    fn find(&mut self, features: &[Feature]) -> Option<Match> {
        let wanted = self.fingerprint(features);
        for entry in &self.entries {
            if self.comparing.are_similar(&entry.fingerprint, &wanted) {
                return Some(Match::Named(entry.id));
            }
        }
        None
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        let fingerprint = self.fingerprint(features);
        self.entries.push(ComparedEntry { id, fingerprint });
    }

    fn heap_bytes(&self) -> usize {
        let mut bytes = self.entries.len() * size_of::<ComparedEntry>();
        for entry in &self.entries {
            if let Fingerprint::Features(features) = &entry.fingerprint {
                bytes += features.reserved_bytes();
            }
        }
        bytes
    }

    fn empty(&self, _: &Layout) -> Self {
        Self::new(self.comparing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::index::tests::features;

    #[test]
    fn both_sides_may_lack_the_budget_and_no_more() {
        let mut oracle = Exhaustive::new(FingerprintMeasure::Overlap(2));
        oracle.insert(&features([1, 2, 3, 4]), 8);
        oracle.insert(&features([1, 2, 3, 5]), 9);
        assert_eq!(
            oracle.find(&features([1, 2, 3, 5])),
            Some(Match::Named(8)),
            "the earliest"
        );
        assert_eq!(oracle.find(&features([1, 2])), Some(Match::Named(8)));
        assert_eq!(
            oracle.find(&features([1])),
            None,
            "it lacks three of the entry"
        );
        assert_eq!(
            oracle.find(&features([1, 2, 3, 4, 6, 7, 8])),
            None,
            "the entry lacks three of it"
        );
        assert!(oracle.heap_bytes() >= 8 * size_of::<(u64, u64)>());
    }

    #[test]
    fn codes_are_within_the_radius() {
        let mut oracle = Exhaustive::new(FingerprintMeasure::SimHash(2));
        oracle.insert(&features([0b1111]), 3);
        assert_eq!(oracle.find(&features([0b1100])), Some(Match::Named(3)));
        assert_eq!(oracle.find(&features([0b1000])), None);
    }
}
