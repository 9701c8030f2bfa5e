//! Chunks: blobs of a few hosts each. A layer consists of them.
//!
//! A *layer* is what one commit stored, sorted by host; the table of layers is called `segment`. A
//! chunk begins with the number of its hosts, has for each its hash and where its entries end
//! (eight and four bytes, little end first), and then the entries. So a lookup of one host reads
//! little, and chunks are large enough to be written fast.
//!
//! All of that is stored as one frame of zstd, which takes about half the bytes; chunks of earlier
//! versions are stored as they are. Behind it come the last host that belongs in the chunk and a
//! checksum of what is stored. The chunks of a layer divide all hosts among them, so a missing one
//! leaves a gap that is noticed.

use crate::checksum::placed;
use crate::host::Host;
use rusqlite::{Connection, Result, Row, params};
use zstd::bulk::Decompressor;
use zstd::zstd_safe::get_frame_content_size;

/// Bytes of entries at which a chunk is full.
pub(super) const FULL: usize = 64 << 10;

/// The first host of a layer's first chunk, and the last host of its last one.
pub(super) const LOWEST: Host = Host::ALL;
const HIGHEST: Host = Host::NOT_URLS;

/// Bytes of a host in the directory of a chunk.
const ROW: usize = 12;

/// The first bytes of a frame of zstd. As the number of hosts they would be four billion.
const FRAME: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// The level of zstd: higher ones take longer and save little, as most bytes are hashes.
const LEVEL: i32 = 1;

/// The most bytes that one byte of zstd stands for: the smallest block has four, for 128 KiB.
const MOST_TIMES: usize = 1 << 15;

/// Bytes of the last host that belongs in a chunk, and of its checksum.
const LAST: usize = 8;
const SUM: usize = 8;

/// A row of the table.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    pub id: i64,
    /// The first host that belongs in it: the lowest one there is, for the first chunk of a layer.
    pub first: Host,
}

impl Chunk {
    /// Reads the columns `id` and `first`.
    pub(super) fn from_row(row: &Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            first: host_of(row.get(1)?),
        })
    }
}

/// Hosts and their entries, until there are enough for a chunk.
#[derive(Default)]
pub(super) struct ChunkContent {
    /// Each host with the end of its entries.
    pub hosts: Vec<(Host, u32)>,
    pub entries: Vec<u8>,
}

impl ChunkContent {
    /// Adds a host. Hosts must come in order.
    pub(super) fn add(&mut self, host: Host, entries: &[u8]) {
        self.entries.extend_from_slice(entries);
        let end = self.entries.len() as u32;
        self.hosts.push((host, end));
    }

    /// Returns the bytes of a chunk: its hosts with the ends of their entries, and the entries one
    /// after the other. The next chunk starts empty.
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        let length = size_of::<u32>() + ROW * self.hosts.len() + self.entries.len();
        let mut bytes = Vec::with_capacity(length);
        let count = self.hosts.len() as u32;
        bytes.extend(count.to_le_bytes());
        for (host, end) in self.hosts.drain(..) {
            bytes.extend(host.number().to_le_bytes());
            bytes.extend(end.to_le_bytes());
        }
        bytes.append(&mut self.entries);
        bytes
    }
}

/// Writes the chunks of a layer.
pub(super) struct LayerWriter {
    layer: i64,
    /// The first host that belongs in the next chunk.
    first: Host,
    content: ChunkContent,
    bytes: u64,
}

impl LayerWriter {
    pub(super) fn new(layer: i64) -> Self {
        Self {
            layer,
            first: LOWEST,
            content: ChunkContent::default(),
            bytes: 0,
        }
    }

    /// Adds a host. Hosts must come in order.
    pub(super) fn add(
        &mut self,
        host: Host,
        entries: &[u8],
        connection: &Connection,
    ) -> Result<()> {
        let bytes = self.content.entries.len() + entries.len();
        if bytes > FULL && !self.content.hosts.is_empty() {
            self.write(Some(host), connection)?;
        }
        self.content.add(host, entries);
        Ok(())
    }

    /// Writes the rest, and returns the bytes of all chunks. Without chunks there is no layer.
    pub(super) fn finish(mut self, connection: &Connection) -> Result<u64> {
        if !self.content.hosts.is_empty() {
            self.write(None, connection)?;
        }
        if self.bytes > 0 {
            let mut insert =
                connection.prepare_cached("INSERT INTO segment (number, bytes) VALUES (?, ?)")?;
            insert.execute([self.layer, self.bytes.cast_signed()])?;
        }
        Ok(self.bytes)
    }

    /// Writes a chunk. `next` is the first host of the chunk after it.
    fn write(&mut self, next: Option<Host>, connection: &Connection) -> Result<()> {
        let last = match next {
            Some(next) => Host::from_number(next.number() - 1),
            None => HIGHEST,
        };
        let mut data = compress(self.content.take_bytes());
        seal(&mut data, self.layer, self.first, last);
        let mut insert = connection
            .prepare_cached("INSERT INTO chunk (segment, first, data) VALUES (?, ?, ?)")?;
        insert.execute(params![self.layer, ordered(self.first), data])?;
        self.bytes += data.len() as u64;
        self.first = next.unwrap_or(HIGHEST);
        Ok(())
    }
}

/// Returns the bytes of a chunk as a frame of zstd.
fn compress(bytes: Vec<u8>) -> Vec<u8> {
    // Without memory for it, chunks are stored as they are.
    zstd::bulk::compress(&bytes, LEVEL).unwrap_or(bytes)
}

/// Returns a chunk whose checksum is valid as if it had never been compressed. `None`: it is
/// damaged.
pub(super) fn decompress(stored: Vec<u8>) -> Option<Vec<u8>> {
    if !stored.starts_with(&FRAME) {
        return Some(stored);
    }
    let frame_length = stored.len().checked_sub(LAST + SUM)?;
    let (frame, end) = stored.split_at(frame_length);
    let length = get_frame_content_size(frame).ok()??;
    let length = usize::try_from(length).ok()?;
    if length / MOST_TIMES > frame.len() {
        return None;
    }
    let mut data = Vec::new();
    data.try_reserve_exact(length.checked_add(end.len())?)
        .ok()?;
    let mut zstd = Decompressor::new().ok()?;
    zstd.decompress_to_buffer(frame, &mut data).ok()?;
    data.extend_from_slice(end);
    Some(data)
}

/// Appends to a chunk of a layer the last host that belongs in it, and its checksum.
fn seal(data: &mut Vec<u8>, layer: i64, first: Host, last: Host) {
    data.extend(last.number().to_le_bytes());
    let sum = sum(data, layer, first);
    data.extend(sum.to_le_bytes());
}

/// Returns the checksum of a chunk without its checksum.
fn sum(content: &[u8], layer: i64, first: Host) -> u64 {
    placed(content, [layer.cast_unsigned(), first.number()])
}

/// Whether the bytes are those that were written for this place.
pub(super) fn is_whole(data: &[u8], layer: i64, first: Host) -> bool {
    let Some((content, stored)) = data.split_last_chunk() else {
        return false;
    };
    sum(content, layer, first) == u64::from_le_bytes(*stored)
}

/// Returns the last host that belongs in a chunk with a valid checksum.
pub(super) fn last(data: &[u8]) -> Option<Host> {
    let (content, _) = data.split_last_chunk::<SUM>()?;
    Some(host(*content.last_chunk()?))
}

/// Reads a host.
fn host(bytes: [u8; 8]) -> Host {
    Host::from_number(u64::from_le_bytes(bytes))
}

/// Returns the hash of a host as a number of SQLite, in the same order.
pub(super) fn ordered(host: Host) -> i64 {
    (host.number() ^ 1 << 63).cast_signed()
}

/// Returns the host of such a number.
pub(super) fn host_of(ordered: i64) -> Host {
    Host::from_number(ordered.cast_unsigned() ^ 1 << 63)
}

/// The parts of a chunk.
#[derive(Default)]
struct ChunkParts<'d> {
    /// Its directory.
    rows: &'d [[u8; ROW]],
    entries: &'d [u8],
}

impl<'d> ChunkParts<'d> {
    /// Divides the bytes of a chunk. `None`: the directory is cut off.
    fn of(data: &'d [u8]) -> Option<Self> {
        let (count, rest) = data.split_first_chunk()?;
        let count = u32::from_le_bytes(*count) as usize;
        let (rows, entries) = rest.split_at_checked(count * ROW)?;
        let (rows, _) = rows.as_chunks();
        Some(Self { rows, entries })
    }
}

/// Reads a host from the directory.
fn row_host(row: &[u8; ROW]) -> Host {
    let [number @ .., _, _, _, _] = *row;
    host(number)
}

/// Reads from the directory where the entries of a host end.
fn row_end(row: &[u8; ROW]) -> usize {
    let [.., a, b, c, d] = *row;
    u32::from_le_bytes([a, b, c, d]) as usize
}

/// Returns the hosts of a chunk with their entries, up to where it is cut off.
pub(super) fn hosts(data: &[u8]) -> impl Iterator<Item = (Host, &[u8])> {
    let parts = ChunkParts::of(data).unwrap_or_default();
    let mut start = 0;
    parts.rows.iter().map_while(move |row| {
        let end = row_end(row);
        let entries = parts.entries.get(start..end)?;
        start = end;
        Some((row_host(row), entries))
    })
}

/// Finds the entries of a host in a chunk.
pub(super) fn find(data: &[u8], wanted: Host) -> Option<&[u8]> {
    let parts = ChunkParts::of(data)?;
    let found = parts.rows.binary_search_by_key(&wanted, row_host);
    let place = found.ok()?;
    let start = match place {
        0 => 0,
        _ => row_end(&parts.rows[place - 1]),
    };
    let end = row_end(&parts.rows[place]);
    parts.entries.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(of: &[(u64, &[u8])]) -> Vec<u8> {
        let mut content = ChunkContent::default();
        for (host, entries) in of {
            content.add(Host::from_number(*host), entries);
        }
        content.take_bytes()
    }

    #[test]
    fn hosts_are_found_with_their_entries_and_others_are_not() {
        let of: [(u64, &[u8]); 4] = [(0, b"all"), (7, b""), (9, b"nine"), (u64::MAX, b"others")];
        let data = chunk(&of);
        let read: Vec<(u64, &[u8])> = hosts(&data).map(|(host, of)| (host.number(), of)).collect();
        assert_eq!(read, of);
        for (host, entries) in of {
            assert_eq!(find(&data, Host::from_number(host)), Some(entries));
        }
        assert!(
            [1, 8, 10]
                .iter()
                .all(|host| find(&data, Host::from_number(*host)).is_none())
        );
    }

    #[test]
    fn chunks_that_are_cut_off_give_what_is_whole() {
        let data = chunk(&[(1, b"one"), (2, b"two")]);
        for length in 0..data.len() {
            let cut = &data[..length];
            let whole = hosts(cut).count();
            assert_eq!(
                whole,
                usize::from(length >= data.len() - b"two".len()),
                "{length} bytes"
            );
            assert_eq!(find(cut, Host::from_number(2)), None, "{length} bytes");
        }
        assert_eq!(hosts(&[]).count(), 0);
    }

    #[test]
    fn numbers_of_the_database_have_the_order_of_hosts() {
        let hosts = [0, 1, 1 << 62, 1 << 63, u64::MAX].map(Host::from_number);
        assert!(hosts.map(ordered).is_sorted());
        assert_eq!(hosts.map(ordered).map(host_of), hosts);
    }
}
