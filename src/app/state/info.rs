//! `urlsift state info`: summarizes a state.

use std::fmt::Write;

use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use urlsift::memory::{Access, HostInfo, Info, Output, TimeSpan, Timestamp};

use crate::app::clock;
use crate::app::run::open_state::open_state;
use crate::app::run::outcome::Outcome;
use crate::app::run::stdout::print;
use crate::app::show::json::Object;
use crate::app::show::message::harmless;
use crate::cli::{StatePlace, TextOrJson};

/// The most hosts, and slices of time, that are shown to people.
const SHOWN: usize = 10;

/// Prints a summary of a state.
pub(super) fn run(state: &StatePlace, format: TextOrJson) -> Result<Outcome> {
    let info = open_state(state, Access::Read)?.info()?;
    match format {
        TextOrJson::Text => print(text(&info).as_bytes()),
        TextOrJson::Jsonl => print(&object(&info).line()),
    }
}

fn object(info: &Info) -> Object {
    let host = |HostInfo {
                    host,
                    groups,
                    lines,
                    last,
                    ..
                }: &HostInfo| {
        let object = Object::default().with("host", host).with("kinds", groups);
        object.with("lines", lines).with("last", time(*last))
    };
    let unfinished = info.output.as_ref().filter(|output| !output.finished);
    let output = |Output {
                      name,
                      form,
                      length,
                      finished,
                      ..
                  }: &Output| {
        let object = Object::default().with("name", name).with("form", form);
        object.with("bytes", length).with("finished", finished)
    };
    Object::default()
        .with("settings", &info.settings)
        .with("bytes", info.size.bytes)
        .with_some("segments", info.size.layers)
        .with_some("keys", info.size.keys)
        .with(
            "slice_seconds",
            info.slice.map(|slice| slice as f64 / 1000.0),
        )
        .with("kinds", info.groups)
        .with("lines", info.lines)
        .with("not_urls", info.not_urls)
        .with("all_lines_bytes", info.size.arrivals.0)
        .with("unfinished_output", unfinished.map(|output| &output.name))
        .with_some("future", future(info).map(time))
        .with_object("output", info.output.as_ref().map(output))
        .with_objects("hosts", info.hosts.iter().map(host))
        .with("slices", slices(info))
}

fn text(info: &Info) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    let settings = info.settings.as_ref();
    row(
        "settings",
        settings.map_or("none yet".to_owned(), |text| {
            harmless(&text.replace('\n', ", "))
        }),
    );
    let parts = match (info.size.layers, info.size.keys) {
        (Some(layers), _) => format!(" in {layers} segments"),
        (None, Some(keys)) => format!(" in {} keys", HumanCount(keys)),
        (None, None) => String::new(),
    };
    row("stored", format!("{}{parts}", HumanBytes(info.size.bytes)));
    row(
        "slices of",
        info.slice
            .map_or("none yet".to_owned(), |slice| TimeSpan(slice).to_string()),
    );
    row("hosts", HumanCount(info.hosts.len() as u64).to_string());
    row("groups", HumanCount(info.groups).to_string());
    row("lines", HumanCount(info.lines).to_string());
    row("not URLs", HumanCount(info.not_urls).to_string());
    let (bytes, of_slices) = info.size.arrivals;
    if bytes > 0 {
        row(
            "all lines",
            format!("{} of {of_slices} slices", HumanBytes(bytes)),
        );
    }
    if let Some(Output {
        name,
        length,
        finished,
        ..
    }) = &info.output
    {
        let title = if *finished {
            "last output"
        } else {
            "unfinished output"
        };
        row(
            title,
            format!("{}, {}", harmless(name), HumanBytes(*length)),
        );
    }
    if let Some(latest) = future(info) {
        row(
            "from the future",
            format!(
                "until {}; urlsift state forget --future corrects that",
                time(latest)
            ),
        );
    }
    if !info.hosts.is_empty() {
        let _ = writeln!(
            text,
            "\n{:>10} {:>12}  {:<20}  host",
            "groups", "lines", "last"
        );
    }
    for HostInfo {
        host,
        groups,
        lines,
        last,
        ..
    } in info.hosts.iter().take(SHOWN)
    {
        let _ = writeln!(
            text,
            "{groups:>10} {lines:>12}  {:<20}  {}",
            time(*last),
            harmless(host)
        );
    }
    if info.hosts.len() > SHOWN {
        let _ = writeln!(
            text,
            "and {} hosts more; --format jsonl has all",
            info.hosts.len() - SHOWN
        );
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

/// Returns the start of each slice of time, and the number of lines in it.
fn slices(info: &Info) -> Vec<(String, u64)> {
    let length = info.slice.unwrap_or_default();
    let slices = info.slices.iter();
    slices
        .map(|(slice, lines)| (time(slice.saturating_mul(length)), *lines))
        .collect()
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
