//! `urlsift state info`: summarizes a state.

use std::fmt::Write;

use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use urlsift::memory::{Access, HostInfo, Info, Output, Timestamp};

use super::place;
use crate::app::clock;
use crate::app::json::append_line;
use crate::app::message::harmless;
use crate::app::outcome::Outcome;
use crate::app::stdout::print;
use crate::cli::{Place, TextOrJson};

/// The most hosts, and slices of time, that are shown to people.
const SHOWN: usize = 10;

/// A host as a JSON object.
#[derive(Serialize)]
struct HostObject<'i> {
    host: &'i str,
    kinds: u64,
    lines: u64,
    last: String,
}

impl<'i> HostObject<'i> {
    fn new(info: &'i HostInfo) -> Self {
        let HostInfo { host, groups, lines, last, .. } = info;
        Self { host, kinds: *groups, lines: *lines, last: time(*last) }
    }
}

/// The output of a run as a JSON object.
#[derive(Serialize)]
struct OutputObject<'i> {
    name: &'i str,
    /// The options that chose its form.
    form: &'i str,
    bytes: u64,
    finished: bool,
}

#[derive(Serialize)]
struct InfoObject<'i> {
    settings: Option<&'i str>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    segments: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<u64>,
    slice_seconds: Option<f64>,
    kinds: u64,
    lines: u64,
    not_urls: u64,
    /// The bytes of arrivals, if all lines are remembered.
    all_lines_bytes: u64,
    unfinished_output: Option<&'i str>,
    /// The latest time, if it is in the future.
    #[serde(skip_serializing_if = "Option::is_none")]
    future: Option<String>,
    /// The output of the last run that named one.
    output: Option<OutputObject<'i>>,
    hosts: Vec<HostObject<'i>>,
    /// The start of each slice of time, and the lines in it.
    slices: Vec<(String, u64)>,
}

/// Prints a summary of a state.
pub(super) fn run(state: &Place, format: TextOrJson) -> Result<Outcome> {
    let info = place::open(state, Access::Read)?.info()?;
    match format {
        TextOrJson::Text => print(text(&info).as_bytes()),
        TextOrJson::Jsonl => {
            let mut line = Vec::new();
            append_line(&object(&info), &mut line)?;
            print(&line)
        }
    }
}

fn object(info: &Info) -> InfoObject<'_> {
    let output = info.output.as_ref();
    InfoObject {
        settings: info.settings.as_deref(),
        bytes: info.size.bytes,
        segments: info.size.layers,
        keys: info.size.keys,
        slice_seconds: slice_seconds(info),
        kinds: info.groups,
        lines: info.lines,
        not_urls: info.not_urls,
        all_lines_bytes: info.size.arrivals.0,
        unfinished_output: output.filter(|output| !output.finished).map(|output| &*output.name),
        output: output.map(|Output { name, form, length, finished, .. }| OutputObject {
            name,
            form,
            bytes: *length,
            finished: *finished,
        }),
        future: future(info).map(time),
        hosts: info.hosts.iter().map(HostObject::new).collect(),
        slices: slices(info),
    }
}

fn text(info: &Info) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    let settings = info.settings.as_ref();
    row("settings", settings.map_or("none yet".to_owned(), |text| harmless(&text.replace('\n', ", "))));
    let parts = match (info.size.layers, info.size.keys) {
        (Some(layers), _) => format!(" in {layers} segments"),
        (None, Some(keys)) => format!(" in {} keys", HumanCount(keys)),
        (None, None) => String::new(),
    };
    row("stored", format!("{}{parts}", HumanBytes(info.size.bytes)));
    row("slices of", slice_seconds(info).map_or("none yet".to_owned(), |seconds| format!("{seconds} s")));
    row("hosts", HumanCount(info.hosts.len() as u64).to_string());
    row("groups", HumanCount(info.groups).to_string());
    row("lines", HumanCount(info.lines).to_string());
    row("not URLs", HumanCount(info.not_urls).to_string());
    let (bytes, of_slices) = info.size.arrivals;
    if bytes > 0 {
        row("all lines", format!("{} of {of_slices} slices", HumanBytes(bytes)));
    }
    if let Some(Output { name, length, finished, .. }) = &info.output {
        let title = if *finished { "last output" } else { "unfinished output" };
        row(title, format!("{}, {}", harmless(name), HumanBytes(*length)));
    }
    if let Some(latest) = future(info) {
        row(
            "from the future",
            format!("until {}; urlsift state forget --future corrects that", time(latest)),
        );
    }
    if !info.hosts.is_empty() {
        let _ = writeln!(text, "\n{:>10} {:>12}  {:<20}  host", "groups", "lines", "last");
    }
    for HostInfo { host, groups, lines, last, .. } in info.hosts.iter().take(SHOWN) {
        let _ = writeln!(text, "{groups:>10} {lines:>12}  {:<20}  {}", time(*last), harmless(host));
    }
    if info.hosts.len() > SHOWN {
        let _ = writeln!(text, "and {} hosts more; --format jsonl has all", info.hosts.len() - SHOWN);
    }
    let slices = slices(info);
    let left = slices.len().saturating_sub(SHOWN);
    if !slices.is_empty() {
        let _ = writeln!(text, "\n{:>12}  slice of time that begins at", "lines");
    }
    for (slice, lines) in slices.iter().skip(left) {
        let _ = writeln!(text, "{lines:>12}  {slice}");
    }
    text
}

fn slice_seconds(info: &Info) -> Option<f64> {
    info.slice.map(|slice| slice as f64 / 1000.0)
}

/// Returns the start of each slice of time, and the number of lines in it.
fn slices(info: &Info) -> Vec<(String, u64)> {
    let length = info.slice.unwrap_or_default();
    let slices = info.slices.iter();
    slices.map(|(slice, lines)| (time(slice.saturating_mul(length)), *lines)).collect()
}

/// Returns the start of the latest slice of time, if it is in the future.
fn future(info: &Info) -> Option<i64> {
    let slice = info.slices.keys().next_back().copied().max(info.expired)?;
    let latest = slice.saturating_mul(info.slice?);
    (latest > clock::now().ok()?).then_some(latest)
}

fn time(millis: i64) -> String {
    Timestamp(millis).to_string()
}
