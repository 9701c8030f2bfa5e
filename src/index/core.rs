//! The shortest way for literal URLs: those that differ in scheme and fragment at most.
//!
//! The *core* of a URL is all but its scheme and fragment. URLs of one core are similar if what differs fits the budget, and that
//! is one lookup under the core. Where hosts are too heavy to differ, for most URLs this is also the only way to
//! be similar to another one, because so is every part of their cores ([`Counts`](super::reach::Counts)). They need
//! no features and no bands.
//!
//! Kept URLs of one core differ in both scheme and fragment, and there are few schemes, so slots of one core are few. What may
//! not differ at all belongs to the core, and what may always differ is left out. A slot is 8 bytes: all of the core but three bits.

use super::keys::{Table, stored};
use crate::features::Layout;
use crate::hash::Key;
use crate::record::Record;
use std::collections::TryReserveError;

/// Hashes cores, and notes beside them what decides whether URLs of one core are similar.
#[derive(Debug)]
pub(crate) struct CoreHasher {
    http: u64,
    https: u64,
    scheme: Part,
    fragment: Part,
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

/// What stands in three bits of a core: whether there is a fragment, and the scheme, as far as either is to be compared. The bits
/// are neither among the highest, which choose a shard, nor among the lowest, which choose a place in it.
const FRAGMENT: u64 = 1 << 53;
const SCHEME: u64 = 3 << 54;

impl CoreHasher {
    pub(crate) fn new(key: &Key, layout: &Layout, budget: u64) -> Self {
        let (scheme, fragment) = (layout.weights.scheme, layout.weights.fragment);
        let part = |weight: u64| match weight {
            _ if scheme + fragment <= budget => Part::Free,
            _ if weight > budget => Part::Bound,
            _ => Part::Either,
        };
        Self {
            http: key.token(b"http"),
            https: key.token(b"https"),
            scheme: part(scheme),
            fragment: part(fragment),
        }
    }

    /// The core of a record, given the hash of all but scheme and fragment.
    #[inline]
    pub(crate) fn core(&self, key: &Key, record: &Record, mut core: u64) -> u64 {
        let mut marks = 0;
        match self.scheme {
            Part::Bound => core = key.join(core, record.scheme),
            Part::Either => marks |= self.code(record.scheme),
            Part::Free => {}
        }
        match self.fragment {
            Part::Bound => core = key.join(core, record.fragment),
            Part::Either if record.fragment != 0 => marks |= FRAGMENT,
            Part::Either | Part::Free => {}
        }
        stored(core & !(SCHEME | FRAGMENT)) | marks
    }

    /// Tells schemes apart; other ones than these belong to the host, so they must be in the core by it.
    #[inline]
    fn code(&self, scheme: u64) -> u64 {
        let code = match scheme {
            0 => 0,
            _ if scheme == self.http => 1,
            _ if scheme == self.https => 2,
            _ => 3,
        };
        code << SCHEME.trailing_zeros()
    }
}

/// The cores of all representatives.
#[derive(Debug, Default)]
pub(crate) struct Cores {
    cores: Table<u64>,
    /// Cores of URLs with a fragment, which are few, each with its fragment.
    fragments: Table<(u64, u64)>,
}

impl Cores {
    /// Has the place of a core loaded.
    #[inline]
    pub(crate) fn touch(&self, record: &Record) {
        self.cores.touch(record.template);
    }

    /// Whether a representative differs in scheme and fragment at most, and not in too much of them.
    #[inline]
    pub(crate) fn knows(&self, record: &Record) -> bool {
        let core = record.template;
        self.cores.find(core, |other| is_similar(core, *other)).is_some()
            || fragment(record)
                .is_some_and(|entry| self.fragments.find(entry.0, |other| *other == entry).is_some())
    }

    /// Enters a representative.
    #[inline]
    pub(crate) fn insert(&mut self, record: &Record) {
        self.cores.insert(record.template, |other| *other == record.template);
        if let Some(entry) = fragment(record) {
            self.fragments.insert(entry, |other| *other == entry);
        }
    }

    /// Makes room for so many representatives more, of which so many have a fragment.
    pub(crate) fn reserve(&mut self, entries: usize, fragments: usize) -> Result<(), TryReserveError> {
        self.cores.try_reserve(entries)?;
        self.fragments.try_reserve(fragments)
    }
}

/// Whether of two equal cores the scheme is the same, or neither has a fragment. Those with equal fragments are found under them.
#[inline]
fn is_similar(a: u64, b: u64) -> bool {
    let differ = a ^ b;
    differ & !(SCHEME | FRAGMENT) == 0 && (differ & SCHEME == 0 || (a | b) & FRAGMENT == 0)
}

/// The core without marks and the fragment, if that is to be compared.
#[inline]
fn fragment(record: &Record) -> Option<(u64, u64)> {
    (record.template & FRAGMENT != 0).then_some((record.template & !(SCHEME | FRAGMENT), record.fragment))
}
