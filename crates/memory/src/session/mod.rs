//! A filter with a store: loads each host when it first appears, and stores new entries once the
//! lines are out.

mod bursts;
mod import;
mod recent;
pub(crate) mod settings;
#[cfg(test)]
mod tests;

use crate::entry::arrival::{Arrivals, NewArrivals};
use crate::host::Host;
use crate::recent::lines::RecentLines;
use crate::recorder::Recorder;
use crate::session::settings::SessionBuilder;
use crate::store::identity::KEYS_ALONE;
use crate::store::output::Output;
use crate::store::{Changes, Settings, Start, Store, Traffic};
use crate::time::window::Burst;
use std::collections::HashSet;
use std::mem;
use std::ops::DerefMut;
use std::time::{SystemTime, UNIX_EPOCH};
use urlsift_core::{Batch, Capability, Decided, Error, ErrorKind, Filter, Record, Sift, Verdict};

/// A [`Sift`] whose memory outlives it in a [`Store`].
///
/// It decides as one filter would that has seen all lines of all runs. The caller calls
/// [`commit`](Self::commit) once lines have been flushed to wherever they go. A session owns its
/// store; a session that a [`State`](crate::State) opens for a task borrows it.
pub struct Session<S = Box<dyn Store>> {
    pub(crate) recorder: Recorder,
    store: S,
    commits: CommitMode,
    pub(crate) start: Start,
    /// The output at the start of the run, if it is to be stored.
    output: Option<Output>,
    /// Whether the caller sets the times of records.
    has_times: bool,
    /// Whether times are read from the records.
    reads_times: bool,
    /// Whether one was found.
    has_read_times: bool,
    /// The verdicts on the last batch.
    verdicts: Vec<Verdict>,
}

/// When decisions are stored.
#[derive(PartialEq)]
enum CommitMode {
    Always,
    AtEnd,
    Never,
}

impl Session {
    /// Builds a filter that continues from the stored entries.
    ///
    /// # Errors
    /// The store cannot be used, or was created under other settings; and the errors of
    /// [`Builder::build`](urlsift_core::Builder::build).
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
    pub fn open(
        settings: impl Into<SessionBuilder>,
        store: impl Store + 'static,
    ) -> Result<Self, Error> {
        Self::over(&settings.into(), Box::new(store), None)
    }
}

impl<S: DerefMut<Target: Store>> Session<S> {
    /// Opens a session. `seed` is the key of hashes of the store, if it is known before.
    pub(crate) fn over(
        settings: &SessionBuilder,
        mut store: S,
        seed: Option<[u64; 2]>,
    ) -> Result<Self, Error> {
        let mut filter = settings.filter.view().clone();
        let mut identity = filter.identity();
        filter.seed = seed.or(filter.seed);
        let seed = filter.seed_or_drawn();
        filter.seed = Some(seed);
        filter.time_field.clone_from(&settings.time_field);
        let mut recorder = Recorder::from_settings(filter.clone())?;
        if settings.remember_keys {
            recorder.forget_lines()?;
            identity.push_str(KEYS_ALONE);
        }
        let mut needs = Vec::new();
        if settings.at_least.is_some() {
            needs.push(Capability::Bursts);
        }
        if settings.remember_all {
            needs.push(Capability::AllLines);
        }
        needs.append(&mut recorder.needs());
        let wanted = Settings {
            identity,
            seed,
            slice: settings.slice_millis(),
            slice_is_set: settings.slice.is_some(),
            window: settings.window,
            needs,
            hosts_meet: recorder.journal.hosts_meet,
        };
        let start = store.begin(&wanted)?;
        if start.seed != seed {
            filter.seed = Some(start.seed);
            if filter.seed_or_drawn() != start.seed {
                let message = "its SimHash codes were computed under another key: start a new one";
                return Err(Error::new(ErrorKind::OtherSettings, message));
            }
            recorder = Recorder::from_settings(filter)?;
            recorder.journal.keys_alone = settings.remember_keys;
        }
        recorder.number_from(start.next);
        let reader = recorder.sift().scanner().view().fields.clone();
        let journal = &mut recorder.journal;
        journal.leaves_not_urls = !settings.remember_not_urls;
        journal.timeline.set_slice(start.slice);
        if let Some(window) = settings.window {
            let expired = start.expired.unwrap_or(i64::MIN);
            let timeline = &mut journal.timeline;
            timeline.set_window(window, settings.at_least, expired);
        }
        if settings.remember_all {
            let arrivals = NewArrivals::new(journal.key.clone(), start.slice);
            journal.arrivals = Some(Box::new(arrivals));
        }
        if settings.recalls {
            let lines = RecentLines::new(journal.key.clone(), reader, start.slice);
            journal.recent = Some(Box::new(lines));
        }
        journal.run.number = start.run;
        journal.run.resumed = start.resumed;
        recorder.share(store.is_shared());
        let mut session = Self {
            recorder,
            store,
            commits: CommitMode::Always,
            start,
            output: None,
            has_times: false,
            reads_times: settings.time_field.is_some(),
            has_read_times: false,
            verdicts: Vec::new(),
        };
        session.load_arrivals()?;
        Ok(session)
    }

    /// Sets whether nothing is stored: the run decides like any other, and changes nothing. Default
    /// false.
    pub fn dry(mut self, dry: bool) -> Self {
        if dry {
            self.commits = CommitMode::Never;
        }
        self
    }

    /// Sets whether nothing is stored before the run [ends](Self::end) or is [left](Self::leave),
    /// for outputs that are written last. Default false.
    pub fn stores_last(mut self, last: bool) -> Self {
        if last && self.commits == CommitMode::Always {
            self.commits = CommitMode::AtEnd;
        }
        self
    }

    /// Names the output as it is now. Every commit stores its length, so that an interrupted run
    /// can be continued after the last stored line; the end of the run stores that it is finished.
    /// If the output is not empty, that is stored at once, and anything written after it without a
    /// commit is to be cut off again.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    pub fn writes_to(mut self, output: Output) -> Result<Self, Error> {
        let holds_lines = output.length > 0;
        self.output = Some(output);
        if holds_lines {
            self.store_now(Some(0), false)?;
        }
        Ok(self)
    }

    /// Sets whether the output has lines of an earlier run, so that a header is not printed again.
    /// Default false.
    pub fn continues(mut self, continues: bool) -> Self {
        self.recorder.journal.continues = continues;
        self
    }

    /// Returns the burst that a record of the last batch completes, by the record's place in the
    /// batch: see [`SessionBuilder::at_least`].
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.recorder.burst(record)
    }

    /// Sets when each record of the next batch came, in milliseconds since 1970; without it,
    /// records come when they are decided on. A record that is earlier than others before it counts
    /// in its own slice of time if that is within the window. One that is later than the clock, or
    /// than those before it, by more than the window counts as [wrong](Self::wrong_times), unless
    /// the next ones confirm it.
    pub fn set_times(&mut self, times: impl IntoIterator<Item = i64>) {
        let clock = now();
        let timeline = &mut self.recorder.journal.timeline;
        timeline.set_times(times.into_iter().map(Some), clock);
        timeline.fill_times(|_| clock);
        self.has_times = true;
    }

    /// Decides on one line, as [`Sift::admit`] does.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        Filter::admit(self, line)
    }

    /// Stores the decisions, if there are new ones. `written` is the number of bytes written to the
    /// output since the run began. A server may still be storing when this returns: see
    /// [`wait_stored`](Self::wait_stored).
    ///
    /// # Errors
    /// The store cannot be written. Earlier commits are safe.
    pub fn commit(&mut self, written: Option<u64>) -> Result<(), Error> {
        if self.commits == CommitMode::AtEnd {
            Ok(())
        } else {
            self.store(written, false)
        }
    }

    /// Stores the decisions of a run that is interrupted before the end of its input.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    pub fn leave(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, false)?;
        self.wait_stored()
    }

    /// Stores the decisions, and that the run has reached the end of its input.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    pub fn end(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, true)?;
        self.wait_stored()
    }

    /// Waits until all commits are stored. [`end`](Self::end) and [`leave`](Self::leave) do so, as
    /// does the next lookup in the store.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    pub fn wait_stored(&mut self) -> Result<(), Error> {
        if self.commits == CommitMode::Never {
            Ok(())
        } else {
            self.store.wait_stored()
        }
    }

    /// Whether other processes use the store at the same time. They may wait for a line decided on
    /// here until it is [committed](Self::commit), so commit before deciding on the next batch.
    pub fn is_shared(&self) -> bool {
        self.store.is_shared() && self.commits != CommitMode::Never
    }

    /// Whether any record had a time in the [field](crate::SessionBuilder::time_field) that should
    /// hold it.
    pub fn has_read_times(&self) -> bool {
        self.has_read_times
    }

    /// Returns the number of records whose time was more than a window ahead of the clock or of all
    /// others, and the first of these times in milliseconds since 1970. They counted as records
    /// without a time.
    pub fn wrong_times(&self) -> (u64, Option<i64>) {
        self.recorder.journal.timeline.wrong()
    }

    /// Returns the requests so far, if the store is asked over a network.
    pub fn traffic(&self) -> Option<Traffic> {
        self.store.traffic()
    }

    /// Whether there are decisions that are not stored.
    pub fn has_changes(&self) -> bool {
        self.recorder.journal.has_changes()
    }

    fn store(&mut self, written: Option<u64>, ended: bool) -> Result<(), Error> {
        if ended || self.recorder.journal.has_changes() {
            self.store_now(written, ended)
        } else {
            Ok(())
        }
    }

    fn store_now(&mut self, written: Option<u64>, ended: bool) -> Result<(), Error> {
        let next = self.recorder.next();
        let journal = &mut self.recorder.journal;
        journal.note_counts();
        if self.commits != CommitMode::Never {
            let entries: Vec<(Host, &[u8])> = journal.notes.changes().collect();
            let expired = journal.timeline.expired(now());
            self.start.expired = self.start.expired.max(expired);
            let start = Start {
                next,
                resumed: journal.run.records.max(journal.run.resumed),
                ..self.start
            };
            let mut output = None;
            if let Some(written) = written
                && let Some(before) = &self.output
            {
                output = Some(Output {
                    length: before.length + written,
                    finished: ended,
                    ..before.clone()
                });
            }
            let since = match start.expired {
                Some(expired) => expired.saturating_add(1),
                None => i64::MIN,
            };
            let mut arrivals = None;
            if let Some(noted) = &journal.arrivals {
                arrivals = Some(Arrivals::new(&noted.entries, since));
            }
            let changes = Changes {
                entries: &entries,
                start,
                output: output.as_ref(),
                arrivals,
                ended,
            };
            self.store.commit(&changes)?;
        }
        journal.forget_changes();
        Ok(())
    }

    /// Loads the stored entries of the hosts of a batch.
    fn load(&mut self, batch: &Batch) -> Result<(), Error> {
        let hosts = self.hosts_to_load(batch);
        if hosts.is_empty() {
            return Ok(());
        }
        let recorder = &mut self.recorder;
        self.store.load(&hosts, &mut |host, entries| {
            recorder.notebook().recall(host, entries)
        })
    }

    /// Returns the hosts of a batch of which the store may hold something that is not known here.
    fn hosts_to_load(&mut self, batch: &Batch) -> Vec<Host> {
        let is_shared = self.store.is_shared();
        let mut groups = Vec::new();
        if is_shared {
            self.recorder.find_groups(batch, &mut groups);
        }
        let journal = &mut self.recorder.journal;
        let latest = journal.timeline.latest_slice();
        let mut hosts = Vec::new();
        let mut seen = HashSet::new();
        let mut last = None;
        for (place, record) in batch.view().records().iter().enumerate() {
            // A line that is known here needs no update of its host.
            if let Some(Some(group)) = groups.get(place)
                && journal.timeline.will_live(*group, latest)
            {
                continue;
            }
            if let Record::Empty | Record::Header(_) | Record::Unwanted(_) = record {
                continue;
            }
            let host = journal.host_of(record);
            // Consecutive lines often have the same host.
            if last.replace(host) == Some(host) {
                continue;
            }
            let is_due = if is_shared {
                seen.insert(host)
            } else {
                !journal.notes.knows(host)
            };
            if is_due {
                journal.notes.meet(host);
                hosts.push(host);
            }
        }
        hosts
    }

    /// Claims the kept lines, if other processes could print them.
    fn claim(&mut self) -> Result<(), Error> {
        let journal = &mut self.recorder.journal;
        let Some(claims) = &mut journal.claims else {
            return Ok(());
        };
        let claims = mem::take(claims);
        if claims.is_empty() {
            return Ok(());
        }
        let mut granted = Vec::new();
        if self.commits == CommitMode::Never {
            // A dry run promises nothing to others.
            granted.resize(claims.len(), true);
        } else {
            self.store.claim(&claims, &mut granted)?;
        }
        for (claim, granted) in claims.iter().zip(granted) {
            // If groups expire, a group printed by another process is extended by this line.
            if granted || claim.oldest.is_some() {
                journal.notes.append(claim.host, &claim.entries);
            }
            if !granted {
                let verdict = &mut self.verdicts[claim.record];
                *verdict = if *verdict == Verdict::NotUrl {
                    Verdict::Repeated
                } else {
                    Verdict::Similar
                };
            }
        }
        Ok(())
    }

    /// Sets the times of the records of a batch.
    fn set_time(&mut self, batch: &Batch, lines: &[&[u8]]) {
        if self.reads_times {
            let mut times = Vec::with_capacity(lines.len());
            for line in lines {
                let time = self.recorder.time(line);
                self.has_read_times |= time.is_some();
                times.push(time);
            }
            let clock = now();
            let timeline = &mut self.recorder.journal.timeline;
            timeline.set_times(times.into_iter(), clock);
            // A header has no time: the clock may be years after all records.
            timeline.fill_times(|record| match batch.view().records().get(record) {
                Some(Record::Header(_) | Record::Empty) => i64::MIN,
                _ => clock,
            });
        } else if !self.has_times && self.recorder.journal.timeline.set_clock(now()) {
            // Nothing that was stored since has expired.
            self.start.expired = None;
        }
    }
}

impl<S: DerefMut<Target: Store>> Filter for Session<S> {
    fn sift(&self) -> &Sift {
        self.recorder.sift()
    }

    fn sift_mut(&mut self) -> &mut Sift {
        self.recorder.sift_mut()
    }

    /// Decides as [`Sift::decide`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`], as there; or the store cannot be read,
    /// and nothing is decided.
    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        self.set_time(batch, lines);
        self.load(batch)?;
        self.recorder.journal.groups.clear();
        let decided = self.recorder.decide(batch, lines)?;
        decided.verdicts.clone_into(&mut self.verdicts);
        self.claim()?;
        self.count_bursts()?;
        Ok(Self::decided(self))
    }

    fn decided(&self) -> Decided<'_> {
        Decided {
            verdicts: &self.verdicts,
            ..self.recorder.decided()
        }
    }
}

/// Returns the current time in milliseconds since 1970.
fn now() -> i64 {
    let elapsed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}
