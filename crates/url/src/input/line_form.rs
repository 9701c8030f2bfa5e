//! The form of a line of text: a JSON object, a line of an index, or a URL with annotations.

use super::cdx::Capture;
use super::log::{self, LogEntry};
use super::word::{self, without_mark};

/// The form of a line of text.
#[derive(Clone, Copy, Debug)]
pub(super) enum LineForm<'r> {
    /// A JSON object, with or without a time before it.
    Object {
        object: &'r [u8],
        time: Option<&'r [u8]>,
    },
    Capture(Capture<'r>),
    /// A request in a log.
    Request(LogEntry<'r>),
    /// A line without the blanks and colour codes around it.
    Line(&'r [u8]),
}

impl<'r> LineForm<'r> {
    pub(super) fn of(record: &'r [u8]) -> Self {
        let mut line = trimmed(record);
        if line.first() != Some(&b'{') {
            line = word::plain(line);
        }
        if is_object(line) {
            return Self::Object {
                object: line,
                time: None,
            };
        }
        if let Some(capture) = Capture::of(line) {
            if !capture.rest.starts_with(b"{") {
                return Self::Capture(capture);
            }
            return Self::Object {
                object: capture.rest,
                time: Some(capture.time),
            };
        }
        if let Some(request) = log::any(line) {
            return Self::Request(request);
        }
        match log::object(line) {
            Some(object) => Self::Object { object, time: None },
            None => Self::Line(line),
        }
    }
}

/// Whether a line is an object. The labels of a log line, and values, may stand in braces too.
fn is_object(line: &[u8]) -> bool {
    let Some(members) = line.strip_prefix(b"{") else {
        return false;
    };
    !matches!(
        members,
        [b'\'' | b':' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9', ..]
    )
}

/// The form of a record, as far as it was found while its URL was looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoundForm<'r> {
    pub(super) line: Option<LineForm<'r>>,
    /// The URL with which a line of text begins, or which columns precede.
    pub(super) url: Option<&'r [u8]>,
}

impl<'r> FoundForm<'r> {
    /// Returns the form of a line.
    pub(super) fn of_line(self, line: &'r [u8]) -> LineForm<'r> {
        self.line.unwrap_or_else(|| LineForm::of(line))
    }
}

/// Returns a line without a byte-order mark and the blanks around it.
pub(crate) fn trimmed(line: &[u8]) -> &[u8] {
    without_mark(line).trim_ascii()
}
