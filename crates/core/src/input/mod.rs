//! From a record to the URL in it, and to the other fields that it has: a status, a time.
//!
//! [`Input`] says how records are written, and [`Fields`] reads them, all fields by one way:
//! [`Fields::get`]. Only a line that is a URL as it stands needs none of this, and takes no time
//! for it.

mod cdx;
mod column;
mod embedded;
mod json;
mod likely_format;
mod line;
mod log;

use crate::error::{Error, ErrorKind};
use crate::parse::{self, Address, Path, Scratch};
use bstr::ByteSlice;
use cdx::Capture;
pub use column::Column;
use json::{Paths, Value};
pub use likely_format::LikelyFormat;
use log::Entry;
use std::borrow::Cow;
use std::sync::LazyLock;

/// How records are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// Lines of text with a URL each. A JSON object is compared by the member that holds its URL,
    /// as katana, httpx, gau, hakrawler, gospider, ffuf, nuclei, urlscan and others write it; a
    /// line of an index of archived pages (CDX) by the URL that was captured.
    #[default]
    Lines,
    /// JSON objects with the URL under this name; names below each other are joined by dots.
    Member(String),
    /// CSV or TSV with the URL in this column.
    Column(Column),
    /// Access logs in the common or combined format. The URL of a request begins with the virtual
    /// host, if the line has one, or with this base.
    Log(Option<String>),
}

/// What a record may tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Url,
    /// The HTTP status.
    Status,
    /// When it was seen, as it is written.
    Time,
}

/// Where the text of a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text<'r> {
    /// In the record, as it stands there.
    Written(&'r [u8]),
    /// In the buffer that was lent: all of that, without escapes.
    Buffered,
}

impl<'r> Text<'r> {
    /// The bytes, of which some are in the buffer that was lent.
    #[inline]
    pub fn bytes(self, buffer: &'r [u8]) -> &'r [u8] {
        match self {
            Self::Written(text) => text,
            Self::Buffered => buffer,
        }
    }

    /// The same for a text that outlives what made it.
    fn stored(text: Cow<'r, [u8]>, buffer: &mut Vec<u8>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::Written(text),
            Cow::Owned(text) => {
                *buffer = text;
                Self::Buffered
            }
        }
    }
}

/// Reads the fields of records.
#[derive(Clone, Debug)]
pub struct Fields {
    input: Input,
    /// The members that hold the URL, the status and the time.
    members: [Paths; 3],
    /// The separator and the number of the column with the URL, from 0, once the first record of a
    /// source has told them.
    column: Option<(u8, usize)>,
    /// The numbers of the columns with a status and a time.
    others: [Option<usize>; 2],
    /// The name of the time, if one is given.
    time: Option<String>,
}

/// Where tools write the URL of a record, the best place first.
const URLS: [&str; 16] = [
    "request.endpoint",
    "matched-at",
    "url",
    "URL",
    "page.url",
    "task.url",
    "output",
    "original",
    "request.url",
    "final_url",
    "uri",
    "endpoint",
    "link",
    "href",
    "loc",
    "matched",
];

const STATUSES: [&str; 9] = [
    "response.status_code",
    "status_code",
    "status-code",
    "status",
    "statusCode",
    "statuscode",
    "page.status",
    "response.status",
    "code",
];

const TIMES: [&str; 8] =
    ["timestamp", "time", "@timestamp", "date", "datetime", "ts", "task.time", "created_at"];

static KNOWN: LazyLock<[Paths; 3]> =
    LazyLock::new(|| [Paths::new(URLS), Paths::new(STATUSES), Paths::new(TIMES)]);

impl Fields {
    pub fn new(input: Input) -> Self {
        let mut members = KNOWN.clone();
        if let Input::Member(path) = &input {
            members[0] = Paths::one(path);
        }
        Self { input, members, column: None, others: [None; 2], time: None }
    }

    /// The same, with the time of a record under this name.
    pub fn time_under(mut self, name: &str) -> Self {
        self.members[Field::Time as usize] = Paths::one(name);
        self.time = Some(name.to_owned());
        self
    }

    /// Whether records are lines of text.
    pub(crate) fn reads_lines(&self) -> bool {
        self.input == Input::Lines
    }

    /// Whether the first record of each source says how to read the others.
    pub fn has_header(&self) -> bool {
        matches!(self.input, Input::Column(_))
    }

    /// The format that a record is in, if records are read as lines and another format fits better.
    pub(crate) fn likely_format(&self, record: &[u8], number: u64, is_url: bool) -> Option<LikelyFormat> {
        if self.input == Input::Lines { LikelyFormat::of(trimmed(record), number, is_url) } else { None }
    }

    /// The same for a source that begins with a record, and whether that is a header.
    ///
    /// # Errors
    /// The column is not among those that the header names.
    pub fn begin(&self, first: &[u8]) -> Result<(Self, bool), Error> {
        let Input::Column(wanted) = &self.input else { return Ok((self.clone(), false)) };
        let first = first.strip_suffix(b"\r").unwrap_or(first);
        let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
        let separator = column::separator(first);
        let fields: Vec<Cow<'_, [u8]>> = column::fields(first, separator).collect();
        let position = |names: &[&str]| {
            let is_name = |field: &[u8]| {
                names.iter().any(|name| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
            };
            fields.iter().position(|field| is_name(field))
        };
        let (number, is_header) = match wanted {
            Column::Number(number) => {
                let number = number.saturating_sub(1);
                let is_url = |field: &Cow<'_, [u8]>| parse::authority(field.trim_ascii()).is_some();
                (number, fields.get(number).is_some_and(|field| !is_url(field)))
            }
            Column::Name(name) => {
                let number = position(&[name.trim()]).ok_or_else(|| {
                    let names: Vec<String> =
                        fields.iter().map(|field| format!("{:?}", field.to_str_lossy())).collect();
                    let text = format!("there is no column {name:?} among {}", names.join(", "));
                    Error::new(ErrorKind::Name, text)
                })?;
                (number, true)
            }
        };
        let others = if is_header {
            [
                position(&STATUSES),
                self.time.as_ref().map_or_else(|| position(&TIMES), |name| position(&[name.as_str()])),
            ]
        } else {
            [None; 2]
        };
        Ok((Self { column: Some((separator, number)), others, ..self.clone() }, is_header))
    }

    /// The text that holds the URL of a record. `None` if the record has none.
    #[inline]
    pub(crate) fn url<'a>(&self, record: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<&'a [u8]> {
        // Not by way of `url_text`: that takes three more instructions a line.
        if self.is_plain(record) {
            return Some(record);
        }
        self.get(Field::Url, record, buffer).map(|text| text.bytes(buffer))
    }

    /// The same, for those who lend the buffer again.
    pub(crate) fn url_text<'r>(&self, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<Text<'r>> {
        if self.is_plain(record) {
            return Some(Text::Written(record));
        }
        self.get(Field::Url, record, buffer)
    }

    /// Whether a record is read as a URL as it stands.
    #[inline]
    fn is_plain(&self, record: &[u8]) -> bool {
        self.input == Input::Lines && record.first() != Some(&b'{')
    }

    /// The text that holds the URL of a line that is not one itself: a JSON object or a line of an
    /// index, or else the first URL in it.
    #[cold]
    pub(crate) fn embedded<'r>(&self, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<Text<'r>> {
        if self.input != Input::Lines {
            return None;
        }
        let line = trimmed(record);
        if is_structured(line) {
            self.get(Field::Url, line, buffer)
        } else {
            embedded::url(line).map(Text::Written)
        }
    }

    /// A field of a record, without escapes.
    pub fn get<'r>(&self, field: Field, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<Text<'r>> {
        let written = match &self.input {
            Input::Lines => {
                let line = trimmed(record);
                match (Capture::of(line), field) {
                    _ if line.first() == Some(&b'{') => return self.member(field, line, buffer),
                    (Some(Capture { rest, .. }), Field::Url | Field::Status) if rest.starts_with(b"{") => {
                        return self.member(field, rest, buffer);
                    }
                    (Some(capture), Field::Url) => capture.column(0),
                    (Some(capture), Field::Status) => capture.column(2),
                    (Some(capture), Field::Time) => Some(capture.time),
                    (None, Field::Url) => Some(record),
                    (None, Field::Status) => line::status(line, line::url(line)),
                    (None, Field::Time) => line::time(line, line::url(line)),
                }
            }
            Input::Member(_) => return self.member(field, trimmed(record), buffer),
            Input::Column(_) => {
                let (separator, url) = self.column?;
                let number = match field {
                    Field::Url => url,
                    Field::Status => self.others[0]?,
                    Field::Time => self.others[1]?,
                };
                return Some(Text::stored(column::fields(record, separator).nth(number)?, buffer));
            }
            Input::Log(base) => {
                let entry = Entry::of(record)?;
                match field {
                    Field::Url => {
                        entry.write_url(base.as_deref().map(str::as_bytes), buffer);
                        return Some(Text::Buffered);
                    }
                    Field::Status => Some(entry.status),
                    Field::Time => Some(entry.time),
                }
            }
        };
        written.map(Text::Written)
    }

    /// The HTTP status of a record.
    pub(crate) fn status(&self, record: &[u8]) -> Option<u16> {
        let mut buffer = Vec::new();
        let status = self.get(Field::Status, record, &mut buffer)?.bytes(&buffer);
        str::from_utf8(status).ok()?.trim().parse().ok()
    }

    /// A member of a JSON object. One that holds the URL has to look like one, unless it was named.
    fn member<'r>(&self, field: Field, object: &'r [u8], buffer: &mut Vec<u8>) -> Option<Text<'r>> {
        let is_named = matches!(self.input, Input::Member(_));
        let takes = |value| match (value, field) {
            (Value::Text(text), Field::Url) => is_named || looks_like_url(text),
            (Value::Bare(_), Field::Url) => false,
            (Value::Text(text) | Value::Bare(text), _) => !text.is_empty() && text != b"null",
        };
        Some(match self.members[field as usize].find(object, takes)? {
            Value::Text(text) => Text::stored(json::unescaped(text), buffer),
            Value::Bare(text) => Text::Written(text.trim_ascii_end()),
        })
    }
}

/// Whether the text of a member may be a URL. Slashes may be escaped.
fn looks_like_url(text: &[u8]) -> bool {
    text.starts_with(b"http") || text.starts_with(b"\\/") || parse::authority(text).is_some()
}

/// Whether a line is a JSON object, or a line of an index.
fn is_structured(line: &[u8]) -> bool {
    line.first() == Some(&b'{') || Capture::of(line).is_some()
}

/// A line without a byte-order mark and the blanks around it.
fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii()
}

/// Parses the URL of a text that begins with it, or with columns before it. `None` means that it
/// has none.
pub(crate) fn parse<'a>(text: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(text, scratch, line::url)
}

/// The URL of a text that begins with it, or with columns before it, without what precedes or
/// follows it.
pub(crate) fn written(text: &[u8]) -> &[u8] {
    line::url(text)
}
