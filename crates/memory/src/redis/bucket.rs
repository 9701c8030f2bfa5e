//! Buckets of hosts, and what is stored of one.

use super::frame::{Part, unpack};
use crate::entry::damaged;
use crate::host::Host;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::Error;
use urlsift_core::varint::{ByteReader, put_text};

/// The number of buckets. With fewer, little known hosts would be read together with many others;
/// with more, their lists would take 5 bytes for each of 100,000 lines.
pub(super) const BUCKETS: u16 = 1 << 10;

/// The generation of lessons, where groups expire.
pub(super) const LESSONS: &str = "l";

/// What this process knows of a bucket.
#[derive(Default)]
pub(super) struct Known {
    /// The version up to which it has learned from it; and up to which it has read it.
    pub(super) version: u64,
    pub(super) read: u64,
    /// What it has compared claims with, and not learned from yet.
    pub(super) unread: Vec<Element>,
    /// The last group of each other process.
    pub(super) last: BTreeMap<u64, u64>,
}

/// What a process has stored that is not packed.
#[derive(Default)]
pub(super) struct Unpacked {
    pub(super) buckets: BTreeSet<u16>,
    /// The generation of the last commit.
    pub(super) generation: String,
}

/// Returns the name of a list by the generation and bucket.
pub(super) fn list(generation: &str, bucket: u16) -> Vec<u8> {
    [generation.as_bytes(), b":", &bucket.to_le_bytes()].concat()
}

/// Returns the bucket of a host. Buckets have the order of their hosts.
pub(super) fn bucket(host: Host) -> u16 {
    (host.number() >> 54) as u16
}

/// Appends what is stored of a host to the content of a record.
pub(super) fn put_host(record: &mut Vec<u8>, host: Host, entries: &[u8]) {
    if !entries.is_empty() {
        record.extend(host.number().to_le_bytes());
        put_text(record, entries);
    }
}

/// An element of a bucket's list: what one commit stored, or a frame of what many have stored.
pub(super) struct Element {
    /// The process that stored it, 0 for frames.
    owner: u64,
    /// 0 for counts.
    pub(super) version: u64,
    content: Vec<u8>,
}

impl Element {
    pub(super) fn new(bytes: &[u8]) -> Result<Self, Error> {
        let mut reader = ByteReader(bytes);
        let (Some(owner), Some(version)) = (reader.hash(), reader.hash()) else { return Err(damaged()) };
        Ok(Self { owner, version, content: reader.0.to_vec() })
    }

    /// Makes a frame that holds everything up to a version.
    pub(super) fn frame(version: u64, content: &[u8]) -> Vec<u8> {
        [&[0; 8], &version.to_le_bytes(), content].concat()
    }

    pub(super) fn is_frame(&self) -> bool {
        self.owner == 0
    }

    /// Returns what it says of each host.
    pub(super) fn parts(&self) -> Result<Vec<Part>, Error> {
        if self.is_frame() {
            return unpack(&self.content).ok_or_else(damaged);
        }
        let (mut reader, mut parts) = (ByteReader(&self.content), Vec::new());
        while !reader.0.is_empty() {
            let (Some(host), Some(entries)) = (reader.hash(), reader.text()) else { return Err(damaged()) };
            let (host, entries) = (Host::from_number(host), entries.to_vec());
            parts.push(Part { host, owner: self.owner, entries });
        }
        Ok(parts)
    }
}
