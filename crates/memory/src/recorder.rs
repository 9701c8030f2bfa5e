//! A filter that records everything it learns, to be saved at the end or stored along the way.
//!
//! No other file of this crate touches its [`Sift`].

use crate::host::Host;
use crate::journal::Journal;
use crate::journal::policy::Notebook;
use crate::journal::unremembered::{Derived, Unremembered};
use crate::time::timestamp;
use crate::time::window::Burst;
use std::num::NonZeroU32;
use urlsift_core::decide::event::EventKind;
use urlsift_core::decide::filter;
use urlsift_core::input::Field;
use urlsift_core::settings::builder::Settings;
use urlsift_core::similar::index::Id;
use urlsift_core::{
    Batch, Builder, Capability, Decided, Error, ErrorKind, Filter, ParamMode, Sift, Verdict,
};

/// A [`Sift`] with a journal, by host, of everything it learns: the keys of kept lines, or the
/// lines themselves where keys are not enough; learned path positions; how often each group came.
///
/// The journal takes about 150 bytes for each kept URL, and 10 for each word that was learned from.
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
        Self::from_settings(builder.into())
    }

    /// Builds the filter of these settings.
    pub(crate) fn from_settings(mut settings: Settings) -> Result<Self, Error> {
        settings.remember = true;
        let sift = settings.build()?;
        let mut recorder = Self {
            journal: journal(&sift),
            sift,
        };
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
        self.sift.watch(self.journal.wants());
    }

    /// Sets whether other processes may print the lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.journal.share(shared);
        self.tell_journal();
    }

    /// Decides on one line, without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        filter::admit(self, line)
    }

    /// Passes on the lines that are printed, as [`Sift::filter`] does.
    pub fn filter<L: AsRef<[u8]>>(
        &mut self,
        lines: impl IntoIterator<Item = L>,
    ) -> impl Iterator<Item = L> {
        filter::kept_lines(self, lines)
    }

    /// Returns the burst that a record of the last batch completes, by the record's place in the
    /// batch: see [`SessionBuilder::at_least`](crate::SessionBuilder::at_least).
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.journal.timeline.burst(record)
    }

    /// Decides on a kept line as if no similar one was kept, and returns what follows from it. A
    /// store of lines need not hold that. `None`: it cannot be decided on.
    pub fn derive<'p>(&mut self, line: &[u8], policy: &'p mut Unremembered) -> Option<Derived<'p>> {
        let Self { sift, journal } = self;
        let lines = [line];
        let mut batch = std::mem::take(&mut policy.batch);
        batch.clear();
        sift.scanner().scan(line, &mut batch);
        let decided = sift.decide_under(&batch, &lines, policy).ok()?;
        let event = decided.events(&batch, &lines).next()?;
        policy.keys.clear();
        if let EventKind::New(_) | EventKind::NewOther(_) = event.kind {
            journal.lookup(&event, &mut policy.keys);
        }
        event.facts().clone_into(&mut policy.facts);
        let host = journal.host_of(event.record);
        policy.batch = batch;
        Some(Derived {
            host,
            keys: &policy.keys,
            facts: &policy.facts,
        })
    }

    /// Returns the memory used, in bytes, approximately.
    pub fn memory_usage(&self) -> usize {
        self.sift.memory_usage() + self.journal.heap_bytes()
    }

    /// Borrows everything the filter knows, to change it.
    pub(crate) fn notebook(&mut self) -> Notebook<'_> {
        Notebook {
            knowledge: self.sift.knowledge(),
            journal: &mut self.journal,
        }
    }
}

impl Filter for Recorder {
    fn sift(&self) -> &Sift {
        &self.sift
    }

    fn sift_mut(&mut self) -> &mut Sift {
        &mut self.sift
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        let Self { sift, journal } = self;
        journal.timeline.start_batch();
        let decided = sift.decide_under(batch, lines, journal)?;
        if !journal.timeline.has_turns() {
            let events = decided.events(batch, lines);
            for (record, event) in events.enumerate() {
                journal.see(record, &event);
            }
        }
        if journal.timeline.is_full() {
            self.notebook().purge();
        }
        Ok(Self::decided(self))
    }

    fn decided(&self) -> Decided<'_> {
        self.sift.decided()
    }
}

/// Access to the filter for sessions and saved bytes.
impl Recorder {
    /// Returns the settings that give the notes their meaning, as text.
    pub(crate) fn identity(&self) -> String {
        self.sift.view().settings.identity()
    }

    /// Remembers keys alone from now on.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the settings need lines or hosts.
    pub(crate) fn forget_lines(&mut self) -> Result<(), Error> {
        self.journal.keys_alone = true;
        let has_limits = !self.sift.knowledge().limits.are_none();
        if !has_limits && self.needs().is_empty() {
            return Ok(());
        }
        let why = "keys alone cannot be remembered where lines are compared, sampled or limited by host or prefix";
        Err(Error::new(ErrorKind::Settings, why))
    }

    /// Returns the key of all hashes.
    pub(crate) fn seed(&self) -> [u64; 2] {
        self.sift.view().settings.seed_or_drawn()
    }

    /// Returns the capabilities that these settings need of a store.
    pub(crate) fn needs(&self) -> Vec<Capability> {
        let settings = self.sift.view().settings;
        let mut needs = Vec::new();
        if settings.samples > NonZeroU32::MIN {
            needs.push(Capability::Samples);
        }
        // A shared store looks up one key at a time; names of parameters are found by several
        // together.
        if settings.params == ParamMode::Names {
            needs.push(Capability::ParamNames);
        }
        if !self.journal.by_keys {
            needs.push(Capability::Comparison);
        }
        needs
    }

    /// Returns the number of the next new group.
    pub(crate) fn next(&self) -> Id {
        let deciders = self.sift.view().deciders;
        deciders.known().next()
    }

    /// Reserves the numbers below this one for groups of earlier runs.
    pub(crate) fn number_from(&mut self, next: Id) {
        let deciders = self.sift.knowledge().deciders;
        deciders.known_mut().number_from(next);
    }

    /// Appends for each record of a batch the known group of a similar line, if there is one.
    pub(crate) fn find_groups(&self, batch: &Batch, groups: &mut Vec<Option<Id>>) {
        let known = self.sift.view().deciders.known();
        known.index().know_owners(batch, groups);
    }

    /// Returns the group of a line: the kept line that it is similar to.
    pub(crate) fn find_group(&mut self, line: &[u8]) -> Option<Id> {
        let mut batch = Batch::default();
        self.sift.scanner().scan(line, &mut batch);
        let knowledge = self.sift.knowledge();
        let known = knowledge.deciders.known_mut();
        known.find(knowledge.scanning, &batch)
    }

    /// Returns the time in a record, in milliseconds since 1970.
    pub(crate) fn time(&self, line: &[u8]) -> Option<i64> {
        let mut buffer = Vec::new();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let fields = &self.sift.scanner().view().fields;
        let time = fields.get(Field::Time, line, &mut buffer)?;
        timestamp::parse(time.bytes(&buffer))
    }

    /// Returns the host under which a line is remembered.
    pub(crate) fn host_of(&self, line: &[u8]) -> Host {
        let mut batch = Batch::default();
        self.sift.scanner().scan(line, &mut batch);
        match batch.view().records().first() {
            Some(record) => self.journal.host_of(record),
            None => Host::NOT_URLS,
        }
    }
}

/// Creates an empty journal for a filter.
fn journal(sift: &Sift) -> Journal {
    let view = sift.view();
    let key = sift.scanner().view().key.clone();
    let by_keys = view.deciders.known().index().has_keys();
    Journal::new(key, view.hosts_meet, by_keys)
}
