//! `urlsift state info`: summarizes a state.

use std::fmt::{Display, Write};

use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use urlsift::memory::{Access, HostInfo, Info, Output, TimeSpan, Timestamp};

use crate::app::clock;
use crate::app::run::{RunOutcome, open_state, print};
use crate::app::show::json::Object;
use crate::app::show::message::harmless;
use crate::cli::{StatePlace, TextOrJson};

/// The most hosts, and slices of time, that are shown to people.
const SHOWN: usize = 10;

/// Prints a summary of a state.
pub(super) fn run(state: &StatePlace, format: TextOrJson) -> Result<RunOutcome> {
    let mut state = open_state(state, Access::Read)?;
    let info = state.info()?;
    match format {
        TextOrJson::Text => print(text(&info)),
        TextOrJson::Jsonl => print(object(&info).line()),
    }
}

fn object(info: &Info) -> Object {
    let host = |host: &HostInfo| {
        Object::default()
            .with("host", &host.host)
            .with("kinds", host.groups)
            .with("lines", host.lines)
            .with("last", time(host.last))
    };
    let output = |output: &Output| {
        Object::default()
            .with("name", &output.name)
            .with("form", &output.form)
            .with("bytes", output.length)
            .with("finished", output.finished)
    };
    let slice_seconds = info.slice.map(|slice| slice as f64 / 1000.0);
    let mut unfinished = None;
    if let Some(output) = &info.output
        && !output.finished
    {
        unfinished = Some(&output.name);
    }
    let future = future(info).map(time);
    let output = info.output.as_ref().map(output);
    Object::default()
        .with("settings", &info.settings)
        .with("bytes", info.size.bytes)
        .with_some("segments", info.size.layers)
        .with_some("keys", info.size.keys)
        .with("slice_seconds", slice_seconds)
        .with("kinds", info.groups)
        .with("lines", info.lines)
        .with("not_urls", info.not_urls)
        .with("all_lines_bytes", info.size.arrivals.0)
        .with("unfinished_output", unfinished)
        .with_some("future", future)
        .with_object("output", output)
        .with_objects("hosts", &info.hosts, host)
        .with("slices", slices(info))
}

fn text(info: &Info) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &dyn Display| {
        let _ = writeln!(text, "{name:<18} {value}");
    };
    let settings = match &info.settings {
        Some(settings) => harmless(&settings.replace('\n', ", ")),
        None => "none yet".to_owned(),
    };
    row("settings", &settings);
    let mut stored = HumanBytes(info.size.bytes).to_string();
    if let Some(layers) = info.size.layers {
        let _ = write!(stored, " in {layers} segments");
    } else if let Some(keys) = info.size.keys {
        let keys = HumanCount(keys);
        let _ = write!(stored, " in {keys} keys");
    }
    row("stored", &stored);
    let slice = match info.slice {
        Some(slice) => TimeSpan(slice).to_string(),
        None => "none yet".to_owned(),
    };
    row("slices of", &slice);
    let hosts = info.hosts.len() as u64;
    row("hosts", &HumanCount(hosts));
    row("groups", &HumanCount(info.groups));
    row("lines", &HumanCount(info.lines));
    row("not URLs", &HumanCount(info.not_urls));
    let (bytes, of_slices) = info.size.arrivals;
    if bytes > 0 {
        let bytes = HumanBytes(bytes);
        row("all lines", &format!("{bytes} of {of_slices} slices"));
    }
    if let Some(output) = &info.output {
        let title = if output.finished {
            "last output"
        } else {
            "unfinished output"
        };
        let name = harmless(&output.name);
        let length = HumanBytes(output.length);
        row(title, &format!("{name}, {length}"));
    }
    if let Some(latest) = future(info) {
        let latest = time(latest);
        let advice = "urlsift state forget --future corrects that";
        row("from the future", &format!("until {latest}; {advice}"));
    }
    text += &table_of_hosts(&info.hosts);
    text += &table_of_slices(&slices(info));
    text
}

/// Shows the first hosts.
fn table_of_hosts(hosts: &[HostInfo]) -> String {
    let mut table = String::new();
    if hosts.is_empty() {
        return table;
    }
    table.push_str("\n    groups        lines  last                  host\n");
    for info in hosts.iter().take(SHOWN) {
        let groups = info.groups;
        let lines = info.lines;
        let last = time(info.last);
        let host = harmless(&info.host);
        let _ = writeln!(table, "{groups:>10} {lines:>12}  {last:<20}  {host}");
    }
    if hosts.len() > SHOWN {
        let more = hosts.len() - SHOWN;
        let _ = writeln!(table, "and {more} hosts more; --format jsonl has all");
    }
    table
}

/// Shows the last slices of time.
fn table_of_slices(slices: &[(String, u64)]) -> String {
    let mut table = String::new();
    if slices.is_empty() {
        return table;
    }
    table.push_str("\n       lines  slice of time that begins at\n");
    let left_out = slices.len().saturating_sub(SHOWN);
    for (slice, lines) in &slices[left_out..] {
        let _ = writeln!(table, "{lines:>12}  {slice}");
    }
    table
}

/// Returns the start of each slice of time, and the number of lines in it.
fn slices(info: &Info) -> Vec<(String, u64)> {
    let length = info.slice.unwrap_or_default();
    let mut slices = Vec::new();
    for (slice, lines) in &info.slices {
        let start = time(slice.saturating_mul(length));
        slices.push((start, *lines));
    }
    slices
}

/// Returns the start of the latest slice of time, if it is in the future.
fn future(info: &Info) -> Option<i64> {
    let last = info.slices.keys().next_back().copied();
    let slice = last.max(info.expired)?;
    let latest = slice.saturating_mul(info.slice?);
    let now = clock::now().ok()?;
    if latest > now { Some(latest) } else { None }
}

fn time(millis: i64) -> String {
    Timestamp(millis).to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns a state with this many slices of an hour after 1970, each with as many lines.
    fn info(slices: i64) -> Info {
        let mut info = Info::default();
        info.slice = Some(3_600_000);
        info.slices = (0..slices).map(|slice| (slice, 7)).collect();
        info.settings = Some("threshold 80\nby host".to_owned());
        info.size.layers = Some(3);
        info
    }

    #[test]
    fn a_row_names_each_property() {
        let text = text(&info(1));
        for row in [
            "settings           threshold 80, by host\n",
            " in 3 segments\n",
            "slices of          1 h\n",
            "           7  1970-01-01T00:00:00Z\n",
        ] {
            assert!(text.contains(row), "{row}: {text}");
        }
        assert!(!text.contains("from the future"), "{text}");
    }

    #[test]
    fn the_last_slices_are_shown() {
        let shown = table_of_slices(&slices(&info(12)));
        assert_eq!(shown.lines().count(), 2 + SHOWN);
        assert!(!shown.contains("T01:00"), "{shown}");
        assert!(shown.contains("T02:00"), "{shown}");
        assert!(shown.contains("T11:00"), "{shown}");
        assert_eq!(table_of_slices(&[]), "");
    }

    #[test]
    fn a_slice_may_be_in_the_future() {
        let mut info = info(2);
        assert_eq!(future(&info), None);
        let century = 100 * 366 * 24;
        info.slices = BTreeMap::from([(0, 1), (century, 1)]);
        assert_eq!(future(&info), Some(century * 3_600_000));
        info.slices.clear();
        info.expired = Some(century);
        assert_eq!(future(&info), Some(century * 3_600_000));
    }

    #[test]
    fn programs_get_an_object() {
        let line = String::from_utf8(object(&info(1)).line()).expect("it is text");
        for member in [
            "\"slice_seconds\":3600",
            "\"segments\":3",
            "\"unfinished_output\":null",
            "\"slices\":[[\"1970-01-01T00:00:00Z\",7]]",
        ] {
            assert!(line.contains(member), "{member}: {line}");
        }
    }
}
