//! Merges layers into one.

use super::chunk::{Chunk, LOWEST, LayerWriter, hosts};
use super::failure::Failure;
use super::layers::{Layer, Layers};
use super::schema::{self, Swept, corrupt};
use crate::entry::compact::compact;
use crate::entry::expiry::Expiry;
use crate::host::Host;
use crate::store::archive::Rewrite;
use rusqlite::{Connection, TransactionBehavior};
use std::borrow::Cow;

/// Goes through the hosts of some layers in order, with their entries from all of these layers,
/// without expired groups.
pub(super) struct MergedHosts<'c> {
    cursors: Vec<LayerCursor<'c>>,
    expiry: Option<Expiry>,
    connection: &'c Connection,
}

/// A place in a layer.
struct LayerCursor<'c> {
    layer: &'c Layer,
    /// The first host of the next chunk, if that is known.
    start: Option<Host>,
    /// The chunks that are left, the next one last.
    chunks: Vec<Chunk>,
    /// The hosts that are left of the current chunk with their entries, the next one last.
    hosts: Vec<(Host, Vec<u8>)>,
}

impl<'c> MergedHosts<'c> {
    /// Starts at the first host. The layers must be all layers from a given one on: later ones
    /// decide whether a group has expired.
    pub(super) fn new(
        layers: &'c [Layer],
        expiry: Option<Expiry>,
        connection: &'c Connection,
    ) -> rusqlite::Result<Self> {
        let mut cursors = Vec::new();
        for layer in layers {
            let mut chunks = layer.chunks(connection)?;
            chunks.reverse();
            cursors.push(LayerCursor {
                layer,
                start: layer.is_checked.then_some(LOWEST),
                chunks,
                hosts: Vec::new(),
            });
        }
        Ok(Self {
            cursors,
            expiry,
            connection,
        })
    }

    /// Returns the next host, and all its entries.
    pub(super) fn next(&mut self) -> rusqlite::Result<Option<(Host, Vec<u8>)>> {
        let mut least: Option<Host> = None;
        for cursor in &mut self.cursors {
            let host = cursor.host(self.connection)?;
            least = least.into_iter().chain(host).min();
        }
        let Some(host) = least else {
            return Ok(None);
        };
        let mut all = Vec::new();
        let mut count = 0;
        for cursor in &mut self.cursors {
            if let Some((_, entries)) = cursor.hosts.pop_if(|(other, _)| *other == host) {
                all.extend_from_slice(&entries);
                count += 1;
            }
        }
        // Damaged entries stay, so that their reader reports the damage.
        if let Some(Cow::Owned(left)) = self.expiry.and_then(|expiry| expiry.left(&all)) {
            all = left;
        } else if count > 1
            && let Some(compact) = compact(&all)
        {
            all = compact;
        }
        Ok(Some((host, all)))
    }

    /// Writes what `rewrite` returns to a new layer. Returns whether it differs from what is
    /// stored.
    pub(super) fn write(
        &mut self,
        writer: &mut LayerWriter,
        rewrite: &mut Rewrite<'_>,
    ) -> Result<bool, Failure> {
        let mut is_changed = false;
        while let Some((host, mut entries)) = self.next()? {
            if let Some(rewritten) = rewrite(host, &entries)? {
                is_changed = true;
                entries = rewritten;
            }
            if !entries.is_empty() {
                writer.add(host, &entries, self.connection)?;
            }
        }
        Ok(is_changed)
    }

    /// Finishes the new layer, and deletes the others. Returns the size of the new one in bytes.
    pub(super) fn replace(self, writer: LayerWriter) -> rusqlite::Result<u64> {
        let bytes = writer.finish(self.connection)?;
        for cursor in &self.cursors {
            let number = [cursor.layer.number];
            let connection = self.connection;
            connection.execute("DELETE FROM chunk WHERE segment = ?", number)?;
            connection.execute("DELETE FROM segment WHERE number = ?", number)?;
        }
        Ok(bytes)
    }
}

impl LayerCursor<'_> {
    /// Returns the current host; reads the next chunk when one is finished.
    fn host(&mut self, connection: &Connection) -> rusqlite::Result<Option<Host>> {
        while self.hosts.is_empty() {
            let chunk = self.chunks.pop();
            // A missing chunk leaves a gap.
            if self.layer.is_checked && chunk.map(|chunk| chunk.first) != self.start {
                return Err(corrupt());
            }
            let Some(chunk) = chunk else {
                return Ok(None);
            };
            let data = self.layer.read(chunk, connection)?;
            self.start = self.layer.next(&data);
            for (host, entries) in hosts(&data) {
                self.hosts.push((host, entries.to_vec()));
            }
            self.hosts.reverse();
        }
        let next = self.hosts.last();
        Ok(next.map(|(host, _)| *host))
    }
}

/// Merges all layers from `from` on. Returns the time of the merge if nothing expired is left
/// anywhere.
pub(super) fn merge(
    layers: &mut Layers,
    from: usize,
    expiry: Option<Expiry>,
    connection: &mut Connection,
) -> Result<Option<Swept>, Failure> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = layers.next_number();
    let mut writer = LayerWriter::new(number);
    let mut hosts = MergedHosts::new(&layers.as_slice()[from..], expiry, &transaction)?;
    hosts.write(&mut writer, &mut |_, _| Ok(None))?;
    let bytes = hosts.replace(writer)?;
    let mut swept = None;
    if let Some(expiry) = expiry
        && from == 0
    {
        let merged = Swept {
            until: expiry.until,
            bytes,
        };
        merged.write(&transaction)?;
        swept = Some(merged);
    }
    schema::seal(&transaction, layers.checked())?;
    transaction.commit()?;
    layers.replace(from, number, bytes);
    Ok(swept)
}

#[cfg(test)]
mod tests {
    use super::super::chunk::decompress;
    use super::super::schema;
    use super::*;
    use crate::entry::{Entry, Kept, Lookup, SliceCount, written};
    use crate::store::Start;
    use rusqlite::params;

    /// A group that came in a slice of ten milliseconds.
    fn kept(id: u64, slice: i64) -> Entry<'static> {
        Entry::Kept(Kept {
            id,
            time: slice * 10,
            lookup: Lookup::Keys(&[]),
            line: b"x",
        })
    }

    fn met(id: u64, slice: i64, count: u64) -> Entry<'static> {
        Entry::Met(SliceCount {
            id,
            slice,
            count,
            last: slice * 10,
        })
    }

    /// Makes a database in which each commit has stored some hosts.
    fn stored(commits: &[&[(u64, &[Entry<'_>])]]) -> (tempfile::TempDir, Connection, Layers) {
        let folder = tempfile::tempdir().expect("there is room");
        let connection = schema::open(&folder.path().join("state"), true).expect("it can be made");
        for (number, hosts) in (0..).zip(commits) {
            let mut writer = LayerWriter::new(number);
            for (host, entries) in *hosts {
                let host = Host::from_number(*host);
                writer
                    .add(host, &written(entries.iter().copied()), &connection)
                    .expect("it can be written");
            }
            writer.finish(&connection).expect("it can be written");
        }
        let layers = Layers::read(&connection).expect("it can be read");
        (folder, connection, layers)
    }

    fn all(
        layers: &Layers,
        expiry: Option<Expiry>,
        connection: &Connection,
    ) -> Vec<(u64, Vec<u8>)> {
        let mut merge =
            MergedHosts::new(layers.as_slice(), expiry, connection).expect("it can be read");
        let next = || {
            merge
                .next()
                .expect("it can be read")
                .map(|(host, all)| (host.number(), all))
        };
        std::iter::from_fn(next).collect()
    }

    fn expired(slice: i64) -> Option<Expiry> {
        let start: Start = format!("seed 1 2\nslice 10\nnext 9\nrun 2\nexpired {slice}")
            .parse()
            .expect("it is whole");
        start.expiry()
    }

    #[test]
    fn hosts_come_once_in_order_with_what_all_layers_hold_of_them() {
        let (_folder, connection, layers) = stored(&[
            &[(1, &[kept(1, 0), met(1, 0, 1)]), (5, &[kept(2, 0)])],
            &[(0, &[kept(3, 0)]), (1, &[met(1, 0, 2)])],
            &[(1, &[met(1, 1, 1)]), (7, &[kept(4, 1)])],
        ]);
        let wanted = [
            (0, written([kept(3, 0)])),
            (1, written([kept(1, 0), met(1, 1, 1), met(1, 0, 3)])),
            (5, written([kept(2, 0)])),
            (7, written([kept(4, 1)])),
        ];
        assert_eq!(all(&layers, None, &connection), wanted);
    }

    #[test]
    fn layers_become_one_without_what_has_expired() {
        let commits: [&[(u64, &[Entry<'_>])]; 3] = [
            &[(1, &[kept(1, 0)]), (2, &[kept(2, 0)])],
            &[(2, &[met(2, 5, 1)])],
            &[(1, &[kept(3, 6)])],
        ];
        let (_folder, mut connection, mut layers) = stored(&commits);
        // Earlier layers may hold more of a group.
        assert_eq!(
            merge(&mut layers, 1, expired(4), &mut connection).expect("it can be written"),
            None
        );
        assert_eq!(layers.as_slice().len(), 2);
        let swept = merge(&mut layers, 0, expired(4), &mut connection).expect("it can be written");
        assert_eq!(
            swept.map(|swept| (swept.until, swept.bytes)),
            Some((4, layers.bytes()))
        );
        let left = [
            (1, written([kept(3, 6)])),
            (2, written([kept(2, 0), met(2, 5, 1)])),
        ];
        assert_eq!(all(&layers, None, &connection), left);
        let read = Layers::read(&connection).expect("it can be read");
        assert_eq!(
            (read.as_slice().len(), read.bytes()),
            (1, layers.bytes()),
            "the file has it as it is here"
        );
        // Hosts whose groups have all expired are gone, and so is a layer without hosts.
        merge(&mut layers, 0, expired(6), &mut connection).expect("it can be written");
        assert!(layers.as_slice().is_empty() && all(&layers, None, &connection).is_empty());
    }

    #[test]
    fn what_is_damaged_stays_to_be_told_of() {
        // A file without checksums.
        let (_folder, connection, _) = stored(&[&[(1, &[kept(1, 0)])]]);
        connection
            .pragma_update(None, "user_version", 1)
            .expect("it can be written");
        let layers = Layers::read(&connection).expect("it can be read");
        let layer = &layers.as_slice()[0];
        let chunk = layer.chunks(&connection).expect("it can be read")[0];
        let stored = connection.query_row("SELECT data FROM chunk", [], |row| row.get(0));
        let mut data = decompress(stored.expect("it can be read")).expect("it is whole");
        data[16] = 0xFF;
        connection
            .execute(
                "UPDATE chunk SET data = ? WHERE id = ?",
                params![data, chunk.id],
            )
            .expect("it can be written");
        let read = all(&layers, expired(4), &connection);
        assert_eq!(read.len(), 1);
        assert!(Entry::parse_all(&read[0].1).any(|entry| entry.is_none()));
    }
}
