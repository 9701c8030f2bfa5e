//! A segment: what one commit stored, sorted by host, in chunks.
//!
//! A chunk is a blob of a few hosts: their number, for each its hash and where its piece ends (eight and four bytes, little end
//! first), and the pieces. So few are read to find one host, and they are large enough to be written fast.

use crate::memory::host::Host;
use rusqlite::{Connection, params};

/// Bytes of pieces from which on a chunk is full.
pub(super) const FULL: usize = 64 << 10;

/// Bytes of one host in the directory of a chunk.
const ENTRY: usize = 12;

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) id: i64,
    /// The first of its hosts.
    pub(super) first: Host,
}

/// Writes the chunks of a segment.
pub(super) struct Packer {
    segment: i64,
    hosts: Vec<(Host, u32)>,
    pieces: Vec<u8>,
    data: Vec<u8>,
    bytes: u64,
}

impl Packer {
    pub(super) fn new(segment: i64) -> Self {
        Self { segment, hosts: Vec::new(), pieces: Vec::new(), data: Vec::new(), bytes: 0 }
    }

    /// Adds a host, which comes after those that were added.
    pub(super) fn add(&mut self, host: Host, piece: &[u8], connection: &Connection) -> rusqlite::Result<()> {
        if self.pieces.len() + piece.len() > FULL && !self.hosts.is_empty() {
            self.write(connection)?;
        }
        self.pieces.extend_from_slice(piece);
        self.hosts.push((host, self.pieces.len() as u32));
        Ok(())
    }

    /// Writes what is left, and gives the bytes of all chunks. Without any there is no segment.
    pub(super) fn finish(mut self, connection: &Connection) -> rusqlite::Result<u64> {
        if !self.hosts.is_empty() {
            self.write(connection)?;
        }
        if self.bytes > 0 {
            connection
                .prepare_cached("INSERT INTO segment (number, bytes) VALUES (?, ?)")?
                .execute(params![self.segment, self.bytes.cast_signed()])?;
        }
        Ok(self.bytes)
    }

    fn write(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let Self { segment, hosts, pieces, data, bytes } = self;
        lay_out(hosts, pieces, data);
        let mut statement =
            connection.prepare_cached("INSERT INTO chunk (segment, first, data) VALUES (?, ?, ?)")?;
        statement.execute(params![*segment, ordered(hosts[0].0), &*data])?;
        *bytes += data.len() as u64;
        hosts.clear();
        pieces.clear();
        Ok(())
    }
}

/// Replaces `data` by the bytes of a chunk: of its hosts with the ends of their pieces, and the pieces one behind the other.
pub(super) fn lay_out(hosts: &[(Host, u32)], pieces: &[u8], data: &mut Vec<u8>) {
    data.clear();
    data.extend((hosts.len() as u32).to_le_bytes());
    for (host, end) in hosts {
        data.extend(host.0.to_le_bytes());
        data.extend(end.to_le_bytes());
    }
    data.extend_from_slice(pieces);
}

/// The hash of a host as a number of SQLite, in the same order.
pub(super) fn ordered(host: Host) -> i64 {
    (host.0 ^ 1 << 63).cast_signed()
}

/// The host of such a number.
pub(super) fn host_of(ordered: i64) -> Host {
    Host(ordered.cast_unsigned() ^ 1 << 63)
}

/// The hosts of a chunk with their pieces.
pub(super) fn pieces(data: &[u8]) -> impl Iterator<Item = (Host, &[u8])> {
    let count = count(data);
    (0..count).map_while(move |at| Some((entry(data, at)?.0, piece(data, count, at)?)))
}

/// The piece of a host in a chunk.
pub(super) fn find(data: &[u8], host: Host) -> Option<&[u8]> {
    let count = count(data);
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = usize::midpoint(low, high);
        let (found, _) = entry(data, middle)?;
        if found == host {
            return piece(data, count, middle);
        }
        if found < host {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

fn count(data: &[u8]) -> usize {
    data.first_chunk().map_or(0, |count| u32::from_le_bytes(*count) as usize)
}

fn entry(data: &[u8], at: usize) -> Option<(Host, usize)> {
    let entry = data.get(4 + at * ENTRY..)?.first_chunk::<ENTRY>()?;
    let (host, end) = entry.split_at(8);
    Some((Host(u64::from_le_bytes(host.try_into().ok()?)), u32::from_le_bytes(end.try_into().ok()?) as usize))
}

fn piece(data: &[u8], count: usize, at: usize) -> Option<&[u8]> {
    let start = at.checked_sub(1).map_or(Some(0), |before| entry(data, before).map(|(_, end)| end))?;
    let pieces = data.get(4 + count * ENTRY..)?;
    pieces.get(start..entry(data, at)?.1)
}
