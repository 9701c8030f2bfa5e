//! What a run did, for people and for programs.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use indicatif::{HumanBytes, HumanCount};
use serde_json::json;

use urlsift::stream::{Ending, Place, Summary};

use super::json::without_controls;
use super::say;
use crate::cli::{Filter, Invalid, StatsFormat};

/// Prints statistics on standard error, which may well take none.
pub(super) fn print(summary: &Summary, format: StatsFormat) {
    let text = match format {
        StatsFormat::Text => text(summary),
        StatsFormat::Json => json(summary),
    };
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Says that there were lines that are no URLs, because nothing else would tell.
pub(super) fn note_not_urls(summary: &Summary, filter: &Filter) {
    let count = summary.not_url + summary.repeated;
    if count == 0 {
        return;
    }
    let lines = match (filter.null, count) {
        (false, 1) => "line is no URL",
        (false, _) => "lines are no URLs",
        (true, 1) => "record is no URL",
        (true, _) => "records are no URLs",
    };
    let done = if matches!(filter.invalid, Invalid::Drop) { "dropped" } else { "kept at first sight" };
    say(format_args!("{} {lines}, {done}: {}", HumanCount(count), places(summary)));
}

/// Lists the first places of non-URLs.
fn places(summary: &Summary) -> String {
    let mut list = summary.not_urls.iter().map(Place::to_string).collect::<Vec<_>>().join(", ");
    if summary.not_url > summary.not_urls.len() as u64 {
        list.push_str(", ...");
    }
    list
}

fn text(summary: &Summary) -> String {
    let mut text = String::new();
    let mut row = |name: &str, count: u64| {
        let percent = 100.0 * count as f64 / summary.records.max(1) as f64;
        let _ = writeln!(text, "{name:<12} {:>15} {percent:>7.2} %", HumanCount(count).to_string());
    };
    row("records", summary.records);
    row("written", summary.written);
    row("kept", summary.kept);
    row("similar", summary.similar);
    // Rows that are rare, and only worth their line when there is something in them.
    for (name, count) in [
        ("samples", summary.samples),
        ("no URL", summary.not_url),
        ("no URL again", summary.repeated),
        ("empty", summary.empty),
        ("too long", summary.long),
        ("cut short", summary.shortened),
    ] {
        if count > 0 {
            row(name, count);
        }
    }
    row("parsed fast", summary.fast);
    let seconds = summary.elapsed.as_secs_f64();
    let rate = u128::from(summary.records) * 1_000_000 / summary.elapsed.as_micros().max(1);
    let _ = writeln!(text, "{:<12} {:>15}", "bytes in", HumanBytes(summary.bytes_in).to_string());
    let _ = writeln!(text, "{:<12} {:>15}", "bytes out", HumanBytes(summary.bytes_out).to_string());
    let _ = writeln!(
        text,
        "{:<12} {seconds:>13.3} s {:>9} records/s",
        "time",
        HumanCount(rate as u64).to_string()
    );
    if !summary.not_urls.is_empty() {
        let _ = writeln!(text, "no URL at    {}", places(summary));
    }
    text
}

fn json(summary: &Summary) -> String {
    let places: Vec<_> =
        summary.not_urls.iter().map(|at| json!({"source": at.source, "record": at.record})).collect();
    let object = json!({
        "records": summary.records,
        "written": summary.written,
        "kept": summary.kept,
        "samples": summary.samples,
        "similar": summary.similar,
        "not_url": summary.not_url,
        "repeated": summary.repeated,
        "empty": summary.empty,
        "long": summary.long,
        "fast": summary.fast,
        "shortened": summary.shortened,
        "bytes_in": summary.bytes_in,
        "bytes_out": summary.bytes_out,
        "unreadable": summary.unreadable,
        "not_urls": places,
        "seconds": summary.elapsed.as_secs_f64(),
        "ending": match summary.ending {
            Ending::Exhausted => "exhausted",
            Ending::Stopped => "stopped",
            Ending::Closed => "closed",
        },
    });
    without_controls(object.to_string()) + "\n"
}
