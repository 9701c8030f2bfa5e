//! `--explain`: the dropped records, each with the reason.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Comparison, Component, Verdict};

use super::places::Places;

/// Prints each dropped record as it is, and indented lines about it.
pub(in crate::app) struct Explanations {
    delimiter: u8,
    places: Places,
}

impl Explanations {
    pub(in crate::app) fn new(delimiter: u8) -> Self {
        Self { delimiter, places: Places::default() }
    }
}

impl Report for Explanations {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.places.note(decided);
        if decided.kept || decided.verdict == Verdict::Empty {
            return Ok(false);
        }
        output.write_all(decided.line)?;
        output.write_all(b"\n")?;
        let start = self.places.start_of(decided);
        let found = decided.decision.and_then(|decision| decided.sift.explain(decided.line, decision));
        match (found, start) {
            (Some(found), Some(start)) => {
                write!(output, "    {:.2} % like {start}: ", found.comparison.percent)?;
                output.write_all(&found.representative)?;
                explain(&found.comparison, output)?;
            }
            (None, Some(start)) if decided.verdict == Verdict::Repeated => {
                write!(output, "    no URL, and the same as {start}")?;
            }
            _ => write!(output, "    no URL")?,
        }
        output.write_all(&[self.delimiter])?;
        Ok(true)
    }

    fn piece(&mut self, _: &Piece<'_>, _: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }
}

/// Writes what is the same, what differs and what was learned; each line begins with its line end.
fn explain(comparison: &Comparison, output: &mut dyn Write) -> io::Result<()> {
    write!(output, "\n    shape: {}", comparison.first)?;
    for component in Component::ALL {
        let share = comparison.components.iter().find(|share| share.component == component);
        let weight = share.filter(|share| share.differing() > 0.0);
        let places: Vec<String> = comparison
            .differences
            .iter()
            .filter(|difference| difference.component == component)
            .map(ToString::to_string)
            .collect();
        if weight.is_none() && places.is_empty() {
            continue;
        }
        write!(output, "\n    {}", component.name())?;
        if let Some(share) = weight {
            write!(output, ", {:.2} of {:.2}", share.differing(), share.weight)?;
        }
        write!(output, ": {}", places.join(", "))?;
    }
    if !comparison.learned.is_empty() {
        let positions: Vec<String> = comparison.learned.iter().map(ToString::to_string).collect();
        write!(output, "\n    learned: {}", positions.join(", "))?;
    }
    Ok(())
}
