//! The fields of JSON objects, by the names that tools use or that the user gives.

use super::field::{Field, FieldText, is_absent, is_reading};
use super::json_paths::{self, FoundValue, JsonValue, Paths};
use super::known;
use super::member_names::{NamedMember, known_members};
use super::request;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use crate::parse;

/// The members of JSON objects that hold fields: those that the user named, and for other fields
/// those that tools use.
#[derive(Clone, Debug)]
pub(super) struct Objects {
    /// The members with the URL that the user named. Several hold its parts.
    url: Vec<NamedMember>,
    /// The member with the time, if the user named it.
    time: Option<NamedMember>,
}

impl Objects {
    /// Objects with the names that tools use. Their paths are built when an object is first read.
    pub(super) const KNOWN: Self = Self {
        url: Vec::new(),
        time: None,
    };

    /// Objects with the URL under this path, or its parts under several paths separated by commas.
    pub(super) fn named(path: &str) -> Self {
        let mut url = Vec::new();
        for name in path.split(',').map(str::trim) {
            if !name.is_empty() {
                url.push(NamedMember::new(name));
            }
        }
        if url.len() < 2 {
            url = vec![NamedMember::new(path)];
        }
        Self { url, time: None }
    }

    /// Sets the name of the member with the time.
    pub(super) fn time_under(&mut self, name: &str) {
        self.time = Some(NamedMember::new(name));
    }

    /// Whether the user named the member with the URL, or those with its parts.
    fn has_named_url(&self) -> bool {
        !self.url.is_empty()
    }

    /// Whether the user named members with the parts of the URL.
    fn has_parts(&self) -> bool {
        self.url.len() > 1
    }

    /// Returns the member with a field, if the user named it.
    fn named_member(&self, field: Field) -> Option<&NamedMember> {
        match field {
            Field::Url if !self.has_parts() => self.url.first(),
            Field::Time => self.time.as_ref(),
            _ => None,
        }
    }

    /// Returns the paths of a field to read.
    fn paths<'p>(&'p self, key: &'p FieldKey) -> Vec<Vec<&'p str>> {
        let mut paths = Vec::new();
        if let FieldKey::Named { name, .. } = key {
            paths = json_paths::own(name);
        }
        if let Some(field) = key.field() {
            paths.extend(match self.named_member(field) {
                Some(member) => json_paths::own(&member.name),
                None => json_paths::split(known::names(field)),
            });
        }
        paths
    }

    /// Prepares these fields to be found in one walk.
    fn prepared(&self, keys: &[FieldKey]) -> Paths {
        let mut paths = Vec::new();
        for key in keys {
            paths.push(self.paths(key));
        }
        Paths::of(&paths)
    }

    /// Finds the value of one known field.
    fn find<'r>(&self, field: Field, object: &'r [u8]) -> FoundValue<'r> {
        let paths = match self.named_member(field) {
            Some(member) => &member.paths,
            None => known_members(field),
        };
        paths.best(object, |value| self.takes(field, value))
    }

    /// Returns one field of an object.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        object: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if field == Field::Url && self.has_parts() {
            let is_written = request::write_named(object, &self.url, buffer);
            if !is_written {
                return None;
            }
            return Some(FieldText::Buffered);
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
        match self.named_member(field) {
            Some(member) => member.name.clone(),
            None => found.rank.of(known::names(field)).to_owned(),
        }
    }

    /// Whether the URL of an object is joined from several members, given the value of the one that
    /// may hold it.
    fn is_joined(&self, found: Option<JsonValue<'_>>, object: &[u8]) -> bool {
        if self.has_parts() {
            return true;
        }
        if let Some(found) = found
            && !is_without_host(found, object)
        {
            return false;
        }
        let mut path = None;
        if self.has_named_url() {
            path = found.map(JsonValue::text);
        }
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
        let prepare = || self.prepared(&wanted.keys);
        let members = wanted.members.get_or_init(prepare);
        members.search(object, found, |end, value| {
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
            FieldKey::Known(Field::Url) if self.has_parts() => self.get(Field::Url, object, buffer),
            FieldKey::Known(field) => self.text(*field, found, object, buffer),
            FieldKey::Named { name, known } => {
                if let Some(value) = found.value
                    && found.rank.is_own(name)
                {
                    return Some(FieldText::stored(value.text(), buffer));
                }
                self.get((*known)?, object, buffer)
            }
        }
    }

    /// Whether a value may be the text of a field. A URL has to look like one, unless the user
    /// named its member.
    fn takes(&self, field: Field, value: JsonValue<'_>) -> bool {
        match (field, value) {
            (_, JsonValue::Nested(_)) => field == Field::Body,
            (Field::Url, JsonValue::Text(text)) => self.has_named_url() || looks_like_url(text),
            (Field::Url, _) | (Field::Location, JsonValue::Bare(_)) => false,
            _ => field.value(value.bytes()).is_some(),
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
        let mut path = None;
        if self.has_named_url() {
            path = Some(found.as_deref()?);
        }
        if request::write_url(object, path, buffer) {
            return Some(FieldText::Buffered);
        }
        Some(FieldText::stored(found?, buffer))
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
        JsonValue::Text(text) if text.starts_with(b"//") || text.starts_with(br"\/\/") => {
            request::has_method(object)
        }
        JsonValue::Text(text) => request::is_path(text),
        _ => false,
    }
}

/// Whether the text of a member may be a URL. Its slashes may be escaped.
fn looks_like_url(text: &[u8]) -> bool {
    if text.starts_with(b"http") || text.starts_with(b"\\/") {
        return true;
    }
    parse::authority(text).is_some()
}
