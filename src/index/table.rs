//! Tables under 64-bit keys that are keyed hashes already, so they need no hashing and no defence.
//!
//! Open addressing with linear probing: a lookup touches one cache line nearly always. A table is cut into shards by the
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

/// What stands in a slot of a table. A key of 0 marks a free slot.
pub(crate) trait Slot: Copy + Default {
    fn key(&self) -> u64;
}

impl Slot for u64 {
    #[inline]
    fn key(&self) -> u64 {
        *self
    }
}

/// A key and what belongs to it.
impl Slot for (u64, u64) {
    #[inline]
    fn key(&self) -> u64 {
        self.0
    }
}

/// A table of uniform keys, which may stand in it more than once.
#[derive(Clone, Debug)]
pub(crate) struct Table<S> {
    shards: Vec<Shard<S>>,
    /// Slots for which room has been made and that have not come yet.
    foreseen: usize,
}

#[derive(Clone, Debug)]
struct Shard<S> {
    /// The length is a power of two.
    slots: Vec<S>,
    used: usize,
}

impl<S: Slot> Default for Table<S> {
    fn default() -> Self {
        let shard = Shard { slots: vec![S::default(); 8], used: 0 };
        Self { shards: vec![shard; 1 << SHARD_BITS], foreseen: 0 }
    }
}

impl<S: Slot> Table<S> {
    /// Prefetches the key's slot. Nothing depends on what is loaded, so the processor waits for many slots together.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let shard = &self.shards[shard_of(key)];
        std::hint::black_box(shard.slots[key as usize & (shard.slots.len() - 1)].key());
    }

    /// The first slot of a key that is `wanted`.
    #[inline]
    pub(crate) fn find(&self, key: u64, wanted: impl Fn(&S) -> bool) -> Option<&S> {
        let shard = &self.shards[shard_of(key)];
        let slot = &shard.slots[shard.position(key, wanted)];
        (slot.key() != 0).then_some(slot)
    }

    /// The same, to be changed but for its key.
    #[inline]
    pub(crate) fn find_mut(&mut self, key: u64, wanted: impl Fn(&S) -> bool) -> Option<&mut S> {
        let shard = &mut self.shards[shard_of(key)];
        let at = shard.position(key, wanted);
        let slot = &mut shard.slots[at];
        (slot.key() != 0).then_some(slot)
    }

    /// Adds a slot, unless one that is `wanted` is there: `false`, and that one is left.
    #[inline]
    pub(crate) fn insert(&mut self, slot: S, wanted: impl Fn(&S) -> bool) -> bool {
        let shard = &mut self.shards[shard_of(slot.key())];
        let at = shard.position(slot.key(), wanted);
        if shard.slots[at].key() != 0 {
            return false;
        }
        shard.slots[at] = slot;
        shard.used += 1;
        self.foreseen = self.foreseen.saturating_sub(1);
        if shard.is_full(0) {
            shard.grow(vec![S::default(); shard.slots.len() * 2]);
        }
        true
    }

    /// Makes room for so many slots more, if they spread over the shards as keys do.
    pub(crate) fn try_reserve(&mut self, slots: usize) -> Result<(), TryReserveError> {
        if slots <= self.foreseen {
            return Ok(());
        }
        // For more than this time: looking at every shard takes a while.
        let slots = (2 * slots).max(FORESEEN);
        let share = (slots >> SHARD_BITS) * 2 + UNEVEN;
        for shard in &mut self.shards {
            while shard.is_full(share) {
                let mut slots = Vec::new();
                slots.try_reserve_exact(shard.slots.len() * 2)?;
                slots.resize(shard.slots.len() * 2, S::default());
                shard.grow(slots);
            }
        }
        self.foreseen = slots;
        Ok(())
    }

    /// Bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        self.shards.iter().map(|shard| shard.slots.len() * size_of::<S>()).sum()
    }
}

/// For how many slots room is made at least.
const FORESEEN: usize = 1 << 13;

/// Slots that may come beyond a shard's even share.
const UNEVEN: usize = 16;

fn shard_of(key: u64) -> usize {
    (key >> (64 - SHARD_BITS)) as usize
}

impl<S: Slot> Shard<S> {
    /// Where the first slot that is `wanted` stands, or where it would go.
    #[inline]
    fn position(&self, key: u64, wanted: impl Fn(&S) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at].key() != 0 && !wanted(&self.slots[at]) {
            at = (at + 1) & mask;
        }
        at
    }

    /// Whether it would be more than three quarters full with so many slots more.
    fn is_full(&self, more: usize) -> bool {
        (self.used + more) * 4 > self.slots.len() * 3
    }

    /// Moves to twice as many slots, all free.
    #[cold]
    fn grow(&mut self, slots: Vec<S>) {
        for slot in std::mem::replace(&mut self.slots, slots) {
            if slot.key() != 0 {
                let at = self.position(slot.key(), |_| false);
                self.slots[at] = slot;
            }
        }
    }
}

/// A set of uniform keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeySet(Table<u64>);

impl KeySet {
    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        let key = stored(key);
        self.0.find(key, |slot| *slot == key).is_some()
    }

    /// Prefetches the key's slot.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.0.prefetch(stored(key));
    }

    /// Adds a key; `false` if it was there.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        let key = stored(key);
        self.0.insert(key, |slot| *slot == key)
    }

    /// Makes room for so many keys more.
    pub(crate) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        self.0.try_reserve(keys)
    }

    /// Bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        self.0.memory()
    }
}

/// Zero marks a free slot, so key 0 is stored as 1: one more coincidence among 2^64.
#[inline]
pub(crate) fn stored(key: u64) -> u64 {
    key.max(1)
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
