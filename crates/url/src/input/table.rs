//! The columns of one CSV or TSV source: the column of the URL, and the columns of other fields.

use super::column::Column;
use super::csv::{self, CsvField, RowShape};
use super::field::{Field, FieldText, is_absent};
use super::field_names::{self, NameCandidate};
use super::field_role::FieldRole;
use super::found_roles::{FoundRoles, FoundValue};
use super::found_url::UrlForm;
use super::json_value::JsonValue;
use super::line_form::trimmed;
use super::own_name;
use super::request::{self, UrlWriter};
use super::row::{self, RecognisedRow, RowParts};
use super::table_header;
use super::word::without_mark;
use super::word_kind::is_address;
use crate::error::{Error, ErrorKind};
use crate::parse;
use bstr::ByteSlice;

/// The columns of a source, as named by its first record.
#[derive(Clone, Debug)]
pub(super) struct TableColumns {
    separator: u8,
    /// The columns with the URL or its parts, from 0.
    url: Vec<usize>,
    /// The places of the parts of the URL, if a row without a header has shown them.
    row: Option<RowParts>,
    /// The number of columns of the first record.
    columns: usize,
    /// Whether the names say what the URL is made of, row by row.
    is_url_by_name: bool,
    /// The names of the columns; empty without a header.
    names: Vec<Vec<u8>>,
    /// The roles that the values of each column may have.
    roles: Vec<Vec<NameCandidate>>,
    /// The column with the time, if the user named it.
    time: Option<usize>,
}

/// A table without an option that names its format, recognised by its first line.
pub(super) struct RecognisedTable {
    /// The column with the URL, or those with its parts.
    pub column: Column,
    pub table: TableColumns,
}

impl TableColumns {
    /// Reads a header that names a column with URLs or those with their parts.
    pub(super) fn of_header(line: &[u8], time: Option<&str>) -> Option<RecognisedTable> {
        let separator = csv::separator(line);
        let fields: Vec<_> = csv::fields(line, separator).collect();
        if !row::are_names(&fields) {
            return None;
        }
        let url = table_header::url_columns(&fields)?;
        let mut parts = Vec::new();
        for number in &url {
            parts.push(Column::Number(number + 1));
        }
        let column = Column::Parts(parts);
        let mut table = Self::with_url(url, separator);
        table.is_url_by_name = true;
        table.columns = fields.len();
        table.read_header(fields, time);
        Some(RecognisedTable { column, table })
    }

    /// Reads a row of a table without a header.
    pub(super) fn of_row(line: &[u8]) -> Option<RecognisedTable> {
        let found = RecognisedRow::of(line)?;
        let table = Self::with_url(Vec::new(), found.row.separator);
        Some(table.shown_by(&found))
    }

    /// Reads a row below a line that may be its header; `None` if they are something else.
    pub(super) fn below(header: &[u8], line: &[u8], time: Option<&str>) -> Option<RecognisedTable> {
        if let Some(named) = Self::of_header(header, time)
            && named.table.has_url(line)
        {
            return Some(named);
        }
        let found = RecognisedRow::below(header, line)?;
        let names: Vec<_> = csv::fields(header, found.row.separator).collect();
        let mut table = Self::with_url(Vec::new(), found.row.separator);
        table.columns = names.len();
        table.read_header(names, time);
        Some(table.shown_by(&found))
    }

    /// Completes a table by the form of a row.
    fn shown_by(mut self, found: &RecognisedRow) -> RecognisedTable {
        let column = found.row.column();
        self.row = Some(found.row);
        for field in Field::ALL {
            if let Some(number) = found.others[field as usize] {
                self.add_role(number, NameCandidate::sure(field.into()));
            }
        }
        RecognisedTable {
            column,
            table: self,
        }
    }

    /// Notes what the values of a column are by their form.
    fn add_role(&mut self, number: usize, role: NameCandidate) {
        let columns = self.roles.len().max(number + 1);
        self.roles.resize(columns, Vec::new());
        self.roles[number].push(role);
    }

    /// Creates a table with these columns of the URL.
    fn with_url(url: Vec<usize>, separator: u8) -> Self {
        Self {
            separator,
            url,
            row: None,
            columns: 0,
            is_url_by_name: false,
            names: Vec::new(),
            roles: Vec::new(),
            time: None,
        }
    }

    /// Reads the names of the columns.
    fn read_header(&mut self, fields: Vec<CsvField<'_>>, time: Option<&str>) {
        self.time = time.and_then(|name| own_position(&fields, name));
        for field in &fields {
            self.roles
                .push(field_names::candidates(std::iter::once(&field[..])));
        }
        self.names = names_in(fields.into_iter());
    }

    /// Whether its source had a header.
    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether lines of another form may be among its rows.
    pub(super) fn may_have_lines(&self) -> bool {
        self.row.is_some()
    }

    /// Returns the shape of its rows, unless it has no header.
    pub(super) fn row_shape(&self) -> Option<RowShape> {
        if self.may_have_lines() && !self.has_names() {
            return None;
        }
        Some(RowShape {
            separator: self.separator,
            columns: self.columns,
        })
    }

    /// Whether a record is a row of the form that the first one has shown.
    pub(super) fn has_row(&self, record: &[u8]) -> bool {
        match &self.row {
            Some(row) => row.fits(trimmed(record)),
            None => true,
        }
    }

    /// Whether a record has as many columns as the header, and a URL.
    fn has_url(&self, record: &[u8]) -> bool {
        let mut buffer = Vec::new();
        if self.cells(record).len() != self.columns {
            return false;
        }
        match self.url(record, &mut buffer) {
            Some(url) => parse::authority(url.bytes(&buffer)).is_some(),
            None => false,
        }
    }

    /// Returns the number of the column with another URL of a record, which is not read, from 1.
    pub(super) fn second_url_column(&self, record: &[u8]) -> Option<usize> {
        let second = self.row?.second_url(trimmed(record))?;
        Some(second + 1)
    }

    /// Names the table by its columns with the URL.
    pub(super) fn title(&self) -> String {
        match (&self.row, &self.url[..]) {
            (Some(row), _) if row.has_host() => {
                format!("a table with {}", row.columns(&self.names))
            }
            (Some(row), _) => format!("a table with the URL in {}", row.columns(&self.names)),
            (None, [_]) => format!("a table with the URL in column {}", self.url_origin()),
            (None, parts) => {
                let is_host = |role: &NameCandidate| role.role == FieldRole::Host;
                let has_host = self.roles[parts[0]].iter().any(is_host);
                let labels = ["host", "path", "query"];
                let mut places = Vec::new();
                for (label, number) in labels[usize::from(!has_host)..].iter().zip(parts) {
                    places.push(format!("{label} in column {}", self.names_of(&[*number])));
                }
                format!("a table with {}", places.join(", "))
            }
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
        let mut is_header = false;
        let mut url = Vec::new();
        for column in wanted {
            match column {
                Column::Number(number) => {
                    let number = number.saturating_sub(1);
                    if let Some(field) = fields.get(number) {
                        let authority = parse::authority(field.trim_ascii());
                        is_header |= authority.is_none();
                    }
                    url.push(number);
                }
                Column::Name(name) => {
                    is_header = true;
                    let Some(number) = own_position(&fields, name) else {
                        return Err(no_column(name, &fields));
                    };
                    url.push(number);
                }
                Column::Parts(_) => {
                    return Err(Error::new(ErrorKind::Name, "parts have no parts"));
                }
            }
        }
        let mut table = Self::with_url(url, separator);
        table.columns = fields.len();
        if is_header {
            table.read_header(fields, time);
        }
        Ok(table)
    }

    /// Returns the number of a record's columns if it is too small for this table.
    pub(super) fn columns_short(&self, record: &[u8]) -> Option<usize> {
        let columns = csv::fields(record, self.separator).count();
        for column in &self.url {
            if *column >= columns {
                return Some(columns);
            }
        }
        None
    }

    /// Returns the name or number of the first column of a record that has a URL, or else a path.
    pub(super) fn url_column(&self, record: &[u8]) -> Option<String> {
        let fields: Vec<_> = csv::fields(record, self.separator).collect();
        let mut number = fields.iter().position(|field| is_address(field));
        if number.is_none() {
            number = fields.iter().position(|field| field.starts_with(b"/"));
        }
        let number = number?;
        match self.names.get(number) {
            Some(name) => Some(name.to_str_lossy().into_owned()),
            None => Some((number + 1).to_string()),
        }
    }

    /// Returns one field of a record.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if field == Field::Url {
            return self.url(record, buffer);
        }
        if field == Field::Time
            && let Some(number) = self.time
        {
            return self.column(number, record, buffer)?.of(field, buffer);
        }
        let cells = self.cells(record);
        let number = self.found(&cells).value(field)?.name;
        self.column(number, record, buffer)?.of(field, buffer)
    }

    fn cells<'r>(&self, record: &'r [u8]) -> Vec<CsvField<'r>> {
        csv::fields(record, self.separator).collect()
    }

    /// Finds the values of fields in the cells of a row.
    fn found<'c>(&self, cells: &'c [CsvField<'_>]) -> FoundRoles<'c> {
        let mut found = FoundRoles::new();
        for (number, roles) in self.roles.iter().enumerate() {
            if let Some(cell) = cells.get(number) {
                found.offer(roles, JsonValue::Plain(cell), number);
            }
        }
        found
    }

    /// Returns the URL of a record.
    fn url<'r>(&self, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        if let Some(row) = &self.row {
            row.write_url(trimmed(record), buffer);
            return Some(FieldText::Buffered);
        }
        if !self.is_url_by_name {
            return match self.url[..] {
                [number] => self.column(number, record, buffer),
                _ => self.joined_url(record, buffer),
            };
        }
        let cells = self.cells(record);
        let found = self.found(&cells);
        match self.url_form(&found, &cells) {
            Some(UrlForm::Whole(url)) => self.column(url.name, record, buffer),
            Some(UrlForm::Path { path, host }) => {
                let mut url = Vec::new();
                let text = found.write_path(path.value.text(), host, &mut url);
                let text = text.bytes(&url).to_vec();
                Some(FieldText::stored(text.into(), buffer))
            }
            None => match self.url[..] {
                [number] => self.column(number, record, buffer),
                _ => None,
            },
        }
    }

    /// Returns the form of the URL, whose scheme and host may stand in a column by themselves.
    fn url_form<'c>(
        &self,
        found: &FoundRoles<'c>,
        cells: &'c [CsvField<'_>],
    ) -> Option<UrlForm<'c>> {
        match found.url_form()? {
            UrlForm::Path { path, host } => {
                let host = host.or_else(|| self.origin_beside(path, cells));
                Some(UrlForm::Path { path, host })
            }
            UrlForm::Whole(url) => match found.get(FieldRole::Path) {
                Some(path) if row::is_origin(url.value.bytes()) => Some(UrlForm::Path {
                    path,
                    host: Some(url),
                }),
                _ => Some(UrlForm::Whole(url)),
            },
        }
    }

    /// Finds the scheme and host of a path in a column before it, whose name may be any.
    fn origin_beside<'c>(
        &self,
        path: FoundValue<'c>,
        cells: &'c [CsvField<'_>],
    ) -> Option<FoundValue<'c>> {
        let is_origin = |number: &usize| {
            let is_one = request::host_of_origin(&cells[*number]).is_some();
            is_one && !row::is_of_referrer(&self.names[*number])
        };
        let name = (0..path.name).find(is_origin)?;
        let value = JsonValue::Plain(&cells[name]);
        Some(FoundValue {
            value,
            name,
            ..path
        })
    }

    /// Returns the column of this name, or else the column of the known field of this name.
    pub(super) fn named<'r>(
        &self,
        name: &str,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let names = self.names.iter().map(Vec::as_slice);
        let Some(number) = own_name::position(names, name) else {
            return self.get(Field::of(name)?, record, buffer);
        };
        let text = self.column(number, record, buffer)?;
        if is_absent(text.bytes(buffer)) {
            return None;
        }
        Some(text)
    }

    /// Returns the names or numbers of the columns with the URL.
    fn url_origin(&self) -> String {
        match &self.row {
            Some(row) => row.columns(&self.names),
            None => self.names_of(&self.url),
        }
    }

    /// Returns the names or numbers of the columns with a field of a record.
    pub(super) fn origin(&self, field: Field, record: &[u8]) -> String {
        let cells = self.cells(record);
        let found = self.found(&cells);
        match (field, self.time) {
            (Field::Url, _) if !self.is_url_by_name => self.url_origin(),
            (Field::Url, _) => match self.url_form(&found, &cells) {
                Some(UrlForm::Whole(url)) => self.names_of(&[url.name]),
                Some(UrlForm::Path { path, host: None }) => self.names_of(&[path.name]),
                Some(UrlForm::Path {
                    path,
                    host: Some(host),
                }) => self.names_of(&[host.name, path.name]),
                None => self.url_origin(),
            },
            (Field::Time, Some(number)) => self.names_of(&[number]),
            _ => match found.value(field) {
                Some(value) => self.names_of(&[value.name]),
                None => String::new(),
            },
        }
    }

    fn names_of(&self, columns: &[usize]) -> String {
        let mut names = Vec::new();
        for &number in columns {
            names.push(match self.names.get(number) {
                Some(name) => name.to_str_lossy().into_owned(),
                None => format!("column {}", number + 1),
            });
        }
        names.join(", ")
    }

    fn column<'r>(
        &self,
        number: usize,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        let text = csv::fields(record, self.separator).nth(number)?;
        Some(FieldText::stored(text, buffer))
    }

    /// Joins the URL of a record from the columns with its parts.
    fn joined_url<'r>(&self, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        let fields: Vec<_> = csv::fields(record, self.separator).collect();
        let mut parts = UrlWriter::new(buffer);
        for column in &self.url {
            if let Some(field) = fields.get(*column) {
                parts.add(field);
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
