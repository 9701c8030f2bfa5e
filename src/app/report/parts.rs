//! `--print`: a part of each record instead of the record.

use std::io;

use urlsift::stream::{DecidedRecord, LongRecordPart};

use super::first_lines::FirstLine;
use super::form::RecordForm;
use super::printed;
use crate::cli::Print;

/// Prints parts.
pub(super) struct PartForm {
    pub(super) print: Print,
    pub(super) delimiter: u8,
}

impl RecordForm for PartForm {
    fn append(
        &mut self,
        decided: &DecidedRecord<'_>,
        _: Option<FirstLine<'_>>,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        printed::append(decided, self.print, text);
        text.push(self.delimiter);
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> io::Result<bool> {
        text.extend_from_slice(part.bytes);
        Ok(true)
    }
}
