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
use crate::input::{Field, FieldValues, Fields, FoundForm, Input, WantedFields, is_reading};
use crate::list::list;
use crate::met::MetFlags;
use crate::parse::Address;
use body::BodyFields;
use bstr::ByteSlice;
pub use by::By;
use status::ELSEWHERE;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

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
    /// The fields read of every record: [`USUAL`], and the named ones.
    usual: WantedFields,
}

/// Returns the name of a status's class.
pub fn status_class(status: u16) -> Option<&'static str> {
    status::class(status.to_string().as_bytes())
}

const USUAL: [Field; 2] = [Field::Method, Field::Status];

/// Names of fields with a meaning of their own.
const UNNAMED: [&str; 3] = ["method", "status", "body"];

/// The target of a redirect, and the body of a request that does more than read. Few records have
/// them, and the search for a missing field reads the record to its end: a third of the time of
/// JSON lines.
const RARER: [Field; 2] = [Field::Location, Field::Body];

/// Headers of requests, as crawlers and proxies spell them: the method that a POST means, then the
/// operation that it calls.
const HEADERS: [&str; 14] = list(
    "request.headers.X-HTTP-Method-Override request.headers.x-http-method-override \
    headers.X-HTTP-Method-Override headers.x-http-method-override \
    request.headers.SOAPAction request.headers.Soapaction request.headers.soapaction \
    headers.SOAPAction headers.Soapaction headers.soapaction \
    request.headers.X-Amz-Target request.headers.x-amz-target headers.X-Amz-Target headers.x-amz-target",
);

/// The fields of [`RARER`], and then [`HEADERS`], to be read in one walk.
static RARER_FIELDS: LazyLock<WantedFields> = LazyLock::new(|| {
    Fields::new(Input::Lines)
        .wanted(&RARER, HEADERS)
        .only_spelled()
});

/// The headers with a method, and those with an operation, among the rarer fields.
const OVERRIDES: Range<usize> = RARER.len()..RARER.len() + 4;
const OPERATIONS: Range<usize> = OVERRIDES.end..RARER.len() + HEADERS.len();

/// Prepares the URL, the usual fields and the named ones for records of one format.
fn with_url(named: &[String], fields: &Fields) -> WantedFields {
    let [method, status] = USUAL;
    let named = named.iter().map(String::as_str);
    fields.wanted(&[Field::Url, method, status], named)
}

/// Returns the first of these headers that a record has.
fn header<'v>(headers: Range<usize>, rarer: &'v FieldValues, record: &'v [u8]) -> Option<&'v [u8]> {
    for number in headers {
        if let Some(value) = rarer.get(number, record) {
            return Some(value);
        }
    }
    None
}

/// Returns the operation that a header names.
fn operation<'v>(rarer: &'v FieldValues, record: &'v [u8]) -> Option<&'v [u8]> {
    let header = header(OPERATIONS, rarer, record)?;
    match header.trim_with(|c| c == '"' || c == ' ') {
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
    rarer: FieldValues,
}

/// The record from which fields are read.
struct FieldSource<'f, 'r> {
    fields: &'f Fields,
    record: &'r [u8],
    form: FoundForm<'r>,
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
        let others = named.iter().map(String::as_str);
        let usual = Fields::new(Input::Lines).wanted(&USUAL, others);
        Some(Self {
            method,
            status,
            body,
            met: Arc::new(MetFlags::new(named.len())),
            all: with_url(&named, fields),
            named,
            of_terms,
            usual,
        })
    }

    /// Returns this for records of another format.
    pub fn reading(self, fields: &Fields) -> Self {
        Self {
            all: with_url(&self.named, fields),
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
        fields.read_form(&self.usual, record, form, &mut values);
        let source = FieldSource {
            fields,
            record,
            form,
        };
        let value = |number: usize| values.get(number, record);
        self.write(&source, value, url, extra);
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
        fields: &Fields,
        record: &[u8],
        values: &FieldValues,
        url: &Address<'_>,
        extra: &mut ExtraFields,
    ) {
        let source = FieldSource {
            fields,
            record,
            form: FoundForm::default(),
        };
        let value = |number: usize| values.get(number + 1, record);
        self.write(&source, value, url, extra);
    }

    /// Writes the fields that keep a record apart, from the values of the usual fields.
    fn write<'v>(
        &self,
        source: &FieldSource<'_, 'v>,
        value: impl Fn(usize) -> Option<&'v [u8]>,
        url: &Address<'_>,
        extra: &mut ExtraFields,
    ) {
        let FieldSource {
            fields,
            record,
            form,
        } = *source;
        extra.clear();
        let ExtraFields {
            before,
            behind,
            body: names,
            rarer,
            ..
        } = extra;
        let mut method = value(0).map(<[u8]>::trim_ascii);
        if method.is_some_and(only_reads) {
            method = None;
        }
        let mut class = None;
        if self.status {
            class = value(1).and_then(status::class);
        }
        let has_content = self.body || (self.method && method.is_some());
        let is_elsewhere = class == Some(ELSEWHERE);
        if has_content || is_elsewhere {
            fields.read_form(&RARER_FIELDS, record, form, rarer);
        }
        if has_content {
            if let Some(overriding) = header(OVERRIDES, rarer, record) {
                method = Some(overriding);
            }
            if let Some(content) = rarer.get(1, record) {
                body::read(content, names);
            }
            if let Some(operation) = operation(rarer, record) {
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
            if is_elsewhere && let Some(target) = rarer.get(0, record) {
                redirect::write(target, url, behind);
            }
            behind.push(b']');
        }
        for (number, name) in self.named.iter().enumerate() {
            let Some(value) = value(USUAL.len() + number) else {
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
        let mut usual = FieldValues::default();
        let mut rarer = FieldValues::default();
        fields.read(&self.usual, record, &mut usual);
        fields.read(&RARER_FIELDS, record, &mut rarer);
        object.clear();
        object.extend_from_slice(b"{\"url\":");
        write_text(url, object);
        let [method, status] = USUAL;
        if let Some(written) = usual.get(0, record)
            && !only_reads(written.trim_ascii())
        {
            let overriding = header(OVERRIDES, &rarer, record);
            let meant = overriding.unwrap_or(written);
            write_member(method.name(), meant, object);
        }
        let others = self.named.iter().map(String::as_str);
        let names = std::iter::once(status.name()).chain(others);
        for (number, name) in (1..).zip(names) {
            if let Some(value) = usual.get(number, record) {
                write_member(name, value, object);
            }
        }
        for (number, field) in RARER.into_iter().enumerate() {
            if let Some(value) = rarer.get(number, record) {
                write_member(field.name(), value, object);
            }
        }
        if let Some(operation) = operation(&rarer, record) {
            object.extend_from_slice(b",\"headers\":{\"SOAPAction\":");
            write_text(operation, object);
            object.push(b'}');
        }
        object.push(b'}');
    }
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
