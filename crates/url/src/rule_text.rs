//! The text of rules that users write, one on a line.

use crate::error::{Error, ErrorKind};
use crate::hash::Key;

/// Returns the lines with rules and their numbers from 1, without comments. Skips empty lines.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.trim_start_matches('\u{feff}').lines())
        .map(|(number, line)| (number, line.split(" #").next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Creates the error for a rule.
pub(crate) fn refusal(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Name, message)
}

/// Adds the number of its line to an error.
pub(crate) fn at_line(number: usize, error: &Error) -> Error {
    refusal(format!("line {number}: {error}"))
}

/// Returns a short text that is equal for equal rules; empty without rules.
pub(crate) fn digest(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let hash = Key::new([0; 2]).token(lines.join("\n").as_bytes());
    format!(
        "{} {} ({hash:016x})",
        lines.len(),
        if lines.len() == 1 { "rule" } else { "rules" }
    )
}
