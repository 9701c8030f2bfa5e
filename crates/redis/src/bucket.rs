//! Buckets of hosts, and what is stored of one.

use crate::derivation::{Derivation, Part};
use crate::frame::{FrameForm, unpack};
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

/// What the server notes of a bucket's list in a generation: numbers of eight bytes each.
pub(crate) struct ListHead {
    pub generation: String,
    /// The version of its last record.
    version: u64,
    /// How often it was packed.
    pub epoch: u64,
    /// The process that stored the last record.
    owner: u64,
    /// The version of the last record of another process than that.
    others_version: u64,
    /// The length of the list with its last record.
    pub length: u64,
}

impl ListHead {
    /// Reads it. `None`: it is damaged.
    pub(crate) fn read(generation: &str, numbers: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(numbers);
        Some(Self {
            generation: generation.to_owned(),
            version: reader.hash()?,
            epoch: reader.hash()?,
            owner: reader.hash()?,
            others_version: reader.hash()?,
            length: reader.hash().unwrap_or_default(),
        })
    }

    /// Whether others than a process have stored something since a version that it knows.
    pub(crate) fn has_updates(&self, process: u64, known: u64) -> bool {
        let version = if self.owner == process {
            self.others_version
        } else {
            self.version
        };
        version > known
    }
}

/// What this process knows of a bucket.
#[derive(Default)]
pub(crate) struct KnownBucket {
    /// The version up to which it has read it.
    pub read: u64,
    /// What was noted then of its lists.
    pub heads: Vec<ListHead>,
    /// What it has compared claims with, and not learned from yet.
    pub unread: Vec<ListElement>,
    /// The last group of each other process.
    pub last: BTreeMap<u64, u64>,
}

/// What is left to do of the commits of a process.
#[derive(Default)]
pub(crate) struct PendingWork {
    /// Keys that were granted, and are not printed because others have.
    pub released: Vec<u64>,
    /// The buckets that are not packed.
    pub buckets: BTreeSet<u16>,
    /// The generation of the last commit.
    pub generation: String,
}

/// Returns the name of a list by the generation and bucket.
pub(crate) fn list(generation: &str, bucket: u16) -> Vec<u8> {
    [generation.as_bytes(), b":", &bucket.to_le_bytes()].concat()
}

/// Returns the bucket of a host. Buckets have the order of their hosts.
pub(crate) fn bucket(host: Host) -> u16 {
    (host.number() >> (64 - Host::BUCKET_BITS)) as u16
}

/// Returns the buckets of hosts in order, each once.
pub(crate) fn buckets_of(hosts: impl Iterator<Item = Host>) -> Vec<u16> {
    let mut buckets: Vec<u16> = hosts.map(bucket).collect();
    buckets.sort_unstable();
    buckets.dedup();
    buckets
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

/// The first bytes of an element.
pub(crate) struct ElementHead {
    /// The process that stored it, 0 for frames.
    pub owner: u64,
    /// 0 for counts.
    pub version: u64,
}

impl ElementHead {
    /// Reads it from an element as it is stored. `None`: that is damaged.
    pub(crate) fn read(element: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(element);
        Some(Self {
            owner: reader.hash()?,
            version: reader.hash()?,
        })
    }
}

/// What one commit stored in a bucket's list, or a frame of what many have stored.
pub(crate) struct ListElement {
    /// The process that stored it, 0 for frames.
    owner: u64,
    /// 0 for counts.
    pub version: u64,
    content: Vec<u8>,
    /// The number of elements of the list that hold it.
    pub pieces: u64,
}

impl ListElement {
    /// Reads the elements of a list. After a full piece of a frame comes the next one.
    pub(crate) fn all(pieces: Vec<Vec<u8>>) -> Result<Vec<Self>, Error> {
        let mut all = Vec::<Self>::new();
        for mut piece in pieces {
            let head = ElementHead::read(&piece).ok_or_else(damaged)?;
            match all.last_mut() {
                Some(frame) if frame.is_full_frame() => {
                    frame.content.extend(&piece[HEAD..]);
                    frame.pieces += 1;
                }
                _ => {
                    piece.drain(..HEAD);
                    all.push(Self {
                        owner: head.owner,
                        version: head.version,
                        content: piece,
                        pieces: 1,
                    });
                }
            }
        }
        Ok(all)
    }

    /// Makes the pieces of a frame that holds everything up to a version. The last one is not full.
    pub(crate) fn frame(version: u64, content: &[u8]) -> Vec<Vec<u8>> {
        let mut pieces: Vec<&[u8]> = content.chunks(PIECE).collect();
        if content.len().is_multiple_of(PIECE) {
            pieces.push(&[]);
        }
        let owner = [0; 8];
        let version = version.to_le_bytes();
        pieces
            .into_iter()
            .map(|piece| [&owner, &version, piece].concat())
            .collect()
    }

    /// Whether it is a frame whose last piece so far is full.
    fn is_full_frame(&self) -> bool {
        self.is_frame() && self.content.len() == self.pieces as usize * PIECE
    }

    pub(crate) fn is_frame(&self) -> bool {
        self.owner == 0
    }

    /// Whether it is a frame whose hashes are to be derived.
    pub(crate) fn is_derivable(&self) -> bool {
        self.is_frame() && self.content.first() == Some(&(FrameForm::Derivable as u8))
    }

    /// Returns what it says of each host.
    pub(crate) fn parts(
        &self,
        derivation: &mut Option<Derivation>,
    ) -> Result<Vec<Part<'_>>, Error> {
        if !self.is_frame() {
            return self.record_parts().ok_or_else(damaged);
        }
        let Some(parts) = unpack(&self.content, derivation) else {
            let why =
                "the entries of hosts are damaged, or were packed by a urlsift of other rules";
            return Err(Error::new(ErrorKind::Damaged, why));
        };
        Ok(parts)
    }

    /// Returns what a record says of each host. `None`: it is damaged.
    fn record_parts(&self) -> Option<Vec<Part<'_>>> {
        let mut reader = ByteReader(&self.content);
        let mut parts = Vec::new();
        while !reader.0.is_empty() {
            parts.push(Part {
                host: Host::from_number(reader.hash()?),
                owner: self.owner,
                entries: reader.text()?.into(),
            });
        }
        Some(parts)
    }
}
