//! Forms of a record.

use std::io;

use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;

/// Writes single records in one form.
pub(super) trait RecordForm: Send {
    /// Appends a record, if it has this form. `first` is the first line of its group.
    fn append(
        &mut self,
        decided: &DecidedRecord<'_>,
        first: Option<FirstLine<'_>>,
        text: &mut Vec<u8>,
    ) -> io::Result<()>;

    /// Appends a piece of a record that is too long to be compared. Returns whether that record is
    /// printed; by default it is not.
    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> io::Result<bool> {
        let _ = (part, text);
        Ok(false)
    }
}
