//! Finds the message of a log line after its header of time, level, host and process.
//!
//! A header begins with a time, a number in brackets (as in syslog), or a level. Words between
//! blanks belong to it as long as they are part of a time, a number, a level, something in brackets
//! or a dash; then a host may follow and the name of a process or logger, which ends with a colon.
//! A line without such a beginning is entirely message.

use super::quantities::{DAYS, MONTHS, is_one_of};
use super::values::is_figures;

const LEVELS: &[&str] = &[
    "trace",
    "debug",
    "info",
    "information",
    "notice",
    "warn",
    "warning",
    "error",
    "err",
    "crit",
    "critical",
    "fatal",
    "severe",
    "alert",
    "emerg",
    "emergency",
    "panic",
    "fine",
    "verbose",
];

/// The kind of a word of a header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeaderPart {
    /// A number, or a date or time with separators.
    Figures,
    /// The name of a day or month.
    Calendar,
    Level,
    Bracketed,
    Dash,
    /// A name that ends with a colon.
    Process,
    Word,
}

/// Returns the message of a line.
pub(super) fn message(line: &str) -> &str {
    let mut rest = line.trim_start();
    let mut before = HeaderPart::Dash;
    let mut is_header = false;
    loop {
        let (chunk, after) = first(rest);
        let part = HeaderPart::of(chunk);
        match part {
            HeaderPart::Figures | HeaderPart::Level => is_header = true,
            HeaderPart::Calendar
                if before == HeaderPart::Figures
                    || HeaderPart::of(first(after).0) != HeaderPart::Word => {}
            HeaderPart::Bracketed => is_header |= before == HeaderPart::Dash,
            HeaderPart::Dash if is_header => {}
            HeaderPart::Process if is_header => return after,
            // The word is a host before a process.
            HeaderPart::Word
                if is_header && HeaderPart::of(first(after).0) == HeaderPart::Process =>
            {
                return first(after).1;
            }
            _ => break,
        }
        (rest, before) = (after, part);
        if part == HeaderPart::Level && chunk.ends_with(':') {
            break;
        }
    }
    if is_header && !rest.is_empty() {
        rest
    } else {
        line
    }
}

/// Splits off the text before the first blank, or the text in brackets at the start.
fn first(text: &str) -> (&str, &str) {
    let mut depth = 0_usize;
    let is_end = |c: char| {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c.is_whitespace() && depth == 0
    };
    let end = if text.starts_with('[') {
        text.find(is_end)
    } else {
        text.find(char::is_whitespace)
    };
    let (chunk, rest) = text.split_at(end.unwrap_or(text.len()));
    (chunk, rest.trim_start())
}

impl HeaderPart {
    fn of(chunk: &str) -> Self {
        let bare = chunk.trim_matches([',', ':', '|']);
        let bytes = bare.as_bytes();
        let mut calendar = MONTHS.iter().chain(&DAYS);
        if chunk.is_empty() {
            Self::Word
        } else if bytes.iter().all(|byte| b"-|".contains(byte)) {
            Self::Dash
        } else if is_one_of(bare, LEVELS) {
            Self::Level
        } else if calendar.any(|name| bare.eq_ignore_ascii_case(&name[..3])) {
            Self::Calendar
        } else if let [b'[', .., b']'] | [b'<', .., b'>'] | [b'(', .., b')'] = bytes {
            Self::Bracketed
        } else if is_figures(bytes, b".:/-,+_TZ") {
            // A date or time may have a zone.
            Self::Figures
        } else if chunk.ends_with(':') && chunk.len() > 1 {
            Self::Process
        } else {
            Self::Word
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_begin_behind_their_headers() {
        let cases = [
            (
                "Nov 23 10:00:07 host1 sshd[24200]: Connection closed",
                "Connection closed",
            ),
            (
                "2026-11-23T10:00:07Z INFO app::db: pool is full",
                "pool is full",
            ),
            (
                "2026-11-23 10:00:07,747 - WARN  [worker 3] - timed out",
                "timed out",
            ),
            (
                "[Mon Nov 23 10:00:07 2026] [error] child died",
                "child died",
            ),
            ("26/11/23 10:00:07 INFO store.Memory: started", "started"),
            ("ERROR: no such file", "no such file"),
            ("1795428007 42 D Loader: loaded", "loaded"),
            ("plain message: no header", "plain message: no header"),
            ("May I come in", "May I come in"),
            ("10:00:07", "10:00:07"),
        ];
        for (line, wanted) in cases {
            assert_eq!(message(line), wanted, "{line}");
        }
    }
}
