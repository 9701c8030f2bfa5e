//! `urlsift state info`: what a state holds.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use urlsift::Sift;
use urlsift::memory::{Size, format_rfc3339, groups};

use super::place;
use crate::app::json::append_line;
use crate::app::message::harmless;
use crate::app::outcome::Outcome;
use crate::app::stdout::print;
use crate::cli::{Place, TextOrJson};

/// Hosts, and slices of time, that are shown to people.
const SHOWN: usize = 10;

/// What there is of a host.
#[derive(Default, Serialize)]
struct OfHost {
    host: String,
    #[serde(rename = "kinds")]
    groups: u64,
    lines: u64,
    last: String,
}

#[derive(Serialize)]
struct Info<'i> {
    settings: Option<&'i str>,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    segments: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<u64>,
    slice_seconds: Option<f64>,
    #[serde(rename = "kinds")]
    groups: u64,
    lines: u64,
    not_urls: u64,
    /// Bytes of lines that are all remembered.
    all_lines_bytes: u64,
    unfinished_output: Option<&'i str>,
    hosts: &'i [OfHost],
    /// The start of each slice of time, and the lines in it.
    slices: Vec<(String, u64)>,
}

/// Prints what a state holds.
pub(super) fn run(state: &Place, format: TextOrJson) -> Result<Outcome> {
    let mut state = place::read(state)?;
    let name = Sift::builder().build()?;
    let mut hosts = BTreeMap::<String, (u64, u64, i64)>::new();
    let (mut slices, mut not_urls) = (BTreeMap::<i64, u64>::new(), 0);
    groups(&mut *state, |groups| {
        for group in &groups {
            for (slice, count) in &group.slices {
                *slices.entry(*slice).or_default() += count;
            }
            let Some(host) = name.host(&group.line) else {
                not_urls += 1;
                continue;
            };
            let (groups, lines, last) = hosts.entry(host).or_insert((0, 0, i64::MIN));
            (*groups, *lines, *last) = (*groups + 1, *lines + group.count(), group.last.max(*last));
        }
        Ok(())
    })?;
    let of_host = |(host, (groups, lines, last))| OfHost { host, groups, lines, last: format_rfc3339(last) };
    let mut hosts: Vec<OfHost> = hosts.into_iter().map(of_host).collect();
    hosts.sort_by(|one, other| other.groups.cmp(&one.groups).then_with(|| one.host.cmp(&other.host)));
    let Size { bytes, segments, keys, arrivals: (all_lines_bytes, all_lines_slices), .. } = state.size()?;
    let (settings, start) = state.stored().unzip();
    let length = start.map_or(0, |start| start.slice);
    let slices =
        slices.into_iter().map(|(slice, lines)| (format_rfc3339(slice.saturating_mul(length)), lines));
    let info = Info {
        settings,
        bytes,
        segments,
        keys,
        slice_seconds: start.map(|start| start.slice as f64 / 1000.0),
        groups: hosts.iter().map(|host| host.groups).sum(),
        lines: hosts.iter().map(|host| host.lines).sum(),
        not_urls,
        all_lines_bytes,
        unfinished_output: state.unfinished().map(|unfinished| &*unfinished.output),
        hosts: &hosts,
        slices: slices.collect(),
    };
    match format {
        TextOrJson::Text => print(text(&info, all_lines_slices).as_bytes()),
        TextOrJson::Jsonl => {
            let mut line = Vec::new();
            append_line(&info, &mut line)?;
            print(&line)
        }
    }
}

fn text(info: &Info<'_>, all_lines_slices: u64) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    row("settings", info.settings.map_or("none yet".to_owned(), |text| harmless(&text.replace('\n', ", "))));
    let parts = match (info.segments, info.keys) {
        (Some(segments), _) => format!(" in {segments} segments"),
        (None, Some(keys)) => format!(" in {} keys", HumanCount(keys)),
        (None, None) => String::new(),
    };
    row("stored", format!("{}{parts}", HumanBytes(info.bytes)));
    row("slices of", info.slice_seconds.map_or("none yet".to_owned(), |seconds| format!("{seconds} s")));
    row("hosts", HumanCount(info.hosts.len() as u64).to_string());
    row("groups", HumanCount(info.groups).to_string());
    row("lines", HumanCount(info.lines).to_string());
    row("not URLs", HumanCount(info.not_urls).to_string());
    if info.all_lines_bytes > 0 {
        row("all lines", format!("{} of {all_lines_slices} slices", HumanBytes(info.all_lines_bytes)));
    }
    if let Some(output) = info.unfinished_output {
        row("unfinished output", harmless(output));
    }
    if !info.hosts.is_empty() {
        let _ = writeln!(text, "\n{:>10} {:>12}  {:<20}  host", "groups", "lines", "last");
    }
    for OfHost { host, groups, lines, last } in info.hosts.iter().take(SHOWN) {
        let _ = writeln!(text, "{groups:>10} {lines:>12}  {last:<20}  {}", harmless(host));
    }
    if info.hosts.len() > SHOWN {
        let _ = writeln!(text, "and {} hosts more; --format jsonl has all", info.hosts.len() - SHOWN);
    }
    let left = info.slices.len().saturating_sub(SHOWN);
    if !info.slices.is_empty() {
        let _ = writeln!(text, "\n{:>12}  slice of time that begins at", "lines");
    }
    for (slice, lines) in info.slices.iter().skip(left) {
        let _ = writeln!(text, "{lines:>12}  {slice}");
    }
    text
}
