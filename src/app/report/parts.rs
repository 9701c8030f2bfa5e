//! `--print`: a part of each record instead of the record.

use std::io;

use urlsift::stream::LongRecordPart;

use super::form::{Placed, RecordForm};
use super::printed;
use crate::cli::Print;

/// Prints parts.
pub(super) struct PartForm {
    pub(super) print: Print,
    pub(super) delimiter: u8,
}

impl RecordForm for PartForm {
    fn append(&mut self, Placed { decided, .. }: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        printed::append(decided, self.print, text);
        text.push(self.delimiter);
        Ok(())
    }

    fn append_piece(&mut self, part: &LongRecordPart<'_>, text: &mut Vec<u8>) -> io::Result<bool> {
        text.extend_from_slice(part.bytes);
        Ok(true)
    }
}
