//! `--explain`: the dropped records, each with the reason.
//!
//! Lines that begin with four spaces are about the record before them, and no record can pass for
//! one: a record that begins with a space or a backslash gets a backslash before it, and under
//! `--null` all lines end with NUL.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Comparison, Component, Verdict};

use super::starts::Starts;

/// Prints each dropped record, and indented lines about it.
pub(in crate::app) struct Explanations {
    delimiter: u8,
    starts: Starts,
}

impl Explanations {
    pub(in crate::app) fn new(delimiter: u8) -> Self {
        Self { delimiter, starts: Starts::default() }
    }
}

/// What begins every line about a dropped record.
const INDENT: &str = "    ";

impl Report for Explanations {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.starts.note(decided);
        if decided.kept || decided.verdict == Verdict::Empty {
            return Ok(false);
        }
        // A record that begins like a line about one is no such line.
        if decided.line.starts_with(b" ") || decided.line.starts_with(b"\\") {
            output.write_all(b"\\")?;
        }
        output.write_all(decided.line)?;
        self.end_line(output)?;
        let start = self.starts.start_of(decided);
        let found = decided.decision.and_then(|decision| decided.sift.explain(decided.line, decision));
        if let Verdict::Unwanted(reason) = decided.verdict {
            write!(output, "{INDENT}not selected: --{reason}")?;
            self.end_line(output)?;
            return Ok(true);
        }
        if let Verdict::Header { .. } = decided.verdict {
            write!(output, "{INDENT}a header that was printed before")?;
            self.end_line(output)?;
            return Ok(true);
        }
        match (found, start) {
            (Some(found), Some(start)) => {
                write!(output, "{INDENT}{:.2} % like {start}: ", found.comparison.percent)?;
                output.write_all(&found.representative)?;
                self.end_line(output)?;
                self.explain(&found.comparison, output)?;
            }
            (None, Some(start)) if decided.verdict == Verdict::Repeated => {
                write!(output, "{INDENT}not a URL, and the same as {start}")?;
                self.end_line(output)?;
            }
            _ => {
                write!(output, "{INDENT}not a URL")?;
                self.end_line(output)?;
            }
        }
        Ok(true)
    }

    fn piece(&mut self, _: &Piece<'_>, _: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }
}

impl Explanations {
    /// Ends a line as records end: what stands in a record that holds other line ends is never
    /// taken for a line.
    fn end_line(&self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(&[self.delimiter])
    }

    /// Writes what was taken for the same, what differs and what was learned.
    fn explain(&self, comparison: &Comparison, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "{INDENT}shape: {}", comparison.first)?;
        self.end_line(output)?;
        for same in &comparison.same {
            write!(output, "{INDENT}same: {same}")?;
            self.end_line(output)?;
        }
        for component in Component::ALL {
            let share = comparison.components.iter().find(|share| share.component == component);
            let weight = share.filter(|share| share.differing() > 0.0);
            let differences: Vec<String> = comparison
                .differences
                .iter()
                .filter(|difference| difference.component == component)
                .map(ToString::to_string)
                .collect();
            if weight.is_none() && differences.is_empty() {
                continue;
            }
            write!(output, "{INDENT}{}", component.name())?;
            if let Some(share) = weight {
                write!(output, ", {:.2} of {:.2}", share.differing(), share.weight)?;
            }
            write!(output, ": {}", differences.join(", "))?;
            self.end_line(output)?;
        }
        if !comparison.learned.is_empty() {
            let positions: Vec<String> = comparison.learned.iter().map(ToString::to_string).collect();
            write!(output, "{INDENT}learned: {}", positions.join(", "))?;
            self.end_line(output)?;
        }
        Ok(())
    }
}
