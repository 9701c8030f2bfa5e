//! `--format tsv` and `--format csv`: a row for every record that is printed.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::columns::Columns;
use super::first_lines::FirstLines;
use super::json;
use super::printed;
use crate::app::json::{append_number, append_rounded};
use crate::cli::Print;

/// Prints rows.
pub(in crate::app) struct Rows {
    columns: Columns,
    print: Print,
    /// Whether the dropped records are printed instead of the kept ones, each with what it is
    /// similar to.
    dropped: bool,
    has_header: bool,
    first_lines: FirstLines,
    row: Vec<u8>,
    field: Vec<u8>,
}

impl Rows {
    pub(in crate::app) fn new(columns: Columns, print: Print, dropped: bool, has_header: bool) -> Self {
        Self {
            columns,
            print,
            dropped,
            has_header,
            first_lines: FirstLines::default(),
            row: Vec::new(),
            field: Vec::new(),
        }
    }

    /// Begins a row, behind the names of the columns if it is the first.
    fn begin(&mut self) {
        self.row.clear();
        if !std::mem::replace(&mut self.has_header, true) {
            self.row.extend(Self::header(self.columns, self.print, self.dropped));
        }
    }

    /// The names of the columns, as a row.
    pub(in crate::app) fn header(columns: Columns, print: Print, dropped: bool) -> Vec<u8> {
        let mut names = vec!["source", "record", "verdict"];
        if dropped {
            names.extend(["percent", "representative_source", "representative_record", "representative"]);
        }
        names.push(printed::name(print));
        let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
        let mut row = Vec::new();
        columns.append_row(&names, &mut row);
        row
    }

    /// Appends where a record is, and what became of it.
    fn append_start(&mut self, source: &str, record: u64, verdict: &str) {
        let Self { columns, row, .. } = self;
        columns.append(source.as_bytes(), row);
        columns.separate(row);
        append_number(record, row);
        columns.separate(row);
        columns.append(verdict.as_bytes(), row);
        columns.separate(row);
    }
}

impl Report for Rows {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.first_lines.note(decided);
        if decided.verdict == Verdict::Empty || decided.kept == self.dropped {
            return Ok(false);
        }
        self.begin();
        self.append_start(decided.source, decided.record, json::name(decided.verdict));
        let Self { columns, print, first_lines, row, field, .. } = self;
        let columns = *columns;
        if self.dropped {
            let (similar, start) = (decided.similar_to(), first_lines.of(decided));
            let start = start.filter(|_| similar.is_some() || decided.verdict == Verdict::Repeated);
            if let Some((_, percent)) = similar {
                append_rounded(percent, row)?;
            }
            columns.separate(row);
            columns.append(start.map_or(b"", |start| start.source.as_bytes()), row);
            columns.separate(row);
            if let Some(start) = start {
                append_number(start.record, row);
            }
            columns.separate(row);
            columns.append(similar.as_ref().map_or(b"", |(representative, _)| representative), row);
            columns.separate(row);
        }
        field.clear();
        printed::append(decided, *print, field);
        columns.append(field, row);
        row.push(b'\n');
        output.write_all(row)?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if self.dropped {
            return Ok(false);
        }
        let columns = self.columns;
        if piece.first {
            self.begin();
            self.append_start(piece.source, piece.record, "long");
            self.row.extend_from_slice(columns.quote());
            columns.append_mark(piece.bytes, &mut self.row);
        } else {
            self.row.clear();
        }
        // The last byte of the record is what ended it.
        let end = piece.bytes.len() - usize::from(piece.last);
        columns.append_piece(&piece.bytes[..end], &mut self.row);
        if piece.last {
            self.row.extend_from_slice(columns.quote());
            self.row.push(b'\n');
        }
        output.write_all(&self.row).map(|()| true)
    }

    /// A table without rows has its header all the same.
    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if self.has_header {
            return Ok(());
        }
        self.begin();
        output.write_all(&self.row)
    }
}
