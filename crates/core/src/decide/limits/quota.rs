//! Counts the lines kept of each host or prefix.

use crate::similar::table::NumberMap;
use std::num::NonZeroU32;
use urlsift_url::reserved::Reserved;

/// Counts the lines kept of each host or prefix.
#[derive(Clone, Debug)]
pub(super) struct Quota {
    limit: NonZeroU32,
    taken: NumberMap<u32>,
}

impl Quota {
    pub(super) fn new(limit: NonZeroU32) -> Self {
        Self {
            limit,
            taken: NumberMap::default(),
        }
    }

    pub(super) fn has_room(&self, owner: u64) -> bool {
        match self.taken.get(&owner) {
            Some(taken) => *taken < self.limit.get(),
            None => true,
        }
    }

    pub(super) fn take(&mut self, owner: u64) {
        *self.taken.entry(owner).or_default() += 1;
    }

    /// Memory used, in bytes, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.taken.reserved_bytes()
    }
}
