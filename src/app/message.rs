//! What is said to the user, and how bytes of the input are shown.

use std::fmt::Display;
use std::io::{self, Write};

use anyhow::anyhow;
use urlsift::stream;

/// Prints a message for the user, in one piece. A standard error that takes none is no reason to
/// fail.
pub(crate) fn say(message: impl Display) {
    let _ = io::stderr().write_all(format!("urlsift: {message}\n").as_bytes());
}

/// Whether a character is one that a terminal may obey rather than show.
pub(super) fn is_unprintable(c: char) -> bool {
    c.is_control() || (!c.is_ascii() && c.escape_debug().len() > 1)
}

/// Text with nothing in it that a terminal would obey.
pub(super) fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) {
            shown.extend(c.escape_debug());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Shows the start of a record between quotes, with nothing in it that a terminal would obey.
pub(super) fn excerpt(record: &[u8]) -> String {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&record[..record.len().min(SHOWN)]);
    let more = if record.len() > SHOWN { "..." } else { "" };
    format!("\"{}\"{more}", text.escape_debug())
}

/// Adds what the stream does not know: the name of the output, and how to show a record.
pub(super) fn explain(error: stream::Error, output: &str) -> anyhow::Error {
    match error {
        stream::Error::Output(cause) => anyhow!(cause).context(format!("cannot write {output}")),
        stream::Error::Store(cause) => cause.into(),
        stream::Error::NotUrl { location, record } => anyhow!("{location}: not a URL: {}", excerpt(&record)),
        error => error.into(),
    }
}
