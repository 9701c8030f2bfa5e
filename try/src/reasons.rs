//! Why a line was dropped, in the words of `urlsift --explain`.
//!
//! A reason is a few lines, each a name and a text. `tests/program/try_page.rs` compares them with
//! the output of the program.

use std::io::Write;
use urlsift::explain::Explanation;

/// Writes the similar line, the texts that count as equal, the differences and the learned
/// positions.
pub(crate) fn similar(found: &Explanation<'_>, first_line: u32, text: &mut Vec<u8>) {
    let comparison = &found.comparison;
    // Writing to memory cannot fail.
    let _ = write!(text, "{:.2} % like {first_line}: ", comparison.percent);
    text.extend_from_slice(&found.representative);
    let _ = write!(text, "\nshape: {}\n", comparison.first);
    for same in &comparison.same {
        let _ = writeln!(text, "same: {same}");
    }
    for (name, reason) in comparison.reasons() {
        let _ = writeln!(text, "{name}: {reason}");
    }
}

/// Writes that an earlier line had the same bytes.
pub(crate) fn repeated(first_line: u32, text: &mut Vec<u8>) {
    let _ = writeln!(text, "not a URL, and the same as {first_line}");
}
