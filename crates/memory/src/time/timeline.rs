//! The timeline: the time of each record, the groups that count then, and the bursts.

use super::SLICE;
use crate::entry::{Entry, Kept, SliceCount, written};
use crate::host::Host;
use crate::time::feed::{Feed, Turn};
use crate::time::window::{Burst, GroupWindow, Living};
use urlsift_core::similar::index::Id;

/// The time of a record that has none, if no record before it had one.
const NO_TIME: i64 = i64::MIN;

/// The clock of a run, and everything that depends on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timeline {
    /// For each record of the current batch, the time by which it is decided.
    times: Vec<i64>,
    /// For each record, the time at which it came, known only at the end of the batch.
    came: Vec<i64>,
    /// Time changes, by record.
    turns: Vec<(usize, Turn)>,
    /// Decides which times are accepted, if groups expire.
    feed: Option<Feed>,
    /// The groups that were alive before time leapt, until the leap is confirmed.
    aside: Option<Box<GroupWindow>>,
    /// The last time of a record, if all times are accepted.
    last: Option<i64>,
    /// The current time in milliseconds since 1970.
    now: i64,
    /// The length of a slice in milliseconds.
    slice: i64,
    /// The groups that are alive, if groups expire.
    window: Option<GroupWindow>,
    /// Whether other processes store groups too.
    shared: bool,
    /// The place of the current record in its batch.
    record: usize,
    /// The records of the current batch that complete a burst.
    bursts: Vec<(usize, Burst)>,
    /// The groups of the records of the current batch, where all processes count them together.
    met: Vec<MetGroup>,
    /// Entries to publish: groups this batch met first in a time slice.
    carried: Vec<(usize, Vec<u8>)>,
    /// The oldest slice that counted when each new group of the batch started.
    oldest: Vec<(usize, i64)>,
}

/// A record of a group, for a count among all processes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetGroup {
    pub record: usize,
    pub id: Id,
    pub slice: i64,
    /// The oldest slice that counted then.
    pub oldest: i64,
}

/// Setup.
impl Timeline {
    pub(crate) fn new() -> Self {
        Self {
            slice: SLICE,
            ..Self::default()
        }
    }

    /// Sets the length of a slice of time, in milliseconds.
    pub(crate) fn set_slice(&mut self, slice: i64) {
        self.slice = slice.max(1);
    }

    /// Expires groups that are not met for this many milliseconds, rounded up to whole slices;
    /// `expired` is the last slice that expired in earlier runs.
    pub(crate) fn set_window(&mut self, window: i64, at_least: Option<u64>, expired: i64) {
        let slices = window.saturating_add(self.slice - 1) / self.slice;
        let mut window = GroupWindow::new(slices, at_least);
        window.begin_after(expired);
        self.window = Some(window);
        self.feed = Some(Feed::new(slices.saturating_mul(self.slice)));
    }

    /// Sets whether other processes store groups too.
    pub(crate) fn share(&mut self, shared: bool) {
        self.shared = shared;
        if !shared {
            return;
        }
        if let Some(window) = &mut self.window {
            window.has_lines = true;
        }
        // Other processes may have made claims based on the time at which a record was decided.
        if let Some(feed) = &mut self.feed {
            feed.believes = true;
        }
    }

    /// Sets the time of the records that follow, in milliseconds since 1970.
    pub(crate) fn set_time(&mut self, now: i64) {
        self.now = now;
        let slice = self.slice_of(now);
        if let Some(window) = &mut self.window {
            window.advance(slice);
        }
    }

    /// Sets the time of the records that follow to that of the clock. Returns whether the clock was
    /// ahead before: groups seen then count as seen now.
    pub(crate) fn set_clock(&mut self, now: i64) -> bool {
        let slice = self.slice_of(now);
        let was_ahead = match &mut self.window {
            Some(window) => window.return_to(slice),
            None => false,
        };
        self.set_time(now);
        was_ahead
    }

    /// Sets the times of the records of the next batch, where they have one; `clock` is the current
    /// time. Records without a time get the last one before them, or else the first one.
    pub(crate) fn set_times(&mut self, times: impl Iterator<Item = Option<i64>>, clock: i64) {
        self.times.clear();
        self.came.clear();
        self.turns.clear();
        let times: Vec<_> = times.collect();
        let first = self.first_possible(&times, clock);
        let mut turns = Vec::new();
        let mut leap = None;
        for (record, time) in times.into_iter().enumerate() {
            let mut accepted = time;
            if let Some(feed) = &mut self.feed
                && let Some(time) = time
            {
                accepted = feed.take(time, clock, &mut turns);
            }
            for turn in turns.drain(..) {
                match turn {
                    Turn::Leap => leap = Some(record),
                    Turn::Confirmed => leap = None,
                    Turn::Undone => {
                        // The records of the leap count as records without a time.
                        let sure = self.feed.as_ref().and_then(Feed::sure);
                        if let Some(leap) = leap.take()
                            && let Some(sure) = sure
                        {
                            self.came[leap..].fill(sure);
                        }
                    }
                    Turn::Back => {}
                }
                self.turns.push((record, turn));
            }
            if accepted.is_some() {
                self.last = accepted;
            }
            let before = match &self.feed {
                Some(feed) => feed.last(),
                None => self.last,
            };
            let time = accepted.or(before).or(first).unwrap_or(NO_TIME);
            self.times.push(time);
            self.came.push(time);
        }
    }

    /// Returns the first time that can be right by the clock.
    fn first_possible(&self, times: &[Option<i64>], clock: i64) -> Option<i64> {
        let mut times = times.iter().flatten().copied();
        match &self.feed {
            Some(feed) => times.find(|time| feed.may_be(*time, clock)),
            None => times.next(),
        }
    }

    /// Sets the time of the records of the next batch that have none, if no record before them had
    /// one.
    pub(crate) fn fill_times(&mut self, mut time: impl FnMut(usize) -> i64) {
        for (record, decided) in self.times.iter_mut().enumerate() {
            if *decided == NO_TIME {
                *decided = time(record);
                self.came[record] = *decided;
            }
        }
    }

    /// Whether time turns within the next batch.
    pub(crate) fn has_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    /// Returns the number of wrong times, and the first of them.
    pub(crate) fn wrong(&self) -> (u64, Option<i64>) {
        match &self.feed {
            Some(feed) => feed.wrong(),
            None => (0, None),
        }
    }
}

/// Steps through a batch.
impl Timeline {
    pub(crate) fn start_batch(&mut self) {
        self.bursts.clear();
        self.met.clear();
        self.carried.clear();
        self.oldest.clear();
    }

    pub(crate) fn start_record(&mut self, record: usize) {
        self.record = record;
        if let Some(time) = self.times.get(record) {
            self.set_time(*time);
        }
    }

    /// Adds a group that the current record starts. `kept` has its line and how it is found; its
    /// time is that of the record.
    pub(crate) fn keep(&mut self, host: Host, kept: &Kept<'_>) {
        let slice = self.slice_of(self.now);
        let Some(window) = &mut self.window else {
            return;
        };
        if self.shared {
            self.oldest.push((self.record, window.oldest()));
        }
        let mut kept = *kept;
        kept.time = self.now;
        window.keep(host, &kept, slice);
        self.meet(kept.id);
    }

    /// Notes that the current record belongs to a group.
    pub(crate) fn meet(&mut self, id: Id) {
        let slice = self.slice_of(self.now);
        let Some(window) = &mut self.window else {
            return;
        };
        let lives_longer = window.meet(id, slice);
        // In a slice that is new to it, a group is stored again with all its keys: so other
        // processes find it there, and older slices can be deleted.
        if lives_longer
            && self.shared
            && slice >= window.oldest()
            && let Some(living) = window.group(id)
        {
            let kept = Entry::Kept(living.kept(id));
            let entries = [kept, presence(id, slice, self.now)];
            self.carried.push((self.record, written(entries)));
        }
        if self.shared {
            if window.at_least().is_some() && slice >= window.oldest() {
                self.met.push(MetGroup {
                    record: self.record,
                    id,
                    slice,
                    oldest: window.oldest(),
                });
            }
            return;
        }
        if let Some(burst) = window.count(id, slice, 1) {
            self.bursts.push((self.record, burst));
        }
    }

    /// Returns the turns of time before a record.
    pub(crate) fn turns(&self, record: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        for (at, turn) in &self.turns {
            if *at == record {
                turns.push(*turn);
            }
        }
        turns
    }

    /// Sets aside the living groups, moves on to the time of a record, and returns the groups that
    /// are alive then as well.
    pub(crate) fn leap(&mut self, record: usize) -> Vec<(Id, Living)> {
        let slice = self.slice_of(self.times[record]);
        let Some(window) = &mut self.window else {
            return Vec::new();
        };
        let (next, living) = window.moved_to(slice);
        self.aside = Some(Box::new(std::mem::replace(window, next)));
        living
    }

    /// Forgets the groups that were set aside.
    pub(crate) fn confirm(&mut self) {
        self.aside = None;
    }

    /// Brings back the groups that were set aside, adds the groups that came since as if they had
    /// come by then, and returns the latter.
    pub(crate) fn undo(&mut self) -> Vec<(Id, Living)> {
        let Some(window) = &mut self.window else {
            return Vec::new();
        };
        let Some(aside) = self.aside.take() else {
            return Vec::new();
        };
        let since = std::mem::replace(window, *aside);
        since.leave_to(window)
    }

    /// Goes back to the time of a record.
    pub(crate) fn go_back(&mut self) {
        if let Some(window) = &mut self.window {
            window.go_back();
        }
    }

    /// Whether groups expire.
    pub(crate) fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// Whether a group has not expired.
    pub(crate) fn is_alive(&self, id: Id) -> bool {
        match &self.window {
            Some(window) => window.is_alive(id),
            None => true,
        }
    }

    /// Forgets the expired groups, and returns the others.
    pub(crate) fn purge(&mut self) -> Option<Vec<(Id, &Living)>> {
        let window = self.window.as_mut()?;
        window.purge();
        Some(window.living())
    }
}

/// Queries.
impl Timeline {
    /// Returns the time at which a record of the current batch came.
    pub(crate) fn came(&self, record: usize) -> i64 {
        match self.came.get(record) {
            Some(time) => *time,
            None => self.now,
        }
    }

    /// Returns the slice of a time.
    pub(crate) fn slice_of(&self, time: i64) -> i64 {
        time.div_euclid(self.slice)
    }

    /// Returns the burst that a record of the current batch completes.
    pub(crate) fn burst(&self, record: usize) -> Option<&Burst> {
        find(&self.bursts, record)
    }

    /// Returns the groups of the records of the current batch that all processes count together,
    /// and
    /// the number of lines that make a burst.
    pub(crate) fn met_groups(&self) -> (&[MetGroup], u64) {
        let at_least = match &self.window {
            Some(window) => window.at_least().unwrap_or_default(),
            None => 0,
        };
        (&self.met, at_least)
    }

    /// Returns the start of the oldest slice within the window if nothing is later than a time.
    pub(crate) fn window_start(&self, latest: i64) -> i64 {
        match &self.window {
            Some(window) => window
                .oldest_at(self.slice_of(latest))
                .saturating_mul(self.slice),
            None => i64::MIN,
        }
    }

    /// Returns a name of a group that all processes give it: its least key, or its number if no
    /// group
    /// expires.
    pub(crate) fn name_of(&self, id: Id) -> u64 {
        self.least_key(id).unwrap_or(id)
    }

    /// Returns the least key of a group.
    pub(crate) fn least_key(&self, id: Id) -> Option<u64> {
        self.window.as_ref()?.group(id)?.least_key(id)
    }

    /// Notes that records complete bursts of this many lines.
    pub(crate) fn complete_bursts(&mut self, mut completing: Vec<MetGroup>, count: u64) {
        completing.sort_by_key(|met| met.record);
        for met in completing {
            let Some(group) = self.window.as_ref().and_then(|window| window.group(met.id)) else {
                continue;
            };
            let first = group.kept(met.id).line.to_vec();
            self.bursts.push((met.record, Burst { count, first }));
        }
    }

    /// Returns the entries to publish of the group of a record.
    pub(crate) fn carried(&self, record: usize) -> Option<&[u8]> {
        find(&self.carried, record).map(Vec::as_slice)
    }

    /// Returns the oldest slice that counted for the new group of a record.
    pub(crate) fn oldest(&self, record: usize) -> Option<i64> {
        find(&self.oldest, record).copied()
    }

    /// Returns the length of a slice of time, in milliseconds.
    pub(crate) fn slice(&self) -> i64 {
        self.slice
    }

    /// Returns the last slice of time that has expired, if there is one. Records with times after
    /// `now` change nothing: one wrong time would make a store forget everything for ever.
    pub(crate) fn expired(&self, now: i64) -> Option<i64> {
        let window = self.aside.as_deref().or(self.window.as_ref())?;
        let expired = window.expired_by(self.slice_of(now));
        if expired == i64::MIN {
            return None;
        }
        Some(expired)
    }

    /// Whether enough groups have expired to remove them once a search finds one.
    pub(crate) fn is_purge_due(&self) -> bool {
        match &self.window {
            Some(window) => window.is_purge_due(),
            None => true,
        }
    }

    /// Whether many groups have expired.
    pub(crate) fn is_full(&self) -> bool {
        match &self.window {
            Some(window) => window.is_full(),
            None => false,
        }
    }

    /// Returns the latest slice of all records up to the end of the current batch.
    pub(crate) fn latest_slice(&self) -> i64 {
        let mut latest = self.now;
        for time in &self.times {
            latest = latest.max(*time);
        }
        self.slice_of(latest)
    }

    /// Whether a group will be alive in a slice, as far as this process knows.
    pub(crate) fn will_live(&self, id: Id, slice: i64) -> bool {
        match &self.window {
            Some(window) => window.will_live(id, slice),
            None => true,
        }
    }

    /// Recalls a stored group. Returns whether it was new: processes that share a store store a
    /// group once a slice.
    pub(crate) fn recall_group(&mut self, host: Host, kept: &Kept<'_>) -> bool {
        let slice = self.slice_of(kept.time);
        if let Some(window) = &mut self.window {
            if self.shared && window.group(kept.id).is_some() {
                return false;
            }
            window.keep(host, kept, slice);
        }
        true
    }

    /// Recalls lines of a group.
    pub(crate) fn recall_met(&mut self, met: &SliceCount) {
        if let Some(window) = &mut self.window {
            window.meet(met.id, met.slice);
            // Bursts of earlier runs were reported then.
            if !self.shared {
                window.count(met.id, met.slice, met.count);
            }
        }
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.window {
            Some(window) => window.heap_bytes(),
            None => 0,
        }
    }
}

/// Returns the note on a record; notes are in the order of records.
fn find<T>(noted: &[(usize, T)], record: usize) -> Option<&T> {
    let at = noted.binary_search_by_key(&record, |(record, _)| *record);
    let (_, note) = &noted[at.ok()?];
    Some(note)
}

/// Returns an entry that says that a group is alive in a slice. It comes after the group itself;
/// the lines are counted elsewhere.
pub(crate) fn presence(id: Id, slice: i64, time: i64) -> Entry<'static> {
    Entry::Met(SliceCount {
        id,
        slice,
        count: 0,
        last: time,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Lookup;

    const MINUTE: i64 = 60_000;

    fn timeline(at_least: Option<u64>, shared: bool) -> Timeline {
        let mut timeline = Timeline::new();
        timeline.set_slice(MINUTE);
        timeline.set_window(10 * MINUTE, at_least, i64::MIN);
        timeline.share(shared);
        timeline
    }

    fn kept(id: Id) -> Kept<'static> {
        Kept {
            id,
            time: 0,
            lookup: Lookup::Keys(&[]),
            line: b"line",
        }
    }

    fn batch(timeline: &mut Timeline, minutes: &[i64], mut each: impl FnMut(&mut Timeline)) {
        timeline.set_times(minutes.iter().map(|minute| Some(minute * MINUTE)), i64::MAX);
        timeline.start_batch();
        for record in 0..minutes.len() {
            timeline.start_record(record);
            each(timeline);
        }
    }

    #[test]
    fn without_a_window_everything_lives() {
        let mut timeline = Timeline::new();
        timeline.set_time(i64::MAX);
        timeline.meet(1);
        assert!(timeline.is_alive(1) && timeline.will_live(1, i64::MAX) && !timeline.has_window());
        assert!(timeline.purge().is_none() && timeline.expired(0).is_none() && !timeline.is_full());
    }

    #[test]
    fn a_group_expires_within_a_batch_when_nothing_met_it_for_the_window() {
        let mut timeline = timeline(None, false);
        batch(&mut timeline, &[0], |timeline| {
            timeline.keep(Host(7), &kept(1));
        });
        let mut alive = Vec::new();
        batch(&mut timeline, &[9, 19, 18], |timeline| {
            alive.push(timeline.is_alive(1));
        });
        assert_eq!(alive, [true, false, false], "no record turns time back");
        batch(&mut timeline, &[20], |timeline| {
            timeline.keep(Host(7), &kept(2));
        });
        let living = timeline.purge().expect("it has a window");
        assert_eq!(living.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_clock_that_was_ahead_ends_no_group_for_good() {
        let mut timeline = timeline(Some(4), false);
        let (day, mut alive) = (24 * 60, Vec::new());
        for (minute, id) in [(0, 1), (day, 2), (1, 3)] {
            assert_eq!(timeline.set_clock(minute * MINUTE), minute == 1);
            timeline.keep(Host(7), &kept(id));
            alive.push([1, 2, 3].map(|id| timeline.is_alive(id)));
        }
        assert_eq!(
            alive,
            [[true, false, false], [false, true, false], [true; 3]]
        );
        assert_eq!(timeline.expired(MINUTE), Some(-9));
        timeline.set_clock(12 * MINUTE);
        assert_eq!([1, 2, 3].map(|id| timeline.is_alive(id)), [false; 3]);
        assert!(timeline.purge().expect("it has a window").is_empty());
    }

    #[test]
    fn bursts_belong_to_the_record_that_completes_them() {
        let mut timeline = timeline(Some(3), false);
        let mut first = true;
        batch(&mut timeline, &[0, 1, 2, 3], |timeline| {
            if std::mem::take(&mut first) {
                timeline.keep(Host(7), &kept(1));
            } else {
                timeline.meet(1);
            }
        });
        let counts = [0, 1, 2, 3].map(|record| timeline.burst(record).map(|burst| burst.count));
        assert_eq!(counts, [None, None, Some(3), None]);
        assert_eq!(
            timeline.burst(2).map(|burst| &burst.first[..]),
            Some(&b"line"[..])
        );
    }

    #[test]
    fn other_processes_find_a_group_in_each_slice_in_which_it_was_met() {
        let mut timeline = timeline(None, true);
        let mut first = true;
        batch(&mut timeline, &[0, 0, 3], |timeline| {
            if std::mem::take(&mut first) {
                timeline.keep(Host(7), &kept(1));
            } else {
                timeline.meet(1);
            }
        });
        assert_eq!(
            [0, 1, 2].map(|record| timeline.carried(record).is_some()),
            [false, false, true]
        );
        assert_eq!(
            [0, 1].map(|record| timeline.oldest(record)),
            [Some(-9), None]
        );
        assert_eq!(timeline.came(2), 3 * MINUTE);
        assert_eq!(timeline.slice_of(4 * MINUTE - 1), 3);
        assert_eq!(timeline.latest_slice(), 3);
    }
}
