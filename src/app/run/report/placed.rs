//! A record with its place in the output.

use urlsift::stream::DecidedRecord;

use super::first_lines::FirstLine;

/// A record, and the first line of its group.
#[derive(Clone, Copy)]
pub(super) struct Placed<'r> {
    pub(super) decided: &'r DecidedRecord<'r>,
    pub(super) first: Option<FirstLine<'r>>,
}

/// Appends several pieces of text.
pub(super) fn put(text: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        text.extend_from_slice(part);
    }
}
