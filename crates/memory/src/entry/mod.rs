//! Entries: the facts that a store remembers of one host, as bytes.
//!
//! Most stores only keep these bytes. One that sorts or packs what it holds reads them here.
//!
//! An entry is a tag and its fields: numbers as LEB128 (signed ones in zigzag), hashes as eight
//! bytes, little end first. Entries add to earlier ones or replace them. Concatenated entries are
//! entries again, and a filter that reads them in order knows all of these facts.

pub(crate) mod arrival;
pub(crate) mod compact;
pub(crate) mod expiry;
pub(crate) mod group;

use urlsift_core::learn::Fact;
use urlsift_core::record::variant::Variant;
use urlsift_core::similar::index::Id;
use urlsift_core::varint::{ByteReader, put, put_signed, put_text};
use urlsift_core::{Error, ErrorKind};

/// The tag of a kept line that is found by keys.
pub const KEPT: u8 = 1;
/// The tag of a kept line that is found by its variants.
pub const KEPT_AS: u8 = 2;
/// The tag of a count of lines.
pub const MET: u8 = 3;
const WORD: u8 = 4;
const POSITION: u8 = 5;
const SAMPLE: u8 = 6;
const DROPPED: u8 = 7;

/// Returns the error for entries that cannot be read.
pub fn damaged() -> Error {
    Error::new(ErrorKind::Damaged, "the entries of a host are damaged")
}

/// One remembered fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry<'a> {
    /// A line started a group.
    Kept(Kept<'a>),
    /// Lines of a group came.
    Met(SliceCount),
    /// Something was learned about the host's paths.
    Learned(Fact),
    /// A line was printed as a further sample of a group.
    Sample {
        /// The number of the group.
        id: Id,
        /// The hash of the line.
        line: u64,
    },
    /// A line was dropped because of learned positions.
    Dropped {
        /// The number of the group.
        id: Id,
        /// The number of the run.
        run: u64,
        /// The hash of the line.
        line: u64,
    },
}

/// A kept line that started a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept<'a> {
    /// The number of its group.
    pub id: Id,
    /// The time of the line, in milliseconds since 1970.
    pub time: i64,
    /// The way in which it is found.
    pub lookup: Lookup<'a>,
    /// Its bytes. Empty if only its keys are remembered.
    pub line: &'a [u8],
}

/// The way in which a kept line is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// Keys of eight bytes each.
    Keys(&'a [u8]),
    /// Variants of its line, each as the number of its words and the words.
    Variants(&'a [u8]),
}

/// The number of lines of a group within a slice of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SliceCount {
    /// The number of the group.
    pub id: Id,
    /// The number of the slice.
    pub slice: i64,
    /// The number of lines.
    pub count: u64,
    /// The time of the last of these lines, in milliseconds since 1970.
    pub last: i64,
}

impl Entry<'_> {
    /// Appends the entry to others.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        match *self {
            Self::Kept(kept) => {
                let (tag, lookup) = match kept.lookup {
                    Lookup::Keys(keys) => (KEPT, keys),
                    Lookup::Variants(variants) => (KEPT_AS, variants),
                };
                bytes.push(tag);
                put(bytes, kept.id);
                put_signed(bytes, kept.time);
                put_text(bytes, lookup);
                put_text(bytes, kept.line);
            }
            Self::Met(met) => {
                bytes.push(MET);
                put(bytes, met.id);
                put_signed(bytes, met.slice);
                put(bytes, met.count);
                put_signed(bytes, met.last);
            }
            Self::Learned(Fact::Word(word)) => {
                bytes.push(WORD);
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            Self::Learned(Fact::Position(position, bits)) => {
                bytes.push(POSITION);
                bytes.extend_from_slice(&position.to_le_bytes());
                bytes.extend_from_slice(&bits.to_le_bytes());
            }
            Self::Sample { id, line } => {
                bytes.push(SAMPLE);
                put(bytes, id);
                bytes.extend_from_slice(&line.to_le_bytes());
            }
            Self::Dropped { id, run, line } => {
                bytes.push(DROPPED);
                put(bytes, id);
                put(bytes, run);
                bytes.extend_from_slice(&line.to_le_bytes());
            }
        }
    }

    /// Returns the number of its group.
    pub fn id(&self) -> Option<Id> {
        let mut entry = *self;
        entry.id_mut().copied()
    }

    /// Returns the number of its group, to be changed.
    pub(crate) fn id_mut(&mut self) -> Option<&mut Id> {
        match self {
            Self::Kept(Kept { id, .. })
            | Self::Met(SliceCount { id, .. })
            | Self::Sample { id, .. }
            | Self::Dropped { id, .. } => Some(id),
            Self::Learned(_) => None,
        }
    }
}

impl<'a> Entry<'a> {
    /// Reads entries. `None` among them: the bytes are damaged from there on.
    pub fn parse_all(bytes: &'a [u8]) -> impl Iterator<Item = Option<Self>> {
        let mut reader = ByteReader(bytes);
        std::iter::from_fn(move || {
            if reader.0.is_empty() {
                return None;
            }
            let entry = Self::read(&mut reader);
            if entry.is_none() {
                reader.0 = &[];
            }
            Some(entry)
        })
    }

    fn read(reader: &mut ByteReader<'a>) -> Option<Self> {
        let tag = reader.byte()?;
        Some(match tag {
            KEPT | KEPT_AS => Self::Kept(Kept {
                id: reader.number()?,
                time: reader.signed()?,
                lookup: if tag == KEPT {
                    Lookup::Keys(reader.text()?)
                } else {
                    Lookup::Variants(reader.text()?)
                },
                line: reader.text()?,
            }),
            MET => Self::Met(SliceCount {
                id: reader.number()?,
                slice: reader.signed()?,
                count: reader.number()?,
                last: reader.signed()?,
            }),
            WORD => Self::Learned(Fact::Word(reader.hash()?)),
            POSITION => {
                let position = reader.hash()?;
                let bits = reader.take(2)?.try_into().ok()?;
                Self::Learned(Fact::Position(position, u16::from_le_bytes(bits)))
            }
            SAMPLE => Self::Sample {
                id: reader.number()?,
                line: reader.hash()?,
            },
            DROPPED => Self::Dropped {
                id: reader.number()?,
                run: reader.number()?,
                line: reader.hash()?,
            },
            _ => return None,
        })
    }
}

/// Writes the entries that are `wanted`, in the same order. `None`: the bytes are damaged.
pub fn retain(bytes: &[u8], wanted: impl Fn(&Entry<'_>) -> bool) -> Option<Vec<u8>> {
    let mut left = Vec::new();
    for entry in Entry::parse_all(bytes) {
        let entry = entry?;
        if wanted(&entry) {
            entry.write(&mut left);
        }
    }
    Some(left)
}

/// Returns the bytes of entries.
pub fn written<'e>(entries: impl IntoIterator<Item = Entry<'e>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in entries {
        entry.write(&mut bytes);
    }
    bytes
}

impl Lookup<'_> {
    /// Appends keys as [`Lookup::Keys`] holds them.
    pub fn put_keys(lookup: &mut Vec<u8>, keys: &[u64]) {
        lookup.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
    }

    /// Appends a variant as [`Lookup::Variants`] holds it.
    pub(crate) fn put_variant(lookup: &mut Vec<u8>, variant: &Variant) {
        put(lookup, variant.words().count() as u64);
        lookup.extend(variant.words().flat_map(u64::to_le_bytes));
    }

    /// Replaces `keys` by its keys; by none if it has variants.
    pub fn keys(&self, keys: &mut Vec<u64>) {
        keys.clear();
        if let Self::Keys(bytes) = self {
            let (all, _) = bytes.as_chunks();
            keys.extend(all.iter().copied().map(u64::from_le_bytes));
        }
    }

    /// Calls `each` with every variant. `None`: they are damaged.
    pub(crate) fn variants(&self, mut each: impl FnMut(&Variant)) -> Option<()> {
        let Self::Variants(bytes) = self else {
            return Some(());
        };
        let mut reader = ByteReader(bytes);
        while !reader.0.is_empty() {
            let mut words = Vec::new();
            for _ in 0..reader.number()? {
                words.push(reader.hash()?);
            }
            each(&Variant::from_words(&words));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_give_back_their_entries_and_damaged_ones_say_so() {
        let mut variants = Vec::new();
        let (one, two) = (
            Variant::from_words(&[5]),
            Variant::from_words(&[1, u64::MAX]),
        );
        for variant in [&one, &two] {
            Lookup::put_variant(&mut variants, variant);
        }
        let mut keys = Vec::new();
        Lookup::put_keys(&mut keys, &[7, u64::MAX]);
        let entries = [
            Entry::Kept(Kept {
                id: 0,
                time: -5,
                lookup: Lookup::Keys(&keys),
                line: b"https://a.test/",
            }),
            Entry::Kept(Kept {
                id: u64::MAX,
                time: 1 << 45,
                lookup: Lookup::Variants(&variants),
                line: b"",
            }),
            Entry::Met(SliceCount {
                id: 300,
                slice: -1,
                count: 1 << 40,
                last: 77,
            }),
            Entry::Learned(Fact::Word(1 << 63)),
            Entry::Learned(Fact::Position(9, 0x1FFF)),
            Entry::Sample { id: 4, line: 99 },
            Entry::Dropped {
                id: 4,
                run: 3,
                line: 98,
            },
        ];
        let mut bytes = Vec::new();
        for entry in &entries {
            entry.write(&mut bytes);
        }
        let read: Option<Vec<Entry<'_>>> = Entry::parse_all(&bytes).collect();
        assert_eq!(read.as_deref(), Some(&entries[..]));
        for end in 0..bytes.len() {
            let read: Vec<Option<Entry<'_>>> = Entry::parse_all(&bytes[..end]).collect();
            assert!(read.len() <= entries.len());
            assert!(
                read.iter().rev().skip(1).all(Option::is_some),
                "what is damaged is the last"
            );
        }
        assert_eq!(Entry::parse_all(&[200]).collect::<Vec<_>>(), [None]);
        let (mut found, mut read) = (Vec::new(), Vec::new());
        assert!(
            Lookup::Variants(&variants)
                .variants(|variant| found.push(variant.clone()))
                .is_some()
        );
        assert_eq!(found, [one, two]);
        Lookup::Keys(&keys).keys(&mut read);
        assert_eq!(read, [7, u64::MAX]);
        assert!(Lookup::Variants(&[9]).variants(|_| {}).is_none());
    }
}
