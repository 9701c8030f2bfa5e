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
mod request;

use crate::error::{Error, ErrorKind};
use crate::parse::{self, Address, Path, Scratch};
use bstr::ByteSlice;
use cdx::Capture;
pub use column::Column;
use json::{Paths, Value};
pub use likely_format::LikelyFormat;
use log::Layout;
use request::Parts;
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// How records are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// Lines of text with a URL each. A JSON object is compared by the member that holds its URL,
    /// as katana, httpx, gau, hakrawler, gospider, ffuf, nuclei, urlscan and others write it, or by
    /// its host and path, as nginx, Caddy, Envoy and Traefik do; a line of an index of archived
    /// pages (CDX) by the URL that was captured.
    #[default]
    Lines,
    /// JSON objects with the URL under this name; names below each other are joined by dots. Several
    /// names, between commas, hold its parts: `host,uri`.
    Member(String),
    /// CSV or TSV with the URL in this column.
    Column(Column),
    /// Access logs: in the common or combined format, of S3, of load balancers of Amazon, of
    /// `HAProxy`, and those of which a line `#Fields:` names the columns (W3C). The URL of a request
    /// begins with the host that the line has, or with this base.
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
    /// The members that hold the parts of the URL, if several were named.
    parts: Arc<[Paths]>,
    /// The separator and the numbers of the columns with the URL or its parts, from 0, once the
    /// first record of a source has told them.
    column: Option<(u8, Arc<[usize]>)>,
    /// The columns of a log, once a record of the source has named them.
    layout: Option<Arc<Layout>>,
    /// The last columns that any source had, and how often they were other ones than before.
    last: (Option<Arc<Layout>>, u64),
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

const STATUSES: [&str; 12] = [
    "response.status_code",
    "status_code",
    "status-code",
    "status",
    "statusCode",
    "statuscode",
    "page.status",
    "response.status",
    "code",
    "response_code",
    "DownstreamStatus",
    "sc-status",
];

const TIMES: [&str; 12] = [
    "timestamp",
    "time",
    "@timestamp",
    "date",
    "datetime",
    "ts",
    "task.time",
    "created_at",
    "time_iso8601",
    "time_local",
    "start_time",
    "StartUTC",
];

static KNOWN: LazyLock<[Paths; 3]> =
    LazyLock::new(|| [Paths::new(URLS), Paths::new(STATUSES), Paths::new(TIMES)]);

impl Fields {
    pub fn new(input: Input) -> Self {
        let mut members = KNOWN.clone();
        let mut parts: Vec<Paths> = Vec::new();
        if let Input::Member(path) = &input {
            match path.split(',').map(str::trim).filter(|name| !name.is_empty()).collect::<Vec<_>>()[..] {
                [] | [_] => members[0] = Paths::one(path),
                ref names => parts.extend(names.iter().map(|name| Paths::one(name))),
            }
        }
        let parts = parts.into();
        Self {
            input,
            members,
            parts,
            column: None,
            layout: None,
            last: (None, 0),
            others: [None; 2],
            time: None,
        }
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

    /// Whether some records of a source say how to read those after them: the first one of a table,
    /// comments of logs.
    pub fn has_header(&self) -> bool {
        matches!(self.input, Input::Column(_) | Input::Log(_))
    }

    /// Whether a record only says something about those after it.
    pub(crate) fn is_comment(&self, record: &[u8]) -> bool {
        matches!(self.input, Input::Log(_)) && log::is_comment(record)
    }

    /// The same for the records from this one on, if it says that they are read otherwise.
    pub fn follow(&self, record: &[u8]) -> Option<Self> {
        if !self.is_comment(record) {
            return None;
        }
        let layout = Layout::read(record).filter(|layout| self.layout.as_deref() != Some(layout))?;
        Some(self.with(Some(layout)))
    }

    /// The same for records with these columns.
    fn with(&self, layout: Option<Layout>) -> Self {
        let layout = layout.map(Arc::new);
        let mut last = self.last.clone();
        if layout.is_some() && layout != last.0 {
            last = (layout.clone(), last.1 + 1);
        }
        Self { layout, last, ..self.clone() }
    }

    /// What tells a comment from an earlier one with the same text, if anything does: columns that
    /// come again after others have to be named again.
    pub(crate) fn turn(&self, comment: &[u8]) -> Option<u64> {
        let (_, turn) = self.last;
        (turn > 1 && Layout::read(comment).is_some()).then_some(turn)
    }

    /// How many of these bytes, which are whole records that end in a delimiter, are read in one
    /// way: a record behind them says how to read the others.
    pub fn reach(&self, bytes: &[u8], delimiter: u8) -> usize {
        if !matches!(self.input, Input::Log(_)) {
            return bytes.len();
        }
        let ends = bytes.find_iter(b"#").filter(|&at| at > 0 && bytes[at - 1] == delimiter);
        let mut changes = ends.filter(|&at| {
            let end = memchr::memchr(delimiter, &bytes[at..]).map_or(bytes.len(), |end| at + end);
            self.follow(&bytes[at..end]).is_some()
        });
        changes.next().unwrap_or(bytes.len())
    }

    /// The format that a record is in, if another way to read it fits better.
    pub(crate) fn likely_format(&self, record: &[u8], number: u64, is_url: bool) -> Option<LikelyFormat> {
        let line = trimmed(record);
        match &self.input {
            Input::Lines => LikelyFormat::of(line, number, is_url),
            Input::Member(_) if !is_url => LikelyFormat::of_members(line),
            Input::Column(_) if !is_url && !line.is_empty() => {
                let (separator, wanted) = self.column.as_ref()?;
                let columns = column::fields(line, *separator).count();
                wanted.iter().any(|column| *column >= columns).then_some(LikelyFormat::Columns(columns))
            }
            _ => None,
        }
    }

    /// The same for a source that begins with a record, and whether that is a header.
    ///
    /// # Errors
    /// The column is not among those that the header names.
    pub fn begin(&self, first: &[u8]) -> Result<(Self, bool), Error> {
        let Input::Column(wanted) = &self.input else {
            let is_comment = self.is_comment(first);
            return Ok((self.with(Layout::read(first).filter(|_| is_comment)), is_comment));
        };
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
        let mut is_header = false;
        let mut number = |wanted: &Column| match wanted {
            Column::Number(number) => {
                let number = number.saturating_sub(1);
                let is_url = |field: &Cow<'_, [u8]>| parse::authority(field.trim_ascii()).is_some();
                is_header |= fields.get(number).is_some_and(|field| !is_url(field));
                Ok(number)
            }
            Column::Name(name) => {
                is_header = true;
                position(&[name.trim()]).ok_or_else(|| {
                    let names: Vec<String> =
                        fields.iter().map(|field| format!("{:?}", field.to_str_lossy())).collect();
                    let text = format!("there is no column {name:?} among {}", names.join(", "));
                    Error::new(ErrorKind::Name, text)
                })
            }
            Column::Parts(_) => Err(Error::new(ErrorKind::Name, "parts have no parts")),
        };
        let numbers: Vec<usize> = match wanted {
            Column::Parts(parts) => parts.iter().map(number).collect::<Result<_, _>>()?,
            one => vec![number(one)?],
        };
        let others = if is_header {
            [
                position(&STATUSES),
                self.time.as_ref().map_or_else(|| position(&TIMES), |name| position(&[name.as_str()])),
            ]
        } else {
            [None; 2]
        };
        Ok((Self { column: Some((separator, numbers.into())), others, ..self.clone() }, is_header))
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
            return self.get(Field::Url, line, buffer);
        }
        // The URL in a request is where the client came from.
        embedded::url(line).filter(|_| !log::is_request_in_parts(line)).map(Text::Written)
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
                let (separator, url) = self.column.as_ref()?;
                let number = match (field, &**url) {
                    (Field::Url, [number]) => *number,
                    (Field::Url, numbers) => return joined(record, *separator, numbers, buffer),
                    (Field::Status, _) => self.others[0]?,
                    (Field::Time, _) => self.others[1]?,
                };
                return Some(Text::stored(column::fields(record, *separator).nth(number)?, buffer));
            }
            Input::Log(base) => {
                let entry = log::entry(record, self.layout.as_deref())?;
                match field {
                    Field::Url => {
                        entry.write_url(base.as_deref().map(str::as_bytes), buffer);
                        return Some(Text::Buffered);
                    }
                    Field::Status => Some(entry.status),
                    Field::Time => return entry.time().map(|time| Text::stored(time, buffer)),
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
        if field == Field::Url && !self.parts.is_empty() {
            return request::write_named(object, &self.parts, buffer).then_some(Text::Buffered);
        }
        let takes = |value| match (value, field) {
            (Value::Text(text), Field::Url) => is_named || looks_like_url(text),
            (Value::Bare(_), Field::Url) => false,
            (Value::Text(text) | Value::Bare(text), _) => !text.is_empty() && text != b"null",
        };
        let found = self.members[field as usize].find(object, takes);
        if field == Field::Url && found.is_none_or(is_without_host) {
            return self.request(object, found, buffer);
        }
        Some(match found? {
            Value::Text(text) => Text::stored(json::unescaped(text), buffer),
            Value::Bare(text) => Text::Written(text.trim_ascii_end()),
        })
    }

    /// The URL of an object that has no member with a host and a path in one. A path alone is
    /// compared where no other member has its host.
    #[cold]
    fn request<'r>(
        &self,
        object: &'r [u8],
        found: Option<Value<'r>>,
        buffer: &mut Vec<u8>,
    ) -> Option<Text<'r>> {
        let found = match found {
            Some(Value::Text(text)) => Some(json::unescaped(text)),
            _ => None,
        };
        let is_named = matches!(self.input, Input::Member(_));
        if is_named && found.is_none() {
            return None;
        }
        if request::write_url(object, found.as_deref().filter(|_| is_named), buffer) {
            return Some(Text::Buffered);
        }
        found.map(|text| Text::stored(text, buffer))
    }
}

/// The URL whose parts are in these columns of a record.
fn joined<'r>(record: &[u8], separator: u8, columns: &[usize], buffer: &mut Vec<u8>) -> Option<Text<'r>> {
    let fields: Vec<Cow<'_, [u8]>> = column::fields(record, separator).collect();
    let mut parts = Parts::new(buffer);
    columns.iter().filter_map(|column| fields.get(*column)).for_each(|field| parts.add(field));
    parts.is_whole().then_some(Text::Buffered)
}

/// Whether a value is a path, or a request with one, that leaves its host to another member.
fn is_without_host(value: Value<'_>) -> bool {
    match value {
        Value::Text([b'/', b'/', ..] | [b'\\', b'/', b'\\', b'/', ..]) | Value::Bare(_) => false,
        Value::Text(text) => request::is_path(text),
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
