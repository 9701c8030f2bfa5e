//! `--explain`: the dropped records, each with the reason.
//!
//! Lines that begin with four spaces are about the record before them. A record cannot look like
//! one: if it begins with a space or a backslash, it gets a backslash in front, and under `--null`
//! all lines end with NUL.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::explain::{Comparison, Explanation, SameText};
use urlsift::memory::Timestamp;

use super::first_lines::FirstLine;
use super::form::{Placed, RecordForm, put};
use super::met::MetBefore;
use super::printed;
use crate::app::show::json::append_number;
use crate::app::show::message::harmless;
use crate::app::show::paint::Paint;
use crate::cli::Print;

/// Prints each dropped record, and indented lines about it.
pub(super) struct ReasonForm {
    print: Print,
    delimiter: u8,
    paint: Paint,
    /// Lines about the texts that count as equal in the current record and its representative.
    same: Vec<u8>,
    /// Lines that earlier runs have met, if a state remembers them.
    met: Option<MetBefore>,
}

impl ReasonForm {
    pub(super) fn new(print: Print, delimiter: u8, colours: Paint, met: Option<MetBefore>) -> Self {
        Self {
            print,
            delimiter,
            paint: colours,
            same: Vec::new(),
            met,
        }
    }
}

/// Begins every line about a dropped record.
const INDENT: &str = "    ";

impl RecordForm for ReasonForm {
    fn append(
        &mut self,
        Placed { decided, first }: Placed<'_>,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Self {
            delimiter, same, ..
        } = self;
        same.clear();
        printed::append(decided, self.print, text);
        // A record must not look like a line about a record.
        if text.starts_with(b" ") || text.starts_with(b"\\") {
            text.insert(0, b'\\');
        }
        // A line end within a record does not start a new line, as the delimiter is another byte.
        text.push(*delimiter);
        let about = text.len();
        if let Verdict::Unwanted(reason) = decided.verdict {
            write!(text, "{INDENT}not selected: --{reason}")?;
            if let Some(junk) = decided.junk() {
                write!(text, " ({}: {})", junk.rule, junk.why)?;
            }
            text.push(*delimiter);
        } else if let Verdict::Header { .. } = decided.verdict {
            write!(text, "{INDENT}a header that was printed before")?;
            text.push(*delimiter);
        } else if let Some(found) =
            decided.explanation(&mut |text| put_same(text, *delimiter, same))
        {
            explain(
                &found,
                decided.same_answer().as_deref(),
                first,
                same,
                *delimiter,
                text,
            )?;
        } else if decided.verdict == Verdict::Similar
            && let Some(met) = &mut self.met
        {
            if let Some(FirstLine { shown, record, .. }) = first {
                write!(text, "{INDENT}met in this run: {shown}:{record}")?;
            } else if let Some(group) = met.group(decided.line)? {
                let first = Timestamp(group.first);
                let last = Timestamp(group.last);
                let lines = group.count();
                let s = if lines == 1 { "" } else { "s" };
                // A state of keys alone has the slice of time of a group, and no more.
                if group.line.is_empty() {
                    write!(text, "{INDENT}met before, {first}")?;
                } else {
                    write!(
                        text,
                        "{INDENT}met before, {lines} line{s}, first {first}, last {last}: "
                    )?;
                }
                text.extend_from_slice(&group.line);
            }
            text.push(*delimiter);
        } else {
            match first.filter(|_| decided.verdict == Verdict::Repeated) {
                Some(FirstLine { shown, record, .. }) => {
                    write!(text, "{INDENT}not a URL, and the same as {shown}:{record}")?;
                }
                None => write!(text, "{INDENT}not a URL")?,
            }
            text.push(*delimiter);
        }
        self.paint.aside(text, about, *delimiter);
        Ok(())
    }
}

/// Appends the representative; then the answer because of which the record was dropped, or the
/// texts that count as equal, the differences and the learned positions.
fn explain(
    found: &Explanation<'_>,
    answer: Option<&str>,
    start: Option<FirstLine<'_>>,
    same: &[u8],
    delimiter: u8,
    text: &mut Vec<u8>,
) -> io::Result<()> {
    let Comparison { percent, first, .. } = &found.comparison;
    // Every dropped record has these lines, so they bypass `fmt`.
    match answer {
        Some(_) => put(text, &[INDENT.as_bytes(), b"same answer as "]),
        None if percent.to_bits() == 100.0_f64.to_bits() => {
            put(text, &[INDENT.as_bytes(), b"100.00 % like "]);
        }
        None => write!(text, "{INDENT}{percent:.2} % like ")?,
    }
    if let Some(FirstLine { shown, record, .. }) = start {
        put(text, &[shown.as_bytes(), b":"]);
        append_number(record, text);
        put(text, &[b": "]);
    }
    put(text, &[&found.representative, &[delimiter]]);
    if let Some(answer) = answer {
        put(
            text,
            &[
                INDENT.as_bytes(),
                b"answer: ",
                harmless(answer).as_bytes(),
                &[delimiter],
            ],
        );
    }
    put(
        text,
        &[
            INDENT.as_bytes(),
            b"shape: ",
            first.as_bytes(),
            &[delimiter],
        ],
    );
    if answer.is_some() {
        return Ok(());
    }
    text.extend_from_slice(same);
    rest(&found.comparison, char::from(delimiter), text)
}

/// Appends a line about texts that count as equal.
fn put_same(
    SameText {
        segment,
        first,
        second,
        by,
        ..
    }: SameText<'_>,
    delimiter: u8,
    text: &mut Vec<u8>,
) {
    if segment == 0 {
        put(text, &[INDENT.as_bytes(), b"same: host"]);
    } else {
        put(text, &[INDENT.as_bytes(), b"same: segment "]);
        append_number(segment as u64, text);
    }
    let parts = [
        b": ",
        first.as_bytes(),
        b" and ",
        second.as_bytes(),
        b" (",
        by.as_bytes(),
        b")",
        &[delimiter],
    ];
    put(text, &parts);
}

/// Appends what differs and what was learned.
fn rest(comparison: &Comparison, end: char, text: &mut Vec<u8>) -> io::Result<()> {
    for (name, reason) in comparison.reasons() {
        write!(text, "{INDENT}{name}: {reason}{end}")?;
    }
    for rule in comparison.rules.iter() {
        write!(text, "{INDENT}rule: {}{end}", harmless(rule))?;
    }
    Ok(())
}
