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
use std::iter;
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
        if let Err(cause) = reader.read_to_end(&mut bytes) {
            let message = "cannot read the saved bytes";
            return Err(Error::new(ErrorKind::Storage, message).because(cause));
        }
        let saved = read(&bytes)?;
        let builder = builder.seed(saved.start.seed);
        let mut recorder = Self::new(builder)?;
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
        if let Err(cause) = writer.write_all(&bytes) {
            let message = "cannot write the saved bytes";
            return Err(Error::new(ErrorKind::Storage, message).because(cause));
        }
        Ok(())
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
        self.journal.note_counts();
        let host = self.host_of(url);
        let entries = self.journal.notes.entries_of(host);
        self.write(iter::once((host, entries)))
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
            let message =
                "the saved bytes were hashed under another key: give both filters the same seed";
            return Err(Error::new(ErrorKind::OtherSettings, message));
        }
        // Groups of two filters may have the same numbers. They get new ones in the same order.
        let mut numbers = BTreeMap::new();
        for (_, entries) in &saved.hosts {
            for entry in Entry::parse_all(entries).flatten() {
                if let Some(id) = entry.id() {
                    numbers.insert(id, 0);
                }
            }
        }
        for (number, new) in numbers.values_mut().zip(self.next()..) {
            *number = new;
        }
        for (host, entries) in saved.hosts {
            let mut renumbered = Vec::new();
            for mut entry in Entry::parse_all(entries).flatten() {
                if let Some(id) = entry.id_mut() {
                    *id = numbers[id];
                }
                entry.write(&mut renumbered);
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
        for half in self.seed() {
            bytes.extend(half.to_le_bytes());
        }
        put(&mut bytes, self.next());
        put(&mut bytes, self.journal.run.number);
        for (host, entries) in hosts {
            bytes.extend(host.0.to_le_bytes());
            let entries = compact(entries).ok_or_else(damaged)?;
            put_text(&mut bytes, &entries);
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
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
        let problem = format!(
            "the format of the saved bytes has version {version}, and this urlsift reads version {VERSION}"
        );
        return Err(error(problem));
    }
    read_contents(bytes, reader).ok_or_else(damaged)
}

/// Reads what comes after the version. `None`: the bytes are damaged.
fn read_contents<'a>(bytes: &[u8], mut reader: ByteReader<'a>) -> Option<SavedFilter<'a>> {
    let (checked, sum) = bytes.split_last_chunk()?;
    if checksum(checked) != u64::from_le_bytes(*sum) {
        return None;
    }
    let (content, _) = reader.0.split_last_chunk::<8>()?;
    reader.0 = content;
    let identity = reader.text()?;
    let identity = str::from_utf8(identity).ok()?;
    let start = Start {
        seed: [reader.hash()?, reader.hash()?],
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
