//! Keyed 64-bit hashes of tokens, and how they are combined.
//!
//! Tokens are hashed by rapidhash V3 in its protected form, with secrets drawn from a key: whoever does not know the key cannot
//! tell which tokens collide. (`SipHash` would give the same with a proof, at four times the cost of the whole
//! parser.) Features and bands are built from those outputs by [`Key::join`] and by wrapping sums. A sum is order-free, and of secret terms it
//! is as hard to aim at as the terms are.

use rapidhash::v3::{RapidSecrets, rapidhash_v3_micro_inline};
use std::hash::{BuildHasher, RandomState};

/// The secret under which a filter hashes. Equal keys give equal hashes on every machine and in every release.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    tokens: RapidSecrets,
    left: u64,
    right: u64,
}

impl Key {
    /// Expands 128 bits of key.
    pub(crate) fn new(seed: [u64; 2]) -> Self {
        let mut key = Self {
            tokens: RapidSecrets::seed(seed[0] ^ seed[1].rotate_left(32)),
            left: seed[1] | 1,
            right: !seed[1] | 1,
        };
        key.left = key.join(key.token(b"left"), seed[1]) | 1;
        key.right = key.join(key.token(b"right"), seed[1]) | 1;
        key
    }

    /// Draws 128 bits of key, which differ from run to run.
    pub(crate) fn random_seed() -> [u64; 2] {
        [(); 2].map(|()| RandomState::new().hash_one(0))
    }

    /// Hashes the bytes of a token.
    #[inline]
    pub(crate) fn token(&self, bytes: &[u8]) -> u64 {
        rapidhash_v3_micro_inline::<true, true>(bytes, &self.tokens)
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
        let random = || Key::new(Key::random_seed()).token(b"users");
        assert_ne!(random(), random());
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
