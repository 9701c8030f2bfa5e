//! Sketches: the classes of features that an entry has.
//!
//! A class is a range of hashes. If a URL has features of a class and an entry has none, the entry
//! lacks these features. So sketches exclude most candidates without fetching their features.

use crate::similar::feature::Feature;

/// Number of classes.
pub(super) const CLASSES: usize = 96;

/// Returns the class of a feature.
pub(super) fn class(feature: &Feature) -> usize {
    let low_half = feature.hash & 0xFFFF_FFFF;
    ((low_half * CLASSES as u64) >> 32) as usize
}

/// The classes of features that an entry has, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sketch([u32; CLASSES / 32]);

impl Sketch {
    pub(super) fn of(features: &[Feature]) -> Self {
        let mut words = [0; CLASSES / 32];
        for class in features.iter().map(class) {
            words[class / 32] |= 1 << (class % 32);
        }
        Self(words)
    }

    pub(super) fn bits(self) -> u128 {
        let mut bits = 0;
        for &word in self.0.iter().rev() {
            bits = bits << 32 | u128::from(word);
        }
        bits
    }
}
