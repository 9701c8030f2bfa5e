//! `urlsift state export` and `import`: groups as JSON lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use urlsift::Builder;
use urlsift::memory::{Access, Arrival, Group, SLICE, SessionBuilder, Timestamp};

use super::event::Event;
use super::place;
use crate::app::advice;
use crate::app::json::append_line;
use crate::app::message::shown;
use crate::app::outcome::Outcome;
use crate::app::say;
use crate::app::stdout::print;
use crate::cli::{Import, Place};

#[derive(Serialize)]
struct Exported<'e> {
    #[serde(flatten)]
    event: Event<'e>,
    /// The length of a slice of time.
    slice_seconds: f64,
    slices: Vec<(String, u64)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<ExportedLine<'e>>,
}

/// A line that came within a slice of time.
#[derive(Serialize)]
struct ExportedLine<'e> {
    slice: String,
    #[serde(flatten)]
    event: Event<'e>,
}

#[derive(Deserialize)]
struct ImportedLine {
    slice: String,
    line: String,
    line_hex: Option<String>,
    first: String,
    last: String,
    count: u64,
}

#[derive(Deserialize)]
struct Imported {
    line: String,
    line_hex: Option<String>,
    first: String,
    last: String,
    slice_seconds: Option<f64>,
    #[serde(default)]
    slices: Vec<(String, u64)>,
    #[serde(default)]
    lines: Vec<ImportedLine>,
}

/// Bytes of output that are printed at once.
const FULL: usize = 1 << 20;

/// Prints all groups of a state.
pub(super) fn export(state: &Place) -> Result<Outcome> {
    let mut state = place::open(state, Access::Read)?;
    let slice = state.start().map_or(1, |start| start.slice);
    let (mut lines, mut failed) = (Vec::new(), None);
    state.groups(|groups| {
        for Group { line, first, last, slices, arrivals, .. } in &groups {
            let exported = Exported {
                event: Event::new(line, *first, *last, slices.values().sum()),
                slice_seconds: slice as f64 / 1000.0,
                slices: slices.iter().map(|(at, count)| (start(*at, slice), *count)).collect(),
                lines: arrivals.iter().map(|arrival| exported_line(arrival, slice)).collect(),
            };
            // Memory takes it.
            let _ = append_line(&exported, &mut lines);
        }
        if lines.len() > FULL && failed.is_none() {
            failed = print(&lines).err();
            lines.clear();
        }
        Ok(())
    })?;
    match failed {
        Some(error) => Err(error),
        None => print(&lines),
    }
}

fn exported_line(arrival: &Arrival, slice: i64) -> ExportedLine<'_> {
    let Arrival { line, first, last, count, .. } = arrival;
    ExportedLine { slice: start(arrival.slice, slice), event: Event::new(line, *first, *last, *count) }
}

/// When a slice of time begins.
fn start(slice: i64, length: i64) -> String {
    Timestamp(slice * length).to_string()
}

/// Enters groups.
pub(super) fn import(typed: &Import, settings: Builder) -> Result<Outcome> {
    let (name, reader): (_, Box<dyn Read>) = match &typed.file {
        Some(path) if path != Path::new("-") => {
            let name = shown(path);
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(file))
        }
        _ => ("stdin".to_owned(), Box::new(io::stdin())),
    };
    let mut state = place::open(&typed.state, Access::Create)?;
    // A new state gets slices as long as those that the first group was counted by.
    let mut slice = state.start().map(|start| start.slice);
    let mut groups = Vec::new();
    for (line, number) in BufReader::new(reader).lines().zip(1..) {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        if !line.trim().is_empty() {
            groups.push(group(&line, &mut slice).with_context(|| format!("{name}:{number}"))?);
        }
    }
    let slice = Duration::from_millis(slice.unwrap_or(SLICE).unsigned_abs());
    let new = state
        .import(SessionBuilder::new(settings).slice(slice), &groups)
        .map_err(|error| advice::on_state(error, &typed.state, advice::Typed::Task))?;
    say(format_args!("{} groups read, {new} of them new", groups.len()));
    Ok(Outcome::Done)
}

/// Reads a group, whose lines are counted by slices of this length in milliseconds; the first one
/// says how long, if nothing else has.
fn group(line: &str, slice: &mut Option<i64>) -> Result<Group> {
    let Imported { line, line_hex, first, last, slice_seconds, slices, lines } =
        serde_json::from_str(line).context("not an object as urlsift state export prints it")?;
    let own = slice_seconds.map_or(SLICE, |seconds| (seconds * 1000.0) as i64).max(1);
    let slice = *slice.get_or_insert(own);
    let time = |text: &str| text.parse().map(|Timestamp(time)| time);
    let bytes = bytes_of(line, line_hex)?;
    let (first, last) = (time(&first)?, time(&last)?);
    let mut counts = BTreeMap::new();
    for (start, count) in slices {
        *counts.entry(time(&start)?.div_euclid(slice)).or_insert(0) += count;
    }
    if counts.is_empty() {
        counts.insert(first.div_euclid(slice), 1);
    }
    let mut group = Group::new(bytes, first, last, counts);
    for ImportedLine { slice: start, line, line_hex, first, last, count } in lines {
        let line = bytes_of(line, line_hex)?;
        let start = time(&start)?.div_euclid(slice);
        group.arrivals.push(Arrival::new(line, start, count, time(&first)?, time(&last)?));
    }
    Ok(group)
}

fn bytes_of(line: String, line_hex: Option<String>) -> Result<Vec<u8>> {
    match line_hex {
        Some(digits) => bytes(&digits),
        None => Ok(line.into_bytes()),
    }
}

fn bytes(digits: &str) -> Result<Vec<u8>> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        bail!("line_hex holds pairs of hexadecimal digits");
    }
    let byte =
        |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).context("line_hex holds hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}
