//! `urlsift state recent`: lists recent lines that are similar to a URL.

use std::collections::HashMap;
use std::io::Write;

use anyhow::Result;
use urlsift::Sift;
use urlsift::memory::{Access, Group, Timestamp};

use crate::app::clock;
use crate::app::run::{RunOutcome, advice_to_task, open_state, print};
use crate::app::settings::builder;
use crate::app::show::json::Object;
use crate::app::show::message::{excerpt, say};
use crate::cli::{Recent, TextOrJson};

/// A line, how often it came, and when first and last.
#[derive(Debug, PartialEq, Eq)]
struct RecentLine {
    line: Vec<u8>,
    count: u64,
    first: i64,
    last: i64,
}

/// Merges the arrivals of each line.
fn arrived(groups: Vec<Group>) -> Vec<RecentLine> {
    let mut lines = HashMap::<Vec<u8>, RecentLine>::new();
    for arrival in groups.into_iter().flat_map(|group| group.arrivals) {
        let line = arrival.line.clone();
        let merged = lines.entry(line).or_insert(RecentLine {
            line: arrival.line,
            count: 0,
            first: arrival.first,
            last: arrival.last,
        });
        merged.count += arrival.count;
        merged.first = merged.first.min(arrival.first);
        merged.last = merged.last.max(arrival.last);
    }
    lines.into_values().collect()
}

/// Returns the kept line of each group, with its count from the slice of a time on.
fn kept(groups: Vec<Group>, since: i64, slice: i64) -> Vec<RecentLine> {
    let first_slice = since.div_euclid(slice);
    let mut lines = Vec::new();
    for group in groups {
        lines.push(RecentLine {
            count: group
                .slices
                .range(first_slice..)
                .map(|(_, count)| count)
                .sum(),
            line: group.line,
            first: group.first,
            last: group.last,
        });
    }
    lines
}

/// Lists similar lines.
pub(super) fn run(typed: &Recent) -> Result<RunOutcome> {
    let settings = builder(&typed.settings, false)?;
    let mut state = open_state(&typed.state, Access::Read)?;
    state.needs_lines().map_err(advice_to_task(&typed.state))?;
    let like = typed.like.as_encoded_bytes();
    let sift = Sift::builder().build()?;
    if sift.scanner().host(like).is_none() {
        say(format_args!(
            "--like {} is not a URL: it matches only identical lines",
            excerpt(like)
        ));
    }
    let slice = state.start().map_or(1, |start| start.slice);
    let since = match typed.within {
        Some(time) => clock::ago(time)?,
        None => i64::MIN,
    };
    let groups = state
        .similar(settings, like, since)
        .map_err(advice_to_task(&typed.state))?;
    let has_arrivals = groups.iter().any(|group| !group.arrivals.is_empty());
    let mut found = if has_arrivals {
        arrived(groups)
    } else {
        kept(groups, since, slice)
    };
    found.retain(|line| line.last >= since);
    found.sort_by(|one, other| {
        let newest_first = other.last.cmp(&one.last);
        newest_first.then_with(|| one.line.cmp(&other.line))
    });
    let mut output = Vec::new();
    for found in found.iter().take(typed.limit) {
        let &RecentLine {
            ref line,
            count,
            first,
            last,
        } = found;
        match typed.format {
            TextOrJson::Text => {
                write!(output, "{}\t{count}\t", Timestamp(last))?;
                output.extend_from_slice(line);
                output.push(b'\n');
            }
            TextOrJson::Jsonl => {
                let object = Object::default().with_line(line, first, last, count);
                output.extend(object.line());
            }
        }
    }
    print(output)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use urlsift::memory::Arrival;

    use super::*;

    #[test]
    fn arrivals_of_a_line_are_merged() {
        let mut group = Group::new(b"a".to_vec(), 5, 9, BTreeMap::new());
        group.arrivals = vec![
            Arrival::new(b"a".to_vec(), 1, 2, 15, 17),
            Arrival::new(b"a".to_vec(), 0, 3, 5, 9),
            Arrival::new(b"b".to_vec(), 0, 1, 8, 8),
        ];
        let mut found = arrived(vec![group]);
        found.sort_by(|one, other| one.line.cmp(&other.line));
        let wanted = [
            RecentLine {
                line: b"a".to_vec(),
                count: 5,
                first: 5,
                last: 17,
            },
            RecentLine {
                line: b"b".to_vec(),
                count: 1,
                first: 8,
                last: 8,
            },
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn whole_slices_are_counted() {
        let slices = BTreeMap::from([(0, 1), (1, 10), (2, 100)]);
        let count = |since| {
            let group = Group::new(b"a".to_vec(), 5, 29, slices.clone());
            kept(vec![group], since, 10)[0].count
        };
        assert_eq!(count(i64::MIN), 111);
        assert_eq!(count(9), 111);
        assert_eq!(count(10), 110);
        assert_eq!(count(29), 100);
        assert_eq!(count(30), 0);
    }
}
