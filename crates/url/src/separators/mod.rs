//! The fields that keep two records apart although their URLs are similar: the method of the
//! request, the class of the status, and other fields by name.
//!
//! A bare URL has no such fields and is never passed here. For other records the fields are written
//! as a text, which templates show around the URL (`POST example.com/u/{int} [404]`) and whose hash
//! is compared: users see exactly the text that decides. The names of a body's fields are
//! parameters like those of a query.

mod body;
mod by;
mod redirect;
mod status;

use crate::bytes::{before, first};
use crate::display_text::push_escape;
use crate::hash::Key;
use crate::input::{Field, FieldValues, Fields, FoundForm, Input, RARER, WantedFields, is_reading};
use crate::met::MetFlags;
use crate::parse::Address;
use body::BodyFields;
use bstr::ByteSlice;
pub use by::By;
use status::ELSEWHERE;
use std::sync::Arc;

/// The fields that keep URLs apart.
#[derive(Clone, Debug)]
pub struct Separators {
    method: bool,
    status: bool,
    /// Whether bodies count for every method; otherwise they count only if methods do.
    body: bool,
    /// Fields other than method, status and body.
    named: Vec<String>,
    /// For each of `named`, whether any record had it.
    met: Arc<MetFlags>,
    /// The fields that keep apart records that are not URLs.
    of_terms: Vec<String>,
    /// The URL, then the fields of [`usual`](Self::usual), for records of one known format, so that
    /// each is read in one walk.
    all: WantedFields,
    /// The fields read of every record: [`USUAL`], the named ones, and the rarer ones.
    usual: WantedFields,
}

/// Returns the name of a status's class.
pub fn status_class(status: u16) -> Option<&'static str> {
    status::class(status.to_string().as_bytes())
}

const USUAL: [Field; 2] = [Field::Method, Field::Status];
const WITH_URL: [Field; 3] = [Field::Url, Field::Method, Field::Status];

/// Names of fields with a meaning of their own.
const UNNAMED: [&str; 3] = ["method", "status", "body"];

/// Prepares known fields, the named ones and the rarer ones for records of one format.
fn wanted(known: &[Field], named: &[String], has_body: bool, fields: &Fields) -> WantedFields {
    let named = named.iter().map(String::as_str);
    fields.wanted(known, named).with_rarer(has_body)
}

/// The values of a record's fields other than its URL.
struct ReadFields<'v> {
    values: &'v FieldValues,
    record: &'v [u8],
    /// The number of the first one, the method.
    start: usize,
    /// The number of named fields.
    named: usize,
}

impl<'v> ReadFields<'v> {
    fn get(&self, number: usize) -> Option<&'v [u8]> {
        self.values.get(self.start + number, self.record)
    }

    /// Returns the rarer fields.
    fn rarer(&self) -> [Option<&'v [u8]>; RARER] {
        let start = USUAL.len() + self.named;
        std::array::from_fn(|number| self.get(start + number))
    }
}

/// Returns the operation that a header names.
fn operation(header: Option<&[u8]>) -> Option<&[u8]> {
    match header?.trim_with(|c| c == '"' || c == ' ') {
        [] => None,
        operation => Some(operation),
    }
}

/// The fields that keep one record apart, besides its URL; empty if there are none.
#[derive(Clone, Debug, Default)]
pub struct ExtraFields {
    /// The method in capitals, and a blank.
    pub before: Vec<u8>,
    /// Each other field in brackets, after a blank.
    pub behind: Vec<u8>,
    /// The names of the body's fields, which are parameters.
    pub body: BodyFields,
    /// Buffer, kept for reuse.
    values: FieldValues,
}

impl Separators {
    /// Creates a reader of these fields for records of this format; `None` if no field counts.
    pub fn new(by: &By, fields: &Fields) -> Option<Self> {
        let mut named = by.sorted().fields;
        if named.is_empty() {
            return None;
        }
        // The default fields are those of requests.
        let of_terms = if by.is_usual() {
            Vec::new()
        } else {
            named.clone()
        };
        let has = |name: &str| named.iter().any(|field| field == name);
        let [method, status, body] = UNNAMED.map(has);
        named.retain(|field| !UNNAMED.contains(&field.as_str()));
        let lines = Fields::new(Input::Lines);
        Some(Self {
            method,
            status,
            body,
            met: Arc::new(MetFlags::new(named.len())),
            all: wanted(&WITH_URL, &named, body, fields),
            usual: wanted(&USUAL, &named, body, &lines),
            named,
            of_terms,
        })
    }

    /// Returns this for records of another format.
    pub fn reading(self, fields: &Fields) -> Self {
        Self {
            all: wanted(&WITH_URL, &self.named, self.body, fields),
            ..self
        }
    }

    /// Returns the named fields that no record had, of all records read by this reader or a clone.
    pub fn unmet(&self) -> impl Iterator<Item = &str> {
        let unmet = self.met.unmet();
        unmet.map(|number| self.named[number].as_str())
    }

    /// Notes that a record that is not a URL has a field.
    pub fn meet_of_terms(&self, name: &str) {
        if let Some(number) = self.named.iter().position(|named| named == name) {
            self.met.meet(number);
        }
    }

    /// Whether a field counts, or is needed to read one that does.
    pub fn needs(&self, field: Field) -> bool {
        match field {
            Field::Method => self.method || self.body,
            Field::Status => self.status,
            field => self.named.iter().any(|name| name == field.name()),
        }
    }

    /// Returns the fields that keep apart records that are not URLs.
    pub fn of_terms(&self) -> &[String] {
        &self.of_terms
    }

    /// Reads the fields that keep a record apart, besides its URL.
    pub fn read<'r>(
        &self,
        fields: &Fields,
        record: &'r [u8],
        form: FoundForm<'r>,
        url: &Address<'_>,
        extra: &mut ExtraFields,
    ) {
        let mut values = std::mem::take(&mut extra.values);
        fields.read_form(&self.usual, record, &form, &mut values);
        self.write(&self.read_fields(&values, record, 0), url, extra);
        extra.values = values;
    }

    /// Reads the URL of a record and the fields of `usual`, in the format given to
    /// [`new`](Self::new) or [`reading`](Self::reading). Return the values by
    /// [`keep`](ExtraFields::keep), so that their buffer is reused.
    pub fn read_all(&self, fields: &Fields, record: &[u8], extra: &mut ExtraFields) -> FieldValues {
        let mut values = std::mem::take(&mut extra.values);
        fields.read(&self.all, record, &mut values);
        values
    }

    /// Returns the text of the URL among these values.
    pub fn url<'v>(values: &'v FieldValues, record: &'v [u8]) -> Option<&'v [u8]> {
        values.get(0, record)
    }

    /// Reads the fields that keep a record apart from these values.
    pub fn read_rest(
        &self,
        record: &[u8],
        values: &FieldValues,
        url: &Address<'_>,
        extra: &mut ExtraFields,
    ) {
        self.write(&self.read_fields(values, record, 1), url, extra);
    }

    fn read_fields<'v>(
        &self,
        values: &'v FieldValues,
        record: &'v [u8],
        start: usize,
    ) -> ReadFields<'v> {
        ReadFields {
            values,
            record,
            start,
            named: self.named.len(),
        }
    }

    /// Writes the fields that keep a record apart.
    fn write(&self, read: &ReadFields<'_>, url: &Address<'_>, extra: &mut ExtraFields) {
        extra.clear();
        let ExtraFields {
            before,
            behind,
            body: names,
            ..
        } = extra;
        let mut method = read.get(0).map(<[u8]>::trim_ascii);
        if method.is_some_and(only_reads) {
            method = None;
        }
        let mut class = None;
        if self.status {
            class = read.get(1).and_then(status::class);
        }
        let [target, content, overriding, header] = read.rarer();
        if self.body || (self.method && method.is_some()) {
            method = overriding.or(method);
            if let Some(content) = content {
                body::read(content, names);
            }
            if let Some(operation) = operation(header) {
                names.add_operation(b"action", operation);
            }
        }
        if self.method
            && let Some(method) = method
        {
            before.extend(method.iter().map(u8::to_ascii_uppercase));
            before.push(b' ');
        }
        if let Some(class) = class {
            behind.extend_from_slice(b" [");
            behind.extend_from_slice(class.as_bytes());
            if class == ELSEWHERE
                && let Some(target) = target
            {
                redirect::write(target, url, behind);
            }
            behind.push(b']');
        }
        for (number, name) in self.named.iter().enumerate() {
            let Some(value) = read.get(USUAL.len() + number) else {
                continue;
            };
            self.met.meet(number);
            behind.extend_from_slice(b" [");
            push_visible(name.as_bytes(), behind);
            behind.extend_from_slice(b": ");
            push_visible(&plain(name, value), behind);
            behind.push(b']');
        }
    }

    /// Writes a record as a JSON object that reads the same: its URL, and the fields that keep it
    /// apart.
    pub fn write_record(&self, fields: &Fields, record: &[u8], url: &[u8], object: &mut Vec<u8>) {
        let mut values = FieldValues::default();
        fields.read(&self.usual, record, &mut values);
        let read = self.read_fields(&values, record, 0);
        let [target, content, overriding, header] = read.rarer();
        object.clear();
        write_url(url, object);
        let [method, status] = USUAL;
        let written = read
            .get(0)
            .filter(|method| !only_reads(method.trim_ascii()));
        if let Some(written) = written {
            write_member(method.name(), overriding.unwrap_or(written), object);
        }
        let others = self.named.iter().map(String::as_str);
        let names = std::iter::once(status.name()).chain(others);
        for (number, name) in (1..).zip(names) {
            if let Some(value) = read.get(number) {
                write_member(name, value, object);
            }
        }
        for (field, value) in [(Field::Location, target), (Field::Body, content)] {
            if let Some(value) = value {
                write_member(field.name(), value, object);
            }
        }
        if let Some(operation) = operation(header) {
            object.extend_from_slice(b",\"headers\":{\"SOAPAction\":");
            write_text(operation, object);
            object.push(b'}');
        }
        object.push(b'}');
    }
}

/// Writes the members with the URL of a request. Two slashes before a host would be those of a
/// path.
fn write_url(url: &[u8], object: &mut Vec<u8>) {
    let host = match url.strip_prefix(b"//") {
        Some(rest) => before(rest, |byte| b"/?#@".contains(&byte)),
        None => b"",
    };
    let path = url.get(host.len() + 2..).unwrap_or_default();
    if host.is_empty() || !path.starts_with(b"/") {
        object.extend_from_slice(b"{\"url\":");
        return write_text(url, object);
    }
    object.extend_from_slice(b"{\"host\":");
    write_text(host, object);
    object.extend_from_slice(b",\"path\":");
    write_text(path, object);
}

/// Returns the value of a field without the parameters of a media type.
fn plain(name: &str, value: &[u8]) -> Vec<u8> {
    let value = value.trim_ascii();
    if Field::of(name) != Some(Field::ContentType) {
        return value.to_vec();
    }
    let kind = before(value, |byte| byte == b';');
    kind.trim_ascii().to_ascii_lowercase()
}

/// Appends a text, with escapes for bytes that cannot be in a line.
fn push_visible(text: &[u8], line: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            0..b' ' | 0x7F.. | b'%' => push_escape(byte, line),
            _ => line.push(byte),
        }
    }
}

/// Appends a member after the first one of an object, with a value of a bounded length.
fn write_member(name: &str, value: &[u8], object: &mut Vec<u8>) {
    object.push(b',');
    write_text(name.as_bytes(), object);
    object.push(b':');
    let value = first(value, body::LONGEST);
    write_text(value, object);
}

/// Appends a JSON string. Bytes that are not UTF-8 stay, as the readers here take any bytes.
fn write_text(text: &[u8], json: &mut Vec<u8>) {
    json.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => json.extend_from_slice(&[b'\\', byte]),
            0..b' ' => {
                let escape = format!("\\u{byte:04x}");
                json.extend_from_slice(escape.as_bytes());
            }
            _ => json.push(byte),
        }
    }
    json.push(b'"');
}

impl ExtraFields {
    /// Takes back the buffer of values for the next record.
    pub fn keep(&mut self, values: FieldValues) {
        self.values = values;
    }

    /// Removes all fields.
    pub fn clear(&mut self) {
        self.before.clear();
        self.behind.clear();
        self.body.clear();
    }

    /// Whether no field keeps the record apart.
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.behind.is_empty() && self.body.is_empty()
    }

    /// Hashes the fields that keep the record apart; 0 if there are none.
    pub fn hash(&self, key: &Key) -> u64 {
        if self.before.is_empty() && self.behind.is_empty() {
            return 0;
        }
        let before = key.token(&self.before);
        let behind = key.token(&self.behind);
        key.join(before, behind)
    }
}

/// Whether a method only reads; a line without a method counts as such.
fn only_reads(method: &[u8]) -> bool {
    method.is_empty() || is_reading(method)
}
