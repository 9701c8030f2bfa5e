//! The columns of one CSV or TSV source: the column of the URL, and the columns of other fields.

use super::column::Column;
use super::csv::{self, CsvField, RowShape};
use super::field::{Field, FieldText, is_absent};
use super::field_names::{self, NameCandidate};
use super::field_role::{FieldRole, RoleSet};
use super::found_roles::{FoundRoles, FoundValue};
use super::found_url::UrlForm;
use super::json_value::JsonValue;
use super::line_form::trimmed;
use super::own_name;
use super::request::{self, UrlWriter};
use super::row::{self, RecognisedRow};
use super::table_header;
use super::wanted::{FieldKey, FieldValues, WantedFields};
use super::word::without_mark;
use super::word_kind::is_address;
use crate::error::{Error, ErrorKind};
use crate::parse;
use bstr::ByteSlice;

/// The columns of a source, as named by its first record.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TableColumns {
    separator: u8,
    evidence: TableEvidence,
    /// The columns with the URL or its parts, from 0.
    url: Vec<usize>,
    /// Another column with a URL, which is not read.
    second: Option<usize>,
    /// The number of columns of the first record.
    columns: usize,
    /// The names of the columns; empty without a header.
    names: Vec<Vec<u8>>,
    /// The roles that the values of each column may have.
    roles: Vec<Vec<NameCandidate>>,
    /// The column with the time, if the user named it.
    time: Option<usize>,
}

/// The evidence for the columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TableEvidence {
    /// The user named the columns of the URL.
    Option,
    /// The names in the header say what the URL is made of, row by row.
    Names,
    /// The form of a row. Lines of another form may be among the rows.
    Row,
}

impl TableColumns {
    /// Reads a header that names a column with URLs or those with their parts.
    pub(super) fn of_header(line: &[u8], time: Option<&str>) -> Option<Self> {
        let separator = csv::separator(line);
        let fields: Vec<_> = csv::fields(line, separator).collect();
        if !row::are_names(&fields) {
            return None;
        }
        let url = table_header::url_columns(&fields)?;
        let mut table = Self::new(url, separator, TableEvidence::Names);
        table.read_header(fields, time);
        Some(table)
    }

    /// Reads a row of a table without a header.
    pub(super) fn of_row(line: &[u8]) -> Option<Self> {
        let found = RecognisedRow::of(line)?;
        let table = Self::new(Vec::new(), found.separator, TableEvidence::Row);
        Some(table.shown_by(found))
    }

    /// Reads a row below a line that may be its header; `None` if they are something else.
    pub(super) fn below(header: &[u8], line: &[u8], time: Option<&str>) -> Option<Self> {
        if let Some(named) = Self::of_header(header, time)
            && named.may_have_row(line)
            && named.address(line).is_some()
        {
            return Some(named);
        }
        let separator = csv::separator(header);
        let names: Vec<_> = csv::fields(header, separator).collect();
        let found = RecognisedRow::below(&names, line, separator)?;
        let mut table = Self::new(Vec::new(), separator, TableEvidence::Row);
        table.read_header(names, time);
        Some(table.shown_by(found))
    }

    /// Completes a table by the form of a row.
    fn shown_by(mut self, found: RecognisedRow) -> Self {
        self.columns = found.columns;
        self.url = found.url;
        self.second = found.second;
        for shown in found.roles {
            let columns = self.roles.len().max(shown.column + 1);
            self.roles.resize(columns, Vec::new());
            self.roles[shown.column].push(shown.role);
        }
        self
    }

    /// Creates a table with these columns of the URL.
    fn new(url: Vec<usize>, separator: u8, evidence: TableEvidence) -> Self {
        Self {
            separator,
            evidence,
            url,
            second: None,
            columns: 0,
            names: Vec::new(),
            roles: Vec::new(),
            time: None,
        }
    }

    /// Reads the names of the columns.
    fn read_header(&mut self, fields: Vec<CsvField<'_>>, time: Option<&str>) {
        self.columns = fields.len();
        self.time = time.and_then(|name| own_position(&fields, name));
        for field in &fields {
            self.roles.push(field_names::candidates(field));
        }
        self.names = names_in(fields.into_iter());
    }

    /// Reads another header among the rows, as in several tables one after the other.
    pub(super) fn next_header(&self, record: &[u8], time: Option<&str>) -> Option<Self> {
        // Nearly all rows have a slash, and no header has one.
        if self.evidence == TableEvidence::Option || record.contains(&b'/') {
            return None;
        }
        let next = Self::of_header(trimmed(record), time)?;
        let is_new = next.names != self.names && !next.names.iter().any(Vec::is_empty);
        (is_new && self.address(record).is_none()).then_some(next)
    }

    /// Whether its source had a header.
    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns the shape of its rows, unless it was recognised without a header.
    pub(super) fn row_shape(&self) -> Option<RowShape> {
        if self.evidence == TableEvidence::Row && !self.has_names() {
            return None;
        }
        // The path is behind the host.
        let path = usize::from(self.has_host());
        Some(RowShape {
            separator: self.separator,
            columns: self.columns,
            url: self.url.get(path).copied().unwrap_or_default(),
        })
    }

    /// Whether the first of several columns with the parts of the URL has the host.
    fn has_host(&self) -> bool {
        let is_host = |role: &NameCandidate| role.role == FieldRole::Host;
        match (self.evidence, &self.url[..]) {
            (TableEvidence::Option, parts) => parts.len() > 1,
            (_, [first, _, ..]) => self.roles[*first].iter().any(is_host),
            _ => false,
        }
    }

    /// Whether a record is a row of the form that the first one has shown, and no line.
    pub(super) fn has_row(&self, record: &[u8]) -> bool {
        match self.evidence {
            TableEvidence::Option => true,
            TableEvidence::Names => {
                let last = self.url.iter().max().copied().unwrap_or_default();
                csv::fields(record, self.separator).nth(last).is_some()
            }
            TableEvidence::Row => self.fits(record),
        }
    }

    /// Whether a record has a URL where the first row has it. Other marks than a tab may be part of
    /// a path, so the number of cells must be the same. Below a header, that is enough.
    fn fits(&self, record: &[u8]) -> bool {
        let cells = self.cells(record);
        if self.has_names() && cells.len() == self.columns {
            return true;
        }
        if self.separator != b'\t' && cells.len() != self.columns {
            return false;
        }
        let is_line = |place: usize| place > 0 && row::begins_with_url(&cells[0]);
        match self.url[..] {
            [host, path] if host < cells.len() && path < cells.len() => {
                let is_path = request::is_path(&cells[path]) || is_address(&cells[path]);
                is_path && row::is_host(&cells[host]) && !is_line(host.min(path))
            }
            [path] if path < cells.len() => {
                parse::authority(&cells[path]).is_some() && (self.has_names() || !is_line(path))
            }
            _ => false,
        }
    }

    /// Whether the line below a header may be one of its rows: it has all columns, or goes on in
    /// the next line, or has a URL. A host alone is none where another column has a request line or
    /// an absolute URL, as in a table of packets.
    pub(super) fn may_have_row(&self, line: &[u8]) -> bool {
        let cells = self.cells(line);
        let shape = self.row_shape();
        let is_row = shape.is_some_and(|shape| shape.may_begin(line));
        let Some(url) = self.address(line) else {
            return is_row;
        };
        let is_request = |cell: &CsvField<'_>| request::target(cell).is_some() || is_address(cell);
        let is_elsewhere = !url.contains(&b'/') && cells.iter().any(is_request);
        (is_row || cells.len() > 1) && !is_elsewhere
    }

    /// Returns the URL, host or path in the columns of a record.
    fn address(&self, record: &[u8]) -> Option<Vec<u8>> {
        let mut buffer = Vec::new();
        let url = self.get(Field::Url, record, &mut buffer)?.bytes(&buffer);
        parse::authority(url).map(|_| url.to_vec())
    }

    /// Returns the number of the column with another URL of a record, which is not read, from 1.
    pub(super) fn second_url_column(&self, record: &[u8]) -> Option<usize> {
        let second = self.second?;
        let cells = self.cells(record);
        is_address(cells.get(second)?).then_some(second + 1)
    }

    /// Names the table by its columns with the URL.
    pub(super) fn title(&self) -> String {
        if let [number] = self.url[..] {
            return format!("a table with the URL in column {}", self.name_of(number));
        }
        let labels = ["host", "path", "query"];
        let mut places = Vec::new();
        for (label, number) in labels[usize::from(!self.has_host())..]
            .iter()
            .zip(&self.url)
        {
            places.push(format!("{label} in column {}", self.name_of(*number)));
        }
        format!("a table with {}", places.join(", "))
    }

    /// Returns the name of a column, or its number, from 1.
    fn name_of(&self, number: usize) -> String {
        match self.names.get(number) {
            Some(name) if !name.is_empty() => name.to_str_lossy().into_owned(),
            _ => (number + 1).to_string(),
        }
    }

    /// Whether a record is the header, or a rule between rows.
    pub(super) fn is_header(&self, record: &[u8]) -> bool {
        let line = trimmed(record);
        csv::is_rule(line) || names_in(csv::fields(line, self.separator)) == self.names
    }

    /// Reads the first record of a source, which may be a header.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub(super) fn read(first: &[u8], wanted: &Column, time: Option<&str>) -> Result<Self, Error> {
        let first = first.strip_suffix(b"\r").unwrap_or(first);
        let first = without_mark(first);
        let separator = csv::separator(first);
        let fields: Vec<_> = csv::fields(first, separator).collect();
        let wanted = match wanted {
            Column::Parts(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        let is_name = |field: &CsvField<'_>| parse::authority(field.trim_ascii()).is_none();
        let mut is_header = false;
        let mut url = Vec::new();
        for column in wanted {
            let number = match column {
                Column::Number(number) => number.saturating_sub(1),
                Column::Name(name) => {
                    is_header = true;
                    own_position(&fields, name).ok_or_else(|| no_column(name, &fields))?
                }
                Column::Parts(_) => {
                    return Err(Error::new(ErrorKind::Name, "parts have no parts"));
                }
            };
            is_header |= fields.get(number).is_some_and(is_name);
            url.push(number);
        }
        let mut table = Self::new(url, separator, TableEvidence::Option);
        table.columns = fields.len();
        if is_header {
            table.read_header(fields, time);
        }
        Ok(table)
    }

    /// Returns the number of a record's columns if it is too small for this table.
    pub(super) fn columns_short(&self, record: &[u8]) -> Option<usize> {
        let columns = self.cells(record).len();
        for column in &self.url {
            if *column >= columns {
                return Some(columns);
            }
        }
        None
    }

    /// Returns the name or number of the first column of a record that has a URL, or else a path.
    pub(super) fn url_column(&self, record: &[u8]) -> Option<String> {
        let fields = self.cells(record);
        let mut number = fields.iter().position(|field| is_address(field));
        if number.is_none() {
            number = fields.iter().position(|field| field.starts_with(b"/"));
        }
        Some(self.name_of(number?))
    }

    fn cells<'r>(&self, record: &'r [u8]) -> Vec<CsvField<'r>> {
        let row = match self.evidence {
            TableEvidence::Row => trimmed(record),
            _ => record,
        };
        csv::fields(row, self.separator).collect()
    }

    /// Returns one field of a record.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        TableRow::of(self, &self.cells(record)).field(field, buffer)
    }

    /// Returns the column of this name, or else the column of the known field of this name.
    pub(super) fn named<'r>(
        &self,
        name: &str,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let cells = self.cells(record);
        TableRow::of(self, &cells).named(name, Field::of(name), buffer)
    }

    /// Reads the requested fields of a record.
    pub(super) fn read_fields(
        &self,
        wanted: &WantedFields,
        record: &[u8],
        values: &mut FieldValues,
    ) {
        let cells = self.cells(record);
        let row = TableRow::of(self, &cells);
        let mut buffer = std::mem::take(&mut values.spare);
        for key in &wanted.keys {
            let text = match key {
                key if !values.may_count(key, wanted, record) => None,
                FieldKey::Named { name, known } => row.named(name, *known, &mut buffer),
                key => key.field().and_then(|field| row.field(field, &mut buffer)),
            };
            values.put(text, record, &buffer);
        }
        values.spare = buffer;
    }

    /// Returns the names or numbers of the columns with a field of a record.
    pub(super) fn origin(&self, field: Field, record: &[u8]) -> String {
        let cells = self.cells(record);
        let row = TableRow::of(self, &cells);
        if field == Field::Url {
            let form = row.url_form();
            return match form.filter(|_| self.evidence != TableEvidence::Option) {
                Some(UrlForm::Whole(url)) => self.names_of(&[url.name]),
                Some(UrlForm::Path { path, host }) => {
                    let mut columns = Vec::new();
                    columns.extend(host.map(|host| host.name));
                    columns.push(path.name);
                    self.names_of(&columns)
                }
                None => self.names_of(&self.url),
            };
        }
        match row.column_of(field) {
            Some(number) => self.names_of(&[number]),
            None => String::new(),
        }
    }

    fn names_of(&self, columns: &[usize]) -> String {
        let mut names = Vec::new();
        for &number in columns {
            let name = self.name_of(number);
            names.push(if self.has_names() {
                name
            } else {
                format!("column {name}")
            });
        }
        names.join(", ")
    }
}

/// A row of a table, cut into cells once.
struct TableRow<'c, 'r> {
    table: &'c TableColumns,
    cells: &'c [CsvField<'r>],
    found: FoundRoles<'c>,
}

impl<'c, 'r> TableRow<'c, 'r> {
    fn of(table: &'c TableColumns, cells: &'c [CsvField<'r>]) -> Self {
        let mut found = FoundRoles::new(RoleSet::ALL);
        for (number, roles) in table.roles.iter().enumerate() {
            if let Some(cell) = cells.get(number) {
                found.offer(roles, JsonValue::Plain(cell), number);
            }
        }
        Self {
            table,
            cells,
            found,
        }
    }

    /// Returns the text of a column.
    fn column(&self, number: usize, buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        let cell = self.cells.get(number)?;
        Some(FieldText::stored(cell.clone(), buffer))
    }

    /// Returns the column with a field other than the URL.
    fn column_of(&self, field: Field) -> Option<usize> {
        if field == Field::Time && self.table.time.is_some() {
            return self.table.time;
        }
        Some(self.found.value(field)?.name)
    }

    fn field(&self, field: Field, buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        if field == Field::Url {
            return self.url(buffer);
        }
        let number = self.column_of(field)?;
        self.column(number, buffer)?.of(field, buffer)
    }

    /// Returns the column of this name, or else a known field.
    fn named(
        &self,
        name: &str,
        known: Option<Field>,
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let names = self.table.names.iter().map(Vec::as_slice);
        let Some(number) = own_name::position(names, name) else {
            return self.field(known?, buffer);
        };
        let text = self.column(number, buffer)?;
        if is_absent(text.bytes(buffer)) {
            return None;
        }
        Some(text)
    }

    /// Returns the URL.
    fn url(&self, buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        let table = self.table;
        if table.evidence != TableEvidence::Option
            && let Some(form) = self.url_form()
        {
            return match form {
                UrlForm::Whole(url) => self.column(url.name, buffer),
                UrlForm::Path { path, host } => {
                    let text = self.found.write_path(path.value.text(), host, buffer);
                    if let FieldText::Written(text) = text {
                        buffer.clear();
                        buffer.extend_from_slice(text);
                    }
                    Some(FieldText::Buffered)
                }
            };
        }
        match table.url[..] {
            [number] => self.column(number, buffer),
            _ if table.evidence == TableEvidence::Option => self.joined_url(buffer),
            _ => None,
        }
    }

    /// Returns the form of the URL, whose scheme and host may stand in a column by themselves.
    fn url_form(&self) -> Option<UrlForm<'c>> {
        match self.found.url_form()? {
            UrlForm::Path { path, host } => {
                let host = host.or_else(|| self.origin_beside(path));
                Some(UrlForm::Path { path, host })
            }
            UrlForm::Whole(url) => match self.found.get(FieldRole::Path) {
                Some(path) if row::is_origin(url.value.bytes()) => Some(UrlForm::Path {
                    path,
                    host: Some(url),
                }),
                _ => Some(UrlForm::Whole(url)),
            },
        }
    }

    /// Finds the scheme and host of a path in a column before it, whose name may be any.
    fn origin_beside(&self, path: FoundValue<'c>) -> Option<FoundValue<'c>> {
        let is_origin = |number: &usize| {
            let name = self.table.names.get(*number);
            let is_origin = request::host_of_origin(&self.cells[*number]).is_some();
            is_origin && name.is_some_and(|name| !row::is_of_referrer(name))
        };
        let name = (0..path.name).find(is_origin)?;
        let value = JsonValue::Plain(&self.cells[name]);
        Some(FoundValue {
            value,
            name,
            ..path
        })
    }

    /// Joins the URL from the columns with its parts.
    fn joined_url(&self, buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        let mut parts = UrlWriter::new(buffer);
        for column in &self.table.url {
            if let Some(cell) = self.cells.get(*column) {
                parts.add(cell);
            }
        }
        if !parts.is_whole() {
            return None;
        }
        Some(FieldText::Buffered)
    }
}

/// Returns the names in the columns of a header.
fn names_in<'h>(header: impl Iterator<Item = CsvField<'h>>) -> Vec<Vec<u8>> {
    header.map(CsvField::into_owned).collect()
}

/// Creates the error for a header that lacks a column.
fn no_column(name: &str, fields: &[CsvField<'_>]) -> Error {
    let mut names = Vec::new();
    for field in fields {
        names.push(format!("{:?}", field.to_str_lossy()));
    }
    let names = names.join(", ");
    let message = format!("there is no column {name:?} among {names}");
    Error::new(ErrorKind::Name, message)
}

/// Returns the index of the column that the user named.
fn own_position(fields: &[CsvField<'_>], name: &str) -> Option<usize> {
    own_name::position(fields.iter().map(|field| &field[..]), name)
}
