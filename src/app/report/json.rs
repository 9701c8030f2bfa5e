//! `--format jsonl`: every verdict as it is decided, one JSON object a line.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Comparison, Difference, Verdict};

use super::places::Places;
use crate::app::json::{Object, round};

/// Prints objects.
#[derive(Default)]
pub(in crate::app) struct JsonLines {
    places: Places,
    /// The bytes so far of a record that is too long.
    long: u64,
}

impl Report for JsonLines {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.places.note(decided);
        let mut object = Object::open(output)?;
        object.text("source", decided.source)?;
        object.raw("record", decided.record)?;
        object.text("verdict", name(decided.verdict))?;
        object.raw("kept", decided.kept)?;
        object.bytes("line", decided.line)?;
        if let Some(decision) = decided.decision {
            if let Some(found) = decided.sift.explain(decided.line, decision) {
                object.text("shape", &found.comparison.first)?;
                object.raw("percent", round(found.comparison.percent))?;
                if let Some(start) = self.places.start_of(decided) {
                    let mut inner = object.object("representative")?;
                    inner.text("source", &start.source)?;
                    inner.raw("record", start.record)?;
                    inner.bytes("line", &found.representative)?;
                    inner.text("shape", &found.comparison.second)?;
                    inner.close()?;
                }
                components(&found.comparison, &mut object)?;
                object.raw("learned", format_args!("{:?}", found.comparison.learned))?;
            } else if let Some(shape) = decided.sift.shape(decided.line, decision) {
                object.text("shape", &shape)?;
            } else if decided.verdict == Verdict::Repeated
                && let Some(start) = self.places.start_of(decided)
            {
                let mut inner = object.object("representative")?;
                inner.text("source", &start.source)?;
                inner.raw("record", start.record)?;
                inner.close()?;
            }
        }
        object.close()?;
        output.write_all(b"\n")?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.long = if piece.first { 0 } else { self.long } + piece.bytes.len() as u64;
        if piece.last {
            let mut object = Object::open(output)?;
            object.text("source", piece.source)?;
            object.raw("record", piece.record)?;
            object.text("verdict", "long")?;
            object.raw("kept", true)?;
            object.raw("bytes", self.long - 1)?;
            object.close()?;
            output.write_all(b"\n")?;
        }
        Ok(true)
    }
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Kept => "kept",
        Verdict::Sample => "sample",
        Verdict::Similar => "similar",
        Verdict::NotUrl => "not_url",
        Verdict::Repeated => "repeated",
        Verdict::Empty => "empty",
        _ => "unknown",
    }
}

/// Writes the components that differ.
fn components(comparison: &Comparison, object: &mut Object<'_>) -> io::Result<()> {
    let mut list = object.list("components")?;
    for share in comparison.components.iter().filter(|share| share.differing() > 0.0) {
        let mut item = list.object()?;
        item.text("component", share.component.name())?;
        item.raw("weight", round(share.weight))?;
        item.raw("differing", round(share.differing()))?;
        item.close()?;
    }
    list.close()?;
    let mut list = object.list("differences")?;
    for Difference { component, segment, first, second, .. } in &comparison.differences {
        let mut item = list.object()?;
        item.text("component", component.name())?;
        if let Some(segment) = segment {
            item.raw("segment", segment)?;
        }
        for (name, side) in [("line", first), ("representative", second)] {
            match side {
                Some(side) => item.text(name, side)?,
                None => item.raw(name, "null")?,
            }
        }
        item.close()?;
    }
    list.close()
}
