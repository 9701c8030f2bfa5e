//! Answers the question "Is any representative similar to this?"
//!
//! An [`Index`] answers it. The index of a filter follows from its [plan](crate::similar::plan),
//! and is chosen in [`build`]:
//!
//! - [`TemplateIndex`](templates::TemplateIndex), for the default settings, looks up one key, the
//!   template;
//! - [`Facets`](facets::Facets), for names that count one by one on pages of many sets, the
//!   template, then the page and its names;
//! - [`Names`](names::Names), for names of parameters that count one by one, the path, and it with
//!   each name;
//! - [`Literals`](literals::Literals), for literal URLs, the core, and for some URLs bands;
//! - [`ByFeatures`](by_features::ByFeatures), for other settings, the keys of its [`Neighbours`].
//!
//! There are three [`Neighbours`]: [`Bands`](bands::Bands) for the overlap of features,
//! [`Slices`](simhash::Slices) for `SimHash` codes, and [`Exhaustive`](exhaustive::Exhaustive),
//! which compares with everything and is an oracle of the other two. If a URL may have too many
//! bands, [`candidates`] are compared.

mod bands;
pub(crate) mod build;
mod by_features;
mod by_host;
pub mod candidates;
mod cores;
mod exhaustive;
mod facets;
mod literals;
mod names;
pub(crate) mod owners;
pub mod simhash;
mod templates;

use crate::record::{Batch, UrlView};
use crate::similar::feature::{Feature, Layout};
use std::collections::TryReserveError;
use std::fmt::Debug;
use std::iter::Sum;
use std::ops::Range;

/// A representative's number: representatives are numbered from 0 in the order in which they were
/// kept.
pub type Id = u64;

/// A similar representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// The match of an index that does not name them.
    Unnamed,
    /// The earliest one.
    Named(Id),
}

impl Match {
    /// Returns the number of the representative, if the index names it.
    pub(crate) fn id(self) -> Option<Id> {
        match self {
            Self::Unnamed => None,
            Self::Named(id) => Some(id),
        }
    }
}

/// Finds similar representatives by the keys of URLs.
pub trait Index: BoxedClone + Debug + Send + Sync {
    /// Appends for each of these records of a batch whether a similar representative is already
    /// known, or nothing if the index does not support it. A known one stays known; the other
    /// records have to be looked up again, in order.
    ///
    /// The lookups of a batch do not depend on each other, so the processor waits for their cache
    /// misses together: worth 10 % of the time of a default run, 25 % of a literal one.
    fn know(&self, batch: &Batch, records: Range<usize>, known: &mut Vec<bool>) {
        let _ = (batch, records, known);
    }

    /// Appends for each record the earliest similar representative that is already known. It stays
    /// the earliest.
    fn know_owners(&self, batch: &Batch, known: &mut Vec<Option<Id>>) {
        let _ = (batch, known);
    }

    /// Whether representatives are found by their [`keys`](Self::keys) alone; otherwise features
    /// are needed.
    fn has_keys(&self) -> bool {
        false
    }

    /// Appends the keys under which [`insert`](Self::insert) enters a variant.
    fn keys(&self, view: &UrlView<'_>, keys: &mut Vec<u64>) {
        let _ = (view, keys);
    }

    /// Enters a representative under its [`keys`](Self::keys).
    fn insert_keys(&mut self, keys: &[u64], id: Id) {
        let _ = (keys, id);
    }

    /// Finds a similar representative.
    fn find(&mut self, view: &UrlView<'_>) -> Option<Match>;

    /// Finds as [`find`](Self::find) does for the variant that was scanned, whose keys may have
    /// been computed then.
    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.find(view)
    }

    /// Enters a variant of a representative.
    fn insert(&mut self, view: &UrlView<'_>, id: Id);

    /// Hides a representative from all searches until the index is emptied. Returns `false` if the
    /// index cannot. Another representative that shares a key is found only if it was entered
    /// later.
    fn hide(&mut self, id: Id) -> bool {
        let _ = id;
        false
    }

    /// Enters as [`insert`](Self::insert) does the variant that was scanned.
    fn insert_scanned(&mut self, view: &UrlView<'_>, id: Id) {
        self.insert(view, id);
    }

    /// Returns what searches may have missed.
    fn shortfall(&self) -> Shortfall {
        Shortfall::default()
    }

    /// Returns the number of lookups that found a new set of parameters whose names the page had
    /// all shown, if that is learned.
    fn combined(&self) -> u64 {
        0
    }

    /// Reserves room for the URLs that may be kept of a batch, each with this many variants. Covers
    /// only large allocations that can be foreseen.
    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError>;

    /// Returns the bytes that it holds, approximately.
    fn heap_bytes(&self) -> usize;

    /// Returns an empty index of the same kind. The layout is that of the filter: its own, or one
    /// with known frequencies of terms.
    fn empty(&self, layout: &Layout) -> Box<dyn Index>;
}

/// What searches may have missed, so that a line was kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shortfall {
    /// The number of searches that hit their limit and found nothing: a URL of very many parts
    /// would have to be compared with very many others.
    pub limit_hits: u64,
    /// The probability at which a long text finds one that is just similar, once hashes choose what
    /// it is compared with. It is higher for texts that are more similar.
    pub recall: Option<f64>,
}

impl Sum for Shortfall {
    fn sum<I: Iterator<Item = Self>>(shortfalls: I) -> Self {
        let mut sum = Self::default();
        for shortfall in shortfalls {
            sum.limit_hits += shortfall.limit_hits;
            sum.recall = match (sum.recall, shortfall.recall) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        sum
    }
}

/// Clones an index whose type is not known.
pub trait BoxedClone {
    /// Returns a copy that shares nothing with this one.
    fn boxed_clone(&self) -> Box<dyn Index>;
}

impl<I: Index + Clone + 'static> BoxedClone for I {
    fn boxed_clone(&self) -> Box<dyn Index> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Index> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// Finds similar representatives by features.
pub(crate) trait Neighbours: Clone + Debug + Send + Sync + 'static {
    /// Whether URLs that share no feature may be similar, so that URLs that fields keep apart need
    /// separate engines.
    const MIXES: bool = false;

    /// Finds a representative that is similar to a URL with these features.
    fn find(&mut self, features: &[Feature]) -> Option<Match>;

    /// Enters a variant of a representative.
    fn insert(&mut self, features: &[Feature], id: Id);

    /// Hides a representative: see [`Index::hide`].
    fn hide(&mut self, id: Id) -> bool {
        let _ = id;
        false
    }

    /// Returns what searches may have missed.
    fn shortfall(&self) -> Shortfall {
        Shortfall::default()
    }

    /// Reserves room for this many entries with this many features in total.
    fn reserve(&mut self, entries: usize, features: usize) -> Result<(), TryReserveError> {
        let _ = (entries, features);
        Ok(())
    }

    /// Returns the bytes that it holds, approximately.
    fn heap_bytes(&self) -> usize;

    /// Returns the same without entries, under this layout.
    fn empty(&self, layout: &Layout) -> Self;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::similar::feature::{Component, Role};
    use crate::{Builder, Detail, Metric, ParamMode, Sift};

    /// Returns a source of made-up numbers below a limit, which are the same for each seed.
    pub(super) fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |limit| {
            state = (state ^ seed)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                .rotate_left(23);
            (state >> 33) % limit
        }
    }

    /// Features of one unit each.
    pub(super) fn features(hashes: impl IntoIterator<Item = u64>) -> Vec<Feature> {
        let of = |hash| Feature {
            hash,
            weight: 1,
            component: Component::Path,
            with: None,
            role: Role::Part,
        };
        hashes.into_iter().map(of).collect()
    }

    /// Scans lines; returns the filter of the scanner, and the records.
    pub(super) fn scanned(builder: &Builder, lines: &[&str]) -> (Sift, Batch) {
        let sift = builder.build().expect("the settings are valid");
        let (scanner, mut batch) = (sift.scanner(), Batch::default());
        for line in lines {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        (sift, batch)
    }

    /// Calls `each` with every URL of a batch in its own variant.
    pub(super) fn each_view(batch: &Batch, mut each: impl FnMut(usize, &UrlView<'_>)) {
        for (i, record) in batch.records.iter().enumerate() {
            let Record::Url(url) = record else { continue };
            let tokens: Vec<u64> = batch
                .segments_of(url)
                .iter()
                .map(|segment| segment.token)
                .collect();
            each(i, &batch.url_view(url, &tokens));
        }
    }

    #[test]
    fn an_empty_index_finds_what_a_new_one_finds() {
        let lines = [
            "http://a.test/x/1?q=1",
            "http://a.test/x/2?q=22&r=2",
            "http://a.test/y/z#f",
        ];
        let literal = || Sift::builder().literal(true);
        let simhash = Sift::builder().metric(Metric::SimHash);
        for builder in [
            Sift::builder(),
            Sift::builder().params(ParamMode::Names),
            Sift::builder()
                .params(ParamMode::Learned)
                .detail(Detail::Groups),
            Sift::builder().threshold(80.0).detail(Detail::Groups),
            Sift::builder().threshold(80.0).exhaustive(true),
            literal(),
            literal().threshold(80.0),
            literal().detail(Detail::Groups),
            simhash.clone(),
            simhash.exhaustive(true),
        ] {
            let (sift, batch) = scanned(&builder, &lines);
            let mut fresh = sift.view().deciders.known().index().boxed_clone();
            let mut index = fresh.clone();
            each_view(&batch, |i, view| index.insert(view, i as u64));
            let mut empty = index.empty(&sift.view().measure.layout);
            each_view(&batch, |i, view| {
                assert!(index.find(view).is_some(), "{builder:?}: {}", lines[i]);
                assert_eq!(
                    empty.find(view),
                    fresh.find(view),
                    "{builder:?}: {}",
                    lines[i]
                );
                empty.insert(view, i as u64);
                fresh.insert(view, i as u64);
                assert_eq!(
                    empty.find(view),
                    fresh.find(view),
                    "{builder:?}: {}",
                    lines[i]
                );
            });
        }
    }

    /// Returns the weight of `sift`'s total that may differ.
    pub(super) fn budget(sift: &Sift) -> u64 {
        sift.view().measure.budget()
    }
}
