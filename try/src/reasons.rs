//! Why a line was dropped, in the words of `urlsift --explain`.
//!
//! A reason is a few lines, each a name and a text. `tests/program/try_page.rs` holds them to what
//! the program prints.

use std::io::Write;
use urlsift::explain::Explanation;
use urlsift::settings::Component;

/// Writes what a line is similar to, which texts count as equal, what differs and what was learned.
pub(crate) fn similar(found: &Explanation<'_>, first_line: u32, text: &mut Vec<u8>) {
    let comparison = &found.comparison;
    // Memory takes all that is written.
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

/// Writes that a line came before, byte for byte.
pub(crate) fn repeated(first_line: u32, text: &mut Vec<u8>) {
    let _ = writeln!(text, "not a URL, and the same as {first_line}");
}
