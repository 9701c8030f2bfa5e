//! Index for URLs that are equal if their templates are: one lookup decides.

use super::owners::KeyOwners;
use super::{Id, Index, Match};
use crate::record::{Batch, Record, UrlView};
use crate::similar::feature::Layout;
use crate::similar::plan::TemplateHasher;
use std::collections::TryReserveError;
use std::ops::Range;

/// The templates of all representatives.
#[derive(Clone, Debug)]
pub(super) struct TemplateIndex {
    hasher: TemplateHasher,
    owners: KeyOwners,
}

impl TemplateIndex {
    pub(super) fn new(hasher: TemplateHasher, named: bool) -> Self {
        Self {
            hasher,
            owners: KeyOwners::compact(named),
        }
    }

    /// Returns the template of a URL in its own variant.
    fn scanned(&self, view: &UrlView<'_>) -> u64 {
        // A scanner that serves several filters computes no keys.
        view.url.template().unwrap_or_else(|| self.hasher.of(view))
    }
}

impl Index for TemplateIndex {
    fn know(&self, batch: &Batch, records: Range<usize>, known: &mut Vec<bool>) {
        let records = &batch.records[records];
        for key in records.iter().filter_map(Record::template) {
            self.owners.prefetch(key);
        }
        for record in records {
            known.push(match record.template() {
                Some(key) => self.owners.contains(key),
                None => false,
            });
        }
    }

    fn know_owners(&self, batch: &Batch, known: &mut Vec<Option<Id>>) {
        for key in batch.records.iter().filter_map(Record::template) {
            self.owners.prefetch(key);
        }
        for record in &batch.records {
            known.push(match record.template() {
                Some(key) => self.owners.owner(key),
                None => None,
            });
        }
    }

    fn has_keys(&self) -> bool {
        true
    }

    fn keys(&self, view: &UrlView<'_>, keys: &mut Vec<u64>) {
        keys.push(self.hasher.of(view));
    }

    fn insert_keys(&mut self, keys: &[u64], id: Id) {
        self.owners.insert(keys, id);
    }

    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        let key = self.hasher.of(view);
        self.owners.find(&[key])
    }

    fn find_scanned(&mut self, view: &UrlView<'_>) -> Option<Match> {
        let key = self.scanned(view);
        self.owners.find(&[key])
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        let key = self.hasher.of(view);
        self.owners.insert(&[key], id);
    }

    fn insert_scanned(&mut self, view: &UrlView<'_>, id: Id) {
        let key = self.scanned(view);
        self.owners.insert(&[key], id);
    }

    fn reserve(&mut self, batch: &Batch, variants: usize) -> Result<(), TryReserveError> {
        self.owners.try_reserve(batch.len() * variants)
    }

    fn heap_bytes(&self) -> usize {
        self.owners.heap_bytes()
    }

    fn empty(&self, _: &Layout) -> Box<dyn Index> {
        let named = self.owners.are_named();
        Box::new(Self::new(self.hasher.clone(), named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::similar::index::tests::{budget, each_view, scanned};
    use crate::similar::plan::Plan;

    #[test]
    fn a_template_is_the_same_whether_it_was_scanned_or_read_from_tokens() {
        let lines = [
            "http://a.test/x/1?q=1",
            "http://a.test/x/2?q=22",
            "http://a.test/y/1",
            "not a url",
            "",
        ];
        let (sift, batch) = scanned(&Sift::builder(), &lines);
        let plan = Plan::of_overlap(&sift.view().measure.layout, budget(&sift), true);
        let Plan::Template(hasher) = plan else {
            panic!("the default has one band: {plan:?}")
        };
        let mut templates = TemplateIndex::new(hasher, true);
        let mut found = Vec::new();
        each_view(&batch, |i, view| {
            found.push(templates.find_scanned(view));
            assert_eq!(templates.find(view), templates.find_scanned(view));
            templates.insert(view, i as u64);
        });
        assert_eq!(found, [None, Some(Match::Named(0)), None]);
        let mut known = Vec::new();
        templates.know(&batch, 0..batch.len(), &mut known);
        assert_eq!(known, [true, true, true, false, false]);
    }
}
