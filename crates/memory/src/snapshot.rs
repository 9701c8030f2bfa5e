//! Saved bytes, for programs that store them themselves: everything a filter knows, or everything
//! it knows of one host.
//!
//! The bytes begin with a mark, the version of the format, the settings and the key of the hashes.
//! Then come the [entries](crate::entry) of each host, and last a checksum. They are the same on
//! every machine.

use crate::checksum::checksum;
use crate::entry::compact::compact;
use crate::entry::{Entry, damaged};
use crate::host::Host;
use crate::recorder::Recorder;
use crate::store::Start;
use crate::store::identity::check;
use crate::time::SLICE;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use urlsift_core::varint::{ByteReader, put, put_text};
use urlsift_core::{Builder, Error, ErrorKind};

const MARK: &[u8; 8] = b"urlsift\0";
const VERSION: u64 = 1;

/// Saved bytes.
struct SavedFilter<'a> {
    /// The settings, as text.
    identity: &'a str,
    /// The place where the next run continues.
    start: Start,
    /// The entries of each host.
    hosts: Vec<(Host, &'a [u8])>,
}

impl Recorder {
    /// Builds the filter that [`save`](Self::save) saved. It decides on new lines as the saved one
    /// would have.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: the bytes cannot be read. [`ErrorKind::Damaged`]: they are damaged,
    /// or of a newer version. [`ErrorKind::OtherSettings`]: they are of a filter with other
    /// settings. And the errors of [`new`](Self::new).
    ///
    /// ```
    /// use urlsift::memory::Recorder;
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Recorder::new(Sift::builder())?;
    /// assert_eq!(sift.admit(b"https://example.com/user/1"), Verdict::Kept);
    /// let mut saved = Vec::new();
    /// sift.save(&mut saved)?;
    ///
    /// let mut later = Recorder::load(Sift::builder(), &saved[..])?;
    /// assert_eq!(later.admit(b"https://example.com/user/2"), Verdict::Similar);
    /// assert!(Recorder::load(Sift::builder().threshold(90.0), &saved[..]).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn load(builder: Builder, mut reader: impl Read) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).map_err(|cause| {
            Error::new(ErrorKind::Storage, "cannot read the saved bytes").because(cause)
        })?;
        let saved = read(&bytes)?;
        let mut recorder = Self::new(builder.seed(saved.start.seed))?;
        check(saved.identity, &recorder.identity())?;
        for (host, entries) in saved.hosts {
            recorder.notebook().recall(host, entries)?;
            recorder.journal.notes.append(host, entries);
        }
        recorder.number_from(saved.start.next);
        recorder.journal.run.number = saved.start.run + 1;
        Ok(recorder)
    }

    /// Saves everything it knows.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: the bytes cannot be written.
    pub fn save(&mut self, mut writer: impl Write) -> Result<(), Error> {
        self.journal.note_counts();
        let bytes = self.write(self.journal.notes.by_host())?;
        writer.write_all(&bytes).map_err(|cause| {
            Error::new(ErrorKind::Storage, "cannot write the saved bytes").because(cause)
        })
    }

    /// Saves everything it knows of the host of a URL; for a line that is not a URL, of all such
    /// lines.
    ///
    /// If URLs of different hosts may be similar (a low [threshold](Builder::threshold),
    /// `SimHash`), it saves all hosts.
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: the notes are damaged.
    ///
    /// ```
    /// use urlsift::memory::Recorder;
    /// use urlsift::{Sift, Verdict};
    ///
    /// let builder = Sift::builder().seed([1, 2]);
    /// let mut sift = Recorder::new(builder.clone())?;
    /// sift.admit(b"https://example.com/user/1");
    /// sift.admit(b"https://example.net/cart");
    /// let saved = sift.save_host(b"https://example.com/")?;
    ///
    /// let mut other = Recorder::new(builder)?;
    /// other.load_host(&saved)?;
    /// assert_eq!(other.admit(b"https://example.com/user/2"), Verdict::Similar);
    /// assert_eq!(other.admit(b"https://example.net/cart"), Verdict::Kept);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn save_host(&mut self, url: &[u8]) -> Result<Vec<u8>, Error> {
        let host = self.host_of(url);
        self.journal.note_counts();
        self.write([(host, self.journal.notes.entries_of(host))].into_iter())
    }

    /// Adds another filter's knowledge of a host.
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: the bytes are damaged, or of a newer version.
    /// [`ErrorKind::OtherSettings`]: they are of a filter with other settings, or another
    /// [key](Builder::seed).
    pub fn load_host(&mut self, saved: &[u8]) -> Result<(), Error> {
        let saved = read(saved)?;
        check(saved.identity, &self.identity())?;
        if saved.start.seed != self.seed() {
            return Err(Error::new(
                ErrorKind::OtherSettings,
                "the saved bytes were hashed under another key: give both filters the same seed",
            ));
        }
        let next = self.next();
        // Groups of two filters may have the same numbers. They get new ones in the same order.
        let mut numbers = BTreeMap::new();
        for (_, entries) in &saved.hosts {
            for entry in Entry::parse_all(entries).flatten() {
                numbers.extend(entry.id().map(|id| (id, 0)));
            }
        }
        for (number, new) in numbers.values_mut().zip(next..) {
            *number = new;
        }
        for (host, entries) in saved.hosts {
            let mut renumbered = Vec::new();
            for entry in Entry::parse_all(entries).flatten() {
                let id = entry.id().map_or(0, |id| numbers[&id]);
                entry.with_id(id).write(&mut renumbered);
            }
            self.notebook().recall(host, &renumbered)?;
            self.journal.notes.append(host, &renumbered);
        }
        let run = &mut self.journal.run;
        run.number = run.number.max(saved.start.run + 1);
        Ok(())
    }

    fn write<'a>(&self, hosts: impl Iterator<Item = (Host, &'a [u8])>) -> Result<Vec<u8>, Error> {
        let mut bytes = MARK.to_vec();
        put(&mut bytes, VERSION);
        put_text(&mut bytes, self.identity().as_bytes());
        bytes.extend(self.seed().iter().flat_map(|half| half.to_le_bytes()));
        put(&mut bytes, self.next());
        put(&mut bytes, self.journal.run.number);
        for (host, entries) in hosts {
            bytes.extend_from_slice(&host.0.to_le_bytes());
            put_text(&mut bytes, &compact(entries, |_| true).ok_or_else(damaged)?);
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        Ok(bytes)
    }
}

fn error(problem: impl Into<String>) -> Error {
    Error::new(ErrorKind::Damaged, problem)
}

/// Reads saved bytes.
fn read(bytes: &[u8]) -> Result<SavedFilter<'_>, Error> {
    let Some(rest) = bytes.strip_prefix(MARK) else {
        return Err(error("these bytes were not saved by a filter"));
    };
    let damaged =
        || error("the saved bytes are damaged: their checksum is wrong, or they were cut off");
    let mut reader = ByteReader(rest);
    let version = reader.number().ok_or_else(damaged)?;
    if version != VERSION {
        return Err(error(format!(
            "the format of the saved bytes has version {version}, and this urlsift reads version {VERSION}"
        )));
    }
    let (content, sum) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if checksum(content).to_le_bytes() != *sum {
        return Err(damaged());
    }
    let contents = &reader.0[..reader.0.len() - size_of_val(sum)];
    read_contents(ByteReader(contents)).ok_or_else(damaged)
}

fn read_contents(mut reader: ByteReader<'_>) -> Option<SavedFilter<'_>> {
    let identity = str::from_utf8(reader.text()?).ok()?;
    let seed = [reader.hash()?, reader.hash()?];
    let start = Start {
        seed,
        slice: SLICE,
        next: reader.number()?,
        run: reader.number()?,
        resumed: 0,
        expired: None,
    };
    let mut hosts = Vec::new();
    while !reader.0.is_empty() {
        let host = Host(reader.hash()?);
        hosts.push((host, reader.text()?));
    }
    Some(SavedFilter {
        identity,
        start,
        hosts,
    })
}
