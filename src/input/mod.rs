//! From a record to the URL in it.

mod line;

use crate::parse::{self, Address, Path, Scratch};

/// Parses the URL of a record. `None` means that it has none.
pub(crate) fn parse<'a>(record: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    // Most lines are plain, and plain lines have no blank, which the parser finds out with all else.
    if let Some(plain) = parse::plain(record, scratch) {
        return Some((plain.address(scratch), Path::Fast));
    }
    let url = line::url(record);
    if url.len() < record.len() {
        return parse::parse(url, scratch);
    }
    parse::parse_judged(record, scratch).map(|address| (address, Path::Judged))
}
