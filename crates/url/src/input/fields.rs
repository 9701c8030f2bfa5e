//! Reads the fields of records, in any format.

use super::embedded;
use super::field::{Field, FieldText};
use super::format::Input;
use super::likely_format::LikelyFormat;
use super::line;
use super::line_form::{FoundForm, LineForm, trimmed};
use super::log::{self, LogColumns};
use super::object::Objects;
use super::table::TableColumns;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use crate::error::Error;
use std::cell::LazyCell;
use std::sync::Arc;

/// A reader for the fields of records.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(super) input: Input,
    /// The members of JSON objects that hold fields.
    pub(super) objects: Objects,
    /// The columns of a table, once the first record of a source has named them.
    pub(super) table: Option<Arc<TableColumns>>,
    /// The columns of a log, once a comment of the source has named them.
    pub(super) layout: Option<Arc<LogColumns>>,
    /// The last columns that any source had, and the number of changes of columns so far.
    last: (Option<Arc<LogColumns>>, u64),
    /// The name of the member or column with the time, if one is set.
    time: Option<String>,
    /// The origin of paths in logs that are recognised among other lines.
    base: Option<Arc<str>>,
    /// The knowledge from the first records of a source of lines.
    shown: ShownFields,
}

/// The knowledge from the first records of a source of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownFields {
    Nothing,
    /// Comments, before which nothing came.
    Comments,
    /// The header of a table or a log; `input` is its format.
    Header,
}

impl Fields {
    pub fn new(input: Input) -> Self {
        let objects = match &input {
            Input::Member(path) => Objects::named(path),
            _ => Objects::known(),
        };
        let last = (None, 0);
        let shown = ShownFields::Nothing;
        Self {
            input,
            objects,
            table: None,
            layout: None,
            last,
            time: None,
            base: None,
            shown,
        }
    }

    /// Sets the origin of paths in logs that are recognised among other lines.
    pub fn with_base(self, base: Option<&str>) -> Self {
        Self {
            base: base.map(Arc::from),
            ..self
        }
    }

    /// Sets the name of the member or column with the time.
    pub fn time_under(mut self, name: &str) -> Self {
        self.objects = self.objects.under(Field::Time, name);
        self.time = Some(name.to_owned());
        self
    }

    /// Whether records are lines of text.
    pub fn reads_lines(&self) -> bool {
        self.input == Input::Lines
    }

    /// Whether records are lines of text that read the same under any options.
    pub fn reads_lines_alone(&self) -> bool {
        self.reads_lines() && self.base.is_none()
    }

    /// Whether records may be JSON objects.
    pub fn reads_objects(&self) -> bool {
        matches!(self.input, Input::Lines | Input::Member(_))
    }

    /// Whether some records describe those after them: the header of a table, or comments of logs.
    pub fn has_header(&self) -> bool {
        matches!(self.input, Input::Column(_) | Input::Log(_)) || self.shown != ShownFields::Nothing
    }

    /// Returns the format of a source that its first records have shown.
    pub fn shown(&self) -> Option<String> {
        if self.shown != ShownFields::Header {
            return None;
        }
        let Some(table) = &self.table else {
            return Some("a W3C log".to_owned());
        };
        let column = if table.has_names() { "column " } else { "" };
        Some(format!(
            "a table with the URL in {column}{}",
            table.origin(Field::Url)
        ))
    }

    /// Whether a record only describes those after it.
    pub fn is_comment(&self, record: &[u8]) -> bool {
        let is_header = || {
            self.shown == ShownFields::Header
                && self
                    .table
                    .as_ref()
                    .is_some_and(|table| table.is_header(record))
        };
        let has_comments =
            matches!(self.input, Input::Log(_)) || self.shown != ShownFields::Nothing;
        has_comments && (log::is_comment(record) || is_header())
    }

    /// Returns the reader for this and later records, if this record changes how they are read.
    pub fn follow(&self, record: &[u8]) -> Option<Self> {
        if self.shown == ShownFields::Comments {
            let is_plain = log::is_comment(record) && LogColumns::read(record).is_none();
            return (!is_plain).then(|| self.begin_lines(record).0);
        }
        if !self.is_comment(record) {
            return None;
        }
        let layout =
            LogColumns::read(record).filter(|layout| self.layout.as_deref() != Some(layout))?;
        Some(self.with(Some(layout)))
    }

    /// Returns the reader for records with these columns.
    fn with(&self, layout: Option<LogColumns>) -> Self {
        let layout = layout.map(Arc::new);
        let mut last = self.last.clone();
        if layout.is_some() && layout != last.0 {
            last = (layout.clone(), last.1 + 1);
        }
        Self {
            layout,
            last,
            ..self.clone()
        }
    }

    /// Returns a number that distinguishes a comment from an earlier one with the same text:
    /// columns must be named again if others were used in between. `None` if the record is not such
    /// a comment.
    pub fn turn(&self, comment: &[u8]) -> Option<u64> {
        let (_, turn) = self.last;
        (turn > 1 && LogColumns::read(comment).is_some()).then_some(turn)
    }

    /// Returns the length of the records at the start of `bytes` that are read in the same way; a
    /// record after them changes it. `bytes` are whole records that end in a delimiter.
    pub fn reach(&self, bytes: &[u8], delimiter: u8) -> usize {
        let is_open = self.shown == ShownFields::Comments;
        if !is_open && !matches!(self.input, Input::Log(_)) {
            return bytes.len();
        }
        let starts = memchr::memchr_iter(delimiter, bytes).map(|end| end + 1);
        let mut changes = starts
            .filter(|&at| at < bytes.len() && (is_open || bytes[at] == b'#'))
            .filter(|&at| {
                let end =
                    memchr::memchr(delimiter, &bytes[at..]).map_or(bytes.len(), |end| at + end);
                self.follow(&bytes[at..end]).is_some()
            });
        changes.next().unwrap_or(bytes.len())
    }

    /// Returns the format of a line of a log that is read without an option.
    pub fn log_format(&self, record: &[u8]) -> Option<String> {
        let LineForm::Request(entry) =
            (self.input == Input::Lines).then(|| LineForm::of(record))?
        else {
            return None;
        };
        let advice = "; --base URL adds a host to its paths";
        let base = if entry.lacks_host() && self.base.is_none() {
            advice
        } else {
            ""
        };
        Some(format!("{}{base}", entry.format))
    }

    /// Returns the address, name or file that a line with more text is read as.
    pub fn name_alone<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        let LineForm::Line(line) = (self.input == Input::Lines).then(|| LineForm::of(record))?
        else {
            return None;
        };
        Some(line::url(line)).filter(|url| url.len() < line.len() && !url.contains(&b'/'))
    }

    /// Returns the format of a record if another one fits it better.
    pub fn likely_format(&self, record: &[u8], number: u64, is_url: bool) -> Option<LikelyFormat> {
        let line = trimmed(record);
        match &self.input {
            Input::Lines => LikelyFormat::of(line, number, is_url),
            Input::Member(_) if !is_url => LikelyFormat::of_members(line),
            Input::Column(_) if !is_url && !line.is_empty() => self
                .table
                .as_ref()?
                .columns_short(line)
                .map(LikelyFormat::Columns),
            _ => None,
        }
    }

    /// Returns the reader for a source that begins with this record, and whether the record is a
    /// header.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub fn begin(&self, first: &[u8]) -> Result<(Self, bool), Error> {
        if self.input == Input::Lines || self.shown == ShownFields::Header {
            return Ok(self.begin_lines(first));
        }
        let Input::Column(wanted) = &self.input else {
            let is_comment = self.is_comment(first);
            return Ok((
                self.with(LogColumns::read(first).filter(|_| is_comment)),
                is_comment,
            ));
        };
        let (table, is_header) = TableColumns::read(first, wanted, self.time.as_deref())?;
        Ok((
            Self {
                table: Some(Arc::new(table)),
                ..self.clone()
            },
            is_header,
        ))
    }

    /// Same as [`begin`](Self::begin), for lines: the first that is no comment may be the header of
    /// a table with a column of URLs.
    fn begin_lines(&self, first: &[u8]) -> (Self, bool) {
        let lines = Self {
            input: Input::Lines,
            table: None,
            shown: ShownFields::Nothing,
            ..self.with(None)
        };
        let line = trimmed(first);
        if let Some(layout) = LogColumns::read(line) {
            let lines = lines.with(Some(layout));
            return (
                Self {
                    input: Input::Log(None),
                    shown: ShownFields::Header,
                    ..lines
                },
                true,
            );
        }
        if log::is_comment(line) {
            return (
                Self {
                    shown: ShownFields::Comments,
                    ..lines
                },
                true,
            );
        }
        let Some((wanted, table, is_header)) = TableColumns::recognised(line, self.time.as_deref())
        else {
            return (lines, false);
        };
        let input = Input::Column(wanted);
        let table = Some(Arc::new(table));
        (
            Self {
                input,
                table,
                shown: ShownFields::Header,
                ..lines
            },
            is_header,
        )
    }

    /// Returns the text with the URL of a record; `None` if it has none.
    pub fn url<'a>(&self, record: &'a [u8], buffer: &'a mut Vec<u8>) -> Option<&'a [u8]> {
        // A call of `url_text` would take three more instructions a line.
        self.url_text(record, buffer).map(|text| text.bytes(buffer))
    }

    /// Returns the text with the URL of a record, for callers that reuse the buffer.
    pub fn url_text<'r>(&self, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        if self.is_plain(record) {
            return Some(FieldText::Written(record));
        }
        self.get(Field::Url, record, buffer)
    }

    /// Whether a whole record is read as a URL.
    pub fn is_plain(&self, record: &[u8]) -> bool {
        self.reads_lines_alone() && record.first() != Some(&b'{')
    }

    /// Returns the text with the URL of a line that is not a URL itself: a JSON object or a line of
    /// an index, or else the first URL in it. `form` is that of the record, if it is known.
    #[cold]
    pub fn embedded<'r>(
        &self,
        record: &'r [u8],
        form: FoundForm<'r>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let is_bare =
            |table: &TableColumns| self.shown == ShownFields::Header && !table.has_names();
        if self.input != Input::Lines && !self.table.as_deref().is_some_and(is_bare) {
            return None;
        }
        match form.0.unwrap_or_else(|| LineForm::of(record)) {
            // A URL in a line of an access log is the referrer.
            LineForm::Line(line) => embedded::url(line)
                .filter(|_| !log::is_table(line))
                .map(FieldText::Written),
            LineForm::Request(entry) => self.logged(Field::Url, record, &entry, buffer),
            _ => self.get(Field::Url, record, buffer),
        }
    }

    /// Returns a field of a record, unescaped. `None` if the record has none, or `null` or `-`.
    pub fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let written = match &self.input {
            Input::Lines => match LineForm::of(record) {
                LineForm::Object { object, time } => {
                    return match (field, time) {
                        (Field::Time, Some(time)) => Some(FieldText::Written(time)),
                        _ => self.objects.get(field, object, buffer),
                    };
                }
                LineForm::Capture(capture) => capture.column(field),
                LineForm::Request(entry) => return self.logged(field, record, &entry, buffer),
                LineForm::Line([b'/', rest @ ..])
                    if field == Field::Url && !rest.starts_with(b"/") =>
                {
                    let Some(base) = self.base.as_deref() else {
                        return Some(FieldText::Written(record));
                    };
                    buffer.clear();
                    buffer.extend([base.trim_end_matches('/').as_bytes(), b"/", rest].concat());
                    return Some(FieldText::Buffered);
                }
                LineForm::Line(_) if field == Field::Url => Some(record),
                LineForm::Line(line) => line::beside(field, line, || line::notes(line)),
            },
            Input::Member(_) => return self.objects.get(field, trimmed(record), buffer),
            Input::Column(_) => return self.table.as_ref()?.get(field, record, buffer),
            Input::Log(_) => return self.logged(field, record, &self.entry(record)?, buffer),
        };
        written.map(FieldText::Written)
    }

    /// Reads a line of a log.
    fn entry<'r>(&self, record: &'r [u8]) -> Option<log::LogEntry<'r>> {
        log::entry(record, self.layout.as_deref()).or_else(|| log::any(record))
    }

    /// Returns a field of a log entry, or of the record that it was read from.
    fn logged<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        entry: &log::LogEntry<'r>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match field {
            Field::Url => {
                let base = if let Input::Log(base) = &self.input {
                    base.as_deref()
                } else {
                    self.base.as_deref()
                };
                entry.write_url(base.map(str::as_bytes), buffer);
                Some(FieldText::Buffered)
            }
            Field::Time => entry.time().map(|time| FieldText::stored(time, buffer)),
            _ => entry
                .field(field)
                .or_else(|| self.layout.as_deref()?.field(field, record))
                .map(FieldText::Written),
        }
    }

    /// Returns the text that a record has under a name: a member of a JSON object (nested names are
    /// joined by dots), a column named by a table's header or a `#Fields:` line, in any case, or
    /// else the field of this name. For many records, prepare the name with
    /// [`wanted`](Self::wanted).
    ///
    /// ```
    /// use urlsift_url::input::Input;
    /// use urlsift_url::input::Fields;
    ///
    /// let fields = Fields::new(Input::Lines);
    /// let record = br#"{"url":"https://a.example/","tenant":{"id":7},"status_code":200}"#;
    /// let mut buffer = Vec::new();
    /// for (name, wanted) in [("tenant.id", "7"), ("status", "200")] {
    ///     let text = fields.named(name, record, &mut buffer).expect("it is there");
    ///     assert_eq!(text.bytes(&buffer), wanted.as_bytes());
    /// }
    /// assert!(fields.named("tenant", record, &mut buffer).is_none());
    /// ```
    pub fn named<'r>(
        &self,
        name: &str,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match &self.input {
            Input::Lines => {
                if let LineForm::Object { object, .. } = LineForm::of(record) {
                    return self.objects.named_field(name, object, buffer);
                }
            }
            Input::Member(_) => return self.objects.named_field(name, trimmed(record), buffer),
            Input::Column(_) => return self.table.as_ref()?.named(name, record, buffer),
            Input::Log(_) => {
                if let Some(layout) = &self.layout
                    && let Some(place) = layout.place(name)
                {
                    return layout.at(place, record).map(FieldText::Written);
                }
            }
        }
        self.get(Field::of(name)?, record, buffer)
    }

    /// Prepares several fields to be read of each record in one walk: known ones, then others by
    /// the names that [`named`](Self::named) takes. Valid for all records of this reader, and of
    /// those that [`begin`](Self::begin) and [`follow`](Self::follow) return.
    pub fn wanted<'n>(
        &self,
        known: &[Field],
        named: impl IntoIterator<Item = &'n str>,
    ) -> WantedFields {
        let named = named.into_iter().map(FieldKey::named);
        let keys: Vec<FieldKey> = known
            .iter()
            .map(|field| FieldKey::Known(*field))
            .chain(named)
            .collect();
        WantedFields {
            members: self.objects.prepared(&keys),
            keys,
        }
    }

    /// Reads several fields of a record.
    ///
    /// ```
    /// use urlsift_url::input::Input;
    /// use urlsift_url::input::{Field, Fields, FieldValues};
    ///
    /// let fields = Fields::new(Input::Lines);
    /// let wanted = fields.wanted(&[Field::Url, Field::Method, Field::Status], ["tenant"]);
    /// let record = br#"{"url":"https://a.example/","method":"POST","tenant":"b"}"#;
    /// let mut values = FieldValues::default();
    /// fields.read(&wanted, record, &mut values);
    /// assert_eq!(values.get(1, record), Some(&b"POST"[..]));
    /// assert_eq!(values.get(2, record), None);
    /// assert_eq!(values.get(3, record), Some(&b"b"[..]));
    /// ```
    pub fn read(&self, wanted: &WantedFields, record: &[u8], values: &mut FieldValues) {
        self.read_form(wanted, record, FoundForm::default(), values);
    }

    /// Same as [`read`](Self::read), for a record whose form may be known.
    pub fn read_form<'r>(
        &self,
        wanted: &WantedFields,
        record: &'r [u8],
        form: FoundForm<'r>,
        values: &mut FieldValues,
    ) {
        values.clear();
        let form = match &self.input {
            Input::Lines => Some(form.0.unwrap_or_else(|| LineForm::of(record))),
            Input::Member(_) => Some(LineForm::Object {
                object: trimmed(record),
                time: None,
            }),
            Input::Log(_) => self.entry(record).map(LineForm::Request),
            Input::Column(_) => None,
        };
        let offset = |text: &[u8]| text.as_ptr() as usize - record.as_ptr() as usize;
        match form {
            Some(LineForm::Object { object, time }) => {
                self.objects.read(wanted, object, offset(object), values);
                if let Some(time) = time {
                    let range = offset(time)..offset(time) + time.len();
                    for (number, key) in wanted.keys.iter().enumerate() {
                        if *key == FieldKey::Known(Field::Time) {
                            values.replace(number, range.clone());
                        }
                    }
                }
                return;
            }
            Some(LineForm::Line(line)) => {
                let notes = LazyCell::new(|| line::notes(line));
                for key in &wanted.keys {
                    let text = match key.field() {
                        Some(Field::Url) => Some(record),
                        field => field.and_then(|field| line::beside(field, line, || *notes)),
                    };
                    values.put(text.map(FieldText::Written), record, 0, &[]);
                }
                return;
            }
            Some(LineForm::Capture(_) | LineForm::Request(_)) | None => {}
        }
        let is_column = |name: &str| {
            self.layout
                .as_ref()
                .is_some_and(|layout| layout.place(name).is_some())
        };
        let mut buffer = std::mem::take(&mut values.spare);
        for key in &wanted.keys {
            let text = match (form, key) {
                (_, FieldKey::Named { name, .. }) if is_column(name) => {
                    self.named(name, record, &mut buffer)
                }
                // A log line is split once for all of them.
                (Some(LineForm::Request(entry)), key) => key
                    .field()
                    .and_then(|field| self.logged(field, record, &entry, &mut buffer)),
                (None, _) if matches!(self.input, Input::Log(_)) => None,
                (_, FieldKey::Known(field)) => self.get(*field, record, &mut buffer),
                (_, FieldKey::Named { name, .. }) => self.named(name, record, &mut buffer),
            };
            values.put(text, record, 0, &buffer);
        }
        values.spare = buffer;
    }

    /// Returns the HTTP status of a record.
    pub fn status(&self, record: &[u8]) -> Option<u16> {
        let mut buffer = Vec::new();
        str::from_utf8(self.get(Field::Status, record, &mut buffer)?.bytes(&buffer))
            .ok()?
            .trim()
            .parse()
            .ok()
    }
}
