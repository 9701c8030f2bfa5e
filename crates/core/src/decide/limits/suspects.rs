//! Keeps a line of each name at learned positions, up to a number for each position.

use crate::decide::event::Event;
use crate::record::variant::learned_names;
use crate::similar::table::{NumberMap, NumberSet};
use std::num::NonZeroU32;
use urlsift_url::token::Traits;

/// Traits of names that look like endpoints. These have a number of their own, so ordinary names
/// cannot use up their quota.
const LIKELY: u32 =
    Traits::PROTECTED | Traits::COMMAND | Traits::HIDDEN | Traits::ACTION | Traits::KNOWN;

/// The names that were kept at learned positions.
#[derive(Clone, Debug)]
pub(super) struct Suspects {
    limit: NonZeroU32,
    /// The number of names by the hash of their position, and of whether they look like endpoints.
    taken: NumberMap<u32>,
    /// The names, as hashes with their positions.
    names: NumberSet,
}

impl Suspects {
    pub(super) fn new(limit: NonZeroU32) -> Self {
        Self {
            limit,
            taken: NumberMap::default(),
            names: NumberSet::default(),
        }
    }

    /// Takes a record that is similar to a kept one because of learned positions. Returns whether
    /// it is the first with one of its names there, and the position has room.
    pub(super) fn take(&mut self, event: &Event<'_>) -> bool {
        let Some(url) = event.url() else {
            return false;
        };
        let Some(variant) = event.variants().first() else {
            return false;
        };
        let key = &event.scanner.key;
        let segments = event.batch.segments_of(url);
        let mut is_taken = false;
        for (_, position, segment) in learned_names(key, url, segments, variant) {
            let likely = u64::from(segment.traits.has(LIKELY));
            let taken = self.taken.entry(key.join(position, likely)).or_default();
            if *taken < self.limit.get() && self.names.insert(key.join(position, segment.token)) {
                *taken += 1;
                is_taken = true;
            }
        }
        is_taken
    }

    /// Memory used, in bytes, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.taken.capacity() * size_of::<(u64, u32)>() + self.names.capacity() * size_of::<u64>()
    }
}
