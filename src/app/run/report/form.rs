//! Forms of a record, and the text of the columns that are printed of it.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io;

use urlsift::Verdict;
use urlsift::stream::LongRecordPart;

use super::columns::{OutputColumn, ShownRecord, Values};
use super::placed::Placed;
use super::printed;
use crate::app::show::paint::Paint;
use crate::cli::Print;

/// Writes single records in one form.
pub(super) trait RecordForm: Send {
    /// Appends a record, if it has this form.
    fn append(&mut self, record: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()>;

    /// Whether nothing was appended because the same was printed before.
    fn is_repeated(&self) -> bool {
        false
    }

    /// Appends a piece of a record that is too long to be compared. Returns whether that record is
    /// printed; by default it is not.
    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> bool {
        let _ = (part, text);
        false
    }
}

/// How text is printed.
pub(super) struct TextStyle {
    /// What ends a line.
    pub(super) delimiter: u8,
    pub(super) paint: Paint,
    /// Whether the same text is printed once.
    pub(super) once: bool,
    /// Whether indented lines below a record say why it was dropped.
    pub(super) has_reasons: bool,
}

/// Prints columns as text, with tabs between them.
pub(super) struct TextForm {
    columns: Vec<OutputColumn>,
    values: Values,
    style: TextStyle,
    /// The hashes of the texts that were printed, if each is printed once.
    printed: HashSet<u64>,
    hasher: RandomState,
    is_repeated: bool,
}

impl TextForm {
    pub(super) fn new(columns: Vec<OutputColumn>, values: Values, style: TextStyle) -> Self {
        Self {
            columns,
            values,
            style,
            printed: HashSet::new(),
            hasher: RandomState::new(),
            is_repeated: false,
        }
    }

    /// Returns whether the next tool reads URLs only.
    fn is_url(&self) -> bool {
        self.columns == [OutputColumn::Printed(Print::Url)] && !self.style.has_reasons
    }
}

impl RecordForm for TextForm {
    fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let decided = placed.decided;
        if decided.verdict == Verdict::Empty {
            return Ok(());
        }
        let is_header = matches!(decided.verdict, Verdict::Header { .. });
        self.is_repeated = false;
        if self.is_url() {
            if !printed::append_url(decided, text) {
                return Ok(());
            }
        } else if is_header && self.columns.len() > 1 {
            return Ok(());
        } else {
            let shown = ShownRecord::new(placed);
            for (number, &column) in self.columns.iter().enumerate() {
                if number > 0 {
                    text.push(b'\t');
                }
                self.values.append(column, &shown, text)?;
            }
        }
        if self.style.once && !self.printed.insert(self.hasher.hash_one(&text[..])) {
            text.clear();
            self.is_repeated = true;
            return Ok(());
        }
        // A record must not look like a line about a record.
        if self.style.has_reasons && (text.starts_with(b" ") || text.starts_with(b"\\")) {
            text.insert(0, b'\\');
        }
        // A line end within a record does not start a new line, as the delimiter is another byte.
        text.push(self.style.delimiter);
        if self.style.has_reasons {
            let about = text.len();
            self.values.append_lines(placed, text)?;
            self.style.paint.aside(text, about, self.style.delimiter);
        }
        Ok(())
    }

    fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> bool {
        let is_printed = self.columns.len() == 1 && !self.is_url();
        if is_printed {
            text.extend_from_slice(part.bytes);
        }
        is_printed
    }
}

/// Prints records with which a group becomes a burst: those with many lines within the window.
pub(super) struct BurstForm(pub(super) Box<dyn RecordForm>);

impl RecordForm for BurstForm {
    fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        if placed.decided.burst.is_none() {
            return Ok(());
        }
        self.0.append(placed, text)
    }
}
