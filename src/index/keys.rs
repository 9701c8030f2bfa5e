//! A set of 64-bit keys that are hashes already.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Passes keys through: they are uniform.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uniform(u64);

impl Hasher for Uniform {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only 64-bit keys are hashed");
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of uniform keys.
pub(crate) type KeySet = HashSet<u64, BuildHasherDefault<Uniform>>;
