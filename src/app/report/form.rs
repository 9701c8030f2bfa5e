//! Forms of a record.

use std::io;

use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;

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

    /// Appends a piece of a record that is too long to be compared. Returns whether that record is
    /// printed; by default it is not.
    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> io::Result<bool> {
        let _ = (part, text);
        Ok(false)
    }
}
