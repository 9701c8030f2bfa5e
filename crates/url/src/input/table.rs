//! The columns of one CSV or TSV source: the column of the URL, and the columns of other fields.

use super::column::{self, Column};
use super::field::{Field, FieldText, is_absent};
use super::known;
use super::request::UrlWriter;
use crate::error::{Error, ErrorKind};
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

impl TableColumns {
    /// Reads the first record of a source, and tells whether it is a header.
    ///
    /// # Errors
    ///
    /// If the header does not name the column.
    pub(super) fn read(first: &[u8], wanted: &Column, time: Option<&str>) -> Result<(Self, bool), Error> {
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
                    let names: Vec<String> =
                        fields.iter().map(|field| format!("{:?}", field.to_str_lossy())).collect();
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
                    _ => known::names(field).iter().find_map(|name| position(&fields, name)),
                };
            }
        }
        let header = if is_header { &fields[..] } else { &[] };
        let names = header.iter().map(|name| name.trim_ascii().to_vec()).collect();
        Ok((Self { separator, url: url.into(), names, others }, is_header))
    }

    /// Returns the number of a record's columns if it is too small for this table.
    pub(super) fn columns_short(&self, record: &[u8]) -> Option<usize> {
        let columns = column::fields(record, self.separator).count();
        self.url.iter().any(|column| *column >= columns).then_some(columns)
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
            _ => self.column(self.others[field as usize]?, record, buffer)?.of(field, buffer),
        }
    }

    /// Returns the column of this name, or else the column of the known field of this name.
    pub(super) fn named<'r>(
        &self,
        name: &str,
        record: &'r [u8],
        buffer: &mut Vec<u8>,
    ) -> Option<FieldText<'r>> {
        if let Some(number) = self.names.iter().position(|found| found.eq_ignore_ascii_case(name.as_bytes()))
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
            Field::Url => self.url.iter().map(|number| name(*number)).collect::<Vec<_>>().join(", "),
            _ => self.others[field as usize].map(name).unwrap_or_default(),
        }
    }

    fn column<'r>(&self, number: usize, record: &'r [u8], buffer: &mut Vec<u8>) -> Option<FieldText<'r>> {
        Some(FieldText::stored(column::fields(record, self.separator).nth(number)?, buffer))
    }
}

/// Returns the index of the column of this name, in any case.
fn position(fields: &[Cow<'_, [u8]>], name: &str) -> Option<usize> {
    fields.iter().position(|field| field.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
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
    columns.iter().filter_map(|column| fields.get(*column)).for_each(|field| parts.add(field));
    parts.is_whole().then_some(FieldText::Buffered)
}
