//! The keys of representatives, with the earliest that owns each where it is to be named.
//!
//! Names take a map beside the set: 1.7 times the memory of a default run.

use super::question::{Id, Match};
use crate::table::{KeySet, Uniform};
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;

/// Keys, and whose they are.
#[derive(Clone, Debug)]
pub(super) enum Owners {
    Unnamed(KeySet),
    Named(HashMap<u64, Id, BuildHasherDefault<Uniform>>),
}

impl Owners {
    pub(super) fn new(named: bool) -> Self {
        if named { Self::Named(HashMap::default()) } else { Self::Unnamed(KeySet::default()) }
    }

    pub(super) fn are_named(&self) -> bool {
        matches!(self, Self::Named(_))
    }

    /// Prefetches the key's slot.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        if let Self::Unnamed(keys) = self {
            keys.prefetch(key);
        }
    }

    /// Whether a representative has this key.
    #[inline]
    pub(super) fn contains(&self, key: u64) -> bool {
        match self {
            Self::Unnamed(keys) => keys.contains(key),
            Self::Named(keys) => keys.contains_key(&key),
        }
    }

    /// The earliest owner of any of these keys.
    #[inline]
    pub(super) fn find(&self, keys: &[u64]) -> Option<Match> {
        match self {
            Self::Unnamed(known) => keys.iter().any(|key| known.contains(*key)).then_some(Match::Unnamed),
            Self::Named(known) => {
                keys.iter().filter_map(|key| known.get(key).copied()).min().map(Match::Named)
            }
        }
    }

    pub(super) fn insert(&mut self, keys: &[u64], id: Id) {
        match self {
            Self::Unnamed(known) => {
                for &key in keys {
                    known.insert(key);
                }
            }
            Self::Named(known) => {
                for &key in keys {
                    known.entry(key).and_modify(|owner| *owner = id.min(*owner)).or_insert(id);
                }
            }
        }
    }

    pub(super) fn try_reserve(&mut self, keys: usize) -> Result<(), TryReserveError> {
        match self {
            Self::Unnamed(known) => known.try_reserve(keys),
            Self::Named(known) => known.try_reserve(keys),
        }
    }

    /// Bytes that it holds.
    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Unnamed(known) => known.memory(),
            // A byte of control for each slot, an eighth of which stays free.
            Self::Named(known) => known.capacity() * 8 / 7 * (size_of::<(u64, Id)>() + 1),
        }
    }
}
