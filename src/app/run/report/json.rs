//! `--format jsonl`: a JSON object for each record, with its verdict.

use std::io;

use urlsift::Verdict;
use urlsift::explain::{Difference, Explanation, SameText, Share};
use urlsift::settings::Component;
use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;
use super::form::RecordForm;
use super::placed::{Placed, put};
use super::printed;
use crate::app::show::json::{Hex, Object, append, append_number, append_rounded, append_text};
use crate::cli::Print;

/// Prints objects.
pub(super) struct ObjectForm {
    print: Print,
    /// The source of the last record.
    source: String,
    /// The start of objects for records of this source; empty before the first record.
    start: Vec<u8>,
    /// The bytes so far of a record that is too long.
    long: u64,
    /// The texts that count as equal in the current record and its representative.
    same: Vec<u8>,
}

impl ObjectForm {
    pub(super) fn new(print: Print) -> Self {
        Self {
            print,
            source: String::new(),
            start: Vec::new(),
            long: 0,
            same: Vec::new(),
        }
    }

    /// Begins the object of a record with the members that all have.
    fn begin(&mut self, decided: &DecidedRecord<'_>, line: &mut Vec<u8>) {
        if self.start.is_empty() || self.source != decided.source {
            decided.source.clone_into(&mut self.source);
            self.start = b"{\"source\":".to_vec();
            append_text(self.source.as_bytes(), &mut self.start);
            self.start.extend_from_slice(b",\"record\":");
        }
        line.extend_from_slice(&self.start);
        append_number(decided.record, line);
        let verdict = decided.verdict.name().as_bytes();
        put(line, &[b",\"verdict\":\"", verdict]);
        line.extend_from_slice(if decided.kept {
            b"\",\"kept\":true,"
        } else {
            b"\",\"kept\":false,"
        });
        if let Verdict::Unwanted(reason) = decided.verdict {
            put(line, &[b"\"reason\":\"", reason.name().as_bytes(), b"\","]);
            if let Some(junk) = decided.junk() {
                put(line, &[b"\"rule\":\"", junk.rule.as_bytes(), b"\","]);
            }
        }
        if let Some(signature) = decided.signature() {
            line.extend_from_slice(b"\"signature\":");
            append_text(signature.as_bytes(), line);
            line.push(b',');
        }
        append_line_of(decided.line, line);
        if !matches!(self.print, Print::Line | Print::Shape) {
            let mut part = Vec::new();
            printed::append(decided, self.print, &mut part);
            let name = printed::name(self.print).as_bytes();
            put(line, &[b",\"", name, b"\":"]);
            append_text(&part, line);
        }
    }
}

impl RecordForm for ObjectForm {
    fn append(&mut self, placed: Placed<'_>, line: &mut Vec<u8>) -> io::Result<()> {
        let Placed { decided, first } = placed;
        self.begin(decided, line);
        let same = &mut self.same;
        same.clear();
        if let Some(found) = decided.explanation(&mut |text| append_same(text, same)) {
            append_explanation(&found, first, same, line);
            if let Some(answer) = decided.same_answer() {
                put_text(line, b",\"same_answer\":", answer.as_bytes());
            }
        } else if decided.verdict == Verdict::Repeated {
            if let Some(first) = first {
                begin_representative(first, line);
                line.push(b'}');
            }
        } else if let Some(shape) = decided.shape() {
            put_text(line, b",\"shape\":", shape.as_bytes());
        }
        line.extend_from_slice(b"}\n");
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, line: &mut Vec<u8>) -> bool {
        if part.first {
            self.long = 0;
        }
        self.long += part.bytes.len() as u64;
        if part.last {
            let object = Object::default()
                .with("source", part.source)
                .with("record", part.record)
                .with("verdict", "long")
                .with("kept", true)
                .with("bytes", self.long - 1);
            line.extend(object.line());
        }
        true
    }
}

/// Appends a member that is a list, given its name in quotes; `append` appends an item.
fn append_list<T>(
    name: &[u8],
    items: impl IntoIterator<Item = T>,
    object: &mut Vec<u8>,
    append: impl Fn(T, &mut Vec<u8>),
) {
    put(object, &[b",", name, b":["]);
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            object.push(b',');
        }
        append(item, object);
    }
    object.push(b']');
}

/// Appends a member that is a text, given all that stands before the text.
fn put_text(object: &mut Vec<u8>, before: &[u8], text: &[u8]) {
    object.extend_from_slice(before);
    append_text(text, object);
}

fn append_share(share: &Share, object: &mut Vec<u8>) {
    append_component(share.component, object);
    object.extend_from_slice(b",\"weight\":");
    append_rounded(share.weight, object);
    object.extend_from_slice(b",\"differing\":");
    append_rounded(share.differing(), object);
    object.push(b'}');
}

/// Appends a difference; `null` where one of the two has nothing.
fn append_difference(difference: &Difference, object: &mut Vec<u8>) {
    append_component(difference.component, object);
    if let Some(segment) = difference.segment {
        object.extend_from_slice(b",\"segment\":");
        append_number(segment as u64, object);
    }
    object.extend_from_slice(b",\"line\":");
    append_side(difference.first.as_deref(), object);
    object.extend_from_slice(b",\"representative\":");
    append_side(difference.second.as_deref(), object);
    object.push(b'}');
}

fn append_side(text: Option<&str>, object: &mut Vec<u8>) {
    match text {
        Some(text) => append_text(text.as_bytes(), object),
        None => object.extend_from_slice(b"null"),
    }
}

/// Appends the start of an object with the name of a component.
fn append_component(component: Component, object: &mut Vec<u8>) {
    let name = component.name().as_bytes();
    put(object, &[b"{\"component\":\"", name, b"\""]);
}

/// Appends the line as a member, and its bytes as another one if it is not UTF-8.
fn append_line_of(bytes: &[u8], object: &mut Vec<u8>) {
    put_text(object, b"\"line\":", bytes);
    if let Some(hex) = Hex::of(bytes) {
        object.extend_from_slice(b",\"line_hex\":");
        append(&hex, object);
    }
}

/// Appends the start of a member for the record that started a group.
fn begin_representative(start: FirstLine<'_>, object: &mut Vec<u8>) {
    let name = b",\"representative\":{\"source\":";
    put_text(object, name, start.source.as_bytes());
    object.extend_from_slice(b",\"record\":");
    append_number(start.record, object);
}

/// Appends the members that only a record similar to another has.
fn append_explanation(
    found: &Explanation<'_>,
    start: Option<FirstLine<'_>>,
    same: &[u8],
    object: &mut Vec<u8>,
) {
    let comparison = &found.comparison;
    put_text(object, b",\"shape\":", comparison.first.as_bytes());
    object.extend_from_slice(b",\"percent\":");
    append_rounded(comparison.percent, object);
    if let Some(start) = start {
        begin_representative(start, object);
        object.push(b',');
        append_line_of(&found.representative, object);
        put_text(object, b",\"shape\":", comparison.second.as_bytes());
        object.push(b'}');
    }
    // Only the components that differ.
    let shares = comparison.components.iter();
    let shares = shares.filter(|share| share.differing() > 0.0);
    append_list(b"\"components\"", shares, object, append_share);
    let differences = comparison.differences.iter();
    append_list(b"\"differences\"", differences, object, append_difference);
    put(object, &[b",\"same\":[", same, b"]"]);
    let learned = comparison.learned.iter();
    append_list(b"\"learned\"", learned, object, |position, object| {
        append_number(*position as u64, object);
    });
    let rules = comparison.rules.iter();
    if rules.len() > 0 {
        append_list(b"\"rules\"", rules, object, |rule, object| {
            append_text(rule.as_bytes(), object);
        });
    }
}

/// Appends an object about texts that count as equal.
fn append_same(same: SameText<'_>, objects: &mut Vec<u8>) {
    if !objects.is_empty() {
        objects.push(b',');
    }
    objects.extend_from_slice(b"{\"segment\":");
    append_number(same.segment as u64, objects);
    put_text(objects, b",\"line\":", same.first.as_bytes());
    put_text(objects, b",\"representative\":", same.second.as_bytes());
    put_text(objects, b",\"by\":", same.by.as_bytes());
    objects.push(b'}');
}
