//! `urlsift sweep`: how many lines each threshold would keep, as a table with bars or as JSON.

use std::fmt::Write as _;
use std::io;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use anyhow::{Context, Result};
use indicatif::HumanCount;
use serde::Serialize;

use urlsift::Sweep;
use urlsift::stream::{Ending, Run, Summary};

use super::inputs;
use super::json::{Hex, Text, append_line, round};
use super::message::excerpt;
use super::monitor::Monitor;
use super::outcome::Outcome;
use super::passes::Inputs;
use super::progress::Progress;
use super::settings::{builder, delimiter};
use super::signals::Signals;
use super::stdout::print;
use crate::cli;

/// Characters of the longest bar.
const BAR: u64 = 48;

/// Thresholds that are tried.
const THRESHOLDS: RangeInclusive<u8> = 50..=100;

/// Steps between thresholds that one reading of the list is good for, at least: more take more
/// memory, fewer take more time, because the list is scanned anew and one threshold belongs to two
/// readings.
const STEPS: usize = 4;

/// What is known of one threshold.
struct Row {
    threshold: f64,
    kept: u64,
    /// Lines that are merged here but not at the next threshold, each with its representative.
    examples: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Runs the subcommand.
pub(super) fn run(typed: &cli::Sweep) -> Result<Outcome> {
    let settings = builder(&typed.similarity)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut monitor = Monitor::new(&signals, Progress::none());
    let threads = typed.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let mut inputs = Inputs::new(&inputs::paths(&typed.files))?;
    let thresholds: Vec<f64> = THRESHOLDS.map(f64::from).collect();
    let steps = threads.get().clamp(STEPS, 4 * STEPS);
    let (mut rows, mut summary): (Vec<Row>, _) = (Vec::new(), Summary::default());
    // Each reading ends with the threshold that the next one starts with, whose row it leaves to
    // that one.
    for start in (0..thresholds.len() - 1).step_by(steps) {
        let end = (start + steps).min(thresholds.len() - 1);
        let mut sweep = Sweep::new(&settings, thresholds[start..=end].iter().copied(), typed.examples)?;
        let run = Run::new(inputs.sources()?).delimiter(delimiter(typed.null)).threads(threads);
        summary = run.observer(&mut monitor).sweep(&mut sweep)?;
        if let (Some(signal), Ending::Stopped) = (signals.received(), summary.ending) {
            return Ok(Outcome::Interrupted(signal));
        }
        monitor.read_again();
        rows.truncate(start);
        for (number, level) in sweep.levels().enumerate() {
            let examples = sweep.examples(number).map(|(line, start)| (line.to_owned(), start.to_owned()));
            // Lines that are too long are kept whatever the threshold.
            let kept = level.kept() + summary.long;
            rows.push(Row { threshold: level.threshold(), kept, examples: examples.collect() });
        }
    }
    monitor.finish();
    // Of nothing there is no table; what could not be read is named.
    if summary.unreadable > 0 && summary.records == 0 {
        return Ok(Outcome::Incomplete);
    }
    let text = if typed.json { json(&rows, &summary)? } else { table(&rows, &summary)?.into_bytes() };
    print(&text)?;
    Ok(if summary.unreadable > 0 { Outcome::Incomplete } else { Outcome::Done })
}

/// Percent of the records that a filter decides on, without empty ones.
fn percent(count: u64, summary: &Summary) -> f64 {
    100.0 * count as f64 / (summary.records - summary.empty).max(1) as f64
}

fn table(rows: &[Row], summary: &Summary) -> Result<String> {
    let mut text =
        format!("{} lines\n\nthreshold            kept\n", HumanCount(summary.records - summary.empty));
    let most = rows.iter().map(|row| row.kept).max().unwrap_or_default().max(1);
    for Row { threshold, kept, .. } in rows {
        let bar = "#".repeat((kept * BAR).div_ceil(most) as usize);
        let (count, percent) = (HumanCount(*kept).to_string(), percent(*kept, summary));
        let row = format!("{threshold:>9} {count:>15} {percent:>6.2} %  {bar}");
        writeln!(text, "{}", row.trim_end())?;
    }
    text.push_str(
        "\nCounts need not grow with the threshold: which lines are kept decides which later ones are similar to one.\n",
    );
    for (row, next) in rows.iter().zip(&rows[1..]).rev().filter(|(row, _)| !row.examples.is_empty()) {
        writeln!(text, "\nmerged at {}, not at {}:", row.threshold, next.threshold)?;
        for (line, representative) in &row.examples {
            writeln!(text, "    {}\n    like {}", excerpt(line), excerpt(representative))?;
        }
    }
    Ok(text)
}

/// What `--json` prints.
#[derive(Serialize)]
struct Table<'r> {
    records: u64,
    empty: u64,
    long: u64,
    thresholds: Vec<Level<'r>>,
}

#[derive(Serialize)]
struct Level<'r> {
    threshold: f64,
    kept: u64,
    percent: f64,
    examples: Vec<Example<'r>>,
}

#[derive(Serialize)]
struct Example<'r> {
    line: Text<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_hex: Option<Hex<'r>>,
    representative: Text<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    representative_hex: Option<Hex<'r>>,
}

impl<'r> Example<'r> {
    fn new((line, representative): &'r (Vec<u8>, Vec<u8>)) -> Self {
        Self {
            line: Text(line),
            line_hex: Hex::of(line),
            representative: Text(representative),
            representative_hex: Hex::of(representative),
        }
    }
}

fn json(rows: &[Row], summary: &Summary) -> io::Result<Vec<u8>> {
    let levels = rows.iter().map(|row| Level {
        threshold: row.threshold,
        kept: row.kept,
        percent: round(percent(row.kept, summary)),
        examples: row.examples.iter().map(Example::new).collect(),
    });
    let &Summary { records, empty, long, .. } = summary;
    let mut bytes = Vec::new();
    append_line(&Table { records, empty, long, thresholds: levels.collect() }, &mut bytes)?;
    Ok(bytes)
}
