//! Many segments made one.

use super::schema::Swept;
use super::segment::{Chunk, Packer, pieces};
use super::shelf::{Segment, Shelf, read};
use crate::memory::compact::compact;
use crate::memory::expiry::Expiry;
use crate::memory::host::Host;
use rusqlite::{Connection, TransactionBehavior, params};
use std::borrow::Cow;

/// Goes through the hosts of some segments in order, with what they hold of each together, without what has expired.
pub(super) struct Merge<'c> {
    cursors: Vec<Cursor>,
    expiry: Option<Expiry>,
    connection: &'c Connection,
}

/// A place in a segment.
struct Cursor {
    /// What is left of it, the next one last.
    chunks: Vec<Chunk>,
    /// The pieces of the present chunk that are left, the next one last.
    pieces: Vec<(Host, Vec<u8>)>,
}

impl<'c> Merge<'c> {
    /// The segments are all from one on: what has expired is told by what came later.
    pub(super) fn new(
        segments: &[Segment],
        expiry: Option<Expiry>,
        connection: &'c Connection,
    ) -> rusqlite::Result<Self> {
        let cursor = |segment: &Segment| -> rusqlite::Result<Cursor> {
            let mut chunks = segment.chunks(connection)?;
            chunks.reverse();
            Ok(Cursor { chunks, pieces: Vec::new() })
        };
        let cursors = segments.iter().map(cursor).collect::<rusqlite::Result<_>>()?;
        Ok(Self { cursors, expiry, connection })
    }

    /// The next host, and its pieces as one.
    pub(super) fn next(&mut self) -> rusqlite::Result<Option<(Host, Vec<u8>)>> {
        let mut least = None;
        for cursor in &mut self.cursors {
            if let Some(host) = cursor.host(self.connection)? {
                least = Some(least.map_or(host, |least: Host| least.min(host)));
            }
        }
        let Some(host) = least else { return Ok(None) };
        let (mut all, mut count) = (Vec::new(), 0);
        for cursor in &mut self.cursors {
            if cursor.pieces.last().is_some_and(|(other, _)| *other == host)
                && let Some((_, piece)) = cursor.pieces.pop()
            {
                all.extend_from_slice(&piece);
                count += 1;
            }
        }
        // What is damaged stays, so that whoever reads it says so.
        if let Some(Cow::Owned(left)) = self.expiry.and_then(|expiry| expiry.left(&all)) {
            all = left;
        } else if count > 1
            && let Some(compact) = compact(&all, |_| true)
        {
            all = compact;
        }
        Ok(Some((host, all)))
    }
}

impl Cursor {
    /// The host that it is at; it reads on where a chunk is over.
    fn host(&mut self, connection: &Connection) -> rusqlite::Result<Option<Host>> {
        while self.pieces.is_empty() {
            let Some(chunk) = self.chunks.pop() else { return Ok(None) };
            let data = read(chunk, connection)?;
            self.pieces = pieces(&data).map(|(host, piece)| (host, piece.to_vec())).collect();
            self.pieces.reverse();
        }
        Ok(self.pieces.last().map(|(host, _)| *host))
    }
}

/// Makes one of all segments from `from` on. Gives when that was, if nothing that has expired is left anywhere.
pub(super) fn merge(
    shelf: &mut Shelf,
    from: usize,
    expiry: Option<Expiry>,
    connection: &mut Connection,
) -> rusqlite::Result<Option<Swept>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = shelf.next_segment();
    let mut packer = Packer::new(number);
    let mut merge = Merge::new(&shelf.segments()[from..], expiry, &transaction)?;
    while let Some((host, piece)) = merge.next()? {
        if !piece.is_empty() {
            packer.add(host, &piece, &transaction)?;
        }
    }
    let bytes = packer.finish(&transaction)?;
    for segment in &shelf.segments()[from..] {
        transaction.execute("DELETE FROM chunk WHERE segment = ?", params![segment.number])?;
        transaction.execute("DELETE FROM segment WHERE number = ?", params![segment.number])?;
    }
    let swept = expiry.filter(|_| from == 0).map(|expiry| Swept { until: expiry.until(), bytes });
    if let Some(swept) = swept {
        swept.write(&transaction)?;
    }
    transaction.commit()?;
    shelf.replace(from, number, bytes);
    Ok(swept)
}
