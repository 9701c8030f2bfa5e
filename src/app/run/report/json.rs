//! `--format jsonl`: a JSON object for each record, with its verdict.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::explain::{Comparison, Difference, Explanation, SameText, Share};
use urlsift::settings::Component;
use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;
use super::form::{Placed, RecordForm, put};
use super::printed;
use crate::app::show::json::{Hex, Object, append, append_number, append_rounded, append_text};
use crate::cli::Print;

/// Prints objects.
pub(super) struct ObjectForm {
    print: Print,
    /// The source of the last record, and the start of objects for its records.
    source: (String, Vec<u8>),
    /// The bytes so far of a record that is too long.
    long: u64,
    /// The texts that count as equal in the current record and its representative.
    same: Vec<u8>,
}

impl ObjectForm {
    pub(super) fn new(print: Print) -> Self {
        Self {
            print,
            source: Default::default(),
            long: 0,
            same: Vec::new(),
        }
    }

    /// Begins the object of a record with the members that all have.
    fn begin(&mut self, decided: &DecidedRecord<'_>, line: &mut Vec<u8>) -> io::Result<()> {
        let (source, begin) = &mut self.source;
        if begin.is_empty() || source != decided.source {
            decided.source.clone_into(source);
            *begin = b"{\"source\":".to_vec();
            append_text(source.as_bytes(), begin)?;
            begin.extend_from_slice(b",\"record\":");
        }
        line.extend_from_slice(begin);
        append_number(decided.record, line);
        let kept = if decided.kept {
            &b"\",\"kept\":true,"[..]
        } else {
            b"\",\"kept\":false,"
        };
        put(
            line,
            &[b",\"verdict\":\"", decided.verdict.name().as_bytes(), kept],
        );
        if let Verdict::Unwanted(reason) = decided.verdict {
            write!(line, "\"reason\":\"{}\",", reason.name())?;
            if let Some(junk) = decided.junk() {
                write!(line, "\"rule\":\"{}\",", junk.rule)?;
            }
        }
        append_line_of(decided.line, line)?;
        if !matches!(self.print, Print::Line | Print::Shape) {
            let mut part = Vec::new();
            printed::append(decided, self.print, &mut part);
            write!(line, ",\"{}\":", printed::name(self.print))?;
            append_text(&part, line)?;
        }
        Ok(())
    }
}

impl RecordForm for ObjectForm {
    fn append(
        &mut self,
        Placed { decided, first }: Placed<'_>,
        line: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.begin(decided, line)?;
        let same = &mut self.same;
        same.clear();
        if let Some(found) = decided.explanation(&mut |text| append_same(text, same)) {
            append_explanation(&found, first, same, line)?;
            if let Some(answer) = decided.same_answer() {
                put_text(line, b",\"same_answer\":", answer.as_bytes())?;
            }
        } else if decided.verdict == Verdict::Repeated {
            if let Some(first) = first {
                begin_representative(first, line)?;
                line.push(b'}');
            }
        } else if let Some(shape) = decided.shape() {
            put_text(line, b",\"shape\":", shape.as_bytes())?;
        }
        line.extend_from_slice(b"}\n");
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, line: &mut Vec<u8>) -> io::Result<bool> {
        if part.first {
            self.long = 0;
        }
        self.long += part.bytes.len() as u64;
        if part.last {
            let &LongRecordPart { source, record, .. } = part;
            let object = Object::default()
                .with("source", source)
                .with("record", record);
            let object = object.with("verdict", "long").with("kept", true);
            line.extend(object.with("bytes", self.long - 1).line());
        }
        Ok(true)
    }
}

/// Appends a member that is a list, given its name in quotes; `append` appends an item.
fn append_list<T>(
    name: &[u8],
    items: impl IntoIterator<Item = T>,
    object: &mut Vec<u8>,
    mut append: impl FnMut(T, &mut Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    put(object, &[b",", name, b":["]);
    for (number, item) in items.into_iter().enumerate() {
        object.extend_from_slice(if number > 0 { b"," } else { b"" });
        append(item, object)?;
    }
    object.push(b']');
    Ok(())
}

/// Appends a member that is a text, given all that stands before the text.
fn put_text(object: &mut Vec<u8>, before: &[u8], text: &[u8]) -> io::Result<()> {
    object.extend_from_slice(before);
    append_text(text, object)
}

fn append_share(share: &Share, object: &mut Vec<u8>) -> io::Result<()> {
    append_component(share.component, object);
    object.extend_from_slice(b",\"weight\":");
    append_rounded(share.weight, object)?;
    object.extend_from_slice(b",\"differing\":");
    append_rounded(share.differing(), object)?;
    object.push(b'}');
    Ok(())
}

/// Appends a difference; `null` where one of the two has nothing.
fn append_difference(difference: &Difference, object: &mut Vec<u8>) -> io::Result<()> {
    append_component(difference.component, object);
    if let Some(segment) = difference.segment {
        object.extend_from_slice(b",\"segment\":");
        append_number(segment as u64, object);
    }
    for (name, text) in [
        (&b"line"[..], &difference.first),
        (b"representative", &difference.second),
    ] {
        put(object, &[b",\"", name, b"\":"]);
        match text {
            Some(text) => append_text(text.as_bytes(), object)?,
            None => object.extend_from_slice(b"null"),
        }
    }
    object.push(b'}');
    Ok(())
}

/// Appends the start of an object with the name of a component.
fn append_component(component: Component, object: &mut Vec<u8>) {
    put(
        object,
        &[b"{\"component\":\"", component.name().as_bytes(), b"\""],
    );
}

/// Appends the line as a member, and its bytes as another one if it is not UTF-8.
fn append_line_of(bytes: &[u8], object: &mut Vec<u8>) -> io::Result<()> {
    put_text(object, b"\"line\":", bytes)?;
    if let Some(hex) = Hex::of(bytes) {
        object.extend_from_slice(b",\"line_hex\":");
        append(&hex, object)?;
    }
    Ok(())
}

/// Appends the start of a member for the record that started a group.
fn begin_representative(start: FirstLine<'_>, object: &mut Vec<u8>) -> io::Result<()> {
    put_text(
        object,
        b",\"representative\":{\"source\":",
        start.source.as_bytes(),
    )?;
    object.extend_from_slice(b",\"record\":");
    append_number(start.record, object);
    Ok(())
}

/// Appends the members that only a record similar to another has.
fn append_explanation(
    found: &Explanation<'_>,
    start: Option<FirstLine<'_>>,
    same: &[u8],
    object: &mut Vec<u8>,
) -> io::Result<()> {
    let Comparison {
        percent,
        components,
        differences,
        learned,
        rules,
        first,
        second,
        ..
    } = &found.comparison;
    put_text(object, b",\"shape\":", first.as_bytes())?;
    object.extend_from_slice(b",\"percent\":");
    append_rounded(*percent, object)?;
    if let Some(start) = start {
        begin_representative(start, object)?;
        object.push(b',');
        append_line_of(&found.representative, object)?;
        put_text(object, b",\"shape\":", second.as_bytes())?;
        object.push(b'}');
    }
    // Only the components that differ.
    let shares = components.iter().filter(|share| share.differing() > 0.0);
    append_list(b"\"components\"", shares, object, append_share)?;
    append_list(
        b"\"differences\"",
        differences.iter(),
        object,
        append_difference,
    )?;
    put(object, &[b",\"same\":[", same, b"]"]);
    append_list(
        b"\"learned\"",
        learned.iter(),
        object,
        |position, object| {
            append_number(*position as u64, object);
            Ok(())
        },
    )?;
    if !rules.is_empty() {
        append_list(b"\"rules\"", rules.iter(), object, |rule, object| {
            append_text(rule.as_bytes(), object)
        })?;
    }
    Ok(())
}

/// Appends an object about texts that count as equal.
fn append_same(
    SameText {
        segment,
        first,
        second,
        by,
        ..
    }: SameText<'_>,
    objects: &mut Vec<u8>,
) {
    objects.extend_from_slice(if objects.is_empty() { b"{" } else { b",{" });
    objects.extend_from_slice(b"\"segment\":");
    append_number(segment as u64, objects);
    for (name, text) in [
        (&b",\"line\":"[..], first),
        (b",\"representative\":", second),
        (b",\"by\":", by),
    ] {
        put_text(objects, name, text.as_bytes()).expect("memory can be written to");
    }
    objects.push(b'}');
}
