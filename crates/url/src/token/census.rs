//! Counts the kinds of bytes of a text in one pass. Most rules depend on these counts alone.

use crate::display_text::is_escape;

/// The number of bytes of each kind in a text, and of changes between kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Census {
    pub length: usize,
    pub digits: usize,
    pub lowers: usize,
    pub uppers: usize,
    pub hyphens: usize,
    pub underscores: usize,
    pub dots: usize,
    /// Bytes other than ASCII letters, digits and the separators above.
    pub others: usize,
    /// Letters of either case among `aeiouy`.
    pub vowels: usize,
    /// Letters of either case from `a` to `f`.
    pub hex_letters: usize,
    /// Changes from letter to digit, or from digit to letter.
    pub switches: usize,
    /// Switches, and changes from a small letter to a capital; a capital at the start of a word is
    /// not a change.
    pub changes: usize,
    /// Capitals right after a small letter.
    pub humps: usize,
}

const DIGIT: u64 = 0;
const LOWER: u64 = 1;
const UPPER: u64 = 2;
const JOINT: u64 = 3;
const OTHER: u64 = 4;

/// Counters of 6 bits each, packed into a word, so that counting a byte is one addition; the top
/// bits hold the kind of a byte.
const WIDTH: u32 = 6;
/// Maximum bytes that a counter can count.
const CHUNK: usize = (1 << WIDTH) - 1;
const KIND_SHIFT: u32 = 61;

static BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let lower = b.to_ascii_lowercase();
        let (kind, counter) = match b {
            b'0'..=b'9' => (DIGIT, 0),
            b'a'..=b'z' => (LOWER, 1),
            b'A'..=b'Z' => (UPPER, 2),
            b'-' => (JOINT, 3),
            b'_' => (JOINT, 4),
            b'.' => (OTHER, 5),
            _ => (OTHER, 6),
        };
        table[byte] = kind << KIND_SHIFT | 1 << (counter * WIDTH);
        if matches!(lower, b'a' | b'e' | b'i' | b'o' | b'u' | b'y') {
            table[byte] |= 1 << (7 * WIDTH);
        }
        if matches!(lower, b'a'..=b'f') {
            table[byte] |= 1 << (8 * WIDTH);
        }
        byte += 1;
    }
    table
};

/// For each pair of kinds: switches, changes and humps between the two bytes, in 8 bits each.
static PAIRS: [u32; 64] = {
    let mut table = [0; 64];
    let mut pair = 0;
    while pair < 64 {
        let last = pair as u64 >> 3;
        let now = pair as u64 & 7;
        if last != now && last < JOINT && now < JOINT {
            let switch = (last == DIGIT) != (now == DIGIT);
            let capital = last == UPPER && now == LOWER;
            let hump = last == LOWER && now == UPPER;
            table[pair] = switch as u32 | (!capital as u32) << 8 | (hump as u32) << 16;
        }
        pair += 1;
    }
    table
};

impl Census {
    /// Counts a text with escapes. An escape is a unit of three bytes; its hexadecimal digits count
    /// as neither digits nor letters.
    #[cold]
    pub(super) fn beside_escapes(text: &[u8]) -> Self {
        let mut blanked = text.to_vec();
        let mut at = 0;
        while let Some(rest) = blanked.get_mut(at..) {
            if is_escape(rest) {
                rest[1..3].fill(b'%');
                at += 2;
            }
            at += 1;
        }
        Self::of(&blanked)
    }

    /// Counts a text; `has_escapes` says whether it may have escapes.
    pub(super) fn of_text(text: &[u8], has_escapes: bool) -> Self {
        if has_escapes {
            Self::beside_escapes(text)
        } else {
            Self::of(text)
        }
    }

    pub(super) fn of(text: &[u8]) -> Self {
        let mut census = Self {
            length: text.len(),
            ..Self::default()
        };
        let mut last = JOINT;
        for chunk in text.chunks(CHUNK) {
            let mut bytes = 0_u64;
            let mut pairs = 0_u32;
            for &byte in chunk {
                let of_byte = BYTES[usize::from(byte)];
                // The kinds in the top bits overflow; the sum of these bits is not used.
                bytes = bytes.wrapping_add(of_byte);
                let kind = of_byte >> KIND_SHIFT;
                pairs += PAIRS[(last << 3 | kind) as usize & 63];
                last = kind;
            }
            census.add(bytes, pairs);
        }
        census
    }

    fn add(&mut self, bytes: u64, pairs: u32) {
        let counter = |i: u32| (bytes >> (i * WIDTH)) as usize & CHUNK;
        self.digits += counter(0);
        self.lowers += counter(1);
        self.uppers += counter(2);
        self.hyphens += counter(3);
        self.underscores += counter(4);
        self.dots += counter(5);
        self.others += counter(6);
        self.vowels += counter(7);
        self.hex_letters += counter(8);
        let pair = |i: u32| (pairs >> (i * 8)) as usize & 0xFF;
        self.switches += pair(0);
        self.changes += pair(1);
        self.humps += pair(2);
    }

    /// Returns the counts of the text without its beginning or end; `pair` is the bytes on both
    /// sides of the cut.
    pub(super) fn without(&self, part: &[u8], pair: &[u8]) -> Self {
        let gone = Self::of(part);
        let cut = Self::of(pair);
        Self {
            length: self.length - gone.length,
            digits: self.digits - gone.digits,
            lowers: self.lowers - gone.lowers,
            uppers: self.uppers - gone.uppers,
            hyphens: self.hyphens - gone.hyphens,
            underscores: self.underscores - gone.underscores,
            dots: self.dots - gone.dots,
            others: self.others - gone.others,
            vowels: self.vowels - gone.vowels,
            hex_letters: self.hex_letters - gone.hex_letters,
            switches: self.switches - gone.switches - cut.switches,
            changes: self.changes - gone.changes - cut.changes,
            humps: self.humps - gone.humps - cut.humps,
        }
    }

    pub(super) fn letters(&self) -> usize {
        self.lowers + self.uppers
    }

    /// Returns the number of hyphens and underscores.
    pub(super) fn joints(&self) -> usize {
        self.hyphens + self.underscores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition of the counts, byte by byte.
    fn counted(text: &[u8]) -> Census {
        let count = |is: &dyn Fn(&u8) -> bool| text.iter().filter(|b| is(b)).count();
        let pairs =
            |is: &dyn Fn(u8, u8) -> bool| text.windows(2).filter(|w| is(w[0], w[1])).count();
        let switch = |a: u8, b: u8| {
            a.is_ascii_alphanumeric()
                && b.is_ascii_alphanumeric()
                && a.is_ascii_digit() != b.is_ascii_digit()
        };
        let hump = |a: u8, b: u8| a.is_ascii_lowercase() && b.is_ascii_uppercase();
        Census {
            length: text.len(),
            digits: count(&u8::is_ascii_digit),
            lowers: count(&u8::is_ascii_lowercase),
            uppers: count(&u8::is_ascii_uppercase),
            hyphens: count(&|b| *b == b'-'),
            underscores: count(&|b| *b == b'_'),
            dots: count(&|b| *b == b'.'),
            others: count(&|b| !b.is_ascii_alphanumeric() && !matches!(b, b'-' | b'_' | b'.')),
            vowels: count(&|b| b"aeiouyAEIOUY".contains(b)),
            hex_letters: count(&|b| b.is_ascii_hexdigit() && !b.is_ascii_digit()),
            switches: pairs(&switch),
            changes: pairs(&|a, b| switch(a, b) || hump(a, b)),
            humps: pairs(&hump),
        }
    }

    proptest! {
        #[test]
        fn it_counts_what_it_says(text in "[a-cA-Cx-zX-Z0-9._%-]{0,200}", bytes: Vec<u8>) {
            prop_assert_eq!(Census::of(text.as_bytes()), counted(text.as_bytes()));
            prop_assert_eq!(Census::of(&bytes), counted(&bytes));
        }

        #[test]
        fn escapes_have_neither_digits_nor_letters(text in "([a-c7%]|%[0-9A-F]{2}){0,20}") {
            let mut bare = String::new();
            let mut rest = text.as_str();
            while let Some(first) = rest.chars().next() {
                let length = if is_escape(rest.as_bytes()) { 3 } else { 1 };
                bare.push_str(if length == 3 { "%%%" } else { &rest[..1] });
                rest = &rest[length..];
                prop_assert!(first.is_ascii());
            }
            prop_assert_eq!(Census::beside_escapes(text.as_bytes()), counted(bare.as_bytes()));
        }
    }
}
