//! A flat table of 8-byte slots that grows in small steps up to a bound and never evicts.
//!
//! Linear probing in [`SHARDS`] shards that grow by doubling, each on its own, so at any time only a small part of the
//! table exists twice. The high bits of a hash choose shard and slot, so a slot may keep the low bits for other uses.

use std::collections::TryReserveError;

/// Shards of a table; a power of two.
const SHARDS: usize = 64;
/// Slots that a shard begins with.
const FIRST: usize = 16;
/// For how many hashes room is made at least.
const LEAST_ROOM: usize = 1 << 12;

/// The table. A slot of 0 is empty.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    shards: Vec<Shard>,
    /// The most slots that a shard may have.
    bound: usize,
    /// The bits of a slot that are of the hash.
    tag: u64,
    /// Hashes for which room has been made and that have not come yet.
    reserved: usize,
}

#[derive(Clone, Debug, Default)]
struct Shard {
    slots: Vec<u64>,
    used: usize,
}

impl Slots {
    /// A table of at most `bound` slots, whose lowest `free` bits are not of the hash.
    pub(super) fn new(bound: usize, free: u32) -> Self {
        let bound = (bound / SHARDS).next_power_of_two().max(FIRST);
        let shards = (0..SHARDS).map(|_| Shard::default()).collect();
        Self { shards, bound, tag: u64::MAX << free, reserved: 0 }
    }

    /// Whether a slot has the tag of `hash`.
    pub(super) fn contains(&self, hash: u64) -> bool {
        let shard = &self.shards[shard_of(hash)];
        !shard.slots.is_empty() && shard.slots[shard.find(hash, self.tag)] != 0
    }

    /// Prefetches the slot of `hash`.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let shard = &self.shards[shard_of(hash)];
        if !shard.slots.is_empty() {
            std::hint::black_box(shard.slots[index_of(hash, shard.slots.len())]);
        }
    }

    /// Makes room for so many hashes more, if they spread over the shards as hashes do.
    pub(super) fn try_reserve(&mut self, hashes: usize) -> Result<(), TryReserveError> {
        if hashes <= self.reserved {
            return Ok(());
        }
        // For more than this time: looking at every shard takes a while.
        let hashes = (2 * hashes).max(LEAST_ROOM);
        let share = hashes / SHARDS * 2 + FIRST;
        for shard in &mut self.shards {
            while (shard.used + share) * 4 > shard.slots.len() * 3 && shard.slots.len() < self.bound {
                let mut slots = Vec::new();
                slots.try_reserve_exact((shard.slots.len() * 2).max(FIRST))?;
                slots.resize((shard.slots.len() * 2).max(FIRST), 0);
                shard.grow(slots);
            }
        }
        self.reserved = hashes;
        Ok(())
    }

    /// Bytes that it holds.
    pub(super) fn memory(&self) -> usize {
        self.shards.iter().map(|shard| shard.slots.capacity() * size_of::<u64>()).sum()
    }

    /// The slot with the tag of `hash`, or an empty one, which the caller fills with that tag. `None` at the bound.
    pub(super) fn entry(&mut self, hash: u64) -> Option<&mut u64> {
        let shard = &mut self.shards[shard_of(hash)];
        if shard.used * 4 >= shard.slots.len() * 3 && shard.slots.len() < self.bound {
            shard.grow(vec![0; (shard.slots.len() * 2).max(FIRST)]);
        }
        let at = shard.find(hash, self.tag);
        if shard.slots[at] == 0 {
            if shard.used * 4 >= shard.slots.len() * 3 {
                return None;
            }
            shard.used += 1;
            self.reserved = self.reserved.saturating_sub(1);
        }
        Some(&mut shard.slots[at])
    }
}

impl Shard {
    /// Where the slot with the tag of `hash` is or would be. Some slot is empty, so the search ends.
    fn find(&self, hash: u64, tag: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut at = index_of(hash, self.slots.len());
        while self.slots[at] != 0 && (self.slots[at] ^ hash) & tag != 0 {
            at = (at + 1) & last;
        }
        at
    }

    /// Moves to other slots, twice as many and all empty.
    fn grow(&mut self, slots: Vec<u64>) {
        let length = slots.len();
        let old = std::mem::replace(&mut self.slots, slots);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = index_of(slot, length);
            while self.slots[at] != 0 {
                at = (at + 1) & (length - 1);
            }
            self.slots[at] = slot;
        }
    }
}

fn shard_of(hash: u64) -> usize {
    (hash >> (u64::BITS - SHARDS.ilog2())) as usize
}

/// The bits below those of the shard.
fn index_of(hash: u64, length: usize) -> usize {
    ((hash << SHARDS.ilog2()) >> (u64::BITS - length.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes() -> impl Iterator<Item = u64> {
        (1..).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    #[test]
    fn finds_what_was_entered_and_nothing_else() {
        let mut slots = Slots::new(1 << 20, 12);
        for hash in hashes().take(50_000) {
            assert!(!slots.contains(hash));
            *slots.entry(hash).expect("far from the bound") = hash;
        }
        assert!(hashes().take(50_000).all(|hash| slots.contains(hash) && slots.contains(hash ^ 0xFFF)));
        assert!(!hashes().skip(50_000).take(50_000).any(|hash| slots.contains(hash)));
    }

    #[test]
    fn refuses_new_entries_at_the_bound_and_keeps_the_old() {
        let mut slots = Slots::new(SHARDS * FIRST, 0);
        let entered: Vec<u64> = hashes()
            .take(5000)
            .filter(|&hash| slots.entry(hash).map(|slot| *slot = hash).is_some())
            .collect();
        assert!((SHARDS..=SHARDS * FIRST * 3 / 4 + SHARDS).contains(&entered.len()), "{}", entered.len());
        assert!(entered.iter().all(|&hash| slots.entry(hash).copied() == Some(hash)));
    }
}
