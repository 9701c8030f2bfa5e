//! Counts the lines kept of each host or prefix.

use crate::similar::table::NumberMap;
use std::num::NonZeroU32;

/// Counts the lines kept of each host or prefix.
#[derive(Clone, Debug)]
pub(super) struct Quota {
    pub(super) limit: NonZeroU32,
    pub(super) taken: NumberMap<u32>,
}

impl Quota {
    pub(super) fn new(limit: NonZeroU32) -> Self {
        Self {
            limit,
            taken: NumberMap::default(),
        }
    }

    pub(super) fn has_room(&self, of: u64) -> bool {
        self.taken
            .get(&of)
            .is_none_or(|taken| *taken < self.limit.get())
    }

    pub(super) fn take(&mut self, of: u64) {
        *self.taken.entry(of).or_default() += 1;
    }
}
