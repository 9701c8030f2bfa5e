//! The keys of representatives, with the earliest owner of each if representatives are named.
//!
//! Names take a slot of twice the size: 1.7 times the memory of a default run.

use super::{Id, Match};
use crate::similar::table::packed::KeySet;
use crate::similar::table::{NumberSet, Table, stored};
use std::collections::TryReserveError;

/// Keys, with or without their owners.
#[derive(Clone, Debug)]
pub(crate) enum KeyOwners {
    Unnamed(KeySet),
    Named(NamedKeys),
}

/// Keys with their owners.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedKeys {
    keys: Table<(u64, Id)>,
    /// Owners that are not found.
    hidden: NumberSet,
}

impl NamedKeys {
    fn owner(&self, key: u64) -> Option<Id> {
        self.keys.get(key).filter(|id| !self.hides(*id))
    }

    fn hides(&self, id: Id) -> bool {
        !self.hidden.is_empty() && self.hidden.contains(&id)
    }

    fn insert(&mut self, key: u64, id: Id) {
        // A band of an earlier representative may be entered late.
        if self.hides(id) {
            return;
        }
        let key = stored(key);
        let Self { keys, hidden } = self;
        let (slot, owner) = keys.entry(key, |slot| slot.0 == key);
        if *slot == 0 {
            *slot = key;
            *owner = id;
        } else if id < *owner || !hidden.is_empty() && hidden.contains(owner) {
            *owner = id;
        }
    }
}

impl KeyOwners {
    pub(crate) fn new(named: bool) -> Self {
        if named {
            Self::Named(NamedKeys::default())
        } else {
            Self::Unnamed(KeySet::default())
        }
    }

    /// Creates a table that takes less memory if keys are not named and each representative has
    /// few.
    pub(crate) fn compact(named: bool) -> Self {
        if named {
            Self::new(true)
        } else {
            Self::Unnamed(KeySet::compact())
        }
    }

    pub(crate) fn are_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }

    /// Prefetches the key's slot.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        match self {
            Self::Unnamed(keys) => keys.prefetch(key),
            Self::Named(named) => named.keys.prefetch(stored(key)),
        }
    }

    /// Whether a representative has this key.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        match self {
            Self::Unnamed(keys) => keys.contains(key),
            Self::Named(named) => named.owner(key).is_some(),
        }
    }

    /// Returns the earliest owner of a key, if they are named.
    #[inline]
    pub(super) fn owner(&self, key: u64) -> Option<Id> {
        match self {
            Self::Unnamed(_) => None,
            Self::Named(named) => named.owner(key),
        }
    }

    /// Finds the earliest owner of any of these keys.
    #[inline]
    pub(crate) fn find(&self, keys: &[u64]) -> Option<Match> {
        match self {
            Self::Unnamed(known) => {
                let is_known = keys.iter().any(|key| known.contains(*key));
                is_known.then_some(Match::Unnamed)
            }
            Self::Named(named) => {
                let owners = keys.iter().filter_map(|key| named.owner(*key));
                owners.min().map(Match::Named)
            }
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, keys: &[u64], id: Id) {
        match self {
            Self::Unnamed(known) => {
                for &key in keys {
                    known.insert(key);
                }
            }
            Self::Named(named) => {
                for &key in keys {
                    named.insert(key, id);
                }
            }
        }
    }

    /// Hides an owner from all searches, if they are named. Its keys belong to whoever enters them
    /// next.
    pub(super) fn hide(&mut self, id: Id) -> bool {
        match self {
            Self::Unnamed(_) => false,
            Self::Named(named) => {
                named.hidden.insert(id);
                true
            }
        }
    }

    pub(crate) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        match self {
            Self::Unnamed(known) => known.try_reserve(keys),
            Self::Named(named) => named.keys.try_reserve(keys),
        }
    }

    /// Returns the bytes that it holds.
    pub(crate) fn heap_bytes(&self) -> usize {
        match self {
            Self::Unnamed(known) => known.heap_bytes(),
            Self::Named(named) => named.keys.heap_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_owner_is_named_whatever_the_order_of_entering() {
        let mut owners = KeyOwners::new(true);
        owners.insert(&[10, 20], 7);
        owners.insert(&[20, 30], 3);
        owners.insert(&[10, 30], 5);
        assert_eq!(owners.find(&[10]), Some(Match::Named(5)));
        assert_eq!(owners.find(&[99, 10, 20]), Some(Match::Named(3)));
        assert_eq!(owners.find(&[99]), None);
        assert!(owners.contains(30) && !owners.contains(99));
    }

    #[test]
    fn hidden_owners_are_not_found_and_lose_their_keys_to_the_next() {
        let mut owners = KeyOwners::new(true);
        owners.insert(&[10, 20], 3);
        owners.insert(&[20, 30], 5);
        assert!(owners.hide(3));
        assert_eq!(owners.find(&[10]), None);
        assert_eq!(owners.find(&[10, 20, 30]), Some(Match::Named(5)));
        owners.insert(&[10], 7);
        owners.insert(&[10, 40], 3);
        assert_eq!(owners.find(&[10]), Some(Match::Named(7)));
        assert_eq!(owners.find(&[40]), None);
        assert!(!KeyOwners::new(false).hide(3));
    }

    #[test]
    fn without_names_keys_are_known_all_the_same() {
        let mut owners = KeyOwners::new(false);
        owners.insert(&[10, 20], 7);
        assert_eq!(owners.find(&[99, 20]), Some(Match::Unnamed));
        assert_eq!(owners.find(&[99]), None);
        assert!(owners.contains(10) && !owners.contains(99));
    }

    #[test]
    fn memory_grows_with_the_keys_and_names_take_more() {
        let memory = |named, keys: u64| {
            let mut owners = KeyOwners::new(named);
            (0..keys)
                .for_each(|key| owners.insert(&[key.wrapping_mul(0x9E37_79B9_7F4A_7C15)], key));
            owners.heap_bytes()
        };
        for named in [false, true] {
            assert!(memory(named, 100_000) > 8 * 100_000);
            assert!(memory(named, 100_000) > memory(named, 10_000));
        }
        assert!(memory(true, 100_000) > memory(false, 100_000));
    }
}
