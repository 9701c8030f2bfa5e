//! The layers of a file: commits that are not merged yet, with recently read chunks.
//!
//! The directory of all chunks grows with the file: to a megabyte at ten million groups. So a run
//! that asks for a few hosts searches the database for each one, and reads the directory of a layer
//! only once that pays.

use super::chunk::{self, Chunk, FULL, ordered};
use super::schema::{self, corrupt};
use crate::host::Host;
use rusqlite::{Connection, OptionalExtension, Result, params};

/// The most bytes of chunks that are held. A list meets its hosts in any order, so a second run
/// over a large list reads every chunk for each of its hosts unless all of them fit: ten million
/// mixed lines have 250 MB of chunks.
const HELD: usize = 1 << 30;

/// The number of layers of similar size at which they are merged.
const MANY: usize = 24;

/// The number of bytes by which a layer may exceed all younger ones together and still be merged
/// with them.
const SMALL: u64 = 256 << 10;

/// Chunks of a layer for each search that is made before its directory is read: about as many as
/// fit on a page of the directory. So at most as many pages are read by searches as the directory
/// has.
const PAGE: u64 = 128;

/// A layer.
pub(super) struct Layer {
    pub number: i64,
    pub bytes: u64,
    /// Whether its chunks have checksums, and divide all hosts among them.
    pub is_checked: bool,
    /// The known chunks, by their first hosts.
    known: Vec<KnownChunk>,
    /// Whether all chunks are known.
    is_complete: bool,
    /// The number of hosts that were looked for.
    asked: u64,
}

/// A chunk of a layer, with its data if that is held.
struct KnownChunk {
    chunk: Chunk,
    data: Vec<u8>,
}

impl Layer {
    fn new(number: i64, bytes: u64, is_checked: bool) -> Self {
        Self {
            number,
            bytes,
            is_checked,
            known: Vec::new(),
            is_complete: false,
            asked: 0,
        }
    }

    /// Returns its chunks in the order of their hosts.
    pub(super) fn chunks(&self, connection: &Connection) -> Result<Vec<Chunk>> {
        let mut statement = connection.prepare_cached(
            "SELECT id, first FROM chunk INDEXED BY place WHERE segment = ? ORDER BY first",
        )?;
        let rows = statement.query_map([self.number], Chunk::from_row)?;
        rows.collect()
    }

    /// Reads one of its chunks.
    pub(super) fn read(&self, chunk: Chunk, connection: &Connection) -> Result<Vec<u8>> {
        let query = "SELECT data FROM chunk WHERE id = ?";
        let data: Vec<u8> = schema::value(connection, query, [chunk.id])?;
        if self.is_checked && !chunk::is_whole(&data, self.number, chunk.first) {
            return Err(corrupt());
        }
        chunk::decompress(data).ok_or_else(corrupt)
    }

    /// Returns the first host of the chunk after one that was read, if there must be one.
    pub(super) fn next(&self, data: &[u8]) -> Option<Host> {
        if !self.is_checked {
            return None;
        }
        let next = chunk::last(data)?.number().checked_add(1)?;
        Some(Host::from_number(next))
    }

    /// Reads the directory if enough hosts are looked for.
    fn prepare(&mut self, hosts: usize, connection: &Connection) -> Result<()> {
        self.asked += hosts as u64;
        let chunks = self.bytes / FULL as u64;
        if self.is_complete || self.asked * PAGE < chunks {
            return Ok(());
        }
        let chunks = self.chunks(connection)?;
        let mut known = std::mem::take(&mut self.known);
        for chunk in chunks {
            let mut data = Vec::new();
            if let Ok(place) = search(&known, chunk) {
                data = std::mem::take(&mut known[place].data);
            }
            self.known.push(KnownChunk { chunk, data });
        }
        self.is_complete = true;
        Ok(())
    }

    /// Returns the place among the known chunks of the one that a host belongs in.
    fn place(&mut self, host: Host, connection: &Connection) -> Result<Option<usize>> {
        if self.is_complete {
            let after = self
                .known
                .partition_point(|known| known.chunk.first <= host);
            return Ok(after.checked_sub(1));
        }
        let mut statement = connection.prepare_cached(
            "SELECT id, first FROM chunk INDEXED BY place WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1",
        )?;
        let chunk = statement.query_row(params![self.number, ordered(host)], Chunk::from_row);
        let Some(chunk) = chunk.optional()? else {
            return Ok(None);
        };
        match search(&self.known, chunk) {
            Ok(place) => Ok(Some(place)),
            Err(place) => {
                let data = Vec::new();
                self.known.insert(place, KnownChunk { chunk, data });
                Ok(Some(place))
            }
        }
    }
}

/// Finds the place of a chunk among known ones, or the place where it belongs.
fn search(known: &[KnownChunk], wanted: Chunk) -> std::result::Result<usize, usize> {
    known.binary_search_by_key(&wanted.first, |known| known.chunk.first)
}

/// All layers, the oldest first.
pub(super) struct Layers {
    layers: Vec<Layer>,
    held_bytes: usize,
    /// The number of the first layer with checksums.
    checked: i64,
}

impl Layers {
    pub(super) fn read(connection: &Connection) -> Result<Self> {
        if schema::tables(connection)? == 0 {
            return Ok(Self {
                layers: Vec::new(),
                held_bytes: 0,
                checked: 0,
            });
        }
        let checked = schema::checked(connection)?;
        let mut statement =
            connection.prepare("SELECT number, bytes FROM segment ORDER BY number")?;
        let layers = statement.query_map([], |row| {
            let number = row.get(0)?;
            let bytes: i64 = row.get(1)?;
            let is_checked = number >= checked;
            Ok(Layer::new(number, bytes.cast_unsigned(), is_checked))
        })?;
        Ok(Self {
            layers: layers.collect::<Result<_>>()?,
            held_bytes: 0,
            checked,
        })
    }

    pub(super) fn as_slice(&self) -> &[Layer] {
        &self.layers
    }

    /// Returns the bytes of all chunks.
    pub(super) fn bytes(&self) -> u64 {
        self.layers.iter().map(|layer| layer.bytes).sum()
    }

    /// Returns the number of the next layer.
    pub(super) fn next_number(&self) -> i64 {
        self.layers.last().map_or(0, |layer| layer.number + 1)
    }

    /// Returns the number of the first layer that will have checksums once something is written.
    pub(super) fn checked(&self) -> i64 {
        self.checked.min(self.next_number())
    }

    /// Adds a layer that was written, unless it is empty.
    pub(super) fn add(&mut self, number: i64, bytes: u64) {
        if bytes > 0 {
            self.checked = self.checked.min(number);
            self.layers.push(Layer::new(number, bytes, true));
        }
    }

    /// Replaces all layers from `from` on by one.
    pub(super) fn replace(&mut self, from: usize, number: i64, bytes: u64) {
        self.layers.truncate(from);
        self.add(number, bytes);
        // Chunks of removed layers are not counted any more.
        self.held_bytes = 0;
        for layer in &self.layers {
            for known in &layer.known {
                self.held_bytes += known.data.len();
            }
        }
    }

    /// Returns the first layer to merge with all later ones, if there are many of similar size. So
    /// every byte is merged a few times: as often as the data has doubled since.
    pub(super) fn to_merge(&self) -> Option<usize> {
        let mut bytes = 0;
        let mut count = 0;
        for layer in self.layers.iter().rev() {
            if layer.bytes > 2 * bytes + SMALL && count > 0 {
                break;
            }
            bytes += layer.bytes;
            count += 1;
        }
        if count < MANY {
            return None;
        }
        Some(self.layers.len() - count)
    }

    /// Prepares to look for this many hosts.
    pub(super) fn prepare(&mut self, hosts: usize, connection: &Connection) -> Result<()> {
        for layer in &mut self.layers {
            layer.prepare(hosts, connection)?;
        }
        Ok(())
    }

    /// Finds the entries of a host in a layer.
    pub(super) fn find(
        &mut self,
        layer: usize,
        host: Host,
        connection: &Connection,
    ) -> Result<Option<&[u8]>> {
        if self.held_bytes > HELD {
            for layer in &mut self.layers {
                for known in &mut layer.known {
                    known.data = Vec::new();
                }
            }
            self.held_bytes = 0;
        }
        let layer = &mut self.layers[layer];
        let Some(place) = layer.place(host, connection)? else {
            if layer.is_checked {
                return Err(corrupt());
            }
            return Ok(None);
        };
        if layer.known[place].data.is_empty() {
            let data = layer.read(layer.known[place].chunk, connection)?;
            self.held_bytes += data.len();
            layer.known[place].data = data;
        }
        let KnownChunk { chunk, data } = &layer.known[place];
        // If the host is after the last one that belongs in the chunk, another chunk is missing.
        let belongs = || chunk.first <= host && chunk::last(data) >= Some(host);
        if layer.is_checked && !belongs() {
            return Err(corrupt());
        }
        Ok(chunk::find(data, host))
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunk::LayerWriter;
    use super::super::schema;
    use super::*;

    fn host(number: u64) -> Host {
        Host::from_number(number)
    }

    /// Makes a database of layers, each of hosts that have entries of so many bytes.
    fn stored(layers: &[&[(u64, usize)]]) -> (tempfile::TempDir, Connection, Layers) {
        let folder = tempfile::tempdir().expect("there is room");
        let connection = schema::open(&folder.path().join("state"), true).expect("it can be made");
        for (number, layer) in (0..).zip(layers) {
            let mut writer = LayerWriter::new(number);
            for (of_host, bytes) in *layer {
                let entries = vec![7; *bytes];
                writer
                    .add(host(*of_host), &entries, &connection)
                    .expect("it can be written");
            }
            writer.finish(&connection).expect("it can be written");
        }
        let layers = Layers::read(&connection).expect("it can be read");
        (folder, connection, layers)
    }

    fn sizes(sizes: &[u64]) -> Layers {
        let layers = (0..)
            .zip(sizes)
            .map(|(number, bytes)| Layer::new(number, *bytes, true))
            .collect();
        Layers {
            layers,
            held_bytes: 0,
            checked: 0,
        }
    }

    #[test]
    fn hosts_are_found_by_searches_and_by_the_directory() {
        let large = FULL / 2 + 1;
        let second: Vec<(u64, usize)> = (0..300).map(|at| (3 * at, large)).collect();
        let (_folder, connection, mut layers) = stored(&[&[(3, 5), (4, 6)], &[], &second]);
        assert_eq!(
            layers
                .as_slice()
                .iter()
                .map(|layer| layer.number)
                .collect::<Vec<_>>(),
            [0, 2]
        );
        assert_eq!(layers.next_number(), 3);
        for round in 0..3 {
            for wanted in [3, 4, 5, 0, 897, 898] {
                layers.prepare(1, &connection).expect("it can be read");
                let mut length = |layer| {
                    let found = layers
                        .find(layer, host(wanted), &connection)
                        .expect("it can be read");
                    found.map(<[u8]>::len)
                };
                let first = match wanted {
                    3 => Some(5),
                    4 => Some(6),
                    _ => None,
                };
                let found = (length(0), length(1));
                assert_eq!(
                    found,
                    (first, (wanted % 3 == 0).then_some(large)),
                    "{wanted} in round {round}"
                );
            }
        }
        // Two searches do not pay for 300 chunks.
        assert!(layers.as_slice().iter().all(|layer| layer.is_complete));
        assert_eq!(layers.as_slice()[1].known.len(), 300);
        assert!(layers.held_bytes > 3 * large);
    }

    #[test]
    fn a_search_before_the_directory_is_read_gives_the_same() {
        let many: Vec<(u64, usize)> = (0..300).map(|at| (3 * at, FULL)).collect();
        let (_folder, connection, mut layers) = stored(&[&many]);
        for wanted in [600, 601, 3] {
            let found = layers
                .find(0, host(wanted), &connection)
                .expect("it can be read")
                .map(<[u8]>::len);
            assert_eq!(found, (wanted != 601).then_some(FULL));
        }
        assert!(!layers.as_slice()[0].is_complete && layers.as_slice()[0].known.len() == 2);
        // Held data stays when the directory is read.
        layers.prepare(100, &connection).expect("it can be read");
        let held = layers.as_slice()[0]
            .known
            .iter()
            .filter(|known| !known.data.is_empty())
            .count();
        assert_eq!((layers.as_slice()[0].known.len(), held), (300, 2));
    }

    #[test]
    fn layers_of_like_size_are_merged_once_there_are_many() {
        assert_eq!(sizes(&[]).to_merge(), None);
        assert_eq!(sizes(&[1; MANY - 1]).to_merge(), None);
        assert_eq!(sizes(&[1; MANY]).to_merge(), Some(0));
        // A large layer stays while all younger ones together are much smaller.
        let mut with_large = vec![100 << 20];
        with_large.extend([1 << 10; MANY]);
        assert_eq!(sizes(&with_large).to_merge(), Some(1));
        with_large.extend([50 << 20]);
        assert_eq!(
            sizes(&with_large).to_merge(),
            Some(0),
            "it is no more than twice as large"
        );
    }

    #[test]
    fn what_was_merged_is_not_held_any_more() {
        let (_folder, connection, mut layers) = stored(&[&[(1, 10)], &[(1, 20)], &[(1, 30)]]);
        for layer in 0..3 {
            layers
                .find(layer, host(1), &connection)
                .expect("it can be read")
                .expect("it is there");
        }
        let (before, all) = (layers.held_bytes, layers.bytes());
        assert!(before > 60 && all > 60);
        layers.replace(1, 3, 40);
        assert!(layers.held_bytes < before - 50);
        assert_eq!((layers.as_slice().len(), layers.next_number()), (2, 4));
        layers.replace(0, 4, 0);
        assert!(
            layers.as_slice().is_empty() && layers.held_bytes == 0,
            "a layer without bytes is none"
        );
    }
}
