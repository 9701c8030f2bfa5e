//! Keyed 64-bit hashes of tokens, and how they are combined.
//!
//! Tokens are hashed by SipHash-1-3 (Aumasson and Bernstein 2012) under a secret key: whoever does not know the key cannot
//! choose tokens that collide. Features and bands are built from those outputs by [`Key::join`] and by wrapping sums.
//! A sum is order-free, and of secret pseudo-random terms it is as hard to aim at as the terms are.

use siphasher::sip::SipHasher13;
use std::hash::{BuildHasher, RandomState};

/// The secret under which a filter hashes. Equal keys give equal hashes on every machine and in every release.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    tokens: SipHasher13,
    left: u64,
    right: u64,
}

impl Key {
    /// Expands 128 bits of key.
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        let tokens = SipHasher13::new_with_keys(seed[0], seed[1]);
        let (left, right) = (tokens.hash(b"left") | 1, tokens.hash(b"right") | 1);
        Self { tokens, left, right }
    }

    /// Draws a key that differs from run to run.
    pub(crate) fn random() -> Self {
        Self::new(Self::random_seed())
    }

    /// Draws 128 bits of key.
    pub(crate) fn random_seed() -> [u64; 2] {
        [(); 2].map(|()| RandomState::new().hash_one(0))
    }

    /// Hashes the bytes of a token.
    #[inline]
    pub(crate) fn token(&self, bytes: &[u8]) -> u64 {
        self.tokens.hash(bytes)
    }

    /// Hashes an ordered pair of which at least one is a hash under this key.
    #[inline]
    pub(crate) fn join(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a ^ self.left) * u128::from(b.rotate_left(32) ^ self.right);
        let folded = (product as u64) ^ (product >> 64) as u64;
        // A second round: one fold of a product leaves the low bits of small numbers visible.
        (folded ^ self.right).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ folded
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn hashes_are_stable_and_depend_on_the_key() {
        let (a, b) = (Key::new([1, 2]), Key::new([1, 3]));
        assert_eq!(a.token(b"users"), Key::new([1, 2]).token(b"users"));
        assert_ne!(a.token(b"users"), b.token(b"users"));
        assert_ne!(a.join(1, 2), a.join(2, 1));
        assert_ne!(Key::random().token(b"users"), Key::random().token(b"users"));
    }

    #[test]
    fn joins_of_many_small_numbers_do_not_collide() {
        let key = Key::new([7, 9]);
        let mut seen: Vec<u64> =
            (0..300).flat_map(|a| (0..300).map(move |b| (a, b))).map(|(a, b)| key.join(a, b)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 90_000);
    }
}
