//! The shortest way for literal URLs: those that differ in scheme and fragment at most.
//!
//! The *core* of a URL is all but its scheme and fragment. URLs of one core are similar if what differs fits the budget, and that
//! is one lookup under the core: scheme and fragment stand in the slot. For most URLs this is also the only way to
//! be similar to another one, because every part of their cores is too heavy to differ ([`Counts`](super::reach::Counts)). They need
//! no features and no bands.
//!
//! Kept URLs of one core differ in both scheme and fragment, and there are few schemes, so slots of one core are few. What may
//! not differ at all belongs to the core.

use super::keys::{Table, stored};
use crate::features::Layout;
use crate::hash::Key;
use crate::record::Record;
use std::collections::TryReserveError;

/// The cores of all representatives.
#[derive(Debug)]
pub(crate) struct Cores {
    key: Key,
    http: u64,
    https: u64,
    scheme: Part,
    fragment: Part,
    /// Cores, each with its scheme and fragment.
    table: Table<(u64, u64)>,
}

/// How a part outside the core is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// It must be equal.
    Bound,
    /// It may differ, if the other one does not.
    Either,
    /// It may differ in any case.
    Free,
}

/// Bits of a slot that tell the scheme.
const SCHEME: u64 = 3;

impl Cores {
    pub(crate) fn new(key: &Key, layout: &Layout, budget: u64) -> Self {
        let (scheme, fragment) = (layout.weights.scheme, layout.weights.fragment);
        let part = |weight: u64| match weight {
            _ if scheme + fragment <= budget => Part::Free,
            _ if weight > budget => Part::Bound,
            _ => Part::Either,
        };
        Self {
            key: key.clone(),
            http: key.token(b"http"),
            https: key.token(b"https"),
            scheme: part(scheme),
            fragment: part(fragment),
            table: Table::default(),
        }
    }

    /// Has the place of a record loaded.
    #[inline]
    pub(crate) fn touch(&self, record: &Record) {
        self.table.touch(self.slot(record).0);
    }

    /// Whether a representative differs in scheme and fragment at most, and not in too much of them.
    #[inline]
    pub(crate) fn knows(&self, record: &Record) -> bool {
        let wanted = self.slot(record);
        self.table.find(wanted.0, |slot| is_similar(*slot, wanted)).is_some()
    }

    /// Enters a representative.
    #[inline]
    pub(crate) fn insert(&mut self, record: &Record) {
        let slot = self.slot(record);
        self.table.insert(slot, |other| is_similar(*other, slot));
    }

    /// Makes room for so many representatives more.
    pub(crate) fn reserve(&mut self, entries: usize) -> Result<(), TryReserveError> {
        self.table.try_reserve(entries)
    }

    #[inline]
    fn slot(&self, record: &Record) -> (u64, u64) {
        let (mut core, mut rest) = (record.template, 0);
        match self.scheme {
            Part::Bound => core = self.key.join(core, record.scheme),
            Part::Either => rest |= self.code(record.scheme),
            Part::Free => {}
        }
        match self.fragment {
            Part::Bound => core = self.key.join(core, record.fragment),
            Part::Either => rest |= record.fragment & !SCHEME,
            Part::Free => {}
        }
        (stored(core), rest)
    }

    /// Tells schemes apart; other ones than these belong to the host, which is in the core.
    #[inline]
    fn code(&self, scheme: u64) -> u64 {
        match scheme {
            0 => 0,
            _ if scheme == self.http => 1,
            _ if scheme == self.https => 2,
            _ => 3,
        }
    }
}

/// Whether slots of one core have the scheme or the fragment in common: a part that is not in the slot is the same for all.
#[inline]
fn is_similar(a: (u64, u64), b: (u64, u64)) -> bool {
    let differ = a.1 ^ b.1;
    a.0 == b.0 && (differ & SCHEME == 0 || differ & !SCHEME == 0)
}
