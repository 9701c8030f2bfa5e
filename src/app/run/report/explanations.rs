//! `--explain`: the dropped records, each with the reason.
//!
//! Lines that begin with four spaces are about the record before them. A record cannot look like
//! one: if it begins with a space or a backslash, it gets a backslash in front, and under `--null`
//! all lines end with NUL.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::explain::{Comparison, Explanation, SameText};
use urlsift::memory::{Group, Timestamp};

use super::first_lines::FirstLine;
use super::met::MetBefore;
use super::placed::{Placed, put};
use crate::app::show::json::append_number;
use crate::app::show::message::harmless;

/// Says why records were dropped, in indented lines.
pub(super) struct Reasons {
    delimiter: u8,
    /// Lines about the texts that count as equal in the current record and its representative.
    same: Vec<u8>,
    /// Lines that earlier runs have met, if a state remembers them.
    met: Option<MetBefore>,
}

/// Begins every line about a dropped record.
const INDENT: &str = "    ";

impl Reasons {
    pub(super) fn new(delimiter: u8, met: Option<MetBefore>) -> Self {
        Self {
            delimiter,
            same: Vec::new(),
            met,
        }
    }

    /// Returns what ends each line.
    pub(super) fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// Appends the lines about a record; none about a kept one.
    pub(super) fn append(&mut self, placed: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let Placed { decided, first } = placed;
        if decided.kept || decided.verdict == Verdict::Empty {
            return Ok(());
        }
        let delimiter = self.delimiter;
        let same = &mut self.same;
        same.clear();
        if let Verdict::Unwanted(reason) = decided.verdict {
            write!(text, "{INDENT}not selected: --{reason}")?;
            if let Some(junk) = decided.junk() {
                write!(text, " ({}: {})", junk.rule, junk.why)?;
            }
            if let Some(signature) = decided.signature() {
                write!(text, " ({})", harmless(&signature))?;
            }
            text.push(delimiter);
        } else if let Verdict::Header { .. } = decided.verdict {
            write!(text, "{INDENT}a header that was printed before")?;
            text.push(delimiter);
        } else if let Some(found) = decided.explanation(&mut |text| put_same(text, delimiter, same))
        {
            self.append_representative(&found, decided.same_answer().as_deref(), first, text)?;
        } else if decided.verdict == Verdict::Similar
            && let Some(met) = &mut self.met
        {
            match first {
                Some(first) => {
                    write!(
                        text,
                        "{INDENT}met in this run: {}:{}",
                        first.shown, first.record
                    )?;
                }
                None => {
                    if let Some(group) = met.group(decided.line)? {
                        append_group(&group, text)?;
                    }
                }
            }
            text.push(delimiter);
        } else {
            write!(text, "{INDENT}not a URL")?;
            if decided.verdict == Verdict::Repeated
                && let Some(first) = first
            {
                write!(text, ", and the same as {}:{}", first.shown, first.record)?;
            }
            text.push(delimiter);
        }
        Ok(())
    }

    /// Appends the representative; then the answer because of which the record was dropped, or the
    /// texts that count as equal, the differences and the learned positions.
    fn append_representative(
        &self,
        found: &Explanation<'_>,
        answer: Option<&str>,
        start: Option<FirstLine<'_>>,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        let indent = INDENT.as_bytes();
        let end = &[self.delimiter];
        let percent = found.comparison.percent;
        // Every dropped record has these lines, so they bypass `fmt`.
        if answer.is_some() {
            put(text, &[indent, b"same answer as "]);
        } else if percent.to_bits() == 100.0_f64.to_bits() {
            put(text, &[indent, b"100.00 % like "]);
        } else {
            write!(text, "{INDENT}{percent:.2} % like ")?;
        }
        if let Some(start) = start {
            put(text, &[start.shown.as_bytes(), b":"]);
            append_number(start.record, text);
            put(text, &[b": "]);
        }
        put(text, &[&found.representative, end]);
        if let Some(answer) = answer {
            let answer = harmless(answer);
            put(text, &[indent, b"answer: ", answer.as_bytes(), end]);
        }
        let shape = found.comparison.first.as_bytes();
        put(text, &[indent, b"shape: ", shape, end]);
        let [left_out, _] = &found.comparison.left_out;
        if let Some(left_out) = left_out {
            put(text, &[indent, b"left out: ", left_out.as_bytes(), end]);
        }
        if answer.is_some() {
            return Ok(());
        }
        text.extend_from_slice(&self.same);
        append_differences(&found.comparison, char::from(self.delimiter), text)
    }
}

/// Appends when, and by which line, a record was met in an earlier run.
fn append_group(group: &Group, text: &mut Vec<u8>) -> io::Result<()> {
    let first = Timestamp(group.first);
    // A state of keys alone has the slice of time of a group, and no more.
    if group.line.is_empty() {
        return write!(text, "{INDENT}met before, {first}");
    }
    let last = Timestamp(group.last);
    let lines = group.count();
    let noun = if lines == 1 { "line" } else { "lines" };
    write!(
        text,
        "{INDENT}met before, {lines} {noun}, first {first}, last {last}: "
    )?;
    text.extend_from_slice(&group.line);
    Ok(())
}

/// Appends a line about texts that count as equal.
fn put_same(same: SameText<'_>, delimiter: u8, text: &mut Vec<u8>) {
    if same.segment == 0 {
        put(text, &[INDENT.as_bytes(), b"same: host"]);
    } else {
        put(text, &[INDENT.as_bytes(), b"same: segment "]);
        append_number(same.segment as u64, text);
    }
    let parts = [
        b": ",
        same.first.as_bytes(),
        b" and ",
        same.second.as_bytes(),
        b" (",
        same.by.as_bytes(),
        b")",
        &[delimiter],
    ];
    put(text, &parts);
}

/// Appends what differs and what was learned.
fn append_differences(comparison: &Comparison, end: char, text: &mut Vec<u8>) -> io::Result<()> {
    for (name, reason) in comparison.reasons() {
        write!(text, "{INDENT}{name}: {reason}{end}")?;
    }
    for rule in comparison.rules.iter() {
        write!(text, "{INDENT}rule: {}{end}", harmless(rule))?;
    }
    Ok(())
}
