//! Keyed 64-bit hashes of tokens, and their combination.
//!
//! Tokens are hashed by rapidhash V3 in its protected form, with secrets drawn from a key: without
//! the key, no way is known to find tokens that collide. This is argued and tested, not proven; see
//! `docs/robustness.md`. (`SipHash` is designed for this, but costs four times as much as the whole
//! parser.) Features and bands are built from these hashes by [`Key::join`] and by wrapping sums. A
//! sum does not depend on order, and a sum of secret terms is as hard to predict as the terms.

use rapidhash::v3::{RapidSecrets, rapidhash_v3_inline, rapidhash_v3_micro_inline};
use std::hash::{BuildHasher, RandomState};

/// Longest text that all forms of rapidhash V3 hash alike.
const SHORT: usize = 16;

/// The FNV-1a hash of no bytes.
pub(crate) const FNV: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds a byte to an FNV-1a hash.
pub(crate) fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
}

/// Mixes the bits of a number (the finalizer of `SplitMix64`, after Steele, Lea and Flood 2014).
#[inline]
pub fn mix(number: u64) -> u64 {
    let mixed = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The secret under which a filter hashes. Equal keys give equal hashes on every machine and in
/// every release.
#[derive(Clone, Debug)]
pub struct Key {
    tokens: RapidSecrets,
    left: u64,
    right: u64,
}

impl Key {
    /// Expands a key of 128 bits.
    pub fn new(seed: [u64; 2]) -> Self {
        // The crate expands 64 bits: one half of the key gives the secrets, the other the initial
        // state.
        let tokens = RapidSecrets {
            seed: RapidSecrets::seed(seed[1]).seed,
            ..RapidSecrets::seed(seed[0])
        };
        let half = |name: &[u8]| {
            let mut bytes = name.to_vec();
            bytes.extend(seed[0].to_le_bytes());
            bytes.extend(seed[1].to_le_bytes());
            rapidhash_v3_micro_inline::<true, true>(&bytes, &tokens) | 1
        };
        let left = half(b"left");
        let right = half(b"right");
        Self {
            tokens,
            left,
            right,
        }
    }

    /// Draws a random key of 128 bits.
    pub fn random_seed() -> [u64; 2] {
        let draw = || RandomState::new().hash_one(0);
        [draw(), draw()]
    }

    /// Hashes the bytes of a token.
    pub fn token(&self, bytes: &[u8]) -> u64 {
        rapidhash_v3_micro_inline::<true, true>(bytes, &self.tokens)
    }

    /// Same as [`token`](Self::token), without a call for most names, which are [`SHORT`].
    #[expect(clippy::inline_always, reason = "each segment of each line is hashed")]
    #[inline(always)]
    pub fn name(&self, bytes: &[u8]) -> u64 {
        if bytes.len() <= SHORT {
            rapidhash_v3_inline::<true, true, true>(bytes, &self.tokens)
        } else {
            self.token(bytes)
        }
    }

    /// Hashes a whole line, without a carriage return at its end.
    pub fn line(&self, line: &[u8]) -> u64 {
        self.token(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Hashes a sequence, starting from the hash `start`. Templates are hashed this way, so the
    /// hash of a longer template can be continued from the hash of its beginning.
    pub fn fold(&self, start: u64, parts: impl IntoIterator<Item = u64>) -> u64 {
        let mut hash = start;
        for part in parts {
            hash = self.join(hash, part);
        }
        hash
    }

    /// Hashes an ordered pair; at least one of the two must be a hash under this key.
    pub fn join(&self, a: u64, b: u64) -> u64 {
        let left = a ^ self.left;
        let right = b.rotate_left(32) ^ self.right;
        let product = u128::from(left) * u128::from(right);
        let folded = (product as u64) ^ (product >> 64) as u64;
        // A second round: one fold of a product leaves the low bits of small numbers visible.
        (folded ^ self.right)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            ^ folded
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn hashes_are_stable_and_depend_on_the_key() {
        let a = Key::new([1, 2]);
        let b = Key::new([1, 3]);
        assert_eq!(a.token(b"users"), Key::new([1, 2]).token(b"users"));
        assert_ne!(a.token(b"users"), b.token(b"users"));
        assert_ne!(a.join(1, 2), a.join(2, 1));
        for other in [[2, 2], [2, 1], [1 ^ (1 << 32), 3]] {
            assert_ne!(
                a.token(b"users"),
                Key::new(other).token(b"users"),
                "{other:?}"
            );
        }
        let random = || Key::new(Key::random_seed()).token(b"users");
        assert_ne!(random(), random());
    }

    #[test]
    fn names_are_hashed_as_tokens() {
        let key = Key::new(Key::random_seed());
        let text: Vec<u8> = (0..=255).rev().collect();
        for length in 0..200 {
            for start in [0, 7, 50] {
                let name = &text[start..start + length];
                assert_eq!(key.name(name), key.token(name), "{length}");
            }
        }
    }

    fn assert_different(mut hashes: Vec<u64>) {
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }

    /// Tests the shapes on which a hash of lanes and lengths would fail first.
    #[test]
    fn tokens_of_simple_shapes_do_not_collide() {
        for seed in [[0, 0], [1, 2], Key::random_seed()] {
            let key = Key::new(seed);
            let letters = b"abcdefghijklmnopqrstuvwxyz0123456789-_.%";
            let short = letters
                .iter()
                .flat_map(|a| letters.iter().map(move |b| vec![*a, *b]));
            let runs = (b' '..b'~').flat_map(|byte| (3..200).map(move |length| vec![byte; length]));
            // Texts of 8, 16 and 80 bytes, made of two letters.
            let cells = [(8, 9), (16, 11), (80, 7)]
                .into_iter()
                .flat_map(|(size, count)| {
                    (1..(1_u32 << count) - 1).map(move |bits| {
                        let cell =
                            |i: u32| vec![if bits >> i & 1 == 1 { b'\n' } else { b'\r' }; size];
                        (0..count).flat_map(cell).collect::<Vec<u8>>()
                    })
                });
            let base = [0_u8; 100];
            let changed = (0..800_usize)
                .flat_map(|i| (0..i).map(move |j| (i, j)))
                .map(|(i, j)| {
                    let mut bytes = base.to_vec();
                    bytes[i / 8] ^= 1 << (i % 8);
                    bytes[j / 8] ^= 1 << (j % 8);
                    bytes
                });
            let all = short.chain(runs).chain(cells).chain(changed);
            assert_different(all.map(|bytes| key.token(&bytes)).collect());
        }
    }

    /// Holds under every key, also under ones that people choose by hand.
    #[test]
    fn joins_of_many_small_numbers_do_not_collide() {
        for seed in [
            [7, 9],
            [0, 0],
            [1, 0],
            [0, 1],
            [u64::MAX, 0],
            [0, u64::MAX],
            [u64::MAX; 2],
        ] {
            let key = Key::new(seed);
            let pairs = (0..300).flat_map(|a| (0..300).map(move |b| (a, b)));
            assert_different(pairs.map(|(a, b)| key.join(a, b)).collect());
        }
    }
}
