//! From a record to the URL in it.

mod line;

use crate::parse::{self, Address, Path, Scratch};

/// Parses the URL of a record. `None` means that it has none.
pub(crate) fn parse<'a>(record: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(record, scratch, line::url)
}
