//! Arrivals: every line with its times, for runs that remember all lines and not only the kept
//! ones.
//!
//! They are stored apart from what a filter needs to decide, by slice of time and host: a run loads
//! none of them, and a slice is deleted as a whole. A line that comes again within its slice is
//! recognised by its hash and stored once. An arrival is an entry of bytes: a tag, the group, the
//! time of the first line (milliseconds since the start of the slice), the time from the first to
//! the last, the count, and the line; or the line's hash, if the line is stored already. Several
//! entries of one line add up, so their order does not matter.

use crate::host::Host;
use std::collections::HashMap;
use urlsift_core::hash::Key;
use urlsift_core::reserved::Reserved;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::{NumberMap, NumberSet};
use urlsift_core::varint::{ByteReader, put, put_text};

const LINE: u8 = 1;
const AGAIN: u8 = 2;

/// The most lines that a run marks as stored. Further lines may be stored twice until entries are
/// merged.
const KNOWN: usize = 1 << 20;

/// A line that came within a slice of time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Arrival {
    /// The number of its group.
    pub group: u64,
    /// The line.
    pub line: Vec<u8>,
    /// The number of the slice: that many slice lengths after 1970.
    pub slice: i64,
    /// The number of times it came within the slice.
    pub count: u64,
    /// The time of the first one within the slice, in milliseconds since 1970.
    pub first: i64,
    /// The time of the last one within the slice.
    pub last: i64,
}

impl Arrival {
    /// Creates an arrival to be entered: a line, how often it came within a slice of time, and when
    /// first and last.
    pub fn new(line: Vec<u8>, slice: i64, count: u64, first: i64, last: i64) -> Self {
        Self {
            group: 0,
            line,
            slice,
            count,
            first,
            last,
        }
    }
}

/// The lines that are to be stored, where all lines are remembered.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Arrivals<'a> {
    /// Bytes that only a filter reads, for slices of time and hosts, in no particular order.
    pub entries: &'a [(i64, Host, Vec<u8>)],
    /// The first slice within the window. Earlier slices are to be deleted.
    pub since: i64,
}

impl<'a> Arrivals<'a> {
    /// Lists bytes for slices and hosts, of which those from a slice on count.
    pub fn new(entries: &'a [(i64, Host, Vec<u8>)], since: i64) -> Self {
        Self { entries, since }
    }
}

/// The arrivals of one line within a slice. If it has no line, an earlier entry has.
pub(crate) struct ArrivalEntry<'a> {
    hash: u64,
    pub group: Id,
    /// Milliseconds since the start of the slice.
    pub first: u64,
    pub last: u64,
    pub count: u64,
    pub line: Option<&'a [u8]>,
}

impl<'a> ArrivalEntry<'a> {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(if self.line.is_some() { LINE } else { AGAIN });
        for number in [self.group, self.first, self.last - self.first, self.count] {
            put(bytes, number);
        }
        match self.line {
            Some(line) => put_text(bytes, line),
            None => bytes.extend_from_slice(&self.hash.to_le_bytes()),
        }
    }

    fn read(reader: &mut ByteReader<'a>, key: &Key) -> Option<Self> {
        let tag = reader.byte()?;
        let group = reader.number()?;
        let first = reader.number()?;
        let last = first.checked_add(reader.number()?)?;
        let count = reader.number()?;
        let mut entry = Self {
            hash: 0,
            group,
            first,
            last,
            count,
            line: None,
        };
        match tag {
            LINE => {
                let line = reader.text()?;
                entry.hash = key.token(line);
                entry.line = Some(line);
            }
            AGAIN => entry.hash = reader.hash()?,
            _ => return None,
        }
        Some(entry)
    }

    /// Returns the hash of the line.
    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the arrivals of each line, in the order in which lines first appear. `None`: the
    /// bytes are damaged.
    pub(crate) fn read_all(bytes: &'a [u8], key: &Key) -> Option<Vec<Self>> {
        let mut all = Vec::<Self>::new();
        let mut places = NumberMap::<usize>::default();
        let mut reader = ByteReader(bytes);
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
            known.line = known.line.or(found.line);
        }
        Some(all)
    }
}

/// Reads entries one by one.
pub(crate) struct ArrivalReader<'a>(ByteReader<'a>);

impl<'a> ArrivalReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(ByteReader(bytes))
    }

    /// Returns the next entry. `None`: there is none, or it is damaged.
    pub(crate) fn next(&mut self, key: &Key) -> Option<ArrivalEntry<'a>> {
        let Self(reader) = self;
        if reader.0.is_empty() {
            return None;
        }
        ArrivalEntry::read(reader, key)
    }
}

/// Merges the entries of each line, and drops lines of groups that are not `wanted`. `None`: the
/// bytes are damaged.
pub(crate) fn fold(bytes: &[u8], key: &Key, mut wanted: impl FnMut(Id) -> bool) -> Option<Vec<u8>> {
    let mut folded = Vec::new();
    for known in ArrivalEntry::read_all(bytes, key)? {
        if wanted(known.group) {
            known.write(&mut folded);
        }
    }
    Some(folded)
}

/// Reads the arrivals of a slice. `None`: the bytes are damaged.
pub(crate) fn read(bytes: &[u8], key: &Key, slice: i64, length: i64) -> Option<Vec<Arrival>> {
    let start = slice.saturating_mul(length);
    let mut arrivals = Vec::new();
    for known in ArrivalEntry::read_all(bytes, key)? {
        let Some(line) = known.line else {
            continue;
        };
        let first = start.saturating_add_unsigned(known.first);
        let last = start.saturating_add_unsigned(known.last);
        let mut arrival = Arrival::new(line.to_vec(), slice, known.count, first, last);
        arrival.group = known.group;
        arrivals.push(arrival);
    }
    Some(arrivals)
}

/// The arrivals of a run that are not stored yet.
#[derive(Clone, Debug)]
pub(crate) struct NewArrivals {
    /// Hashes lines.
    key: Key,
    /// The length of a slice of time in milliseconds.
    length: i64,
    /// The bytes to be stored; those of another store are appended.
    pub entries: Vec<(i64, Host, Vec<u8>)>,
    places: HashMap<(i64, Host), usize>,
    /// Hashes of lines with their slices: those to be stored, and those that are stored.
    known: NumberSet,
    /// Whether only entered lines are noted, and not those that are decided on.
    pub entered_only: bool,
}

impl NewArrivals {
    /// Notes nothing yet.
    pub(crate) fn new(key: Key, length: i64) -> Self {
        Self {
            key,
            length: length.max(1),
            entries: Vec::new(),
            places: HashMap::new(),
            known: NumberSet::default(),
            entered_only: false,
        }
    }

    /// Notes a line of a group that came at a time.
    pub(crate) fn meet(&mut self, host: Host, group: Id, time: i64, line: &[u8]) {
        if self.entered_only {
            return;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let since_start = time.rem_euclid(self.length).cast_unsigned();
        let known = ArrivalEntry {
            hash: self.key.token(line),
            group,
            first: since_start,
            last: since_start,
            count: 1,
            line: Some(line),
        };
        let slice = time.div_euclid(self.length);
        self.add(slice, host, known);
    }

    /// Adds a line of a group from another store.
    pub(crate) fn enter(&mut self, host: Host, group: Id, arrival: &Arrival) {
        let start = arrival.slice.saturating_mul(self.length);
        let since_start = |time: i64| time.saturating_sub(start).max(0).cast_unsigned();
        let first = since_start(arrival.first);
        let known = ArrivalEntry {
            hash: self.key.token(&arrival.line),
            group,
            first,
            last: since_start(arrival.last).max(first),
            count: arrival.count,
            line: Some(&arrival.line),
        };
        self.add(arrival.slice, host, known);
    }

    fn add(&mut self, slice: i64, host: Host, mut known: ArrivalEntry<'_>) {
        if self.known.len() >= KNOWN {
            self.known.clear();
        }
        let in_slice = self.key.join(known.hash, slice.cast_unsigned());
        if !self.known.insert(in_slice) {
            known.line = None;
        }
        let next = self.entries.len();
        let place = *self.places.entry((slice, host)).or_insert(next);
        if place == next {
            self.entries.push((slice, host, Vec::new()));
        }
        let (_, _, entries) = &mut self.entries[place];
        known.write(entries);
    }

    /// Forgets the bytes because they are stored.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.places.clear();
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut entries = 0;
        for (_, _, bytes) in &self.entries {
            entries += bytes.capacity();
        }
        entries
            + self.entries.reserved_bytes()
            + self.places.reserved_bytes()
            + self.known.capacity() * size_of::<(u64, u8)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_stored_once_and_counted() {
        let key = Key::new([1, 2]);
        let mut noted = NewArrivals::new(key.clone(), 1000);
        for (line, times) in [("a", vec![1010, 1030, 1020, 2005]), ("b\r", vec![1999])] {
            for time in times {
                noted.meet(Host(5), 7, time, line.as_bytes());
            }
        }
        let arrivals = |noted: &NewArrivals| -> Vec<Arrival> {
            let read = |(slice, _, bytes): &(i64, Host, Vec<u8>)| read(bytes, &key, *slice, 1000);
            noted
                .entries
                .iter()
                .flat_map(|bytes| read(bytes).expect("it is whole"))
                .collect()
        };
        let arrival = |line: &str, slice, count, first, last| Arrival {
            group: 7,
            line: line.as_bytes().to_vec(),
            slice,
            count,
            first,
            last,
        };
        let wanted = [
            arrival("a", 1, 3, 1010, 1030),
            arrival("b", 1, 1, 1999, 1999),
            arrival("a", 2, 1, 2005, 2005),
        ];
        assert_eq!(arrivals(&noted), wanted);
        let first = noted.entries[0].2.clone();
        let folded = fold(&first, &key, |_| true).expect("it is whole");
        assert!(
            folded.len() < first.len(),
            "{} {}",
            folded.len(),
            first.len()
        );
        // A stored line is identified by its hash; the line may come before or after it.
        noted.clear();
        noted.meet(Host(5), 7, 1500, b"a");
        let again = &noted.entries[0].2;
        assert!(again.len() < 20 && arrivals(&noted).is_empty());
        for entries in [[&folded[..], again], [again, &folded]] {
            let read = read(&entries.concat(), &key, 1, 1000).expect("it is whole");
            assert_eq!(
                read.iter()
                    .map(|arrival| (arrival.count, arrival.last))
                    .max(),
                Some((4, 1500))
            );
        }
        assert_eq!(fold(&folded, &key, |_| false), Some(Vec::new()));
        assert!((1..folded.len()).any(|end| read(&folded[..end], &key, 1, 1000).is_none()));
    }
}
