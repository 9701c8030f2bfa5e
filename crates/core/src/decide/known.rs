//! The knowledge of a filter: what it kept, and what it learned.

use crate::decide::unsettled::UnsettledLines;
use crate::learn::{LearnableCounts, Learner, MAX_ALTERNATIVES, WordKey};
use crate::record::{Batch, Record, Segment, Url, own_tokens};
use crate::scan::Scanner;
use crate::similar::feature::Layout;
use crate::similar::index::owners::KeyOwners;
use crate::similar::index::{Id, Index};
use crate::similar::table::packed::KeySet;
use std::collections::TryReserveError;
use std::mem;
use urlsift_url::hash::Key;

/// The scanner and the layout of a filter, which decisions need.
#[derive(Clone, Copy, Debug)]
pub struct Scanning<'m> {
    pub scanner: &'m Scanner,
    pub layout: &'m Layout,
}

/// The kept URLs, by their keys or features, and the learned path positions.
#[derive(Clone, Debug)]
pub struct KeptAndLearned {
    pub(crate) index: Box<dyn Index>,
    pub(crate) learner: Option<Learner>,
    /// The hashes of lines that are not URLs.
    pub(crate) others: KeyOwners,
    pub(crate) unsettled: UnsettledLines,
    /// Whether the index hides lines.
    has_hidden: bool,
    /// The hashes of records that name columns.
    pub(crate) headers: KeySet,
    /// Hashes of the own variants of the URLs kept after a survey, if anyone watches.
    pub(crate) as_written: KeySet,
    /// Pages with the first numbers of names, and of selectors, that were printed after a survey.
    pub(crate) sampled: KeySet,
    /// Number of kept URLs, without further samples.
    pub(crate) kept: u64,
    /// The number of the next line that is similar to no kept one.
    pub(crate) next: Id,
}

/// Lines that were set aside: see [`KeptAndLearned::set_aside`].
#[derive(Clone, Debug)]
pub struct SetAsideLines {
    index: Box<dyn Index>,
    others: KeyOwners,
    unsettled: UnsettledLines,
    kept: u64,
}

/// Tells whether the bytes of a line came before, given the lines that might be printed again.
type IsRepetition<'r> = &'r dyn Fn(&UnsettledLines) -> bool;

/// Whether a line that is similar to a kept one is printed all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sampling {
    /// It is not, and will not be.
    Never,
    /// It is not, but might be if it came again.
    Later,
    Now,
}

impl Sampling {
    /// Returns at least [`Later`](Self::Later) if `is_later`.
    pub(crate) fn or_later(self, is_later: bool) -> Self {
        if is_later {
            self.max(Self::Later)
        } else {
            self
        }
    }
}

impl KeptAndLearned {
    /// Creates empty knowledge. `named`: whether a match names the kept URL.
    pub fn new(index: Box<dyn Index>, learner: Option<Learner>, named: bool) -> Self {
        Self {
            index,
            learner,
            others: KeyOwners::new(named),
            unsettled: UnsettledLines::new(named, false),
            has_hidden: false,
            headers: KeySet::default(),
            as_written: KeySet::default(),
            sampled: KeySet::default(),
            kept: 0,
            next: 0,
        }
    }

    /// Assigns a number to a line that is similar to no kept one.
    pub(crate) fn number(&mut self) -> Id {
        let id = self.next;
        self.next += 1;
        id
    }

    /// Returns the number of the next line that is similar to no kept one.
    pub fn next(&self) -> Id {
        self.next
    }

    /// Reserves the numbers below this one for lines of earlier runs.
    pub fn number_from(&mut self, next: Id) {
        self.next = self.next.max(next);
    }

    pub fn index(&self) -> &dyn Index {
        &*self.index
    }

    pub fn learner_mut(&mut self) -> Option<&mut Learner> {
        self.learner.as_mut()
    }

    /// Enters a URL that was kept in an earlier run, or that stays kept.
    pub fn keep(&mut self, enter: impl FnOnce(&mut dyn Index)) {
        self.kept += 1;
        enter(&mut *self.index);
    }

    /// Hides a kept line from searches until all are forgotten. Returns `false` if the index
    /// cannot.
    /// Learned variants may have keys in common although their URLs are not similar, so nothing is
    /// hidden where positions are learned.
    pub(crate) fn hide(&mut self, id: Id) -> bool {
        let is_hidden = self.learner.is_none() && self.index.hide(id);
        self.has_hidden |= is_hidden;
        is_hidden
    }

    /// Returns whether a kept line is hidden.
    pub fn has_hidden(&self) -> bool {
        self.has_hidden
    }

    /// Enters the hash of a line of an earlier run that is not a URL.
    pub fn keep_other(&mut self, hash: u64, id: Id) {
        self.others.insert(&[hash], id);
    }

    /// Forgets all lines, but keeps what was learned.
    pub fn forget_lines(&mut self, scanning: Scanning<'_>) {
        self.set_aside(scanning);
    }

    /// Takes all lines out and returns them; keeps what was learned.
    pub fn set_aside(&mut self, scanning: Scanning<'_>) -> SetAsideLines {
        let index = self.index.empty(scanning.layout);
        let named = self.others.are_named();
        self.change_lines(SetAsideLines {
            index,
            others: KeyOwners::new(named),
            unsettled: UnsettledLines::new(named, self.unsettled.are_all),
            kept: 0,
        })
    }

    /// Exchanges the known lines for lines that were set aside, and returns the former.
    pub fn change_lines(&mut self, lines: SetAsideLines) -> SetAsideLines {
        self.has_hidden = false;
        SetAsideLines {
            index: mem::replace(&mut self.index, lines.index),
            others: mem::replace(&mut self.others, lines.others),
            unsettled: mem::replace(&mut self.unsettled, lines.unsettled),
            kept: mem::replace(&mut self.kept, lines.kept),
        }
    }

    /// Forgets all lines and all headers, and starts numbering from 0 again.
    pub(crate) fn restart(&mut self, scanning: Scanning<'_>) {
        self.forget_lines(scanning);
        self.headers = KeySet::default();
        self.as_written = KeySet::default();
        self.sampled = KeySet::default();
        self.next = 0;
    }

    /// Writes the tokens of a URL's segments as they read with everything learned so far, and
    /// learns nothing from it.
    pub fn read(&self, key: &Key, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        let segments = batch.segments_of(url);
        if let Some(learner) = &self.learner {
            return learner.tokens_of(key, url, batch.path_and_query(url), tokens);
        }
        tokens.clear();
        tokens.extend(own_tokens(segments));
    }

    /// Returns the kept line that the first record of a batch is similar to, in its own variant or
    /// in
    /// the learned one; a line that is not a URL by its bytes. Nothing is learned from it.
    pub fn find(&mut self, scanning: Scanning<'_>, batch: &Batch) -> Option<Id> {
        let url = match batch.records.first()? {
            Record::Url(url) => url,
            Record::NotUrl(hash) => return self.others.find(&[*hash])?.id(),
            _ => return None,
        };
        let mut tokens: Vec<u64> = own_tokens(batch.segments_of(url)).collect();
        let found = self.index.find(&batch.url_view(url, &tokens));
        if let Some(found) = found {
            return found.id();
        }
        self.read(&scanning.scanner.key, batch, url, &mut tokens);
        self.index.find(&batch.url_view(url, &tokens))?.id()
    }

    /// Gathers what can be learned from the records of a batch, when the whole list was read.
    pub(crate) fn gather(&mut self, key: &Key, batch: &Batch, lines: &[&[u8]]) {
        let Some(learner) = &mut self.learner else {
            return;
        };
        learner.gather(key, batch, lines);
        for url in batch.records.iter().filter_map(Record::url) {
            if !url.choices.is_empty() {
                let path = path(key, url, batch.segments_of(url));
                let choices = batch.choices_of(url);
                learner.count_choices(key, path, choices, batch.pairs_of(url), |_, _, _| ());
            }
        }
    }

    /// Learns from the terms of a batch without deciding on them.
    pub(crate) fn learn(&mut self, key: &Key, batch: &Batch) {
        let Some(learner) = &mut self.learner else {
            return;
        };
        let mut tokens = Vec::new();
        let mut variable_segments = Vec::new();
        for url in batch.records.iter().filter_map(Record::url) {
            let parts = batch.path_and_query(url);
            learner.learn(key, url, parts, &mut tokens, &mut variable_segments);
        }
    }

    /// Whether a URL, which reads as these tokens, has one of the first numbers of a name, and was
    /// not printed with it before; it is now. `is_repetition`: whether the bytes of a line that is
    /// similar to a kept one came before.
    #[cold]
    pub(crate) fn numbered(
        &mut self,
        key: &Key,
        batch: &Batch,
        url: &Url,
        tokens: &[u64],
        is_repetition: Option<IsRepetition<'_>>,
    ) -> Sampling {
        let Some(learner) = &mut self.learner else {
            return Sampling::Never;
        };
        let parts = batch.path_and_query(url);
        let numbers = batch.numbers_of(url);
        let Some(page) = learner.count_numbers(key, url, parts, numbers, tokens) else {
            if is_repetition.is_none() {
                learner.record_page(key, url, parts, numbers, tokens);
            }
            let differs = !own_tokens(parts.segments).eq(tokens.iter().copied());
            return Sampling::Never.or_later(differs && !learner.is_frozen());
        };
        let is_printed = if learner.is_frozen() {
            page.paths.iter().any(|path| self.sampled.contains(*path))
        } else {
            learner.is_printed(page)
        };
        if !is_printed && is_repetition.is_some_and(|came| came(&self.unsettled)) {
            return Sampling::Never;
        }
        let is_new = if learner.is_frozen() {
            !is_printed && page.paths.map(|path| self.sampled.insert(path))[0]
        } else {
            learner.record_printed(page)
        };
        if !is_new {
            return Sampling::Never;
        }
        if is_repetition.is_some() {
            learner.count_sample(page);
        }
        Sampling::Now
    }

    /// Whether the selectors of a URL choose a page that was not printed before; it is now.
    /// `is_repetition`: whether the bytes of a line that is similar to a kept one came before.
    #[cold]
    pub(crate) fn chosen(
        &mut self,
        key: &Key,
        batch: &Batch,
        url: &Url,
        is_repetition: Option<IsRepetition<'_>>,
    ) -> Sampling {
        let Self {
            learner: Some(learner),
            sampled,
            unsettled,
            ..
        } = self
        else {
            return Sampling::Never;
        };
        let choices = batch.choices_of(url);
        let pairs = batch.pairs_of(url);
        let path = path(key, url, batch.segments_of(url));
        let mut sample = Sampling::Never;
        learner.count_choices(key, path, choices, pairs, |learner, page, is_selector| {
            if !is_selector && is_repetition.is_some() {
                sample = sample.or_later(true);
                return;
            }
            let is_printed = if learner.is_frozen() {
                sampled.contains(page)
            } else {
                learner.is_page_printed(page)
            };
            if is_printed || is_repetition.is_some_and(|came| came(unsettled)) {
                return;
            }
            let is_new = if learner.is_frozen() {
                sampled.insert(page)
            } else {
                learner.insert_new(WordKey::from_hash(page))
            };
            if is_new {
                sample = Sampling::Now;
            }
        });
        sample
    }

    /// Whether the whole list was surveyed, so that each URL has one variant, wherever it stands.
    pub(crate) fn is_surveyed(&self) -> bool {
        self.learner.as_ref().is_some_and(Learner::is_frozen)
    }

    /// Whether it knows nothing yet, and nobody needs the numbers of lines.
    pub(crate) fn is_new(&self) -> bool {
        self.next == 0
            && !self.others.are_named()
            && self.learner.as_ref().is_none_or(Learner::is_new)
    }

    /// Makes room for everything that may be kept of a batch.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        // A kept URL is entered in its own variant, in the learned one, and in those that may be
        // learned.
        let reads_many_ways = self.learner.is_some() && !self.is_surveyed();
        let variants = if reads_many_ways {
            MAX_ALTERNATIVES + 1
        } else {
            1
        };
        self.index.reserve(batch, variants)?;
        if let Some(learner) = &mut self.learner {
            let mut counts = LearnableCounts {
                urls: batch.len(),
                ..LearnableCounts::default()
            };
            if !learner.is_frozen() {
                counts.segments = batch.segments.len();
                counts.numbers = batch.numbers.len();
                counts.choices = batch.choices.len();
            }
            learner.reserve(counts)?;
        }
        if let Some(learner) = &mut self.learner {
            learner.reserve_gathered(batch)?;
        }
        self.others.try_reserve(batch.len())?;
        self.unsettled.try_reserve(batch.len())
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.index.heap_bytes()
            + self.others.heap_bytes()
            + self.unsettled.heap_bytes()
            + self.learner.as_ref().map_or(0, Learner::heap_bytes)
    }
}

/// Hashes what stands before a URL's query, as written.
fn path(key: &Key, url: &Url, segments: &[Segment]) -> u64 {
    key.fold(url.endpoint_key(key), own_tokens(segments))
}
