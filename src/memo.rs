//! Remembers what was found out about tokens that return.
//!
//! Direct-mapped caches: each key has one slot, and a newer key takes it over. So memory is fixed, a lookup is one comparison, and
//! what is forgotten is only found out again.

/// Facts about tokens, by their hashes.
#[derive(Debug)]
pub(crate) struct Memo<T> {
    slots: Vec<(u64, T)>,
    size: usize,
}

impl<T: Copy + Default> Memo<T> {
    /// A memo of `size` slots, a power of two, which takes its memory when it is first used.
    pub(crate) fn new(size: usize) -> Self {
        debug_assert!(size.is_power_of_two());
        Self { slots: Vec::new(), size }
    }

    /// What is known about a key, or else what `find_out` gives.
    #[inline]
    pub(crate) fn get(&mut self, key: u64, find_out: impl FnOnce() -> T) -> T {
        if self.slots.is_empty() {
            // Slot i never holds key !i, whose low bits are others: an untouched slot matches no key that maps to it.
            self.slots.extend((0..self.size).map(|i| (!(i as u64), T::default())));
        }
        let slot = &mut self.slots[key as usize & (self.size - 1)];
        if slot.0 != key {
            *slot = (key, find_out());
        }
        slot.1
    }
}

/// Facts of a few bits: a slot is eight bytes, of which the lowest `BITS` bits are the fact and the others are of the key.
///
/// The lowest bits of a key choose its slot, so those that the slot keeps are, but for a few, news. With 21 bits of fact, another key
/// is taken for the one in the slot once in 2^43 lookups.
#[derive(Debug)]
pub(crate) struct Facts<const BITS: u32> {
    slots: Vec<u64>,
}

impl<const BITS: u32> Facts<BITS> {
    /// Room for `size` facts, a power of two. About a key whose highest bits are 0, an empty slot says 0.
    pub(crate) fn new(size: usize) -> Self {
        debug_assert!(size.is_power_of_two());
        Self { slots: vec![0; size] }
    }

    /// The fact about a key, if it is known.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let slot = self.slots[self.place(key)];
        ((slot ^ key) >> BITS == 0).then_some(slot & ((1 << BITS) - 1))
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, fact: u64) {
        debug_assert!(fact < 1 << BITS);
        let place = self.place(key);
        self.slots[place] = key >> BITS << BITS | fact;
    }

    /// The fact about a key, or else what `find_out` gives.
    #[inline]
    pub(crate) fn get_or(&mut self, key: u64, find_out: impl FnOnce() -> u64) -> u64 {
        self.get(key).unwrap_or_else(|| {
            let fact = find_out();
            self.put(key, fact);
            fact
        })
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_out_once_until_its_slot_is_taken() {
        let mut memo: Memo<u32> = Memo::new(4);
        assert_eq!(memo.get(0, || 7), 7);
        assert_eq!(memo.get(0, || unreachable!()), 7);
        assert_eq!(memo.get(u64::MAX, || 8), 8);
        assert_eq!(memo.get(4, || 9), 9);
        assert_eq!(memo.get(0, || 10), 10);
    }

    #[test]
    fn facts_are_found_until_their_slot_is_taken() {
        let mut facts: Facts<3> = Facts::new(8);
        let key = |high: u64, low: u64| high << 40 | low;
        assert_eq!(facts.get(key(5, 1)), None);
        facts.put(key(5, 1), 7);
        facts.put(key(5, 2), 0);
        assert_eq!(facts.get(key(5, 1)), Some(7));
        assert_eq!(facts.get(key(5, 2)), Some(0));
        assert_eq!(facts.get(key(6, 1)), None);
        facts.put(key(6, 1), 3);
        assert_eq!((facts.get(key(5, 1)), facts.get(key(6, 1))), (None, Some(3)));
        assert_eq!((facts.get_or(key(6, 1), || unreachable!()), facts.get_or(key(5, 1), || 4)), (3, 4));
        assert_eq!(facts.get(key(5, 1)), Some(4));
    }
}
