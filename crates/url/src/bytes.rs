//! The bytes of a text: of which kinds they are, one by one or sixteen at a time.

use wide::u8x16;

/// Whether all bytes are of a kind or among others.
#[inline]
fn all_are(text: &[u8], is_of_kind: impl Fn(&u8) -> bool, others: &[u8]) -> bool {
    text.iter()
        .all(|byte| is_of_kind(byte) || others.contains(byte))
}

/// Whether all bytes are digits; so are those of an empty text.
pub(crate) fn is_digits(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
}

/// Whether all bytes are digits or among others.
pub(crate) fn is_digits_and(text: &[u8], others: &[u8]) -> bool {
    all_are(text, u8::is_ascii_digit, others)
}

/// Whether all bytes are letters.
pub(crate) fn is_letters(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_alphabetic)
}

/// Whether all bytes are letters or among others.
pub(crate) fn is_letters_and(text: &[u8], others: &[u8]) -> bool {
    all_are(text, u8::is_ascii_alphabetic, others)
}

/// Whether all bytes are small letters.
pub(crate) fn is_small_letters(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_lowercase)
}

/// Whether all bytes are small letters or among others.
pub(crate) fn is_small_letters_and(text: &[u8], others: &[u8]) -> bool {
    all_are(text, u8::is_ascii_lowercase, others)
}

/// Whether all bytes are letters or digits.
pub(crate) fn is_alphanumeric(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_alphanumeric)
}

/// Whether all bytes are letters, digits or among others.
pub(crate) fn is_alphanumeric_and(text: &[u8], others: &[u8]) -> bool {
    all_are(text, u8::is_ascii_alphanumeric, others)
}

/// Whether all bytes are hexadecimal digits.
pub(crate) fn is_hexadecimal(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_hexdigit)
}

/// Whether some byte is a digit.
pub(crate) fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

/// Whether some byte is a letter.
pub(crate) fn has_letter(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_alphabetic)
}

/// Returns the number of digits at the start of a text.
pub(crate) fn leading_digits(text: &[u8]) -> usize {
    before(text, |b| !b.is_ascii_digit()).len()
}

/// Returns a text up to the first byte that ends it.
#[inline]
pub(crate) fn before(text: &[u8], ends: impl Fn(u8) -> bool) -> &[u8] {
    match text.iter().position(|&byte| ends(byte)) {
        Some(end) => &text[..end],
        None => text,
    }
}

/// Returns the first bytes of a text, at most this number.
#[inline]
pub(crate) fn first(text: &[u8], most: usize) -> &[u8] {
    &text[..text.len().min(most)]
}

/// Whether a byte is anywhere in a text.
#[inline]
pub(crate) fn has_byte(text: &[u8], byte: u8) -> bool {
    memchr::memchr(byte, text).is_some()
}

/// Returns the offset of the first of these bytes, which is likely among the first ones.
#[inline]
pub(crate) fn find_near(text: &[u8], byte: u8) -> Option<usize> {
    let mut rest = text;
    for start in [0, LANE, 2 * LANE, 3 * LANE] {
        let Some((lane, behind)) = rest.split_first_chunk() else {
            break;
        };
        let found = is(u8x16::new(*lane), byte).to_bitmask();
        if found != 0 {
            return Some(start + found.trailing_zeros() as usize);
        }
        rest = behind;
    }
    let found = memchr::memchr(byte, rest)?;
    Some(text.len() - rest.len() + found)
}

/// Splits a text at the first of these bytes, which belongs to neither part.
#[inline]
pub(crate) fn split_once(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(byte, text)?;
    let before = &text[..at];
    let after = &text[at + 1..];
    Some((before, after))
}

/// Splits a text at the last of these bytes, which belongs to neither part.
#[inline]
pub(crate) fn split_last(text: &[u8], byte: u8) -> Option<(&[u8], &[u8])> {
    let at = memchr::memrchr(byte, text)?;
    let before = &text[..at];
    let after = &text[at + 1..];
    Some((before, after))
}

/// Whether a text is one of these words, in any case.
pub(crate) fn is_one_of(text: &[u8], words: &[impl AsRef<[u8]>]) -> bool {
    words
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word.as_ref()))
}

/// Whether a text begins with a word in any case.
#[inline]
pub(crate) fn begins_with(text: &[u8], word: &[u8]) -> bool {
    match text.split_at_checked(word.len()) {
        Some((start, _)) => start.eq_ignore_ascii_case(word),
        None => false,
    }
}

/// Whether a text begins with a letter.
pub(crate) fn begins_with_letter(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic)
}

/// Whether a byte joins words: `-` or `_`.
pub(crate) fn is_joint(byte: u8) -> bool {
    matches!(byte, b'-' | b'_')
}

/// Returns the texts between these bytes.
pub(crate) fn split(text: &[u8], byte: u8) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    text.split(move |&other| other == byte)
}

/// Returns the segments of a path that are not empty.
pub(crate) fn names(path: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    split(path, b'/').filter(|name| !name.is_empty())
}

/// Returns the texts between [joints](is_joint).
pub(crate) fn joined(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> + Clone {
    text.split(|&byte| is_joint(byte))
}

/// Bytes of a lane.
const LANE: usize = 16;

/// Bytes for each word of bits.
const WORD: usize = 64;

/// Passes the lanes of a text to `take`, each with the offset of its first byte. The last lane may
/// overlap the one before; one that is longer than the text ends with `padding`.
#[expect(
    clippy::inline_always,
    reason = "its callers read each line and most segments"
)]
#[inline(always)]
fn each(text: &[u8], padding: u8, mut take: impl FnMut(u8x16, usize)) {
    let (lanes, rest) = text.as_chunks::<LANE>();
    for (i, lane) in lanes.iter().enumerate() {
        take(u8x16::new(*lane), i * LANE);
    }
    if lanes.is_empty() {
        let only = padded_lane(text, padding);
        take(only, 0);
        return;
    }
    if rest.is_empty() {
        return;
    }
    if let Some(last) = text.last_chunk() {
        let start = text.len() - LANE;
        take(u8x16::new(*last), start);
    }
}

/// Returns a text that is shorter than a lane as one, with `padding` after it.
#[inline]
fn padded_lane(text: &[u8], padding: u8) -> u8x16 {
    let mut padded = [padding; LANE];
    padded[..text.len()].copy_from_slice(text);
    u8x16::new(padded)
}

/// Returns which bytes of a lane are from `first` to `last`.
fn within(lane: u8x16, first: u8, last: u8) -> u8x16 {
    let above = lane - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// Returns which bytes of a lane are this one.
fn is(lane: u8x16, byte: u8) -> u8x16 {
    lane.simd_eq(u8x16::splat(byte))
}

/// Returns the bytes of a lane at an offset as bits.
fn bits(which: u8x16, offset: usize) -> u64 {
    u64::from(which.to_bitmask()) << offset
}

/// The bytes of each kind in a name, as bits: the lowest bit is the first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Masks {
    /// Small letters.
    pub letters: u64,
    pub digits: u64,
    pub hyphens: u64,
    pub underscores: u64,
    pub dots: u64,
}

impl Masks {
    /// Computes the masks of a name of 1 to 64 bytes of these kinds; `None` for any other text.
    pub(crate) fn of_plain(text: &[u8]) -> Option<Self> {
        if !(1..=WORD).contains(&text.len()) {
            return None;
        }
        let mut masks = Self::default();
        each(text, 0, |lane, at| {
            let letters = within(lane, b'a', b'z');
            let digits = within(lane, b'0', b'9');
            let hyphens = is(lane, b'-');
            let underscores = is(lane, b'_');
            let dots = is(lane, b'.');
            masks.letters |= bits(letters, at);
            masks.digits |= bits(digits, at);
            masks.hyphens |= bits(hyphens, at);
            masks.underscores |= bits(underscores, at);
            masks.dots |= bits(dots, at);
        });
        let plain = masks.letters | masks.digits | masks.joints() | masks.dots;
        let all = !0 >> (WORD - text.len());
        if plain != all {
            return None;
        }
        Some(masks)
    }

    /// Returns the hyphens and underscores.
    pub(crate) fn joints(self) -> u64 {
        self.hyphens | self.underscores
    }
}

/// Whether a text contains these three bytes in a row.
pub(crate) fn holds(text: &[u8], wanted: [u8; 3]) -> bool {
    let in_lane = |lane: u8x16| {
        let first = is(lane, wanted[0]).to_bitmask();
        let second = is(lane, wanted[1]).to_bitmask();
        let third = is(lane, wanted[2]).to_bitmask();
        first & second >> 1 & third >> 2 != 0
    };
    let Some(last) = text.last_chunk() else {
        return in_lane(padded_lane(text, 0));
    };
    // The last two bytes of each lane belong to the next one too.
    let mut rest = text;
    while let Some(lane) = rest.first_chunk() {
        if in_lane(u8x16::new(*lane)) {
            return true;
        }
        rest = &rest[LANE - 2..];
    }
    in_lane(u8x16::new(*last))
}

/// Properties of the bytes of a host, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct HostLanes {
    upper: u64,
    dots: u64,
    /// Hyphens and dots.
    joints: u64,
    /// The letters `p` and `i`, in any case.
    letters_p: u64,
    letters_i: u64,
}

impl HostLanes {
    /// Classifies the first `length` bytes of a text; `None` if they are too many.
    pub(crate) fn of(text: &[u8], length: usize) -> Option<Self> {
        if length >= WORD {
            return None;
        }
        let mut host = Self::default();
        if length <= 2 * LANE
            && let Some((first, rest)) = text.split_first_chunk()
            && let Some(second) = rest.first_chunk()
        {
            // Most hosts, without a loop.
            host.add(u8x16::new(*first), 0);
            host.add(u8x16::new(*second), LANE);
        } else {
            let used = length.next_multiple_of(LANE).min(text.len());
            each(&text[..used], b'a', |lane, at| host.add(lane, at));
        }
        let own = (1 << length) - 1;
        host.upper &= own;
        host.dots &= own;
        host.joints &= own;
        host.letters_i &= own;
        Some(host)
    }

    /// Adds the lane at an offset.
    #[inline]
    fn add(&mut self, lane: u8x16, at: usize) {
        let upper = within(lane, b'A', b'Z');
        let dots = is(lane, b'.');
        let joints = dots | is(lane, b'-');
        self.upper |= bits(upper, at);
        self.dots |= bits(dots, at);
        self.joints |= bits(joints, at);
        let lower = lane | u8x16::splat(0x20);
        self.letters_p |= bits(is(lower, b'p'), at);
        self.letters_i |= bits(is(lower, b'i'), at);
    }

    /// Whether there is an upper-case letter.
    pub(crate) fn has_upper(self) -> bool {
        self.upper != 0
    }

    /// Whether it may hold `api`, in any case: it holds the last two letters.
    pub(crate) fn may_hold_api(self) -> bool {
        self.letters_p & self.letters_i >> 1 != 0
    }

    /// Whether it starts with `-` or `.`, or has two of them side by side.
    pub(crate) fn has_joined_joints(self) -> bool {
        let first = 1;
        let before_others = self.joints >> 1;
        self.joints & (first | before_others) != 0
    }

    /// The offset after the last dot before `end`; 0 if there is none.
    pub(crate) fn after_last_dot(self, end: usize) -> usize {
        let before_end = (1 << end) - 1;
        let dots = self.dots & before_end;
        (u64::BITS - dots.leading_zeros()) as usize
    }
}

/// The offsets of the special bytes of a line, in order: those that are neither letters nor digits
/// nor `-`, `.`, `_`. They are found for 64 bytes at a time.
#[derive(Debug)]
pub(crate) struct Specials<'l> {
    /// The bytes that were not looked at.
    rest: &'l [u8],
    /// Special bytes before them that are still to come: the lowest bit is the byte at `start`.
    bits: u64,
    start: usize,
    /// The offset of `rest`.
    end: usize,
}

impl<'l> Specials<'l> {
    /// The special bytes from `at` on.
    pub(crate) fn of(line: &'l [u8], at: usize) -> Self {
        Self {
            rest: &line[at..],
            bits: 0,
            start: at,
            end: at,
        }
    }

    /// Returns the next one, which stays the next one.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if self.rest.is_empty() {
                return None;
            }
            let length = self.rest.len().min(WORD);
            let (word, rest) = self.rest.split_at(length);
            self.bits = special_bits(word);
            self.rest = rest;
            self.start = self.end;
            self.end += length;
        }
        Some(self.start + self.bits.trailing_zeros() as usize)
    }
}

impl Iterator for Specials<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let at = self.peek()?;
        self.bits &= self.bits - 1;
        Some(at)
    }
}

/// Returns the special bytes of a word as bits.
#[inline(never)]
fn special_bits(word: &[u8]) -> u64 {
    let mut special = 0;
    each(word, b'a', |lane, at| special |= bits(is_special(lane), at));
    special
}

#[inline]
fn is_special(lane: u8x16) -> u8x16 {
    // `/` is the only special byte between `-` and `9`.
    let lower_case = lane | u8x16::splat(0x20);
    let letters = within(lower_case, b'a', b'z');
    let numbers = within(lane, b'-', b'9');
    let underscores = is(lane, b'_');
    let slashes = is(lane, b'/');
    !(letters | numbers | underscores) | slashes
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
        fn a_near_byte_is_found_as_a_far_one(text in "[abc]{0,90}") {
            let text = text.as_bytes();
            prop_assert_eq!(find_near(text, b'c'), memchr::memchr(b'c', text));
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
            let special = |at: &usize| !line[*at].is_ascii_alphanumeric() && !b"-._".contains(&line[*at]);
            let start = before.min(line.len());
            let expected: Vec<usize> = (start..line.len()).filter(special).collect();
            let mut specials = Specials::of(&line, start);
            prop_assert_eq!(specials.peek(), expected.first().copied());
            prop_assert_eq!(specials.collect::<Vec<_>>(), expected);

            let part = &line[start..(start + length).min(line.len())];
            let Some(host) = HostLanes::of(&line[start..], part.len()) else {
                prop_assert!(part.len() >= WORD);
                return Ok(());
            };
            let is_joint = |byte: u8| matches!(byte, b'-' | b'.');
            prop_assert_eq!(host.has_upper(), part.iter().any(u8::is_ascii_uppercase));
            let lower = part.to_ascii_lowercase();
            prop_assert!(host.may_hold_api() || !holds(&lower, *b"api"));
            let joined = (0..part.len()).any(|i| is_joint(part[i]) && (i == 0 || is_joint(part[i - 1])));
            prop_assert_eq!(host.has_joined_joints(), joined);
            let after = part.iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1);
            prop_assert_eq!(host.after_last_dot(part.len()), after);
        }
    }
}
