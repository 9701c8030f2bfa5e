//! Prints records in a form: each as it is decided, or kept ones at the end.

use std::io::{self, Write};
use std::mem;

use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter};
use urlsift::{Sift, Verdict};

use super::first_lines::FirstLines;
use super::form::RecordForm;
use super::novel::HeldLines;
use super::placed::Placed;

/// The records that are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// All.
    All,
    /// The kept ones.
    Kept,
    /// The dropped ones.
    Dropped,
}

impl Which {
    pub(super) fn has(self, decided: &DecidedRecord<'_>) -> bool {
        match self {
            Self::All => true,
            Self::Kept => decided.kept && decided.verdict != Verdict::Empty,
            Self::Dropped => !decided.kept && decided.verdict != Verdict::Empty,
        }
    }
}

/// Prints records in a form.
pub(super) struct Printer {
    form: Box<dyn RecordForm>,
    which: Which,
    /// The names of columns, until they are printed.
    header: Vec<u8>,
    first_lines: FirstLines,
    /// Text of the current record.
    text: Vec<u8>,
    /// The records to print at the end, unless each is printed at once.
    pub(super) held: Option<HeldLines>,
    /// The number of records that are still printed at once, if there is a limit.
    pub(super) room: Option<u64>,
}

impl Printer {
    pub(super) fn new(form: Box<dyn RecordForm>, which: Which) -> Self {
        Self {
            form,
            which,
            header: Vec::new(),
            first_lines: FirstLines::default(),
            text: Vec::new(),
            held: None,
            room: None,
        }
    }

    /// Sets a header to print before everything else.
    pub(super) fn header(self, header: Vec<u8>) -> Self {
        Self { header, ..self }
    }

    fn write_header(&mut self, output: &mut dyn Write) -> io::Result<()> {
        if !self.header.is_empty() {
            output.write_all(&mem::take(&mut self.header))?;
        }
        Ok(())
    }

    /// Writes the text, if there is any. Returns whether there is.
    fn write(&mut self, output: &mut dyn Write) -> io::Result<bool> {
        if self.text.is_empty() {
            return Ok(false);
        }
        self.write_header(output)?;
        output.write_all(&self.text)?;
        Ok(true)
    }

    /// Notes that a record was printed.
    fn take_room(&mut self) {
        if let Some(room) = &mut self.room {
            *room = room.saturating_sub(1);
        }
    }
}

impl RecordWriter for Printer {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.first_lines.note(decided);
        self.text.clear();
        if self.which.has(decided) {
            let first = self.first_lines.of(decided);
            let placed = Placed { decided, first };
            self.form.append(placed, &mut self.text)?;
        }
        match &mut self.held {
            Some(held) if !matches!(decided.verdict, Verdict::Header { .. }) => {
                Ok(held.add(decided, &self.text))
            }
            _ => {
                let is_written = self.write(output)?;
                if is_written && !matches!(decided.verdict, Verdict::Header { .. }) {
                    self.take_room();
                }
                // What was printed before counts as written.
                Ok(is_written || self.form.is_repeated())
            }
        }
    }

    /// Prints the record at once, also if others are held: its length has no bound.
    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        self.text.clear();
        let is_printed =
            self.which != Which::Dropped && self.form.append_piece(part, &mut self.text);
        self.write(output)?;
        if is_printed && part.last && self.held.is_none() {
            self.take_room();
        }
        Ok(is_printed)
    }

    fn room(&self) -> Option<u64> {
        self.room
    }

    /// Prints the header of a table without rows, too.
    fn end(&mut self, _: &Sift, output: &mut dyn Write) -> io::Result<()> {
        self.write_header(output)?;
        if let Some(held) = &self.held {
            held.write(output)?;
        }
        Ok(())
    }
}
