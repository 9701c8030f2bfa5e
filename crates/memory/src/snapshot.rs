//! What a filter knows as bytes, for those who store it themselves: everything, or what it knows of
//! one host.
//!
//! The bytes begin with a mark, the version of the format, the settings and the key of the hashes,
//! and end with a checksum. Between them stands a [piece](super::entry) for each host. They are the
//! same on every machine.

use super::checksum::checksum;
use super::compact::compact;
use super::entry::{Entry, damaged};
use super::host::Host;
use super::identity::check;
use super::recorder::Recorder;
use super::varint::{Reader, put};
use std::collections::BTreeMap;
use std::io::{Read, Write};
use urlsift_core::builder::Builder;
use urlsift_core::error::{Error, ErrorKind};
use urlsift_core::index::Id;

const MARK: &[u8; 8] = b"urlsift\0";
const VERSION: u64 = 1;

/// What was saved: what stands before the pieces, and the pieces.
type Saved<'a> = (Header, Vec<(Host, &'a [u8])>);

/// What stands before the pieces.
struct Header {
    identity: String,
    seed: [u64; 2],
    next: Id,
    run: u64,
}

impl Recorder {
    /// Builds the filter that [`save`](Self::save) saved: it decides on what follows as that one
    /// would have.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: the bytes cannot be read. [`ErrorKind::Damaged`]: they are damaged, or of a newer version.
    /// [`ErrorKind::OtherSettings`]: they are of a filter with other settings. And what
    /// [`new`](Self::new) gives.
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
        reader
            .read_to_end(&mut bytes)
            .map_err(|cause| Error::new(ErrorKind::Storage, "cannot read what was saved").because(cause))?;
        let (header, entries) = read(&bytes)?;
        let mut recorder = Self::new(builder.seed(header.seed))?;
        check(&header.identity, &recorder.identity())?;
        for (host, entries) in entries {
            recorder.knowledge().recall(host, entries)?;
            recorder.journal.notes.append(host, entries);
        }
        recorder.number_from(header.next);
        recorder.journal.run.number = header.run + 1;
        Ok(recorder)
    }

    /// Saves all that it knows.
    ///
    /// # Errors
    /// [`ErrorKind::Storage`]: the bytes cannot be written.
    pub fn save(&mut self, mut writer: impl Write) -> Result<(), Error> {
        self.journal.settle();
        let bytes = write(&self.header(), self.journal.notes.all())?;
        writer.write_all(&bytes).map_err(|cause| {
            Error::new(ErrorKind::Storage, "cannot write what is to be saved").because(cause)
        })
    }

    /// Saves what it knows of the host of a URL; of a line that is not a URL, all such lines.
    ///
    /// Where URLs of different hosts may be similar (a low [threshold](Builder::threshold),
    /// `SimHash`), that is what it knows of all.
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: what was noted is damaged.
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
        self.journal.settle();
        write(&self.header(), [(host, self.journal.notes.of(host))].into_iter())
    }

    /// Learns what another filter knew of a host, beside what it knows itself.
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: the bytes are damaged, or of a newer version. [`ErrorKind::OtherSettings`]: they are of a filter with
    /// other settings, or another [key](Builder::seed).
    pub fn load_host(&mut self, saved: &[u8]) -> Result<(), Error> {
        let (header, hosts) = read(saved)?;
        check(&header.identity, &self.identity())?;
        if header.seed != self.seed() {
            return Err(Error::new(
                ErrorKind::OtherSettings,
                "what was saved was hashed under another key: give both filters the same seed",
            ));
        }
        let next = self.next();
        // Groups of different filters may have the same numbers. Their order stays.
        let mut numbers = BTreeMap::new();
        for (_, entries) in &hosts {
            numbers.extend(Entry::all(entries).flatten().filter_map(|entry| entry.id()).map(|id| (id, 0)));
        }
        numbers.values_mut().zip(next..).for_each(|(number, new)| *number = new);
        for (host, entries) in hosts {
            let mut renumbered = Vec::with_capacity(entries.len());
            for entry in Entry::all(entries).flatten() {
                entry.with_id(entry.id().map_or(0, |id| numbers[&id])).write(&mut renumbered);
            }
            self.knowledge().recall(host, &renumbered)?;
            self.journal.notes.append(host, &renumbered);
        }
        let run = &mut self.journal.run;
        run.number = run.number.max(header.run + 1);
        Ok(())
    }

    fn header(&self) -> Header {
        let (next, run) = (self.next(), self.journal.run.number);
        Header { identity: self.identity(), seed: self.seed(), next, run }
    }
}

fn error(problem: impl Into<String>) -> Error {
    Error::new(ErrorKind::Damaged, problem)
}

fn write<'a>(header: &Header, pieces: impl Iterator<Item = (Host, &'a [u8])>) -> Result<Vec<u8>, Error> {
    let mut bytes = MARK.to_vec();
    put(&mut bytes, VERSION);
    put(&mut bytes, header.identity.len() as u64);
    bytes.extend_from_slice(header.identity.as_bytes());
    bytes.extend(header.seed.iter().flat_map(|half| half.to_le_bytes()));
    put(&mut bytes, header.next);
    put(&mut bytes, header.run);
    for (host, piece) in pieces {
        let piece = compact(piece, |_| true).ok_or_else(damaged)?;
        bytes.extend_from_slice(&host.0.to_le_bytes());
        put(&mut bytes, piece.len() as u64);
        bytes.extend_from_slice(&piece);
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    Ok(bytes)
}

/// The header of what was saved, and its pieces.
fn read(bytes: &[u8]) -> Result<Saved<'_>, Error> {
    let Some(rest) = bytes.strip_prefix(MARK) else {
        return Err(error("these bytes are not what a filter saved"));
    };
    let damaged = || error("what was saved is damaged: its checksum is wrong, or it was cut off");
    let mut reader = Reader(rest);
    let version = reader.number().ok_or_else(damaged)?;
    if version != VERSION {
        return Err(error(format!(
            "what was saved has version {version} of the format, and this urlsift knows version {VERSION}"
        )));
    }
    let (content, sum) = bytes.split_at_checked(bytes.len() - 8).ok_or_else(damaged)?;
    if sum != checksum(content).to_le_bytes() {
        return Err(damaged());
    }
    let mut reader = Reader(&reader.0[..reader.0.len() - 8]);
    contents(&mut reader).ok_or_else(damaged)
}

fn contents<'a>(reader: &mut Reader<'a>) -> Option<Saved<'a>> {
    let identity = String::from_utf8(reader.text()?.to_vec()).ok()?;
    let seed = [reader.hash()?, reader.hash()?];
    let header = Header { identity, seed, next: reader.number()?, run: reader.number()? };
    let mut pieces = Vec::new();
    while !reader.0.is_empty() {
        pieces.push((Host(reader.hash()?), reader.text()?));
    }
    Some((header, pieces))
}
