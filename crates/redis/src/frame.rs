//! Frames: what many commits have stored of the hosts of a bucket, packed.
//!
//! A frame has a column for each sort of bytes: tags, lengths and counts, states of positions,
//! numbers as differences from those before, lines, and hashes. zstd halves them, [some
//! together](GROUPS), but for the hashes, whose bytes are random: of these, only what cannot be
//! [derived](Replay) from the lines is stored. A checksum of what is stored tells of damage. Hosts
//! come in the order of their first groups, so that differences are small. What one process stored
//! of a host without another one in between is joined, without what later entries replace.

use crate::replay::{Part, Replay};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use std::sync::LazyLock;
use urlsift_core::hash::Key;
use urlsift_core::varint::{ByteReader, put, put_signed, put_text};
use urlsift_memory::Host;
use urlsift_memory::entries::compact;
use urlsift_memory::entries::{Entry, KEPT, KEPT_AS, MET};
use zstd::bulk::{Compressor, Decompressor};

/// The level of zstd: higher ones save 2 % and take three times as long.
const LEVEL: i32 = 3;

/// The key of checksums. They do not protect against people, so it is public.
static CHECKSUM: LazyLock<Key> = LazyLock::new(|| Key::new([1, 2]));

thread_local! {
    /// They take longer to make than to use.
    static ZSTD: RefCell<Option<(Compressor<'static>, Decompressor<'static>)>> =
        RefCell::new(Compressor::new(LEVEL).ok().zip(Decompressor::new().ok()));
}

/// A field of an entry, and its column.
#[derive(Clone, Copy)]
enum Field {
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
const FIELDS: [&[Field]; 9] = {
    use Field::{Bytes, Near, Number, Text};
    let kept: &[Field] = &[Near(ID), Near(TIME), Text(HASHES), Text(LINES)];
    let met: &[Field] = &[Near(ID), Near(SLICE), Number, Near(TIME)];
    let (hash, bits) = (Bytes(HASHES, 8), Bytes(BITS, 2));
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
struct Columns<T> {
    all: [T; 8],
    last: [u64; 3],
}

/// The first byte of a frame, which scripts read, too: hashes are stored; they are derived; they
/// are to be derived at the end of the run, because that takes as long as deciding on new lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Whole = 0,
    Derived = 1,
    Derivable = 2,
}

/// Packs parts, which come in the order in which they were stored. `None`: they are damaged.
pub(crate) fn pack(
    parts: Vec<Part<'_>>,
    form: Form,
    replay: &mut Option<Replay>,
) -> Option<Vec<u8>> {
    let mut hosts: BTreeMap<Host, Vec<Part<'_>>> = BTreeMap::new();
    for part in parts {
        let of_host = hosts.entry(part.host).or_default();
        match of_host.last_mut().filter(|last| last.owner == part.owner) {
            Some(last) => last.entries.to_mut().extend_from_slice(&part.entries),
            None => of_host.push(part),
        }
    }
    let mut hosts: Vec<Vec<Part<'_>>> = hosts.into_values().collect();
    hosts.sort_by_cached_key(|parts| {
        Entry::parse_all(&parts[0].entries).find_map(|entry| entry?.id())
    });
    let mut parts: Vec<Part<'_>> = hosts.into_iter().flatten().collect();
    for part in &mut parts {
        part.entries = compact(&part.entries, |_| true)?.into();
    }
    let form = if replay.is_some() { form } else { Form::Whole };
    if let (Form::Derived, Some(replay)) = (form, replay) {
        replay.exchange(&mut parts)?;
    }
    let mut frame = vec![form as u8];
    frame.extend(sum(form as u8, &parts));
    let mut columns = Columns {
        all: <[Vec<u8>; 8]>::default(),
        last: [0; 3],
    };
    parts.iter().try_for_each(|part| columns.write(part))?;
    for group in GROUPS {
        let mut whole = Vec::new();
        columns.all[group]
            .iter()
            .for_each(|column| put_text(&mut whole, column));
        let smaller = ZSTD.with_borrow_mut(|zstd| zstd.as_mut()?.0.compress(&whole).ok());
        put(&mut frame, whole.len() as u64);
        put_text(
            &mut frame,
            smaller
                .as_ref()
                .filter(|it| it.len() < whole.len())
                .unwrap_or(&whole),
        );
    }
    frame.extend(&columns.all[HASHES]);
    Some(frame)
}

/// Returns the parts of a frame, those of a host in the order in which they were stored. A build
/// that derives other hashes than who packed it gets its own, by which it finds these lines.
/// `None`: it is damaged, or of other settings.
pub(crate) fn unpack(frame: &[u8], replay: &mut Option<Replay>) -> Option<Vec<Part<'static>>> {
    let mut reader = ByteReader(frame);
    let (form, stored) = (reader.byte()?, reader.take(4)?);
    let mut group = || -> Option<Vec<u8>> {
        let (length, stored) = (usize::try_from(reader.number()?).ok()?, reader.text()?);
        let whole =
            || ZSTD.with_borrow_mut(|zstd| zstd.as_mut()?.1.decompress(stored, length).ok());
        if length == stored.len() {
            Some(stored.to_vec())
        } else {
            whole()
        }
    };
    let groups = [group()?, group()?, group()?];
    let mut columns = Columns {
        all: [reader; 8],
        last: [0; 3],
    };
    for (group, whole) in GROUPS.into_iter().zip(&groups) {
        let mut whole = ByteReader(whole);
        for column in &mut columns.all[group] {
            column.0 = whole.text()?;
        }
    }
    let parts = iter::from_fn(|| (!columns.all[TAGS].0.is_empty()).then(|| columns.read()));
    let mut parts: Vec<Part<'_>> = parts.collect::<Option<_>>()?;
    if sum(form, &parts) != stored {
        return None;
    }
    if form == Form::Derived as u8 {
        replay.as_mut()?.exchange(&mut parts)?;
    }
    Some(parts)
}

/// Returns a checksum of parts as they are stored.
fn sum(form: u8, parts: &[Part<'_>]) -> [u8; 4] {
    let mut all = vec![form];
    all.reserve(parts.iter().map(|part| part.entries.len() + 16).sum());
    for part in parts {
        all.extend(part.host.number().to_le_bytes());
        put_text(&mut all, &part.entries);
    }
    (CHECKSUM.token(&all) as u32).to_le_bytes()
}

/// Returns the count of a group that only its own line was met of.
fn alone([id, time, slice]: [u64; 3]) -> Vec<u8> {
    let mut met = vec![MET];
    for number in [id, slice, 1, time] {
        put(&mut met, number);
    }
    met
}

impl Columns<Vec<u8>> {
    /// Adds a part. The numbers of the next one differ little from those of its first group.
    fn write(&mut self, part: &Part<'_>) -> Option<()> {
        // Hosts that are derived are 0.
        let host = Some(part.host.number()).filter(|host| *host != 0);
        put(
            &mut self.all[TAGS],
            part.owner << 1 | u64::from(host.is_some()),
        );
        self.all[HASHES].extend(host.iter().flat_map(|host| host.to_le_bytes()));
        let (mut reader, mut first) = (ByteReader(&part.entries), None);
        while let Some(tag) = reader.byte() {
            let at = self.all[TAGS].len();
            self.all[TAGS].push(tag);
            for field in FIELDS[usize::from(tag)] {
                match *field {
                    Field::Near(place) => {
                        let number = reader.number()?;
                        let before = std::mem::replace(&mut self.last[place], number);
                        put_signed(
                            &mut self.all[place],
                            number.wrapping_sub(before).cast_signed(),
                        );
                    }
                    Field::Number => put(&mut self.all[LENGTHS], reader.number()?),
                    Field::Bytes(column, length) => self.all[column].extend(reader.take(length)?),
                    Field::Text(column) => {
                        let text = reader.text()?;
                        put(&mut self.all[LENGTHS], text.len() as u64);
                        self.all[column].extend(text);
                    }
                }
            }
            if tag == KEPT || tag == KEPT_AS {
                first.get_or_insert(self.last);
                if let (KEPT, Some(rest)) = (tag, reader.0.strip_prefix(&*alone(self.last))) {
                    reader.0 = rest;
                    self.all[TAGS][at] = ALONE;
                }
            }
        }
        self.all[TAGS].push(END);
        self.last = first.unwrap_or(self.last);
        Some(())
    }
}

impl Columns<ByteReader<'_>> {
    /// Reads a part as it was [written](Columns::write).
    fn read(&mut self) -> Option<Part<'static>> {
        let owner = self.all[TAGS].number()?;
        let host = if owner & 1 == 1 {
            self.all[HASHES].hash()?
        } else {
            0
        };
        let (host, owner) = (Host::from_number(host), owner >> 1);
        let (mut entries, mut first) = (Vec::new(), None);
        loop {
            let tag = self.all[TAGS].byte()?;
            if tag == END {
                self.last = first.unwrap_or(self.last);
                return Some(Part {
                    host,
                    owner,
                    entries: entries.into(),
                });
            }
            entries.push(if tag == ALONE { KEPT } else { tag });
            for field in *FIELDS.get(usize::from(tag))? {
                match *field {
                    Field::Near(place) => {
                        let step = self.all[place].signed()?;
                        self.last[place] = self.last[place].wrapping_add_signed(step);
                        put(&mut entries, self.last[place]);
                    }
                    Field::Number => put(&mut entries, self.all[LENGTHS].number()?),
                    Field::Bytes(column, length) => entries.extend(self.all[column].take(length)?),
                    Field::Text(column) => {
                        let length = usize::try_from(self.all[LENGTHS].number()?).ok()?;
                        put_text(&mut entries, self.all[column].take(length)?);
                    }
                }
            }
            if matches!(tag, KEPT | KEPT_AS | ALONE) {
                first.get_or_insert(self.last);
            }
            if tag == ALONE {
                entries.extend(alone(self.last));
            }
        }
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
            part(
                0,
                2,
                &[
                    kept(5, 100),
                    met(5, 0, 1, 100),
                    Entry::Kept(Kept {
                        id: 6,
                        time: 0,
                        lookup: variants,
                        line: b"",
                    }),
                ],
            ),
        ];
        let frame = pack(parts, Form::Whole, &mut None).expect("they are whole");
        let read = unpack(&frame, &mut None).expect("it is whole");
        let wanted = [
            part(
                0,
                2,
                &[
                    kept(5, 100),
                    met(5, 0, 1, 100),
                    Entry::Kept(Kept {
                        id: 6,
                        time: 0,
                        lookup: variants,
                        line: b"",
                    }),
                ],
            ),
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
            pack(read, Form::Whole, &mut None).expect("they are whole"),
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
                Form::Whole,
                &mut None
            )
            .is_none()
        );
    }
}
