//! Tables of 64-bit keys in seven bytes a slot: keys of one shard begin with the same byte, so none
//! of them stores it.
//!
//! A shard is a row of slots in the order of their keys. Each key stands at its *home*, the slot
//! that its highest bits say, or as near behind it as those before it leave room, and no slot
//! between is free. A search begins at the home and ends at the first slot that is no less than the
//! key, and a free slot is greater than all: six slots where a shard is nine tenths full, and a
//! cache line holds nine. In a table without order a search for what is not there would take 51 of
//! them. A new key moves those after it by one slot, up to the next free one.
//!
//! Each shard grows on its own, and begins with another size than its neighbours: at any time some
//! are nearly full and some have just grown, so what a key takes hardly depends on how many there
//! are. Worth a fifth of the memory of a default run of ten million lines, beside slots of eight
//! bytes without order, three quarters full at most; it takes 2 % more instructions.

use std::collections::TryReserveError;

/// How a table grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Growth {
    /// By a quarter, large ones by an eighth, once it is nine tenths full: 8 to 9 bytes a key.
    Fine,
    /// To twice its size, once it is three quarters full: 13 bytes a key. Keys are moved a fourth
    /// as often: worth 4 % of a literal run.
    Coarse,
}

/// A table of uniform keys. The lowest `DATA` bits of a slot, 20 at most, are no part of its key.
#[derive(Clone, Debug)]
pub(crate) struct Packed<const DATA: u32> {
    shards: Vec<Shard<DATA>>,
    /// Slots for which room has been made and that have not come yet.
    foreseen: usize,
    /// The most keys that a shard may have.
    bound: usize,
    growth: Growth,
}

#[derive(Clone, Debug)]
struct Shard<const DATA: u32> {
    /// The slots, of which the last is free, and one byte more: a slot is read with the byte that
    /// follows.
    bytes: Vec<u8>,
    /// How many slots are homes. Those behind them are for what is pushed over the end.
    homes: usize,
    used: usize,
}

const SHARD_BITS: u32 = 8;

/// Bytes of a slot.
const SIZE: usize = 7;

/// A slot without a key; also the bits that a slot stores. So a key of which all these bits are set
/// seems to be there: one more coincidence among 2^56, or 2^36 with data.
const FREE: u64 = (1 << (8 * SIZE)) - 1;

/// Homes that a shard begins with, at least.
const FIRST: usize = 8;

/// Slots by which what is pushed over the end extends a shard.
const SPARE: usize = 8;

/// Homes up to which every shard doubles: what that takes too much is less than a megabyte a table.
const SMALL: usize = 512;

/// Homes from which on a shard grows by an eighth: those of a table of a million keys. Worth 2
/// bytes for each line that is kept of ten million.
const LARGE: usize = 4096;

/// For how many keys room is made at least.
const FORESEEN: usize = 1 << 13;

/// Keys that may come beyond a shard's even share.
const UNEVEN: usize = 16;

impl<const DATA: u32> Default for Packed<DATA> {
    fn default() -> Self {
        Self { growth: Growth::Coarse, ..Self::with_bound(usize::MAX) }
    }
}

impl<const DATA: u32> Packed<DATA> {
    /// A table of at most about so many keys, which takes nothing new once it is full. It grows
    /// finely, for what is kept to the end in large numbers.
    pub(crate) fn with_bound(keys: usize) -> Self {
        let shards = (0..1 << SHARD_BITS).map(|at| Shard::new(FIRST + at % FIRST)).collect();
        Self { shards, foreseen: 0, bound: keys >> SHARD_BITS, growth: Growth::Fine }
    }

    /// Prefetches the key's slot. Nothing depends on what is loaded, so the processor waits for
    /// many slots together.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let shard = self.shard(key);
        std::hint::black_box(shard.bytes[shard.home(key) * SIZE]);
    }

    /// The slots of a key.
    #[inline]
    pub(crate) fn slots(&self, key: u64) -> impl Iterator<Item = u64> {
        let (shard, own) = (self.shard(key), key & FREE);
        let (at, _) = shard.seek(own >> DATA << DATA);
        let is_of = move |slot: &u64| (slot ^ own) >> DATA == 0 && *slot != FREE;
        (at..).map(|at| shard.slot(at)).take_while(is_of).map(move |slot| key & !FREE | slot)
    }

    /// The only slot of a key, where no key has several.
    #[inline]
    pub(crate) fn slot(&self, key: u64) -> Option<u64> {
        let own = key & FREE;
        let (_, slot) = self.shard(key).seek(own >> DATA << DATA);
        ((slot ^ own) >> DATA == 0).then_some(key & !FREE | slot)
    }

    /// Whether this very slot is there.
    #[inline]
    pub(crate) fn contains(&self, slot: u64) -> bool {
        self.shard(slot).seek(slot & FREE).1 == slot & FREE
    }

    /// Adds a slot; `false` if this very one was there, or the bound is reached.
    #[inline]
    pub(crate) fn insert(&mut self, slot: u64) -> bool {
        let (at, found) = self.shard(slot).seek(slot & FREE);
        found != slot & FREE && self.add(slot, at)
    }

    /// Puts a slot in the place of the only one of its key, or adds it; `false` if the bound is
    /// reached.
    #[inline]
    pub(crate) fn put(&mut self, slot: u64) -> bool {
        let own = slot & FREE;
        let (at, found) = self.shard(slot).seek(own >> DATA << DATA);
        if (found ^ own) >> DATA == 0 && found != FREE {
            self.shards[shard_of(slot)].set(at, own.min(FREE - 1));
            return true;
        }
        self.add(slot - u64::from(own == FREE), at)
    }

    /// Adds a slot, which belongs at this place as the shard stands.
    fn add(&mut self, slot: u64, mut at: usize) -> bool {
        let own = slot & FREE;
        let shard = &mut self.shards[shard_of(slot)];
        if shard.used >= self.bound {
            return false;
        }
        if shard.is_full(1, self.growth) {
            shard.grow(Shard::new(shard.larger(self.growth)));
            (at, _) = shard.seek(own);
        }
        shard.add(at, own);
        self.foreseen = self.foreseen.saturating_sub(1);
        true
    }

    /// Makes room for so many keys more, if they spread over the shards as keys do.
    pub(crate) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        if keys <= self.foreseen {
            return Ok(());
        }
        // For more than this time: looking at every shard takes a while.
        let keys = (2 * keys).max(FORESEEN);
        let share = (keys >> SHARD_BITS) * 2 + UNEVEN;
        for shard in &mut self.shards {
            while shard.is_full(share, self.growth) && shard.used < self.bound {
                shard.grow(Shard::try_new(shard.larger(self.growth))?);
            }
        }
        self.foreseen = keys;
        Ok(())
    }

    /// Bytes that it holds.
    pub(crate) fn memory(&self) -> usize {
        self.shards.iter().map(|shard| shard.bytes.capacity()).sum()
    }

    #[inline]
    fn shard(&self, key: u64) -> &Shard<DATA> {
        &self.shards[shard_of(key)]
    }
}

#[inline]
fn shard_of(key: u64) -> usize {
    (key >> (8 * SIZE)) as usize
}

impl<const DATA: u32> Shard<DATA> {
    fn new(homes: usize) -> Self {
        Self { bytes: vec![u8::MAX; (homes + SPARE) * SIZE + 1], homes, used: 0 }
    }

    fn try_new(homes: usize) -> Result<Self, TryReserveError> {
        let (mut bytes, length) = (Vec::new(), (homes + SPARE) * SIZE + 1);
        bytes.try_reserve_exact(length)?;
        bytes.resize(length, u8::MAX);
        Ok(Self { bytes, homes, used: 0 })
    }

    /// Where a slot stands if nothing is in its way: the highest 32 bits that the shard does not
    /// say, as a share of the homes.
    #[inline]
    fn home(&self, slot: u64) -> usize {
        (((slot << SHARD_BITS >> 32) * self.homes as u64) >> 32) as usize
    }

    #[inline]
    fn slot(&self, at: usize) -> u64 {
        let bytes = &self.bytes[at * SIZE..at * SIZE + 8];
        u64::from_le_bytes(bytes.try_into().expect("a slot and a byte")) & FREE
    }

    #[inline]
    fn set(&mut self, at: usize, own: u64) {
        self.bytes[at * SIZE..(at + 1) * SIZE].copy_from_slice(&own.to_le_bytes()[..SIZE]);
    }

    /// The first slot from its home on that is no less than this, and where it is.
    #[inline]
    fn seek(&self, least: u64) -> (usize, u64) {
        let mut at = self.home(least);
        loop {
            let slot = self.slot(at);
            if slot >= least {
                return (at, slot);
            }
            at += 1;
        }
    }

    /// Adds a slot here, and moves on those that stand here and behind.
    fn add(&mut self, at: usize, own: u64) {
        let mut behind = self.bytes[at * SIZE..].chunks_exact(SIZE);
        let is_free = |slot: &[u8]| slot[SIZE - 1] == u8::MAX && *slot == [u8::MAX; SIZE];
        let moved = behind.position(is_free).expect("the last slot is free");
        if moved > 0 {
            self.bytes.copy_within(at * SIZE..(at + moved) * SIZE, (at + 1) * SIZE);
        }
        self.set(at, own);
        self.used += 1;
        self.leave_free(at + moved + 1);
    }

    /// Has a free slot here at the latest.
    #[inline]
    fn leave_free(&mut self, at: usize) {
        if (at + 1) * SIZE >= self.bytes.len() {
            self.bytes.reserve_exact(SPARE * SIZE);
            self.bytes.resize(self.bytes.len() + SPARE * SIZE, u8::MAX);
        }
    }

    /// Whether it would be too full with so many keys more.
    fn is_full(&self, more: usize, growth: Growth) -> bool {
        let percent = if growth == Growth::Fine { 90 } else { 75 };
        (self.used + more) * 100 > self.homes * percent
    }

    /// How many homes it has after growing.
    fn larger(&self, growth: Growth) -> usize {
        match (growth, self.homes) {
            (Growth::Fine, LARGE..) => self.homes + self.homes / 8,
            (Growth::Fine, SMALL..) => self.homes + self.homes / 4,
            _ => self.homes * 2,
        }
    }

    /// Moves to a shard with more slots, all free.
    #[cold]
    fn grow(&mut self, larger: Self) {
        let old = std::mem::replace(self, larger);
        let mut end = 0;
        for own in (0..old.bytes.len() / SIZE).map(|at| old.slot(at)).filter(|own| *own != FREE) {
            let at = self.home(own).max(end);
            end = at + 1;
            self.leave_free(end);
            self.set(at, own);
        }
        self.used = old.used;
    }
}

/// A set of uniform keys.
#[derive(Clone, Debug, Default)]
pub struct KeySet(Packed<0>);

impl KeySet {
    /// A set that grows finely, for few keys a line.
    pub(crate) fn compact() -> Self {
        Self(Packed::with_bound(usize::MAX))
    }

    #[inline]
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.0.contains(key)
    }

    /// Prefetches the key's slot.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    /// Adds a key; `false` if it was there.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        self.0.insert(key)
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

#[cfg(test)]
mod tests {
    use super::{FREE, KeySet, Packed};
    use std::collections::{HashMap, HashSet};

    fn uniform(i: u64) -> u64 {
        i.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn a_full_table_refuses_new_keys_and_keeps_the_old() {
        let mut table = Packed::<0>::with_bound(4096);
        let entered: Vec<u64> = (1..50_000).map(uniform).filter(|&key| table.insert(key)).collect();
        assert_eq!(entered.len(), 4096);
        assert!(entered.iter().all(|&key| table.contains(key) && !table.insert(key)));
        let memory = table.memory();
        table.try_reserve(100_000).expect("nothing is reserved for what will not come");
        assert_eq!(table.memory(), memory);
        assert!(!Packed::<13>::with_bound(0).put(uniform(1)));
    }

    #[test]
    fn what_a_key_takes_hardly_depends_on_their_number() {
        for keys in [200_000_u64, 250_000, 300_000, 400_000, 500_000] {
            for (mut set, expected) in [(KeySet::compact(), 80..=95), (KeySet::default(), 125..=145)] {
                assert!((0..keys).map(uniform).all(|key| set.insert(key)));
                let bytes = set.memory() as u64 * 10 / keys;
                assert!(expected.contains(&bytes), "{keys} keys take {bytes} tenths of a byte each");
            }
        }
    }

    /// Keys of a few shards and homes, which are pushed over the end.
    fn crowded() -> impl Iterator<Item = u64> {
        let mut state = 1_u64;
        (0..40_000_u64).map(move |i| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match i % 4 {
                // Some differ in few bits only, at either end of a shard, and some are no key.
                0 => (state >> 50) << (i % 40),
                1 => (FREE - (state >> 56)) | ((state >> 60) << 56),
                _ => state,
            }
        })
    }

    #[test]
    fn it_is_a_set() {
        let (mut set, mut model) = (KeySet::compact(), HashSet::new());
        for (i, key) in crowded().enumerate() {
            // The greatest of a shard seems to be there.
            let is_new = key & FREE != FREE && !model.contains(&key);
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
            let (tag, data) = (key >> 13, i as u64 & 0xFFF);
            if tag & FREE >> 13 != FREE >> 13 {
                assert_eq!(table.slot(key).map(|slot| slot & 0x1FFF), model.get(&tag).copied(), "{key}");
            }
            assert!(table.put(tag << 13 | data));
            model.insert(tag, data);
        }
        // A key of ones is stored as what it is, and never as a free slot.
        assert!(table.put(FREE) && table.put(FREE - 7) && table.put(FREE));
        model.insert(FREE >> 13, 0x1FFE);
        assert!(model.iter().all(|(tag, data)| table.slot(tag << 13) == Some(tag << 13 | data)));
    }

    #[test]
    fn a_key_may_have_several_slots() {
        let mut table = Packed::<3>::default();
        for key in (0..1000).map(uniform) {
            let slots = [6, 1, 4].map(|data| key >> 3 << 3 | data);
            assert_eq!(slots.map(|slot| table.insert(slot)), [true; 3]);
            assert!(!table.insert(slots[1]));
            let found: Vec<u64> = table.slots(key).map(|slot| slot & 7).collect();
            assert_eq!(found, [1, 4, 6]);
        }
        assert_eq!(table.slots(uniform(1000)).count(), 0);
    }
}
