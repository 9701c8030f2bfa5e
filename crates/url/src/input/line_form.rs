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
        // The labels of a log line may stand in braces too.
        let is_object = match line {
            [b'{', b'\'' | b':' | b'a'..=b'z' | b'A'..=b'Z', ..] => false,
            [b'{', ..] => true,
            _ => false,
        };
        if is_object {
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

/// The form of a record, if it was found while its URL was looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoundForm<'r>(pub(super) Option<LineForm<'r>>);

/// Returns a line without a byte-order mark and the blanks around it.
pub(crate) fn trimmed(line: &[u8]) -> &[u8] {
    without_mark(line).trim_ascii()
}
