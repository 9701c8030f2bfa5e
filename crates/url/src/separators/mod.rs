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

use crate::hash::Key;
use crate::input::{Field, FieldValues, Fields, FoundForm, Input, WantedFields};
use crate::list::list;
use crate::parse::Address;
use body::BodyFields;
use bstr::ByteSlice;
pub use by::By;
use status::ELSEWHERE;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
    met: Arc<[AtomicBool]>,
    /// The fields that keep apart records that are not URLs.
    of_terms: Vec<String>,
    /// The URL, then the fields of [`usual`](Self::usual), for records of one known format, so that
    /// each is read in one walk.
    all: WantedFields,
    /// The fields read of every record: [`USUAL`], and the named ones.
    usual: WantedFields,
    /// The fields that count only together with certain others: [`RARER`].
    rarer: WantedFields,
}

/// Returns the name of a status's class.
pub fn status_class(status: u16) -> Option<&'static str> {
    status::class(status.to_string().as_bytes())
}

const USUAL: [Field; 2] = [Field::Method, Field::Status];

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

/// The headers with a method, and those with an operation, among the rarer fields.
const OVERRIDES: Range<usize> = RARER.len()..RARER.len() + 4;
const OPERATIONS: Range<usize> = OVERRIDES.end..RARER.len() + HEADERS.len();

/// Returns the first of these headers that a record has.
fn header<'v>(headers: Range<usize>, rarer: &'v FieldValues, record: &'v [u8]) -> Option<&'v [u8]> {
    headers
        .into_iter()
        .find_map(|number| rarer.get(number, record))
}

/// Returns the operation that a header names.
fn operation<'v>(rarer: &'v FieldValues, record: &'v [u8]) -> Option<&'v [u8]> {
    let operation = header(OPERATIONS, rarer, record)?.trim_with(|c| c == '"' || c == ' ');
    (!operation.is_empty()).then_some(operation)
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
        Self::of_any(by).map(|separators| separators.reading(fields))
    }

    /// Returns this for records of another format.
    pub fn reading(self, fields: &Fields) -> Self {
        let all = [Field::Url].into_iter().chain(USUAL).collect::<Vec<_>>();
        Self {
            all: fields.wanted(&all, self.named.iter().map(String::as_str)),
            ..self
        }
    }

    fn of_any(by: &By) -> Option<Self> {
        let fields = by.sorted().fields;
        // The default fields are those of requests.
        let of_terms = if by.is_usual() {
            Vec::new()
        } else {
            fields.clone()
        };
        let has = |name: &str| fields.iter().any(|field| field == name);
        let [method, status, body] = ["method", "status", "body"].map(has);
        let is_named = |field: &&String| !["method", "status", "body"].contains(&field.as_str());
        let named: Vec<String> = fields.iter().filter(is_named).cloned().collect();
        let reader = Fields::new(Input::Lines);
        let usual = reader.wanted(&USUAL, named.iter().map(String::as_str));
        let rarer = reader.wanted(&RARER, HEADERS);
        let met = named.iter().map(|_| AtomicBool::new(false)).collect();
        let all = usual.clone();
        (!fields.is_empty()).then_some(Self {
            method,
            status,
            body,
            named,
            met,
            of_terms,
            all,
            usual,
            rarer,
        })
    }

    /// Returns the named fields that no record had, of all records read by this reader or a clone.
    pub fn unmet(&self) -> impl Iterator<Item = &str> {
        let unmet = self
            .named
            .iter()
            .zip(&*self.met)
            .filter(|(_, met)| !met.load(Ordering::Relaxed));
        unmet.map(|(name, _)| name.as_str())
    }

    /// Notes that a record has a named field.
    fn meet(&self, number: usize) {
        // Threads share the flag: store only once, so that it is only read afterwards.
        if let Some(met) = self
            .met
            .get(number)
            .filter(|met| !met.load(Ordering::Relaxed))
        {
            met.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that a record that is not a URL has a field.
    pub fn meet_of_terms(&self, name: &str) {
        if let Some(number) = self.named.iter().position(|named| named == name) {
            self.meet(number);
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
        let [method, status] = [0, 1].map(&value);
        let method = method
            .map(<[u8]>::trim_ascii)
            .filter(|method| !is_reading(method));
        let class = status.filter(|_| self.status).and_then(status::class);
        let has_content = self.body || (self.method && method.is_some());
        let [target, content] = if has_content || class == Some(ELSEWHERE) {
            fields.read_form(&self.rarer, record, form, rarer);
            [0, 1].map(|number| rarer.get(number, record))
        } else {
            [None; 2]
        };
        let overriding = if has_content {
            header(OVERRIDES, rarer, record)
        } else {
            None
        };
        if let Some(method) = overriding.or(method).filter(|_| self.method) {
            before.extend(method.iter().map(u8::to_ascii_uppercase));
            before.push(b' ');
        }
        if let Some(content) = content.filter(|_| has_content) {
            body::read(content, names);
        }
        if let Some(operation) = has_content.then(|| operation(rarer, record)).flatten() {
            names.add_operation(b"action", operation);
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
            if let Some(value) = value(USUAL.len() + number).map(|value| plain(name, value)) {
                self.meet(number);
                behind.extend_from_slice(b" [");
                push_visible(name.as_bytes(), behind);
                behind.extend_from_slice(b": ");
                push_visible(&value, behind);
                behind.push(b']');
            }
        }
    }

    /// Writes a record as a JSON object that reads the same: its URL, and the fields that keep it
    /// apart.
    pub fn write_record(&self, fields: &Fields, record: &[u8], url: &[u8], object: &mut Vec<u8>) {
        let [mut usual, mut rarer] = [(); 2].map(|()| FieldValues::default());
        fields.read(&self.usual, record, &mut usual);
        fields.read(&self.rarer, record, &mut rarer);
        let meant = header(OVERRIDES, &rarer, record);
        let called = operation(&rarer, record);
        object.clear();
        object.extend_from_slice(b"{\"url\":");
        write_text(url, object);
        let named = self.named.iter().map(String::as_str);
        let usual = USUAL
            .map(Field::name)
            .into_iter()
            .chain(named)
            .enumerate()
            .map(|named| (&usual, named));
        let rarer = RARER
            .map(Field::name)
            .into_iter()
            .enumerate()
            .map(|named| (&rarer, named));
        for (values, (number, name)) in usual.chain(rarer) {
            let Some(mut value) = values.get(number, record) else {
                continue;
            };
            if name == Field::Method.name() {
                if is_reading(value.trim_ascii()) {
                    continue;
                }
                value = meant.unwrap_or(value);
            }
            object.push(b',');
            write_text(name.as_bytes(), object);
            object.push(b':');
            write_text(&value[..value.len().min(body::LONGEST)], object);
        }
        if let Some(operation) = called {
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
    value
        .split_once_str(";")
        .map_or(value, |(kind, _)| kind)
        .trim_ascii()
        .to_ascii_lowercase()
}

/// Appends a text, with escapes for bytes that cannot be in a line.
fn push_visible(text: &[u8], line: &mut Vec<u8>) {
    let escape = |byte: u8| format!("%{byte:02X}").into_bytes();
    line.extend(text.iter().flat_map(|&byte| match byte {
        0..b' ' | 0x7F.. | b'%' => escape(byte),
        _ => vec![byte],
    }));
}

/// Appends a JSON string. Bytes that are not UTF-8 stay, as the readers here take any bytes.
fn write_text(text: &[u8], json: &mut Vec<u8>) {
    json.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => json.extend_from_slice(&[b'\\', byte]),
            0..b' ' => json.extend_from_slice(format!("\\u{byte:04x}").as_bytes()),
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
        match (&self.before[..], &self.behind[..]) {
            (b"", b"") => 0,
            (before, behind) => key.join(key.token(before), key.token(behind)),
        }
    }
}

/// Whether a method only reads; a line without a method counts as such.
fn is_reading(method: &[u8]) -> bool {
    [&b"GET"[..], b"HEAD", b""]
        .iter()
        .any(|other| method.eq_ignore_ascii_case(other))
}
