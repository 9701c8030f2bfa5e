//! The window: the living groups, of which a line came within it, by whole slices of time.
//!
//! The index does not know about time. If a search finds an expired group, it is hidden there, and
//! the search is repeated. Once half of the groups have expired, they are removed by entering the
//! living ones into an empty index. An index that cannot hide a group is purged at once: at most
//! once a slice, since nothing expires within one, and keys are entered in a fraction of a
//! microsecond. Expired groups that no search finds are removed when they outnumber the living.

use crate::entry::{Kept, Lookup};
use crate::host::Host;
use std::collections::BTreeMap;
use urlsift_core::reserved::Reserved;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::NumberMap;

/// The number of expired groups below which the index is not purged.
const FEW: u64 = 4096;

/// The groups that were met within a window of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupWindow {
    /// The number of slices that a group lives without being met.
    length: i64,
    /// The latest slice of all records.
    now: i64,
    /// The last slice that expired in earlier runs.
    floor: i64,
    groups: NumberMap<Living>,
    /// The number of groups last met in each slice.
    last_met: BTreeMap<i64, u64>,
    /// Whether lines are needed.
    pub has_lines: bool,
    /// The number of lines within the window that make a group a burst, if bursts are wanted.
    at_least: Option<u64>,
    /// The lines of each group, if bursts are wanted.
    counts: NumberMap<BurstCounts>,
}

/// A group with at least the requested number of lines within the window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Burst {
    /// The number of lines.
    pub count: u64,
    /// The kept line of the group.
    pub first: Vec<u8>,
}

/// A living group, ready to be entered again.
#[derive(Clone, Debug)]
pub(crate) struct Living {
    pub host: Host,
    /// The slice in which it was last met.
    last: i64,
    /// The time of its line, in milliseconds since 1970.
    first: i64,
    /// Whether it is found by keys.
    by_keys: bool,
    /// The number of bytes with its keys or variants. The other bytes are its line, if keys are not
    /// enough or lines are needed.
    lookup: u32,
    bytes: Box<[u8]>,
}

impl Living {
    /// Returns the least of its keys, which is the same for all processes.
    pub(crate) fn least_key(&self, id: Id) -> Option<u64> {
        let mut keys = Vec::new();
        self.kept(id).lookup.keys(&mut keys);
        keys.into_iter().min()
    }

    /// Returns it as the kept line of a group.
    pub(crate) fn kept(&self, id: Id) -> Kept<'_> {
        let (lookup, line) = self.bytes.split_at(self.lookup as usize);
        let lookup = if self.by_keys {
            Lookup::Keys(lookup)
        } else {
            Lookup::Variants(lookup)
        };
        Kept {
            id,
            time: self.first,
            lookup,
            line,
        }
    }
}

/// The lines of a group, to find bursts.
#[derive(Clone, Debug, Default)]
struct BurstCounts {
    /// The number in each slice.
    slices: BTreeMap<i64, u64>,
    /// Whether this burst was reported.
    was_reported: bool,
}

impl BurstCounts {
    fn add(&mut self, slice: i64, lines: u64) {
        *self.slices.entry(slice).or_default() += lines;
    }

    fn sum(&self) -> u64 {
        self.slices.values().sum()
    }
}

impl GroupWindow {
    /// Creates a window of this many slices, in which this many lines are a burst.
    pub(crate) fn new(length: i64, at_least: Option<u64>) -> Self {
        Self {
            length: length.max(1),
            now: i64::MIN,
            floor: i64::MIN,
            has_lines: at_least.is_some(),
            at_least,
            ..Self::default()
        }
    }

    /// Returns a group, if it is known.
    pub(crate) fn group(&self, id: Id) -> Option<&Living> {
        self.groups.get(&id)
    }

    /// Returns the oldest slice that has not expired.
    pub(crate) fn oldest(&self) -> i64 {
        self.expired().saturating_add(1)
    }

    /// Returns the oldest slice that has not expired when a slice is the latest, or a later one.
    pub(crate) fn oldest_at(&self, slice: i64) -> i64 {
        let expired = slice.max(self.now).saturating_sub(self.length);
        expired.saturating_add(1)
    }

    /// Returns the number of lines that make a group a burst, if bursts are wanted.
    pub(crate) fn at_least(&self) -> Option<u64> {
        self.at_least
    }

    /// Counts lines of a group in a slice, and returns the burst that they complete. A group is a
    /// burst when it has this many lines within the window, and again each time after the number
    /// has fallen below half.
    pub(crate) fn count(&mut self, id: Id, slice: i64, lines: u64) -> Option<Burst> {
        let wanted = self.at_least?;
        let group = self.groups.get(&id)?;
        let oldest = self.oldest();
        let counts = self.counts.entry(id).or_default();
        counts.slices = counts.slices.split_off(&oldest);
        if 2 * counts.sum() < wanted {
            counts.was_reported = false;
        }
        if slice >= oldest {
            counts.add(slice, lines);
        }
        let count = counts.sum();
        if counts.was_reported || count < wanted {
            return None;
        }
        counts.was_reported = true;
        let first = group.kept(id).line.to_vec();
        Some(Burst { count, first })
    }

    /// Moves on to a slice. Slices before the latest one change nothing.
    pub(crate) fn advance(&mut self, slice: i64) {
        self.now = self.now.max(slice);
    }

    /// Goes back to a slice if the latest one is later, and moves everything that came since to it.
    /// Returns whether it did.
    pub(crate) fn return_to(&mut self, slice: i64) -> bool {
        if self.now <= slice {
            return false;
        }
        self.now = slice;
        for group in self.groups.values_mut() {
            group.last = group.last.min(slice);
        }
        let next = slice.saturating_add(1);
        for counts in self.counts.values_mut() {
            let ahead = counts.slices.split_off(&next);
            counts.add(slice, ahead.values().sum());
        }
        let ahead = self.last_met.split_off(&next);
        if !ahead.is_empty() {
            *self.last_met.entry(slice).or_default() += ahead.values().sum::<u64>();
        }
        true
    }

    /// Returns the last slice that has expired.
    fn expired(&self) -> i64 {
        self.expired_by(self.now)
    }

    /// Returns the last slice that has expired if no record is later than a slice.
    pub(crate) fn expired_by(&self, slice: i64) -> i64 {
        let latest = self.now.min(slice);
        latest.saturating_sub(self.length).max(self.floor)
    }

    /// Forgets which slice is the latest.
    pub(crate) fn go_back(&mut self) {
        self.now = i64::MIN;
    }

    /// Returns a window for a later slice with the groups that are alive then, and these groups.
    pub(crate) fn moved_to(&self, slice: i64) -> (Self, Vec<(Id, Living)>) {
        let mut next = Self {
            now: slice,
            groups: NumberMap::default(),
            last_met: BTreeMap::new(),
            counts: NumberMap::default(),
            ..*self
        };
        let oldest = next.oldest();
        let mut living = Vec::new();
        // Usually all have expired.
        if self.last_met.range(oldest..).next().is_none() {
            return (next, living);
        }
        for (id, group) in &self.groups {
            if group.last < oldest {
                continue;
            }
            living.push((*id, group.clone()));
            next.enter(*id, group);
            if let Some(counts) = self.counts.get(id) {
                next.counts.insert(*id, counts.clone());
            }
        }
        (next, living)
    }

    /// Adds a group, which was last met when it says so.
    fn enter(&mut self, id: Id, group: &Living) {
        *self.last_met.entry(group.last).or_default() += 1;
        self.groups.insert(id, group.clone());
    }

    /// Adds its groups to another window, no later than the latest slice there, and returns those
    /// that are new to it.
    pub(crate) fn leave_to(self, other: &mut Self) -> Vec<(Id, Living)> {
        let mut new = Vec::new();
        for (id, mut group) in self.groups {
            if !other.groups.contains_key(&id) {
                group.last = group.last.min(other.now);
                other.enter(id, &group);
                new.push((id, group));
            }
        }
        new.sort_unstable_by_key(|(id, _)| *id);
        new
    }

    /// Sets the last slice that expired in earlier runs.
    pub(crate) fn begin_after(&mut self, slice: i64) {
        self.floor = slice;
    }

    /// Adds a group, and meets it in a slice.
    pub(crate) fn keep(&mut self, host: Host, kept: &Kept<'_>, slice: i64) {
        let (by_keys, lookup) = match kept.lookup {
            Lookup::Keys(keys) => (true, keys),
            Lookup::Variants(variants) => (false, variants),
        };
        let line = if self.has_lines || !by_keys {
            kept.line
        } else {
            &[]
        };
        let living = Living {
            host,
            last: slice,
            first: kept.time,
            by_keys,
            lookup: lookup.len() as u32,
            bytes: [lookup, line].concat().into(),
        };
        self.counts.remove(&kept.id);
        if let Some(before) = self.groups.insert(kept.id, living) {
            self.leave(before.last);
        }
        *self.last_met.entry(slice).or_default() += 1;
    }

    /// Notes that a group was met in a slice, which may be earlier than the one in which it was
    /// last met. Returns whether it lives longer now.
    pub(crate) fn meet(&mut self, id: Id, slice: i64) -> bool {
        let Some(group) = self.groups.get_mut(&id) else {
            return false;
        };
        if group.last >= slice {
            return false;
        }
        let before = std::mem::replace(&mut group.last, slice);
        *self.last_met.entry(slice).or_default() += 1;
        self.leave(before);
        true
    }

    fn leave(&mut self, slice: i64) {
        if let Some(count) = self.last_met.get_mut(&slice) {
            *count -= 1;
            if *count == 0 {
                self.last_met.remove(&slice);
            }
        }
    }

    /// Whether a group is alive.
    pub(crate) fn is_alive(&self, id: Id) -> bool {
        self.is_met_after(id, self.expired())
    }

    /// Whether a group will be alive in a later slice.
    pub(crate) fn will_live(&self, id: Id, slice: i64) -> bool {
        let latest = slice.max(self.now);
        self.is_met_after(id, latest.saturating_sub(self.length))
    }

    /// Whether a group is known, and was met after a slice.
    fn is_met_after(&self, id: Id, slice: i64) -> bool {
        match self.groups.get(&id) {
            Some(group) => group.last > slice,
            None => false,
        }
    }

    /// Returns the number of known groups that have expired.
    fn dead(&self) -> u64 {
        let mut dead = 0;
        for (_, count) in self.last_met.range(..=self.expired()) {
            dead += count;
        }
        dead
    }

    /// Whether so many groups have expired that removing them pays: as many as live and are entered
    /// again, so that each group is entered twice on average.
    pub(crate) fn is_purge_due(&self) -> bool {
        2 * self.dead() >= self.groups.len() as u64
    }

    /// Whether enough groups have expired to remove them although no search finds them.
    pub(crate) fn is_full(&self) -> bool {
        let dead = self.dead();
        dead > FEW && dead > self.groups.len() as u64 / 2
    }

    /// Forgets the groups that have expired.
    pub(crate) fn purge(&mut self) {
        let oldest = self.oldest();
        self.groups.retain(|_, group| group.last >= oldest);
        self.groups.shrink_to(2 * self.groups.len());
        self.counts.retain(|id, _| self.groups.contains_key(id));
        self.last_met = self.last_met.split_off(&oldest);
    }

    /// Returns the known groups in the order of their numbers.
    pub(crate) fn living(&self) -> Vec<(Id, &Living)> {
        let mut living = Vec::with_capacity(self.groups.len());
        for (id, group) in &self.groups {
            living.push((*id, group));
        }
        living.sort_unstable_by_key(|(id, _)| *id);
        living
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut bytes = 0;
        for group in self.groups.values() {
            bytes += group.bytes.len();
        }
        for counts in self.counts.values() {
            bytes += counts.slices.len() * size_of::<(i64, u64)>();
        }
        bytes + self.groups.reserved_bytes() + self.counts.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(id: Id) -> Kept<'static> {
        Kept {
            id,
            time: 0,
            lookup: Lookup::Keys(&[]),
            line: b"",
        }
    }

    #[test]
    fn groups_live_for_whole_slices_and_late_records_count_in_their_own() {
        let mut window = GroupWindow::new(3, None);
        let keep = |window: &mut GroupWindow, id, slice| window.keep(Host::ALL, &kept(id), slice);
        window.advance(10);
        keep(&mut window, 1, 10);
        keep(&mut window, 2, 10);
        window.advance(12);
        assert!(window.is_alive(1) && window.is_alive(2));
        window.meet(2, 11);
        window.meet(2, 9);
        window.advance(13);
        assert!(!window.is_alive(1) && window.is_alive(2), "met in slice 11");
        window.advance(5);
        assert!(!window.is_alive(1), "time does not go back");
        window.purge();
        assert_eq!(
            window
                .living()
                .iter()
                .map(|(id, _)| *id)
                .collect::<Vec<_>>(),
            [2]
        );
        assert_eq!(window.last_met.values().sum::<u64>(), 1);
        window.advance(14);
        window.purge();
        assert!(window.living().is_empty() && window.last_met.is_empty());
        assert!(!window.is_alive(7));
        assert_eq!([window.expired_by(20), window.expired_by(12)], [11, 9]);
        window.begin_after(12);
        assert_eq!(
            [window.expired_by(20), window.expired_by(12)],
            [12, 12],
            "what has expired comes not back"
        );
    }

    #[test]
    fn bursts_are_news_again_once_they_have_fallen_below_half() {
        let mut window = GroupWindow::new(2, Some(4));
        window.advance(0);
        window.keep(
            Host::ALL,
            &Kept {
                line: b"first",
                ..kept(1)
            },
            0,
        );
        let mut found = Vec::new();
        for (slice, lines) in [(0, 3), (1, 2), (2, 3), (4, 1), (5, 2), (6, 4)] {
            window.advance(slice);
            window.meet(1, slice);
            for _ in 0..lines {
                found.extend(window.count(1, slice, 1).map(|burst| (slice, burst.count)));
            }
        }
        // In slice 4 one of the four lines is left in the window, so the lines after it are a new
        // burst.
        assert_eq!(found, [(1, 4), (6, 4)]);
        assert_eq!(window.count(2, 6, 1), None);
    }

    #[test]
    fn it_is_full_once_most_have_expired() {
        let mut window = GroupWindow::new(1, None);
        for id in 0..3 * FEW {
            window.keep(Host::ALL, &kept(id), 0);
        }
        window.advance(0);
        assert!(!window.is_full());
        window.advance(1);
        assert!(window.is_full());
        window.purge();
        assert!(window.living().is_empty() && !window.is_full());
    }
}
