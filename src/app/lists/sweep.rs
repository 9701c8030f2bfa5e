//! `urlsift sweep`: how many lines each threshold would keep, as a table with bars or as JSON.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use anyhow::Result;
use indicatif::HumanCount;

use urlsift::lists::{ComponentLevel, JoinedLines, Sweep};
use urlsift::settings::RecordKind;
use urlsift::stream::{Ending, InputPart, Run, Summary};

use crate::app::run::{Monitor, RunOutcome, Signals, inputs, print};
use crate::app::settings::{builder_of, delimiter, read_files, sources};
use crate::app::show::json::{Object, percent, round};
use crate::app::show::message::{counted, excerpt};
use crate::cli;

/// Characters of the longest bar.
const BAR: u64 = 48;

/// The thresholds that are tried.
const THRESHOLDS: RangeInclusive<u8> = 50..=100;

/// The most steps before which a threshold is worth trying, and the smallest share of lines that
/// each of them merges.
const WORTH: usize = 3;
const WORTH_FROM: f64 = 0.02;

/// The share of lines that a cliff merges: what is below it has lost too much to be recommended.
const CLIFF: f64 = 0.25;

/// A threshold at which only copies of a text are merged.
const COPIES: f64 = 90.0;

/// The thresholds at which components of texts and sequences are found, and the most lines of the
/// sample: ten times as many take about a minute.
const COMPONENTS: [f64; 10] = [50.0, 55.0, 60.0, 65.0, 70.0, 75.0, 80.0, 85.0, 90.0, 95.0];
const SAMPLE: usize = 20_000;

/// The examples of each step, unless another number is typed.
const EXAMPLES: usize = 2;
const EXAMPLES_OF_TEXTS: usize = 10;

/// The components of texts or sequences at several thresholds.
struct Curve {
    levels: Vec<ComponentLevel>,
    /// The number of lines that were compared.
    lines: u64,
    /// Whether there are more.
    is_sample: bool,
}

/// Adjacent thresholds that keep the same lines.
struct Row {
    lowest: f64,
    highest: f64,
    kept: u64,
    /// The number of lines of the largest group.
    largest: u64,
    examples: Vec<SweepExample>,
}

/// A line that is merged at some thresholds but not at the next one.
struct SweepExample {
    line: Vec<u8>,
    representative: Vec<u8>,
}

/// A step down between two rows.
struct SweepStep<'r> {
    above: &'r Row,
    below: &'r Row,
    /// The share of the lines above that is merged below.
    merged: f64,
}

/// Runs the subcommand.
pub(crate) fn run(typed: &cli::SweepOptions) -> Result<RunOutcome> {
    let settings = builder_of(&typed.settings, &typed.lines, typed.quiet)?;
    let thresholds = THRESHOLDS.map(f64::from);
    let kind = typed.lines.kind();
    let is_of_urls = kind == RecordKind::default();
    let usual = if is_of_urls {
        EXAMPLES
    } else {
        EXAMPLES_OF_TEXTS
    };
    let examples = typed.examples.unwrap_or(usual);
    let mut sweep = Sweep::new(&settings, thresholds, examples)?;
    let signals = Signals::install()?;
    let paths = inputs::paths(&typed.files);
    read_files(&paths, &typed.settings)?;
    let mut monitor = Monitor::of_reading(&signals, &paths, typed.quiet);
    let threads = match typed.threads {
        Some(threads) => threads,
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
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
    let mut is_done = summary.ending == Ending::Exhausted
        && sweep.run(threads, |done, all| monitor.tried(done, all), goes_on);
    let mut curve = None;
    if is_done && !is_of_urls {
        curve = Curve::of(&sweep, threads, goes_on);
        is_done = curve.is_some();
    }
    monitor.finish();
    let signal = signals.release();
    if let Some(signal) = signal
        && !is_done
    {
        return Ok(RunOutcome::Interrupted(signal));
    }
    // Without records there is no table; the monitor names unreadable sources.
    if summary.unreadable > 0 && summary.records == 0 {
        return Ok(RunOutcome::Incomplete);
    }
    let rows = rows(&sweep, &summary);
    let text = if typed.json {
        json(&rows, curve.as_ref(), &summary, kind)
    } else {
        table(&rows, curve.as_ref(), &summary, kind)?.into_bytes()
    };
    print(text)?;
    Ok(RunOutcome::of_reading(&summary))
}

impl Curve {
    /// Finds the components. Returns `None` if `goes_on` ended it.
    fn of(sweep: &Sweep, threads: NonZeroUsize, goes_on: impl Fn() -> bool + Sync) -> Option<Self> {
        let levels = sweep.components(&COMPONENTS, SAMPLE, threads, goes_on)?;
        let lines = sweep.sample_len(SAMPLE) as u64;
        Some(Self {
            levels,
            lines,
            is_sample: lines < sweep.sample_len(usize::MAX) as u64,
        })
    }

    /// Appends the table, and the examples of each step.
    fn append(&self, text: &mut String) -> Result<()> {
        let lines = HumanCount(self.lines);
        let of = if self.is_sample { "a sample of " } else { "" };
        writeln!(
            text,
            "\ncomponents of {of}{lines} lines, as urlsift cluster finds them:\n\n\
             threshold      components  lines in them         largest"
        )?;
        for level in &self.levels {
            let components = HumanCount(level.components).to_string();
            let joined = HumanCount(level.joined).to_string();
            let largest = HumanCount(level.largest);
            let threshold = level.threshold;
            writeln!(
                text,
                "{threshold:>9} {components:>15} {joined:>14} {largest:>15}"
            )?;
        }
        for (level, next) in self.levels.iter().zip(self.levels.iter().skip(1)).rev() {
            if level.examples.is_empty() {
                continue;
            }
            let here = level.threshold;
            let above = next.threshold;
            writeln!(text, "\njoined at {here}, not at {above}:")?;
            for example in &level.examples {
                writeln!(text, "    {}", excerpt(&example.other))?;
                writeln!(text, "    with {}", excerpt(&example.first))?;
            }
        }
        Ok(())
    }
}

/// Returns the object of the components at a threshold.
fn component_level(level: &ComponentLevel) -> Object {
    let example = |example: &JoinedLines| {
        Object::default()
            .with_bytes("line", &example.other)
            .with_bytes("first", &example.first)
    };
    Object::default()
        .with("threshold", level.threshold)
        .with("components", level.components)
        .with("lines", level.joined)
        .with("largest", level.largest)
        .with_objects("examples", &level.examples, example)
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
        let mut examples = Vec::new();
        for (line, representative) in sweep.examples(number) {
            examples.push(SweepExample {
                line: line.to_owned(),
                representative: representative.to_owned(),
            });
        }
        let highest = level.threshold();
        rows.push(Row {
            lowest: lowest.take().unwrap_or(highest),
            highest,
            // Lines that are too long are kept at every threshold.
            kept: level.kept() + summary.long,
            largest: level.largest(),
            examples,
        });
    }
    rows
}

/// Returns the step before which the largest group of texts has its size at a high threshold:
/// copies are found there, and groups that have only words in common begin to grow together below.
/// If the highest threshold keeps fewer lines, their order says more than their words.
fn end_of_copies(rows: &[Row]) -> Option<SweepStep<'_>> {
    let high = rows.iter().rposition(|row| row.lowest <= COPIES)?;
    let largest = rows[high].largest;
    let mut at = high;
    while at > 0 && rows[at - 1].largest <= largest {
        at -= 1;
    }
    let highest = rows.len() - 1;
    if rows[highest].kept <= rows[at].kept {
        at = highest;
    }
    let above = &rows[at];
    let below = &rows[at.checked_sub(1)?];
    let merged = above.kept.saturating_sub(below.kept);
    Some(SweepStep {
        above,
        below,
        merged: merged as f64 / above.kept.max(1) as f64,
    })
}

/// Returns the steps that merge the largest share of their lines, the highest threshold first, and
/// none behind the first cliff.
fn worth_trying(rows: &[Row], kind: RecordKind) -> Vec<SweepStep<'_>> {
    if kind != RecordKind::default() {
        return end_of_copies(rows).into_iter().collect();
    }
    let mut steps = Vec::new();
    for (below, above) in rows.iter().zip(rows.iter().skip(1)) {
        let merged = 1.0 - below.kept as f64 / above.kept.max(1) as f64;
        if merged >= WORTH_FROM {
            steps.push(SweepStep {
                above,
                below,
                merged,
            });
        }
    }
    if let Some(cliff) = steps.iter().rposition(|step| step.merged >= CLIFF) {
        steps.drain(..cliff);
    }
    steps.sort_by(|one, other| other.merged.total_cmp(&one.merged));
    steps.truncate(WORTH);
    steps.sort_by(|one, other| {
        let one = one.above.lowest;
        other.above.lowest.total_cmp(&one)
    });
    steps
}

fn table(
    rows: &[Row],
    curve: Option<&Curve>,
    summary: &Summary,
    kind: RecordKind,
) -> Result<String> {
    let lines = summary.records - summary.empty;
    let mut text = format!("{} lines\n\nthreshold            kept\n", HumanCount(lines));
    let kept = rows.iter().map(|row| row.kept);
    let most = kept.max().unwrap_or_default().max(1);
    for row in rows {
        let thresholds = if row.lowest < row.highest {
            format!("{} to {}", row.lowest, row.highest)
        } else {
            row.highest.to_string()
        };
        let count = HumanCount(row.kept).to_string();
        let percent = percent(row.kept, lines);
        let bar = "#".repeat((row.kept * BAR).div_ceil(most) as usize);
        let line = format!("{thresholds:>9} {count:>15} {percent:>6.2} %  {bar}");
        writeln!(text, "{}", line.trim_end())?;
    }
    text.push_str(
        "\nCounts need not grow with the threshold: which lines are kept decides which later ones are similar to one.\n",
    );
    if let Some(curve) = curve {
        curve.append(&mut text)?;
    }
    for (row, next) in rows.iter().zip(rows.iter().skip(1)).rev() {
        // Of texts, steps of components have examples.
        if row.examples.is_empty() || curve.is_some() {
            continue;
        }
        writeln!(text, "\nmerged at {}, not at {}:", row.highest, next.lowest)?;
        for example in &row.examples {
            writeln!(text, "    {}", excerpt(&example.line))?;
            writeln!(text, "    like {}", excerpt(&example.representative))?;
        }
    }
    let steps = worth_trying(rows, kind);
    text.push_str(if steps.is_empty() {
        "\nNo threshold merges much that the one above it keeps.\n"
    } else {
        "\nworth trying, each the last threshold before many lines are merged at once, with what the step \
        below it costs:\n"
    });
    for SweepStep {
        above,
        below,
        merged,
    } in steps
    {
        let kept = HumanCount(above.kept);
        let lines = HumanCount(above.kept.saturating_sub(below.kept));
        let percent = 100.0 * merged;
        writeln!(
            text,
            "    -t {:<4}  keeps {kept}, the largest group has {}; {} merges {lines} of them ({percent:.1} %), \
            the largest group has {}",
            above.lowest,
            counted(above.largest, "line"),
            below.highest,
            HumanCount(below.largest)
        )?;
        if let Some(example) = below.examples.first() {
            let line = excerpt(&example.line);
            let representative = excerpt(&example.representative);
            writeln!(text, "             such as {line} like {representative}")?;
        }
    }
    Ok(text)
}

/// Returns the object that `--json` prints.
fn json(rows: &[Row], curve: Option<&Curve>, summary: &Summary, kind: RecordKind) -> Vec<u8> {
    let lines = summary.records - summary.empty;
    let example = |example: &SweepExample| {
        Object::default()
            .with_bytes("line", &example.line)
            .with_bytes("representative", &example.representative)
    };
    let level = |row: &Row| {
        Object::default()
            .with("lowest", row.lowest)
            .with("highest", row.highest)
            .with("kept", row.kept)
            .with("percent", round(percent(row.kept, lines)))
            .with("largest_group", row.largest)
            .with_objects("examples", &row.examples, example)
    };
    let mut thresholds = Vec::new();
    for step in worth_trying(rows, kind) {
        thresholds.push(step.above.lowest);
    }
    let mut object = Object::default()
        .with("records", summary.records)
        .with("empty", summary.empty)
        .with("long", summary.long)
        .with_objects("thresholds", rows, level)
        .with("worth_trying", thresholds);
    if let Some(curve) = curve {
        object = object.with("compared", curve.lines).with_objects(
            "components",
            &curve.levels,
            component_level,
        );
    }
    object.line()
}
