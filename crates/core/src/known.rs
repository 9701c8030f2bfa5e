//! What a filter knows: what it kept, and what it learned.

use crate::feature::Layout;
use crate::index::owners::Owners;
use crate::index::{Id, Index};
use crate::learn::{Learner, MAX_ALTERNATIVES};
use crate::record::{Batch, Record, Url};
use crate::scan::Scanner;
use crate::table::packed::KeySet;
use std::collections::TryReserveError;
use std::mem;
use urlsift_url::hash::Key;

/// What deciding takes from the filter's settings.
#[derive(Clone, Copy, Debug)]
pub struct Context<'m> {
    pub scanner: &'m Scanner,
    pub layout: &'m Layout,
}

/// The kept URLs, by their keys or features, and the learned path positions.
#[derive(Clone, Debug)]
pub struct Known {
    pub(crate) index: Box<dyn Index>,
    pub(crate) learner: Option<Learner>,
    /// The hashes of lines that are not URLs.
    pub(crate) others: Owners,
    /// The hashes of records that name columns.
    pub(crate) headers: KeySet,
    /// The URLs that were kept once all was learned, as they read by themselves, if anybody watches.
    pub(crate) as_written: KeySet,
    /// How many URLs were kept, without further samples.
    pub(crate) kept: u64,
    /// The number that the next line gets that is similar to nothing.
    pub(crate) next: Id,
}

/// Lines that were set aside: see [`Known::set_aside`].
#[derive(Clone, Debug)]
pub struct Lines {
    index: Box<dyn Index>,
    others: Owners,
    kept: u64,
}

impl Known {
    /// One that knows nothing. `named` says whether it tells which kept URL is found.
    pub fn new(index: Box<dyn Index>, learner: Option<Learner>, named: bool) -> Self {
        let (others, headers, as_written) = (Owners::new(named), KeySet::default(), KeySet::default());
        Self { index, learner, others, headers, as_written, kept: 0, next: 0 }
    }

    /// Takes the number of a line that is similar to nothing.
    pub(crate) fn number(&mut self) -> Id {
        let id = self.next;
        self.next += 1;
        id
    }

    /// How many URLs were kept.
    pub(crate) fn kept(&self) -> u64 {
        self.kept
    }

    /// The number that the next line gets that is similar to nothing.
    pub fn next(&self) -> Id {
        self.next
    }

    /// Leaves the numbers below this one to lines of earlier runs.
    pub fn number_from(&mut self, next: Id) {
        self.next = self.next.max(next);
    }

    pub fn index(&self) -> &dyn Index {
        &*self.index
    }

    pub(crate) fn learner(&self) -> Option<&Learner> {
        self.learner.as_ref()
    }

    pub fn learner_mut(&mut self) -> Option<&mut Learner> {
        self.learner.as_mut()
    }

    /// Enters a URL that was kept in an earlier run, or is kept on.
    pub fn keep(&mut self, enter: impl FnOnce(&mut dyn Index)) {
        self.kept += 1;
        enter(&mut *self.index);
    }

    /// Enters the hash of a line that is not a URL, of an earlier run.
    pub fn keep_other(&mut self, hash: u64, id: Id) {
        self.others.insert(&[hash], id);
    }

    /// Forgets all lines, and keeps what was learned.
    pub fn forget_lines(&mut self, context: Context<'_>) {
        self.index = self.index.empty(context.layout);
        self.others = Owners::new(self.others.are_named());
        self.kept = 0;
    }

    /// Sets all lines aside, as if they were forgotten, and keeps what was learned.
    pub fn set_aside(&mut self, context: Context<'_>) -> Lines {
        let index = self.index.empty(context.layout);
        let others = Owners::new(self.others.are_named());
        self.change_lines(Lines { index, others, kept: 0 })
    }

    /// Puts lines that were set aside in the place of those that are known, and gives these.
    pub fn change_lines(&mut self, Lines { index, others, kept }: Lines) -> Lines {
        Lines {
            index: mem::replace(&mut self.index, index),
            others: mem::replace(&mut self.others, others),
            kept: mem::replace(&mut self.kept, kept),
        }
    }

    /// Forgets all lines and the records that name columns, and numbers from 0 again.
    pub(crate) fn restart(&mut self, context: Context<'_>) {
        self.forget_lines(context);
        self.headers = KeySet::default();
        self.as_written = KeySet::default();
        self.next = 0;
    }

    /// Writes what the segments of a URL read by what has been learned so far, and learns nothing
    /// from it.
    pub fn read(&self, key: &Key, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        let segments = batch.segments_of(url);
        if let Some(learner) = &self.learner {
            return learner.recall(key, url, (segments, batch.pairs_of(url)), tokens);
        }
        tokens.clear();
        tokens.extend(segments.iter().map(|segment| segment.token));
    }

    /// Learns from the records of a batch, without deciding on them.
    pub(crate) fn learn(&mut self, key: &Key, batch: &Batch) {
        let Some(learner) = &mut self.learner else { return };
        let (mut tokens, mut at) = (Vec::new(), Vec::new());
        for record in &batch.records {
            if let Record::Url(url) = record {
                let parts = (batch.segments_of(url), batch.pairs_of(url));
                learner.read(key, url, parts, &mut tokens, &mut at);
            }
        }
    }

    /// Whether all is learned, so that URLs read one way wherever they stand.
    pub(crate) fn is_settled(&self) -> bool {
        self.learner.as_ref().is_some_and(Learner::is_settled)
    }

    /// Whether it knows nothing yet, and nobody asks for the numbers of lines.
    pub(crate) fn is_new(&self) -> bool {
        self.next == 0 && !self.others.are_named() && self.learner.as_ref().is_none_or(Learner::is_new)
    }

    /// Makes room for what may be kept of a batch.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        // What is kept is entered as it reads, as it reads with what was learned, and as it may read later.
        let reads_many_ways = self.learner.is_some() && !self.is_settled();
        let variants = if reads_many_ways { MAX_ALTERNATIVES + 1 } else { 1 };
        self.index.reserve(batch, variants)?;
        if let Some(learner) = self.learner.as_mut().filter(|learner| !learner.is_settled()) {
            learner.reserve(batch.len(), batch.segments.len())?;
        }
        self.others.try_reserve(batch.len())
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.index.memory() + self.others.memory() + self.learner.as_ref().map_or(0, Learner::memory)
    }
}
