//! A store in one file: SQLite, written by one run at a time and read by any number of others.
//!
//! A row for each key costs more than the filter itself: it took 2.1 s of processor time on a
//! million mixed lines, of which the filter takes 0.56. So a commit is a *layer*: the entries of
//! its hosts, sorted by host, in a few blobs ([chunks](chunk)). A host is looked for in every
//! layer, so when there are many the youngest are [merged](merge). A merge drops expired groups,
//! and all layers are merged when the file has doubled since it last had none.
//!
//! A run holds a lock on a file next to the database, from its start to its end. It never locks the
//! database itself: closing another handle of it would drop SQLite's own locks.

mod archive;
mod arrivals;
mod chunk;
mod failure;
mod layers;
mod lock;
mod merge;
mod private;
mod schema;

use crate::entry::expiry::Expiry;
use crate::host::Host;
use crate::store::output::Output;
use crate::store::{Changes, EachArrival, EachHost, Settings, Start, Store};
use chunk::LayerWriter;
use failure::{Failure, explain, name_damage};
use layers::Layers;
use lock::Lock;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use schema::{FileSettings, PATIENCE, Swept};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;
use urlsift_core::hash::Key;
use urlsift_core::similar::table::NumberSet;
use urlsift_core::{Error, ErrorKind};

/// The number of bytes by which the file may grow beyond twice its last size without expired
/// groups, until all of it is searched for them.
const FEW: u64 = 256 << 10;

/// A file as the memory of filters.
pub struct Sqlite {
    path: PathBuf,
    connection: Connection,
    layers: Layers,
    stored: Option<FileSettings>,
    /// The hosts that this run has written: the layers that it started contain no others.
    written: NumberSet<Host>,
    /// The number of layers before these.
    before: usize,
    /// Held while the file may be written. `None`: it is only read.
    lock: Option<Lock>,
    /// Hashes arrivals, where all lines are remembered.
    key: Option<Key>,
}

impl Sqlite {
    /// Opens a state file, and creates it if it does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`]: another run has it. [`ErrorKind::ReadOnly`] and [`ErrorKind::Storage`]:
    /// it cannot be opened. [`ErrorKind::Damaged`]: it is no such file, or of a newer version.
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
        private::make(path).map_err(|cause| {
            let message = format!("cannot create the state {}", path.display());
            Error::new(ErrorKind::Storage, message).because(cause)
        })?;
        let mut opened = match Self::connect(path, true) {
            Err(refusal) if was_there => {
                lock.leave();
                return Err(refusal);
            }
            opened => opened?,
        };
        opened.lock = Some(lock);
        Ok(opened)
    }

    /// Opens a file to read it, while others may write to it.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: it does not exist, or cannot be opened. [`ErrorKind::Damaged`]: it
    /// is no such file, or of a newer version.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::connect(path, false)
    }

    fn connect(path: &Path, write: bool) -> Result<Self, Error> {
        Self::read_all(path, write).map_err(|cause| explain("open", path, cause))
    }

    fn read_all(path: &Path, write: bool) -> rusqlite::Result<Self> {
        let connection = schema::open(path, write)?;
        if !write {
            // Reads the file as it is now, whatever others write or remove meanwhile.
            connection.execute_batch("BEGIN")?;
        }
        schema::verify(&connection)?;
        let stored = FileSettings::read(&connection)?;
        let layers = Layers::read(&connection)?;
        let before = layers.as_slice().len();
        Ok(Self {
            path: path.to_owned(),
            connection,
            layers,
            stored,
            written: NumberSet::default(),
            before,
            lock: None,
            key: None,
        })
    }

    /// Stores that the run has ended. This is the last step and takes a moment; a run that is
    /// killed before it continues its output.
    fn end(&mut self, finished: bool) -> Result<(), Error> {
        let Some(stored) = &mut self.stored else {
            return Ok(());
        };
        let mut ended = FileSettings {
            start: stored.start.after(),
            ..stored.clone()
        };
        if let Some(output) = &mut ended.output {
            output.finished |= finished;
        }
        // If it fails, the next run does it.
        let _ = give_back(&self.connection);
        // The slow part: otherwise closing the file would do it. If it fails, closing does it.
        empty_log(&self.connection);
        let checked = self.layers.checked();
        write(&self.path, &mut self.connection, checked, |transaction| {
            Ok(ended.write(transaction)?)
        })?;
        *stored = ended;
        Ok(())
    }

    fn expiry(&self) -> Option<Expiry> {
        let stored = self.stored.as_ref()?;
        stored.start.expiry()
    }
}

impl Store for Sqlite {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        let Some(stored) = &self.stored else {
            let start = Start::new(wanted);
            // A new store is written with the first commit.
            self.stored = Some(FileSettings {
                identity: wanted.identity.clone(),
                start,
                output: None,
                swept: Swept::NEVER,
            });
            return Ok(start);
        };
        match wanted.check(&stored.identity, &stored.start) {
            Ok(()) => Ok(stored.start),
            Err(refusal) => {
                let message = format!("cannot use {}", self.path.display());
                Err(Error::new(refusal.kind(), message).because(refusal))
            }
        }
    }

    fn load_arrivals(&mut self, since: i64, each: &mut EachArrival<'_>) -> Result<(), Error> {
        let Some(stored) = &self.stored else {
            return Ok(());
        };
        let key = Key::new(stored.start.seed);
        arrivals::read_merged(&self.connection, since, &key, each)
            .map_err(|failure| failure.explain("read", &self.path))
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self {
            path,
            connection,
            layers,
            written,
            before,
            ..
        } = self;
        let explain = |cause| explain("read", path, cause);
        let each = &mut |host, entries: &[u8]| {
            each(host, entries).map_err(|error| name_damage(error, path))
        };
        layers.prepare(hosts.len(), connection).map_err(explain)?;
        let mut all = Vec::new();
        for &host in hosts {
            let count = if written.contains(&host) {
                layers.as_slice().len()
            } else {
                *before
            };
            all.clear();
            for layer in 0..count {
                let Some(entries) = layers.find(layer, host, connection).map_err(explain)? else {
                    continue;
                };
                if expiry.is_some() {
                    all.extend_from_slice(entries);
                } else {
                    each(host, entries)?;
                }
            }
            if let Some(expiry) = expiry.filter(|_| !all.is_empty()) {
                // Damaged entries are passed on, so that their reader reports the damage.
                each(host, &expiry.left(&all).unwrap_or(Cow::Borrowed(&all)))?;
            }
        }
        Ok(())
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let Some(stored) = &mut self.stored else {
            return Ok(());
        };
        let mut next = FileSettings {
            start: changes.start,
            ..stored.clone()
        };
        if let Some(output) = changes.output {
            // The end of the output is stored last.
            next.output = Some(Output {
                finished: false,
                ..output.clone()
            });
        }
        let Self {
            path,
            connection,
            layers,
            written,
            before,
            key,
            ..
        } = self;
        let mut entries = changes.entries.to_vec();
        entries.sort_unstable_by_key(|(host, _)| *host);
        let number = layers.next_number();
        let checked = layers.checked();
        let bytes = write(path, connection, checked, |transaction| {
            let mut writer = LayerWriter::new(number);
            for (host, of_host) in entries {
                writer.add(host, of_host, transaction)?;
            }
            let bytes = writer.finish(transaction)?;
            if let Some(arrivals) = &changes.arrivals {
                let key = key.get_or_insert_with(|| Key::new(changes.start.seed));
                arrivals::store(transaction, arrivals, key)?;
            }
            next.write(transaction)?;
            Ok(bytes)
        })?;
        *stored = next;
        layers.add(number, bytes);
        written.extend(changes.entries.iter().map(|(host, _)| *host));
        let expiry = stored.start.expiry();
        let mut from = layers.to_merge();
        if let Some(expiry) = expiry
            && expiry.until > stored.swept.until
            && layers.bytes() > 2 * stored.swept.bytes + FEW
        {
            from = Some(0);
        }
        if let Some(from) = from {
            let merged = merge::merge(layers, from, expiry, connection);
            let swept = merged.map_err(|failure| failure.explain("write", path))?;
            if let Some(swept) = swept {
                stored.swept = swept;
            }
            // The merged layers may be older than the run.
            if from < *before {
                *before = layers.as_slice().len();
            }
        }
        if !changes.ended {
            return Ok(());
        }
        self.end(changes.output.is_some_and(|output| output.finished))
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // The next run would read the log again. If this fails, it does.
        if self.lock.is_some() {
            empty_log(&self.connection);
        }
    }
}

/// Gives free pages, which merges leave, back to the file system once they are an eighth of the
/// file. Files of earlier versions keep theirs until they are rewritten.
fn give_back(connection: &Connection) -> rusqlite::Result<()> {
    let free = schema::pragma(connection, "freelist_count")?;
    let pages = schema::pragma(connection, "page_count")?;
    if free > pages / 8 {
        let mut statement = connection.prepare("PRAGMA incremental_vacuum")?;
        let mut freed = statement.query([])?;
        while freed.next()?.is_some() {}
    }
    Ok(())
}

/// Moves the log into the database; if it is being read, the next run does so.
fn empty_log(connection: &Connection) {
    let _ = connection.busy_timeout(Duration::ZERO);
    let _ = connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    let _ = connection.busy_timeout(PATIENCE);
}

/// Changes a database, completely or not at all. Layers from `checked` on have checksums.
fn write<R>(
    path: &Path,
    connection: &mut Connection,
    checked: i64,
    change: impl FnOnce(&Transaction<'_>) -> Result<R, Failure>,
) -> Result<R, Error> {
    let write = || {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = change(&transaction)?;
        schema::seal(&transaction, checked)?;
        transaction.commit()?;
        Ok(changed)
    };
    write().map_err(|failure: Failure| failure.explain("write", path))
}

#[cfg(test)]
mod tests {
    mod damage;

    use super::*;
    use crate::entry::{Entry, Kept, Lookup};
    use crate::store::archive::Archive;
    use tempfile::TempDir;

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("state");
        (folder, path)
    }

    fn opened(path: &Path) -> (Sqlite, Start) {
        let mut store = Sqlite::open(path).expect("it can be opened");
        let settings = Settings {
            identity: "rules 0.0".to_owned(),
            seed: [1, 2],
            slice: 1000,
            slice_is_set: false,
            window: None,
            needs: Vec::new(),
            hosts_meet: false,
        };
        let start = store.begin(&settings).expect("it is of these settings");
        (store, start)
    }

    fn host(number: u64) -> Host {
        Host::from_number(number)
    }

    /// A group that came in a slice.
    fn kept(id: u64, slice: i64, line: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        Entry::Kept(Kept {
            id,
            time: slice * 1000,
            lookup: Lookup::Keys(&[]),
            line,
        })
        .write(&mut bytes);
        bytes
    }

    fn commit(store: &mut Sqlite, of_hosts: &[(u64, &[u8])], start: Start, ended: bool) {
        let entries: Vec<_> = of_hosts
            .iter()
            .map(|(number, entries)| (host(*number), *entries))
            .collect();
        let output = Output {
            length: 7,
            finished: ended,
            ..Output::new("out", "form")
        };
        let changes = Changes {
            entries: &entries,
            start,
            output: Some(&output),
            arrivals: None,
            ended,
        };
        store.commit(&changes).expect("it can be stored");
    }

    fn loaded(store: &mut Sqlite, number: u64) -> Vec<u8> {
        let mut all = Vec::new();
        let read = store.load(&[host(number)], &mut |_, entries| {
            all.extend_from_slice(entries);
            Ok(())
        });
        read.expect("it can be read");
        all
    }

    #[test]
    fn commits_become_layers_and_many_layers_become_one() {
        let (_folder, path) = folder();
        let (mut store, start) = opened(&path);
        let mut wanted = vec![Vec::new(); 3];
        for id in 0..100 {
            let (at, entries) = (id as usize % 3, kept(id, 0, b"x"));
            wanted[at].extend_from_slice(&entries);
            // In no order of hosts.
            commit(
                &mut store,
                &[(9, &entries), (at as u64, &entries)],
                start,
                false,
            );
        }
        assert!(
            store.layers.as_slice().len() < 24,
            "{}",
            store.layers.as_slice().len()
        );
        for (number, wanted) in (0..).zip(&wanted) {
            assert!(loaded(&mut store, number) == *wanted, "host {number}");
        }
        assert!(loaded(&mut store, 4).is_empty());
        drop(store);
        let (mut again, _) = opened(&path);
        assert!(
            loaded(&mut again, 1) == wanted[1],
            "hosts of earlier runs are found"
        );
    }

    #[test]
    fn a_run_that_was_broken_off_goes_on_and_one_that_ended_is_followed_by_the_next() {
        let (_folder, path) = folder();
        let (mut store, start) = opened(&path);
        assert_eq!((start.run, start.next), (1, 0));
        let later = Start {
            next: 5,
            resumed: 20,
            ..start
        };
        commit(&mut store, &[(1, &kept(4, 0, b"x"))], later, false);
        drop(store);
        let (mut store, start) = opened(&path);
        assert_eq!(start, later);
        let output = Output {
            length: 7,
            ..Output::new("out", "form")
        };
        assert_eq!(store.output(), Some(&output));
        commit(&mut store, &[], later, true);
        drop(store);
        let (store, start) = opened(&path);
        assert_eq!(
            start,
            Start {
                run: 2,
                resumed: 0,
                ..later
            }
        );
        assert_eq!(
            store.output(),
            Some(&Output {
                finished: true,
                ..output
            })
        );
    }

    #[test]
    fn what_has_expired_is_not_loaded_and_leaves_the_file_once_it_has_grown() {
        let (_folder, path) = folder();
        let (mut store, start) = opened(&path);
        // Bytes that cannot be compressed.
        let key = Key::new([1, 2]);
        let long = |id: u64| -> Vec<u8> {
            (0..500)
                .flat_map(|at: u64| key.token(&(id << 9 | at).to_le_bytes()).to_le_bytes())
                .collect()
        };
        commit(&mut store, &[(1, &kept(0, 1, &long(0)))], start, false);
        let expired = Start {
            expired: Some(3),
            ..start
        };
        commit(&mut store, &[(2, &kept(1, 5, b"y"))], expired, false);
        assert!(
            loaded(&mut store, 1).is_empty() && store.layers.bytes() > 4000,
            "it is there, and is not given"
        );
        assert_eq!(loaded(&mut store, 2), kept(1, 5, b"y"));
        let swept = store.stored.as_ref().map(|stored| stored.swept);
        assert_eq!(swept, Some(Swept::NEVER));
        // Until the file has outgrown what was left of it.
        for id in 2..80 {
            commit(&mut store, &[(id, &kept(id, 5, &long(id)))], expired, false);
        }
        let swept = store
            .stored
            .as_ref()
            .map_or(Swept::NEVER, |stored| stored.swept);
        assert!(swept.until == 3 && swept.bytes > FEW, "{swept:?}");
        let mut hosts = Vec::new();
        let read = store.each_host(&mut |host, _| {
            hosts.push(host.number());
            Ok(())
        });
        read.expect("it can be read");
        assert_eq!(hosts, (2..80).collect::<Vec<_>>());
    }
}
