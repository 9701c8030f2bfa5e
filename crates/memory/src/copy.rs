//! Exact copies: all that a state holds, as bytes by host, entered into one that holds nothing.

use super::entry::{Entry, damaged};
use super::host::Host;
use super::session::Session;
use super::settings::SessionBuilder;
use super::state::{State, living};
use super::store::Start;
use std::time::Duration;
use urlsift_core::error::{Error, ErrorKind};

/// After how many entries they are stored where several processes share a store.
const SHARED: usize = 1000;

/// All that is stored of a host, or all lines of it that came in a slice of time, where these are
/// remembered: bytes that only filters read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The host.
    pub host: Host,
    /// The slice of time.
    pub slice: Option<i64>,
    /// The bytes.
    pub entries: Vec<u8>,
}

impl State {
    /// The settings under which it was begun, as text. `None`: nothing is stored.
    pub fn settings(&self) -> Option<&str> {
        self.store.stored().map(|(settings, _)| settings)
    }

    /// Calls `each` with all that is stored, piece by piece.
    ///
    /// # Errors
    /// The store cannot be read; and what `each` gives.
    pub fn pieces(&mut self, mut each: impl FnMut(Piece) -> Result<(), Error>) -> Result<(), Error> {
        let expiry = self.start().and_then(Start::expiry);
        self.store.each_host(&mut |host, entries| {
            let entries = living(expiry, entries)?.into_owned();
            if entries.is_empty() { Ok(()) } else { each(Piece { host, slice: None, entries }) }
        })?;
        self.store.each_arrival(i64::MIN, None, &mut |slice, host, entries| {
            each(Piece { host, slice: Some(slice), entries: entries.to_vec() })
        })
    }

    /// Enters [pieces](Self::pieces) of another state, which was begun under these settings and
    /// whose next run goes on at `start`, into this one, in which nothing is stored: it decides as
    /// the other one does then.
    ///
    /// # Errors
    /// [`ErrorKind::OtherSettings`]: something is stored. [`ErrorKind::Damaged`]: a piece is. Those
    /// of [`Session::open`]; and the store cannot be written.
    ///
    /// ```
    /// # #[cfg(feature = "state")] {
    /// use urlsift::memory::State;
    /// use urlsift::{Sift, Verdict};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = |name: &str| folder.path().join(name);
    /// let mut session = State::open(path("one"))?.session(Sift::builder())?;
    /// session.admit(b"https://example.com/user/1")?;
    /// session.end(None)?;
    /// drop(session); // one at a time writes to a file
    ///
    /// let (mut one, mut pieces) = (State::read(path("one"))?, Vec::new());
    /// one.pieces(|piece| Ok(pieces.push(piece)))?;
    /// let start = *one.start().expect("something is stored");
    /// State::open(path("two"))?.restore(Sift::builder(), start, pieces)?;
    /// let mut copy = State::open(path("two"))?.session(Sift::builder())?;
    /// assert_eq!(copy.admit(b"https://example.com/user/2")?, Verdict::Similar);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(
        &mut self,
        settings: impl Into<SessionBuilder>,
        mut start: Start,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<(), Error> {
        if self.start().is_some() {
            let message = format!("cannot enter a copy into {}: it holds something", self.name());
            return Err(Error::new(ErrorKind::OtherSettings, message));
        }
        let mut settings = settings.into();
        settings.filter = settings.filter.seed(start.seed);
        let settings = settings.slice(Duration::from_millis(start.slice.unsigned_abs()));
        let pieces: Vec<Piece> = pieces.into_iter().collect();
        // Where several processes share a store, they have numbers of their own.
        for entry in
            pieces.iter().filter(|piece| piece.slice.is_none()).flat_map(|piece| Entry::all(&piece.entries))
        {
            let entry = entry.ok_or_else(damaged)?;
            start.next = start.next.max(entry.id().map_or(0, |id| id + 1));
            if let (Entry::Dropped { run, .. }, 0) = (entry, start.resumed) {
                start.run = start.run.max(run + 1);
            }
        }
        let has_arrivals = pieces.iter().any(|piece| piece.slice.is_some());
        self.decide(settings.remember_all(has_arrivals), false, |session| session.restore(start, pieces))
    }
}

impl Session {
    fn restore(&mut self, start: Start, pieces: Vec<Piece>) -> Result<(), Error> {
        let is_shared = self.is_shared();
        if !is_shared {
            self.go_on_at(start);
        }
        for Piece { host, slice, entries } in pieces {
            match slice {
                Some(slice) => self.append_arrivals(slice, host, entries),
                None if is_shared => self.share(host, &entries)?,
                None => self.append(host, &entries),
            }
        }
        self.leave(None)
    }

    /// Enters what is stored of a host, some entries at a time. What a run dropped, was dropped
    /// before all runs of a server.
    fn share(&mut self, host: Host, entries: &[u8]) -> Result<(), Error> {
        let (mut some, mut count) = (Vec::new(), 0);
        for entry in Entry::all(entries) {
            let entry = entry.ok_or_else(damaged)?;
            if count >= SHARED {
                self.append(host, &some);
                self.leave(None)?;
                (some, count) = (Vec::new(), 0);
            }
            match entry {
                Entry::Dropped { id, line, .. } => Entry::Dropped { id, run: 0, line }.write(&mut some),
                entry => entry.write(&mut some),
            }
            count += 1;
        }
        self.append(host, &some);
        self.leave(None)
    }
}
