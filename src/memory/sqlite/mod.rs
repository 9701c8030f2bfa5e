//! The store in one file: SQLite, written by one run at a time and read by any number meanwhile.
//!
//! Rows of keys cost more than the filter itself: a row for each took 2.1 s of processor time on a million mixed lines, of which the
//! filter takes 0.56. So a commit is a [segment]: the pieces of its hosts, sorted by host, in a few blobs. A host is looked
//! for in every segment, so when there are many of them the youngest are [merged](merge). What has left the window of time is left
//! out when that is done, and all are merged when the file has doubled since nothing was left of it.
//!
//! A run holds a lock on a file beside the database, from its start to its end. It is never taken on the database itself: closing
//! any other handle of that would drop SQLite's own locks.

mod archive;
mod arrivals;
mod lock;
mod merge;
mod schema;
mod segment;
mod shelf;

use super::arrival::Arrival;
use super::expiry::Expiry;
use super::host::Host;
use super::identity::check;
use super::store::{Changes, EachHost, Settings, Start, Store, Unfinished};
use crate::error::{Error, ErrorKind};
use crate::hash::Key;
use crate::table::Uniform;
use lock::Lock;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use schema::{Stored, Swept};
use segment::Packer;
use shelf::Shelf;
use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::path::{Path, PathBuf};

/// Puts what is in the log where it belongs.
const EMPTY_LOG: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// What the file may have grown by, beyond twice what was left of it, until what has expired is looked for in all of it.
const FEW: u64 = 256 << 10;

/// A file in which filters remember.
pub struct Sqlite {
    path: PathBuf,
    connection: Connection,
    shelf: Shelf,
    stored: Option<Stored>,
    /// The hosts that this run has written, which alone are in segments that it began, and how many segments there are before these.
    written: HashSet<u64, BuildHasherDefault<Uniform>>,
    before: usize,
    /// Held while something may be written. `None`: the file is only read.
    lock: Option<Lock>,
    /// Hashes lines that came, where they are remembered.
    key: Option<Key>,
}

impl Sqlite {
    /// Opens a file to remember in, and creates it if it is not there.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`]: another run has it. [`ErrorKind::Memory`]: it cannot be opened, is no such file, or of a newer version.
    ///
    /// ```
    /// use urlsift::memory::{Session, Sqlite};
    /// use urlsift::{Sift, Verdict};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("seen.state");
    /// for wanted in [Verdict::Kept, Verdict::Similar] {
    ///     let mut session = Session::open(Sift::builder(), Sqlite::open(&path)?)?;
    ///     assert_eq!(session.admit(b"https://example.com/user/1")?, wanted);
    ///     session.end(None)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: &Path) -> Result<Self, Error> {
        let was_there = path.exists();
        let lock = Lock::take(path)?;
        match Self::connect(path, true) {
            Ok(mut opened) => {
                opened.lock = Some(lock);
                Ok(opened)
            }
            Err(refusal) => {
                if was_there {
                    lock.leave();
                }
                Err(refusal)
            }
        }
    }

    /// Opens a file to read what is remembered in it, whoever writes to it meanwhile.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: it is not there, cannot be opened, is no such file, or of a newer version.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::connect(path, false)
    }

    fn connect(path: &Path, write: bool) -> Result<Self, Error> {
        let opened = schema::open(path, write).and_then(|connection| {
            let stored = Stored::read(&connection)?;
            Ok((Shelf::read(&connection)?, stored, connection))
        });
        let (shelf, stored, connection) = opened.map_err(|cause| explain("open", path, cause))?;
        let before = shelf.segments().len();
        Ok(Self {
            path: path.to_owned(),
            connection,
            shelf,
            stored,
            written: HashSet::default(),
            before,
            lock: None,
            key: None,
        })
    }

    /// Stores that the run came to its end: last of all, in a moment. A run that is killed before that goes on with its output, and
    /// one that is killed behind it would start it anew.
    fn end(&mut self) -> Result<(), Error> {
        let Some(stored) = &mut self.stored else { return Ok(()) };
        let ended = Stored { start: stored.start.after(), unfinished: None, ..stored.clone() };
        // What takes long: otherwise it would be done when the file is closed. If it fails, it is done then.
        let _ = self.connection.execute_batch(EMPTY_LOG);
        write(&self.path, &mut self.connection, |transaction| ended.write(transaction))?;
        *stored = ended;
        Ok(())
    }

    fn expiry(&self) -> Option<Expiry> {
        self.stored.as_ref().and_then(|stored| Expiry::of(&stored.start))
    }
}

impl Store for Sqlite {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        let Some(stored) = &self.stored else {
            let start =
                Start { seed: wanted.seed, slice: wanted.slice, next: 0, run: 1, resumed: 0, expired: None };
            // What is new is stored with the first commit.
            self.stored = Some(Stored {
                identity: wanted.identity.clone(),
                start,
                unfinished: None,
                swept: Swept::NEVER,
            });
            return Ok(start);
        };
        check(&stored.identity, &wanted.identity).map_err(|refusal| {
            let path = self.path.display();
            let way = "use the same options, or enter what it holds anew with urlsift state rebuild";
            Error::new(ErrorKind::Memory, format!("cannot use {path}: {refusal}; {way}"))
        })?;
        let start = stored.start;
        if wanted.slice_is_set && wanted.slice != start.slice {
            let path = self.path.display();
            return Err(Error::new(
                ErrorKind::Memory,
                format!(
                    "cannot use {path}: it counts by slices of {} ms, and not of {} ms; leave out --slice, or begin a new file",
                    start.slice, wanted.slice
                ),
            ));
        }
        Ok(start)
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self { path, connection, shelf, written, before, .. } = self;
        let explain = |cause| explain("read", path, cause);
        shelf.prepare(hosts.len(), connection).map_err(explain)?;
        let mut all = Vec::new();
        for &host in hosts {
            let segments = if written.contains(&host.0) { shelf.segments().len() } else { *before };
            all.clear();
            for segment in 0..segments {
                let Some(piece) = shelf.find(segment, host, connection).map_err(explain)? else { continue };
                if expiry.is_some() { all.extend_from_slice(piece) } else { each(host, piece)? }
            }
            if let Some(expiry) = expiry.filter(|_| !all.is_empty()) {
                // What is damaged goes on, to be told of.
                each(host, &expiry.left(&all).unwrap_or(Cow::Borrowed(&all)))?;
            }
        }
        Ok(())
    }

    fn arrivals(&mut self, host: Host, since: i64) -> Result<Vec<Arrival>, Error> {
        Ok(self.read_arrivals(since, Some(host))?.remove(&host).unwrap_or_default())
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let Some(stored) = &mut self.stored else { return Ok(()) };
        let unfinished =
            changes.output.map(|(output, length)| Unfinished { output: output.to_owned(), length });
        let next = Stored {
            identity: stored.identity.clone(),
            start: changes.start,
            unfinished,
            swept: stored.swept,
        };
        let Self { path, connection, shelf, written, before, key, .. } = self;
        let mut pieces = changes.entries.to_vec();
        pieces.sort_unstable_by_key(|(host, _)| *host);
        let number = shelf.next_segment();
        let bytes = write(path, connection, |transaction| {
            let mut packer = Packer::new(number);
            for (host, piece) in pieces {
                packer.add(host, piece, transaction)?;
            }
            let bytes = packer.finish(transaction)?;
            if let Some(arrivals) = &changes.arrivals {
                let key = key.get_or_insert_with(|| Key::new(changes.start.seed));
                arrivals::store(transaction, arrivals, key)?;
            }
            next.write(transaction)?;
            Ok(bytes)
        })?;
        *stored = next;
        shelf.add(number, bytes);
        written.extend(changes.entries.iter().map(|(host, _)| host.0));
        let expiry = Expiry::of(&stored.start);
        let has_grown = expiry.is_some_and(|expiry| {
            expiry.until() > stored.swept.until && shelf.bytes() > 2 * stored.swept.bytes + FEW
        });
        if let Some(from) = if has_grown { Some(0) } else { shelf.to_merge() } {
            let swept = merge::merge(shelf, from, expiry, connection);
            stored.swept = swept.map_err(|cause| explain("write", path, cause))?.unwrap_or(stored.swept);
            // What it was made of may be older than the run.
            if from < *before {
                *before = shelf.segments().len();
            }
        }
        if changes.ended { self.end() } else { Ok(()) }
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // What is in the log would be read again by the next run. If that fails, it is.
        if self.lock.is_some() {
            let _ = self.connection.execute_batch(EMPTY_LOG);
        }
    }
}

/// Makes changes to a database, all or none of them.
fn write<R>(
    path: &Path,
    connection: &mut Connection,
    change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<R>,
) -> Result<R, Error> {
    let write = || {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = change(&transaction)?;
        transaction.commit()?;
        Ok(changed)
    };
    write().map_err(|cause| explain("write", path, cause))
}

/// Says what was done to which file, and what helps where something does.
fn explain(doing: &str, path: &Path, cause: rusqlite::Error) -> Error {
    use rusqlite::ErrorCode;
    let reason = match cause.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            "it is not a state file of urlsift: the file is not a database".to_owned()
        }
        Some(ErrorCode::DiskFull) => "the disk is full; what was stored before is safe".to_owned(),
        Some(ErrorCode::ReadOnly) => "it cannot be written to; --dry-run only reads it".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => "it is damaged".to_owned(),
        _ => match cause {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message,
            cause => cause.to_string(),
        },
    };
    Error::new(ErrorKind::Memory, format!("cannot {doing} the state {}: {reason}", path.display()))
}
