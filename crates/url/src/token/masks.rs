//! The bytes of a name as bit masks, computed sixteen bytes at a time.

use crate::lanes::{self, LANE, bits, is, u8x16, within};

/// The bytes of each kind in a name, as bits: the lowest bit is the first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Masks {
    /// Small letters.
    pub(super) letters: u64,
    pub(super) digits: u64,
    pub(super) hyphens: u64,
    pub(super) underscores: u64,
    pub(super) dots: u64,
}

impl Masks {
    /// Computes the masks of a name of 1 to 64 bytes of these kinds; `None` for any other text.
    pub(super) fn of_plain(text: &[u8]) -> Option<Self> {
        if !(1..=64).contains(&text.len()) {
            return None;
        }
        let mut masks = Self::default();
        lanes::each(text, 0, |lane, at| {
            masks.letters |= bits(within(lane, b'a', b'z'), at);
            masks.digits |= bits(within(lane, b'0', b'9'), at);
            masks.hyphens |= bits(is(lane, b'-'), at);
            masks.underscores |= bits(is(lane, b'_'), at);
            masks.dots |= bits(is(lane, b'.'), at);
        });
        let Self {
            letters,
            digits,
            hyphens,
            underscores,
            dots,
        } = masks;
        (letters | digits | hyphens | underscores | dots == !0 >> (64 - text.len()))
            .then_some(masks)
    }
}

/// Whether a text contains these three bytes in a row.
pub(super) fn holds(text: &[u8], wanted: [u8; 3]) -> bool {
    let in_lane = |lane: &[u8; LANE]| {
        let bytes = u8x16::new(*lane);
        let [first, second, third] = wanted.map(|byte| is(bytes, byte).to_bitmask());
        first & second >> 1 & third >> 2 != 0
    };
    let Some(last) = text.last_chunk() else {
        let mut padded = [0; LANE];
        padded[..text.len()].copy_from_slice(text);
        return in_lane(&padded);
    };
    // The last two bytes of each lane belong to the next one too.
    text.windows(LANE)
        .step_by(LANE - 2)
        .any(|lane| lane.first_chunk().is_some_and(in_lane))
        || in_lane(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn three_bytes_are_found_anywhere(text in "[abc]{0,60}", wanted in "[abc]{3}") {
            let wanted = <[u8; 3]>::try_from(wanted.as_bytes()).expect("it has three bytes");
            let found = text.as_bytes().windows(3).any(|window| window == wanted);
            prop_assert_eq!(holds(text.as_bytes(), wanted), found);
        }

        #[test]
        fn bytes_are_of_their_kinds(plain in "[a-z0-9._-]{0,70}", at in 0..70_usize, byte: u8) {
            let mut text = plain.into_bytes();
            if let Some(place) = text.get_mut(at) {
                *place = byte;
            }
            let mask = |is: fn(&u8) -> bool| {
                text.iter().enumerate().fold(0_u64, |bits, (i, b)| bits | u64::from(is(b)) << i)
            };
            let is_plain = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-".contains(b);
            let wanted = ((1..=64).contains(&text.len()) && text.iter().all(is_plain)).then(|| Masks {
                letters: mask(u8::is_ascii_lowercase),
                digits: mask(u8::is_ascii_digit),
                hyphens: mask(|b| *b == b'-'),
                underscores: mask(|b| *b == b'_'),
                dots: mask(|b| *b == b'.'),
            });
            prop_assert_eq!(Masks::of_plain(&text), wanted);
        }
    }
}
