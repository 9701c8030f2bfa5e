//! The one key for the usual settings: a URL is its template.
//!
//! Where one band is all that a URL can have ([`Layout::has_one_band`]) and that band consists of the host, the path's
//! skeleton and the parameters' skeleton, the features need not be written down: one hash of those three decides, and it is
//! computed while lines are scanned. A default run without this key takes 1.6 times the instructions.

use crate::feature::Layout;
use crate::hash::Key;
use crate::record::{Pair, Segment, Url, UrlView};

/// Hashes what a template consists of.
#[derive(Clone, Debug)]
pub(crate) struct TemplateHasher {
    key: Key,
    /// Whether values belong to it: only where the budget is too small for them.
    values: bool,
}

impl TemplateHasher {
    /// The hasher for URLs of this layout, if under this budget a URL is its template.
    pub(super) fn new(layout: &Layout, budget: u64) -> Option<Self> {
        let fits = layout.skeleton && budget > 0 && layout.has_one_band(budget);
        fits.then(|| Self { key: layout.key.clone(), values: !layout.values_are_free(budget) })
    }

    /// The template as the segments read by themselves.
    pub(crate) fn own(&self, url: &Url, segments: &[Segment], pairs: &[Pair]) -> u64 {
        self.hash(url, segments.iter().map(|segment| segment.token), pairs)
    }

    /// The template as a variant reads the segments.
    pub(crate) fn of(&self, view: &UrlView<'_>) -> u64 {
        self.hash(view.url, view.tokens.iter().copied(), view.pairs)
    }

    fn hash(&self, url: &Url, tokens: impl Iterator<Item = u64>, pairs: &[Pair]) -> u64 {
        let path = tokens.fold(url.service, |hash, token| self.key.join(hash, token));
        self.key.join(path, params(&self.key, pairs, self.values))
    }
}

/// Hashes the parameters of a URL, with or without their values.
#[inline]
pub(super) fn params(key: &Key, pairs: &[Pair], values: bool) -> u64 {
    // Pairs are sorted and differ; equal names differ in their values, so each adds a term of its own.
    let term = |pair: &Pair| key.join(pair.name, if values { pair.value } else { 0 });
    pairs.iter().fold(0, |sum: u64, pair| sum.wrapping_add(term(pair)))
}
