//! Spreads the numbers of groups, which count up, over the keys of a table.

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The inverse: the two multiply to 1.
const INVERSE: u64 = 0xf1de_83e1_9937_733d;
const _: () = assert!(ODD.wrapping_mul(INVERSE) == 1);

/// Returns the key of a number.
pub(super) fn spread(number: u64) -> u64 {
    number.wrapping_mul(ODD)
}

/// Returns the number of a key.
pub(super) fn unspread(key: u64) -> u64 {
    key.wrapping_mul(INVERSE)
}
