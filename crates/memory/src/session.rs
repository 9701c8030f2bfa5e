//! A filter with a store: what it knows is loaded as hosts appear, and stored once the lines that
//! taught it are out.

use super::arrival::Arrival;
use super::entry::Entry;
use super::host::Host;
use super::output::Output;
use super::recorder::Recorder;
use super::settings::SessionBuilder;
use super::store::{Changes, Settings, Start, Store, Traffic};
use super::window::Burst;
use std::collections::{HashSet, TryReserveError};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use urlsift_core::error::{Capability, Error};
use urlsift_core::index::Id;
use urlsift_core::input::Fields;
use urlsift_core::record::{Batch, Record};
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;
use urlsift_core::verdict::Verdict;

/// A [`Sift`] whose memory outlives it in a [`Store`].
///
/// It decides as one filter would that has seen all lines of all runs. The caller says when lines
/// are safe, by [`commit`](Self::commit): after they have been flushed to wherever they go.
pub struct Session {
    recorder: Recorder,
    store: Box<dyn Store>,
    stores: When,
    start: Start,
    /// The output, if it is to be stored, as it was when the run began.
    output: Option<Output>,
    /// Whether records tell when they came.
    has_times: bool,
    /// Whether the times are read in the records, and whether one was found.
    reads_times: bool,
    has_read_times: bool,
    // Kept for their memory:
    hosts: Vec<Host>,
    seen: HashSet<Host>,
    known: Vec<Option<Id>>,
    granted: Vec<bool>,
    batch: Batch,
}

/// When what was decided is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    AtEnd,
    Never,
}

impl Session {
    /// Builds a filter that goes on from what is stored.
    ///
    /// # Errors
    /// The store cannot be used, or was begun under other settings; and what
    /// [`Builder::build`](urlsift_core::Builder::build) gives.
    ///
    /// ```
    /// use urlsift::memory::{Session, Unstored};
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut session = Session::open(Sift::builder(), Unstored)?;
    /// assert_eq!(session.admit(b"https://example.com/user/1")?, Verdict::Kept);
    /// assert_eq!(session.admit(b"https://example.com/user/2")?, Verdict::Similar);
    /// session.commit(None)?;
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn open(settings: impl Into<SessionBuilder>, store: impl Store + 'static) -> Result<Self, Error> {
        Self::open_boxed(settings.into(), Box::new(store))
    }

    pub(super) fn open_boxed(settings: SessionBuilder, mut store: Box<dyn Store>) -> Result<Self, Error> {
        let slice = settings.slice_millis();
        let SessionBuilder { filter: builder, window, slice: slice_set, at_least, time_field, remember_all } =
            settings;
        let sample = Recorder::new(builder.clone())?;
        let needs = [(at_least.is_some(), Capability::Bursts), (remember_all, Capability::AllLines)];
        let needs = needs.into_iter().filter_map(|(is_needed, need)| is_needed.then_some(need));
        let wanted = Settings {
            identity: builder.identity(),
            seed: builder.seed_or_drawn(),
            slice,
            slice_is_set: slice_set.is_some(),
            window,
            needs: needs.chain(sample.needs()).collect(),
            hosts_meet: sample.journal.hosts_meet(),
        };
        let start = store.begin(&wanted)?;
        let mut recorder = Recorder::new(builder.seed(start.seed))?;
        recorder.share(store.is_shared());
        recorder.number_decisions_from(start.next);
        if let Some(name) = &time_field {
            recorder.read_time_under(name);
        }
        let journal = &mut recorder.journal;
        journal.timeline.set_slice(start.slice);
        if let Some(window) = window {
            journal.timeline.set_window(window, at_least, start.expired.unwrap_or(i64::MIN));
        }
        journal.timeline.share(store.is_shared());
        journal.arrivals = remember_all.then(Box::default);
        journal.run.number = start.run;
        journal.run.resumed = start.resumed;
        Ok(Self {
            recorder,
            store,
            stores: When::Always,
            start,
            output: None,
            has_times: false,
            reads_times: time_field.is_some(),
            has_read_times: false,
            hosts: Vec::new(),
            seen: HashSet::new(),
            known: Vec::new(),
            granted: Vec::new(),
            batch: Batch::default(),
        })
    }

    /// Sets whether nothing is stored: the run decides as any other, and leaves no trace. Default
    /// false.
    pub fn dry(mut self, dry: bool) -> Self {
        if dry {
            self.stores = When::Never;
        }
        self
    }

    /// Sets whether nothing is stored before the run [ends](Self::end) or is [left](Self::leave):
    /// for outputs that are written then. Default false.
    pub fn stores_last(mut self, last: bool) -> Self {
        if last && self.stores == When::Always {
            self.stores = When::AtEnd;
        }
        self
    }

    /// Names the output as it is now. Its length is stored with every commit, so that a run that was
    /// broken off can be continued behind the last line that is stored, and at the end that it is
    /// finished. If something is in it already, that is stored at once: what is written after that
    /// and not committed is to be cut off again.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn writes_to(mut self, output: Output) -> Result<Self, Error> {
        let holds_lines = output.length > 0;
        self.output = Some(output);
        if holds_lines {
            self.store_now(Some(0), false)?;
        }
        Ok(self)
    }

    /// Sets whether the output has lines of an earlier run: then a header is not printed again.
    /// Default false.
    pub fn continues(mut self, continues: bool) -> Self {
        self.recorder.journal.continues = continues;
        self
    }

    /// The filter. What it is asked to decide on itself is not looked up in the store.
    pub fn sift(&self) -> &Sift {
        self.recorder.sift()
    }

    /// The burst that a record of the last batch completes, by the record's place in it: see
    /// [`SessionBuilder::at_least`].
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.recorder.burst(record)
    }

    /// Returns the scanner that goes with the filter.
    pub fn scanner(&self) -> Scanner {
        self.recorder.scanner()
    }

    /// Reads records as those of another source.
    pub fn read_by(&mut self, fields: &Arc<Fields>) {
        self.recorder.read_by(fields);
    }

    /// Makes room as [`Sift::reserve`] does.
    ///
    /// # Errors
    /// The system gives no more memory.
    pub fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.recorder.reserve(batch)
    }

    /// Decides as [`Sift::decide`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_core::ErrorKind::Batch) as there; or the store cannot be read,
    /// and nothing is decided.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        let lines: Vec<&[u8]> = lines.into_iter().collect();
        self.set_time(batch, &lines);
        self.load(batch)?;
        let first = verdicts.len();
        self.recorder.decide(batch, lines.iter().copied(), verdicts)?;
        self.claim(&mut verdicts[first..])
    }

    /// Sets when each record of the next batch came, in milliseconds since 1970; without it, they
    /// come when they are decided on. A record that is earlier than others before it counts in
    /// its own slice of time, as long as that is within the window. One that is later than the
    /// clock, or than those before it, by more than the window counts as
    /// [wrong](Self::wrong_times), unless the next ones confirm it.
    pub fn set_times(&mut self, times: impl IntoIterator<Item = i64>) {
        let (timeline, clock) = (&mut self.recorder.journal.timeline, now());
        timeline.set_times(times.into_iter().map(Some), clock);
        timeline.fill_times(|_| clock);
        self.has_times = true;
    }

    /// Decides on one line, as [`Sift::admit`] does.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.recorder.scan(line, &mut batch);
        let mut verdicts = Vec::new();
        let decided = self.decide(&batch, [line], &mut verdicts);
        self.batch = batch;
        decided.map(|()| verdicts[0])
    }

    /// Stores what was decided, if anything is new. `written` says how many bytes of output there
    /// are by now, beside those that were there when the run began. A server may still be about to
    /// store it when this returns: see [`settle`](Self::settle).
    ///
    /// # Errors
    /// The store cannot be written. What was committed before is safe.
    pub fn commit(&mut self, written: Option<u64>) -> Result<(), Error> {
        if self.stores == When::AtEnd { Ok(()) } else { self.store(written, false) }
    }

    /// Stores what was decided, of a run that is broken off before the end of its input.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn leave(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, false)?;
        self.settle()
    }

    /// Stores what was decided, and that the run has come to the end of its input.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn end(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, true)?;
        self.settle()
    }

    /// Waits until all that was committed is stored. [`end`](Self::end) and [`leave`](Self::leave)
    /// do, as does the next line that is looked up in the store.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn settle(&mut self) -> Result<(), Error> {
        if self.stores == When::Never { Ok(()) } else { self.store.settle() }
    }

    /// Whether other processes use the store at the same time. They may wait for a line that was
    /// decided on here until that is [committed](Self::commit), so it is to be before the next
    /// batch is decided on.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared() && self.stores != When::Never
    }

    /// Whether a record was found to have a time in the [field](crate::SessionBuilder::time_field)
    /// that is to tell it.
    pub fn has_read_times(&self) -> bool {
        self.has_read_times
    }

    /// How many records had a time more than a window ahead of the clock, or of all others, and the
    /// first of these times in milliseconds since 1970. They counted as records without one.
    pub fn wrong_times(&self) -> (u64, Option<i64>) {
        self.recorder.journal.timeline.wrong()
    }

    /// What the store took so far, if it is asked over a network.
    pub fn traffic(&self) -> Option<Traffic> {
        self.store.traffic()
    }

    /// Whether something was decided that is not stored.
    pub fn has_changes(&self) -> bool {
        self.recorder.journal.has_changes()
    }

    fn store(&mut self, written: Option<u64>, ended: bool) -> Result<(), Error> {
        if ended || self.recorder.journal.has_changes() { self.store_now(written, ended) } else { Ok(()) }
    }

    fn store_now(&mut self, written: Option<u64>, ended: bool) -> Result<(), Error> {
        let next = self.recorder.next();
        let journal = &mut self.recorder.journal;
        journal.settle();
        if self.stores != When::Never {
            let pieces: Vec<(Host, &[u8])> = journal.notes.changes().collect();
            let records = journal.run.records.max(journal.run.resumed);
            self.start.expired = self.start.expired.max(journal.timeline.expired(now()));
            let start = Start { next, resumed: records, ..self.start };
            let output = self.output.clone().zip(written).map(|(before, written)| Output {
                length: before.length + written,
                finished: ended,
                ..before
            });
            let since = start.expired.map_or(i64::MIN, |expired| expired.saturating_add(1));
            let arrivals = journal.arrivals(since);
            self.store.commit(&Changes {
                entries: &pieces,
                start,
                output: output.as_ref(),
                arrivals,
                ended,
            })?;
        }
        journal.forget_changes();
        Ok(())
    }

    /// Loads what is stored of the hosts of a batch.
    fn load(&mut self, batch: &Batch) -> Result<(), Error> {
        let shared = self.store.is_shared();
        let Self { recorder, store, hosts, seen, known, .. } = self;
        hosts.clear();
        seen.clear();
        known.clear();
        if shared {
            // What is known here needs no news of its host.
            recorder.find_groups(batch, known);
        }
        let journal = &mut recorder.journal;
        let latest = journal.timeline.latest_slice();
        let mut last = None;
        for (i, record) in batch.records.iter().enumerate() {
            if known.get(i).copied().flatten().is_some_and(|id| journal.timeline.will_live(id, latest)) {
                continue;
            }
            let host = match record {
                Record::Empty | Record::Header(_) | Record::Unwanted(_) => continue,
                Record::NotUrl(_) => Host::NOT_URLS,
                Record::Url(url) => journal.host(url),
            };
            // Lists often stay on a host for a while.
            if last.replace(host) == Some(host) {
                continue;
            }
            if if shared { seen.insert(host) } else { !journal.notes.knows(host) } {
                journal.notes.meet(host);
                hosts.push(host);
            }
        }
        if hosts.is_empty() {
            return Ok(());
        }
        store.load(hosts, &mut |host, entries| recorder.knowledge().recall(host, entries))
    }

    /// Asks who prints the lines that are kept, where others could.
    fn claim(&mut self, verdicts: &mut [Verdict]) -> Result<(), Error> {
        let journal = &mut self.recorder.journal;
        let claims = journal.take_claims();
        if claims.is_empty() {
            return Ok(());
        }
        self.granted.clear();
        if self.stores == When::Never {
            // Nothing is promised to others.
            self.granted.resize(claims.len(), true);
        } else {
            self.store.claim(&claims, &mut self.granted)?;
        }
        for (claim, granted) in claims.iter().zip(&self.granted) {
            // Where groups expire, one that another process has printed lives on with this line.
            if *granted || claim.oldest.is_some() {
                journal.notes.append(claim.host, &claim.entries);
            }
            if !*granted {
                let verdict = &mut verdicts[claim.record];
                *verdict = if *verdict == Verdict::NotUrl { Verdict::Repeated } else { Verdict::Similar };
            }
        }
        Ok(())
    }

    /// Sets the time of what follows.
    fn set_time(&mut self, batch: &Batch, lines: &[&[u8]]) {
        if self.reads_times {
            let times: Vec<Option<i64>> = lines.iter().map(|line| self.recorder.time(line)).collect();
            self.has_read_times |= times.iter().any(Option::is_some);
            let (clock, journal) = (now(), &mut self.recorder.journal);
            journal.timeline.set_times(times.into_iter(), clock);
            // A header is of no time: the clock may be years after all records.
            journal.timeline.fill_times(|at| match batch.records.get(at) {
                Some(Record::Header(_) | Record::Empty) => i64::MIN,
                _ => clock,
            });
        } else if !self.has_times {
            self.recorder.journal.timeline.set_time(now());
        }
    }

    /// The group of the last record, if it has one, and its host.
    pub(crate) fn last_met(&self) -> Option<(Host, Id)> {
        self.recorder.journal.last_met()
    }

    /// The host under which a line is remembered.
    pub(super) fn host_of(&self, line: &[u8]) -> Host {
        self.recorder.host_of(line)
    }

    /// Whether URLs of different hosts may be similar.
    pub(crate) fn hosts_meet(&self) -> bool {
        self.recorder.journal.hosts_meet()
    }

    /// The length of a slice of time, in milliseconds.
    pub(crate) fn slice(&self) -> i64 {
        self.start.slice
    }

    /// Notes no lines that are decided on from now on as such, but those that are entered.
    pub(crate) fn note_entered_only(&mut self) {
        if let Some(arrivals) = &mut self.recorder.journal.arrivals {
            arrivals.entered_only = true;
        }
    }

    /// Goes on where the next run of another store does.
    pub(crate) fn go_on_at(&mut self, start: Start) {
        self.recorder.number_from(start.next);
        let journal = &mut self.recorder.journal;
        journal.run.number = start.run;
        journal.run.resumed = start.resumed;
        self.start = Start { run: start.run, resumed: start.resumed, expired: start.expired, ..self.start };
    }

    /// Appends entries to those of a host.
    pub(crate) fn append(&mut self, host: Host, entries: &[u8]) {
        self.recorder.journal.notes.append(host, entries);
    }

    /// Appends lines that came in a slice of time to those of a host.
    pub(crate) fn append_arrivals(&mut self, slice: i64, host: Host, entries: Vec<u8>) {
        if let Some(arrivals) = &mut self.recorder.journal.arrivals {
            arrivals.append(slice, host, entries);
        }
    }

    /// Enters a line of a group that is remembered elsewhere.
    pub(crate) fn enter_arrival(&mut self, host: Host, id: Id, arrival: &Arrival) {
        self.recorder.journal.enter_arrival(host, id, arrival);
    }

    /// Notes something of a host.
    pub(crate) fn note(&mut self, host: Host, entry: &Entry<'_>) {
        self.recorder.journal.notes.note(host, entry);
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}
