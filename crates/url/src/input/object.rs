//! The fields of JSON objects, by the names that tools use or that the user gives.

use super::field::{Field, FieldText, is_absent, is_reading};
use super::json_paths::{self, FoundValue, JsonValue, Paths};
use super::known;
use super::request;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use crate::parse;
use std::sync::{Arc, LazyLock};

/// The members of JSON objects that hold fields.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    /// One entry for each field, in the order of [`Field::ALL`].
    members: Arc<[FieldMembers]>,
    /// Whether the user named the member with the URL.
    is_named: bool,
    /// The members with the parts of the URL, if the user named several.
    parts: Arc<[Paths]>,
}

/// The members that may hold a field.
#[derive(Clone, Debug)]
struct FieldMembers {
    paths: Paths,
    /// The name of the member, if the user gave it.
    name: Option<Box<str>>,
}

static KNOWN: LazyLock<Arc<[FieldMembers]>> = LazyLock::new(|| {
    let members = |field| FieldMembers {
        paths: Paths::new(known::names(field)),
        name: None,
    };
    Field::ALL.into_iter().map(members).collect()
});

impl Objects {
    /// Objects with the names that tools use.
    pub(super) fn known() -> Self {
        Self {
            members: KNOWN.clone(),
            is_named: false,
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
    pub(super) fn under(self, field: Field, name: &str) -> Self {
        let mut members = self.members.to_vec();
        members[field as usize] = FieldMembers {
            paths: Paths::one(name),
            name: Some(name.into()),
        };
        Self {
            members: members.into(),
            ..self
        }
    }

    fn members(&self, field: Field) -> &FieldMembers {
        &self.members[field as usize]
    }

    /// Returns the paths of a known field.
    fn known_paths(&self, field: Field) -> Vec<Vec<&str>> {
        match &self.members(field).name {
            Some(name) => json_paths::own(name),
            None => json_paths::split(known::names(field)),
        }
    }

    /// Returns the paths of a field to read.
    fn paths<'p>(&'p self, key: &'p FieldKey) -> Vec<Vec<&'p str>> {
        let mut paths = Vec::new();
        if let FieldKey::Named { name, .. } = key {
            paths = json_paths::own(name);
        }
        if let Some(field) = key.field() {
            paths.extend(self.known_paths(field));
        }
        paths
    }

    /// Prepares these fields to be found in one walk.
    pub(super) fn prepared(&self, keys: &[FieldKey]) -> Paths {
        let paths: Vec<_> = keys.iter().map(|key| self.paths(key)).collect();
        Paths::of(&paths)
    }

    /// Finds the value of one known field.
    fn find<'r>(&self, field: Field, object: &'r [u8]) -> FoundValue<'r> {
        let paths = &self.members(field).paths;
        paths.best(object, |value| self.takes(field, value))
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
        let found = self.find(field, object);
        self.text(field, found, object, buffer)
    }

    /// Returns the text of a field, given the value found for it.
    fn text<'r>(
        &self,
        field: Field,
        found: FoundValue<'r>,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match field {
            Field::Url => self.url(object, found.value, buffer),
            Field::Body => self.body(object, found, buffer),
            _ => {
                let text = found.value?.text();
                FieldText::stored(text, buffer).of(field, buffer)
            }
        }
    }

    /// Returns the path of the member that holds a field; the object must have it.
    pub(super) fn origin(&self, field: Field, object: &[u8]) -> String {
        let found = self.find(field, object);
        if field == Field::Url && self.is_joined(found.value, object) {
            return "host and path".to_owned();
        }
        match &self.members(field).name {
            Some(name) => name.to_string(),
            None => found.rank.of(known::names(field)).to_owned(),
        }
    }

    /// Whether the URL of an object is joined from several members, given the value of the one that
    /// may hold it.
    fn is_joined(&self, found: Option<JsonValue<'_>>, object: &[u8]) -> bool {
        if !self.parts.is_empty() {
            return true;
        }
        if found.is_some_and(|found| !is_without_host(found, object)) {
            return false;
        }
        let path = found.map(JsonValue::text).filter(|_| self.is_named);
        request::write_url(object, path.as_deref(), &mut Vec::new())
    }

    /// Returns the member of this name, or else the known field of this name.
    pub(super) fn named_field<'r>(
        &self,
        name: &str,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match Paths::one(name).best(object, is_value).value {
            Some(value) => Some(FieldText::stored(value.text(), buffer)),
            None => self.get(Field::of(name)?, object, buffer),
        }
    }

    /// Reads the requested fields of an object, which is a part of the record.
    pub(super) fn read(
        &self,
        wanted: &WantedFields,
        object: &[u8],
        record: &[u8],
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
            match end.field.of(&wanted.keys).field_at(end.rank) {
                Some(field) => self.takes(field, value),
                None => is_value(value),
            }
        });
        let mut buffer = std::mem::take(&mut values.spare);
        for (key, found) in wanted.keys.iter().zip(found) {
            let text = self.wanted_text(key, *found, object, &mut buffer);
            values.put(text, record, &buffer);
        }
        values.spare = buffer;
    }

    /// Returns the text of a requested field, given the value found for it.
    fn wanted_text<'r>(
        &self,
        key: &FieldKey,
        found: FoundValue<'r>,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match key {
            FieldKey::Known(Field::Url) if !self.parts.is_empty() => {
                self.get(Field::Url, object, buffer)
            }
            FieldKey::Known(field) => self.text(*field, found, object, buffer),
            FieldKey::Named { name, known } => match found.value {
                Some(value) if found.rank.is_own(name) => {
                    Some(FieldText::stored(value.text(), buffer))
                }
                _ => self.get((*known)?, object, buffer),
            },
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
        let value = found.value?;
        if known::is_loose_body(found.rank) {
            let method = self.get(Field::Method, object, buffer)?.bytes(buffer);
            if is_reading(method) {
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
        match found {
            Some(found) if !is_without_host(found, object) => {
                Some(FieldText::stored(found.text(), buffer))
            }
            _ => self.request(object, found, buffer),
        }
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
        let path = found.as_deref().filter(|_| self.is_named);
        if request::write_url(object, path, buffer) {
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
