//! The fields of JSON objects, by the names that tools use or that the user gives.

use super::field::{Field, FieldText, is_absent};
use super::json_paths::{self, FoundValue, JsonValue, Paths};
use super::known;
use super::request;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use crate::parse;
use std::sync::{Arc, LazyLock};

/// The members of JSON objects that hold fields.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    /// The members of each field, by its number.
    members: Arc<[Paths]>,
    /// Whether the user named the member with the URL.
    is_named: bool,
    /// The names of the members with the fields, if the user gave them.
    names: [Option<Arc<str>>; Field::ALL.len()],
    /// The members with the parts of the URL, if the user named several.
    parts: Arc<[Paths]>,
}

static KNOWN: LazyLock<Arc<[Paths]>> = LazyLock::new(|| {
    Field::ALL
        .into_iter()
        .map(|field| Paths::new(known::names(field).iter().copied()))
        .collect()
});

impl Objects {
    /// Objects with the names that tools use.
    pub(super) fn known() -> Self {
        Self {
            members: KNOWN.clone(),
            is_named: false,
            names: Default::default(),
            parts: Arc::new([]),
        }
    }

    /// Objects with the URL under this path, or its parts under several paths separated by commas.
    pub(super) fn named(path: &str) -> Self {
        let names: Vec<&str> = path
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let known = Self {
            is_named: true,
            ..Self::known()
        };
        if names.len() > 1 {
            return Self {
                parts: names.into_iter().map(Paths::one).collect(),
                ..known
            };
        }
        known.under(Field::Url, path)
    }

    /// Sets the name of a field.
    pub(super) fn under(mut self, field: Field, name: &str) -> Self {
        let mut members = self.members.to_vec();
        members[field as usize] = Paths::one(name);
        self.names[field as usize] = Some(name.into());
        Self {
            members: members.into(),
            ..self
        }
    }

    /// Returns the paths of a field to read.
    fn paths<'p>(&'p self, key: &'p FieldKey) -> Vec<Vec<&'p str>> {
        let of = |field: Field| match &self.names[field as usize] {
            Some(name) => json_paths::own(name),
            None => known::names(field)
                .iter()
                .map(|path| path.split('.').collect())
                .collect(),
        };
        match key {
            FieldKey::Known(field) => of(*field),
            FieldKey::Named { name, known } => json_paths::own(name)
                .into_iter()
                .chain(known.map(of).unwrap_or_default())
                .collect(),
        }
    }

    /// Prepares these fields to be found in one walk.
    pub(super) fn prepared(&self, keys: &[FieldKey]) -> Paths {
        Paths::of(&keys.iter().map(|key| self.paths(key)).collect::<Vec<_>>())
    }

    /// Returns one field of an object.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if field == Field::Url && !self.parts.is_empty() {
            return request::write_named(object, &self.parts, buffer)
                .then_some(FieldText::Buffered);
        }
        let mut found = [FoundValue::default()];
        self.members[field as usize]
            .search(object, &mut found, |_, value| self.takes(field, value));
        match field {
            Field::Url => self.url(object, found[0].value(), buffer),
            Field::Body => self.body(object, found[0], buffer),
            _ => FieldText::stored(found[0].value()?.text(), buffer).of(field, buffer),
        }
    }

    /// Returns the path of the member that holds a field; the object must have it.
    pub(super) fn origin(&self, field: Field, object: &[u8]) -> String {
        let mut found = [FoundValue::default()];
        self.members[field as usize]
            .search(object, &mut found, |_, value| self.takes(field, value));
        let value = found[0].value();
        let path = value.map(JsonValue::text).filter(|_| self.is_named);
        let is_joined = !self.parts.is_empty()
            || (value.is_none_or(|value| is_without_host(value, object))
                && request::write_url(object, path.as_deref(), &mut Vec::new()));
        if field == Field::Url && is_joined {
            return "host and path".to_owned();
        }
        match &self.names[field as usize] {
            Some(name) => name.to_string(),
            None => known::names(field)[found[0].rank()].to_owned(),
        }
    }

    /// Returns the member of this name, or else the known field of this name.
    pub(super) fn named_field<'r>(
        &self,
        name: &str,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let mut found = [FoundValue::default()];
        Paths::one(name).search(object, &mut found, |_, value| is_value(value));
        match found[0].value() {
            Some(value) => Some(FieldText::stored(value.text(), buffer)),
            None => self.get(Field::of(name)?, object, buffer),
        }
    }

    /// Reads the requested fields of an object that begins at an offset of the record.
    pub(super) fn read(
        &self,
        wanted: &WantedFields,
        object: &[u8],
        at: usize,
        values: &mut FieldValues,
    ) {
        let mut few = [FoundValue::default(); 16];
        let mut many = Vec::new();
        let count = wanted.keys.len();
        let found = if let Some(few) = few.get_mut(..count) {
            few
        } else {
            many.resize(count, FoundValue::default());
            &mut many[..]
        };
        wanted.members.search(object, found, |end, value| {
            match &wanted.keys[end.group()] {
                FieldKey::Known(field) => self.takes(*field, value),
                FieldKey::Named { name, known } => {
                    match known.filter(|_| end.rank() >= json_paths::own_count(name)) {
                        Some(field) => self.takes(field, value),
                        None => is_value(value),
                    }
                }
            }
        });
        for (number, key) in wanted.keys.iter().enumerate() {
            let value = found[number].value();
            let mut buffer = std::mem::take(&mut values.spare);
            let text = match key {
                FieldKey::Known(Field::Url) if self.parts.is_empty() => {
                    self.url(object, value, &mut buffer)
                }
                FieldKey::Known(Field::Url) => self.get(Field::Url, object, &mut buffer),
                FieldKey::Known(Field::Body) => self.body(object, found[number], &mut buffer),
                FieldKey::Known(field) => value.and_then(|value| {
                    FieldText::stored(value.text(), &mut buffer).of(*field, &mut buffer)
                }),
                FieldKey::Named { name, known } => match (value, known) {
                    (Some(value), _) if found[number].rank() < json_paths::own_count(name) => {
                        Some(FieldText::stored(value.text(), &mut buffer))
                    }
                    (_, known) => known.and_then(|field| self.get(field, object, &mut buffer)),
                },
            };
            values.put(text, object, at, &buffer);
            values.spare = buffer;
        }
    }

    /// Whether a value may be the text of a field. A URL has to look like one, unless the user
    /// named its member.
    fn takes(&self, field: Field, value: JsonValue<'_>) -> bool {
        match (field, value) {
            (Field::Url, JsonValue::Text(text)) => self.is_named || looks_like_url(text),
            (Field::Body, JsonValue::Nested(_)) => true,
            (Field::Url, _) | (Field::Location, JsonValue::Bare(_)) | (_, JsonValue::Nested(_)) => {
                false
            }
            (_, value) => field.value(value.bytes()).is_some(),
        }
    }

    /// Returns the body of the request. A name that is also used for the response's body counts
    /// only if the method sends a body.
    fn body<'r>(
        &self,
        object: &'r [u8],
        found: FoundValue<'r>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let value = found.value()?;
        if known::is_loose_body(found.rank()) {
            let method = self.get(Field::Method, object, buffer)?.bytes(buffer);
            if [&b"GET"[..], b"HEAD"]
                .iter()
                .any(|name| method.eq_ignore_ascii_case(name))
            {
                return None;
            }
        }
        Some(FieldText::stored(value.text(), buffer))
    }

    /// Returns the URL of an object, given a member that may hold it.
    fn url<'r>(
        &self,
        object: &'r [u8],
        found: Option<JsonValue<'r>>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if found.is_none_or(|found| is_without_host(found, object)) {
            return self.request(object, found, buffer);
        }
        found.map(|found| FieldText::stored(found.text(), buffer))
    }

    /// Writes the URL of an object that has no member with both host and path. A path alone counts
    /// if no other member has its host.
    #[cold]
    fn request<'r>(
        &self,
        object: &'r [u8],
        found: Option<JsonValue<'r>>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let found = found.map(JsonValue::text);
        if self.is_named && found.is_none() {
            return None;
        }
        if request::write_url(object, found.as_deref().filter(|_| self.is_named), buffer) {
            return Some(FieldText::Buffered);
        }
        found.map(|text| FieldText::stored(text, buffer))
    }
}

/// Whether a value is acceptable for a member of any name.
fn is_value(value: JsonValue<'_>) -> bool {
    !matches!(value, JsonValue::Nested(_)) && !is_absent(value.bytes())
}

/// Whether a value is a path, or a request for one, without a host. Servers log paths that begin
/// with two slashes.
fn is_without_host(value: JsonValue<'_>, object: &[u8]) -> bool {
    match value {
        JsonValue::Text([b'/', b'/', ..] | [b'\\', b'/', b'\\', b'/', ..]) => {
            request::has_method(object)
        }
        JsonValue::Text(text) => request::is_path(text),
        _ => false,
    }
}

/// Whether the text of a member may be a URL. Its slashes may be escaped.
fn looks_like_url(text: &[u8]) -> bool {
    text.starts_with(b"http") || text.starts_with(b"\\/") || parse::authority(text).is_some()
}
