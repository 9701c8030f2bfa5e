//! Several fields of a record, prepared once and read in one walk.

use super::base::Base;
use super::field::{Field, FieldText};
use super::line_path;
use super::word::offset_in;
use std::ops::Range;

/// A requested field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FieldKey {
    Known(Field),
    /// By the name of a member or column, or else of a known field.
    Named {
        name: String,
        known: Option<Field>,
    },
}

impl FieldKey {
    pub(super) fn named(name: &str) -> Self {
        Self::Named {
            name: name.trim().to_owned(),
            known: Field::of(name),
        }
    }

    /// Returns the field to read from records without names.
    pub(super) fn field(&self) -> Option<Field> {
        match self {
            Self::Known(field) => Some(*field),
            Self::Named { known, .. } => *known,
        }
    }
}

/// Fields to read of each record: see [`Fields::wanted`](super::Fields::wanted).
#[derive(Clone, Debug)]
pub struct WantedFields {
    pub(super) keys: Vec<FieldKey>,
    /// Whether members have the names as they are spelled.
    pub(super) is_spelled: bool,
}

impl WantedFields {
    /// Takes members only under the names as they are spelled, not under others with the same
    /// words.
    pub(crate) fn only_spelled(self) -> Self {
        Self {
            is_spelled: true,
            ..self
        }
    }

    /// Returns the number of requested fields.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no field is requested.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// The fields read of one record; reused for the next one.
#[derive(Clone, Debug, Default)]
pub struct FieldValues {
    spots: Vec<Option<Spot>>,
    /// Texts that are not a part of the record.
    buffer: Vec<u8>,
    pub(super) spare: Vec<u8>,
}

#[derive(Clone, Debug)]
enum Spot {
    Record(Range<usize>),
    Buffer(Range<usize>),
}

impl FieldValues {
    /// Returns the text of the field of this number, from 0, as requested; `None` if the record has
    /// none. `record` must be the record that was read.
    pub fn get<'v>(&'v self, number: usize, record: &'v [u8]) -> Option<&'v [u8]> {
        let spot = self.spots.get(number)?.clone()?;
        match spot {
            Spot::Record(range) => record.get(range),
            Spot::Buffer(range) => self.buffer.get(range),
        }
    }

    /// Replaces the time, if it is requested, by a range of the record.
    pub(super) fn set_time(&mut self, wanted: &WantedFields, range: Range<usize>) {
        for (spot, key) in self.spots.iter_mut().zip(&wanted.keys) {
            if *key == FieldKey::Known(Field::Time) {
                *spot = Some(Spot::Record(range.clone()));
            }
        }
    }

    /// Puts the base before the URL, if it is requested and has no host.
    pub(super) fn complete(&mut self, wanted: &WantedFields, record: &[u8], base: &Base) {
        for (number, key) in wanted.keys.iter().enumerate() {
            if *key == FieldKey::Known(Field::Url)
                && let Some(text) = self.get(number, record)
                && let Some(url) = line_path::completed(text, base)
            {
                let start = self.buffer.len();
                self.buffer.extend_from_slice(&url);
                self.spots[number] = Some(Spot::Buffer(start..self.buffer.len()));
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.spots.clear();
        self.buffer.clear();
    }

    /// Appends the text of the next field, which is a part of `record` or all of `buffer`.
    pub(super) fn put(&mut self, text: Option<FieldText<'_>>, record: &[u8], buffer: &[u8]) {
        let spot = text.map(|text| self.spot(text, record, buffer));
        self.spots.push(spot);
    }

    /// Returns the place of a text. Copies it if it is not a part of the record.
    fn spot(&mut self, text: FieldText<'_>, record: &[u8], buffer: &[u8]) -> Spot {
        if let FieldText::Written(text) = text
            && let Some(start) = offset_in(record, text)
        {
            return Spot::Record(start..start + text.len());
        }
        let start = self.buffer.len();
        self.buffer.extend_from_slice(text.bytes(buffer));
        Spot::Buffer(start..self.buffer.len())
    }
}
