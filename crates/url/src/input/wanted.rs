//! Several fields of a record, prepared once and read in one walk.

use super::base::Base;
use super::field::{Field, FieldText, is_reading};
use super::field_role::{FieldRole, RoleSet};
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
    /// A field that a record may have only for some methods or statuses.
    Rarer(FieldRole),
}

/// The fields that count for some methods or statuses: the target of a redirect, and of a request
/// that does more than read its body, the method that it means, and the operation that it calls.
pub(crate) const RARER: usize = RARER_ROLES.len();
const RARER_ROLES: [FieldRole; 4] = [
    FieldRole::Location,
    FieldRole::Body,
    FieldRole::Override,
    FieldRole::Operation,
];

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
            Self::Rarer(role) => role.field(),
        }
    }
}

/// Fields to read of each record: see [`Fields::wanted`](super::Fields::wanted).
#[derive(Clone, Debug)]
pub struct WantedFields {
    pub(super) keys: Vec<FieldKey>,
    /// The roles of values that are needed for them.
    pub(super) roles: RoleSet,
    /// Whether the body counts for every method.
    has_every_body: bool,
    /// The numbers of the method and the status.
    method: Option<usize>,
    status: Option<usize>,
}

impl WantedFields {
    pub(super) fn of(keys: Vec<FieldKey>) -> Self {
        let mut roles = RoleSet::REQUEST;
        for key in &keys {
            match key {
                FieldKey::Rarer(role) => roles = roles.with(*role),
                key => roles = key.field().map_or(roles, |field| roles.with(field.into())),
            }
        }
        let number = |field| {
            let mut keys = keys.iter();
            keys.position(|key| *key == FieldKey::Known(field))
        };
        Self {
            roles,
            has_every_body: false,
            method: number(Field::Method),
            status: number(Field::Status),
            keys,
        }
    }

    /// Appends the [`RARER`] fields, which are read if the method or the status, of those before,
    /// says that they count: the target of a redirect; of a request that does more than read, or
    /// of every one, its body; the method that it means; the operation that it calls.
    pub(crate) fn with_rarer(self, has_every_body: bool) -> Self {
        let mut keys = self.keys;
        keys.extend(RARER_ROLES.map(FieldKey::Rarer));
        Self {
            has_every_body,
            ..Self::of(keys)
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

    /// Whether a field counts, as far as those read before say.
    #[inline]
    pub(super) fn may_count(&self, key: &FieldKey, wanted: &WantedFields, record: &[u8]) -> bool {
        let FieldKey::Rarer(role) = key else {
            return true;
        };
        if *role == FieldRole::Location {
            let status = wanted.status.and_then(|number| self.get(number, record));
            return status.is_some_and(|status| status.starts_with(b"3"));
        }
        let method = wanted.method.and_then(|number| self.get(number, record));
        wanted.has_every_body || method.is_some_and(|method| !is_reading(method))
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
