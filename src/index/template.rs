//! The shortest way for the usual settings: a URL is its template.
//!
//! Where one band is all that a URL can have ([`Layout::has_one_band`]) and that band consists of the host, the path's skeleton and the
//! parameters' skeleton, the features need not be written down: one hash of those three decides, and it is computed
//! while lines are scanned.

use super::keys::KeySet;
use crate::features::Layout;
use crate::hash::Key;
use crate::record::{Pair, Reading, Record, Segment};
use std::collections::TryReserveError;

/// The templates of all representatives.
#[derive(Debug)]
pub(crate) struct Templates {
    hasher: TemplateHasher,
    keys: KeySet,
}

/// Hashes what a template consists of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateHasher {
    /// Whether values belong to it: only where the budget is too small for them.
    values: bool,
}

impl TemplateHasher {
    /// The hasher for URLs of this layout, if under this budget a URL is its template.
    pub(crate) fn new(layout: &Layout, budget: u64) -> Option<Self> {
        let fits = layout.skeleton && budget > 0 && layout.has_one_band(budget);
        fits.then(|| Self { values: !layout.values_are_free(budget) })
    }

    /// The template as the segments read by themselves.
    pub(crate) fn own(self, key: &Key, record: &Record, segments: &[Segment], pairs: &[Pair]) -> u64 {
        self.hash(key, record, segments.iter().map(|segment| segment.token), pairs)
    }

    /// The template as the segments read now.
    pub(crate) fn read(self, key: &Key, url: &Reading<'_>) -> u64 {
        self.hash(key, url.record, url.tokens.iter().copied(), url.pairs)
    }

    fn hash(self, key: &Key, record: &Record, tokens: impl Iterator<Item = u64>, pairs: &[Pair]) -> u64 {
        let path = tokens.fold(record.host, |hash, token| key.join(hash, token));
        key.join(path, params(key, pairs, self.values))
    }
}

/// Hashes the parameters of a URL, with or without their values.
#[inline]
pub(super) fn params(key: &Key, pairs: &[Pair], values: bool) -> u64 {
    // Pairs are sorted and differ; equal names differ in their values, so each adds a term of its own.
    let term = |pair: &Pair| key.join(pair.name, if values { pair.value } else { 0 });
    pairs.iter().fold(0, |sum: u64, pair| sum.wrapping_add(term(pair)))
}

impl Templates {
    pub(crate) fn new(hasher: TemplateHasher) -> Self {
        Self { hasher, keys: KeySet::default() }
    }

    /// Has the place of a template loaded.
    #[inline]
    pub(crate) fn touch(&self, template: u64) {
        self.keys.touch(template);
    }

    /// Whether a representative has the template that was computed while scanning.
    #[inline]
    pub(crate) fn knows(&self, template: u64) -> bool {
        self.keys.contains(template)
    }

    pub(crate) fn find(&self, key: &Key, url: &Reading<'_>) -> bool {
        self.keys.contains(self.hasher.read(key, url))
    }

    pub(crate) fn insert(&mut self, key: &Key, url: &Reading<'_>) {
        self.keys.insert(self.hasher.read(key, url));
    }

    /// Makes room for so many templates more.
    pub(crate) fn reserve(&mut self, templates: usize) -> Result<(), TryReserveError> {
        self.keys.try_reserve(templates)
    }
}
