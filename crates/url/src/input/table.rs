//! The columns of one CSV or TSV source: the column of the URL, and the columns of other fields.

use super::column::Column;
use super::csv::{self, CsvField, RowShape};
use super::field::{Field, FieldText, PerField, is_absent};
use super::known;
use super::line_form::trimmed;
use super::own_name;
use super::request::UrlWriter;
use super::row::{RecognisedRow, RowParts};
use super::word::without_mark;
use crate::bytes::is_alphanumeric_and;
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
    /// The names of the columns; empty without a header.
    names: Vec<Vec<u8>>,
    /// The columns of the other fields, by the number of the field.
    others: PerField<Option<usize>>,
}

/// A table without an option that names its format, recognised by its first line.
pub(super) struct RecognisedTable {
    /// The column with the URL.
    pub column: Column,
    pub table: TableColumns,
}

/// Names of columns with URLs in the header of a table that is recognised by it.
const URLS: [&str; 12] = [
    "url",
    "uri",
    "href",
    "link",
    "urlname",
    "endpoint",
    "request_url",
    "page_url",
    "full_url",
    "address",
    "location",
    "request",
];

impl TableColumns {
    /// Reads a header that names a column with URLs, or a row with a URL among other values; `None`
    /// if the line is something else.
    pub(super) fn recognised(line: &[u8], time: Option<&str>) -> Option<RecognisedTable> {
        let separator = csv::separator(line);
        let fields: Vec<_> = csv::fields(line, separator).collect();
        if fields.iter().all(|field| is_name(field)) {
            if fields.len() < 2 {
                return None;
            }
            let is_column = |name: &&str| position(&fields, name).is_some();
            let name = URLS.into_iter().find(is_column)?;
            let column = Column::Name(name.to_owned());
            let table = Self::read(line, &column, time).ok()?;
            return Some(RecognisedTable { column, table });
        }
        let RecognisedRow { row, others } = RecognisedRow::of(line)?;
        let table = Self {
            separator: row.separator,
            url: Vec::new(),
            row: Some(row),
            columns: 0,
            names: Vec::new(),
            others,
        };
        let column = row.column();
        Some(RecognisedTable { column, table })
    }

    /// Whether its source had a header.
    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns the shape of its rows, unless lines of another form may be among them.
    pub(super) fn row_shape(&self) -> Option<RowShape> {
        if self.row.is_some() {
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

    /// Names the table by its columns with the URL.
    pub(super) fn title(&self) -> String {
        match &self.row {
            Some(row) if row.has_host() => format!("a table with {}", row.columns()),
            Some(row) => format!("a table with the URL in {}", row.columns()),
            None => format!("a table with the URL in column {}", self.origin(Field::Url)),
        }
    }

    /// Whether a record is the header.
    pub(super) fn is_header(&self, record: &[u8]) -> bool {
        let fields = csv::fields(trimmed(record), self.separator);
        names_in(fields) == self.names
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
        let mut table = Self {
            separator,
            url,
            row: None,
            columns: fields.len(),
            names: Vec::new(),
            others: PerField::default(),
        };
        if is_header {
            table.others = known::columns(|name| position(&fields, name));
            // In other records, a result may be anything.
            let status = &mut table.others[Field::Status as usize];
            if status.is_none() {
                *status = position(&fields, "result");
            }
            if let Some(name) = time {
                table.others[Field::Time as usize] = own_position(&fields, name);
            }
            table.names = names_in(fields.into_iter());
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

    /// Returns one field of a record.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if field != Field::Url {
            let number = self.others[field as usize]?;
            let text = self.column(number, record, buffer)?;
            return text.of(field, buffer);
        }
        if let Some(row) = &self.row {
            row.write_url(trimmed(record), buffer);
            return Some(FieldText::Buffered);
        }
        match self.url[..] {
            [number] => self.column(number, record, buffer),
            _ => self.joined_url(record, buffer),
        }
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

    /// Returns the names or numbers of the columns of a field.
    pub(super) fn origin(&self, field: Field) -> String {
        if field == Field::Url
            && let Some(row) = &self.row
        {
            return row.columns();
        }
        let columns = match field {
            Field::Url => &self.url[..],
            _ => self.others[field as usize].as_slice(),
        };
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

/// Whether a text may be the name of a column.
fn is_name(text: &[u8]) -> bool {
    text.len() < 40 && is_alphanumeric_and(text, b"_-. ()[]")
}

/// Returns the names in the columns of a header.
fn names_in<'h>(header: impl Iterator<Item = CsvField<'h>>) -> Vec<Vec<u8>> {
    header.map(|name| name.trim_ascii().to_vec()).collect()
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

/// Returns the index of the column of this name, in any case.
fn position(fields: &[CsvField<'_>], name: &str) -> Option<usize> {
    for (number, field) in fields.iter().enumerate() {
        let found = field.trim_ascii();
        if found.eq_ignore_ascii_case(name.as_bytes()) {
            return Some(number);
        }
    }
    None
}
