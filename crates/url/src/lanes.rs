//! Reads text sixteen bytes at a time.

pub(crate) use wide::u8x16;

/// Bytes of a lane.
pub(crate) const LANE: usize = 16;

/// Passes the lanes of a text to `take`, each with the offset of its first byte. The last lane may
/// overlap the one before; one that is longer than the text ends with `padding`.
#[expect(
    clippy::inline_always,
    reason = "its callers read each line and most segments"
)]
#[inline(always)]
pub(crate) fn each(text: &[u8], padding: u8, mut take: impl FnMut(u8x16, usize)) {
    let (lanes, rest) = text.as_chunks::<LANE>();
    for (i, lane) in lanes.iter().enumerate() {
        take(u8x16::new(*lane), i * LANE);
    }
    if let (false, Some(last)) = (rest.is_empty(), text.last_chunk()) {
        take(u8x16::new(*last), text.len() - LANE);
    } else if lanes.is_empty() {
        let mut padded = [padding; LANE];
        padded[..text.len()].copy_from_slice(text);
        take(u8x16::new(padded), 0);
    }
}

/// Returns which bytes of a lane are from `first` to `last`.
pub(crate) fn within(lane: u8x16, first: u8, last: u8) -> u8x16 {
    let above = lane - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// Returns which bytes of a lane are this one.
pub(crate) fn is(lane: u8x16, byte: u8) -> u8x16 {
    lane.simd_eq(u8x16::splat(byte))
}

/// Returns the bytes of a lane at an offset as bits.
pub(crate) fn bits(which: u8x16, offset: usize) -> u64 {
    u64::from(which.to_bitmask()) << offset
}
