//! Messages to the user, with control characters of the input escaped.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use anyhow::anyhow;
use bstr::ByteSlice;
use indicatif::HumanCount;
use urlsift::stream;
pub(crate) use urlsift::stream::{harmless, is_unprintable, push_harmless, shell_word};

/// Prints a message to the user in one write. If standard error fails, the run continues.
pub(crate) fn say(message: impl Display) {
    let message = without_logins(&message.to_string());
    let line = format!("urlsift: {message}\n");
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Prints a message that begins with a count, unless that is 0.
pub(crate) fn say_count(count: u64, one: &str, many: &str) {
    if count > 0 {
        let words = if count == 1 { one } else { many };
        let count = HumanCount(count);
        say(format_args!("{count} {words}"));
    }
}

/// Returns a count with its noun: `1 line` or `2,000 lines`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    let count = HumanCount(count);
    format!("{count} {noun}{ending}")
}

/// Removes user names and passwords from the addresses in a message: `redis://ann:secret@host`.
fn without_logins(message: &str) -> String {
    let mut shown = String::with_capacity(message.len());
    let mut rest = message;
    while let Some(at) = rest.find("://") {
        let (before, behind) = rest.split_at(at + 3);
        shown.push_str(before);
        rest = behind;
        for (at, c) in behind.char_indices() {
            if c == '@' {
                rest = &behind[at + 1..];
            }
            let ends_host = matches!(c, '/' | '?' | '#' | '"');
            if ends_host || c.is_whitespace() {
                break;
            }
        }
    }
    shown + rest
}

/// Shows the path of a file, without anything that a terminal would interpret.
pub(crate) fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// Shows the start of a record in quotes, without anything that a terminal would interpret.
pub(crate) fn excerpt(record: &[u8]) -> String {
    const SHOWN: usize = 200;
    let end = record.len().min(SHOWN);
    let text = record[..end].to_str_lossy();
    let text = text.escape_debug();
    let more = if record.len() > SHOWN { "..." } else { "" };
    format!("\"{text}\"{more}")
}

/// Adds to an error of the stream: the name of the output, and the shown record.
pub(crate) fn explain(error: stream::Error, output: &str) -> anyhow::Error {
    match error {
        stream::Error::Output(cause) => {
            let context = format!("cannot write {output}");
            anyhow!(cause).context(context)
        }
        stream::Error::Store(cause) => cause.into(),
        stream::Error::NotUrl { location, record } => {
            let record = excerpt(&record);
            anyhow!("{location}: not a URL: {record}")
        }
        error => error.into(),
    }
}
