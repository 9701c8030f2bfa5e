//! A set of 64-bit keys that are keyed hashes already, so they need no hashing and no defence.
//!
//! Open addressing with linear probing: a lookup touches one cache line nearly always. The set is cut into shards by the
//! top bits of the keys, and each shard doubles on its own, so growing never holds two copies of the whole.

use std::collections::TryReserveError;
use std::hash::Hasher;

/// Passes keys through to a standard map: they are uniform.
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

const SHARD_BITS: u32 = 8;

/// A set of uniform keys.
#[derive(Clone, Debug)]
pub(crate) struct KeySet {
    shards: Vec<Shard>,
}

#[derive(Clone, Debug)]
struct Shard {
    /// Keys; 0 is a free slot. The length is a power of two.
    slots: Vec<u64>,
    used: usize,
}

impl Default for KeySet {
    fn default() -> Self {
        Self { shards: vec![Shard { slots: vec![0; 8], used: 0 }; 1 << SHARD_BITS] }
    }
}

impl KeySet {
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        let key = stored(key);
        let shard = &self.shards[shard_of(key)];
        shard.slots[shard.place(key)] == key
    }

    /// Adds a key; `false` if it was there.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let key = stored(key);
        let shard = &mut self.shards[shard_of(key)];
        let place = shard.place(key);
        if shard.slots[place] == key {
            return false;
        }
        shard.slots[place] = key;
        shard.used += 1;
        if shard.is_full(0) {
            shard.grow(vec![0; shard.slots.len() * 2]);
        }
        true
    }

    /// Makes room for so many keys more, if they spread over the shards as keys do.
    pub(crate) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        let share = (keys >> SHARD_BITS) * 2 + UNEVEN;
        for shard in &mut self.shards {
            while shard.is_full(share) {
                let mut slots = Vec::new();
                slots.try_reserve_exact(shard.slots.len() * 2)?;
                slots.resize(shard.slots.len() * 2, 0);
                shard.grow(slots);
            }
        }
        Ok(())
    }
}

/// Keys that may come beyond a shard's even share.
const UNEVEN: usize = 16;

/// Zero marks a free slot, so key 0 is stored as 1: one more coincidence among 2^64.
fn stored(key: u64) -> u64 {
    key.max(1)
}

fn shard_of(key: u64) -> usize {
    (key >> (64 - SHARD_BITS)) as usize
}

impl Shard {
    /// Where a key is, or where it would go.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = key as usize & mask;
        while self.slots[place] != key && self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        place
    }

    /// Whether it would be more than three quarters full with so many keys more.
    fn is_full(&self, more: usize) -> bool {
        (self.used + more) * 4 > self.slots.len() * 3
    }

    /// Moves to twice as many slots, all free.
    #[cold]
    fn grow(&mut self, slots: Vec<u64>) {
        for key in std::mem::replace(&mut self.slots, slots) {
            if key != 0 {
                let place = self.place(key);
                self.slots[place] = key;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KeySet;
    use std::collections::HashSet;

    #[test]
    fn it_is_a_set() {
        let (mut set, mut model) = (KeySet::default(), HashSet::new());
        let mut state = 1_u64;
        for i in 0..200_000_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Half of the keys return; some differ in few bits only.
            let key = if i % 2 == 0 { state } else { (state >> 50) << (i % 40) };
            assert_eq!(set.contains(key), model.contains(&key.max(1)), "{key}");
            assert_eq!(set.insert(key), model.insert(key.max(1)), "{key}");
            assert!(set.contains(key));
        }
    }
}
