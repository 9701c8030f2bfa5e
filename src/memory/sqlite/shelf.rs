//! Where the chunks of all segments are, and those that were read a short while ago.

use super::segment::{self, Chunk, host_of};
use crate::memory::host::Host;
use rusqlite::Connection;

/// Bytes of chunks that are held at most: a list meets its hosts in any order.
const HELD: usize = 64 << 20;

/// From how many segments of like size on they are merged.
const MANY: usize = 24;

/// What a segment may be larger than all younger ones together, to be merged with them.
const SMALL: u64 = 256 << 10;

/// A segment, by its number.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) number: i64,
    /// Its chunks, by their first hosts.
    pub(super) chunks: Vec<Chunk>,
}

impl Segment {
    fn bytes(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.bytes.cast_unsigned()).sum()
    }
}

/// All segments, the oldest first.
#[derive(Debug)]
pub(super) struct Shelf {
    segments: Vec<Segment>,
    /// For each segment, what was read of its chunks.
    held: Vec<Vec<Vec<u8>>>,
    held_bytes: usize,
}

impl Shelf {
    pub(super) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let mut shelf = Self { segments: Vec::new(), held: Vec::new(), held_bytes: 0 };
        let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables == 0 {
            return Ok(shelf);
        }
        let mut statement = connection.prepare(
            "SELECT segment, first, bytes, id FROM chunk INDEXED BY place ORDER BY segment, first",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (number, first, bytes, id): (i64, i64, i64, i64) =
                (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            let chunk = Chunk { id, first: host_of(first), bytes };
            match shelf.segments.last_mut().filter(|segment| segment.number == number) {
                Some(segment) => segment.chunks.push(chunk),
                None => shelf.segments.push(Segment { number, chunks: vec![chunk] }),
            }
        }
        Ok(shelf)
    }

    pub(super) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Bytes of all chunks, and the number of segments.
    pub(super) fn size(&self) -> (u64, usize) {
        (self.segments.iter().map(Segment::bytes).sum(), self.segments.len())
    }

    /// The number of the segment that comes next.
    pub(super) fn next_segment(&self) -> i64 {
        self.segments.last().map_or(0, |segment| segment.number + 1)
    }

    pub(super) fn add(&mut self, number: i64, chunks: Vec<Chunk>) {
        if !chunks.is_empty() {
            self.segments.push(Segment { number, chunks });
        }
    }

    /// Puts one segment in the place of all from `from` on.
    pub(super) fn replace(&mut self, from: usize, number: i64, chunks: Vec<Chunk>) {
        self.segments.truncate(from);
        self.held.truncate(from);
        self.add(number, chunks);
    }

    /// From which segment on they are to be merged, if there are many of like size. So every byte is merged a few times,
    /// as often as the bytes have doubled since.
    pub(super) fn to_merge(&self) -> Option<usize> {
        let (mut bytes, mut count) = (0, 0);
        for segment in self.segments.iter().rev() {
            if segment.bytes() > 2 * bytes + SMALL && count > 0 && segment.bytes() > SMALL {
                break;
            }
            bytes += segment.bytes();
            count += 1;
        }
        (count >= MANY).then(|| self.segments.len() - count)
    }

    /// The piece of a host in a segment.
    pub(super) fn find(
        &mut self,
        segment: usize,
        host: Host,
        connection: &Connection,
    ) -> rusqlite::Result<Option<&[u8]>> {
        let chunks = &self.segments[segment].chunks;
        let Some(at) = chunks.partition_point(|chunk| chunk.first <= host).checked_sub(1) else {
            return Ok(None);
        };
        let chunk = chunks[at];
        if self.held_bytes > HELD {
            self.held.clear();
            self.held_bytes = 0;
        }
        self.held.resize_with(self.segments.len(), Vec::new);
        let held = &mut self.held[segment];
        held.resize_with(chunks.len(), Vec::new);
        if held[at].is_empty() {
            held[at] = read(chunk, connection)?;
            self.held_bytes += held[at].len();
        }
        Ok(segment::find(&held[at], host))
    }
}

/// Reads a chunk.
pub(super) fn read(chunk: Chunk, connection: &Connection) -> rusqlite::Result<Vec<u8>> {
    connection.prepare_cached("SELECT data FROM chunk WHERE id = ?")?.query_row([chunk.id], |row| row.get(0))
}
