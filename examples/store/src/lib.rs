//! A store in a plain file: an example that uses only the public interface of `urlsift`. The tests
//! check that interface with it.
//!
//! The file has a first line that says what it is, and a record for each commit: its length, a
//! checksum, and the changes. Opening the file reads all records, and ignores one that is cut off
//! because its process was killed while writing. After a power loss, the last commits may be gone,
//! and their lines come again. Once most of the file is out of date, it is written again. One
//! process at a time can use it.

mod record;

use record::Record;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use urlsift::memory::{
    Archive, Changes, EachArrival, EachHost, Host, Output, Rewrite, Settings, Size, Start, Store,
};
use urlsift::{Error, ErrorKind};

/// The start of the file.
const MARK: &[u8] = b"plain-file store of urlsift, version 2\n";

/// The number of bytes by which the file may exceed twice its contents before it is written again.
const SLACK: u64 = 64 << 10;

/// A plain file as the memory of filters.
#[derive(Debug)]
pub struct PlainFile {
    path: PathBuf,
    file: File,
    /// The length of the file, up to the end of the last complete record.
    length: u64,
    /// Its length when it was last written again.
    written: u64,
    stored: Option<(String, Start)>,
    output: Option<Output>,
    hosts: BTreeMap<Host, Vec<u8>>,
    arrivals: BTreeMap<(i64, Host), Vec<u8>>,
}

impl PlainFile {
    /// Opens a file, and creates it if it does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`]: another process has it. [`ErrorKind::Storage`]: it cannot be opened or
    /// read. [`ErrorKind::Damaged`]: it is no such file.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        let failed = |cause| storage("open", &path, cause);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        lock(&file, &path)?;
        let (mut bytes, length) = (Vec::new(), file.metadata().map_err(failed)?.len());
        (&mut file)
            .take(length)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
        let mut rest = match bytes.strip_prefix(MARK) {
            Some(rest) => rest,
            None if MARK.starts_with(&bytes) => &[],
            None => {
                let message = format!("{} is not a plain-file store", path.display());
                return Err(Error::new(ErrorKind::Damaged, message));
            }
        };
        let mut store = Self {
            path,
            file,
            length: 0,
            written: 0,
            stored: None,
            output: None,
            hosts: BTreeMap::new(),
            arrivals: BTreeMap::new(),
        };
        while let Some(record) = Record::read(&mut rest) {
            store.length = (bytes.len() - rest.len()) as u64;
            store.take(record)?;
        }
        Ok(store)
    }

    /// Adds the changes of a record.
    fn take(&mut self, record: Record<'_>) -> Result<(), Error> {
        self.stored = Some((record.identity.to_owned(), record.start.parse()?));
        self.output = record.output.map(str::parse).transpose()?;
        for (host, entries) in record.hosts {
            self.hosts
                .entry(host)
                .or_default()
                .extend_from_slice(entries);
        }
        for (slice, host, entries) in record.arrivals {
            self.arrivals
                .entry((slice, host))
                .or_default()
                .extend_from_slice(entries);
        }
        self.arrivals.retain(|(slice, _), _| *slice >= record.since);
        Ok(())
    }

    /// Appends a record, completely or not at all.
    fn append(&mut self, record: &Record<'_>) -> Result<(), Error> {
        let mark = if self.length == 0 { MARK } else { &[] };
        let bytes = [mark, &record.bytes()].concat();
        let written = (|| {
            self.file.seek(SeekFrom::Start(self.length))?;
            self.file.write_all(&bytes)
        })();
        if let Err(cause) = written {
            // The next reader would cut off a partial record.
            let _ = self.file.set_len(self.length);
            return Err(storage("write", &self.path, cause));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Writes everything into a new file, which replaces this one.
    fn write_anew(&mut self) -> Result<(), Error> {
        let Some((identity, start)) = &self.stored else {
            return Ok(());
        };
        for entries in self.hosts.values_mut() {
            *entries = start.compact(entries)?;
        }
        self.hosts.retain(|_, entries| !entries.is_empty());
        let output = self.output.as_ref().map(ToString::to_string);
        let record = Record {
            identity,
            start: &start.to_string(),
            output: output.as_deref(),
            hosts: self
                .hosts
                .iter()
                .map(|(host, entries)| (*host, &entries[..]))
                .collect(),
            arrivals: self
                .arrivals
                .iter()
                .map(|((slice, host), of)| (*slice, *host, &of[..]))
                .collect(),
            since: i64::MIN,
        };
        let bytes = [MARK, &record.bytes()].concat();
        let mut beside = self.path.clone().into_os_string();
        beside.push(".new");
        let written = (|| {
            let mut file = File::create(&beside)?;
            file.try_lock().map_err(io::Error::from)?;
            file.write_all(&bytes)?;
            file.sync_data()?;
            fs::rename(&beside, &self.path)?;
            Ok(file)
        })();
        self.file = written.map_err(|cause| storage("write", &self.path, cause))?;
        (self.length, self.written) = (bytes.len() as u64, bytes.len() as u64);
        Ok(())
    }
}

/// Keeps others out until the file is closed.
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    file.try_lock().map_err(|refusal| match refusal {
        TryLockError::WouldBlock => Error::new(
            ErrorKind::Busy,
            format!("another process has {}", path.display()),
        ),
        TryLockError::Error(cause) => storage("lock", path, cause),
    })
}

/// Returns an error that says what could not be done to which file, and why.
fn storage(doing: &str, path: &Path, cause: io::Error) -> Error {
    Error::new(
        ErrorKind::Storage,
        format!("cannot {doing} {}", path.display()),
    )
    .because(cause)
}

impl Store for PlainFile {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        let new = || (wanted.identity.clone(), Start::new(wanted));
        // A new store is written with the first commit.
        let (identity, start) = self.stored.get_or_insert_with(new);
        wanted.check(identity, start).map_err(|refusal| {
            Error::new(
                refusal.kind(),
                format!("cannot use {}", self.path.display()),
            )
            .because(refusal)
        })?;
        Ok(*start)
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let Some((_, start)) = &self.stored else {
            return Ok(());
        };
        for host in hosts {
            if let Some(entries) = self.hosts.get(host) {
                each(*host, &start.compact(entries)?)?;
            }
        }
        Ok(())
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let Some((identity, _)) = self.stored.clone() else {
            return Ok(());
        };
        let start = changes.next().to_string();
        let output = changes
            .output
            .or(self.output.as_ref())
            .map(ToString::to_string);
        let arrivals = changes.arrivals.as_ref();
        let record = Record {
            identity: &identity,
            start: &start,
            output: output.as_deref(),
            hosts: changes.entries.to_vec(),
            arrivals: arrivals.map_or(Vec::new(), |arrivals| {
                arrivals
                    .entries
                    .iter()
                    .map(|(slice, host, of)| (*slice, *host, &of[..]))
                    .collect()
            }),
            since: arrivals.map_or(i64::MIN, |arrivals| arrivals.since),
        };
        self.append(&record)?;
        self.take(record)?;
        if self.length > 2 * self.written + SLACK {
            self.write_anew()
        } else {
            Ok(())
        }
    }
}

impl Archive for PlainFile {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        self.stored
            .as_ref()
            .map(|(identity, start)| (&**identity, start))
    }

    fn output(&self) -> Option<&Output> {
        self.output.as_ref()
    }

    fn size(&mut self) -> Result<Size, Error> {
        let mut size = Size::new(
            self.hosts
                .values()
                .map(|entries| entries.len() as u64)
                .sum(),
        );
        let slices: HashMap<i64, u64> =
            self.arrivals.keys().map(|(slice, _)| (*slice, 0)).collect();
        size.arrivals = (
            self.arrivals.values().map(|of| of.len() as u64).sum(),
            slices.len() as u64,
        );
        Ok(size)
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        self.hosts
            .iter()
            .try_for_each(|(host, entries)| each(*host, entries))
    }

    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        for (host, entries) in &mut self.hosts {
            if let Some(new) = rewrite(*host, entries)? {
                *entries = new;
            }
        }
        self.write_anew()
    }

    fn each_arrival(
        &mut self,
        since: i64,
        host: Option<Host>,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        for ((slice, of_host), entries) in &self.arrivals {
            if *slice >= since && host.is_none_or(|host| host == *of_host) {
                each(*slice, *of_host, entries)?;
            }
        }
        Ok(())
    }

    fn rewrite_arrivals(&mut self, since: i64, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        self.arrivals.retain(|(slice, _), _| *slice >= since);
        for ((_, host), entries) in &mut self.arrivals {
            if let Some(new) = rewrite(*host, entries)? {
                *entries = new;
            }
        }
        self.arrivals.retain(|_, entries| !entries.is_empty());
        self.write_anew()
    }

    fn replace(&mut self, other: &mut dyn Archive) -> Result<(), Error> {
        let (mut hosts, mut arrivals) = (BTreeMap::new(), BTreeMap::<_, Vec<u8>>::new());
        let Some((identity, start)) = other.stored() else {
            return Ok(());
        };
        let stored = Some((identity.to_owned(), *start));
        other.each_host(&mut |host, entries| {
            hosts.insert(host, entries.to_vec());
            Ok(())
        })?;
        other.each_arrival(i64::MIN, None, &mut |slice, host, entries| {
            arrivals
                .entry((slice, host))
                .or_default()
                .extend_from_slice(entries);
            Ok(())
        })?;
        (self.stored, self.hosts, self.arrivals) = (stored, hosts, arrivals);
        self.write_anew()
    }
}
