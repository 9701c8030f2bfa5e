//! Reports the fields read from a record and their places in it, so that users can check them
//! before filtering.

use super::cdx;
use super::embedded;
use super::field::Field;
use super::fields::Fields;
use super::line;
use super::line_form::{FoundForm, LineForm};
use super::word::offset_in;
use crate::parse::{self, Scratch};
use bstr::ByteSlice;

/// The fields read from a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFields {
    /// The recognised format: `JSON object`, `access log`.
    pub format: &'static str,
    /// The fields of the record, in the order of [`Field::ALL`].
    pub fields: Vec<FieldOrigin>,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldOrigin {
    pub field: Field,
    /// Its text, without escapes.
    pub value: Vec<u8>,
    /// Its place: the path of a member, the name of a column, a part of the line.
    pub from: String,
}

impl Fields {
    /// Returns the fields of a record, with their places.
    ///
    /// ```
    /// use urlsift_url::input::Input;
    /// use urlsift_url::input::{Field, Fields};
    ///
    /// let told = Fields::new(Input::Lines).told(br#"{"url":"https://a.example/","status":404}"#);
    /// assert_eq!(told.format, "JSON object");
    /// assert_eq!((told.fields[1].field, &*told.fields[1].from), (Field::Status, "status"));
    /// ```
    pub fn told(&self, record: &[u8]) -> FoundFields {
        let record = record.strip_suffix(b"\r").unwrap_or(record);
        let mut found = FoundFields {
            format: "not a URL",
            fields: Vec::new(),
        };
        if self.is_comment(record) {
            found.format = "comment";
            return found;
        }
        let mut buffer = Vec::new();
        let Some(url) = self.whole_url(record, &mut buffer) else {
            return found;
        };
        found.format = self.format(record);
        found.add(Field::Url, &url, self.origin(Field::Url, record));
        for field in Field::ALL {
            if field != Field::Url
                && let Some(text) = self.get(field, record, &mut buffer)
            {
                found.add(field, text.bytes(&buffer), self.origin(field, record));
            }
        }
        found
    }

    /// Returns the URL of a record as it is parsed.
    pub(super) fn whole_url(&self, record: &[u8], buffer: &mut Vec<u8>) -> Option<Vec<u8>> {
        if let Some(text) = self.get(Field::Url, record, buffer)
            && let Some(url) = parsed_url(text.bytes(buffer))
        {
            return Some(url);
        }
        let text = self.embedded(record, FoundForm::default(), buffer)?;
        parsed_url(text.bytes(buffer))
    }

    fn format(&self, record: &[u8]) -> &'static str {
        match self.form(record) {
            Some(LineForm::Object { time: None, .. }) => "JSON object",
            Some(LineForm::Object { .. }) => "CDXJ",
            Some(LineForm::Capture(_)) => "CDX",
            Some(LineForm::Request(_)) if self.reads_lines() => "log line",
            Some(LineForm::Request(_)) if self.layout.is_some() => "W3C log",
            Some(LineForm::Request(_)) => "access log",
            Some(LineForm::Line(line)) => format_of_line(line),
            None => "table",
        }
    }

    /// Returns the place of a field; the record must have it.
    fn origin(&self, field: Field, record: &[u8]) -> String {
        match self.form(record) {
            Some(LineForm::Object { time: Some(_), .. }) if field == Field::Time => {
                "column 2".to_owned()
            }
            Some(LineForm::Object { object, .. }) => self.objects.origin(field, object),
            Some(LineForm::Capture(capture)) => {
                let number = capture.number(field).unwrap_or_default();
                format!("column {number}")
            }
            Some(LineForm::Request(_)) => {
                if let Some(layout) = &self.layout
                    && let Some(names) = layout.origin(field, record)
                {
                    return names;
                }
                origin_in_log(field).to_owned()
            }
            Some(LineForm::Line(line)) => origin_in_line(field, line).to_owned(),
            None => match &self.table {
                Some(table) => table.origin(field, record),
                None => String::new(),
            },
        }
    }
}

impl FoundFields {
    fn add(&mut self, field: Field, value: &[u8], from: String) {
        let value = value.to_vec();
        self.fields.push(FieldOrigin { field, value, from });
    }
}

/// Returns the URL with which a text begins; `None` if it is not a URL.
fn parsed_url(text: &[u8]) -> Option<Vec<u8>> {
    parse::parse_piece(text, &mut Scratch::default(), line::url)?;
    Some(line::url(text).to_vec())
}

fn format_of_line(line: &[u8]) -> &'static str {
    if is_row(line) {
        return "CDX, JSON";
    }
    let is_whole = line::url(line).len() == line.len();
    if is_whole && parse::parse(line, &mut Scratch::default()).is_some() {
        "URL"
    } else {
        "text with a URL"
    }
}

fn origin_in_log(field: Field) -> &'static str {
    match field {
        Field::Url | Field::Method => "request line",
        _ => "log line",
    }
}

fn origin_in_line(field: Field, line: &[u8]) -> &'static str {
    if is_row(line) {
        return "its row";
    }
    let url = embedded::found(line, None);
    let start = offset_in(line, url).unwrap_or_default();
    let is_before = |text: &[u8]| match offset_in(line, text) {
        Some(at) => at < start,
        // A method in small letters is given in capitals, which are none of the line's bytes.
        None => line[..start].to_ascii_uppercase().contains_str(text),
    };
    match field {
        Field::Url if url.len() < line::url(line).len() => "within the line",
        Field::Url => "the line",
        Field::Body => "behind the tab",
        _ => match embedded::notes(line).get(field) {
            Some(text) if is_before(text) => "before the URL",
            _ => "behind the URL",
        },
    }
}

fn is_row(line: &[u8]) -> bool {
    cdx::row(line, Field::Time).is_some()
}
