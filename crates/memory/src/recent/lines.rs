//! The lines of a window, in slices of time, listed by group and by the values of fields.
//!
//! A question looks at the newest slice first and ends at its limit, so it costs what it returns. A
//! count adds up whole slices, and looks at the lines of the oldest one only. The values of a field
//! are listed when the field is first asked for.

use crate::entry::arrival::{ArrivalEntry, ArrivalReader};
use crate::recent::RecentLine;
use std::collections::BTreeMap;
use std::sync::Arc;
use urlsift_core::hash::Key;
use urlsift_core::input::{FieldValues, Fields, WantedFields};
use urlsift_core::reserved::Reserved;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::NumberMap;

/// The lines of a window.
#[derive(Clone, Debug)]
pub(crate) struct RecentLines {
    key: Key,
    reader: Arc<Fields>,
    /// The length of a slice of time in milliseconds.
    length: i64,
    slices: BTreeMap<i64, SliceLines>,
    /// The fields that were asked for.
    fields: Vec<AskedField>,
    /// The time of the latest line.
    pub latest: i64,
    /// The groups of other processes by their numbers, each with its name once that is known.
    others: NumberMap<Option<u64>>,
}

/// A field whose values are listed.
#[derive(Clone, Debug)]
struct AskedField {
    name: String,
    wanted: WantedFields,
}

/// The lines of a slice of time.
#[derive(Clone, Debug, Default)]
struct SliceLines {
    text: Vec<u8>,
    lines: Vec<RecalledLine>,
    /// The lines of each group, and of each value of a field.
    lists: NumberMap<LineList>,
    /// The places of lines that another process stored, by their hashes.
    stored: NumberMap<TextPlace>,
}

/// The place of a line in the text of its slice.
#[derive(Clone, Copy, Debug)]
struct TextPlace {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct RecalledLine {
    place: TextPlace,
    count: u32,
    first: i64,
    last: i64,
}

/// Some lines of a slice.
#[derive(Clone, Debug, Default)]
struct LineList {
    numbers: Vec<u32>,
    /// How often they came.
    count: u64,
    /// Whether a line is earlier than one before it.
    is_mixed: bool,
    /// The time of the last one.
    last: i64,
}

/// The time of a line, and how often it came by then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldTimes {
    pub first: i64,
    pub last: i64,
    pub count: u64,
}

/// The lists of lines that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WantedLists(Vec<u64>);

impl WantedLists {
    /// Returns no list.
    pub(crate) fn none() -> Self {
        Self(Vec::new())
    }
}

impl SliceLines {
    /// Adds a line, and returns its number.
    fn add(&mut self, place: TextPlace, times: HeldTimes) -> u32 {
        let number = self.lines.len() as u32;
        self.lines.push(RecalledLine {
            place,
            count: u32::try_from(times.count).unwrap_or(u32::MAX),
            first: times.first,
            last: times.last,
        });
        number
    }

    fn put_text(&mut self, line: &[u8]) -> Option<TextPlace> {
        let start = u32::try_from(self.text.len()).ok()?;
        let end = u32::try_from(self.text.len() + line.len()).ok()?;
        self.text.extend_from_slice(line);
        Some(TextPlace { start, end })
    }

    fn text_at(&self, place: TextPlace) -> &[u8] {
        &self.text[place.start as usize..place.end as usize]
    }

    fn list(&mut self, list: u64, number: u32) {
        let line = self.lines[number as usize];
        let list = self.lists.entry(list).or_default();
        list.is_mixed |= line.last < list.last;
        list.last = line.last;
        list.count += u64::from(line.count);
        list.numbers.push(number);
    }

    /// Appends the numbers of a list's lines from a time on, the latest first, and at most so many.
    fn latest(&self, list: &LineList, since: i64, limit: usize, numbers: &mut Vec<u32>) {
        let time = |number: u32| self.lines[number as usize].last;
        if !list.is_mixed {
            let newest = list.numbers.iter().rev().copied();
            numbers.extend(
                newest
                    .take_while(|number| time(*number) >= since)
                    .take(limit),
            );
            return;
        }
        let mut sorted = list.numbers.clone();
        sorted.retain(|number| time(*number) >= since);
        // Lines of one time stay in the order in which they came.
        sorted.sort_by_key(|number| std::cmp::Reverse((time(*number), *number)));
        sorted.truncate(limit);
        numbers.extend(sorted);
    }
}

impl RecentLines {
    pub(crate) fn new(key: Key, reader: Arc<Fields>, length: i64) -> Self {
        Self {
            key,
            reader,
            length: length.max(1),
            slices: BTreeMap::new(),
            fields: Vec::new(),
            latest: i64::MIN,
            others: NumberMap::default(),
        }
    }

    /// Adds a line that came at a time. Groups have names here, which may be their numbers.
    pub(crate) fn add(&mut self, group: u64, time: i64, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let slice = self.slices.entry(time.div_euclid(self.length)).or_default();
        let Some(place) = slice.put_text(line) else {
            return;
        };
        let times = HeldTimes {
            first: time,
            last: time,
            count: 1,
        };
        let number = slice.add(place, times);
        self.list(time.div_euclid(self.length), number, group);
    }

    /// Adds the arrivals of a slice that a store holds. Damaged ones end it. Groups of other
    /// processes have numbers that mean nothing here.
    pub(crate) fn recall(&mut self, slice_number: i64, entries: &[u8], of_others: bool) {
        let start = slice_number.saturating_mul(self.length);
        let key = self.key.clone();
        let mut reader = ArrivalReader::new(entries);
        while let Some(entry) = reader.next(&key) {
            let ArrivalEntry { group, line, .. } = entry;
            let slice = self.slices.entry(slice_number).or_default();
            let place = match line {
                Some(line) => {
                    let Some(place) = slice.put_text(line) else {
                        return;
                    };
                    slice.stored.insert(entry.hash(), place);
                    place
                }
                None => match slice.stored.get(&entry.hash()) {
                    Some(place) => *place,
                    None => continue,
                },
            };
            let times = HeldTimes {
                first: start.saturating_add_unsigned(entry.first),
                last: start.saturating_add_unsigned(entry.last),
                count: entry.count,
            };
            let number = slice.add(place, times);
            if of_others {
                self.others.entry(group).or_default();
            }
            self.list(slice_number, number, group);
        }
    }

    /// Lists a line under its group and its values.
    fn list(&mut self, slice_number: i64, number: u32, group: u64) {
        let of_group = self.list_of_group(group);
        let Self {
            key,
            reader,
            slices,
            fields,
            latest,
            ..
        } = self;
        let Some(slice) = slices.get_mut(&slice_number) else {
            return;
        };
        *latest = slice.lines[number as usize].last.max(*latest);
        slice.list(of_group, number);
        let place = slice.lines[number as usize].place;
        for field in fields {
            if let Some(list) = field.list_of(key, reader, slice.text_at(place)) {
                slice.list(list, number);
            }
        }
    }

    fn list_of_group(&self, group: u64) -> u64 {
        self.key.join(self.key.token(b"group"), group)
    }

    /// Returns the lists of a group by its name.
    pub(crate) fn lists_of_group(&self, group: u64) -> WantedLists {
        let mut lists = vec![self.list_of_group(group)];
        for (other, name) in &self.others {
            if *name == Some(group) && *other != group {
                lists.push(self.list_of_group(*other));
            }
        }
        WantedLists(lists)
    }

    /// Returns the list of the lines that have the value of a line in a field; none if it has none.
    pub(crate) fn lists_of_field(&mut self, name: &str, line: &[u8]) -> WantedLists {
        let known = self.fields.iter().position(|field| field.name == name);
        let place = known.unwrap_or(self.fields.len());
        if known.is_none() {
            self.begin_field(name);
        }
        let field = &self.fields[place];
        let list = field.list_of(&self.key, &self.reader, line);
        WantedLists(list.into_iter().collect())
    }

    /// Lists all lines by the values of a field.
    fn begin_field(&mut self, name: &str) {
        let field = AskedField {
            name: name.to_owned(),
            wanted: self.reader.wanted(&[], [name]),
        };
        for slice in self.slices.values_mut() {
            for number in 0..slice.lines.len() as u32 {
                let place = slice.lines[number as usize].place;
                let list = field.list_of(&self.key, &self.reader, slice.text_at(place));
                if let Some(list) = list {
                    slice.list(list, number);
                }
            }
        }
        self.fields.push(field);
    }

    /// Returns the latest lines of some lists from a time on, the latest first, and at most so
    /// many.
    pub(crate) fn latest(&self, lists: &WantedLists, since: i64, limit: usize) -> Vec<RecentLine> {
        let mut found = Vec::new();
        for (_, slice) in self.slices.range(self.first_slice(since)..).rev() {
            let left = limit - found.len();
            if left == 0 {
                break;
            }
            let mut numbers = Vec::new();
            for list in &lists.0 {
                if let Some(list) = slice.lists.get(list) {
                    slice.latest(list, since, left, &mut numbers);
                }
            }
            if lists.0.len() > 1 {
                numbers.sort_by_key(|number| {
                    std::cmp::Reverse((slice.lines[*number as usize].last, *number))
                });
                numbers.truncate(left);
            }
            for number in numbers {
                let line = slice.lines[number as usize];
                found.push(RecentLine {
                    line: slice.text_at(line.place).to_vec(),
                    count: line.count.into(),
                    first: line.first,
                    last: line.last,
                });
            }
        }
        found
    }

    /// Counts the lines of some lists from a time on.
    pub(crate) fn count(&self, lists: &WantedLists, since: i64) -> u64 {
        let mut count = 0;
        for (number, slice) in self.slices.range(self.first_slice(since)..) {
            let is_whole = number.saturating_mul(self.length) >= since;
            for list in &lists.0 {
                let Some(list) = slice.lists.get(list) else {
                    continue;
                };
                if is_whole {
                    count += list.count;
                    continue;
                }
                for number in &list.numbers {
                    let line = slice.lines[*number as usize];
                    if line.last >= since {
                        count += u64::from(line.count);
                    }
                }
            }
        }
        count
    }

    /// Returns a line of each group of other processes that has no name yet.
    pub(crate) fn strangers(&self) -> Vec<(Id, Vec<u8>)> {
        let mut strangers = Vec::new();
        for (other, name) in &self.others {
            if name.is_some() {
                continue;
            }
            let list = self.list_of_group(*other);
            for slice in self.slices.values().rev() {
                if let Some(list) = slice.lists.get(&list) {
                    let line = slice.lines[list.numbers[0] as usize];
                    strangers.push((*other, slice.text_at(line.place).to_vec()));
                    break;
                }
            }
        }
        strangers
    }

    /// Notes the name of a group of another process.
    pub(crate) fn settle(&mut self, other: Id, name: u64) {
        self.others.insert(other, Some(name));
    }

    /// Forgets the lines before a slice.
    pub(crate) fn forget_before(&mut self, slice: i64) {
        if self
            .slices
            .first_key_value()
            .is_some_and(|(first, _)| *first < slice)
        {
            self.slices = self.slices.split_off(&slice);
        }
    }

    fn first_slice(&self, since: i64) -> i64 {
        since.div_euclid(self.length)
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut bytes = 0;
        for slice in self.slices.values() {
            bytes += slice.text.capacity() + slice.lines.reserved_bytes();
            bytes += slice.stored.reserved_bytes();
            for list in slice.lists.values() {
                bytes += size_of::<LineList>() + list.numbers.reserved_bytes();
            }
        }
        bytes
    }
}

impl AskedField {
    /// Returns the list of a line, if it has the field.
    fn list_of(&self, key: &Key, reader: &Fields, line: &[u8]) -> Option<u64> {
        let mut values = FieldValues::default();
        reader.read(&self.wanted, line, &mut values);
        let value = values.get(0, line)?;
        Some(key.join(key.token(self.name.as_bytes()), key.token(value)))
    }
}
