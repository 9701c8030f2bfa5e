//! `urlsift fields`: shows which fields are read from the first records of each source.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;

use anyhow::{Context, Result};
use urlsift::settings::input::{Field, FieldOrigin, FoundFields};
use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter, Run, Source};
use urlsift::{Sift, Verdict};

use crate::app::run::destination::Destination;
use crate::app::run::inputs;
use crate::app::run::monitor::Monitor;
use crate::app::run::outcome::Outcome;
use crate::app::run::output::Existing;
use crate::app::run::progress::Progress;
use crate::app::run::signals::Signals;
use crate::app::settings::{builder, delimiter, extracting, input};
use crate::app::show::json::{LossyText, Object};
use crate::app::show::message::{excerpt, explain, harmless};
use crate::cli::{self, TextOrJson};

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::FieldsOptions) -> Result<Outcome> {
    // Fields depend on the record alone, and on the first records of its source.
    let settings = input(builder(&typed.settings, false)?, &typed.input)?.learn(false);
    let paths = inputs::paths(&typed.files);
    let delimiter = delimiter(typed.null);
    let Destination {
        name, mut output, ..
    } = Destination::open(None, &paths, delimiter, Existing::Emptied)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut outcome = Outcome::Done;
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
        let summary = run
            .monitor(&mut monitor)
            .write_records(&mut sift, &mut report, &mut output);
        let summary = summary.map_err(|error| explain(error, &name))?;
        match Outcome::of(&signals, &summary) {
            Outcome::Incomplete => outcome = Outcome::Incomplete,
            interrupted @ Outcome::Interrupted(_) => return Ok(interrupted),
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
        let mut told = decided.sift.scanner().view().fields.told(decided.line);
        if matches!(decided.verdict, Verdict::Header { .. }) {
            told = FoundFields {
                format: "header",
                fields: Vec::new(),
            };
        }
        let bytes = match self.format {
            TextOrJson::Text => self.text(decided, &told).into_bytes(),
            TextOrJson::Jsonl => {
                let field = |origin: &FieldOrigin| {
                    let object = Object::default().with("field", origin.field.name());
                    object
                        .with("value", LossyText(&origin.value))
                        .with("from", &origin.from)
                };
                Object::default()
                    .with("source", decided.source)
                    .with("record", decided.record)
                    .with("format", told.format)
                    .with_objects("fields", told.fields.iter().map(field))
                    .with("missing", missing(&told))
                    .line()
            }
        };
        self.records += 1;
        output.write_all(&bytes).map(|()| true)
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
        let told = FoundFields {
            format: "longer than 1 MiB",
            fields: Vec::new(),
        };
        if self.format == TextOrJson::Text {
            writeln!(output, "{}", told.format)?;
        }
        Ok(true)
    }
}

impl FieldsReport {
    /// Shows a record to people.
    fn text(&self, decided: &DecidedRecord<'_>, told: &FoundFields) -> String {
        let mut text = String::new();
        if self.records == 0 {
            let gap = if self.is_first { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}", harmless(decided.source));
        }
        let _ = writeln!(text, "  record {}: {}", decided.record, told.format);
        if told.fields.is_empty() {
            let _ = writeln!(text, "    {}", excerpt(decided.line));
            return text;
        }
        for origin in &told.fields {
            let value = excerpt(&origin.value);
            let _ = writeln!(
                text,
                "    {:<12}  {value}  from {}",
                origin.field.name(),
                harmless(&origin.from)
            );
        }
        let missing = missing(told);
        if !missing.is_empty() {
            let _ = writeln!(text, "    not found     {}", missing.join(", "));
        }
        text
    }
}

/// Returns the names of the fields that a record does not have.
fn missing(told: &FoundFields) -> Vec<&'static str> {
    let has = |field: &Field| told.fields.iter().any(|origin| origin.field == *field);
    Field::ALL
        .into_iter()
        .filter(|field| !has(field))
        .map(Field::name)
        .collect()
}
