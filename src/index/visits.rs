//! Which entries a search has looked at.

use std::mem;

/// The search that looked at each entry last.
#[derive(Clone, Debug, Default)]
pub(super) struct Visits {
    last: Vec<u32>,
    search: u32,
}

impl Visits {
    /// Begins a search among so many entries.
    pub(super) fn begin(&mut self, entries: usize) {
        self.last.resize(entries, 0);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.last.fill(0);
            self.search = 1;
        }
    }

    /// Whether this search has not looked at an entry yet; from now on it has.
    #[inline]
    pub(super) fn is_first(&mut self, number: u32) -> bool {
        mem::replace(&mut self.last[number as usize], self.search) != self.search
    }

    /// Bytes that it holds.
    pub(super) fn memory(&self) -> usize {
        self.last.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::Visits;

    #[test]
    fn every_search_looks_at_an_entry_for_the_first_time_once() {
        let mut visits = Visits { last: Vec::new(), search: u32::MAX - 2 };
        for entries in 1..6 {
            visits.begin(entries);
            for number in 0..entries as u32 {
                assert!(visits.is_first(number) && !visits.is_first(number));
            }
        }
        assert!(visits.memory() >= 20);
    }
}
