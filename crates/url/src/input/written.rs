//! How a line of text holds its fields: in a JSON object, in the columns of an index, or beside its
//! URL.

use super::cdx::{self, Capture};
use super::field::Field;
use super::line::Notes;

/// A field that a line tells beside its URL.
pub(super) fn beside<'r>(
    field: Field,
    line: &'r [u8],
    notes: impl FnOnce() -> Notes<'r>,
) -> Option<&'r [u8]> {
    cdx::row(line, field).or_else(|| notes().get(field))
}

/// How a line of text holds its fields.
pub(super) enum Written<'r> {
    /// In a JSON object; the time may stand before it.
    Object {
        object: &'r [u8],
        time: Option<&'r [u8]>,
    },
    Capture(Capture<'r>),
    Line(&'r [u8]),
}

impl<'r> Written<'r> {
    pub(super) fn of(record: &'r [u8]) -> Self {
        let line = trimmed(record);
        if line.first() == Some(&b'{') {
            return Self::Object { object: line, time: None };
        }
        match Capture::of(line) {
            Some(Capture { rest, time }) if rest.starts_with(b"{") => {
                Self::Object { object: rest, time: Some(time) }
            }
            Some(capture) => Self::Capture(capture),
            None => Self::Line(line),
        }
    }
}

/// Whether a line is a JSON object, or a line of an index.
pub(super) fn is_structured(line: &[u8]) -> bool {
    line.first() == Some(&b'{') || Capture::of(line).is_some()
}

/// A line without a byte-order mark and the blanks around it.
pub(super) fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii()
}
