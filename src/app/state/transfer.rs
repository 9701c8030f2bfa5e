//! `urlsift state export` and `import`: groups as JSON lines, and after them everything that the
//! state holds, so that an empty state becomes an exact copy.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use urlsift::Builder;
use urlsift::memory::{
    Access, Arrival, Group, Host, HostEntries, SLICE, SessionBuilder, Start, State, Timestamp,
};

use super::record_kind::of_kind;
use crate::app::run::open_state::{advice_to_task, open_state};
use crate::app::run::outcome::Outcome;
use crate::app::run::stdout::print;
use crate::app::show::json::{Object, append_line, hex};
use crate::app::show::message::say;
use crate::app::show::message::shown;
use crate::cli::{Import, StatePlace};

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

/// The version of the lines after the groups.
const EXACT: u32 = 1;

/// The settings, and where the next run continues.
#[derive(Serialize, Deserialize)]
struct ExactStart {
    exact: u32,
    settings: String,
    start: String,
}

/// Everything stored of a host, or of its lines in a slice of time.
#[derive(Serialize, Deserialize)]
struct ExactHost {
    host: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<i64>,
    entries: String,
}

/// The end of a complete export: the SHA-256 of all lines before it.
#[derive(Serialize, Deserialize)]
struct ExactEnd {
    sha256: String,
}

/// The lines after the groups.
#[derive(Default)]
struct Exact {
    start: Option<ExactStart>,
    hosts: Vec<HostEntries>,
    /// The checksum of the lines so far.
    sum: Sha256,
    /// Whether the last line has the checksum of all lines before it.
    is_whole: bool,
}

impl Exact {
    /// Takes a line. Returns whether it is not a group.
    fn take(&mut self, line: &str) -> Result<bool> {
        let wrong = "not a line as urlsift state export prints it";
        let is_end = line.starts_with("{\"sha256\":");
        self.is_whole = false;
        if is_end {
            let end: ExactEnd = serde_json::from_str(line).context(wrong)?;
            self.is_whole = end.sha256 == hex(&self.sum.clone().finalize());
        } else if line.starts_with("{\"exact\":") {
            self.start = Some(serde_json::from_str(line).context(wrong)?);
        } else if line.starts_with("{\"host\":") {
            let ExactHost {
                host,
                slice,
                entries,
            } = serde_json::from_str(line).context(wrong)?;
            let host = u64::from_str_radix(&host, 16).context(wrong)?;
            self.hosts.push(HostEntries {
                host: Host::from_number(host),
                slice,
                entries: bytes(&entries).context(wrong)?,
            });
        }
        self.sum.update(line);
        self.sum.update("\n");
        Ok(is_end || line.starts_with("{\"exact\":") || line.starts_with("{\"host\":"))
    }

    /// Returns where runs continue, if an empty state can become an exact copy under some settings.
    /// Otherwise returns why it cannot, if there was anything to copy.
    fn start(&self, state: &State, settings: &Builder) -> Result<Start, Option<&'static str>> {
        let Some(ExactStart {
            exact,
            settings: stored,
            start,
        }) = &self.start
        else {
            return Err(None);
        };
        let why = match start.parse() {
            _ if *exact != EXACT => "they are of another version",
            _ if !self.is_whole => "the lines are not those that were exported, or not all of them",
            _ if state.start().is_some() => "the state is not empty",
            _ if *stored != settings.view().identity() => "they are of a state with other settings",
            Ok(start) => return Ok(start),
            Err(_) => "the start of its next run cannot be read",
        };
        Err(Some(why))
    }
}

/// The number of bytes that are printed at once.
const FULL: usize = 1 << 20;

/// Prints all groups of a state.
pub(super) fn export(state: &StatePlace) -> Result<Outcome> {
    let mut state = open_state(state, Access::Read)?;
    let slice = state.start().map_or(1, |start| start.slice);
    let (mut lines, mut failed) = (Vec::new(), None);
    let mut sum = Sha256::new();
    state.groups(|groups| {
        for Group {
            line,
            first,
            last,
            slices,
            arrivals,
            ..
        } in &groups
        {
            let object = Object::default().with_line(line, *first, *last, slices.values().sum());
            let slices: Vec<_> = slices
                .iter()
                .map(|(at, count)| (start(*at, slice), *count))
                .collect();
            let mut object = object
                .with("slice_seconds", slice as f64 / 1000.0)
                .with("slices", slices);
            if !arrivals.is_empty() {
                let arrival = |arrival: &Arrival| {
                    let object = Object::default().with("slice", start(arrival.slice, slice));
                    object.with_line(&arrival.line, arrival.first, arrival.last, arrival.count)
                };
                object = object.with_objects("lines", arrivals.iter().map(arrival));
            }
            lines.extend(object.line());
        }
        flush(&mut lines, &mut sum, &mut failed);
        Ok(())
    })?;
    if let (Some(settings), Some(start)) = (state.settings(), state.start()) {
        let start = ExactStart {
            exact: EXACT,
            settings: settings.to_owned(),
            start: start.to_string(),
        };
        append_line(&start, &mut lines)?;
        state.entries(
            |HostEntries {
                 host,
                 slice,
                 entries,
             }| {
                let host = format!("{:016x}", host.number());
                let _ = append_line(
                    &ExactHost {
                        host,
                        slice,
                        entries: hex(&entries),
                    },
                    &mut lines,
                );
                flush(&mut lines, &mut sum, &mut failed);
                Ok(())
            },
        )?;
        sum.update(&lines);
        append_line(
            &ExactEnd {
                sha256: hex(&sum.finalize()),
            },
            &mut lines,
        )?;
    }
    failed.map_or_else(|| print(&lines), Err)
}

/// Prints the lines if there are many, unless printing has failed before.
fn flush(lines: &mut Vec<u8>, sum: &mut Sha256, failed: &mut Option<anyhow::Error>) {
    if lines.len() > FULL {
        sum.update(&*lines);
        if failed.is_none() {
            *failed = print(lines).err();
        }
        lines.clear();
    }
}

/// Returns the start of a slice of time.
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
    let mut state = open_state(&typed.state, Access::Create)?;
    // A new state gets the slice length of the first group.
    let mut slice = state.start().map(|start| start.slice);
    let (mut groups, mut exact) = (Vec::new(), Exact::default());
    for (line, number) in BufReader::new(reader).lines().zip(1..) {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        if line.trim().is_empty() {
            continue;
        }
        if !exact
            .take(&line)
            .with_context(|| format!("{name}:{number}"))?
        {
            groups.push(group(&line, &mut slice).with_context(|| format!("{name}:{number}"))?);
        }
    }
    let copied = exact.start.as_ref().map(|start| &*start.settings);
    let settings = of_kind(settings, state.settings().or(copied))?;
    match exact.start(&state, &settings) {
        Ok(start) => {
            state
                .restore(settings, start, exact.hosts)
                .map_err(advice_to_task(&typed.state))?;
            say(format_args!(
                "{} groups copied with everything the state knows",
                groups.len()
            ));
            return Ok(Outcome::Done);
        }
        Err(Some(why)) => {
            say(format_args!(
                "no exact copy, because {why}: the lines of the groups are decided on again"
            ));
        }
        Err(None) => {}
    }
    let slice = Duration::from_millis(slice.unwrap_or(SLICE).unsigned_abs());
    let new = state
        .import(SessionBuilder::new(settings).slice(slice), &groups)
        .map_err(advice_to_task(&typed.state))?;
    say(format_args!(
        "{} groups read, {new} of them new",
        groups.len()
    ));
    Ok(Outcome::Done)
}

/// Reads a group. Its lines are counted by slices of this length in milliseconds; if none is set,
/// the group sets it.
fn group(line: &str, slice: &mut Option<i64>) -> Result<Group> {
    let Imported {
        line,
        line_hex,
        first,
        last,
        slice_seconds,
        slices,
        lines,
    } = serde_json::from_str(line).context("not an object as urlsift state export prints it")?;
    let own = slice_seconds
        .map_or(SLICE, |seconds| (seconds * 1000.0) as i64)
        .max(1);
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
    for ImportedLine {
        slice: start,
        line,
        line_hex,
        first,
        last,
        count,
    } in lines
    {
        let line = bytes_of(line, line_hex)?;
        let start = time(&start)?.div_euclid(slice);
        group.arrivals.push(Arrival::new(
            line,
            start,
            count,
            time(&first)?,
            time(&last)?,
        ));
    }
    Ok(group)
}

fn bytes_of(line: String, line_hex: Option<String>) -> Result<Vec<u8>> {
    line_hex.map_or_else(|| Ok(line.into_bytes()), |digits| bytes(&digits))
}

fn bytes(digits: &str) -> Result<Vec<u8>> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        bail!("line_hex holds pairs of hexadecimal digits");
    }
    let byte = |at: usize| {
        u8::from_str_radix(&digits[at..at + 2], 16).context("line_hex holds hexadecimal digits")
    };
    (0..digits.len()).step_by(2).map(byte).collect()
}
