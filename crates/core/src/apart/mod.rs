//! What keeps two records apart though their URLs are similar: the method of the request, the class
//! of the answer's status, and other fields by name.
//!
//! A line that is a URL as it stands has no such fields, and nobody asks here about it. Of other
//! records, all that keeps one apart is written as a text, which templates show around the URL
//! (`POST example.com/u/{int} [404]`) and whose hash decides: what is shown is what decided. The
//! names of a body's fields are parameters like those of a query.

mod by;
mod redirect;
mod status;

use crate::hash::Key;
use crate::input::{Field, Fields};
use crate::parse::Address;
pub use by::By;
use status::StatusClass;

/// Which fields of records keep URLs apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Apart {
    method: bool,
    status: bool,
    /// Other fields.
    named: Vec<String>,
    /// The fields of records that are not URLs.
    of_terms: Vec<String>,
}

/// What keeps one record apart beside its URL, as text; empty where nothing does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    /// The method in capitals, and a blank.
    pub(crate) before: Vec<u8>,
    /// Each other field in brackets, behind a blank.
    pub(crate) behind: Vec<u8>,
    /// Kept for its memory.
    buffer: Vec<u8>,
}

impl Apart {
    /// `None` if no field counts.
    pub(crate) fn new(by: &By) -> Option<Self> {
        let fields = by.sorted().fields;
        // The usual ones are about requests.
        let of_terms = if by.is_usual() { Vec::new() } else { fields.clone() };
        let mut apart = Self { method: false, status: false, named: Vec::new(), of_terms };
        for field in &fields {
            match field.as_str() {
                "method" => apart.method = true,
                "status" => apart.status = true,
                _ => apart.named.push(field.clone()),
            }
        }
        (!by.fields().is_empty()).then_some(apart)
    }

    /// The fields that keep records apart that are not URLs.
    pub(crate) fn of_terms(&self) -> &[String] {
        &self.of_terms
    }

    /// Reads what keeps a record apart, beside the URL in it.
    pub(crate) fn read(&self, fields: &Fields, record: &[u8], url: &Address<'_>, beside: &mut Beside) {
        let Beside { before, behind, buffer } = beside;
        before.clear();
        behind.clear();
        if self.method
            && let Some(method) = fields.get(Field::Status, record, buffer)
        {
            let method = method.bytes(buffer).trim_ascii();
            if !is_reading(method) {
                before.extend(method.iter().map(u8::to_ascii_uppercase));
                before.push(b' ');
            }
        }
        if self.status
            && let Some(status) = fields.get(Field::Status, record, buffer)
            && let Some(class) = StatusClass::of(status.bytes(buffer))
        {
            behind.extend_from_slice(b" [");
            behind.extend_from_slice(class.name().as_bytes());
            if class == StatusClass::Elsewhere
                && let Some(target) = fields.get(Field::Status, record, buffer)
            {
                let start = behind.len();
                behind.extend_from_slice(b" -> ");
                let empty = behind.len();
                redirect::write(target.bytes(buffer), url, behind);
                if behind.len() == empty {
                    behind.truncate(start);
                }
            }
            behind.push(b']');
        }
    }
}

impl Apart {
    /// Writes a record as a JSON object from which the same is read: its URL, and the fields that
    /// keep it apart.
    pub(crate) fn write_record(&self, fields: &Fields, record: &[u8], url: &[u8], object: &mut Vec<u8>) {
        let mut buffer = Vec::new();
        object.clear();
        object.extend_from_slice(b"{\"url\":");
        write_text(url, object);
        let mut write = |name: &str, field: Field| {
            if let Some(text) = fields.get(field, record, &mut buffer) {
                object.push(b',');
                write_text(name.as_bytes(), object);
                object.push(b':');
                write_text(text.bytes(&buffer), object);
            }
        };
        if self.method {
            write("method", Field::Status);
        }
        if self.status {
            write("status", Field::Status);
            write("location", Field::Status);
        }
        object.push(b'}');
    }
}

/// Writes a text of JSON. Bytes that are not UTF-8 stay: those who read it take any.
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

impl Beside {
    /// Forgets what there was.
    pub(crate) fn clear(&mut self) {
        self.before.clear();
        self.behind.clear();
    }

    /// Whether nothing keeps the record apart.
    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty() && self.behind.is_empty()
    }

    /// Hashes what keeps the record apart; 0 if nothing does.
    pub(crate) fn hash(&self, key: &Key) -> u64 {
        match (&self.before[..], &self.behind[..]) {
            (b"", b"") => 0,
            (before, behind) => key.join(key.token(before), key.token(behind)),
        }
    }
}

/// Whether a method only reads: what a line without a method means.
fn is_reading(method: &[u8]) -> bool {
    [&b"GET"[..], b"HEAD", b""].iter().any(|other| method.eq_ignore_ascii_case(other))
}
