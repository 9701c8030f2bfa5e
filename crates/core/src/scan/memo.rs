//! Caches facts about tokens that recur.
//!
//! Direct-mapped: each key has one slot, which the next key takes over. So memory is fixed, a
//! lookup is one comparison, and an evicted fact is simply computed again.

/// Facts about tokens, by their hashes.
#[derive(Debug)]
pub(super) struct Memo<T> {
    slots: Vec<(u64, T)>,
    size: usize,
}

impl<T: Copy + Default> Memo<T> {
    /// Creates a memo of `size` slots, a power of two. Memory is allocated on first use.
    pub(super) fn new(size: usize) -> Self {
        debug_assert!(size.is_power_of_two());
        Self {
            slots: Vec::new(),
            size,
        }
    }

    /// Returns the fact about a key, computed by `find_out` if it is not cached.
    #[inline(always)]
    pub(super) fn get(&mut self, key: u64, find_out: impl FnOnce() -> T) -> T {
        if self.slots.is_empty() {
            // Slot i never holds key !i, whose low bits differ from i: an untouched slot matches no
            // key that maps to it.
            self.slots
                .extend((0..self.size).map(|i| (!(i as u64), T::default())));
        }
        let slot = &mut self.slots[key as usize & (self.size - 1)];
        if slot.0 != key {
            *slot = (key, find_out());
        }
        slot.1
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
}
