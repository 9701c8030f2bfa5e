//! Why a line was dropped, in the words of `urlsift --explain`.
//!
//! A reason is a few lines, each a name and a text. `tests/program/try_page.rs` compares them with
//! the output of the program.

use std::io::Write;
use urlsift::explain::Explanation;
use urlsift::settings::Component;

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
    for component in Component::ALL {
        let share = comparison.components.iter().find(|share| share.component == component);
        let weight = share.filter(|share| share.differing() > 0.0);
        let differences = comparison.differences.iter().filter(|it| it.component == component);
        let differences: Vec<String> = differences.map(ToString::to_string).collect();
        if weight.is_none() && differences.is_empty() {
            continue;
        }
        let _ = write!(text, "{}", component.name());
        if let Some(share) = weight {
            let _ = write!(text, ", {:.2} of {:.2}", share.differing(), share.weight);
        }
        let _ = writeln!(text, ": {}", differences.join(", "));
    }
    if !comparison.learned.is_empty() {
        let position = |position: &usize| match position {
            0 => "host".to_owned(),
            _ => position.to_string(),
        };
        let positions: Vec<String> = comparison.learned.iter().map(position).collect();
        let _ = writeln!(text, "learned: {}", positions.join(", "));
    }
}

/// Writes that an earlier line had the same bytes.
pub(crate) fn repeated(first_line: u32, text: &mut Vec<u8>) {
    let _ = writeln!(text, "not a URL, and the same as {first_line}");
}
