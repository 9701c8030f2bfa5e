//! Several fields of a record, prepared once and read in one go.

use super::field::{Field, Text};
use super::json::Paths;
use std::ops::Range;

/// A field that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Known(Field),
    /// By the name of a member or column, or else of a known field.
    Named {
        name: String,
        known: Option<Field>,
    },
}

impl Key {
    pub(super) fn named(name: &str) -> Self {
        Self::Named { name: name.trim().to_owned(), known: Field::of(name) }
    }

    /// The field that it is where records have no names for what they hold.
    pub(super) fn field(&self) -> Option<Field> {
        match self {
            Self::Known(field) => Some(*field),
            Self::Named { known, .. } => *known,
        }
    }
}

/// Fields to read of each record: see [`Fields::wanted`](super::Fields::wanted).
#[derive(Clone, Debug)]
pub struct Wanted {
    pub(super) keys: Vec<Key>,
    /// What finds them in JSON objects.
    pub(super) members: Paths,
}

impl Wanted {
    /// How many fields are wanted.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// The fields that were read of one record, to be kept and filled again for the next one.
#[derive(Clone, Debug, Default)]
pub struct Values {
    spots: Vec<Option<Spot>>,
    /// Texts that do not stand in the record as they are.
    buffer: Vec<u8>,
    pub(super) spare: Vec<u8>,
}

#[derive(Clone, Debug)]
enum Spot {
    Record(Range<usize>),
    Buffer(Range<usize>),
}

impl Values {
    /// The text of the field that was wanted as this one, from 0; `None` if the record has none.
    /// The record has to be the one that was read.
    pub fn get<'v>(&'v self, number: usize, record: &'v [u8]) -> Option<&'v [u8]> {
        match self.spots.get(number)?.as_ref()? {
            Spot::Record(range) => record.get(range.clone()),
            Spot::Buffer(range) => self.buffer.get(range.clone()),
        }
    }

    /// Says where in the record the text of a field stands instead.
    pub(super) fn replace(&mut self, number: usize, range: Range<usize>) {
        self.spots[number] = Some(Spot::Record(range));
    }

    pub(super) fn clear(&mut self) {
        self.spots.clear();
        self.buffer.clear();
    }

    /// Adds the text of the next field, which stands in `record` or in `buffer`. The record begins
    /// at an offset of the one that is read.
    pub(super) fn put(&mut self, text: Option<Text<'_>>, record: &[u8], at: usize, buffer: &[u8]) {
        let spot = text.map(|text| {
            if let Text::Written(text) = text
                && let Some(start) = (text.as_ptr() as usize).checked_sub(record.as_ptr() as usize)
                && start + text.len() <= record.len()
            {
                return Spot::Record(at + start..at + start + text.len());
            }
            let start = self.buffer.len();
            self.buffer.extend_from_slice(text.bytes(buffer));
            Spot::Buffer(start..self.buffer.len())
        });
        self.spots.push(spot);
    }
}
