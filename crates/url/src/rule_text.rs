//! The text of rules that users write, one on a line.

use crate::error::{Error, ErrorKind};
use crate::hash::Key;

/// Returns the lines with rules and their numbers from 1, without comments. Skips empty lines.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let rules = lines.map(|line| {
        let rule = line.split(" #").next().unwrap_or_default();
        rule.trim()
    });
    let numbered = (1..).zip(rules);
    numbered.filter(|(_, rule)| !rule.is_empty() && !rule.starts_with('#'))
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
    let text = lines.join("\n");
    let hash = Key::new([0; 2]).token(text.as_bytes());
    let count = lines.len();
    let noun = if count == 1 { "rule" } else { "rules" };
    format!("{count} {noun} ({hash:016x})")
}
