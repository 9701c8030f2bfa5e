//! `urlsift fields`: shows which fields are read from the first records of each source.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;

use anyhow::Result;
use urlsift::settings::input::{Field, FieldOrigin, FoundFields};
use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter, Run, Source};
use urlsift::{Sift, Verdict};

use crate::app::run::{Destination, Existing, Monitor, Progress, RunOutcome, Signals, inputs};
use crate::app::settings::{builder, delimiter, extracting, input};
use crate::app::show::json::{LossyText, Object};
use crate::app::show::message::{excerpt, explain, harmless};
use crate::cli::{self, TextOrJson};

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::FieldsOptions) -> Result<RunOutcome> {
    // Fields depend on the record alone, and on the first records of its source.
    let settings = builder(&typed.settings, false)?;
    let settings = input(settings, &typed.input)?.learn(false);
    let paths = inputs::paths(&typed.files);
    let delimiter = delimiter(typed.null);
    let mut destination = Destination::open(None, &paths, delimiter, Existing::Emptied)?;
    let signals = Signals::install()?;
    let mut outcome = RunOutcome::Done;
    for (number, path) in paths.into_iter().enumerate() {
        let mut sift: Sift = settings.build()?;
        let mut monitor = Monitor::new(&signals, Progress::none(), false);
        let run = Run::new([Source::argument(path)])
            .delimiter(delimiter)
            .threads(NonZeroUsize::MIN);
        let run = extracting(run, &typed.input)?;
        let mut report = FieldsReport {
            left: typed.records.get(),
            format: typed.format,
            is_first: number == 0,
            records: 0,
        };
        let run = run.monitor(&mut monitor);
        let written = run.write_records(&mut sift, &mut report, &mut destination.output);
        let summary = written.map_err(|error| explain(error, &destination.name))?;
        match RunOutcome::of(&signals, &summary) {
            RunOutcome::Incomplete => outcome = RunOutcome::Incomplete,
            interrupted @ RunOutcome::Interrupted(_) => return Ok(interrupted),
            _ => {}
        }
    }
    Ok(outcome)
}

/// Prints the fields of the first records of a source.
struct FieldsReport {
    /// The number of records that are still to be shown.
    left: usize,
    format: TextOrJson,
    /// Whether nothing was printed before.
    is_first: bool,
    records: u64,
}

impl RecordWriter for FieldsReport {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if decided.verdict == Verdict::Empty {
            return Ok(false);
        }
        if self.left == 0 {
            // The rest of the source is not read. An output that is full is an error all the same.
            output.flush()?;
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.left -= 1;
        let scanner = decided.sift.scanner();
        let mut found = scanner.view().fields.told(decided.line);
        if matches!(decided.verdict, Verdict::Header { .. }) {
            found = FoundFields {
                format: "header",
                fields: Vec::new(),
            };
        }
        let bytes = match self.format {
            TextOrJson::Text => self.text(decided, &found).into_bytes(),
            TextOrJson::Jsonl => object(decided, &found).line(),
        };
        self.records += 1;
        output.write_all(&bytes)?;
        Ok(true)
    }

    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        if !part.first || self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        if self.format == TextOrJson::Text {
            writeln!(output, "longer than 1 MiB")?;
        }
        Ok(true)
    }
}

impl FieldsReport {
    /// Shows a record to people.
    fn text(&self, decided: &DecidedRecord<'_>, found: &FoundFields) -> String {
        let mut text = String::new();
        if self.records == 0 {
            let gap = if self.is_first { "" } else { "\n" };
            let source = harmless(decided.source);
            let _ = writeln!(text, "{gap}{source}");
        }
        let number = decided.record;
        let format = found.format;
        let _ = writeln!(text, "  record {number}: {format}");
        if found.fields.is_empty() {
            let line = excerpt(decided.line);
            let _ = writeln!(text, "    {line}");
            return text;
        }
        for origin in &found.fields {
            let name = origin.field.name();
            let value = excerpt(&origin.value);
            let place = harmless(&origin.from);
            let _ = writeln!(text, "    {name:<12}  {value}  from {place}");
        }
        let missing = missing(found);
        if !missing.is_empty() {
            let names = missing.join(", ");
            let _ = writeln!(text, "    not found     {names}");
        }
        text
    }
}

/// Returns a record as an object.
fn object(decided: &DecidedRecord<'_>, found: &FoundFields) -> Object {
    let field = |origin: &FieldOrigin| {
        Object::default()
            .with("field", origin.field.name())
            .with("value", LossyText(&origin.value))
            .with("from", &origin.from)
    };
    Object::default()
        .with("source", decided.source)
        .with("record", decided.record)
        .with("format", found.format)
        .with_objects("fields", &found.fields, field)
        .with("missing", missing(found))
}

/// Returns the names of the fields that a record does not have.
fn missing(found: &FoundFields) -> Vec<&'static str> {
    let mut missing = Vec::new();
    for field in Field::ALL {
        if !found.fields.iter().any(|origin| origin.field == field) {
            missing.push(field.name());
        }
    }
    missing
}
