//! `--format jsonl`: every verdict as it is decided, one JSON object a line.

use std::io::{self, Write};

use serde::Serialize;
use urlsift::stream::{Decided, Location, Piece, Report};
use urlsift::{Comparison, Verdict};

use super::starts::Starts;
use crate::app::json::{Hex, Text, append_line, round};

/// Prints objects.
#[derive(Default)]
pub(in crate::app) struct JsonLines {
    starts: Starts,
    /// The bytes so far of a record that is too long.
    long: u64,
    /// The line that is being printed.
    line: Vec<u8>,
}

/// What there is to say of a record. Members that do not apply are left out.
#[derive(Serialize)]
struct Record<'r> {
    source: &'r str,
    record: u64,
    verdict: &'static str,
    kept: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    line: Text<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_hex: Option<Hex<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    percent: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    representative: Option<Representative<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<Vec<Share>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<Difference<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<Vec<SameTexts<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learned: Option<&'r [usize]>,
}

/// The kept record that a dropped one is similar to, or the first of those that are the same.
#[derive(Serialize)]
struct Representative<'r> {
    source: String,
    record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Text<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_hex: Option<Hex<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'r str>,
}

/// A component that differs.
#[derive(Serialize)]
struct Share {
    component: &'static str,
    weight: f64,
    differing: f64,
}

/// What differs in a component; `null` where one of the two has nothing.
#[derive(Serialize)]
struct Difference<'r> {
    component: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<usize>,
    line: Option<&'r str>,
    representative: Option<&'r str>,
}

/// Two texts that were taken for the same.
#[derive(Serialize)]
struct SameTexts<'r> {
    segment: usize,
    line: &'r str,
    representative: &'r str,
    by: &'r str,
}

/// A record that is too long to be compared, or to be printed here.
#[derive(Serialize)]
struct Long<'r> {
    source: &'r str,
    record: u64,
    verdict: &'static str,
    kept: bool,
    bytes: u64,
}

impl JsonLines {
    fn print(&mut self, object: &impl Serialize, output: &mut dyn Write) -> io::Result<()> {
        self.line.clear();
        append_line(object, &mut self.line)?;
        output.write_all(&self.line)
    }
}

impl Report for JsonLines {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.starts.note(decided);
        let found = decided.decision.and_then(|decision| decided.sift.explain(decided.line, decision));
        let mut object = Record {
            source: decided.source,
            record: decided.record,
            verdict: name(decided.verdict),
            kept: decided.kept,
            reason: match decided.verdict {
                Verdict::Unwanted(reason) => Some(reason.name()),
                _ => None,
            },
            line: Text(decided.line),
            line_hex: Hex::of(decided.line),
            shape: None,
            percent: None,
            representative: None,
            components: None,
            differences: None,
            same: None,
            learned: None,
        };
        let shape;
        if let Some(found) = &found {
            let Comparison { percent, learned, first, second, .. } = &*found.comparison;
            object.shape = Some(first);
            object.percent = Some(round(*percent));
            object.representative =
                self.starts.start_of(decided).map(|Location { source, record }| Representative {
                    source,
                    record,
                    line: Some(Text(&found.representative)),
                    line_hex: Hex::of(&found.representative),
                    shape: Some(second),
                });
            object.components = Some(components(&found.comparison));
            object.differences = Some(differences(&found.comparison));
            object.same = Some(same(&found.comparison));
            object.learned = Some(learned);
        } else if decided.verdict == Verdict::Repeated {
            object.representative = self.starts.start_of(decided).map(|Location { source, record }| {
                Representative { source, record, line: None, line_hex: None, shape: None }
            });
        } else {
            shape = decided.decision.and_then(|decision| decided.sift.shape(decided.line, decision));
            object.shape = shape.as_deref();
        }
        self.print(&object, output)?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.long = if piece.first { 0 } else { self.long } + piece.bytes.len() as u64;
        if piece.last {
            let &Piece { source, record, .. } = piece;
            self.print(&Long { source, record, verdict: "long", kept: true, bytes: self.long - 1 }, output)?;
        }
        Ok(true)
    }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Kept => "kept",
        Verdict::Sample => "sample",
        Verdict::Similar => "similar",
        Verdict::Unwanted(_) => "unwanted",
        Verdict::Header { .. } => "header",
        Verdict::NotUrl => "not_url",
        Verdict::Repeated => "repeated",
        Verdict::Empty => "empty",
        _ => "unknown",
    }
}

/// The components that differ.
fn components(comparison: &Comparison) -> Vec<Share> {
    let differing = comparison.components.iter().filter(|share| share.differing() > 0.0);
    let share = |share: &urlsift::Share| Share {
        component: share.component.name(),
        weight: round(share.weight),
        differing: round(share.differing()),
    };
    differing.map(share).collect()
}

/// Where they differ.
fn differences(comparison: &Comparison) -> Vec<Difference<'_>> {
    let differences = comparison.differences.iter();
    differences
        .map(|difference| Difference {
            component: difference.component.name(),
            segment: difference.segment,
            line: difference.first.as_deref(),
            representative: difference.second.as_deref(),
        })
        .collect()
}

/// Which texts were taken for the same.
fn same(comparison: &Comparison) -> Vec<SameTexts<'_>> {
    let same = comparison.same.iter();
    same.map(|same| SameTexts {
        segment: same.segment,
        line: &same.first,
        representative: &same.second,
        by: &same.by,
    })
    .collect()
}
