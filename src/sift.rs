//! One record in, one verdict out: leader clustering over the index.

use crate::builder::{Builder, ParamMode};
use crate::comparison::Comparer;
use crate::error::{Error, ErrorKind};
use crate::feature::Census;
use crate::hash::Key;
use crate::index::{
    Bands, ByFeatures, Exhaustive, Id, Index, Literals, Match, Measure, Names, Slices, Templates,
};
use crate::input::{Fields, Input};
use crate::learn::{Learner, MAX_ALTERNATIVES};
use crate::memory::Burst;
use crate::memory::entry::{Entry, Lookup};
use crate::memory::journal::{Journal, hash_line};
use crate::packed::KeySet;
use crate::plan::Plan;
use crate::recent::{Recent, template_hash};
use crate::record::{Batch, Record, Url};
use crate::register::{Decision, Detail, Register};
use crate::scan::Scanner;
use crate::selection::Reason;
use crate::shape::Shape;
use crate::similarity::Metric;
use crate::swallowed::{LearnedPosition, Swallowed};
use crate::table::Uniform;
use crate::variant::Variant;
use std::cell::RefCell;
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;
use std::num::NonZeroU32;
use std::sync::Arc;

/// What became of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// A URL that is similar to nothing kept so far: print it.
    Kept,
    /// Similar to a kept URL, but one of the first samples of its group: print it too.
    Sample,
    /// A URL that is similar to a kept one: drop it.
    Similar,
    /// A URL that the [`Selection`](crate::Selection) does not want, or one more of its host than are wanted: drop it.
    Unwanted(Reason),
    /// The record that names the columns of those that follow it: print it, unless it repeats that of an earlier source.
    Header {
        /// Whether it does.
        repeated: bool,
    },
    /// Not a URL, seen for the first time.
    NotUrl,
    /// Not a URL, and the same bytes came before.
    Repeated,
    /// An empty record.
    Empty,
}

impl Builder {
    /// Builds the filter.
    ///
    /// # Errors
    /// A threshold outside 1 to 100, weights that sum to 0, or settings that do not go with [`ParamMode::Names`].
    pub fn build(self) -> Result<Sift, Error> {
        let seed = self.seed_or_drawn();
        let key = Key::new(seed);
        let (layout, threshold) = self.layout(&key)?;
        let (budget, named) = (threshold.budget(layout.weights.total()), self.names());
        let plan = match self.metric {
            _ if self.params == ParamMode::Names => Plan::of_names(&layout, budget).ok_or_else(|| {
                Error::new(ErrorKind::Settings, "parameters cannot be compared name by name with these settings: use a threshold above 94 and below 100 with the default \
                     weights, and neither literal URLs nor SimHash")
            })?,
            Metric::Overlap if !self.exhaustive => Plan::of_overlap(&layout, budget, named),
            _ => Plan::Features,
        };
        let index: Box<dyn Index> = match (&plan, self.metric) {
            (Plan::Template(hasher), _) => Box::new(Templates::new(hasher.clone(), named)),
            (Plan::Names(hasher), _) => Box::new(Names::new(hasher.clone(), named)),
            (Plan::Literal(_), _) => Box::new(Literals::new(&layout, budget)),
            (Plan::Features, Metric::Overlap) if self.exhaustive => {
                Box::new(ByFeatures::new(&layout, Exhaustive::new(Measure::Overlap(budget))))
            }
            (Plan::Features, Metric::Overlap) => {
                Box::new(ByFeatures::new(&layout, Bands::new(&layout, budget, named)))
            }
            (Plan::Features, Metric::SimHash) if self.exhaustive => {
                Box::new(ByFeatures::new(&layout, Exhaustive::new(Measure::SimHash(threshold.radius()))))
            }
            (Plan::Features, Metric::SimHash) => {
                Box::new(ByFeatures::new(&layout, Slices::new(threshold.radius())))
            }
        };
        // Of the settings beside the tokens', these decide on the keys that a scanner computes.
        let settings = format!("{:?} {budget} {named} {:?}", layout.weights, self.metric);
        let all = Scanner::new(key, self.mode(), plan, &settings).reading(self.terms.clone());
        let input = self.as_input();
        let all = if input == Input::Lines { all } else { all.read(&input) };
        let all = match &self.time_field {
            Some(name) => all.time_under(name),
            None => all,
        };
        let scanner = match self.as_selection()? {
            Some(selection) => all.clone().select(selection),
            None => all.clone(),
        };
        let hosts_meet = self.metric == Metric::SimHash || layout.weights.host <= budget;
        Ok(Sift {
            comparer: Comparer::new(all.whole(), layout, self.metric, threshold),
            scanner,
            index,
            kept: 0,
            learner: self.learner(),
            census: self.census(),
            others: KeySet::default(),
            tokens: Vec::new(),
            variant: Vec::new(),
            learned: Vec::new(),
            known: Vec::new(),
            owners: Vec::new(),
            batch: Batch::default(),
            swallowed: self.counts_learned().then(Box::default),
            journal: self.journal(hosts_meet),
            register: Register::new(self.detail, self.samples),
            quota: self.max_per_host.map(Quota::new),
            recent: RefCell::default(),
            settings: self.seed(seed),
        })
    }
}

/// The filter.
///
/// A clone is a snapshot: both go their own ways from there.
#[derive(Clone, Debug)]
pub struct Sift {
    pub(crate) scanner: Scanner,
    pub(crate) comparer: Comparer,
    pub(crate) index: Box<dyn Index>,
    /// How many representatives there are.
    pub(crate) kept: Id,
    pub(crate) learner: Option<Learner>,
    /// Counts the terms of records, if the list is read once more.
    census: Option<Box<Census>>,
    /// Hashes of lines that are not URLs.
    others: KeySet,
    pub(crate) settings: Builder,
    /// What learning took for values, if that is asked for.
    swallowed: Option<Box<Swallowed>>,
    /// What is remembered beyond the verdicts, if anything is.
    pub(crate) register: Option<Box<Register>>,
    /// How many lines of each host are kept, if there is a limit.
    pub(crate) quota: Option<Quota>,
    /// What is noted for a later run, if anything is.
    pub(crate) journal: Option<Box<Journal>>,
    /// What was explained a short while ago.
    pub(crate) recent: RefCell<Recent>,
    // Kept for their memory:
    /// What the segments of the present record read.
    tokens: Vec<u64>,
    /// Another variant of them.
    variant: Vec<u64>,
    /// Which of the segments are at learned positions.
    learned: Vec<usize>,
    /// For each record of the present batch, whether a similar one was known before the batch.
    known: Vec<bool>,
    /// The same with its number, where that is asked for.
    owners: Vec<Option<Id>>,
    pub(crate) batch: Batch,
}

impl Sift {
    /// Takes the first record of a source under [`Input::Column`]: it says which column holds the URL. Returns whether it is a header,
    /// which is not for [`admit`](Self::admit); the first record is one if there is no URL in the column.
    ///
    /// # Errors
    /// The header does not name the column.
    ///
    /// ```
    /// use urlsift::{Column, Input, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().input(Input::Column(Column::Name("url".into()))).build()?;
    /// assert!(sift.begin(b"id,url,title")?);
    /// assert_eq!(sift.admit(br#"1,https://example.com/user/1,"Ann, the first""#), Verdict::Kept);
    /// assert_eq!(sift.admit(br#"2,https://example.com/user/2,Bob"#), Verdict::Similar);
    /// assert!(sift.begin(b"id,link").is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        let (fields, is_header) = self.scanner.fields.begin(first)?;
        self.read_by(&Arc::new(fields));
        Ok(is_header)
    }

    /// The format that a record of this number is in, if another one was chosen.
    #[cfg(feature = "stream")]
    pub(crate) fn likely_format(
        &self,
        record: &[u8],
        number: u64,
        is_url: bool,
    ) -> Option<crate::LikelyFormat> {
        self.scanner.fields.likely_format(record, number, is_url)
    }

    /// Reads the fields of records in this way.
    pub(crate) fn read_by(&mut self, fields: &Arc<Fields>) {
        self.scanner.fields = Arc::clone(fields);
        self.comparer.scanner.fields = Arc::clone(fields);
    }

    /// Starts from the default settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the scanner that goes with this filter.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Takes batches of another scanner that makes tokens in the same way.
    #[cfg(feature = "stream")]
    pub(crate) fn share_scanner(&mut self, scanner: &Scanner) {
        self.scanner = scanner.clone();
    }

    /// Returns how many representatives there are: URLs that were kept, without further samples.
    ///
    /// ```
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// assert!(sift.is_empty());
    /// sift.admit(b"https://example.com/");
    /// assert_eq!(sift.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn len(&self) -> u64 {
        self.kept
    }

    /// Whether no URL was kept yet.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Returns how many bytes it holds, within a few percent: keys, what was learned, and what its
    /// [`Detail`] asks to remember.
    pub fn memory(&self) -> usize {
        self.index.memory()
            + self.others.memory()
            + self.learner.as_ref().map_or(0, Learner::memory)
            + self.census.as_ref().map_or(0, |census| census.memory())
            + self.register.as_ref().map_or(0, |register| register.memory())
            + self.quota.as_ref().map_or(0, Quota::memory)
            + self.journal.as_ref().map_or(0, |journal| journal.memory())
    }

    /// Makes room for what [`decide`](Self::decide) may keep of a batch, as far as that can be foreseen: the tables
    /// that grow with the kept URLs. A program that runs out of memory elsewhere is ended by the standard library.
    ///
    /// # Errors
    /// The system gives no more memory. What was decided before stays valid.
    pub fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        // What is kept is entered as it reads, as it reads with what was learned, and as it may read later.
        let variants = if self.learner.is_some() { MAX_ALTERNATIVES + 1 } else { 1 };
        self.index.reserve(batch, variants)?;
        if let Some(learner) = &mut self.learner {
            learner.reserve(batch.len(), batch.segments.len())?;
        }
        self.others.try_reserve(batch.len())
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes. Appends one verdict a record.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`]: the batch is another filter's, or there are not as many lines as records. Nothing is
    /// decided then.
    ///
    /// ```
    /// use urlsift::{Batch, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().build()?;
    /// let (scanner, mut batch, mut verdicts) = (sift.scanner(), Batch::default(), Vec::new());
    /// let lines: [&[u8]; 2] = [b"https://example.com/user/1", b"https://example.com/user/2"];
    /// lines.iter().for_each(|line| scanner.scan(line, &mut batch)); // on any thread
    /// sift.decide(&batch, lines, &mut verdicts)?; // in order
    /// assert_eq!(verdicts, [Verdict::Kept, Verdict::Similar]);
    /// assert!(sift.decide(&batch, [], &mut verdicts).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        self.scanner.check(batch, lines.len())?;
        self.known.clear();
        if let Some(journal) = &mut self.journal {
            journal.start_batch();
        }
        if let Some(register) = &mut self.register {
            register.decisions.clear();
            self.owners.clear();
            if self.journal.is_none() {
                self.index.know_owners(batch, &mut self.owners);
            }
            if self.owners.is_empty() {
                // Who they are similar to is to be known as well, so this only prefetches.
                self.index.know(batch, &mut self.known);
                self.known.clear();
            }
            self.known.extend(self.owners.iter().map(Option::is_some));
            self.prefetch(batch);
        } else if let Some(journal) = &self.journal {
            self.owners.clear();
            // What expires within the batch is not known before it.
            if !journal.has_window() {
                self.index.know_owners(batch, &mut self.owners);
            }
            self.known.extend(self.owners.iter().map(Option::is_some));
            self.prefetch(batch);
        } else {
            self.index.know(batch, &mut self.known);
            self.prefetch(batch);
        }
        for (i, (record, line)) in batch.records.iter().zip(lines).enumerate() {
            let known = self.known.get(i).is_some_and(|&known| known);
            verdicts.push(if known && self.register.is_none() {
                self.note_known(i, record);
                Verdict::Similar
            } else {
                let owner = self.owners.get(i).copied().flatten();
                self.record(batch, record, line, owner)
            });
        }
        self.watch(batch);
        Ok(())
    }

    /// Counts a record of which a similar representative was known before its batch.
    fn note_known(&mut self, at: usize, record: &Record) {
        if let (Some(journal), Record::Url(url)) = (&mut self.journal, record)
            && let Some(id) = self.owners[at]
        {
            journal.start_record();
            journal.meet_kind(journal.host(url), id);
        }
    }

    /// Prefetches what deciding on the records that are not known yet will look up.
    fn prefetch(&self, batch: &Batch) {
        let Some(learner) = &self.learner else { return };
        for (record, known) in batch.records.iter().zip(&self.known) {
            if let (false, Record::Url(url)) = (known, record) {
                learner.prefetch(&self.scanner.key, url, batch.segments_of(url));
            }
        }
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        if let Some(register) = &mut self.register {
            register.decisions.clear();
        }
        let verdict = self.record(&batch, &batch.records[0], line, None);
        self.watch(&batch);
        self.batch = batch;
        verdict
    }

    /// Decides on one record of a batch, which need not be scanned for this filter alone.
    #[cfg(feature = "stream")]
    pub(crate) fn decide_record(&mut self, batch: &Batch, record: usize, line: &[u8]) -> Verdict {
        if let Some(register) = &mut self.register {
            register.decisions.clear();
        }
        self.record(batch, &batch.records[record], line, None)
    }

    /// Passes on the lines that are kept: the first of each group, further samples, and lines that are not URLs at first
    /// sight.
    ///
    /// ```
    /// let list = ["https://example.com/user/1", "https://example.com/user/2", "https://example.com/login"];
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// let kept: Vec<_> = sift.filter(list).collect();
    /// assert_eq!(kept, ["https://example.com/user/1", "https://example.com/login"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn filter<L: AsRef<[u8]>>(&mut self, lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = L> {
        lines.into_iter().filter(|line| {
            matches!(self.admit(line.as_ref()), Verdict::Kept | Verdict::Sample | Verdict::NotUrl)
        })
    }

    /// What is known beyond the verdicts of the last call of [`decide`](Self::decide) or [`admit`](Self::admit): one
    /// decision a record. Empty at [`Detail::Verdicts`].
    pub fn decisions(&self) -> &[Decision] {
        self.register.as_ref().map_or(&[], |register| &register.decisions)
    }

    /// The burst that a record of the last batch completes, by the record's place in it: see [`Builder::at_least`].
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.journal.as_ref().and_then(|journal| journal.burst(record))
    }

    /// How many searches hit their limit and found nothing similar, so that their lines were kept. A search hits its limit where a
    /// URL of very many parts would have to be compared with more than 1,024 kept ones, or 2,048 that share a rare part: at low thresholds, on lists of many
    /// lines that share most of their words.
    pub fn search_limit_hits(&self) -> u64 {
        self.index.search_limit_hits()
    }

    /// Forgets all lines, and keeps what was learned: the same list can be filtered once more, with the learned positions
    /// variable from its first line on.
    ///
    /// Scanners and batches of this filter stay valid.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Sift::builder().build()?;
    /// assert!(sift.filter(&lines).count() > 1);
    /// sift.restart();
    /// assert_eq!(sift.filter(&lines).count(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn restart(&mut self) {
        self.end_survey();
        let Ok(fresh) = self.settings.clone().build() else { unreachable!("the settings were valid before") };
        *self = Self { learner: self.learner.take(), ..fresh };
    }

    /// Whether there is anything to learn of the whole list before it is filtered.
    pub fn needs_survey(&self) -> bool {
        self.learner.is_some() || self.census.is_some()
    }

    /// Notes that the whole list has been read.
    pub(crate) fn end_survey(&mut self) {
        if let Some(learner) = &mut self.learner {
            learner.survey();
        }
        if let Some(census) = self.census.take() {
            let frequencies = Arc::new(census.frequencies());
            self.comparer.layout.set_frequencies(&frequencies);
            self.settings.frequencies = Some(frequencies);
        }
    }

    /// Takes a batch for what can be learned of the list, which will be filtered after a [`restart`](Self::restart). `lines` are
    /// the same records' bytes. Takes less time than [`decide`](Self::decide) where nothing depends on the verdicts.
    ///
    /// # Errors
    /// Those of [`decide`](Self::decide).
    pub fn survey<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        if self.census.is_none() {
            return self.decide(batch, lines, &mut Vec::new());
        }
        self.scanner.check(batch, lines.len())?;
        self.watch(batch);
        Ok(())
    }

    /// Counts the terms of a batch, if that is asked for.
    fn watch(&mut self, batch: &Batch) {
        if let Some(census) = &mut self.census {
            census.watch(batch);
        }
    }

    /// Returns how many lines were dropped because a path position was learned, and those positions, the largest first. `None` unless
    /// [`count_learned`](Builder::count_learned) asks for it.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Sift::builder().count_learned(true).build()?;
    /// assert!(sift.filter(&lines).count() < lines.len());
    /// let (lines, positions) = sift.learned_positions().expect("was asked for");
    /// assert_eq!((lines, positions[0].pattern.as_str()), (3, "example.com/zork/{word}"));
    /// assert_eq!(positions[0].rarest, ["marble", "obsidian", "tuff"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned_positions(&self) -> Option<(u64, Vec<LearnedPosition>)> {
        self.swallowed.as_ref().map(|swallowed| (swallowed.lines(), swallowed.positions()))
    }

    /// Whether decisions name groups.
    pub(crate) fn names_groups(&self) -> bool {
        self.settings.detail >= Detail::Groups
    }

    /// Writes what the segments of a URL read by what has been learned so far, and learns nothing from it.
    pub(crate) fn read(&self, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        let segments = batch.segments_of(url);
        if let Some(learner) = &self.learner {
            return learner.recall(&self.scanner.key, url, (segments, batch.pairs_of(url)), tokens);
        }
        tokens.clear();
        tokens.extend(segments.iter().map(|segment| segment.token));
    }

    /// Decides on a record. Where its batch has named the earliest similar representative, that is not looked up again.
    fn record(&mut self, batch: &Batch, record: &Record, line: &[u8], owner: Option<Id>) -> Verdict {
        if let Some(journal) = &mut self.journal {
            journal.start_record();
            if let Some(register) = &mut self.register {
                register.number_from(journal.next());
            }
        }
        match record {
            Record::Empty => {
                self.pass();
                Verdict::Empty
            }
            Record::Header(hash) => {
                self.pass();
                // Other than a line that is not a URL, although it may read the same.
                let first = self.others.insert(self.scanner.key.join(*hash, 1));
                // An output that is continued has it.
                let continues = self.journal.as_ref().is_some_and(|journal| journal.continues);
                Verdict::Header { repeated: !first || continues }
            }
            Record::Unwanted(reason) => {
                self.pass();
                Verdict::Unwanted(*reason)
            }
            Record::NotUrl(hash) => {
                let noted = self.journal.as_mut().map(|journal| journal.other(*hash, line));
                let first = match (&mut self.register, noted) {
                    (Some(register), Some((id, first))) => register.noted_other(id, first, line),
                    (Some(register), None) => register.other(*hash, line),
                    (None, Some((_, first))) => first,
                    (None, None) => self.others.insert(*hash),
                };
                if first { Verdict::NotUrl } else { Verdict::Repeated }
            }
            Record::Url(url) => {
                let verdict = self.url(batch, url, line, owner);
                if let Some(register) = self.register.as_mut().filter(|_| self.scanner.terms().is_none()) {
                    let key = &self.scanner.key;
                    register.recognise(url.service, |variant| template_hash(key, batch, url, variant));
                }
                verdict
            }
        }
    }

    /// Notes a record that belongs to no group.
    fn pass(&mut self) {
        if let Some(register) = &mut self.register {
            register.empty();
        }
    }

    fn url(&mut self, batch: &Batch, url: &Url, line: &[u8], owner: Option<Id>) -> Verdict {
        let has_room = self.quota.as_ref().is_none_or(|quota| quota.has_room(url.service));
        let segments = batch.segments_of(url);
        self.tokens.clear();
        self.tokens.extend(segments.iter().map(|segment| segment.token));
        // The variant that depends on nothing else first: an exact duplicate of a kept line is found whatever has been learned
        // since, and a line that reads like a kept one has nothing new to teach.
        let mut found = match owner {
            Some(id) => Some(Match::Named(id)),
            None => self.index.find_scanned(&batch.view(url, &self.tokens)),
        };
        if self.has_expired(found) {
            self.purge();
            found = self.index.find_scanned(&batch.view(url, &self.tokens));
        }
        let by_itself = found.is_some();
        let mut recalled = false;
        if let (None, Some(journal)) = (found, &mut self.journal) {
            if journal.is_shared() {
                self.index.keys(&batch.view(url, &self.tokens), journal.looked_up());
            }
            if let Some(id) = journal.dropped_before(|| hash_line(&self.scanner.key, line)) {
                (found, recalled) = (Some(Match::Named(id)), true);
            }
        }
        if found.is_none()
            && let Some(learner) = &mut self.learner
        {
            let parts = (segments, batch.pairs_of(url));
            learner.read(&self.scanner.key, url, parts, &mut self.tokens, &mut self.learned);
            found = self.find_learned(batch, url);
            if self.has_expired(found) {
                self.purge();
                found = self.find_learned(batch, url);
            }
        }
        let Some(found) = found else {
            if !has_room {
                self.pass();
                self.note_lessons(url);
                return Verdict::Unwanted(Reason::MaxPerHost);
            }
            self.enter(batch, url, line);
            if let Some(quota) = &mut self.quota {
                quota.take(url.service);
            }
            self.note_lessons(url);
            return Verdict::Kept;
        };
        let by_itself = by_itself || recalled;
        let group = match found {
            Match::Unnamed => None,
            Match::Named(id) => Some(id),
        };
        let mut is_sample = false;
        if let Some(register) = &mut self.register {
            let variant = if by_itself { Variant::default() } else { Variant::of(segments, &self.variant) };
            is_sample = register.similar(group, has_room, || hash_line(&self.scanner.key, line), variant);
        }
        if is_sample && let Some(quota) = &mut self.quota {
            quota.take(url.service);
        }
        if let (Some(journal), Some(id)) = (&mut self.journal, group) {
            let host = journal.host(url);
            journal.meet_kind(host, id);
            if is_sample {
                journal.note(host, &Entry::Sample { id, line: hash_line(&self.scanner.key, line) });
            }
            if !by_itself {
                journal.drop_line(host, id, hash_line(&self.scanner.key, line));
                self.note_lessons(url);
            }
        }
        if is_sample {
            return Verdict::Sample;
        }
        if let Some(swallowed) = &mut self.swallowed
            && !by_itself
        {
            let (parts, variant) = ((url.service, segments), Variant::of(segments, &self.variant));
            let scanner = &self.scanner;
            let shape = || Shape::of(scanner.text(line, &mut Vec::new()), &scanner.mode);
            swallowed.note(&scanner.key, parts, &variant, shape);
        }
        Verdict::Similar
    }

    /// Finds a representative of what was learned of a URL, and leaves in `variant` how the URL reads then: as its tokens say, or with
    /// some segments at learned positions under their [early](crate::record::Segment::early) tokens, as kept lines were entered before
    /// the positions were learned.
    fn find_learned(&mut self, batch: &Batch, url: &Url) -> Option<Match> {
        let segments = batch.segments_of(url);
        let differs = self.tokens.iter().zip(segments).any(|(token, segment)| *token != segment.token);
        self.learned.truncate(MAX_ALTERNATIVES.ilog2() as usize);
        // Each choice is a set of bits: those of the learned positions that read early. If nothing differs, the empty set has been
        // looked up.
        for choice in usize::from(!differs)..1 << self.learned.len() {
            self.variant.clone_from(&self.tokens);
            for (bit, &at) in self.learned.iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    self.variant[at] = segments[at].early();
                }
            }
            let view = batch.view(url, &self.variant);
            if let Some(journal) = self.journal.as_mut().filter(|journal| journal.is_shared()) {
                self.index.keys(&view, journal.looked_up());
            }
            let found = self.index.find(&view);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether what was found lives no longer.
    #[inline]
    fn has_expired(&self, found: Option<Match>) -> bool {
        match (&self.journal, found) {
            (Some(journal), Some(Match::Named(id))) => !journal.is_alive(id),
            _ => false,
        }
    }

    /// Notes what a URL has taught.
    fn note_lessons(&mut self, url: &Url) {
        if let (Some(journal), Some(learner)) = (&mut self.journal, &mut self.learner) {
            journal.learn(journal.host(url), learner.lessons());
        }
    }

    /// Enters a representative as all variants that later lines may have: as it reads by itself, as what was learned reads it, and as
    /// what may be learned will.
    fn enter(&mut self, batch: &Batch, url: &Url, line: &[u8]) {
        let segments = batch.segments_of(url);
        let id = match (&self.journal, &self.register) {
            (Some(journal), _) => journal.next(),
            (None, Some(register)) => register.next(),
            (None, None) => self.kept,
        };
        // Those who explain want to know the variants; the last is the line's own. So does a journal, but where keys say it all.
        let (mut entered, mut keys) = (Vec::new(), Vec::new());
        let has_keys = self.journal.is_some() && self.index.has_keys();
        let explains = self.register.as_ref().is_some_and(|register| register.needs_variants());
        let wanted = explains || (self.journal.is_some() && !has_keys);
        let index = &mut self.index;
        let mut enter = |tokens: &[u64]| {
            let view = batch.view(url, tokens);
            if has_keys {
                let start = keys.len();
                index.keys(&view, &mut keys);
                index.insert_keys(&keys[start..], id);
            } else {
                index.insert(&view, id);
            }
            if wanted {
                entered.push(Variant::of(segments, tokens));
            }
        };
        if let Some(learner) = &mut self.learner {
            self.variant.clear();
            self.variant.extend(segments.iter().map(|segment| segment.token));
            if self.variant != self.tokens {
                enter(&self.variant);
            }
            learner.alternatives(&self.scanner.key, url, segments, &self.tokens, &mut enter);
        }
        enter(&self.tokens);
        if let Some(register) = &mut self.register {
            // Where its URL is depends on its source.
            let mut buffer = Vec::new();
            let has_header = self.scanner.fields.has_header();
            let url = has_header.then(|| self.scanner.text(line, &mut buffer));
            register.kept(|| hash_line(&self.scanner.key, line), (line, url), &entered);
        }
        if let Some(journal) = &mut self.journal {
            keys.sort_unstable();
            keys.dedup();
            let host = journal.host(url);
            let (mut lookup, mut text) = (Vec::new(), Vec::new());
            let line = self.scanner.remembered(line, &mut text);
            if has_keys {
                Lookup::put_keys(&mut lookup, &keys);
                journal.keep(host, Lookup::Keys(&lookup), line);
            } else {
                for variant in &entered {
                    Lookup::put_variant(&mut lookup, variant);
                }
                journal.keep(host, Lookup::Variants(&lookup), line);
            }
        }
        self.kept += 1;
    }
}

/// How many lines of each host are kept.
#[derive(Clone, Debug)]
pub(crate) struct Quota {
    limit: NonZeroU32,
    taken: HashMap<u64, u32, BuildHasherDefault<Uniform>>,
}

impl Quota {
    fn new(limit: NonZeroU32) -> Self {
        Self { limit, taken: HashMap::default() }
    }

    fn has_room(&self, service: u64) -> bool {
        self.taken.get(&service).is_none_or(|taken| *taken < self.limit.get())
    }

    pub(crate) fn take(&mut self, service: u64) {
        *self.taken.entry(service).or_default() += 1;
    }

    /// Bytes that it holds, about.
    fn memory(&self) -> usize {
        self.taken.capacity() * size_of::<(u64, u32)>()
    }
}

/// A filter can move to another thread.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Sift>();
};

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(scanner: &Scanner, lines: &[&[u8]]) -> Batch {
        let mut batch = Batch::default();
        for line in lines {
            scanner.scan(line, &mut batch);
        }
        batch
    }

    const LINES: [&[u8]; 3] = [b"http://a.test/x", b"http://a.test/y", b"no url"];

    #[test]
    fn a_batch_that_does_not_fit_is_refused_and_nothing_is_decided() {
        let build = |builder: Builder| builder.seed([1, 2]).build().expect("the settings are valid");
        let mut sift = build(Sift::builder());
        let batch = scan(&sift.scanner(), &LINES);
        let others = [
            build(Sift::builder().threshold(94.0)),
            build(Sift::builder().literal(true)),
            build(Sift::builder().detail(Detail::Groups)),
            Sift::builder().build().expect("the settings are valid"),
        ];
        for other in others {
            let (foreign, mut verdicts) = (scan(&other.scanner(), &LINES), Vec::new());
            let refusal = sift.decide(&foreign, LINES, &mut verdicts).expect_err("it is another filter's");
            assert_eq!(refusal.kind(), ErrorKind::Batch);
            assert!(verdicts.is_empty() && sift.is_empty());
        }
        for count in [0, 2] {
            let mut verdicts = Vec::new();
            let lines = LINES[..count].iter().copied();
            assert!(sift.decide(&batch, lines, &mut verdicts).is_err(), "{count} lines");
            assert!(verdicts.is_empty() && sift.is_empty());
        }
        let mut verdicts = Vec::new();
        sift.decide(&batch, LINES, &mut verdicts).expect("batch and lines fit");
        assert_eq!(verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        for builder in [Sift::builder(), Sift::builder().literal(true), Sift::builder().threshold(80.0)] {
            let mut sift = builder.build().expect("the settings are valid");
            sift.admit(LINES[0]);
            let mut copy = sift.clone();
            assert_eq!(copy.admit(b"http://b.test/"), Verdict::Kept);
            assert_eq!(copy.admit(LINES[2]), Verdict::NotUrl);
            assert_eq!((copy.len(), sift.len()), (2, 1));
            assert_eq!(sift.admit(b"http://b.test/"), Verdict::Kept);
            assert_eq!(sift.admit(LINES[2]), Verdict::NotUrl);
            assert_eq!(copy.admit(LINES[0]), Verdict::Similar);
        }
    }

    /// Lines of one batch are known ahead or found in order: both give what one line at a time gives.
    #[test]
    fn batches_and_single_lines_get_equal_verdicts() {
        let lines: Vec<String> = (0..600_u64)
            .map(|i| {
                format!(
                    "http://a.test/{}/{}?{}=1",
                    i % 7,
                    ["zot", "qux", "edit"][(i / 5 % 3) as usize],
                    i * i % 11
                )
            })
            .collect();
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let three = NonZeroU32::new(3).expect("above 0");
        for builder in [
            Sift::builder(),
            Sift::builder().literal(true),
            Sift::builder().threshold(85.0),
            Sift::builder().samples(three),
            Sift::builder().detail(Detail::Shapes),
            Sift::builder().detail(Detail::Explanations).samples(three),
        ] {
            let (mut single, mut batched) = (builder.clone().build().unwrap(), builder.build().unwrap());
            let said = |sift: &Sift| -> Vec<_> {
                sift.decisions().iter().map(|it| (it.group, it.leads, it.variant.clone())).collect()
            };
            let one: Vec<_> = lines.iter().map(|line| (single.admit(line), said(&single))).collect();
            let (one, one_said): (Vec<Verdict>, Vec<_>) = one.into_iter().unzip();
            let (scanner, mut all, mut all_said) = (batched.scanner(), Vec::new(), Vec::new());
            for lines in lines.chunks(64) {
                let batch = scan(&scanner, lines);
                batched.reserve(&batch).expect("there is memory");
                batched.decide(&batch, lines.iter().copied(), &mut all).expect("the batch is this filter's");
                all_said.extend(said(&batched));
            }
            assert_eq!(all, one);
            assert_eq!(all_said, one_said.concat());
            assert_eq!(batched.len(), single.len());
        }
    }

    #[test]
    fn memory_grows_with_what_is_kept_and_not_with_what_is_dropped() {
        let kept = |count: u64, detail: Detail| {
            let mut sift = Sift::builder().literal(true).detail(detail).build().unwrap();
            let line = |i| format!("http://a.test/{i}");
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Kept));
            let before = sift.memory();
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Similar));
            (before, sift.memory())
        };
        let (small, after) = kept(10_000, Detail::Verdicts);
        assert_eq!(small, after);
        // A key of 7 bytes for each, in tables that are about half full.
        let (large, _) = kept(200_000, Detail::Verdicts);
        assert!((190_000 * 12..200_000 * 15).contains(&(large - small)), "{small} {large}");
        assert!(kept(10_000, Detail::Explanations).0 > small + 10_000 * "http://a.test/1000".len());
    }

    #[test]
    fn what_is_restarted_has_forgotten_its_lines() {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        let batch = scan(&sift.scanner(), &LINES);
        assert_eq!(sift.filter(LINES).count(), 3);
        sift.restart();
        assert!(sift.is_empty());
        let mut verdicts = Vec::new();
        sift.decide(&batch, LINES, &mut verdicts).expect("batches stay valid");
        assert_eq!(verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
    }
}
