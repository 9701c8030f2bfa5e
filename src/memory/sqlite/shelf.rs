//! Which segments there are, where their chunks are, and those chunks that were read a short while ago.
//!
//! The directory of all chunks grows with the file: a megabyte of it at ten million kinds. So a run that asks for a few hosts looks for each
//! one by a search in the database, and the directory of a segment is read only once it pays.

use super::segment::{self, Chunk, FULL, host_of, ordered};
use crate::memory::host::Host;
use rusqlite::{Connection, OptionalExtension, params};

/// Bytes of chunks that are held at most: a list meets its hosts in any order.
const HELD: usize = 64 << 20;

/// From how many segments of like size on they are merged.
const MANY: usize = 24;

/// What a segment may be larger than all younger ones together, to be merged with them.
const SMALL: u64 = 256 << 10;

/// Chunks of a segment for which one search is made before its directory is read: about as many as a page of the directory has, so
/// that the searches have read as many pages as the directory has.
const PAGE: u64 = 128;

/// A segment, by its number.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) number: i64,
    pub(super) bytes: u64,
    /// What is known of its chunks, by their first hosts, with their data as far as that is held.
    known: Vec<(Chunk, Vec<u8>)>,
    /// Whether these are all.
    is_complete: bool,
    /// How many hosts were looked for.
    asked: u64,
}

impl Segment {
    fn new(number: i64, bytes: u64) -> Self {
        Self { number, bytes, known: Vec::new(), is_complete: false, asked: 0 }
    }

    /// Its chunks in the order of their hosts.
    pub(super) fn chunks(&self, connection: &Connection) -> rusqlite::Result<Vec<Chunk>> {
        let mut statement = connection.prepare_cached(
            "SELECT id, first FROM chunk INDEXED BY place WHERE segment = ? ORDER BY first",
        )?;
        let rows = statement
            .query_map([self.number], |row| Ok(Chunk { id: row.get(0)?, first: host_of(row.get(1)?) }))?;
        rows.collect()
    }

    /// Reads the directory if the hosts that are looked for are worth it.
    fn prepare(&mut self, hosts: usize, connection: &Connection) -> rusqlite::Result<()> {
        self.asked += hosts as u64;
        let chunks = self.bytes / FULL as u64;
        if !self.is_complete && self.asked * PAGE >= chunks {
            let mut known = std::mem::take(&mut self.known);
            let held = |chunk: Chunk| {
                let at = known.binary_search_by_key(&chunk.first, |(chunk, _)| chunk.first);
                (chunk, at.map_or(Vec::new(), |at| std::mem::take(&mut known[at].1)))
            };
            self.known = self.chunks(connection)?.into_iter().map(held).collect();
            self.is_complete = true;
        }
        Ok(())
    }

    /// The place among the known chunks of the one that a host is in, if it is in the segment.
    fn place(&mut self, host: Host, connection: &Connection) -> rusqlite::Result<Option<usize>> {
        if self.is_complete {
            return Ok(self.known.partition_point(|(chunk, _)| chunk.first <= host).checked_sub(1));
        }
        let mut statement = connection.prepare_cached(
            "SELECT id, first FROM chunk INDEXED BY place WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1",
        )?;
        let chunk = statement.query_row(params![self.number, ordered(host)], |row| {
            Ok(Chunk { id: row.get(0)?, first: host_of(row.get(1)?) })
        });
        let Some(chunk) = chunk.optional()? else { return Ok(None) };
        let at = self.known.binary_search_by_key(&chunk.first, |(chunk, _)| chunk.first);
        Ok(Some(at.unwrap_or_else(|at| {
            self.known.insert(at, (chunk, Vec::new()));
            at
        })))
    }
}

/// All segments, the oldest first.
#[derive(Debug)]
pub(super) struct Shelf {
    segments: Vec<Segment>,
    held_bytes: usize,
}

impl Shelf {
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut shelf = Self { segments: Vec::new(), held_bytes: 0 };
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            return Ok(shelf);
        }
        let mut statement = connection.prepare("SELECT number, bytes FROM segment ORDER BY number")?;
        let segments = statement
            .query_map([], |row| Ok(Segment::new(row.get(0)?, row.get::<_, i64>(1)?.cast_unsigned())))?;
        shelf.segments = segments.collect::<rusqlite::Result<_>>()?;
        Ok(shelf)
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Bytes of all chunks.
    pub(super) fn bytes(&self) -> u64 {
        self.segments.iter().map(|segment| segment.bytes).sum()
    }

    /// The number of the segment that comes next.
    pub(super) fn next_segment(&self) -> i64 {
        self.segments.last().map_or(0, |segment| segment.number + 1)
    }

    /// Adds a segment, unless there is nothing in it.
    pub(super) fn add(&mut self, number: i64, bytes: u64) {
        if bytes > 0 {
            self.segments.push(Segment::new(number, bytes));
        }
    }

    /// Puts one segment in the place of all from `from` on.
    pub(super) fn replace(&mut self, from: usize, number: i64, bytes: u64) {
        self.segments.truncate(from);
        self.add(number, bytes);
        // What was held of those that are gone is not counted any more.
        self.held_bytes =
            self.segments.iter().flat_map(|segment| &segment.known).map(|(_, data)| data.len()).sum();
    }

    /// From which segment on they are to be merged, if there are many of like size. So every byte is merged a few times,
    /// as often as the bytes have doubled since.
    pub(super) fn to_merge(&self) -> Option<usize> {
        let (mut bytes, mut count) = (0, 0);
        for segment in self.segments.iter().rev() {
            if segment.bytes > 2 * bytes + SMALL && count > 0 {
                break;
            }
            bytes += segment.bytes;
            count += 1;
        }
        (count >= MANY).then(|| self.segments.len() - count)
    }

    /// Makes ready for so many hosts that are looked for.
    pub(super) fn prepare(&mut self, hosts: usize, connection: &Connection) -> rusqlite::Result<()> {
        self.segments.iter_mut().try_for_each(|segment| segment.prepare(hosts, connection))
    }

    /// The piece of a host in a segment.
    pub(super) fn find(
        &mut self,
        segment: usize,
        host: Host,
        connection: &Connection,
    ) -> rusqlite::Result<Option<&[u8]>> {
        if self.held_bytes > HELD {
            for (_, data) in self.segments.iter_mut().flat_map(|segment| &mut segment.known) {
                *data = Vec::new();
            }
            self.held_bytes = 0;
        }
        let segment = &mut self.segments[segment];
        let Some(at) = segment.place(host, connection)? else { return Ok(None) };
        let (chunk, data) = &mut segment.known[at];
        if data.is_empty() {
            *data = read(*chunk, connection)?;
            self.held_bytes += data.len();
        }
        Ok(segment::find(data, host))
    }
}

/// Reads a chunk.
pub(super) fn read(chunk: Chunk, connection: &Connection) -> rusqlite::Result<Vec<u8>> {
    connection.prepare_cached("SELECT data FROM chunk WHERE id = ?")?.query_row([chunk.id], |row| row.get(0))
}
