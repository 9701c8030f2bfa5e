//! Finds the bytes of a line that need special treatment, sixteen at a time.

use crate::lanes::{LANE, bits, each, is, u8x16, within};

/// Bytes for each word of bits.
const WORD: usize = 64;

/// The bytes of a line that are neither letters nor digits nor `-`, `.`, `_`, as bits: the lowest
/// bit of the first word is the first byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes(Vec<u64>);

/// Properties of the bytes of a host, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HostLanes {
    upper: u64,
    hyphens: u64,
    dots: u64,
}

impl Lanes {
    /// Classifies the bytes of a line.
    pub(super) fn read(&mut self, line: &[u8]) {
        self.0.clear();
        for word in line.chunks(WORD) {
            let mut special = 0;
            each(word, b'a', |lane, at| special |= bits(is_special(lane), at));
            self.0.push(special);
        }
    }

    /// The special bytes from `at` on.
    #[inline]
    pub(super) fn from(&self, at: usize) -> Specials<'_> {
        let mut words = self.0.get(at / WORD..).unwrap_or_default().iter();
        let bits = words.next().map_or(0, |bits| bits & (!0 << (at % WORD)));
        Specials {
            words,
            bits,
            start: at / WORD * WORD,
        }
    }
}

impl HostLanes {
    /// Classifies the first `length` bytes of a text; `None` if they are too many.
    pub(super) fn of(text: &[u8], length: usize) -> Option<Self> {
        let mut host = Self::default();
        let used = length.next_multiple_of(LANE).min(text.len());
        if length >= WORD {
            return None;
        }
        each(&text[..used], b'a', |lane, at| {
            host.upper |= bits(within(lane, b'A', b'Z'), at);
            host.hyphens |= bits(is(lane, b'-'), at);
            host.dots |= bits(is(lane, b'.'), at);
        });
        let own = (1 << length) - 1;
        Some(Self {
            upper: host.upper & own,
            hyphens: host.hyphens & own,
            dots: host.dots & own,
        })
    }

    /// Whether there is an upper-case letter.
    pub(super) fn has_upper(self) -> bool {
        self.upper != 0
    }

    /// Whether it starts with `-` or `.`, or has two of them side by side.
    pub(super) fn has_joined_joints(self) -> bool {
        let joints = self.hyphens | self.dots;
        joints & (joints >> 1 | 1) != 0
    }

    /// The offset after the last dot before `end`; 0 if there is none.
    pub(super) fn after_last_dot(self, end: usize) -> usize {
        (u64::BITS - (self.dots & ((1 << end) - 1)).leading_zeros()) as usize
    }
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

    #[inline]
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

#[inline]
fn is_special(lane: u8x16) -> u8x16 {
    // `/` is the only special byte between `-` and `9`.
    let plain =
        within(lane | u8x16::splat(0x20), b'a', b'z') | within(lane, b'-', b'9') | is(lane, b'_');
    !plain | is(lane, b'/')
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

            let part = &line[start..(start + length).min(line.len())];
            let Some(host) = HostLanes::of(&line[start..], part.len()) else {
                prop_assert!(part.len() >= WORD);
                return Ok(());
            };
            prop_assert_eq!(host.has_upper(), part.iter().any(u8::is_ascii_uppercase));
            let is_joint = |byte: u8| matches!(byte, b'-' | b'.');
            let joined = (0..part.len()).any(|i| is_joint(part[i]) && (i == 0 || is_joint(part[i - 1])));
            prop_assert_eq!(host.has_joined_joints(), joined);
            let after = part.iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
            prop_assert_eq!(host.after_last_dot(part.len()), after);
        }
    }
}
