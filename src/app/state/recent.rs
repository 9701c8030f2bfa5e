//! `urlsift state recent`: lists recent lines that are similar to a URL.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use urlsift::memory::{Access, Group, Timestamp};
use urlsift::{Builder, Sift};

use crate::app::clock;
use crate::app::run::open_state::{advice_to_task, open_state};
use crate::app::run::outcome::Outcome;
use crate::app::run::stdout::print;
use crate::app::show::json::Object;
use crate::app::show::message::excerpt;
use crate::app::show::message::say;
use crate::cli::{Recent, TextOrJson};

/// The number of times a line came, the first and last time, and the line.
type Came = (u64, i64, i64, Vec<u8>);

/// Merges the arrivals of each line.
fn came(groups: Vec<Group>) -> Vec<Came> {
    let mut lines = HashMap::<Vec<u8>, Came>::new();
    for arrival in groups.into_iter().flat_map(|group| group.arrivals) {
        let came =
            lines
                .entry(arrival.line)
                .or_insert((0, arrival.first, arrival.last, Vec::new()));
        *came = (
            came.0 + arrival.count,
            came.1.min(arrival.first),
            came.2.max(arrival.last),
            Vec::new(),
        );
    }
    lines
        .into_iter()
        .map(|(line, (count, first, last, _))| (count, first, last, line))
        .collect()
}

/// Lists similar lines.
pub(super) fn run(typed: &Recent, settings: Builder) -> Result<Outcome> {
    let mut state = open_state(&typed.state, Access::Read)?;
    state.needs_lines().map_err(advice_to_task(&typed.state))?;
    let like = typed.like.as_encoded_bytes();
    if Sift::builder().build()?.scanner().host(like).is_none() {
        say(format_args!(
            "--like {} is not a URL: it matches only identical lines",
            excerpt(like)
        ));
    }
    let slice = state.start().map_or(1, |start| start.slice);
    let since = typed.within.map_or(Ok(i64::MIN), clock::ago)?;
    let groups = state
        .similar(settings, like, since)
        .map_err(advice_to_task(&typed.state))?;
    let mut events = if groups.iter().any(|group| !group.arrivals.is_empty()) {
        came(groups)
    } else {
        // Counts by whole slices, including the one in which the time began.
        let count = |group: &Group| {
            group
                .slices
                .range(since.div_euclid(slice)..)
                .map(|(_, count)| count)
                .sum()
        };
        groups
            .into_iter()
            .map(|group| (count(&group), group.first, group.last, group.line))
            .collect()
    };
    events.retain(|(_, _, last, _)| *last >= since);
    events.sort_by(|one, other| (other.2, &one.3).cmp(&(one.2, &other.3)));
    let mut lines = Vec::new();
    for (count, first, last, line) in events.iter().take(typed.limit) {
        match typed.format {
            TextOrJson::Text => {
                write!(lines, "{}\t{count}\t", Timestamp(*last))?;
                lines.extend_from_slice(line);
                lines.push(b'\n');
            }
            TextOrJson::Jsonl => {
                lines.extend(
                    Object::default()
                        .with_line(line, *first, *last, *count)
                        .line(),
                );
            }
        }
    }
    print(&lines)
}
