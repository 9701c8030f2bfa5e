//! Tables of 64-bit keys in order, one word for each slot.
//!
//! A shard is a row of slots sorted by key. Each key is at its *home*, the slot given by its
//! highest bits, or as close after it as earlier keys allow, with no free slot between. A search
//! starts at the home and ends at the first slot that is not smaller than the key; a free slot is
//! greater than any key. That takes six slots if a shard is nine tenths full, and a cache line
//! holds eight. In an unsorted table a search for a missing key would take 51. A new key shifts the
//! ones after it by one slot, up to the next free slot.
//!
//! A shard takes memory from its first key on: a filter starts with ten tables, most of which stay
//! empty. Each shard grows on its own, and starts with another size than its neighbours: at any
//! time some are nearly full and some have just grown, so the memory for each key hardly depends on
//! the number of keys. Slots of seven bytes, without the byte that all keys of a shard begin with,
//! would save an eighth of the memory and take 7 % more instructions of a default run. But data
//! replaces that byte first, so with 15 bits of data a slot still tells keys apart by 57 bits.

use std::collections::TryReserveError;
use std::mem;

/// The growth of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// By a quarter, large ones by an eighth, once it is nine tenths full: 9 to 10 bytes a key.
    Fine,
    /// To twice its size, once it is three quarters full: 15 bytes a key. Keys are moved a fourth
    /// as often: worth 4 % of a literal run.
    Coarse,
}

/// A table of uniform keys, each with `DATA` bits of data, 20 at most. Keys that differ only in
/// their `DATA - 8` lowest bits are one key.
#[derive(Clone, Debug)]
pub struct Packed<const DATA: u32> {
    shards: Box<[Shard<DATA>; SHARDS]>,
    /// Slots that have been reserved and are not used yet.
    foreseen: usize,
    /// Maximum number of keys in a shard.
    bound: usize,
    growth: Growth,
}

#[derive(Clone, Debug)]
struct Shard<const DATA: u32> {
    /// Keys with their first byte at the end, and data in the last bits. The last slot is free;
    /// there are none before the first key.
    slots: Vec<u64>,
    /// Number of slots that are homes. The slots after them hold keys that are pushed over the end.
    homes: usize,
    used: usize,
    /// Number of keys at which it has to grow.
    room: usize,
}

const SHARD_BITS: u32 = 8;
const SHARDS: usize = 1 << SHARD_BITS;

/// A slot without a key. So this key seems to be present: one more coincidence among 2^64, or fewer
/// if slots hold data.
const FREE: u64 = u64::MAX;

/// Minimum number of homes of a new shard.
const FIRST: usize = 8;

/// Slots by which keys that are pushed over the end extend a shard.
const SPARE: usize = 8;

/// Number of homes up to which every shard doubles: the excess is less than a megabyte a table.
const SMALL: usize = 512;

/// Number of homes at which a shard grows by only an eighth: reached by a table of a million keys.
/// Saves 2 bytes for each kept line of ten million.
const LARGE: usize = 4096;

/// Minimum number of keys to reserve room for, but at most the number of keys present: a small
/// table should not reserve room for thousands.
const FORESEEN: usize = 1 << 13;

/// Keys allowed beyond a shard's even share.
const UNEVEN: usize = 16;

impl Growth {
    /// Returns the number of keys for this many homes before there have to be more, if `bound` are
    /// allowed.
    fn room(self, homes: usize, bound: usize) -> usize {
        let percent = match self {
            Self::Fine => 90,
            Self::Coarse => 75,
        };
        (homes * percent / 100).min(bound)
    }

    /// Returns the number of homes of the shard with this number after growing.
    fn larger(self, homes: usize, shard: usize) -> usize {
        match (self, homes) {
            (_, 0) => FIRST + shard % FIRST,
            (Self::Fine, LARGE..) => homes + homes / 8,
            (Self::Fine, SMALL..) => homes + homes / 4,
            _ => homes * 2,
        }
    }
}

impl<const DATA: u32> Default for Packed<DATA> {
    fn default() -> Self {
        Self::new(usize::MAX, Growth::Coarse)
    }
}

impl<const DATA: u32> Packed<DATA> {
    /// Creates a table of at most about this many keys, which accepts nothing new once it is full.
    /// It grows finely, for large numbers of keys that are kept to the end.
    pub(crate) fn with_bound(keys: usize) -> Self {
        Self::new(keys, Growth::Fine)
    }

    fn new(keys: usize, growth: Growth) -> Self {
        let bound = keys >> SHARD_BITS;
        let empty = |_| Shard {
            slots: Vec::new(),
            homes: 0,
            used: 0,
            room: 0,
        };
        Self {
            shards: Box::new(std::array::from_fn(empty)),
            foreseen: 0,
            bound,
            growth,
        }
    }

    /// Prefetches the key's slot. Nothing depends on the loaded value, so the processor waits for
    /// many slots together.
    pub(crate) fn prefetch(&self, key: u64) {
        let shard = self.shard(key);
        let home = shard.home(slot_of(key));
        std::hint::black_box(shard.slots.get(home).copied());
    }

    /// Returns the data of each slot of a key.
    pub(crate) fn all(&self, key: u64) -> impl Iterator<Item = u64> {
        let shard = self.shard(key);
        let least = Self::least(key);
        let (index, _) = shard.seek(least);
        let slots = shard.slots[index..].iter();
        slots.map_while(move |slot| {
            let data = slot ^ least;
            let has_key = data >> DATA == 0 && *slot != FREE;
            has_key.then_some(data)
        })
    }

    /// Returns the data of the only slot of a key, for tables in which no key has several.
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let least = Self::least(key);
        let (_, slot) = self.shard(key).seek(least);
        let data = slot ^ least;
        (data >> DATA == 0).then_some(data)
    }

    /// Returns the slot of a key with data of 0.
    fn least(key: u64) -> u64 {
        slot_of(key) >> DATA << DATA
    }

    /// Adds a slot; `false` if this exact one was there, or the bound is reached.
    #[inline]
    pub(crate) fn insert_data(&mut self, key: u64, data: u64) -> bool {
        let shard = shard_of(key);
        let slot = Self::least(key) | data;
        let (index, found) = self.shards[shard].seek(slot);
        found != slot && self.add(shard, slot, index)
    }

    /// Replaces the data of the only slot of a key, or adds it; `false` if the bound is reached.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, data: u64) -> bool {
        let shard = shard_of(key);
        let least = Self::least(key);
        let slot = (least | data).min(FREE - 1);
        let (index, found) = self.shards[shard].seek(least);
        let has_key = (found ^ slot) >> DATA == 0;
        if has_key && found != FREE {
            self.shards[shard].slots[index] = slot;
            return true;
        }
        self.add(shard, slot, index)
    }

    /// Adds a slot at its place in the shard. The rare case is called last, so no registers are
    /// saved for it: worth 0.8 % of a default run.
    fn add(&mut self, shard: usize, slot: u64, index: usize) -> bool {
        let Shard { used, room, .. } = self.shards[shard];
        if used >= room {
            return self.grow_and_add(shard, slot);
        }
        self.foreseen = self.foreseen.saturating_sub(1);
        self.shards[shard].add(index, slot)
    }

    /// Adds a slot to a shard that is full; `false` if the bound is reached.
    #[cold]
    #[inline(never)]
    fn grow_and_add(&mut self, number: usize, slot: u64) -> bool {
        let Self { bound, growth, .. } = *self;
        let shard = &mut self.shards[number];
        if shard.used >= bound {
            return false;
        }
        let homes = growth.larger(shard.homes, number);
        let room = growth.room(homes, bound);
        shard.grow(homes, room, Vec::new());
        let (index, _) = shard.seek(slot);
        self.foreseen = self.foreseen.saturating_sub(1);
        shard.add(index, slot)
    }

    /// Adds the slots of another table, which has no key in common.
    pub(crate) fn absorb(&mut self, other: &Self) {
        for (shard, others) in other.shards.iter().enumerate() {
            for &slot in &others.slots {
                if slot == FREE {
                    continue;
                }
                let (index, found) = self.shards[shard].seek(slot);
                if found != slot {
                    self.add(shard, slot, index);
                }
            }
        }
    }

    /// Removes all keys, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        for shard in self.shards.iter_mut() {
            if shard.used > 0 {
                shard.slots.fill(FREE);
                shard.used = 0;
            }
        }
    }

    /// Returns the number of slots that it holds.
    pub(crate) fn len(&self) -> usize {
        let used = self.shards.iter().map(|shard| shard.used);
        used.sum()
    }

    /// Reserves room for this many more keys, if they spread over the shards as keys do.
    pub(crate) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        if keys <= self.foreseen {
            return Ok(());
        }
        // Reserves for later calls as well: checking every shard takes a while.
        let least = FORESEEN.min(self.len());
        let keys = (2 * keys).max(least);
        let even_share = keys >> SHARD_BITS;
        let share = even_share * 2 + UNEVEN;
        let Self { bound, growth, .. } = *self;
        for (number, shard) in self.shards.iter_mut().enumerate() {
            let wanted = (shard.used + share).min(bound);
            if wanted <= shard.room {
                continue;
            }
            // Its keys move once, however large the need is.
            let mut homes = growth.larger(shard.homes, number);
            let mut room = growth.room(homes, bound);
            while room < wanted {
                homes = growth.larger(homes, number);
                room = growth.room(homes, bound);
            }
            let mut slots = Vec::new();
            slots.try_reserve_exact(homes + SPARE)?;
            shard.grow(homes, room, slots);
        }
        self.foreseen = keys;
        Ok(())
    }

    /// Returns the bytes that it holds.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut slots = 0;
        for shard in self.shards.iter() {
            slots += shard.slots.capacity();
        }
        slots * size_of::<u64>()
    }

    fn shard(&self, key: u64) -> &Shard<DATA> {
        &self.shards[shard_of(key)]
    }
}

fn shard_of(key: u64) -> usize {
    (key >> (u64::BITS - SHARD_BITS)) as usize
}

/// Returns a key with the bits of its shard at the end, where data may replace them.
fn slot_of(key: u64) -> u64 {
    key.rotate_left(SHARD_BITS)
}

impl<const DATA: u32> Shard<DATA> {
    /// Returns the place of a slot without collisions: its highest 32 bits as a share of the homes.
    fn home(&self, slot: u64) -> usize {
        let fraction = slot >> 32;
        ((fraction * self.homes as u64) >> 32) as usize
    }

    /// Returns the first slot from its home on that is not smaller than this, and its index.
    fn seek(&self, least: u64) -> (usize, u64) {
        let mut index = self.home(least);
        loop {
            let slot = self.slots.get(index).copied().unwrap_or(FREE);
            if slot >= least {
                return (index, slot);
            }
            index += 1;
        }
    }

    /// Adds a slot here, and moves the ones from here on.
    fn add(&mut self, mut index: usize, mut slot: u64) -> bool {
        self.used += 1;
        while slot != FREE {
            slot = mem::replace(&mut self.slots[index], slot);
            index += 1;
        }
        if index == self.slots.len() {
            extend(&mut self.slots);
        }
        true
    }

    /// Moves to more homes, in the memory of an empty vector.
    #[cold]
    fn grow(&mut self, homes: usize, room: usize, mut slots: Vec<u64>) {
        slots.resize(homes + SPARE, FREE);
        self.homes = homes;
        self.room = room;
        let mut end = 0;
        for &slot in &self.slots {
            if slot == FREE {
                continue;
            }
            let index = self.home(slot).max(end);
            end = index + 1;
            if end == slots.len() {
                extend(&mut slots);
            }
            slots[index] = slot;
        }
        self.slots = slots;
    }
}

/// Adds free slots at the end.
#[cold]
#[inline(never)]
fn extend(slots: &mut Vec<u64>) {
    slots.reserve_exact(SPARE);
    slots.resize(slots.len() + SPARE, FREE);
}

/// A set of uniform keys.
pub type KeySet = Packed<0>;

impl KeySet {
    /// Creates a set that grows finely, for few keys a line.
    pub(crate) fn compact() -> Self {
        Self::with_bound(usize::MAX)
    }

    pub fn contains(&self, key: u64) -> bool {
        let slot = slot_of(key);
        let (_, found) = self.shard(key).seek(slot);
        found == slot
    }

    /// Adds a key; `false` if it was there, or the bound is reached.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        self.insert_data(key, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST, FREE, KeySet, Packed, SPARE};
    use std::collections::{HashMap, HashSet};

    fn uniform(i: u64) -> u64 {
        i.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn a_full_table_refuses_new_keys_and_keeps_the_old() {
        let mut table = Packed::<0>::with_bound(4096);
        let entered: Vec<u64> = (1..50_000)
            .map(uniform)
            .filter(|&key| table.insert(key))
            .collect();
        assert_eq!(entered.len(), 4096);
        assert!(
            entered
                .iter()
                .all(|&key| table.contains(key) && !table.insert(key))
        );
        let memory = table.heap_bytes();
        table
            .try_reserve(100_000)
            .expect("nothing is reserved for what will not come");
        assert_eq!(table.heap_bytes(), memory);
        assert!(!Packed::<13>::with_bound(0).put(uniform(1), 0));
    }

    #[test]
    fn what_a_key_takes_hardly_depends_on_their_number() {
        for keys in [200_000_u64, 250_000, 300_000, 400_000, 500_000] {
            for (mut set, expected) in [
                (KeySet::compact(), 91..=108),
                (KeySet::default(), 143..=166),
            ] {
                assert!((0..keys).map(uniform).all(|key| set.insert(key)));
                let bytes = set.heap_bytes() as u64 * 10 / keys;
                assert!(
                    expected.contains(&bytes),
                    "{keys} keys take {bytes} tenths of a byte each"
                );
            }
        }
    }

    /// Keys of a few shards and homes, which are pushed over the end.
    fn crowded() -> impl Iterator<Item = u64> {
        let mut state = 1_u64;
        (0..40_000_u64).map(move |i| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            match i % 4 {
                // Some differ in few bits only, at either end of a shard, and some are not keys.
                0 => (state >> 50) << (i % 40),
                1 => FREE - (state >> 56) - ((state >> 60) << 56),
                _ => state,
            }
        })
    }

    #[test]
    fn it_is_a_set() {
        let (mut set, mut model) = (KeySet::compact(), HashSet::new());
        for (i, key) in crowded().enumerate() {
            // The greatest key of all seems to be present.
            let is_new = key != FREE && !model.contains(&key);
            assert_eq!(set.contains(key), !is_new, "{key}");
            assert_eq!(set.insert(key), is_new, "{key}");
            assert!(set.contains(key));
            model.insert(key);
            if i % 1000 == 0 {
                set.try_reserve(500).expect("there is memory");
            }
        }
    }

    #[test]
    fn slots_are_found_by_their_keys_and_keep_their_data() {
        let (mut table, mut model) = (Packed::<13>::default(), HashMap::new());
        for (i, key) in crowded().enumerate() {
            // All but the lowest five bits tell keys apart.
            let (tag, data) = (key >> 5, i as u64 & 0xFFF);
            if key << 8 >> 13 != FREE << 8 >> 13 {
                assert_eq!(table.get(key), model.get(&tag).copied(), "{key}");
            }
            assert!(table.put(key, data));
            model.insert(tag, data);
        }
        // A key with all bits set is stored as it is, and never as a free slot.
        assert!(table.put(FREE, 0x1FFF) && table.put(FREE - 7, 5) && table.put(FREE, 0x1FFF));
        model.insert(FREE >> 5, 0x1FFE);
        assert!(
            model
                .iter()
                .all(|(tag, data)| table.get(tag << 5) == Some(*data))
        );
        let (mut all, mut other) = (Packed::default(), Packed::<13>::default());
        assert!(other.put(uniform(1), 7));
        all.absorb(&other);
        all.absorb(&table);
        assert!(all.get(uniform(1)) == Some(7) && all.len() == table.len() + 1);
        assert!(
            model
                .iter()
                .all(|(tag, data)| all.get(tag << 5) == Some(*data))
        );
    }

    #[test]
    fn an_empty_table_takes_no_memory_and_has_nothing() {
        let mut table = Packed::<3>::default();
        assert_eq!(table.heap_bytes(), 0);
        for key in (1..1000).map(uniform) {
            table.prefetch(key);
            assert_eq!(table.get(key), None);
            assert_eq!(table.all(key).count(), 0);
        }
        table.clear();
        assert!(table.insert_data(uniform(1), 2));
        assert_eq!((table.len(), table.get(uniform(1))), (1, Some(2)));
        assert!(table.heap_bytes() <= (2 * FIRST + SPARE) * size_of::<u64>());
    }

    #[test]
    fn a_key_may_have_several_slots() {
        let mut table = Packed::<3>::default();
        for key in (0..1000).map(uniform) {
            assert_eq!(
                [6, 1, 4].map(|data| table.insert_data(key, data)),
                [true; 3]
            );
            assert!(!table.insert_data(key, 1));
            assert_eq!(table.all(key).collect::<Vec<u64>>(), [1, 4, 6]);
        }
        assert_eq!(table.all(uniform(1000)).count(), 0);
    }
}
