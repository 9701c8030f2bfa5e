//! The columns of one CSV or TSV source: the column of the URL, and the columns of other fields.

use super::column::{self, Column};
use super::field::{Field, FieldText, is_absent};
use super::known;
use super::line_form::trimmed;
use super::request::UrlWriter;
use super::status;
use super::word_kind::{is_address, is_method};
use crate::error::{Error, ErrorKind};
use crate::list::list;
use crate::parse;
use bstr::ByteSlice;
use std::borrow::Cow;
use std::sync::Arc;

/// The columns of a source, as named by its first record.
#[derive(Clone, Debug)]
pub(super) struct TableColumns {
    separator: u8,
    /// The columns with the URL or its parts, from 0.
    url: Arc<[usize]>,
    /// The names of the columns; empty without a header.
    names: Arc<[Vec<u8>]>,
    /// The columns of the other fields, by the number of the field.
    others: [Option<usize>; Field::ALL.len()],
}

/// Names of columns with URLs in the header of a table that is recognised by it.
const URLS: [&str; 12] = list(
    "url uri href link urlname endpoint request_url page_url full_url address location request",
);

impl TableColumns {
    /// Reads a header that names a column with URLs, or a row with a URL among other values, and
    /// returns the column and whether the line is a header; `None` if it is something else.
    pub(super) fn recognised(line: &[u8], time: Option<&str>) -> Option<(Column, Self, bool)> {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-. ()[]".contains(byte);
        let fields: Vec<Cow<'_, [u8]>> = column::fields(line, column::separator(line)).collect();
        let is_header = fields
            .iter()
            .all(|field| field.len() < 40 && field.iter().all(is_name));
        let wanted = if is_header {
            let name = URLS
                .into_iter()
                .find(|name| position(&fields, name).is_some());
            Column::Name(name.filter(|_| fields.len() > 1)?.to_owned())
        } else {
            Column::Number(1 + url_among_values(&fields)?)
        };
        let (mut table, _) = Self::read(line, &wanted, time).ok()?;
        if !is_header {
            for field in [Field::Status, Field::Method] {
                table.others[field as usize] =
                    fields.iter().position(|text| is_value_of(field, text));
            }
        }
        Some((wanted, table, is_header))
    }

    /// Whether its source had a header.
    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether a record is the header.
    pub(super) fn is_header(&self, record: &[u8]) -> bool {
        column::fields(trimmed(record), self.separator)
            .map(|name| name.trim_ascii().to_vec())
            .eq(self.names.iter().cloned())
    }

    /// Reads the first record of a source, and tells whether it is a header.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub(super) fn read(
        first: &[u8],
        wanted: &Column,
        time: Option<&str>,
    ) -> Result<(Self, bool), Error> {
        let first = first.strip_suffix(b"\r").unwrap_or(first);
        let first = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
        let separator = column::separator(first);
        let fields: Vec<Cow<'_, [u8]>> = column::fields(first, separator).collect();
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
                position(&fields, name.trim()).ok_or_else(|| {
                    let names: Vec<String> = fields
                        .iter()
                        .map(|field| format!("{:?}", field.to_str_lossy()))
                        .collect();
                    let text = format!("there is no column {name:?} among {}", names.join(", "));
                    Error::new(ErrorKind::Name, text)
                })
            }
            Column::Parts(_) => Err(Error::new(ErrorKind::Name, "parts have no parts")),
        };
        let url: Vec<usize> = match wanted {
            Column::Parts(parts) => parts.iter().map(number).collect::<Result<_, _>>()?,
            one => vec![number(one)?],
        };
        let mut others = [None; Field::ALL.len()];
        if is_header {
            for field in Field::ALL {
                others[field as usize] = match (field, time) {
                    (Field::Time, Some(name)) => position(&fields, name),
                    _ => names_of(field).find_map(|name| position(&fields, name)),
                };
            }
        }
        let header = if is_header { &fields[..] } else { &[] };
        let names = header
            .iter()
            .map(|name| name.trim_ascii().to_vec())
            .collect();
        Ok((
            Self {
                separator,
                url: url.into(),
                names,
                others,
            },
            is_header,
        ))
    }

    /// Returns the number of a record's columns if it is too small for this table.
    pub(super) fn columns_short(&self, record: &[u8]) -> Option<usize> {
        let columns = column::fields(record, self.separator).count();
        self.url
            .iter()
            .any(|column| *column >= columns)
            .then_some(columns)
    }

    /// Returns one field of a record.
    pub(super) fn get<'r>(
        &self,
        field: Field,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        match (field, &*self.url) {
            (Field::Url, [number]) => self.column(*number, record, buffer),
            (Field::Url, numbers) => joined(record, self.separator, numbers, buffer),
            _ => self
                .column(self.others[field as usize]?, record, buffer)?
                .of(field, buffer),
        }
    }

    /// Returns the column of this name, or else the column of the known field of this name.
    pub(super) fn named<'r>(
        &self,
        name: &str,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if let Some(number) = self
            .names
            .iter()
            .position(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        {
            let text = self.column(number, record, buffer)?;
            return (!is_absent(text.bytes(buffer))).then_some(text);
        }
        self.get(Field::of(name)?, record, buffer)
    }

    /// Returns the names or numbers of the columns of a field.
    pub(super) fn origin(&self, field: Field) -> String {
        let name = |number: usize| match self.names.get(number) {
            Some(name) => name.to_str_lossy().into_owned(),
            None => format!("column {}", number + 1),
        };
        match field {
            Field::Url => self
                .url
                .iter()
                .map(|number| name(*number))
                .collect::<Vec<_>>()
                .join(", "),
            _ => self.others[field as usize].map(name).unwrap_or_default(),
        }
    }

    fn column<'r>(
        &self,
        number: usize,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        Some(FieldText::stored(
            column::fields(record, self.separator).nth(number)?,
            buffer,
        ))
    }
}

/// Returns the index of the only URL among at least three other values of a row, one of which is a
/// status or a method. A comma may be part of a URL that comes first.
fn url_among_values(fields: &[Cow<'_, [u8]>]) -> Option<usize> {
    let is_url = |field: &Cow<'_, [u8]>| is_address(field);
    let url = fields.iter().position(is_url)?;
    let is_other = |field: Field| fields.iter().any(|text| is_value_of(field, text));
    let has_blank = || fields[..=url].iter().any(|text| text.contains(&b' '));
    let is_row =
        url > 0 && fields.len() > 3 && (is_other(Field::Status) || is_other(Field::Method));
    // Beside a path, the URL is a referrer.
    let is_second = |field: &Cow<'_, [u8]>| is_url(field) || field.starts_with(b"/");
    let has_second = || {
        fields
            .iter()
            .enumerate()
            .any(|(place, field)| place != url && is_second(field))
    };
    (is_row && !has_blank() && !has_second()).then_some(url)
}

/// Whether a value of a row can only be that of this field.
fn is_value_of(field: Field, text: &[u8]) -> bool {
    if field == Field::Method {
        is_method(text)
    } else {
        status::is_status(text)
    }
}

/// Returns the names of columns with a field; in other records, a result may be anything.
fn names_of(field: Field) -> impl Iterator<Item = &'static str> {
    known::names(field)
        .iter()
        .copied()
        .chain((field == Field::Status).then_some("result"))
}

/// Returns the index of the column of this name, in any case.
fn position(fields: &[Cow<'_, [u8]>], name: &str) -> Option<usize> {
    fields
        .iter()
        .position(|field| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
}

/// Returns the URL whose parts are in these columns of a record.
fn joined<'r>(
    record: &[u8],
    separator: u8,
    columns: &[usize],
    buffer: &mut Vec<u8>,
) -> Option<FieldText<'r>> {
    let fields: Vec<Cow<'_, [u8]>> = column::fields(record, separator).collect();
    let mut parts = UrlWriter::new(buffer);
    for column in columns {
        if let Some(field) = fields.get(*column) {
            parts.add(field);
        }
    }
    parts.is_whole().then_some(FieldText::Buffered)
}
