//! Buckets of hosts, and what is stored of one.

use crate::frame::{Form, unpack};
use crate::replay::{Part, Replay};
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::varint::{ByteReader, put_text};
use urlsift_core::{Error, ErrorKind};
use urlsift_memory::Host;
use urlsift_memory::entries::damaged;

/// The number of buckets. With fewer, little known hosts would be read together with many others;
/// with more, their lists would take 5 bytes for each of 100,000 lines.
pub(crate) const BUCKETS: u16 = 1 << Host::BUCKET_BITS;

/// The generation of lessons, where groups expire.
pub(crate) const LESSONS: &str = "l";

/// What the server notes of a bucket's list: eight bytes each.
#[derive(Clone, Copy)]
pub(crate) struct Noted {
    /// The version of its last record, and who stored that.
    pub(crate) version: u64,
    pub(crate) owner: u64,
    /// How often it was packed.
    pub(crate) epoch: u64,
    /// The version of the last record that somebody else stored.
    pub(crate) before: u64,
    /// The length of the list with its last record.
    pub(crate) length: u64,
}

impl Noted {
    /// Reads it. `None`: it is damaged.
    pub(crate) fn read(head: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(head);
        let [version, epoch, owner, before, length] = [(); 5].map(|()| reader.hash());
        let length = length.unwrap_or_default();
        Some(Self {
            version: version?,
            owner: owner?,
            epoch: epoch?,
            before: before?,
            length,
        })
    }

    /// Whether others have stored something since a version that a process knows.
    pub(crate) fn has_news(&self, process: u64, known: u64) -> bool {
        self.version > known && (self.owner != process || self.before > known)
    }
}

/// What this process knows of a bucket.
#[derive(Default)]
pub(crate) struct Known {
    /// The version up to which it has read it.
    pub(crate) read: u64,
    /// What was noted then of its lists, by generation.
    pub(crate) noted: Vec<(String, Noted)>,
    /// What it has compared claims with, and not learned from yet.
    pub(crate) unread: Vec<Element>,
    /// The last group of each other process.
    pub(crate) last: BTreeMap<u64, u64>,
}

/// What is left to do of the commits of a process.
#[derive(Default)]
pub(crate) struct Pending {
    /// Keys that were granted, and are not printed because others have.
    pub(crate) released: Vec<u64>,
    /// The buckets that are not packed.
    pub(crate) buckets: BTreeSet<u16>,
    /// The generation of the last commit.
    pub(crate) generation: String,
}

/// Returns the name of a list by the generation and bucket.
pub(crate) fn list(generation: &str, bucket: u16) -> Vec<u8> {
    [generation.as_bytes(), b":", &bucket.to_le_bytes()].concat()
}

/// Returns the bucket of a host. Buckets have the order of their hosts.
pub(crate) fn bucket(host: Host) -> u16 {
    (host.number() >> (64 - Host::BUCKET_BITS)) as u16
}

/// Appends what is stored of a host to the content of a record.
pub(crate) fn put_host(record: &mut Vec<u8>, host: Host, entries: &[u8]) {
    if !entries.is_empty() {
        record.extend(host.number().to_le_bytes());
        put_text(record, entries);
    }
}

/// The most content in a piece of a frame, behind owner and version. The server stores two pieces
/// in a node of 8 KiB, which its allocator gives without loss: whole frames take a tenth more.
const PIECE: usize = 4080 - HEAD;

/// The bytes of owner and version.
const HEAD: usize = 16;

/// Returns owner and version of an element as it is stored.
pub(crate) fn head(element: &[u8]) -> Option<(u64, u64)> {
    let mut reader = ByteReader(element);
    reader.hash().zip(reader.hash())
}

/// What one commit stored in a bucket's list, or a frame of what many have stored.
pub(crate) struct Element {
    /// The process that stored it, 0 for frames.
    owner: u64,
    /// 0 for counts.
    pub(crate) version: u64,
    content: Vec<u8>,
    /// The number of elements of the list that hold it.
    pub(crate) pieces: u64,
}

impl Element {
    /// Reads the elements of a list. After a full piece of a frame comes the next one.
    pub(crate) fn all(pieces: Vec<Vec<u8>>) -> Result<Vec<Self>, Error> {
        let mut all = Vec::<Self>::new();
        for mut piece in pieces {
            let (owner, version) = head(&piece).ok_or_else(damaged)?;
            let is_full =
                |it: &&mut Self| it.is_frame() && it.content.len() == it.pieces as usize * PIECE;
            if let Some(frame) = all.last_mut().filter(is_full) {
                frame.content.extend(&piece[HEAD..]);
                frame.pieces += 1;
            } else {
                piece.drain(..HEAD);
                all.push(Self {
                    owner,
                    version,
                    content: piece,
                    pieces: 1,
                });
            }
        }
        Ok(all)
    }

    /// Makes the pieces of a frame that holds everything up to a version. The last one is not full.
    pub(crate) fn frame(version: u64, content: &[u8]) -> Vec<Vec<u8>> {
        let pieces = content
            .chunks(PIECE)
            .chain(content.len().is_multiple_of(PIECE).then_some(&[][..]));
        pieces
            .map(|piece| [&[0; 8], &version.to_le_bytes(), piece].concat())
            .collect()
    }

    pub(crate) fn is_frame(&self) -> bool {
        self.owner == 0
    }

    /// Whether it is a frame whose hashes are to be derived.
    pub(crate) fn is_derivable(&self) -> bool {
        self.is_frame() && self.content.first() == Some(&(Form::Derivable as u8))
    }

    /// Returns what it says of each host.
    pub(crate) fn parts(&self, replay: &mut Option<Replay>) -> Result<Vec<Part<'_>>, Error> {
        if self.is_frame() {
            let why =
                "the entries of hosts are damaged, or were packed by a urlsift of other rules";
            return unpack(&self.content, replay)
                .ok_or_else(|| Error::new(ErrorKind::Damaged, why));
        }
        let (mut reader, mut parts) = (ByteReader(&self.content), Vec::new());
        while !reader.0.is_empty() {
            let (Some(host), Some(entries)) = (reader.hash(), reader.text()) else {
                return Err(damaged());
            };
            parts.push(Part {
                host: Host::from_number(host),
                owner: self.owner,
                entries: entries.into(),
            });
        }
        Ok(parts)
    }
}
