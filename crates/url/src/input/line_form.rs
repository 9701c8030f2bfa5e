//! The form of a line of text: a JSON object, a line of an index, or a URL with annotations.

use super::cdx::Capture;
use super::log::{self, LogEntry};
use super::word::{gap_end, trim_end};

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
            line = trim_end(&line[gap_end(line, 0)..]);
        }
        if line.first() == Some(&b'{') {
            return Self::Object {
                object: line,
                time: None,
            };
        }
        match Capture::of(line) {
            Some(Capture { rest, time }) if rest.starts_with(b"{") => Self::Object {
                object: rest,
                time: Some(time),
            },
            Some(capture) => Self::Capture(capture),
            None => {
                let object = || log::object(line).map(|object| Self::Object { object, time: None });
                log::any(line)
                    .map(Self::Request)
                    .or_else(object)
                    .unwrap_or(Self::Line(line))
            }
        }
    }
}

/// The form of a record, if it was found while its URL was looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct FoundForm<'r>(pub(super) Option<LineForm<'r>>);

/// Returns a line without a byte-order mark and the blanks around it.
pub(super) fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(line)
        .trim_ascii()
}
