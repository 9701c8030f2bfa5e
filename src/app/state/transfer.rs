//! `urlsift state export` and `import`: groups as JSON lines, and after them everything that the
//! state holds, so that an empty state becomes an exact copy.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use urlsift::Builder;
use urlsift::memory::{
    Access, Arrival, Group, Host, HostEntries, SLICE, SessionBuilder, Start, State, Timestamp,
};

use super::record_kind;
use crate::app::run::{RunOutcome, advice_to_task, named_file, open_state, print};
use crate::app::show::json::{Object, append_line, hex};
use crate::app::show::message::{say, shown};
use crate::cli::{Import, StatePlace};

/// A line of a group, in a slice of time.
#[derive(Deserialize)]
struct ImportedLine {
    slice: String,
    line: String,
    line_hex: Option<String>,
    first: String,
    last: String,
    count: u64,
}

/// A group.
#[derive(Deserialize)]
struct ImportedGroup {
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
struct ExactCopy {
    start: Option<ExactStart>,
    hosts: Vec<HostEntries>,
    /// The checksum of the lines so far.
    sum: Sha256,
    /// Whether the last line has the checksum of all lines before it.
    is_whole: bool,
}

impl ExactCopy {
    /// Takes a line. Returns whether it is not a group.
    fn take(&mut self, line: &str) -> Result<bool> {
        let wrong = "not a line as urlsift state export prints it";
        self.is_whole = false;
        let mut is_group = false;
        if line.starts_with("{\"sha256\":") {
            let end: ExactEnd = serde_json::from_str(line).context(wrong)?;
            let sum = self.sum.clone().finalize();
            self.is_whole = end.sha256 == hex(&sum);
        } else if line.starts_with("{\"exact\":") {
            self.start = Some(serde_json::from_str(line).context(wrong)?);
        } else if line.starts_with("{\"host\":") {
            let stored: ExactHost = serde_json::from_str(line).context(wrong)?;
            let host = u64::from_str_radix(&stored.host, 16).context(wrong)?;
            let entries = bytes(&stored.entries).context(wrong)?;
            self.hosts.push(HostEntries {
                host: Host::from_number(host),
                slice: stored.slice,
                entries,
            });
        } else {
            is_group = true;
        }
        self.sum.update(line);
        self.sum.update("\n");
        Ok(!is_group)
    }

    /// Returns where runs continue, if an empty state can become an exact copy under some settings.
    /// Otherwise returns why it cannot, if there was anything to copy.
    fn start(&self, state: &State, settings: &Builder) -> Result<Start, Option<&'static str>> {
        let Some(copied) = &self.start else {
            return Err(None);
        };
        let why = match copied.start.parse() {
            _ if copied.exact != EXACT => "they are of another version",
            _ if !self.is_whole => "the lines are not those that were exported, or not all of them",
            _ if state.start().is_some() => "the state is not empty",
            _ if copied.settings != settings.view().identity() => {
                "they are of a state with other settings"
            }
            Ok(start) => return Ok(start),
            Err(_) => "the start of its next run cannot be read",
        };
        Err(Some(why))
    }
}

/// The number of bytes that are printed at once.
const FULL: usize = 1 << 20;

/// Prints lines in large pieces.
#[derive(Default)]
struct ExportPrinter {
    lines: Vec<u8>,
    /// The checksum of what was printed.
    sum: Sha256,
    /// Why printing failed. Nothing is printed from then on.
    failed: Option<anyhow::Error>,
}

impl ExportPrinter {
    /// Prints the lines if there are many.
    fn flush_if_full(&mut self) {
        if self.lines.len() > FULL {
            self.sum.update(&self.lines);
            if self.failed.is_none() {
                self.failed = print(&self.lines).err();
            }
            self.lines.clear();
        }
    }

    /// Adds the checksum of all lines.
    fn add_end(&mut self) {
        self.sum.update(&self.lines);
        let sum = self.sum.clone().finalize();
        let end = ExactEnd { sha256: hex(&sum) };
        append_line(&end, &mut self.lines);
    }

    /// Prints the rest.
    fn finish(self) -> Result<RunOutcome> {
        match self.failed {
            Some(error) => Err(error),
            None => print(self.lines),
        }
    }
}

/// Prints all groups of a state.
pub(super) fn export(state: &StatePlace) -> Result<RunOutcome> {
    let mut state = open_state(state, Access::Read)?;
    let slice = state.start().map_or(1, |start| start.slice);
    let mut printer = ExportPrinter::default();
    state.groups(|groups| {
        for group in &groups {
            printer.lines.extend(object(group, slice).line());
        }
        printer.flush_if_full();
        Ok(())
    })?;
    let Some(settings) = state.settings() else {
        return printer.finish();
    };
    let Some(start) = state.start() else {
        return printer.finish();
    };
    let start = ExactStart {
        exact: EXACT,
        settings: settings.to_owned(),
        start: start.to_string(),
    };
    append_line(&start, &mut printer.lines);
    state.entries(|stored| {
        let host = ExactHost {
            host: format!("{:016x}", stored.host.number()),
            slice: stored.slice,
            entries: hex(&stored.entries),
        };
        append_line(&host, &mut printer.lines);
        printer.flush_if_full();
        Ok(())
    })?;
    printer.add_end();
    printer.finish()
}

/// Returns a group as an object, with its lines by slices of this length.
fn object(group: &Group, slice: i64) -> Object {
    let start = |number: i64| Timestamp(number * slice).to_string();
    let mut slices = Vec::new();
    for (number, count) in &group.slices {
        slices.push((start(*number), *count));
    }
    let object = Object::default()
        .with_line(&group.line, group.first, group.last, group.count())
        .with("slice_seconds", slice as f64 / 1000.0)
        .with("slices", slices);
    if group.arrivals.is_empty() {
        return object;
    }
    let arrival = |arrival: &Arrival| {
        Object::default()
            .with("slice", start(arrival.slice))
            .with_line(&arrival.line, arrival.first, arrival.last, arrival.count)
    };
    object.with_objects("lines", &group.arrivals, arrival)
}

/// Enters groups.
pub(super) fn import(typed: &Import) -> Result<RunOutcome> {
    let mut name = "stdin".to_owned();
    let mut reader: Box<dyn Read> = Box::new(io::stdin());
    if let Some(path) = named_file(typed.file.as_deref()) {
        name = shown(path);
        let opened = File::open(path);
        let file = opened.with_context(|| format!("cannot read {name}"))?;
        reader = Box::new(file);
    }
    let mut state = open_state(&typed.state, Access::Create)?;
    // A new state gets the slice length of the first group.
    let mut slice = state.start().map(|start| start.slice);
    let mut groups = Vec::new();
    let mut copy = ExactCopy::default();
    let lines = BufReader::new(reader).lines();
    for (number, line) in (1..).zip(lines) {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let place = || format!("{name}:{number}");
        if copy.take(&line).with_context(place)? {
            continue;
        }
        let group = group(&line, &mut slice).with_context(place)?;
        groups.push(group);
    }
    let copied = copy.start.as_ref().map(|start| &*start.settings);
    let stored = state.settings().or(copied);
    let settings = record_kind::typed(&typed.settings, &typed.lines, stored)?;
    let count = groups.len();
    match copy.start(&state, &settings) {
        Ok(start) => {
            let restored = state.restore(settings, start, copy.hosts);
            restored.map_err(advice_to_task(&typed.state))?;
            say(format_args!(
                "{count} groups copied with everything the state knows"
            ));
            return Ok(RunOutcome::Done);
        }
        Err(Some(why)) => {
            say(format_args!(
                "no exact copy, because {why}: the lines of the groups are decided on again"
            ));
        }
        Err(None) => {}
    }
    let slice = slice.unwrap_or(SLICE);
    let slice = Duration::from_millis(slice.unsigned_abs());
    let session = SessionBuilder::new(settings).slice(slice);
    let imported = state.import(session, &groups);
    let new = imported.map_err(advice_to_task(&typed.state))?;
    say(format_args!("{count} groups read, {new} of them new"));
    Ok(RunOutcome::Done)
}

/// Reads a group. Its lines are counted by slices of this length in milliseconds; if none is set,
/// the group sets it.
fn group(line: &str, slice: &mut Option<i64>) -> Result<Group> {
    let imported: ImportedGroup =
        serde_json::from_str(line).context("not an object as urlsift state export prints it")?;
    let own = match imported.slice_seconds {
        Some(seconds) => (seconds * 1000.0) as i64,
        None => SLICE,
    };
    let slice = *slice.get_or_insert(own.max(1));
    let line = bytes_of(imported.line, imported.line_hex)?;
    let first = time(&imported.first)?;
    let last = time(&imported.last)?;
    let mut counts = BTreeMap::new();
    for (start, count) in imported.slices {
        let number = time(&start)?.div_euclid(slice);
        *counts.entry(number).or_insert(0) += count;
    }
    if counts.is_empty() {
        counts.insert(first.div_euclid(slice), 1);
    }
    let mut group = Group::new(line, first, last, counts);
    for imported in imported.lines {
        let line = bytes_of(imported.line, imported.line_hex)?;
        let start = time(&imported.slice)?;
        let number = start.div_euclid(slice);
        let first = time(&imported.first)?;
        let last = time(&imported.last)?;
        let arrival = Arrival::new(line, number, imported.count, first, last);
        group.arrivals.push(arrival);
    }
    Ok(group)
}

/// Reads a time, in milliseconds since 1970.
fn time(text: &str) -> Result<i64> {
    let Timestamp(millis) = text.parse()?;
    Ok(millis)
}

/// Returns the bytes of a line, which digits give if it is not text.
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
    let mut bytes = Vec::new();
    for start in (0..digits.len()).step_by(2) {
        let pair = &digits[start..start + 2];
        let byte = u8::from_str_radix(pair, 16).context("line_hex holds hexadecimal digits")?;
        bytes.push(byte);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::slice;

    use urlsift::Sift;
    use urlsift::memory::Unstored;

    use super::*;

    const GROUP: &str = "{\"line\":\"https://a.example/1\",\"first\":\"1970-01-01T00:00:01Z\",\
        \"last\":\"1970-01-01T00:00:09Z\",\"count\":3,\"slice_seconds\":4.0,\
        \"slices\":[[\"1970-01-01T00:00:00Z\",2],[\"1970-01-01T00:00:08Z\",1]]}";

    /// Returns the lines after the groups, for some settings.
    fn exact_lines(settings: &Builder) -> [String; 2] {
        let start = ExactStart {
            exact: EXACT,
            settings: settings.view().identity(),
            start: "unreadable".to_owned(),
        };
        let start = serde_json::to_string(&start).expect("it is text");
        let host = "{\"host\":\"00000000000000ff\",\"entries\":\"0aff\"}".to_owned();
        [start, host]
    }

    /// Returns a copy that has read some lines and the right checksum of them.
    fn copy_of(lines: &[String]) -> ExactCopy {
        let mut copy = ExactCopy::default();
        let mut sum = Sha256::new();
        for line in lines {
            assert!(
                copy.take(line).expect("it is a line of an export"),
                "{line}"
            );
            sum.update(format!("{line}\n"));
        }
        let end = format!("{{\"sha256\":\"{}\"}}", hex(&sum.finalize()));
        assert!(copy.take(&end).expect("it is the end"));
        copy
    }

    #[test]
    fn a_group_is_read_as_it_was_printed() {
        let mut slice = None;
        let read = group(GROUP, &mut slice).expect("it is a group");
        assert_eq!(slice, Some(4000));
        assert_eq!(read.line, b"https://a.example/1");
        assert_eq!(read.first, 1000);
        assert_eq!(read.last, 9000);
        assert_eq!(read.slices, BTreeMap::from([(0, 2), (2, 1)]));
        let printed = String::from_utf8(object(&read, 4000).line()).expect("it is text");
        let again = group(&printed, &mut slice).expect("it is a group");
        assert_eq!(again, read, "{printed}");
    }

    #[test]
    fn counts_fall_into_the_slices_of_the_state() {
        let read = group(GROUP, &mut Some(100_000)).expect("it is a group");
        assert_eq!(read.slices, BTreeMap::from([(0, 3)]));
    }

    #[test]
    fn a_group_without_slices_is_one_line() {
        let line =
            "{\"line\":\"x\",\"first\":\"1970-01-01T01:00:00Z\",\"last\":\"1970-01-01T01:00:00Z\"}";
        let mut slice = None;
        let read = group(line, &mut slice).expect("it is a group");
        assert_eq!(slice, Some(SLICE));
        let number = 3_600_000 / SLICE;
        assert_eq!(read.slices, BTreeMap::from([(number, 1)]));
    }

    #[test]
    fn lines_that_are_not_text_have_digits() {
        let digits = |text: &str| Some(text.to_owned());
        let read = bytes_of("\u{fffd}".to_owned(), digits("61ff")).expect("they are digits");
        assert_eq!(read, b"a\xff");
        for wrong in ["6", "6x", "\u{e9}"] {
            assert!(bytes_of(String::new(), digits(wrong)).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_lines_after_the_groups_are_kept_apart() {
        let settings = Sift::builder();
        let copy = copy_of(&exact_lines(&settings));
        assert!(copy.is_whole);
        assert_eq!(copy.hosts.len(), 1);
        assert_eq!(copy.hosts[0].host.number(), 0xff);
        assert_eq!(copy.hosts[0].entries, [0x0a, 0xff]);
        assert!(!ExactCopy::default().take(GROUP).expect("it is a group"));
        assert!(ExactCopy::default().take("{\"exact\":}").is_err());
    }

    #[test]
    fn a_copy_that_is_not_exact_says_why() {
        let settings = Sift::builder();
        let [start, host] = exact_lines(&settings);
        let other_version = start.replace("{\"exact\":1", "{\"exact\":9");
        let other_settings = settings.clone().threshold(50.0);
        let state = State::from_store(Unstored);
        let why = |lines: &[&String], settings: &Builder| {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let found = copy_of(&lines).start(&state, settings);
            found.err().flatten().unwrap_or("nothing is wrong")
        };
        let wanted = "they are of another version";
        assert_eq!(why(&[&other_version, &host], &settings), wanted);
        let wanted = "they are of a state with other settings";
        assert_eq!(why(&[&start, &host], &other_settings), wanted);
        let wanted = "the start of its next run cannot be read";
        assert_eq!(why(&[&start, &host], &settings), wanted);
        let mut copy = copy_of(slice::from_ref(&start));
        copy.take(&host).expect("it is a line of an export");
        let wanted = Some("the lines are not those that were exported, or not all of them");
        assert_eq!(copy.start(&state, &settings).err().flatten(), wanted);
        let none = ExactCopy::default().start(&state, &settings);
        assert_eq!(none.err(), Some(None));
    }
}
