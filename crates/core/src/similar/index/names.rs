//! Index for URLs that are new if they have a parameter name that their path did not have: a lookup
//! for the path, and one for each name.

use super::owners::KeyOwners;
use super::{Id, Index, Match};
use crate::record::{Batch, Pair, Record, UrlView};
use crate::similar::feature::Layout;
use crate::similar::plan::TemplateHasher;
use std::collections::TryReserveError;
use std::ops::Range;

/// The paths of all representatives, and the names that each has had.
#[derive(Clone, Debug)]
pub(super) struct Names {
    hasher: TemplateHasher,
    owners: KeyOwners,
}

impl Names {
    pub(super) fn new(hasher: TemplateHasher, named: bool) -> Self {
        Self {
            hasher,
            owners: KeyOwners::new(named),
        }
    }

    /// Whether representatives of this path have all these names, between them.
    fn have(&self, path: u64, pairs: &[Pair]) -> bool {
        let has_name = |pair: &Pair| {
            let name = self.hasher.with_name(path, pair);
            self.owners.contains(name)
        };
        self.owners.contains(path) && pairs.iter().all(has_name)
    }

    /// Returns the earliest representative of a path, if they have all these names.
    fn find_path(&self, path: u64, pairs: &[Pair]) -> Option<Match> {
        if self.have(path, pairs) {
            self.owners.find(&[path])
        } else {
            None
        }
    }
}

impl Index for Names {
    fn know(&self, batch: &Batch, records: Range<usize>, known: &mut Vec<bool>) {
        let records = &batch.records[records];
        for path in records.iter().filter_map(Record::template) {
            self.owners.prefetch(path);
        }
        for record in records {
            let mut is_known = false;
            if let Some(path) = record.template()
                && let Some(url) = record.url()
            {
                is_known = self.have(path, batch.pairs_of(url));
            }
            known.push(is_known);
        }
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn keys(&self, view: &UrlView<'_>, keys: &mut Vec<u64>) {
        let path = self.hasher.path_of(view);
        keys.push(path);
        for pair in view.pairs {
            keys.push(self.hasher.with_name(path, pair));
        }
    }

    fn insert_keys(&mut self, keys: &[u64], id: Id) {
        self.owners.insert(keys, id);
    }

    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.find_path(self.hasher.path_of(view), view.pairs)
    }

    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        // A scanner that serves several filters computes no keys.
        let path = match view.url.template() {
            Some(path) => path,
            None => self.hasher.path_of(view),
        };
        self.find_path(path, view.pairs)
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        let path = self.hasher.path_of(view);
        self.owners.insert(&[path], id);
        for pair in view.pairs {
            let name = self.hasher.with_name(path, pair);
            self.owners.insert(&[name], id);
        }
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        let keys = batch.len() + batch.pairs.len();
        self.owners.try_reserve(keys * variants)
    }

    fn heap_bytes(&self) -> usize {
        self.owners.heap_bytes()
    }

    fn empty(&self, _: &Layout) -> Box<dyn Index> {
        let named = self.owners.are_named();
        Box::new(Self::new(self.hasher.clone(), named))
    }
}
