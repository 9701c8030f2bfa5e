//! A filter that notes what it learns, so that it can be saved, or stored as it goes along.
//!
//! No other file of this crate touches the fields of a [`Sift`].

use crate::host::Host;
use crate::journal::Journal;
use crate::journal::policy::Knowledge;
use crate::time::timestamp;
use crate::time::window::Burst;
use std::collections::TryReserveError;
use std::num::NonZeroU32;
use std::sync::Arc;
use urlsift_core::builder::{Builder, ParamMode};
use urlsift_core::error::{Capability, Error};
use urlsift_core::event::Seen;
use urlsift_core::index::Id;
use urlsift_core::input::{Field, Fields};
use urlsift_core::known::Means;
use urlsift_core::record::Batch;
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;
use urlsift_core::verdict::Verdict;

/// A [`Sift`] with a journal, by host, of everything it learns: the keys of kept lines, or the
/// lines themselves where keys are not enough; learned path positions; how often each group came.
///
/// The journal takes about 150 bytes for each kept URL, and 10 for each word that taught something.
///
/// ```
/// use urlsift::memory::Recorder;
/// use urlsift::{Sift, Verdict};
///
/// let mut sift = Recorder::new(Sift::builder())?;
/// assert_eq!(sift.admit(b"https://example.com/user/1"), Verdict::Kept);
/// let mut saved = Vec::new();
/// sift.save(&mut saved)?;
/// let mut later = Recorder::load(Sift::builder(), &saved[..])?;
/// assert_eq!(later.admit(b"https://example.com/user/2"), Verdict::Similar);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    sift: Sift,
    pub(crate) journal: Journal,
}

impl Recorder {
    /// Builds the filter.
    ///
    /// # Errors
    /// Two passes or explanations are set, which cannot be remembered; and the errors of
    /// [`Builder::build`].
    pub fn new(builder: Builder) -> Result<Self, Error> {
        let sift = builder.remember(true).build()?;
        let mut recorder = Self { journal: journal(&sift), sift };
        recorder.tell_journal();
        Ok(recorder)
    }

    /// Forgets all lines as [`Sift::restart`] does, and the notes.
    pub fn restart(&mut self) {
        self.sift.restart();
        self.journal = journal(&self.sift);
    }

    /// Asks the filter for the details that the journal needs.
    fn tell_journal(&mut self) {
        let wants = &mut self.sift.decider.events.wants;
        *wants = wants.and(self.journal.wants());
    }

    /// Sets whether other processes may print the lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.journal.share(shared);
        self.tell_journal();
    }

    /// Returns the filter.
    pub fn sift(&self) -> &Sift {
        &self.sift
    }

    /// Returns the scanner that goes with the filter.
    pub fn scanner(&self) -> Scanner {
        self.sift.scanner()
    }

    /// Takes the first record of a source as [`Sift::begin`] does.
    ///
    /// # Errors
    /// The errors of [`Sift::begin`].
    pub fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        self.sift.begin(first)
    }

    /// Decides as [`Sift::decide`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_core::ErrorKind::Batch), as there.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        let lines: Vec<&[u8]> = lines.into_iter().collect();
        let Self { sift, journal } = self;
        journal.start_batch();
        if journal.timeline.has_turns() {
            sift.decide_each(batch, &lines, journal, Journal::turn, Journal::see, verdicts)?;
        } else {
            sift.decide_under(batch, &lines, journal, verdicts)?;
            let scanner = &sift.scanner;
            let records = batch.records.iter().zip(&lines).zip(sift.decider.events.iter());
            for (at, ((record, line), told)) in records.enumerate() {
                journal.see(at, &Seen { scanner, batch, record, line, told });
            }
        }
        journal.note_arrivals(&lines);
        if journal.timeline.is_full() {
            self.knowledge().purge();
        }
        Ok(())
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let (mut batch, mut verdicts) = (Batch::default(), Vec::new());
        self.scan(line, &mut batch);
        match self.decide(&batch, [line], &mut verdicts) {
            Ok(()) => verdicts[0],
            Err(_) => unreachable!("the batch is of this filter's scanner, and has one line"),
        }
    }

    /// Passes on the lines that are printed, as [`Sift::filter`] does.
    pub fn filter<L: AsRef<[u8]>>(&mut self, lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = L> {
        lines.into_iter().filter(|line| self.admit(line.as_ref()).is_printed())
    }

    /// Returns the burst that a record of the last batch completes, by the record's place in the
    /// batch: see [`SessionBuilder::at_least`](crate::SessionBuilder::at_least).
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.journal.timeline.burst(record)
    }

    /// Returns about how many bytes it holds.
    pub fn memory_usage(&self) -> usize {
        self.sift.memory_usage() + self.journal.memory()
    }

    /// Borrows everything the filter knows, to change it.
    pub(crate) fn knowledge(&mut self) -> Knowledge<'_> {
        let Self { sift: Sift { scanner, comparer, decider, limits, .. }, journal } = self;
        let means = Means { scanner, layout: &comparer.layout };
        Knowledge { known: &mut decider.known, means, limits, journal }
    }
}

/// Access to the filter for sessions and saved bytes.
impl Recorder {
    /// Returns the settings that give the notes their meaning, as text.
    pub(crate) fn identity(&self) -> String {
        self.sift.settings.identity()
    }

    /// Returns the key of all hashes.
    pub(crate) fn seed(&self) -> [u64; 2] {
        self.sift.settings.seed_or_drawn()
    }

    /// Returns the capabilities that these settings need of a store.
    pub(crate) fn needs(&self) -> impl Iterator<Item = Capability> + use<> {
        let settings = &self.sift.settings;
        let needs = [
            (settings.samples > NonZeroU32::MIN, Capability::Samples),
            // A shared store looks up one key at a time; names of parameters are found by several
            // together.
            (settings.params == ParamMode::Names, Capability::ParamNames),
            (!self.journal.by_keys, Capability::Comparison),
        ];
        needs.into_iter().filter_map(|(is_needed, need)| is_needed.then_some(need))
    }

    /// Returns the number of the next new group.
    pub(crate) fn next(&self) -> Id {
        self.sift.decider.known.next()
    }

    /// Reserves the numbers below this one for groups of earlier runs.
    pub(crate) fn number_from(&mut self, next: Id) {
        self.sift.decider.known.number_from(next);
    }

    /// Numbers new groups from this number on, also in decisions.
    pub(crate) fn number_decisions_from(&mut self, next: Id) {
        self.number_from(next);
        if let Some(register) = &mut self.sift.observers.register {
            register.number_decisions_from(next);
        }
    }

    /// Appends for each record of a batch the known group of a similar line, if there is one.
    pub(crate) fn find_groups(&self, batch: &Batch, groups: &mut Vec<Option<Id>>) {
        self.sift.decider.known.index().know_owners(batch, groups);
    }

    /// Reads the time of each record from the field of this name.
    pub(crate) fn read_time_under(&mut self, name: &str) {
        self.sift.scanner = self.sift.scanner.clone().time_under(name);
    }

    /// Returns the time in a record, in milliseconds since 1970.
    pub(crate) fn time(&self, line: &[u8]) -> Option<i64> {
        let mut buffer = Vec::new();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let time = self.sift.scanner.fields.get(Field::Time, line, &mut buffer)?;
        timestamp::parse(time.bytes(&buffer))
    }

    /// Reads records as another source writes them.
    pub(crate) fn read_by(&mut self, fields: &Arc<Fields>) {
        self.sift.read_by(fields);
    }

    /// Makes room as [`Sift::reserve`] does.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.sift.reserve(batch)
    }

    /// Scans a line into a batch.
    pub(crate) fn scan(&self, line: &[u8], batch: &mut Batch) {
        self.sift.scanner.scan(line, batch);
    }

    /// Returns the host under which a line is remembered.
    pub(crate) fn host_of(&self, line: &[u8]) -> Host {
        let mut batch = Batch::default();
        self.scan(line, &mut batch);
        batch.records.first().map_or(Host::NOT_URLS, |record| self.journal.host_of(record))
    }
}

/// Creates an empty journal for a filter.
fn journal(sift: &Sift) -> Journal {
    Journal::new(sift.scanner.key.clone(), sift.hosts_meet, sift.decider.known.index().has_keys())
}
