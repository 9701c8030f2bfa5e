//! Reports the fields read from a record and their places in it, so that users can check them
//! before filtering.

use super::embedded;
use super::field::Field;
use super::fields::Fields;
use super::format::Input;
use super::line;
use super::line_form::{FoundForm, LineForm, trimmed};
use crate::parse::{self, Scratch};

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
        if self.is_comment(record) {
            return FoundFields {
                format: "comment",
                fields: Vec::new(),
            };
        }
        let mut buffer = Vec::new();
        let told = |field: Field, buffer: &mut Vec<u8>| {
            let value = if field == Field::Url {
                self.whole_url(record, buffer)?
            } else {
                self.get(field, record, buffer)?.bytes(buffer).to_vec()
            };
            Some(FieldOrigin {
                field,
                value,
                from: self.origin(field, record),
            })
        };
        let fields: Vec<FieldOrigin> = Field::ALL
            .into_iter()
            .filter_map(|field| told(field, &mut buffer))
            .collect();
        let format = match fields.first() {
            Some(FieldOrigin {
                field: Field::Url, ..
            }) => self.format(record),
            _ => "not a URL",
        };
        FoundFields {
            format,
            fields: if format == "not a URL" {
                Vec::new()
            } else {
                fields
            },
        }
    }

    /// Returns the URL of a record as it is parsed.
    fn whole_url(&self, record: &[u8], buffer: &mut Vec<u8>) -> Option<Vec<u8>> {
        let text = self
            .get(Field::Url, record, buffer)
            .map(|text| text.bytes(buffer).to_vec());
        let is_url =
            |text: &Vec<u8>| parse::parse_piece(text, &mut Scratch::default(), line::url).is_some();
        let text = text.filter(is_url).or_else(|| {
            Some(
                self.embedded(record, FoundForm::default(), buffer)?
                    .bytes(buffer)
                    .to_vec(),
            )
        });
        text.filter(is_url).map(|text| line::url(&text).to_vec())
    }

    fn format(&self, record: &[u8]) -> &'static str {
        match &self.input {
            Input::Lines => match LineForm::of(record) {
                LineForm::Object { time: None, .. } => "JSON object",
                LineForm::Object { .. } => "CDXJ",
                LineForm::Capture(_) => "CDX",
                LineForm::Request(_) => "log line",
                LineForm::Line(line) if is_row(line) => "CDX, JSON",
                LineForm::Line(line) if line::url(line).len() < line.len() => "text with a URL",
                LineForm::Line(line) if parse::parse(line, &mut Scratch::default()).is_none() => {
                    "text with a URL"
                }
                LineForm::Line(_) => "URL",
            },
            Input::Member(_) => "JSON object",
            Input::Column(_) => "table",
            Input::Log(_) if self.layout.is_some() => "W3C log",
            Input::Log(_) => "access log",
        }
    }

    /// Returns the place of a field; the record must have it.
    fn origin(&self, field: Field, record: &[u8]) -> String {
        match &self.input {
            Input::Lines => match LineForm::of(record) {
                LineForm::Object { time: Some(_), .. } if field == Field::Time => {
                    "column 2".to_owned()
                }
                LineForm::Object { object, .. } => self.objects.origin(field, object),
                LineForm::Capture(capture) => {
                    format!("column {}", capture.number(field).unwrap_or_default())
                }
                LineForm::Request(_) => origin_in_log(field),
                LineForm::Line(line) => origin_in_line(field, line),
            },
            Input::Member(_) => self.objects.origin(field, trimmed(record)),
            Input::Column(_) => self
                .table
                .as_ref()
                .map(|table| table.origin(field))
                .unwrap_or_default(),
            Input::Log(_) => {
                let named = self.layout.as_ref().and_then(|layout| layout.origin(field));
                named.unwrap_or_else(|| origin_in_log(field))
            }
        }
    }
}

fn origin_in_log(field: Field) -> String {
    let from = if matches!(field, Field::Url | Field::Method) {
        "request line"
    } else {
        "log line"
    };
    from.to_owned()
}

fn origin_in_line(field: Field, line: &[u8]) -> String {
    let url = line::url(line);
    let from = match field {
        _ if is_row(line) => "its row",
        Field::Url if embedded::url(line).is_some_and(|found| found.len() < url.len()) => {
            "within the line"
        }
        Field::Url => "the line",
        Field::Body => "behind the tab",
        _ if line::beside(field, line, || line::notes(line))
            .is_some_and(|text| text.as_ptr() < url.as_ptr()) =>
        {
            "before the URL"
        }
        _ => "behind the URL",
    };
    from.to_owned()
}

fn is_row(line: &[u8]) -> bool {
    super::cdx::row(line, Field::Time).is_some()
}
