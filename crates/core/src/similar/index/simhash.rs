//! SimHash codes (Charikar 2002, Manku, Jain and Das Sarma 2007), and finding near ones.
//!
//! A code has 64 bits: for each bit, every feature votes with its weight for or against, by the bit
//! of its hash. Similarity is `100 (1 - d / 64)` for codes that differ in d bits. This is the
//! recipe of the literature, taken literally: absent components are not features, and a heavy
//! feature can outvote all others in every bit.
//!
//! Codes within radius r are found through slices: cut the 64 bits into m slices, and at least one
//! slice of a near code differs in at most r / m bits (pigeonhole; Norouzi, Punjani and Fleet
//! 2012). So each slice has a table of its own, and a search looks up every value near the slice's
//! own. Few codes, or a radius that makes that expensive, are compared one by one.

use super::{Id, Match, Neighbours};
use crate::similar::feature::{Feature, Layout, Role};

/// Number of codes below which a linear scan is faster: measured at about 1,000.
const FEW: usize = 1024;

/// Computes the code of a URL.
pub fn code(features: &[Feature]) -> u64 {
    let mut votes = [0_i64; 64];
    for feature in features.iter().filter(|f| f.role != Role::Absent) {
        #[allow(clippy::cast_possible_wrap, reason = "weights are far below 2^63")]
        let weight = feature.weight as i64;
        for (bit, vote) in votes.iter_mut().enumerate() {
            if feature.hash >> bit & 1 == 1 {
                *vote += weight;
            } else {
                *vote -= weight;
            }
        }
    }
    let mut code = 0;
    for (bit, &vote) in votes.iter().enumerate() {
        code |= u64::from(vote > 0) << bit;
    }
    code
}

/// The codes of all representatives, and tables of their slices once there are many.
#[derive(Clone, Debug)]
pub struct Slices {
    radius: u32,
    /// All codes in a row, while they are few or the radius is wide.
    codes: Vec<CodeEntry>,
    slices: Vec<Slice>,
}

/// The code of a representative.
#[derive(Clone, Copy, Debug)]
struct CodeEntry {
    code: u64,
    id: Id,
}

/// One run of bits, and the codes by their value there.
#[derive(Clone, Debug)]
struct Slice {
    shift: u32,
    width: u32,
    /// The codes themselves, because following numbers to them would cost a cache miss each.
    buckets: Vec<Vec<CodeEntry>>,
}

impl Slices {
    pub fn new(radius: u32) -> Self {
        Self {
            radius,
            codes: Vec::new(),
            slices: Vec::new(),
        }
    }

    /// Returns the number of slices for a radius: as few as keep the lookups of a slice below a few
    /// hundred. `None` if no number does.
    fn count(radius: u32) -> Option<u32> {
        // Measured at 10^5 codes: 4 slices for radius 3 and 6, 7 for radius 12. Slices of 16 bits
        // or fewer have tables of reasonable size.
        match radius {
            0..=7 => Some(4),
            8..=13 => Some(7),
            _ => None,
        }
    }

    /// Builds the tables from the codes.
    fn slice(&mut self, count: u32) {
        let start = |i: u32| i * 64 / count;
        let slice = |i: u32| {
            let shift = start(i);
            let width = start(i + 1) - shift;
            Slice {
                shift,
                width,
                buckets: vec![Vec::new(); 1 << width],
            }
        };
        self.slices = (0..count).map(slice).collect();
        for entry in std::mem::take(&mut self.codes) {
            self.enter_slices(entry);
        }
    }

    fn enter_slices(&mut self, entry: CodeEntry) {
        for slice in &mut self.slices {
            let value = slice.value(entry.code);
            slice.buckets[value].push(entry);
        }
    }

    /// Enters a code.
    pub fn enter(&mut self, code: u64, id: Id) {
        let entry = CodeEntry { code, id };
        if !self.slices.is_empty() {
            return self.enter_slices(entry);
        }
        self.codes.push(entry);
        if self.codes.len() > FEW
            && let Some(count) = Self::count(self.radius)
        {
            self.slice(count);
        }
    }

    /// Calls `each` once with every code within the radius.
    pub fn each_near(&self, wanted: u64, mut each: impl FnMut(u64, Id)) {
        let near = |code: u64| (code ^ wanted).count_ones() <= self.radius;
        for entry in &self.codes {
            if near(entry.code) {
                each(entry.code, entry.id);
            }
        }
        let reach = self.reach();
        for (number, slice) in self.slices.iter().enumerate() {
            let found_before = |code: u64| {
                self.slices[..number]
                    .iter()
                    .any(|s| s.distance(code, wanted) <= reach)
            };
            slice.near(wanted, reach, &mut |bucket| {
                for entry in bucket {
                    if near(entry.code) && !found_before(entry.code) {
                        each(entry.code, entry.id);
                    }
                }
            });
        }
    }

    /// Returns the maximum number of bits in which one slice of a near code differs.
    fn reach(&self) -> u32 {
        self.radius / (self.slices.len() as u32).max(1)
    }
}

impl Slice {
    fn value(&self, code: u64) -> usize {
        (code >> self.shift) as usize & ((1 << self.width) - 1)
    }

    /// Returns the number of bits of this slice in which two codes differ.
    fn distance(&self, one: u64, other: u64) -> u32 {
        (self.value(one) ^ self.value(other)).count_ones()
    }

    /// Calls `each` with every bucket whose value differs from the code's in at most `radius` bits.
    fn near<'a>(&'a self, code: u64, radius: u32, each: &mut impl FnMut(&'a [CodeEntry])) {
        self.flip(self.value(code), 0, radius, each);
    }

    fn flip<'a>(
        &'a self,
        value: usize,
        from: u32,
        radius: u32,
        each: &mut impl FnMut(&'a [CodeEntry]),
    ) {
        each(&self.buckets[value]);
        if radius > 0 {
            for bit in from..self.width {
                self.flip(value ^ 1 << bit, bit + 1, radius - 1, each);
            }
        }
    }
}

impl Neighbours for Slices {
    const MIXES: bool = true;

    fn find(&mut self, features: &[Feature]) -> Option<Match> {
        let wanted = code(features);
        let near = |code: u64| (code ^ wanted).count_ones() <= self.radius;
        if self.slices.is_empty() {
            // Variants of one representative are adjacent and in order, so the first hit is the
            // earliest.
            let first = self.codes.iter().find(|entry| near(entry.code))?;
            return Some(Match::Named(first.id));
        }
        let mut best = None;
        let reach = self.reach();
        for slice in &self.slices {
            slice.near(wanted, reach, &mut |bucket| {
                for entry in bucket {
                    if !near(entry.code) {
                        continue;
                    }
                    best = match best {
                        Some(earlier) => Some(entry.id.min(earlier)),
                        None => Some(entry.id),
                    };
                }
            });
        }
        best.map(Match::Named)
    }

    fn heap_bytes(&self) -> usize {
        let mut codes = self.codes.capacity();
        for slice in &self.slices {
            for bucket in &slice.buckets {
                codes += bucket.capacity();
            }
        }
        codes * size_of::<CodeEntry>()
    }

    fn insert(&mut self, features: &[Feature], id: Id) {
        self.enter(code(features), id);
    }

    fn empty(&self, _: &Layout) -> Self {
        Self::new(self.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::index::tests::features;

    #[test]
    fn a_code_follows_the_heavier_votes() {
        let mut list = features([u64::MAX, 0b0101]);
        assert_eq!(code(&list), 0b0101, "a tie is no vote for a bit");
        list[0].weight = 2;
        assert_eq!(code(&list), u64::MAX);
        list[0].role = Role::Absent;
        assert_eq!(code(&list), 0b0101, "what is absent has no vote");
    }

    #[test]
    fn slices_find_the_earliest_code_within_the_radius() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        for radius in [0, 3, 6, 12, 20] {
            let (mut slices, mut codes) = (Slices::new(radius), Vec::new());
            for id in 0..2 * FEW as u64 {
                // With one feature, its hash is the code. Half of them are near an earlier one.
                let mut code = draw();
                if id % 2 == 1 {
                    code = codes[(code % id) as usize];
                    (0..draw() % 16).for_each(|_| code ^= 1 << (draw() % 64));
                }
                let near = |other: &u64| (other ^ code).count_ones() <= radius;
                let expected = codes.iter().position(near).map(|id| Match::Named(id as Id));
                assert_eq!(
                    slices.find(&features([code])),
                    expected,
                    "radius {radius}, code {id}"
                );
                if id % 16 == 0 {
                    let mut found = Vec::new();
                    slices.each_near(code, |_, id| found.push(id));
                    found.sort_unstable();
                    let near = |(_, other): &(u64, &u64)| near(other);
                    assert!(
                        (0..).zip(&codes).filter(near).map(|(id, _)| id).eq(found),
                        "radius {radius}, code {id}"
                    );
                }
                slices.insert(&features([code]), id);
                codes.push(code);
            }
            assert!(slices.heap_bytes() >= codes.len() * 8);
        }
    }
}
