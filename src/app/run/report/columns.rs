//! The columns that `--print` chooses: what each shows of a decided record.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::io;

use urlsift::Verdict;

use super::explanations::Reasons;
use super::placed::Placed;
use super::printed;
use crate::app::show::json::{append_number, append_rounded};
use crate::cli::Print;

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputColumn {
    /// What `--print` names.
    Printed(Print),
    /// The line that a dropped one is similar to, by the name of the usual table.
    Representative,
    /// Where that line is.
    RepresentativeSource,
    RepresentativeRecord,
}

impl OutputColumn {
    /// Returns its name in a header.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Printed(print) => printed::name(print),
            Self::Representative => "representative",
            Self::RepresentativeSource => "representative_source",
            Self::RepresentativeRecord => "representative_record",
        }
    }
}

/// Returns the columns of a table for which none were chosen, before the part that is printed.
pub(super) fn usual(has_representative: bool) -> Vec<OutputColumn> {
    let mut columns = vec![
        OutputColumn::Printed(Print::Source),
        OutputColumn::Printed(Print::Record),
        OutputColumn::Printed(Print::Verdict),
    ];
    if has_representative {
        columns.push(OutputColumn::Printed(Print::Percent));
        columns.push(OutputColumn::RepresentativeSource);
        columns.push(OutputColumn::RepresentativeRecord);
        columns.push(OutputColumn::Representative);
    }
    columns
}

/// A record whose columns are shown, and the line that it is similar to once a column asks for it.
pub(super) struct ShownRecord<'r> {
    placed: Placed<'r>,
    similar: OnceCell<Option<(Cow<'r, [u8]>, f64)>>,
}

impl<'r> ShownRecord<'r> {
    pub(super) fn new(placed: Placed<'r>) -> Self {
        Self {
            placed,
            similar: OnceCell::new(),
        }
    }

    fn similar(&self) -> Option<&(Cow<'r, [u8]>, f64)> {
        let found = self
            .similar
            .get_or_init(|| self.placed.decided.similar_to());
        found.as_ref()
    }
}

/// Reads values of columns from decided records.
pub(super) struct Values {
    reasons: Reasons,
    /// The reason of one record.
    reason: Vec<u8>,
}

impl Values {
    pub(super) fn new(reasons: Reasons) -> Self {
        Self {
            reasons,
            reason: Vec::new(),
        }
    }

    /// Appends the value of a column; nothing if the record has none.
    pub(super) fn append(
        &mut self,
        column: OutputColumn,
        shown: &ShownRecord<'_>,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Placed { decided, first } = shown.placed;
        match column {
            OutputColumn::Printed(Print::Source) => {
                text.extend_from_slice(decided.source.as_bytes());
            }
            OutputColumn::Printed(Print::Record) => append_number(decided.record, text),
            OutputColumn::Printed(Print::Verdict) => {
                text.extend_from_slice(decided.verdict.name().as_bytes());
            }
            OutputColumn::Printed(Print::Percent) => {
                if let Some((_, percent)) = shown.similar() {
                    append_rounded(*percent, text);
                }
            }
            OutputColumn::Printed(Print::Like) | OutputColumn::Representative => {
                if let Some((line, _)) = shown.similar() {
                    text.extend_from_slice(line);
                }
            }
            OutputColumn::RepresentativeSource | OutputColumn::RepresentativeRecord => {
                let is_like = shown.similar().is_some() || decided.verdict == Verdict::Repeated;
                if let Some(first) = first.filter(|_| is_like) {
                    if column == OutputColumn::RepresentativeSource {
                        text.extend_from_slice(first.source.as_bytes());
                    } else {
                        append_number(first.record, text);
                    }
                }
            }
            OutputColumn::Printed(Print::Reason) => self.append_reason(shown.placed, text)?,
            OutputColumn::Printed(Print::Count) => {
                if let Some(burst) = decided.burst {
                    append_number(burst.count, text);
                }
            }
            OutputColumn::Printed(Print::Last) => text.extend_from_slice(decided.line),
            OutputColumn::Printed(Print::Line) if decided.burst.is_some() => {
                if let Some(burst) = decided.burst {
                    text.extend_from_slice(&burst.first);
                }
            }
            OutputColumn::Printed(part) => printed::append(decided, part, text),
        }
        Ok(())
    }

    /// Appends the reason as indented lines.
    pub(super) fn append_lines(
        &mut self,
        placed: Placed<'_>,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        self.reasons.append(placed, text)
    }

    /// Appends the reason in one line.
    fn append_reason(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        self.reason.clear();
        self.reasons.append(placed, &mut self.reason)?;
        let lines = self.reason.split(|&byte| byte == self.reasons.delimiter());
        for (number, line) in lines.filter(|line| !line.is_empty()).enumerate() {
            if number > 0 {
                text.extend_from_slice(b"; ");
            }
            text.extend_from_slice(line.trim_ascii_start());
        }
        Ok(())
    }
}
