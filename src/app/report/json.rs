//! `--format jsonl`: every verdict as it is decided, one JSON object a line.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Comparison, Difference, Verdict};

use super::places::Places;

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
                    inner.bytes("line", found.representative)?;
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

/// Six decimals are more than weights have.
fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// An object whose members are written one after the other, in an order that reads well.
struct Object<'o> {
    output: &'o mut dyn Write,
    empty: bool,
}

impl<'o> Object<'o> {
    fn open(output: &'o mut dyn Write) -> io::Result<Self> {
        output.write_all(b"{")?;
        Ok(Self { output, empty: true })
    }

    fn name(&mut self, name: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.empty) { "" } else { "," };
        write!(self.output, "{comma}\"{name}\":")
    }

    /// Writes what is JSON already.
    fn raw(&mut self, name: &str, value: impl std::fmt::Display) -> io::Result<()> {
        self.name(name)?;
        write!(self.output, "{value}")
    }

    fn text(&mut self, name: &str, text: &str) -> io::Result<()> {
        self.name(name)?;
        serde_json::to_writer(&mut *self.output, text).map_err(io::Error::from)
    }

    /// Writes bytes as text, and once more as hexadecimal digits if they are no UTF-8.
    fn bytes(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return self.text(name, text);
        }
        self.text(name, &String::from_utf8_lossy(bytes))?;
        self.name(&format!("{name}_hex"))?;
        self.output.write_all(b"\"")?;
        for byte in bytes {
            write!(self.output, "{byte:02x}")?;
        }
        self.output.write_all(b"\"")
    }

    fn object(&mut self, name: &str) -> io::Result<Object<'_>> {
        self.name(name)?;
        Object::open(self.output)
    }

    fn list(&mut self, name: &str) -> io::Result<List<'_>> {
        self.name(name)?;
        self.output.write_all(b"[")?;
        Ok(List { output: self.output, empty: true })
    }

    fn close(self) -> io::Result<()> {
        self.output.write_all(b"}")
    }
}

/// A list of objects.
struct List<'o> {
    output: &'o mut dyn Write,
    empty: bool,
}

impl List<'_> {
    fn object(&mut self) -> io::Result<Object<'_>> {
        if !std::mem::take(&mut self.empty) {
            self.output.write_all(b",")?;
        }
        Object::open(self.output)
    }

    fn close(self) -> io::Result<()> {
        self.output.write_all(b"]")
    }
}
