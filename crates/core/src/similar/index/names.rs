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
        self.owners.contains(path)
            && pairs
                .iter()
                .all(|pair| self.owners.contains(self.hasher.with_name(path, pair)))
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
        let path = |record: &'_ Record| Some((record.template()?, batch.pairs_of(record.url()?)));
        for path in records.iter().filter_map(Record::template) {
            self.owners.prefetch(path);
        }
        let has = |record| path(record).is_some_and(|(path, pairs)| self.have(path, pairs));
        known.extend(records.iter().map(has));
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn keys(&self, view: &UrlView<'_>, keys: &mut Vec<u64>) {
        let path = self.hasher.path_of(view);
        keys.push(path);
        keys.extend(
            view.pairs
                .iter()
                .map(|pair| self.hasher.with_name(path, pair)),
        );
    }

    fn insert_keys(&mut self, keys: &[u64], id: Id) {
        self.owners.insert(keys, id);
    }

    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        self.find_path(self.hasher.path_of(view), view.pairs)
    }

    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        // A scanner that serves several filters computes no keys.
        let path = view
            .url
            .template()
            .unwrap_or_else(|| self.hasher.path_of(view));
        self.find_path(path, view.pairs)
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        let path = self.hasher.path_of(view);
        self.owners.insert(&[path], id);
        for pair in view.pairs {
            self.owners.insert(&[self.hasher.with_name(path, pair)], id);
        }
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        self.owners
            .try_reserve((batch.len() + batch.pairs.len()) * variants)
    }

    fn heap_bytes(&self) -> usize {
        self.owners.heap_bytes()
    }

    fn empty(&self, _: &Layout) -> Box<dyn Index> {
        Box::new(Self::new(self.hasher.clone(), self.owners.are_named()))
    }
}
