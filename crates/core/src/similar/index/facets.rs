//! Index for sets of parameters that count as sets until a page has shown many, and then name by
//! name: one lookup for the template, and only if that is new, one for the page and one for each
//! name.
//!
//! A search with ten choices has a thousand sets of names, and each is a new template. Once
//! [`SETS`] sets without a new name are kept, a set counts as known if this page has shown each of
//! its names before, in any set.

use super::templates::TemplateIndex;
use super::{Id, Index, Match};
use crate::record::{Batch, UrlView};
use crate::similar::feature::Layout;
use crate::similar::plan::TemplateHasher;
use crate::similar::table::NumberMap;
use crate::similar::table::packed::KeySet;
use std::collections::{HashMap, TryReserveError};
use std::ops::Range;
use urlsift_url::reserved::Reserved;

/// Number of kept sets without a new name that makes a page one of facets. On the labelled lists of
/// 58 sites, pages have 67 such sets at most.
const SETS: u32 = 100;

/// The templates of all representatives, and for each page with parameters the names it has shown
/// and its number of sets without a new one.
#[derive(Clone, Debug)]
pub(super) struct Facets {
    hasher: TemplateHasher,
    templates: TemplateIndex,
    pages: NumberMap<FacetPage>,
    /// Pages joined with each name that they have shown.
    names: KeySet,
    /// Number of lookups that found a set by its names.
    combined: u64,
    named: bool,
}

/// The state of a page.
#[derive(Clone, Copy, Debug)]
struct FacetPage {
    /// Number of kept sets without a new name.
    sets: u32,
    /// The earliest representative.
    first: Id,
}

impl Facets {
    pub(super) fn new(hasher: TemplateHasher, named: bool) -> Self {
        let templates = TemplateIndex::new(hasher.clone(), named);
        Self {
            hasher,
            templates,
            pages: HashMap::default(),
            names: KeySet::default(),
            combined: 0,
            named,
        }
    }

    /// Returns the page of a variant, if it is one of facets and has shown all names of the
    /// variant.
    fn find_names(&mut self, view: &UrlView<'_>) -> Option<Match> {
        if view.pairs.is_empty() || self.pages.is_empty() {
            return None;
        }
        let path = self.hasher.path_of(view);
        let page = self.pages.get(&path)?;
        if page.sets < SETS {
            return None;
        }
        for pair in view.pairs {
            let name = self.hasher.with_name(path, pair);
            if !self.names.contains(name) {
                return None;
            }
        }
        self.combined += 1;
        Some(if self.named {
            Match::Named(page.first)
        } else {
            Match::Unnamed
        })
    }
}

impl Index for Facets {
    fn know(&self, batch: &Batch, records: Range<usize>, known: &mut Vec<bool>) {
        self.templates.know(batch, records, known);
    }

    fn know_owners(&self, batch: &Batch, known: &mut Vec<Option<Id>>) {
        self.templates.know_owners(batch, known);
    }

    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.templates.find(view).or_else(|| self.find_names(view))
    }

    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.templates
            .find_scanned(view)
            .or_else(|| self.find_names(view))
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        self.templates.insert(view, id);
        if view.pairs.is_empty() {
            return;
        }
        let path = self.hasher.path_of(view);
        let mut is_new = false;
        for pair in view.pairs {
            let name = self.hasher.with_name(path, pair);
            is_new |= self.names.insert(name);
        }
        let page = FacetPage { sets: 0, first: id };
        let page = self.pages.entry(path).or_insert(page);
        page.sets = page.sets.saturating_add(u32::from(!is_new));
    }

    fn combined(&self) -> u64 {
        self.combined
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        self.templates.reserve(batch, variants)?;
        self.pages.try_reserve(batch.len() * variants)?;
        self.names.try_reserve(batch.pairs.len() * variants)
    }

    fn heap_bytes(&self) -> usize {
        self.templates.heap_bytes() + self.pages.reserved_bytes() + self.names.heap_bytes()
    }

    fn empty(&self, _: &Layout) -> Box<dyn Index> {
        Box::new(Self::new(self.hasher.clone(), self.named))
    }
}
