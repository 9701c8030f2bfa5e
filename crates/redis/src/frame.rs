//! Frames: what many commits have stored of the hosts of a bucket, packed.
//!
//! A frame has a column for each sort of bytes: tags, lengths and counts, states of positions,
//! numbers as differences from those before, lines, and hashes. zstd halves them, [some
//! together](GROUPS), but for the hashes, whose bytes are random: of these, only what cannot be
//! [derived](Derivation) from the lines is stored. A checksum of what is stored tells of damage.
//! Hosts come in the order of their first groups, so that differences are small. What one process
//! stored of a host without another one in between is joined, without what later entries replace.

use crate::derivation::{Derivation, Part};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use urlsift_core::varint::{ByteReader, put, put_signed, put_text};
use urlsift_memory::Host;
use urlsift_memory::entries::{Entry, KEPT, KEPT_AS, MET, checksum, compact};
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::get_frame_content_size;

/// The level of zstd: higher ones save 2 % and take three times as long.
const LEVEL: i32 = 3;

/// The most bytes that one byte of zstd stands for: the smallest block has four, for 128 KiB.
const MOST_TIMES: usize = 1 << 15;

// They take longer to make than to use.
thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> =
        RefCell::new(Compressor::new(LEVEL).ok());
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> =
        RefCell::new(Decompressor::new().ok());
}

fn compress(bytes: &[u8]) -> Option<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|compressor| compressor.as_mut()?.compress(bytes).ok())
}

/// Returns so many bytes that were compressed. The frame of zstd has to name the same length, and
/// one that it can have, before there is room for it.
fn decompress(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let named_length = get_frame_content_size(bytes).ok()??;
    if named_length != length as u64 || length / MOST_TIMES > bytes.len() {
        return None;
    }
    let mut whole = Vec::new();
    whole.try_reserve_exact(length).ok()?;
    DECOMPRESSOR.with_borrow_mut(|zstd| {
        let zstd = zstd.as_mut()?;
        zstd.decompress_to_buffer(bytes, &mut whole).ok()
    })?;
    Some(whole)
}

/// A field of an entry, and its column.
#[derive(Clone, Copy)]
enum EntryField {
    /// A number that differs little from the one before in this column. Signed ones count as they
    /// are written.
    Near(usize),
    /// Another number, among the lengths.
    Number,
    /// So many bytes.
    Bytes(usize, usize),
    /// Bytes whose number is among the lengths.
    Text(usize),
}

/// The columns. Numbers that differ little have one each, the first three.
const ID: usize = 0;
const TIME: usize = 1;
const SLICE: usize = 2;
const TAGS: usize = 3;
const LENGTHS: usize = 4;
const BITS: usize = 5;
const LINES: usize = 6;
const HASHES: usize = 7;

/// The columns that are compressed together: each block of zstd takes some 10 bytes for itself.
const GROUPS: [Range<usize>; 3] = [ID..TAGS, TAGS..LINES, LINES..HASHES];

/// Tags beside those of entries: the end of a part; a group whose only count so far is that of its
/// own line, which is not stored.
const END: u8 = 0;
const ALONE: u8 = 8;

/// The fields of entries, by their tags.
const FIELDS: [&[EntryField]; 9] = {
    use EntryField::{Bytes, Near, Number, Text};
    let kept: &[EntryField] = &[Near(ID), Near(TIME), Text(HASHES), Text(LINES)];
    let met: &[EntryField] = &[Near(ID), Near(SLICE), Number, Near(TIME)];
    let hash = Bytes(HASHES, 8);
    let bits = Bytes(BITS, 2);
    [
        &[],
        kept,
        kept,
        met,
        &[hash],
        &[hash, bits],
        &[Near(ID), hash],
        &[Near(ID), Number, hash],
        kept,
    ]
};

/// The columns of a frame, and the last numbers.
struct FrameColumns<T> {
    all: [T; 8],
    last: [u64; 3],
}

/// The first byte of a frame, which scripts read, too: hashes are stored; they are derived; they
/// are to be derived at the end of the run, because that takes as long as deciding on new lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameForm {
    Whole = 0,
    Derived = 1,
    Derivable = 2,
}

/// Packs parts, which come in the order in which they were stored. `None`: they are damaged.
pub(crate) fn pack(
    parts: Vec<Part<'_>>,
    form: FrameForm,
    derivation: &mut Option<Derivation>,
) -> Option<Vec<u8>> {
    let mut parts = in_order_of_groups(parts);
    for part in &mut parts {
        let compacted = compact(&part.entries)?;
        part.entries = compacted.into();
    }
    let mut form = form as u8;
    match derivation {
        None => form = FrameForm::Whole as u8,
        Some(derivation) if form == FrameForm::Derived as u8 => {
            derivation.strip_or_restore(&mut parts)?;
        }
        Some(_) => {}
    }
    let mut frame = vec![form];
    frame.extend(sum(form, &parts, true));
    let mut columns = FrameColumns {
        all: <[Vec<u8>; 8]>::default(),
        last: [0; 3],
    };
    for part in &parts {
        columns.write(part)?;
    }
    for group in GROUPS {
        let mut whole = Vec::new();
        for column in &columns.all[group] {
            put_text(&mut whole, column);
        }
        put(&mut frame, whole.len() as u64);
        if let Some(smaller) = compress(&whole)
            && smaller.len() < whole.len()
        {
            whole = smaller;
        }
        put_text(&mut frame, &whole);
    }
    frame.extend(&columns.all[HASHES]);
    Some(frame)
}

/// Joins what one process stored of a host without another one in between, and puts hosts into the
/// order of their first groups.
fn in_order_of_groups(parts: Vec<Part<'_>>) -> Vec<Part<'_>> {
    let mut hosts = BTreeMap::<Host, Vec<Part<'_>>>::new();
    for part in parts {
        let of_host = hosts.entry(part.host).or_default();
        match of_host.last_mut() {
            Some(last) if last.owner == part.owner => {
                last.entries.to_mut().extend_from_slice(&part.entries);
            }
            _ => of_host.push(part),
        }
    }
    let mut hosts: Vec<_> = hosts.into_values().collect();
    hosts.sort_by_cached_key(|parts| {
        let mut entries = Entry::parse_all(&parts[0].entries);
        entries.find_map(|entry| entry?.id())
    });
    hosts.into_iter().flatten().collect()
}

/// Returns the parts of a frame, those of a host in the order in which they were stored. A build
/// that derives other hashes than who packed it gets its own, by which it finds these lines.
/// `None`: it is damaged, or of other settings.
pub(crate) fn unpack(
    frame: &[u8],
    derivation: &mut Option<Derivation>,
) -> Option<Vec<Part<'static>>> {
    let mut reader = ByteReader(frame);
    let form = reader.byte()?;
    let stored_sum = reader.take(4)?;
    let groups = [
        read_group(&mut reader)?,
        read_group(&mut reader)?,
        read_group(&mut reader)?,
    ];
    // What is left are the hashes.
    let mut columns = FrameColumns {
        all: [reader; 8],
        last: [0; 3],
    };
    for (group, whole) in GROUPS.into_iter().zip(&groups) {
        let mut whole = ByteReader(whole);
        for column in &mut columns.all[group] {
            column.0 = whole.text()?;
        }
    }
    let mut parts = Vec::new();
    while !columns.all[TAGS].0.is_empty() {
        parts.push(columns.read()?);
    }
    // Earlier builds did not count the owners.
    let is_whole = sum(form, &parts, true) == stored_sum || sum(form, &parts, false) == stored_sum;
    if !is_whole {
        return None;
    }
    if form == FrameForm::Derived as u8 {
        derivation.as_mut()?.strip_or_restore(&mut parts)?;
    }
    Some(parts)
}

/// Reads columns that are compressed together.
fn read_group(reader: &mut ByteReader<'_>) -> Option<Vec<u8>> {
    let length = reader.number()?;
    let length = usize::try_from(length).ok()?;
    let stored = reader.text()?;
    if stored.len() == length {
        return Some(stored.to_vec());
    }
    decompress(stored, length)
}

/// Returns a checksum of parts as they are stored, with or without the numbers of their owners.
fn sum(form: u8, parts: &[Part<'_>], has_owners: bool) -> [u8; 4] {
    let mut all = vec![form];
    for part in parts {
        if has_owners {
            put(&mut all, part.owner);
        }
        all.extend(part.host.number().to_le_bytes());
        put_text(&mut all, &part.entries);
    }
    let sum = checksum(&all) as u32;
    sum.to_le_bytes()
}

/// Returns the count of a group that only its own line was met of.
fn alone(last: [u64; 3]) -> Vec<u8> {
    let [id, time, slice] = last;
    let mut met = vec![MET];
    for number in [id, slice, 1, time] {
        put(&mut met, number);
    }
    met
}

impl FrameColumns<Vec<u8>> {
    /// Adds a part. The numbers of the next one differ little from those of its first group.
    fn write(&mut self, part: &Part<'_>) -> Option<()> {
        // Hosts that are derived are 0.
        let host = part.host.number();
        let has_host = host != 0;
        let owner = part.owner << 1 | u64::from(has_host);
        put(&mut self.all[TAGS], owner);
        if has_host {
            self.all[HASHES].extend(host.to_le_bytes());
        }
        let mut reader = ByteReader(&part.entries);
        let mut first_group = None;
        while let Some(tag) = reader.byte() {
            let place = self.all[TAGS].len();
            self.all[TAGS].push(tag);
            for field in FIELDS[usize::from(tag)] {
                self.write_field(*field, &mut reader)?;
            }
            if tag == KEPT || tag == KEPT_AS {
                first_group.get_or_insert(self.last);
            }
            if tag == KEPT
                && let Some(rest) = reader.0.strip_prefix(&*alone(self.last))
            {
                reader.0 = rest;
                self.all[TAGS][place] = ALONE;
            }
        }
        self.all[TAGS].push(END);
        self.last = first_group.unwrap_or(self.last);
        Some(())
    }

    fn write_field(&mut self, field: EntryField, entries: &mut ByteReader<'_>) -> Option<()> {
        match field {
            EntryField::Near(column) => {
                let number = entries.number()?;
                let last = &mut self.last[column];
                let step = number.wrapping_sub(*last).cast_signed();
                put_signed(&mut self.all[column], step);
                *last = number;
            }
            EntryField::Number => {
                let number = entries.number()?;
                put(&mut self.all[LENGTHS], number);
            }
            EntryField::Bytes(column, length) => {
                let bytes = entries.take(length)?;
                self.all[column].extend(bytes);
            }
            EntryField::Text(column) => {
                let text = entries.text()?;
                put(&mut self.all[LENGTHS], text.len() as u64);
                self.all[column].extend(text);
            }
        }
        Some(())
    }
}

impl FrameColumns<ByteReader<'_>> {
    /// Reads a part as it was [written](FrameColumns::write).
    fn read(&mut self) -> Option<Part<'static>> {
        let owner = self.all[TAGS].number()?;
        let has_host = owner & 1 == 1;
        let mut host = 0;
        if has_host {
            host = self.all[HASHES].hash()?;
        }
        let mut entries = Vec::new();
        let mut first_group = None;
        loop {
            let tag = self.all[TAGS].byte()?;
            if tag == END {
                break;
            }
            entries.push(if tag == ALONE { KEPT } else { tag });
            for field in *FIELDS.get(usize::from(tag))? {
                self.read_field(*field, &mut entries)?;
            }
            if matches!(tag, KEPT | KEPT_AS | ALONE) {
                first_group.get_or_insert(self.last);
            }
            if tag == ALONE {
                entries.extend(alone(self.last));
            }
        }
        self.last = first_group.unwrap_or(self.last);
        Some(Part {
            host: Host::from_number(host),
            owner: owner >> 1,
            entries: entries.into(),
        })
    }

    fn read_field(&mut self, field: EntryField, entries: &mut Vec<u8>) -> Option<()> {
        match field {
            EntryField::Near(column) => {
                let step = self.all[column].signed()?;
                let last = &mut self.last[column];
                *last = last.wrapping_add_signed(step);
                put(entries, *last);
            }
            EntryField::Number => {
                let number = self.all[LENGTHS].number()?;
                put(entries, number);
            }
            EntryField::Bytes(column, length) => {
                let bytes = self.all[column].take(length)?;
                entries.extend(bytes);
            }
            EntryField::Text(column) => {
                let length = self.all[LENGTHS].number()?;
                let length = usize::try_from(length).ok()?;
                let text = self.all[column].take(length)?;
                put_text(entries, text);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::learn::Fact;
    use urlsift_memory::entries::{Kept, Lookup, SliceCount, written};

    fn part(host: u64, owner: u64, entries: &[Entry<'_>]) -> Part<'static> {
        Part {
            host: Host::from_number(host),
            owner,
            entries: written(entries.iter().copied()).into(),
        }
    }

    #[test]
    fn parts_come_back_joined_by_process_and_cut_frames_do_not() {
        let kept = |id: u64, time| {
            Entry::Kept(Kept {
                id,
                time,
                lookup: Lookup::Keys(&[7; 16]),
                line: b"https://a.test/",
            })
        };
        let met = |id, slice, count, last| {
            Entry::Met(SliceCount {
                id,
                slice,
                count,
                last,
            })
        };
        let variants = Lookup::Variants(&[1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let (word, line) = (Entry::Learned(Fact::Word(6)), u64::MAX);
        let bits = |bits| Entry::Learned(Fact::Position(5, bits));
        let first = 1 << 40;
        let found_by_variants = || {
            let line = Entry::Kept(Kept {
                id: 6,
                time: 0,
                lookup: variants,
                line: b"",
            });
            part(0, 2, &[kept(5, 100), met(5, 0, 1, 100), line])
        };
        let parts = vec![
            part(
                9,
                1,
                &[kept(first, -20), met(first, -1, 1, -20), bits(7), word],
            ),
            part(
                9,
                1,
                &[
                    bits(3),
                    met(first, 4, 2, 90),
                    word,
                    Entry::Dropped {
                        id: first,
                        run: 3,
                        line,
                    },
                ],
            ),
            part(
                u64::MAX,
                2,
                &[kept(u64::MAX, i64::MAX), Entry::Sample { id: 0, line }],
            ),
            part(9, 2, &[bits(4)]),
            found_by_variants(),
        ];
        let frame = pack(parts, FrameForm::Whole, &mut None).expect("they are whole");
        let read = unpack(&frame, &mut None).expect("it is whole");
        let wanted = [
            found_by_variants(),
            part(
                9,
                1,
                &[
                    kept(first, -20),
                    met(first, 4, 2, 90),
                    met(first, -1, 1, -20),
                    word,
                    bits(3),
                    Entry::Dropped {
                        id: first,
                        run: 3,
                        line,
                    },
                ],
            ),
            part(9, 2, &[bits(4)]),
            part(
                u64::MAX,
                2,
                &[kept(u64::MAX, i64::MAX), Entry::Sample { id: 0, line }],
            ),
        ];
        for wanted in &wanted {
            assert!(read.contains(wanted), "{wanted:?} in {read:?}");
        }
        assert_eq!(read.len(), wanted.len());
        assert_eq!(
            pack(read, FrameForm::Whole, &mut None).expect("they are whole"),
            frame,
            "nothing is left to join"
        );
        for end in 0..frame.len() {
            assert!(unpack(&frame[..end], &mut None).is_none(), "{end}");
        }
        assert!(
            pack(
                vec![Part {
                    entries: vec![200].into(),
                    ..part(1, 1, &[])
                }],
                FrameForm::Whole,
                &mut None
            )
            .is_none()
        );
    }

    /// A frame whose first columns are said to have another length, or are made of one byte.
    #[test]
    fn no_room_is_made_for_a_length_that_a_frame_only_names() {
        let text = vec![b'a'; 1 << 20];
        let small = compress(&text).expect("it can be compressed");
        assert_eq!(decompress(&small, text.len()).as_deref(), Some(&text[..]));
        for length in [0, text.len() - 1, text.len() + 1, 29 << 30, usize::MAX] {
            assert!(decompress(&small, length).is_none(), "{length}");
        }
        // The header of zstd names 2^62 bytes.
        let mut named = vec![0x28, 0xB5, 0x2F, 0xFD, 0xE0];
        named.extend((1_u64 << 62).to_le_bytes());
        named.extend(&small[9..]);
        assert!(decompress(&named, 1 << 62).is_none());
        let frame = pack(
            vec![Part {
                host: Host::from_number(7),
                owner: 1,
                entries: written([Entry::Learned(Fact::Word(6))]).into(),
            }],
            FrameForm::Whole,
            &mut None,
        );
        let frame = frame.expect("it is whole");
        for place in 0..frame.len() {
            for bit in 0..8 {
                let mut damaged = frame.clone();
                damaged[place] ^= 1 << bit;
                assert!(
                    unpack(&damaged, &mut None).is_none(),
                    "bit {bit} of {place}"
                );
            }
        }
    }
}
