//! Reads the fields of records, in any format.

use super::base::Base;
use super::column::Column;
use super::csv::{self, RowShape};
use super::embedded;
use super::field::{Field, FieldText};
use super::format::Input;
use super::likely_format::LikelyFormat;
use super::line::{self, Annotations};
use super::line_form::{FoundForm, LineForm, trimmed};
use super::line_path;
use super::log::{self, LogColumns};
use super::object::Objects;
use super::row;
use super::table::TableColumns;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use super::word::{ADDRESS, offset_in};
use crate::error::Error;
use crate::parse::{self, Address, Scratch, without_return};
use bstr::ByteSlice;
use std::cell::LazyCell;
use std::sync::{Arc, LazyLock};

/// A reader for the fields of records.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(super) input: Input,
    /// The name of a member that was given: in a table, it names a column.
    named: Option<Arc<str>>,
    /// The members of JSON objects that hold fields.
    pub(super) objects: Arc<Objects>,
    /// The columns of a table, once the first record of a source has named them.
    pub(super) table: Option<Arc<TableColumns>>,
    /// The columns of a log, once a comment of the source has named them.
    pub(super) layout: Option<Arc<LogColumns>>,
    /// The last columns that any source had.
    last_layout: Option<Arc<LogColumns>>,
    /// Number of changes of columns so far.
    layout_changes: u64,
    /// The name of the member or column with the time, if one is set.
    time: Option<String>,
    /// The URL that paths are below.
    base: Option<Base>,
    /// The knowledge from the first records of a source of lines.
    shown: ShownFields,
    /// The last line that is not a URL, while it may be a header.
    unread: Option<Arc<[u8]>>,
}

/// The reader of lines of text.
static OF_LINES: LazyLock<Arc<Fields>> = LazyLock::new(|| Arc::new(Fields::new(Input::Lines)));

/// Bytes of a line that may show the columns of a table. Longer lines are read as lines.
const LONGEST_SHOWN: usize = 1 << 14;

/// Lines that are not URLs after which no table is expected.
const UNREAD: u32 = 32;

/// The knowledge from the first records of a source of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownFields {
    Nothing,
    /// Comments, before which nothing came.
    Comments,
    /// This many lines that are not URLs; the last one may be the header of a table.
    Unread(u32),
    /// The header of a table or a log; `input` is its format.
    Header,
}

impl Fields {
    pub fn new(input: Input) -> Self {
        let objects = match &input {
            Input::Member(path) => Objects::named(path),
            _ => Objects::KNOWN,
        };
        let base = match &input {
            Input::Log(Some(base)) => Some(Base::new(base)),
            _ => None,
        };
        let named = match &input {
            Input::Member(name) => Some(name.as_str().into()),
            _ => None,
        };
        Self {
            input,
            named,
            objects: Arc::new(objects),
            table: None,
            layout: None,
            last_layout: None,
            layout_changes: 0,
            time: None,
            base,
            shown: ShownFields::Nothing,
            unread: None,
        }
    }

    /// Returns the reader of lines of text.
    pub fn of_lines() -> &'static Arc<Self> {
        &OF_LINES
    }

    /// Returns the reader of the lines of a state, which are lines of text.
    pub fn of_stored(&self) -> Self {
        Self::new(Input::Lines).with_base(self.base())
    }

    /// Whether another reader of the same settings reads each line in the same way.
    pub fn reads_as(&self, other: &Self) -> bool {
        self.input == other.input
            && self.table == other.table
            && self.layout == other.layout
            && self.base() == other.base()
    }

    /// Sets the URL that paths are below, if it is given.
    pub fn with_base(mut self, base: Option<&str>) -> Self {
        if let Some(base) = base {
            self.base = Some(Base::new(base));
        }
        self
    }

    /// Returns the URL that paths are below.
    pub fn base(&self) -> Option<&str> {
        self.base.as_ref().map(Base::url)
    }

    /// Sets the name of the member or column with the time.
    pub fn time_under(mut self, name: &str) -> Self {
        Arc::make_mut(&mut self.objects).time_under(name);
        self.time = Some(name.to_owned());
        self
    }

    /// Whether records are lines of text.
    pub fn reads_lines(&self) -> bool {
        matches!(self.input, Input::Lines)
    }

    /// Whether records are lines of text that read the same under any options.
    pub fn reads_lines_alone(&self) -> bool {
        self.reads_lines() && self.base.is_none()
    }

    /// Whether records may be JSON objects.
    pub fn reads_objects(&self) -> bool {
        matches!(self.input, Input::Lines | Input::Member(_))
    }

    /// Whether the first records of a source may show how the others are read, although they are
    /// not lines of text.
    pub fn depends_on_head(&self) -> bool {
        self.has_header() || self.named.is_some()
    }

    /// Whether some records describe those after them: the header of a table, or comments of logs.
    pub fn has_header(&self) -> bool {
        match self.input {
            Input::Column(_) | Input::Log(_) => true,
            _ => self.shown != ShownFields::Nothing,
        }
    }

    /// Whether only comments and lines that are not URLs came so far, which a table may follow.
    pub fn awaits_header(&self) -> bool {
        matches!(self.shown, ShownFields::Comments | ShownFields::Unread(_))
    }

    /// Whether a line may name the columns of a table, which the line below it shows.
    pub fn may_name_columns(line: &[u8]) -> bool {
        let line = trimmed(line);
        // A line of a log with tabs between labelled values is no header.
        may_show_table(line)
            && row::may_be_header(line)
            && matches!(LineForm::of(line), LineForm::Line(_))
    }

    /// Whether no table or log begins with a line: it is only a URL, or too long.
    pub fn begins_no_table(line: &[u8]) -> bool {
        !may_show_table(trimmed(line))
    }

    /// Whether a line may stand between a header and the rows: it is blank, a comment or a rule.
    pub fn is_between(line: &[u8]) -> bool {
        let line = trimmed(line);
        line.is_empty() || is_aside(line)
    }

    /// Returns the reader for a row if the last line, which shows no format, names its columns.
    pub fn below_header(&self, row: &[u8]) -> Option<Self> {
        if !matches!(self.shown, ShownFields::Unread(_)) {
            return None;
        }
        let fields = self.follow(row)?;
        let has_names = fields.table.as_ref()?.has_names();
        has_names.then_some(fields)
    }

    /// Returns the shape of the rows of a table whose cells may hold line ends; `None` if every
    /// line is a record.
    pub fn row_shape(&self) -> Option<RowShape> {
        self.table.as_ref()?.row_shape()
    }

    /// Returns the format of a source that its first records have shown.
    pub fn shown(&self) -> Option<String> {
        if self.shown != ShownFields::Header {
            return None;
        }
        match &self.table {
            Some(table) => Some(table.title()),
            None => Some("a W3C log".to_owned()),
        }
    }

    /// Whether a record only describes those after it.
    pub fn is_comment(&self, record: &[u8]) -> bool {
        let is_log = matches!(self.input, Input::Log(_));
        let has_none = matches!(self.shown, ShownFields::Nothing | ShownFields::Unread(_));
        if !is_log && has_none {
            return self.shown != ShownFields::Nothing && csv::is_rule(record);
        }
        if is_aside(record) {
            return true;
        }
        match &self.table {
            Some(table) if self.shown == ShownFields::Header => table.is_header(record),
            _ => false,
        }
    }

    /// Returns the reader for this and later records, if this record changes how they are read.
    pub fn follow(&self, record: &[u8]) -> Option<Self> {
        if self.shown == ShownFields::Comments {
            if is_aside(record) && LogColumns::read(record).is_none() {
                return None;
            }
            let Some(name) = &self.named else {
                let (fields, _) = self.begin_lines(record, b"");
                return Some(fields);
            };
            let (mut fields, is_header) = self.begin_named(name, record).ok()?;
            if is_header && fields.table.is_some() {
                fields.shown = ShownFields::Header;
            }
            return Some(fields);
        }
        if let ShownFields::Unread(lines) = self.shown {
            return Some(self.below_unread(record, lines));
        }
        if let Some(table) = &self.table {
            let mut fields = self.clone();
            fields.show_table(table.next_header(record, self.time.as_deref())?);
            return Some(fields);
        }
        if !self.is_comment(record) {
            return None;
        }
        let layout = LogColumns::read(record)?;
        if self.layout.as_deref() == Some(&layout) {
            return None;
        }
        Some(self.with(Some(layout)))
    }

    /// Returns the reader for records with these columns.
    fn with(&self, layout: Option<LogColumns>) -> Self {
        let mut fields = self.clone();
        fields.layout = layout.map(Arc::new);
        if fields.layout.is_some() && fields.layout != fields.last_layout {
            fields.last_layout.clone_from(&fields.layout);
            fields.layout_changes += 1;
        }
        fields
    }

    /// Returns a number that distinguishes a comment from an earlier one with the same text:
    /// columns must be named again if others were used in between. `None` if the record is not such
    /// a comment.
    pub fn turn(&self, comment: &[u8]) -> Option<u64> {
        if self.layout_changes < 2 {
            return None;
        }
        LogColumns::read(comment)?;
        Some(self.layout_changes)
    }

    /// Returns the length of the records at the start of `bytes` that are read in the same way; a
    /// record after them changes it. `bytes` are whole records that end in a delimiter; `end_of`
    /// returns the end of the record that begins at an offset.
    pub fn reach(&self, bytes: &[u8], end_of: impl Fn(usize) -> usize) -> usize {
        let has_headers = self.awaits_header() || self.table.is_some();
        if !has_headers && !matches!(self.input, Input::Log(_)) {
            return bytes.len();
        }
        let mut start = 0;
        while start < bytes.len() {
            let end = end_of(start);
            let record = &bytes[start..end - 1];
            let may_change = start > 0 && (has_headers || record.starts_with(b"#"));
            if may_change && self.follow(record).is_some() {
                return start;
            }
            start = end;
        }
        bytes.len()
    }

    /// Returns the form of a record, if records are lines.
    fn line_form<'r>(&self, record: &'r [u8]) -> Option<LineForm<'r>> {
        if !self.reads_lines() {
            return None;
        }
        Some(LineForm::of(record))
    }

    /// Returns the form of a record in any format. `None` for a row of a table, and for a line of a
    /// log without a request.
    #[inline]
    pub(super) fn form<'r>(&self, record: &'r [u8]) -> Option<LineForm<'r>> {
        match &self.input {
            Input::Lines => Some(LineForm::of(record)),
            Input::Member(_) => Some(LineForm::Object {
                object: trimmed(record),
                time: None,
            }),
            Input::Column(_) => match &self.table {
                Some(table) if !table.has_row(record) => Some(LineForm::of(record)),
                _ => None,
            },
            Input::Log(_) => {
                let entry = log::entry(record, self.layout.as_deref());
                let entry = entry.or_else(|| log::any(record));
                entry.map(LineForm::Request)
            }
        }
    }

    /// Returns the format of a line of a log that is read without an option.
    pub fn log_format(&self, record: &[u8]) -> Option<String> {
        let Some(LineForm::Request(entry)) = self.line_form(record) else {
            return None;
        };
        // A line of an access log without a request says nothing about the others.
        if entry.format.is_empty() {
            return None;
        }
        let advice = if entry.lacks_host() && self.base.is_none() {
            "; --base URL adds a host to its paths"
        } else {
            ""
        };
        Some(format!("{}{advice}", entry.format))
    }

    /// Returns the address, name or file that a line with more text is read as.
    pub fn name_alone<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        let Some(LineForm::Line(line)) = self.line_form(record) else {
            return None;
        };
        let url = line::url(line);
        if url.len() == line.len() || url.contains(&b'/') {
            return None;
        }
        Some(url)
    }

    /// Whether a record has another URL beside the one that is read.
    pub fn has_second_url(&self, record: &[u8]) -> bool {
        if !self.reads_lines() {
            return self.second_url_column(record).is_some();
        }
        match self.line_form(record) {
            Some(LineForm::Line(line)) => {
                let has_two = ADDRESS.find_iter(record).nth(1).is_some();
                has_two && embedded::has_second(line, embedded::found(line, None))
            }
            _ => false,
        }
    }

    /// Returns the number of the column with the second URL of a record, from 1, if it has columns.
    pub fn second_url_column(&self, line: &[u8]) -> Option<usize> {
        if !self.reads_lines() {
            return self.table.as_ref()?.second_url_column(line);
        }
        embedded::second_column(trimmed(line))
    }

    /// Returns the format of a record if another one fits it better.
    pub fn likely_format(&self, record: &[u8], number: u64, is_url: bool) -> Option<LikelyFormat> {
        let line = trimmed(record);
        match &self.input {
            Input::Lines => LikelyFormat::of(line, number, is_url),
            Input::Member(_) if !is_url => LikelyFormat::of_members(line),
            Input::Column(_) if !is_url && !line.is_empty() => {
                let table = self.table.as_ref()?;
                if let Some(column) = table.url_column(line) {
                    return Some(LikelyFormat::OtherColumn(column));
                }
                table.columns_short(line).map(LikelyFormat::Columns)
            }
            _ => None,
        }
    }

    /// Returns the reader for a source that begins with this record, and whether the record is a
    /// header. Only [`begin_above`](Self::begin_above) reads a header of any names.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub fn begin(&self, first: &[u8]) -> Result<(Self, bool), Error> {
        self.begin_above(first, b"")
    }

    /// Same as [`begin`](Self::begin), with the line below the record, which shows whether the
    /// record is the header of a table. It may be empty.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub fn begin_above(&self, first: &[u8], below: &[u8]) -> Result<(Self, bool), Error> {
        if let Some(name) = &self.named {
            return self.begin_named(name, first);
        }
        if self.reads_lines() || self.shown == ShownFields::Header {
            return Ok(self.begin_lines(first, below));
        }
        let Input::Column(wanted) = &self.input else {
            let is_comment = self.is_comment(first);
            let layout = LogColumns::read(first).filter(|_| is_comment);
            return Ok((self.with(layout), is_comment));
        };
        let table = TableColumns::read(first, wanted, self.time.as_deref())?;
        let is_header = table.has_names();
        let mut fields = self.clone();
        fields.table = Some(Arc::new(table));
        Ok((fields, is_header))
    }

    /// Same as [`begin_above`](Self::begin_above), for records with the URL under a name: JSON
    /// objects, or rows below a header that has it.
    fn begin_named(&self, name: &str, first: &[u8]) -> Result<(Self, bool), Error> {
        let mut fields = self.clone();
        fields.input = Input::Member(name.to_owned());
        fields.table = None;
        fields.shown = ShownFields::Nothing;
        let line = trimmed(first);
        let is_object = line.starts_with(b"{") || line.starts_with(b"[");
        let Ok(column) = name.parse::<Column>() else {
            return Ok((fields, false));
        };
        if is_object || !may_show_table(line) {
            return Ok((fields, false));
        }
        // A comment may have the names of columns.
        let has_column = |line| TableColumns::read(line, &column, None).is_ok();
        if is_aside(line) && !has_column(first) {
            fields.shown = ShownFields::Comments;
            return Ok((fields, true));
        }
        let table = match TableColumns::read(first, &column, self.time.as_deref()) {
            Ok(table) => table,
            Err(error) if TableColumns::of_header(line, None).is_some() => return Err(error),
            Err(_) => return Ok((fields, false)),
        };
        let is_header = table.has_names();
        fields.input = Input::Column(column);
        fields.table = Some(Arc::new(table));
        Ok((fields, is_header))
    }

    /// Same as [`begin_above`](Self::begin_above), for lines: the first that is no comment may be
    /// the header of a table with a column of URLs.
    fn begin_lines(&self, first: &[u8], below: &[u8]) -> (Self, bool) {
        let mut fields = self.with(None);
        fields.input = Input::Lines;
        fields.table = None;
        fields.shown = ShownFields::Nothing;
        fields.unread = None;
        let line = trimmed(first);
        if !may_show_table(line) {
            return (fields, false);
        }
        if let Some(layout) = LogColumns::read(line) {
            fields = fields.with(Some(layout));
            fields.input = Input::Log(None);
            fields.shown = ShownFields::Header;
            return (fields, true);
        }
        if is_aside(line) {
            fields.shown = ShownFields::Comments;
            return (fields, true);
        }
        let mut named = TableColumns::of_header(line, self.time.as_deref());
        if !below.is_empty() {
            named = named.filter(|table| table.may_have_row(below));
        }
        let is_header = named.is_some();
        fields.read_line(line, named, 1);
        (fields, is_header)
    }

    /// Returns the reader for a line below some that are not URLs. It may be a row, or a row below
    /// its header.
    fn below_unread(&self, record: &[u8], lines: u32) -> Self {
        let mut fields = self.clone();
        let line = trimmed(record);
        if Self::is_between(line) && lines < UNREAD {
            fields.shown = ShownFields::Unread(lines + 1);
            return fields;
        }
        let mut named = None;
        if let Some(header) = &self.unread
            && line.len() <= LONGEST_SHOWN
        {
            named = TableColumns::below(header, line, self.time.as_deref());
        }
        fields.read_line(line, named, lines + 1);
        fields
    }

    /// Reads a line that may be below its header, or a row without one, or the header of the next
    /// one: the last of this many lines.
    fn read_line(&mut self, line: &[u8], named: Option<TableColumns>, lines: u32) {
        self.unread = None;
        self.shown = ShownFields::Nothing;
        if !may_show_table(line) {
            return;
        }
        if let Some(table) = named.or_else(|| TableColumns::of_row(line)) {
            return self.show_table(table);
        }
        if lines > UNREAD {
            return;
        }
        let may_be_header = row::may_be_header(line);
        if may_be_header || self.whole_url(line, &mut Vec::new()).is_none() {
            self.shown = ShownFields::Unread(lines);
            self.unread = may_be_header.then(|| Arc::from(line));
        }
    }

    /// Reads further records as rows of a table.
    fn show_table(&mut self, table: TableColumns) {
        // The table knows its columns.
        self.input = Input::Column(Column::Parts(Vec::new()));
        self.table = Some(Arc::new(table));
        self.shown = ShownFields::Header;
        self.unread = None;
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

    /// Passes the parts of a record's URL, the text that holds it, and whether the record may have
    /// more than the URL, to `take`; `None` if it has no URL.
    pub fn url_in<R>(
        &self,
        scratch: &mut Scratch,
        record: &[u8],
        take: impl FnOnce(&Address<'_>, &[u8], bool) -> R,
    ) -> Option<R> {
        let record = without_return(record);
        let mut buffer = Vec::new();
        if let Some(text) = self.url(record, &mut buffer)
            && let Some((address, path)) = parse::parse_piece(text, scratch, line::url)
        {
            let is_piece = path.is_piece || !self.is_plain(record);
            return Some(take(&address, text, is_piece));
        }
        let text = self.embedded(record, FoundForm::default(), &mut buffer)?;
        let text = text.bytes(&buffer);
        let (address, _) = parse::parse_piece(text, scratch, line::url)?;
        Some(take(&address, text, true))
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
        if !self.reads_lines() && self.table.as_ref()?.has_row(record) {
            return None;
        }
        match form.of_line(record) {
            // A URL in a line of an access log is the referrer.
            LineForm::Line(line) => {
                let url = embedded::url(line)?;
                if log::is_table(line) {
                    return None;
                }
                Some(FieldText::Written(url))
            }
            LineForm::Request(entry) => self.logged(Field::Url, record, &entry, buffer),
            _ => self.get(Field::Url, record, buffer),
        }
    }

    /// Returns a field of a record, unescaped. `None` if the record has none, or `null` or `-`. A
    /// URL without a host is below the base.
    pub fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let text = self.written(field, record, buffer)?;
        if field == Field::Url
            && let Some(base) = &self.base
            && let Some(url) = line_path::completed(text.bytes(buffer), base)
        {
            *buffer = url;
            return Some(FieldText::Buffered);
        }
        Some(text)
    }

    /// Returns a field of a record as the record has it.
    fn written<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match self.form(record) {
            Some(form) => self.field_of(&form, field, record, buffer),
            None => self.table.as_ref()?.get(field, record, buffer),
        }
    }

    /// Returns a field of a record of this form.
    #[inline]
    fn field_of<'r>(
        &self,
        form: &LineForm<'r>,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let written = match form {
            LineForm::Object {
                time: Some(time), ..
            } if field == Field::Time => Some(*time),
            LineForm::Object { object, .. } => return self.objects.get(field, object, buffer),
            LineForm::Capture(capture) => capture.column(field),
            LineForm::Request(entry) => return self.logged(field, record, entry, buffer),
            LineForm::Line(_) if field == Field::Url => Some(record),
            LineForm::Line(line) => {
                embedded::beside(field, line, || self.notes(line, None).get(field))
            }
        };
        written.map(FieldText::Written)
    }

    /// Reads the text around the URL of a line.
    fn notes<'r>(&self, line: &'r [u8], url: Option<&'r [u8]>) -> Annotations<'r> {
        if self.base.is_some()
            && let Some(path) = line_path::path_in(line)
        {
            return Annotations::of(line, path);
        }
        Annotations::of(line, embedded::found(line, url))
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
                entry.write_url(self.base.as_ref(), buffer);
                Some(FieldText::Buffered)
            }
            Field::Time => {
                let time = entry.time()?;
                Some(FieldText::stored(time, buffer))
            }
            _ => {
                let mut text = entry.field(field);
                if text.is_none()
                    && let Some(layout) = &self.layout
                {
                    text = layout.field(field, record);
                }
                text.map(FieldText::Written)
            }
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
        if let Some(table) = &self.table
            && table.has_row(record)
        {
            return table.named(name, record, buffer);
        }
        if let Some(layout) = &self.layout
            && let Some(place) = layout.place(name)
        {
            return layout.at(place, record).map(FieldText::Written);
        }
        match self.form(record)? {
            LineForm::Object { object, .. } => self.objects.named_field(name, object, buffer),
            form => self.field_of(&form, Field::of(name)?, record, buffer),
        }
    }

    /// Prepares several fields to be read of each record in one walk: known ones, then others by
    /// the names that [`named`](Self::named) takes. Valid for all records of this reader, and of
    /// those that [`begin`](Self::begin) and [`follow`](Self::follow) return.
    pub fn wanted<'n>(
        &self,
        known: &[Field],
        named: impl IntoIterator<Item = &'n str>,
    ) -> WantedFields {
        let mut keys = Vec::new();
        for field in known {
            keys.push(FieldKey::Known(*field));
        }
        for name in named {
            keys.push(FieldKey::named(name));
        }
        WantedFields::of(keys)
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
        self.read_form(wanted, record, &FoundForm::default(), values);
    }

    /// Same as [`read`](Self::read), for a record whose form may be known.
    pub fn read_form<'r>(
        &self,
        wanted: &WantedFields,
        record: &'r [u8],
        found: &FoundForm<'r>,
        values: &mut FieldValues,
    ) {
        values.clear();
        let own;
        let form = match &found.line {
            Some(_) if self.reads_lines() => &found.line,
            _ => {
                own = self.form(record);
                &own
            }
        };
        match form {
            Some(LineForm::Object { object, time }) => {
                self.objects.read(wanted, object, record, values);
                if let Some(time) = *time
                    && let Some(start) = offset_in(record, time)
                {
                    values.set_time(wanted, start..start + time.len());
                }
            }
            Some(LineForm::Line(line)) => {
                let notes = LazyCell::new(|| self.notes(line, found.url));
                for key in &wanted.keys {
                    let text = match key.field() {
                        _ if !values.may_count(key, wanted, record) => None,
                        Some(Field::Url) => Some(record),
                        Some(field) => embedded::beside(field, line, || notes.get(field)),
                        None => None,
                    };
                    values.put(text.map(FieldText::Written), record, &[]);
                }
            }
            form => {
                if form.is_none()
                    && let Some(table) = &self.table
                {
                    table.read_fields(wanted, record, values);
                } else {
                    let mut buffer = std::mem::take(&mut values.spare);
                    for key in &wanted.keys {
                        let text = self.column_text(key, form.as_ref(), record, &mut buffer);
                        values.put(text, record, &buffer);
                    }
                    values.spare = buffer;
                }
            }
        }
        if let Some(base) = &self.base {
            values.complete(wanted, record, base);
        }
    }

    /// Returns a requested field of a record that is no row; `form` is its form, if it has one.
    fn column_text<'r>(
        &self,
        key: &FieldKey,
        form: Option<&LineForm<'r>>,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if let FieldKey::Named { name, .. } = key
            && let Some(layout) = &self.layout
            && let Some(place) = layout.place(name)
        {
            return layout.at(place, record).map(FieldText::Written);
        }
        // A line is split once for all fields.
        self.field_of(form?, key.field()?, record, buffer)
    }

    /// Returns the HTTP status of a record.
    pub fn status(&self, record: &[u8]) -> Option<u16> {
        let mut buffer = Vec::new();
        let text = self.get(Field::Status, record, &mut buffer)?;
        let digits = str::from_utf8(text.bytes(&buffer)).ok()?;
        digits.trim().parse().ok()
    }
}

/// Whether a line stands between those of a table or a log: a comment or a rule.
fn is_aside(line: &[u8]) -> bool {
    log::is_comment(line) || csv::is_rule(line)
}

/// Whether a line may show the columns of a table. One that is only a URL does not.
fn may_show_table(line: &[u8]) -> bool {
    let is_url = line.starts_with(b"http://") || line.starts_with(b"https://");
    line.len() <= LONGEST_SHOWN && !(is_url && line.find_byteset(b"\t,;| ").is_none())
}
