//! Index for literal URLs: nearly always looked up by the keys that were computed while scanning.

use super::bands::Bands;
use super::cores::Cores;
use super::{Id, Index, Match, Neighbours as _, Shortfall};
use crate::record::{Batch, Core, Keys, Record, Url, UrlView};
use crate::similar::feature::{Component, Feature, Layout};
use std::collections::TryReserveError;
use std::ops::Range;

/// All literal representatives, unnamed.
#[derive(Clone, Debug)]
pub(super) struct Literals {
    layout: Layout,
    cores: Cores,
    bands: Bands,
    /// Buffer, kept for reuse.
    features: Vec<Feature>,
}

impl Literals {
    pub(super) fn new(layout: &Layout, bands: Bands) -> Self {
        Self {
            layout: layout.clone(),
            cores: Cores::default(),
            bands,
            features: Vec::new(),
        }
    }
}

/// Returns the URL of a record and its core.
fn url_and_core(record: &Record) -> Option<(&Url, Core)> {
    let url = record.url()?;
    Some((url, core(url)?))
}

fn core(url: &Url) -> Option<Core> {
    match url.keys {
        Keys::Core(core) | Keys::Bands(core, _) | Keys::CoreAndFeatures(core) => Some(core),
        Keys::None | Keys::Template(_) => None,
    }
}

impl Index for Literals {
    fn know(&self, batch: &Batch, records: Range<usize>, known: &mut Vec<bool>) {
        let records = &batch.records[records];
        for (url, core) in records.iter().filter_map(url_and_core) {
            self.cores.prefetch(core);
            self.bands.prefetch(batch.bands_of(url));
        }
        for record in records {
            known.push(match url_and_core(record) {
                Some((url, core)) => self.cores.knows(core, url),
                None => false,
            });
        }
        for (record, known) in records.iter().zip(known) {
            if !*known && let Record::Url(url) = record {
                *known = self.bands.knows(batch.bands_of(url));
            }
        }
    }

    fn find(&mut self, view: &UrlView<'_>) -> Option<Match> {
        if let Some(core) = core(view.url)
            && self.cores.knows(core, view.url)
        {
            return Some(Match::Unnamed);
        }
        match view.url.keys {
            Keys::Core(_) => None,
            Keys::Bands(..) => {
                let is_known = self.bands.knows(view.bands);
                is_known.then_some(Match::Unnamed)
            }
            _ => {
                self.layout.features(view, &mut self.features);
                self.bands.find(&self.features)
            }
        }
    }

    fn insert(&mut self, view: &UrlView<'_>, id: Id) {
        if let Some(core) = core(view.url) {
            self.cores.insert(core, view.url);
        }
        match view.url.keys {
            Keys::Core(_) => {}
            Keys::Bands(..) => self.bands.enter(view.bands),
            _ => {
                self.layout.features(view, &mut self.features);
                self.bands.insert(&self.features, id);
            }
        }
    }

    fn shortfall(&self) -> Shortfall {
        self.bands.shortfall()
    }

    fn reserve(&mut self, batch: &Batch, _: usize) -> Result<(), TryReserveError> {
        let mut fragments = 0;
        let mut with_features = 0;
        for (url, _) in batch.records.iter().filter_map(url_and_core) {
            fragments += usize::from(url.fragment != 0);
            if let Keys::CoreAndFeatures(_) = url.keys {
                with_features += 1;
            }
        }
        self.cores.reserve(batch.len(), fragments)?;
        let parts = batch.segments.len() + 2 * batch.pairs.len();
        let features = with_features * Component::ALL.len() + parts;
        self.bands
            .reserve_with(batch.bands.len(), with_features, features)
    }

    fn heap_bytes(&self) -> usize {
        self.cores.heap_bytes() + self.bands.heap_bytes()
    }

    fn empty(&self, layout: &Layout) -> Box<dyn Index> {
        Box::new(Self::new(layout, self.bands.empty(layout)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::similar::index::tests::{budget, each_view, scanned};

    #[test]
    fn what_is_known_ahead_is_found_in_order_and_an_entered_line_is_always_known() {
        let lines = [
            "http://a.test/x/y?q=1",
            "https://a.test/x/y?q=1",
            "http://a.test/x/y?q=1#f",
            "http://a.test/x/y?q=2",
            "http://a.test/1/2/3/4/5/6/7/8?a=1&b=2&c=3&d=4&e=5&f=6",
            "http://a.test/1/2/3/4/5/6/7/9?a=1&b=2&c=3&d=4&e=5&f=7",
            "http://b.test/",
            "not a url",
        ];
        for threshold in [100.0, 97.0, 95.0, 90.0, 80.0, 50.0] {
            let (sift, batch) =
                scanned(&Sift::builder().literal(true).threshold(threshold), &lines);
            let layout = &sift.view().measure.layout;
            let bands = Bands::new(layout, budget(&sift), false);
            let mut literals = Literals::new(layout, bands);
            each_view(&batch, |i, view| {
                let mut known = Vec::new();
                literals.know(&batch, 0..batch.len(), &mut known);
                let found = literals.find(view).is_some();
                assert!(
                    !known[i] || found,
                    "{threshold}: {} is known and not found",
                    lines[i]
                );
                literals.insert(view, 0);
                known.clear();
                literals.know(&batch, 0..batch.len(), &mut known);
                assert!(
                    known[i] || literals.find(view).is_some(),
                    "{threshold}: {} is lost",
                    lines[i]
                );
                assert!(!known[7], "what is not a URL is not known here");
            });
            assert!(literals.heap_bytes() > 0);
        }
    }
}
