//! Forms of a record, and the two shortest ones.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};

use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;
use super::printed;
use crate::cli::Print;

/// A record, and the first line of its group.
#[derive(Clone, Copy)]
pub(super) struct Placed<'r> {
    pub(super) decided: &'r DecidedRecord<'r>,
    pub(super) first: Option<FirstLine<'r>>,
}

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

/// Appends several pieces of text.
pub(super) fn put(text: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        text.extend_from_slice(part);
    }
}

/// `--print`: prints a part of each record instead of the record.
pub(super) struct PartForm {
    print: Print,
    delimiter: u8,
    /// The hashes of the parts that were printed, if each is printed once.
    printed: Option<HashSet<u64>>,
    hasher: RandomState,
    is_repeated: bool,
}

impl PartForm {
    /// Prints a part of each record, or each part `once`.
    pub(super) fn new(print: Print, delimiter: u8, once: bool) -> Self {
        Self {
            print,
            delimiter,
            printed: once.then(HashSet::new),
            hasher: RandomState::new(),
            is_repeated: false,
        }
    }
}

impl RecordForm for PartForm {
    fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let decided = placed.decided;
        self.is_repeated = false;
        if self.print != Print::Url {
            printed::append(decided, self.print, text);
        } else if !printed::append_url(decided, text) {
            // The next tool reads URLs only.
            return Ok(());
        }
        if let Some(printed) = &mut self.printed
            && !printed.insert(self.hasher.hash_one(&text[..]))
        {
            text.clear();
            self.is_repeated = true;
            return Ok(());
        }
        text.push(self.delimiter);
        Ok(())
    }

    fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> bool {
        let is_printed = self.print != Print::Url;
        if is_printed {
            text.extend_from_slice(part.bytes);
        }
        is_printed
    }
}

/// `--at-least`: prints a group when it becomes a burst, with many lines within the window: how
/// many lines came, its kept line, and the last one.
pub(super) struct BurstForm {
    pub(super) delimiter: u8,
}

impl RecordForm for BurstForm {
    fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let decided = placed.decided;
        if let Some(burst) = decided.burst {
            write!(text, "{}\t", burst.count)?;
            put(text, &[&burst.first, b"\t", decided.line]);
            text.push(self.delimiter);
        }
        Ok(())
    }
}
