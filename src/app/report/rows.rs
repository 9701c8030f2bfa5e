//! `--format tsv` and `--format csv`: a row for every record that is printed.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Explanation, Verdict};

use super::columns::Columns;
use super::first_lines::FirstLines;
use super::json;
use super::printed;
use super::remembered::{Explained, Remembered};
use crate::cli::Print;

/// Prints rows.
pub(in crate::app) struct Rows {
    columns: Columns,
    print: Print,
    /// Whether the dropped records are printed instead of the kept ones, each with what it is similar to.
    dropped: bool,
    has_header: bool,
    first_lines: FirstLines,
    remembered: Remembered,
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
            remembered: Remembered::default(),
            row: Vec::new(),
            field: Vec::new(),
        }
    }

    /// Begins a row, behind the names of the columns if it is the first.
    fn begin(&mut self) {
        self.row.clear();
        if !std::mem::replace(&mut self.has_header, true) {
            let mut names = vec!["source", "record", "verdict"];
            if self.dropped {
                names.extend(["percent", "representative_source", "representative_record", "representative"]);
            }
            names.push(printed::name(self.print));
            let names: Vec<&[u8]> = names.iter().map(|name| name.as_bytes()).collect();
            self.columns.append_row(&names, &mut self.row);
        }
    }

    /// Appends where a record is, and what became of it.
    fn append_start(&mut self, source: &str, record: u64, verdict: &str) {
        let Self { columns, row, .. } = self;
        for field in [source, &record.to_string(), verdict] {
            columns.append(field.as_bytes(), row);
            columns.separate(row);
        }
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
        let Self { columns, print, first_lines, remembered, row, field, .. } = self;
        let columns = *columns;
        if self.dropped {
            let explain = |found: &Explanation<'_>, explained: &mut Explained| {
                let start = first_lines.of(decided);
                let (source, record) = start.map(|start| (start.source, start.record)).unwrap_or_default();
                let record = record.to_string();
                let percent = crate::app::json::round(found.comparison.percent).to_string();
                let fields =
                    [percent.as_bytes(), source.as_bytes(), record.as_bytes(), &found.representative];
                for field in fields {
                    columns.append(field, &mut explained.text);
                    columns.separate(&mut explained.text);
                }
                explained.start_texts();
                Ok(())
            };
            if !remembered.append(decided, explain, b"", |_, _| Ok(()), row)? {
                let start = first_lines.of(decided).filter(|_| decided.verdict == Verdict::Repeated);
                let (source, record) =
                    start.map_or_else(Default::default, |start| (start.source, start.record.to_string()));
                for field in ["", &source, &record, ""] {
                    columns.append(field.as_bytes(), row);
                    columns.separate(row);
                }
            }
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
