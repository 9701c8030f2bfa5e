//! `--format tsv`, `--format csv` and chosen columns of `--format json`: a row or an object for
//! every record that is printed.

use std::io;

use urlsift::Verdict;
use urlsift::stream::LongRecordPart;

use super::columns::{OutputColumn, ShownRecord, Values};
use super::form::RecordForm;
use super::placed::Placed;
use crate::app::show::columns::PrintedColumns;
use crate::app::show::json::{Object, append_number};
use crate::cli::Print;

/// Prints rows.
pub(super) struct RowForm {
    separators: PrintedColumns,
    columns: Vec<OutputColumn>,
    values: Values,
    field: Vec<u8>,
}

impl RowForm {
    pub(super) fn new(
        separators: PrintedColumns,
        columns: Vec<OutputColumn>,
        values: Values,
    ) -> Self {
        Self {
            separators,
            columns,
            values,
            field: Vec::new(),
        }
    }

    /// Returns the row with the names of the columns.
    pub(super) fn header(&self) -> Vec<u8> {
        let names: Vec<&[u8]> = self
            .columns
            .iter()
            .map(|column| column.name().as_bytes())
            .collect();
        let mut row = Vec::new();
        self.separators.append_row(&names, &mut row);
        row
    }

    /// Returns whether the last column shows records as they are.
    fn ends_with_line(&self) -> bool {
        self.columns.last() == Some(&OutputColumn::Printed(Print::Line))
    }
}

impl RecordForm for RowForm {
    fn append(&mut self, placed: Placed<'_>, row: &mut Vec<u8>) -> io::Result<()> {
        let is_header = matches!(placed.decided.verdict, Verdict::Header { .. });
        if is_header && !self.ends_with_line() {
            return Ok(());
        }
        let shown = ShownRecord::new(placed);
        for (number, &column) in self.columns.iter().enumerate() {
            if number > 0 {
                self.separators.separate(row);
            }
            self.field.clear();
            self.values.append(column, &shown, &mut self.field)?;
            self.separators.append(&self.field, row);
        }
        row.push(b'\n');
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, row: &mut Vec<u8>) -> bool {
        if part.first {
            for &column in &self.columns[..self.columns.len() - 1] {
                match column {
                    OutputColumn::Printed(Print::Source) => {
                        self.separators.append(part.source.as_bytes(), row);
                    }
                    OutputColumn::Printed(Print::Record) => append_number(part.record, row),
                    OutputColumn::Printed(Print::Verdict) => row.extend_from_slice(b"long"),
                    _ => {}
                }
                self.separators.separate(row);
            }
        }
        self.separators.append_last_field(part, row);
        true
    }
}

/// Prints objects whose members were chosen.
pub(super) struct MemberForm {
    columns: Vec<OutputColumn>,
    values: Values,
    field: Vec<u8>,
}

impl MemberForm {
    pub(super) fn new(columns: Vec<OutputColumn>, values: Values) -> Self {
        Self {
            columns,
            values,
            field: Vec::new(),
        }
    }
}

impl RecordForm for MemberForm {
    fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        if matches!(placed.decided.verdict, Verdict::Header { .. }) {
            return Ok(());
        }
        let shown = ShownRecord::new(placed);
        let mut object = Object::default();
        for &column in &self.columns {
            self.field.clear();
            self.values.append(column, &shown, &mut self.field)?;
            object = with_value(object, column, &self.field);
        }
        text.extend(object.line());
        Ok(())
    }
}

/// Adds the value of a column to an object: a number where it is one, and null for none.
pub(super) fn with_value(object: Object, column: OutputColumn, value: &[u8]) -> Object {
    let name = column.name();
    let OutputColumn::Printed(print) = column else {
        return object.with_bytes(name, value);
    };
    let text = || String::from_utf8_lossy(value);
    match print {
        Print::Count | Print::Record => object.with(name, text().parse::<u64>().ok()),
        Print::Percent => object.with(name, text().parse::<f64>().ok()),
        Print::Like | Print::Reason if value.is_empty() => object.with(name, None::<u64>),
        _ => object.with_bytes(name, value),
    }
}
