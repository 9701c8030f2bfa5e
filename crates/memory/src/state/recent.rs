//! Finds the recent lines of a state that are similar to a line, the newest slice of time first.

use super::{GroupsNear, State};
use crate::entry::arrival;
use crate::entry::damaged;
use crate::entry::group::Group;
use crate::recent::RecentLine;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use urlsift_core::hash::Key;
use urlsift_core::input::Input;
use urlsift_core::{Builder, Error};
use urlsift_explain::Comparer;

/// The lines that are similar to a line.
struct SimilarLines<'l> {
    comparer: Comparer,
    like: &'l [u8],
    /// The groups of which all lines are.
    groups: HashSet<u64>,
    /// The answers on lines of other groups.
    compared: HashMap<Vec<u8>, bool>,
}

impl SimilarLines<'_> {
    fn has(&mut self, group: u64, line: &[u8]) -> bool {
        if self.groups.contains(&group) {
            return true;
        }
        if let Some(known) = self.compared.get(line) {
            return *known;
        }
        let is_similar = are_similar(&self.comparer, self.like, line);
        self.compared.insert(line.to_vec(), is_similar);
        is_similar
    }
}

fn are_similar(comparer: &Comparer, one: &[u8], other: &[u8]) -> bool {
    match comparer.compare(one, other) {
        Some(comparison) => comparison.similar,
        None => false,
    }
}

impl State {
    /// Returns the latest lines that are similar to a line and came since a time (in milliseconds
    /// since 1970), the latest first, and at most so many. If the state remembers all lines, these
    /// are all lines of the groups that [`similar`](Self::similar) finds, and similar ones of other
    /// groups; each with the number of times it came. Otherwise they are the kept lines of groups,
    /// with the lines of each that came since, by whole slices. Reads the newest slice of time
    /// first, and ends at the limit.
    ///
    /// # Errors
    /// The errors of [`Session::open`](crate::Session::open); and the store cannot be read.
    pub fn recent(
        &mut self,
        settings: Builder,
        like: &[u8],
        since: i64,
        limit: usize,
    ) -> Result<Vec<RecentLine>, Error> {
        let comparer = Comparer::new(&settings)?;
        // Kept lines are stored as the text that is compared, the others as they came.
        let of_kept = Comparer::new(&settings.clone().input(Input::Lines))?;
        let GroupsNear {
            found,
            host,
            text,
            groups,
            slice: length,
        } = self.groups_near(settings, like)?;
        let mut similar = SimilarLines {
            comparer,
            like,
            groups: HashSet::new(),
            compared: HashMap::new(),
        };
        let mut kept = Vec::new();
        for group in groups {
            if found == Some(group.id) || are_similar(&of_kept, &text, &group.line) {
                similar.groups.insert(group.id);
                kept.push(group);
            }
        }
        let Some(start) = self.start().copied() else {
            return Ok(Vec::new());
        };
        let slices = self.store.arrival_slices(i64::MIN)?;
        if slices.is_empty() {
            let mut lines = kept_lines(kept, since, length);
            lines.truncate(limit);
            return Ok(lines);
        }
        let key = Key::new(start.seed);
        let first_slice = since.div_euclid(length);
        let mut lines = Vec::new();
        let mut places = HashMap::<Vec<u8>, usize>::new();
        for slice in slices {
            if slice < first_slice || lines.len() >= limit {
                break;
            }
            let mut entries = Vec::new();
            self.store.each_arrival_in(slice, host, &mut |_, _, more| {
                entries.extend_from_slice(more);
                Ok(())
            })?;
            let arrivals = arrival::read(&entries, &key, slice, length);
            let mut arrivals = arrivals.ok_or_else(damaged)?;
            arrivals.sort_by(|one, other| {
                let latest_first = other.last.cmp(&one.last);
                latest_first.then_with(|| one.line.cmp(&other.line))
            });
            for arrival in arrivals {
                if let Some(place) = places.get(&arrival.line) {
                    let found: &mut RecentLine = &mut lines[*place];
                    found.count += arrival.count;
                    found.first = found.first.min(arrival.first);
                    continue;
                }
                let is_wanted = arrival.last >= since && lines.len() < limit;
                if is_wanted && similar.has(arrival.group, &arrival.line) {
                    places.insert(arrival.line.clone(), lines.len());
                    lines.push(RecentLine {
                        line: arrival.line,
                        count: arrival.count,
                        first: arrival.first,
                        last: arrival.last,
                    });
                }
            }
        }
        Ok(lines)
    }
}

/// Returns the kept line of each group that came since a time, with its count from that slice on,
/// the latest first.
fn kept_lines(groups: Vec<Group>, since: i64, length: i64) -> Vec<RecentLine> {
    let first_slice = since.div_euclid(length);
    let mut lines = Vec::new();
    for group in groups {
        if group.last < since {
            continue;
        }
        let counts = group.slices.range(first_slice..);
        lines.push(RecentLine {
            count: counts.map(|(_, count)| count).sum(),
            line: group.line,
            first: group.first,
            last: group.last,
        });
    }
    lines.sort_by(|one, other| {
        let latest_first = Reverse(one.last).cmp(&Reverse(other.last));
        latest_first.then_with(|| one.line.cmp(&other.line))
    });
    lines
}
