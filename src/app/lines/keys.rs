//! `urlsift keys`: the keys by which each line is found, to look up similar lines elsewhere.

use std::io::{self, Write};

use anyhow::{Result, bail};

use urlsift::Verdict;
use urlsift::explain::LineBands;
use urlsift::settings::ByName;
use urlsift::stream::{DecidedRecord, LongRecordPart, RecordWriter, Run};

use crate::app::run::{
    Destination, Existing, KEYS_SEED, Monitor, Progress, RunOutcome, Signals, inputs, printed,
};
use crate::app::settings::{builder_of, delimiter, sources};
use crate::app::show::message::{explain, say};
use crate::cli;

/// Printed for a line whose keys cannot be listed.
const NONE: &[u8] = b"-";

/// Prints each line after its keys, or its bands.
struct KeysReport {
    delimiter: u8,
    bands: Option<LineBands>,
    /// The number of lines without a key.
    without: u64,
}

impl KeysReport {
    /// Returns what is printed before a line; `None` if that cannot be listed.
    fn keys(&self, decided: &DecidedRecord<'_>) -> Option<Vec<u64>> {
        if let Some(bands) = &self.bands {
            return Some(bands.of(decided.sift, decided.line));
        }
        printed::keys(decided)
    }
}

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::KeysOptions) -> Result<RunOutcome> {
    if typed.settings.text("metric") == "simhash" {
        bail!("cannot list keys of --metric simhash: only the overlap metric has keys");
    }
    let settings = builder_of(&typed.settings, &typed.lines, false)?;
    let settings = match &typed.key {
        Some(key) => settings.set("seed", key)?,
        None => settings.seed(KEYS_SEED),
    };
    // Keys depend on the line alone, so nothing is learned.
    let mut sift = settings.learn(false).build()?;
    let paths = inputs::paths(&typed.files);
    let delimiter = delimiter(typed.null);
    let destination = Destination::open(None, &paths, delimiter, Existing::Emptied)?;
    let signals = Signals::install()?;
    let mut monitor = Monitor::new(&signals, Progress::none(), false);
    let run = Run::new(sources(paths));
    let run = run.delimiter(delimiter).monitor(&mut monitor);
    let bands = typed.bands.then(|| LineBands::new(&sift));
    let mut report = KeysReport {
        delimiter,
        bands,
        without: 0,
    };
    let written = run.write_records(&mut sift, &mut report, destination.output);
    let summary = written.map_err(|error| explain(error, &destination.name))?;
    if report.without > 0 {
        say(format_args!(
            "{} lines have more than 4,096 keys at this threshold, and none is printed: --bands prints at most 40 numbers for each line",
            report.without
        ));
    }
    Ok(RunOutcome::of(&signals, &summary))
}

impl RecordWriter for KeysReport {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if decided.verdict == Verdict::Empty {
            return Ok(false);
        }
        let mut keys = Vec::new();
        if !printed::append_keys(self.keys(decided).as_deref(), &mut keys) {
            self.without += 1;
        }
        output.write_all(&keys)?;
        output.write_all(b"\t")?;
        output.write_all(decided.line)?;
        output.write_all(&[self.delimiter])?;
        Ok(true)
    }

    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        if part.first {
            output.write_all(NONE)?;
            output.write_all(b"\t")?;
        }
        output.write_all(part.bytes)?;
        Ok(true)
    }
}
