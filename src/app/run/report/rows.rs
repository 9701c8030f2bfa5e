//! `--format tsv` and `--format csv`: a row for every record that is printed.

use std::io;

use urlsift::Verdict;
use urlsift::stream::LongRecordPart;

use super::form::{Placed, RecordForm};
use super::printed;
use crate::app::show::columns::PrintedColumns;
use crate::app::show::json::{append_number, append_rounded};
use crate::cli::Print;

/// Prints rows.
pub(super) struct RowForm {
    columns: PrintedColumns,
    print: Print,
    /// Whether a row names the record that a dropped record is similar to.
    has_representative: bool,
    field: Vec<u8>,
}

impl RowForm {
    pub(super) fn new(columns: PrintedColumns, print: Print, has_representative: bool) -> Self {
        Self {
            columns,
            print,
            has_representative,
            field: Vec::new(),
        }
    }

    /// Returns the row with the names of the columns.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut names = vec!["source", "record", "verdict"];
        if self.has_representative {
            names.extend([
                "percent",
                "representative_source",
                "representative_record",
                "representative",
            ]);
        }
        names.push(printed::name(self.print));
        let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
        let mut row = Vec::new();
        self.columns.append_row(&names, &mut row);
        row
    }

    /// Appends a record's source, number and verdict.
    fn append_start(&self, source: &str, record: u64, verdict: &str, row: &mut Vec<u8>) {
        let columns = self.columns;
        columns.append(source.as_bytes(), row);
        columns.separate(row);
        append_number(record, row);
        columns.separate(row);
        columns.append(verdict.as_bytes(), row);
        columns.separate(row);
    }
}

impl RecordForm for RowForm {
    fn append(&mut self, placed: Placed<'_>, row: &mut Vec<u8>) -> io::Result<()> {
        let Placed { decided, first } = placed;
        if self.print != Print::Line && matches!(decided.verdict, Verdict::Header { .. }) {
            return Ok(());
        }
        self.append_start(decided.source, decided.record, decided.verdict.name(), row);
        let columns = self.columns;
        if self.has_representative {
            let similar = decided.similar_to();
            let first = first.filter(|_| similar.is_some() || decided.verdict == Verdict::Repeated);
            if let Some((_, percent)) = similar {
                append_rounded(percent, row);
            }
            columns.separate(row);
            if let Some(first) = first {
                columns.append(first.source.as_bytes(), row);
            }
            columns.separate(row);
            if let Some(first) = first {
                append_number(first.record, row);
            }
            columns.separate(row);
            if let Some((representative, _)) = similar {
                columns.append(&representative, row);
            }
            columns.separate(row);
        }
        self.field.clear();
        printed::append(decided, self.print, &mut self.field);
        columns.append(&self.field, row);
        row.push(b'\n');
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, row: &mut Vec<u8>) -> bool {
        if part.first {
            self.append_start(part.source, part.record, "long", row);
        }
        self.columns.append_last_field(part, row);
        true
    }
}
