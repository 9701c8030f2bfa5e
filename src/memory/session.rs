//! A filter with a store: what it knows is loaded as hosts appear, and stored once the lines that taught it are out.

use super::host::Host;
use super::journal::Journal;
use super::store::{Changes, Settings, Start, Store};
use crate::builder::Builder;
use crate::error::Error;
#[cfg(feature = "stream")]
use crate::input::Fields;
use crate::record::{Batch, Record};
use crate::scan::Scanner;
use crate::sift::{Sift, Verdict};
use std::collections::{HashSet, TryReserveError};
#[cfg(feature = "stream")]
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// A [`Sift`] whose memory outlives it in a [`Store`].
///
/// It decides as one filter would that has seen all lines of all runs. The caller says when lines are safe, by
/// [`commit`](Self::commit): after they have been flushed to wherever they go.
pub struct Session {
    sift: Sift,
    store: Box<dyn Store>,
    /// Whether nothing is to be stored.
    dry: bool,
    start: Start,
    /// The output, if its length is to be stored, and how long it was when the run began.
    output: Option<(String, u64)>,
    // Kept for their memory:
    hosts: Vec<Host>,
    seen: HashSet<Host>,
    granted: Vec<bool>,
    batch: Batch,
}

impl Session {
    /// Builds a filter that goes on from what is stored.
    ///
    /// # Errors
    /// The store cannot be used, or was begun under other settings; and what [`Builder::build`] gives.
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
    pub fn open(builder: Builder, store: impl Store + 'static) -> Result<Self, Error> {
        let mut store: Box<dyn Store> = Box::new(store);
        let builder = builder.remember(true);
        let sample = builder.clone().build()?;
        let wanted = Settings {
            identity: builder.identity(),
            seed: builder.seed_or_drawn(),
            slice: None,
            by_keys: sample.index.has_keys(),
            hosts_meet: sample.journal.as_ref().is_some_and(|journal| journal.hosts_meet()),
        };
        let start = store.begin(&wanted)?;
        let mut sift = builder.seed(start.seed).build()?;
        if let Some(journal) = &mut sift.journal {
            journal.begin(&start, store.is_shared());
        }
        Ok(Self {
            sift,
            store,
            dry: false,
            start,
            output: None,
            hosts: Vec::new(),
            seen: HashSet::new(),
            granted: Vec::new(),
            batch: Batch::default(),
        })
    }

    /// Sets whether nothing is stored: the run decides as any other, and leaves no trace. Default false.
    pub fn dry(mut self, dry: bool) -> Self {
        self.dry = dry;
        self
    }

    /// Names the output, which is `length` bytes long now. Its length is stored with every commit, so that a run that was
    /// broken off can be continued behind the last line that is stored.
    pub fn writes_to(mut self, output: String, length: u64) -> Self {
        self.output = Some((output, length));
        self
    }

    /// The filter. What it is asked to decide on itself is not looked up in the store.
    pub fn sift(&self) -> &Sift {
        &self.sift
    }

    /// Returns the scanner that goes with the filter.
    pub fn scanner(&self) -> Scanner {
        self.sift.scanner()
    }

    /// Reads records as those of another source.
    #[cfg(feature = "stream")]
    pub(crate) fn read_by(&mut self, fields: &Arc<Fields>) {
        self.sift.read_by(fields);
    }

    /// Makes room as [`Sift::reserve`] does.
    ///
    /// # Errors
    /// The system gives no more memory.
    pub fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.sift.reserve(batch)
    }

    /// Decides as [`Sift::decide`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::ErrorKind::Batch) as there. [`ErrorKind::Memory`](crate::ErrorKind::Memory): the store cannot be
    /// read; nothing is decided then.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        self.load(batch)?;
        let first = verdicts.len();
        self.set_time_to_now();
        self.sift.decide(batch, lines, verdicts)?;
        self.claim(&mut verdicts[first..])
    }

    /// Decides on one line, as [`Sift::admit`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`](crate::ErrorKind::Memory): the store cannot be read.
    pub fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.sift.scanner.scan(line, &mut batch);
        let mut verdicts = Vec::new();
        let decided = self.decide(&batch, [line], &mut verdicts);
        self.batch = batch;
        decided.map(|()| verdicts[0])
    }

    /// Stores what was decided, if anything is new. `written` says how many bytes of output there are by now, beside those
    /// that were there when the run began.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`](crate::ErrorKind::Memory): the store cannot be written. What was committed before is safe.
    pub fn commit(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, false)
    }

    /// Stores what was decided, and that the run has come to the end of its input.
    ///
    /// # Errors
    /// Those of [`commit`](Self::commit).
    pub fn end(&mut self, written: Option<u64>) -> Result<(), Error> {
        self.store(written, true)
    }

    /// Whether something was decided that is not stored.
    pub fn has_changes(&self) -> bool {
        self.sift.journal.as_ref().is_some_and(|journal| journal.has_changes())
    }

    fn store(&mut self, written: Option<u64>, ended: bool) -> Result<(), Error> {
        let Some(journal) = &mut self.sift.journal else { return Ok(()) };
        if !ended && !journal.has_changes() {
            return Ok(());
        }
        journal.settle();
        if !self.dry {
            let pieces: Vec<(Host, &[u8])> = journal.changes().collect();
            let records = journal.run.records.max(journal.run.resumed);
            let start = Start { next: journal.next(), resumed: records, ..self.start };
            let output = self.output.as_ref().zip(written);
            let output = output.map(|((name, before), written)| (&**name, before + written));
            self.store.commit(&Changes { pieces: &pieces, start, output, ended })?;
        }
        journal.forget_changes();
        Ok(())
    }

    /// Loads what is stored of the hosts of a batch.
    fn load(&mut self, batch: &Batch) -> Result<(), Error> {
        let shared = self.store.is_shared();
        let Self { sift, store, hosts, seen, .. } = self;
        let Some(journal) = &mut sift.journal else { return Ok(()) };
        hosts.clear();
        seen.clear();
        let mut last = None;
        for record in &batch.records {
            let host = match record {
                Record::Empty | Record::Header(_) | Record::Unwanted(_) => continue,
                Record::NotUrl(_) => Host::NOT_URLS,
                Record::Url(url) => journal.host(url),
            };
            // Lists often stay on a host for a while.
            if last.replace(host) != Some(host) && (shared || !journal.knows(host)) && seen.insert(host) {
                hosts.push(host);
            }
        }
        if hosts.is_empty() {
            return Ok(());
        }
        store.load(hosts, &mut |host, piece| sift.recall(host, piece))?;
        if let Some(journal) = &mut sift.journal {
            for host in hosts {
                journal.meet(*host);
            }
        }
        Ok(())
    }

    /// Asks who prints the lines that are kept, where others could.
    fn claim(&mut self, verdicts: &mut [Verdict]) -> Result<(), Error> {
        let Some(journal) = &mut self.sift.journal else { return Ok(()) };
        let claims = journal.take_claims();
        if claims.is_empty() {
            return Ok(());
        }
        self.granted.clear();
        self.store.claim(&claims, &mut self.granted)?;
        for (claim, granted) in claims.iter().zip(&self.granted) {
            if *granted {
                journal.append(claim.host, &claim.piece);
            } else {
                let verdict = &mut verdicts[claim.record];
                *verdict = if *verdict == Verdict::NotUrl { Verdict::Repeated } else { Verdict::Similar };
            }
        }
        Ok(())
    }

    fn set_time_to_now(&mut self) {
        if let Some(journal) = &mut self.sift.journal {
            journal.set_time(now());
        }
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}

impl Journal {
    /// Goes on where a store says.
    fn begin(&mut self, start: &Start, shared: bool) {
        self.number_from(start.next);
        self.set_slice(start.slice);
        self.run.number = start.run;
        self.run.resumed = start.resumed;
        self.share(shared);
    }
}
