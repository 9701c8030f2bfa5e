//! Checksums against damage: a flipped bit, a page of zeros, a missing row. They do not protect
//! against people, so their key is public. They are the same on every machine and in every release.

use std::sync::LazyLock;
use urlsift_core::hash::Key;

static KEY: LazyLock<Key> = LazyLock::new(|| Key::new([1, 2]));

/// Returns the checksum of bytes: the same on every machine and in every release.
pub fn checksum(bytes: &[u8]) -> u64 {
    KEY.token(bytes)
}

/// Returns the checksum of bytes at a place; the same bytes have another checksum elsewhere.
#[cfg(feature = "state")]
pub(crate) fn placed(bytes: &[u8], place: [u64; 2]) -> u64 {
    KEY.fold(checksum(bytes), place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores hold these checksums.
    #[test]
    fn checksums_are_those_of_every_release() {
        assert_eq!(checksum(b""), 17_887_711_697_297_210_355);
        assert_eq!(checksum(b"https://a.example/"), 9_855_581_647_141_184_246);
        #[cfg(feature = "state")]
        assert_eq!(
            placed(b"https://a.example/", [3, 4]),
            17_655_821_465_092_064_278
        );
    }

    #[test]
    #[cfg(feature = "state")]
    fn every_bit_and_the_place_count() {
        let (bytes, place) = ([7_u8; 100], [3, 4]);
        let whole = placed(&bytes, place);
        for bit in 0..800 {
            let mut damaged = bytes;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(placed(&damaged, place), whole, "bit {bit}");
        }
        for other in [[4, 3], [3, 5], [2, 4]] {
            assert_ne!(placed(&bytes, other), whole);
        }
    }
}
