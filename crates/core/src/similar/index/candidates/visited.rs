//! The entries that a search has visited.

use std::mem;
use urlsift_url::reserved::Reserved;

/// For each entry, the last search that visited it.
#[derive(Clone, Debug, Default)]
pub(super) struct Visited {
    last: Vec<u32>,
    search: u32,
}

impl Visited {
    /// Begins a search among this many entries: none of them is visited yet.
    pub(super) fn begin(&mut self, entries: usize) {
        self.last.resize(entries, 0);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.last.fill(0);
            self.search = 1;
        }
    }

    /// Marks an entry as visited; `false` if it was.
    pub(super) fn insert(&mut self, number: u32) -> bool {
        mem::replace(&mut self.last[number as usize], self.search) != self.search
    }

    /// Returns the bytes that it holds.
    pub(super) fn heap_bytes(&self) -> usize {
        self.last.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::Visited;

    #[test]
    fn every_search_visits_an_entry_for_the_first_time_once() {
        let mut visited = Visited {
            last: Vec::new(),
            search: u32::MAX - 2,
        };
        for entries in 1..6 {
            visited.begin(entries);
            for number in 0..entries as u32 {
                assert!(visited.insert(number) && !visited.insert(number));
            }
        }
        assert!(visited.heap_bytes() >= 20);
    }
}
