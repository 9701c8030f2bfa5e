//! The cores of literal representatives.
//!
//! Representatives of one core differ in both scheme and fragment, and there are few schemes, so a table holds few slots of one core.

use crate::record::{Core, Url};
use crate::table::Table;
use std::collections::TryReserveError;

/// The cores of all representatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Cores {
    cores: Table<u64>,
    /// Cores of URLs with a fragment, which are few, each with its fragment.
    fragments: Table<(u64, u64)>,
}

impl Cores {
    /// Prefetches the core's slot.
    #[inline]
    pub(super) fn prefetch(&self, core: Core) {
        self.cores.prefetch(core.0);
    }

    /// Whether a representative differs in scheme and fragment at most, and not in too much of them.
    #[inline]
    pub(super) fn knows(&self, core: Core, url: &Url) -> bool {
        self.cores.find(core.0, |other| core.is_similar(Core(*other))).is_some()
            || (core.has_fragment() && {
                let entry = (core.rest(), url.fragment);
                self.fragments.find(entry.0, |other| *other == entry).is_some()
            })
    }

    /// Enters a representative.
    #[inline]
    pub(super) fn insert(&mut self, core: Core, url: &Url) {
        self.cores.insert(core.0, |other| *other == core.0);
        if core.has_fragment() {
            let entry = (core.rest(), url.fragment);
            self.fragments.insert(entry, |other| *other == entry);
        }
    }

    /// Makes room for so many representatives more, of which so many have a fragment.
    pub(super) fn reserve(&mut self, entries: usize, fragments: usize) -> Result<(), TryReserveError> {
        self.cores.try_reserve(entries)?;
        self.fragments.try_reserve(fragments)
    }

    /// Bytes that it holds.
    pub(super) fn memory(&self) -> usize {
        self.cores.memory() + self.fragments.memory()
    }
}
