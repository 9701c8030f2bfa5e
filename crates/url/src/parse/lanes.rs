//! Finds the bytes of a line that need special treatment, sixteen at a time.

use std::ops::Range;

use wide::u8x16;

/// Bytes for each word of bits.
const WORD: usize = 64;
/// Bytes that are checked together.
const LANE: usize = 16;

/// Properties of a line's bytes, as bits: the lowest bit of the first word is the first byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes {
    /// The bytes that are neither letters nor digits nor `-`, `.`, `_`. Bits after the end of the
    /// line are 0.
    special: Vec<u64>,
    /// The upper-case letters of the first word.
    upper: u64,
    /// `-` and `.` of the first word.
    joints: u64,
}

impl Lanes {
    /// Classifies the bytes of a line.
    pub(super) fn read(&mut self, line: &[u8]) {
        self.special.clear();
        // Lines of whole words need one more word, which stays 0.
        self.special.resize(line.len() / WORD + 1, 0);
        (self.upper, self.joints) = (0, 0);
        let (lanes, rest) = line.as_chunks::<LANE>();
        for (i, lane) in lanes.iter().enumerate() {
            self.lane(i * LANE, lane);
        }
        if rest.is_empty() {
            return;
        }
        // The last lane overlaps the one before, whose bits do not change.
        if let Some(last) = line.last_chunk() {
            self.lane(line.len() - LANE, last);
        } else {
            let mut padded = [b'a'; LANE];
            padded[..line.len()].copy_from_slice(line);
            self.lane(0, &padded);
        }
    }

    fn lane(&mut self, at: usize, lane: &[u8; LANE]) {
        let bytes = u8x16::new(*lane);
        let joints = within(bytes, b'-', b'.');
        // `/` is the only special byte between `-` and `9`.
        let plain = within(bytes | u8x16::splat(0x20), b'a', b'z')
            | within(bytes, b'-', b'9')
            | bytes.simd_eq(u8x16::splat(b'_'));
        let special = (!plain | bytes.simd_eq(u8x16::splat(b'/'))).to_bitmask();
        let (word, shift) = (at / WORD, at % WORD);
        self.special[word] |= u64::from(special) << shift;
        if shift > WORD - LANE {
            self.special[word + 1] |= u64::from(special) >> (WORD - shift);
        }
        if word == 0 {
            self.upper |= u64::from(within(bytes, b'A', b'Z').to_bitmask()) << shift;
            self.joints |= u64::from(joints.to_bitmask()) << shift;
        }
    }

    /// Whether there is an upper-case letter in a range.
    pub(super) fn has_upper(&self, line: &[u8], range: Range<usize>) -> bool {
        match word_of(&range) {
            Some(bits) => self.upper & bits != 0,
            None => line[range].iter().any(u8::is_ascii_uppercase),
        }
    }

    /// Whether a range starts with `-` or `.`, or has two of them side by side.
    pub(super) fn has_joined_joints(&self, line: &[u8], range: Range<usize>) -> bool {
        if let Some(bits) = word_of(&range) {
            let joints = self.joints & bits;
            return joints & (joints >> 1 | 1 << range.start) != 0;
        }
        let is_joint = |byte: &u8| matches!(byte, b'-' | b'.');
        let part = &line[range];
        part.first().is_some_and(is_joint) || part.windows(2).any(|pair| pair.iter().all(is_joint))
    }

    /// The special bytes from `at` on.
    pub(super) fn from(&self, at: usize) -> Specials<'_> {
        let mut words = self.special.get(at / WORD..).unwrap_or_default().iter();
        let bits = words.next().map_or(0, |bits| bits & (!0 << (at % WORD)));
        Specials { words, bits, start: at / WORD * WORD }
    }
}

/// The bits of a range in the first word; `None` if the range is longer.
fn word_of(range: &Range<usize>) -> Option<u64> {
    (range.end < WORD).then(|| (1 << range.end) - (1 << range.start))
}

/// The offsets of special bytes, in order.
#[derive(Debug)]
pub(super) struct Specials<'l> {
    words: std::slice::Iter<'l, u64>,
    bits: u64,
    start: usize,
}

impl Iterator for Specials<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            self.bits = *self.words.next()?;
            self.start += WORD;
        }
        let at = self.start + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

/// Returns which bytes are from `first` to `last`.
fn within(bytes: u8x16, first: u8, last: u8) -> u8x16 {
    let above = bytes - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_byte_is_seen_as_it_is(
            line in proptest::collection::vec(
                prop_oneof![any::<u8>(), proptest::sample::select(b"aZ09-._/:?#%&=".to_vec())], 0..200
            ),
            before in 0..200_usize,
            length in 0..80_usize,
        ) {
            let mut lanes = Lanes::default();
            // Keeps nothing of the previous line.
            lanes.read(&[b'/'; 300][..before]);
            lanes.read(&line);
            let special = |at: &usize| !line[*at].is_ascii_alphanumeric() && !b"-._".contains(&line[*at]);
            let start = before.min(line.len());
            let expected: Vec<usize> = (start..line.len()).filter(special).collect();
            prop_assert_eq!(lanes.from(start).collect::<Vec<_>>(), expected);

            let range = start..(start + length).min(line.len());
            let part = &line[range.clone()];
            prop_assert_eq!(lanes.has_upper(&line, range.clone()), part.iter().any(u8::is_ascii_uppercase));
            let is_joint = |byte: u8| matches!(byte, b'-' | b'.');
            let joined = (0..part.len()).any(|i| is_joint(part[i]) && (i == 0 || is_joint(part[i - 1])));
            prop_assert_eq!(lanes.has_joined_joints(&line, range), joined);
        }
    }
}
