//! Arrivals: every line that came, with its times, where all of them are remembered and not only
//! those that were kept.
//!
//! They stand apart from what a filter needs to decide, by slice of time and host, so that a run
//! loads none of them, and a slice is forgotten as a whole. A line that comes again within its
//! slice is told by its hash, and stored once. As bytes they are entries: a tag, the group, when
//! the first line came (milliseconds since the start of the slice), how long after it the last one
//! did, how many came, and the line; or its hash, where the line was stored before. What is said of
//! a line in several entries is added up, so the order of entries does not matter.

use super::host::Host;
use super::varint::{Reader, put};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;
use urlsift_core::hash::Key;
use urlsift_core::index::Id;
use urlsift_core::table::Uniform;

type Hashed<V> = HashMap<u64, V, BuildHasherDefault<Uniform>>;

const LINE: u8 = 1;
const AGAIN: u8 = 2;

/// Lines of which a run knows that they are stored. Others may be stored twice until they are put
/// together.
const KNOWN: usize = 1 << 20;

/// A line that came within a slice of time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arrival {
    /// The number of the group that it was found to be of.
    pub group: u64,
    /// The line.
    pub line: Vec<u8>,
    /// The number of the slice: that many slice lengths after 1970.
    pub slice: i64,
    /// How often it came within the slice.
    pub count: u64,
    /// When it came first within the slice, in milliseconds since 1970.
    pub first: i64,
    /// When it came last within the slice.
    pub last: i64,
}

impl Arrival {
    /// A line that is to be entered: how often it came within a slice of time, and when first and
    /// last.
    pub fn new(line: Vec<u8>, slice: i64, count: u64, first: i64, last: i64) -> Self {
        Self { group: 0, line, slice, count, first, last }
    }
}

/// All lines that came, as far as they are to be stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Arrivals<'a> {
    /// For slices of time and hosts, bytes that only a filter reads, in no particular order.
    pub entries: &'a [(i64, Host, Vec<u8>)],
    /// The first slice that is within the window; those before it are to be forgotten.
    pub since: i64,
}

/// What is known of a line within a slice. Without its bytes, it was stored before.
#[derive(Clone, Debug)]
pub(crate) struct Known<'a> {
    hash: u64,
    pub group: Id,
    /// Since the start of the slice, in milliseconds.
    pub first: u64,
    pub last: u64,
    pub count: u64,
    pub line: Option<&'a [u8]>,
}

impl<'a> Known<'a> {
    fn write(&self, piece: &mut Vec<u8>) {
        piece.push(if self.line.is_some() { LINE } else { AGAIN });
        for number in [self.group, self.first, self.last - self.first, self.count] {
            put(piece, number);
        }
        match self.line {
            Some(line) => {
                put(piece, line.len() as u64);
                piece.extend_from_slice(line);
            }
            None => piece.extend_from_slice(&self.hash.to_le_bytes()),
        }
    }

    fn read(reader: &mut Reader<'a>, key: &Key) -> Option<Self> {
        let tag = reader.byte()?;
        let (group, first) = (reader.number()?, reader.number()?);
        let (last, count) = (first.checked_add(reader.number()?)?, reader.number()?);
        let (hash, line) = match tag {
            LINE => {
                let line = reader.text()?;
                (key.token(line), Some(line))
            }
            AGAIN => (reader.hash()?, None),
            _ => return None,
        };
        Some(Self { hash, group, first, last, count, line })
    }

    /// What a piece says of each line, in the order in which the lines appear. `None`: it is
    /// damaged.
    pub(crate) fn all(piece: &'a [u8], key: &Key) -> Option<Vec<Self>> {
        let (mut all, mut places) = (Vec::<Self>::new(), Hashed::<usize>::default());
        let mut reader = Reader(piece);
        while !reader.0.is_empty() {
            let found = Self::read(&mut reader, key)?;
            let place = *places.entry(found.hash).or_insert(all.len());
            let Some(known) = all.get_mut(place) else {
                all.push(found);
                continue;
            };
            known.first = known.first.min(found.first);
            known.last = known.last.max(found.last);
            known.count += found.count;
            if known.line.is_none() {
                known.line = found.line;
            }
        }
        Some(all)
    }
}

/// Writes a piece that says the same in fewer bytes, without lines of groups that are not `wanted`.
/// `None`: it is damaged.
pub(crate) fn fold(piece: &[u8], key: &Key, mut wanted: impl FnMut(Id) -> bool) -> Option<Vec<u8>> {
    let mut folded = Vec::new();
    for known in Known::all(piece, key)? {
        if wanted(known.group) {
            known.write(&mut folded);
        }
    }
    Some(folded)
}

/// The lines of which a piece of a slice tells. `None`: it is damaged.
pub(crate) fn read(piece: &[u8], key: &Key, slice: i64, length: i64) -> Option<Vec<Arrival>> {
    let start = slice.saturating_mul(length);
    let time = |since: u64| start.saturating_add_unsigned(since);
    let all = Known::all(piece, key)?.into_iter();
    let arrival = |known: Known<'_>| {
        let Known { group, first, last, count, line, .. } = known;
        Some(Arrival { group, line: line?.to_vec(), slice, count, first: time(first), last: time(last) })
    };
    Some(all.filter_map(arrival).collect())
}

/// The arrivals of a run that are not stored yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noted {
    /// The groups of the records of the present batch: record, host, group, time.
    met: Vec<(usize, Host, Id, i64)>,
    pieces: Vec<(i64, Host, Vec<u8>)>,
    places: HashMap<(i64, Host), usize>,
    /// Hashes of lines with their slices, of those in the pieces and of those that are stored.
    known: HashSet<u64, BuildHasherDefault<Uniform>>,
    /// Whether lines are entered, and those that are decided on are not noted.
    pub(crate) entered_only: bool,
}

impl Noted {
    /// Starts a batch.
    pub(crate) fn start_batch(&mut self) {
        self.met.clear();
    }

    /// Notes that a record of the batch is of a group.
    pub(crate) fn meet(&mut self, record: usize, host: Host, group: Id, time: i64) {
        self.met.push((record, host, group, time));
    }

    /// Notes the lines of the batch, whose slices of time are so long.
    pub(crate) fn note(&mut self, lines: &[&[u8]], key: &Key, length: i64) {
        if self.entered_only {
            return;
        }
        for (record, host, group, time) in std::mem::take(&mut self.met) {
            let Some(line) = lines.get(record) else { continue };
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let since = time.rem_euclid(length).cast_unsigned();
            let known =
                Known { hash: key.token(line), group, first: since, last: since, count: 1, line: Some(line) };
            self.add(time.div_euclid(length), host, known, key);
        }
    }

    /// Adds a line that is remembered elsewhere, of a group.
    pub(crate) fn enter(&mut self, host: Host, group: Id, arrival: &Arrival, key: &Key, length: i64) {
        let Arrival { line, slice, count, first, last, .. } = arrival;
        let start = slice.saturating_mul(length);
        let since = |time: i64| time.saturating_sub(start).max(0).cast_unsigned();
        let (first, last) = (since(*first), since(*last).max(since(*first)));
        let known = Known { hash: key.token(line), group, first, last, count: *count, line: Some(line) };
        self.add(*slice, host, known, key);
    }

    fn add(&mut self, slice: i64, host: Host, mut known: Known<'_>, key: &Key) {
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        if !self.known.insert(key.join(known.hash, slice.cast_unsigned())) {
            known.line = None;
        }
        let place = *self.places.entry((slice, host)).or_insert_with(|| {
            self.pieces.push((slice, host, Vec::new()));
            self.pieces.len() - 1
        });
        known.write(&mut self.pieces[place].2);
    }

    /// What is to be stored.
    pub(crate) fn pieces(&self) -> &[(i64, Host, Vec<u8>)] {
        &self.pieces
    }

    /// Appends a piece of another store.
    pub(crate) fn append(&mut self, slice: i64, host: Host, entries: Vec<u8>) {
        self.pieces.push((slice, host, entries));
    }

    /// Forgets the pieces, because they are stored.
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.places.clear();
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(|(_, _, piece)| piece.capacity()).sum();
        pieces
            + self.pieces.capacity() * size_of::<(i64, Host, Vec<u8>)>()
            + self.places.capacity() * size_of::<((i64, Host), usize)>()
            + self.known.capacity() * size_of::<(u64, u8)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_stored_once_and_counted() {
        let key = Key::new([1, 2]);
        let mut noted = Noted::default();
        for (line, times) in [("a", vec![1010, 1030, 1020, 2005]), ("b\r", vec![1999])] {
            for time in times {
                noted.meet(0, Host(5), 7, time);
                noted.note(&[line.as_bytes()], &key, 1000);
            }
        }
        let arrivals = |noted: &Noted| -> Vec<Arrival> {
            let read = |(slice, _, piece): &(i64, Host, Vec<u8>)| read(piece, &key, *slice, 1000);
            noted.pieces().iter().flat_map(|piece| read(piece).expect("it is whole")).collect()
        };
        let arrival = |line: &str, slice, count, first, last| Arrival {
            group: 7,
            line: line.as_bytes().to_vec(),
            slice,
            count,
            first,
            last,
        };
        let wanted =
            [arrival("a", 1, 3, 1010, 1030), arrival("b", 1, 1, 1999, 1999), arrival("a", 2, 1, 2005, 2005)];
        assert_eq!(arrivals(&noted), wanted);
        let first = noted.pieces()[0].2.clone();
        let folded = fold(&first, &key, |_| true).expect("it is whole");
        assert!(folded.len() < first.len(), "{} {}", folded.len(), first.len());
        // What is stored is told by its hash, and its line may come before or behind.
        noted.clear();
        noted.meet(0, Host(5), 7, 1500);
        noted.note(&[b"a"], &key, 1000);
        let again = &noted.pieces()[0].2;
        assert!(again.len() < 20 && arrivals(&noted).is_empty());
        for pieces in [[&folded[..], again], [again, &folded]] {
            let read = read(&pieces.concat(), &key, 1, 1000).expect("it is whole");
            assert_eq!(read.iter().map(|arrival| (arrival.count, arrival.last)).max(), Some((4, 1500)));
        }
        assert_eq!(fold(&folded, &key, |_| false), Some(Vec::new()));
        assert!((1..folded.len()).any(|end| read(&folded[..end], &key, 1, 1000).is_none()));
    }
}
