//! `urlsift sweep`: how many lines each threshold would keep, as a table with bars or as JSON.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use anyhow::{Context, Result};
use indicatif::HumanCount;

use urlsift::lists::Sweep;
use urlsift::stream::{Ending, InputPart, Run, Summary};

use crate::app::run::inputs;
use crate::app::run::monitor::Monitor;
use crate::app::run::outcome::Outcome;
use crate::app::run::signals::Signals;
use crate::app::run::stdout::print;
use crate::app::settings::{builder, delimiter, sources};
use crate::app::show::json::{Object, percent, round};
use crate::app::show::message::excerpt;
use crate::cli;

/// Characters of the longest bar.
const BAR: u64 = 48;

/// The thresholds that are tried.
const THRESHOLDS: RangeInclusive<u8> = 50..=100;

/// The most steps before which a threshold is worth trying, and the smallest share of lines that
/// each of them merges.
const WORTH: usize = 3;
const WORTH_FROM: f64 = 0.02;

/// Adjacent thresholds that keep the same lines.
struct Row {
    lowest: f64,
    highest: f64,
    kept: u64,
    /// Lines that are merged here but not at the next threshold, each with its representative.
    examples: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::SweepOptions) -> Result<Outcome> {
    let settings = builder(&typed.settings, typed.quiet)?;
    let mut sweep = Sweep::new(&settings, THRESHOLDS.map(f64::from), typed.examples)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let paths = inputs::paths(&typed.files);
    let mut monitor = Monitor::of_reading(&signals, &paths, typed.quiet);
    let threads = typed
        .threads
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let run = Run::new(sources(paths))
        .delimiter(delimiter(typed.null))
        .threads(threads);
    let scanner = sweep.scanner();
    let summary = run.monitor(&mut monitor).read(&scanner, |part| {
        if let InputPart::Records(batch, lines) = part {
            sweep.take(batch, lines.iter().copied());
        }
        Ok(())
    })?;
    let goes_on = || signals.received().is_none();
    let is_done = summary.ending == Ending::Exhausted
        && sweep.run(threads, |done, all| monitor.tried(done, all), goes_on);
    monitor.finish();
    if let (Some(signal), false) = (signals.release(), is_done) {
        return Ok(Outcome::Interrupted(signal));
    }
    // Without records there is no table; the monitor names unreadable sources.
    if summary.unreadable > 0 && summary.records == 0 {
        return Ok(Outcome::Incomplete);
    }
    let rows = rows(&sweep, &summary);
    let text = if typed.json {
        json(&rows, &summary)
    } else {
        table(&rows, &summary)?.into_bytes()
    };
    print(&text)?;
    Ok(if summary.unreadable > 0 {
        Outcome::Incomplete
    } else {
        Outcome::Done
    })
}

/// Returns the rows of the table: adjacent thresholds that keep the same lines share one.
fn rows(sweep: &Sweep, summary: &Summary) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut lowest = None;
    for (number, level) in sweep.levels().iter().enumerate() {
        lowest.get_or_insert(level.threshold());
        if level.is_next() {
            continue;
        }
        let examples = sweep
            .examples(number)
            .map(|(line, start)| (line.to_owned(), start.to_owned()));
        // Lines that are too long are kept at every threshold.
        let (highest, kept) = (level.threshold(), level.kept() + summary.long);
        let lowest = lowest.take().unwrap_or(highest);
        rows.push(Row {
            lowest,
            highest,
            kept,
            examples: examples.collect(),
        });
    }
    rows
}

/// Returns the rows before the steps that merge the largest share of their lines, the highest
/// threshold first, each with the row behind the step and that share.
fn worth_trying(rows: &[Row]) -> Vec<(&Row, &Row, f64)> {
    let step = |two: &'_ [Row]| 1.0 - two[0].kept as f64 / two[1].kept.max(1) as f64;
    let mut steps: Vec<_> = rows
        .windows(2)
        .map(|two| (&two[1], &two[0], step(two)))
        .collect();
    steps.retain(|&(.., merged)| merged >= WORTH_FROM);
    steps.sort_by(|one, other| other.2.total_cmp(&one.2));
    steps.truncate(WORTH);
    steps.sort_by(|one, other| other.0.lowest.total_cmp(&one.0.lowest));
    steps
}

fn table(rows: &[Row], summary: &Summary) -> Result<String> {
    let lines = summary.records - summary.empty;
    let mut text = format!("{} lines\n\nthreshold            kept\n", HumanCount(lines));
    let most = rows
        .iter()
        .map(|row| row.kept)
        .max()
        .unwrap_or_default()
        .max(1);
    for Row {
        lowest,
        highest,
        kept,
        ..
    } in rows
    {
        let bar = "#".repeat((kept * BAR).div_ceil(most) as usize);
        let (count, percent) = (HumanCount(*kept).to_string(), percent(*kept, lines));
        let thresholds = if lowest < highest {
            format!("{lowest} to {highest}")
        } else {
            highest.to_string()
        };
        let row = format!("{thresholds:>9} {count:>15} {percent:>6.2} %  {bar}");
        writeln!(text, "{}", row.trim_end())?;
    }
    text.push_str(
        "\nCounts need not grow with the threshold: which lines are kept decides which later ones are similar to one.\n",
    );
    for (row, next) in rows
        .iter()
        .zip(rows.iter().skip(1))
        .rev()
        .filter(|(row, _)| !row.examples.is_empty())
    {
        writeln!(text, "\nmerged at {}, not at {}:", row.highest, next.lowest)?;
        for (line, representative) in &row.examples {
            writeln!(
                text,
                "    {}\n    like {}",
                excerpt(line),
                excerpt(representative)
            )?;
        }
    }
    let worth = worth_trying(rows);
    if worth.is_empty() {
        writeln!(
            text,
            "\nNo threshold merges much that the one above it keeps."
        )?;
    } else {
        writeln!(
            text,
            "\nworth trying, each the last threshold before many lines are merged at once:"
        )?;
    }
    for (row, behind, merged) in worth {
        let (kept, lines, merged) = (
            HumanCount(row.kept),
            HumanCount(row.kept - behind.kept),
            100.0 * merged,
        );
        writeln!(
            text,
            "    -t {:<4}  keeps {kept}; {} merges {lines} of them ({merged:.1} %)",
            row.lowest, behind.highest
        )?;
    }
    Ok(text)
}

/// Returns the object that `--json` prints.
fn json(rows: &[Row], summary: &Summary) -> Vec<u8> {
    let example = |(line, representative): &(Vec<u8>, Vec<u8>)| {
        Object::default()
            .with_bytes("line", line)
            .with_bytes("representative", representative)
    };
    let level = |row: &Row| {
        Object::default()
            .with("lowest", row.lowest)
            .with("highest", row.highest)
            .with("kept", row.kept)
            .with(
                "percent",
                round(percent(row.kept, summary.records - summary.empty)),
            )
            .with_objects("examples", row.examples.iter().map(example))
    };
    let worth_trying: Vec<f64> = worth_trying(rows)
        .iter()
        .map(|(row, ..)| row.lowest)
        .collect();
    Object::default()
        .with("records", summary.records)
        .with("empty", summary.empty)
        .with("long", summary.long)
        .with_objects("thresholds", rows.iter().map(level))
        .with("worth_trying", worth_trying)
        .line()
}
