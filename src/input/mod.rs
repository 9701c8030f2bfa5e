//! From a record to the URL in it.

mod line;

use crate::parse::{self, Address, Path, Scratch};

/// The URL of a record as it is written.
pub(crate) fn url(record: &[u8]) -> &[u8] {
    line::url(record)
}

/// The HTTP status of a record, if it has one.
pub(crate) fn status(record: &[u8]) -> Option<u16> {
    line::status(record, line::url(record))
}

/// Parses the URL of a record. `None` means that it has none.
pub(crate) fn parse<'a>(record: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(record, scratch, line::url)
}
