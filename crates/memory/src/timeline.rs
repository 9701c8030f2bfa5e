//! The timeline: when each record came, which groups count at that time, and which have become
//! bursts.

use super::entry::{Entry, Kept, Met};
use super::host::Host;
use super::store::SLICE;
use super::window::{Burst, Living, Window};
use urlsift_core::index::Id;

/// The clock of a run, and what depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// When each record of the present batch came, where records tell.
    times: Vec<i64>,
    /// Milliseconds since 1970, and in a slice of time.
    now: i64,
    slice: i64,
    /// Which groups are alive, if they do not live for ever.
    window: Option<Window>,
    /// Whether other processes store groups too.
    shared: bool,
    /// The place of the present record in its batch.
    record: usize,
    /// Which records of the present batch complete a burst.
    bursts: Vec<(usize, Burst)>,
    /// What other processes are to find of the groups that records of the batch have met in a slice
    /// that is new to them.
    carried: Vec<(usize, Vec<u8>)>,
    /// The oldest slice that counted when each new group of the batch started.
    oldest: Vec<(usize, i64)>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self {
            times: Vec::new(),
            now: 0,
            slice: SLICE,
            window: None,
            shared: false,
            record: 0,
            bursts: Vec::new(),
            carried: Vec::new(),
            oldest: Vec::new(),
        }
    }
}

/// How it is set up.
impl Timeline {
    /// Sets the length of a slice of time, in milliseconds.
    pub(crate) fn set_slice(&mut self, slice: i64) {
        self.slice = slice.max(1);
    }

    /// Lets groups expire that are not met for so many milliseconds, rounded up to whole slices;
    /// `expired` had left the window in earlier runs.
    pub(crate) fn set_window(&mut self, window: i64, at_least: Option<u64>, expired: i64) {
        let slices = window.saturating_add(self.slice - 1) / self.slice;
        let window = self.window.insert(Window::new(slices, at_least));
        window.begin_after(expired);
    }

    /// Sets whether other processes store groups too.
    pub(crate) fn share(&mut self, shared: bool) {
        self.shared = shared;
        if let Some(window) = self.window.as_mut().filter(|_| shared) {
            window.remember_lines();
        }
    }

    /// Sets the time of the records that follow, in milliseconds since 1970.
    pub(crate) fn set_time(&mut self, now: i64) {
        self.now = now;
        if let Some(window) = &mut self.window {
            window.advance(now.div_euclid(self.slice));
        }
    }

    /// Sets when each record of the next batch came.
    pub(crate) fn set_times(&mut self, times: impl Iterator<Item = i64>) {
        self.times.clear();
        self.times.extend(times);
    }
}

/// How it goes along with a batch.
impl Timeline {
    pub(crate) fn start_batch(&mut self) {
        self.bursts.clear();
        self.carried.clear();
        self.oldest.clear();
    }

    #[inline]
    pub(crate) fn start_record(&mut self, record: usize) {
        self.record = record;
        if let Some(time) = self.times.get(record) {
            self.set_time(*time);
        }
    }

    /// Adds a group that the present record starts. `kept` says how it is found and has its line;
    /// its time is that of the record.
    pub(crate) fn keep(&mut self, host: Host, kept: &Kept<'_>) {
        let Some(window) = &mut self.window else { return };
        if self.shared {
            self.oldest.push((self.record, window.oldest()));
        }
        window.keep(host, &Kept { time: self.now, ..*kept }, self.now.div_euclid(self.slice));
        self.meet(kept.id);
    }

    /// Notes that the present record is of a group.
    pub(crate) fn meet(&mut self, id: Id) {
        let (now, slice) = (self.now, self.now.div_euclid(self.slice));
        let Some(window) = &mut self.window else { return };
        // In a slice that is new to it, a group takes all its keys along: so the others find it there, and
        // what is older can be given back.
        if window.meet(id, slice)
            && self.shared
            && slice >= window.oldest()
            && let Some(living) = window.group(id)
        {
            let mut entries = Vec::new();
            let kept = Kept { id, time: living.first, lookup: living.lookup(), line: living.line() };
            Entry::Kept(kept).write(&mut entries);
            presence(id, slice, now).write(&mut entries);
            self.carried.push((self.record, entries));
        }
        if let Some(burst) = window.count(id, slice, 1) {
            self.bursts.push((self.record, burst));
        }
    }

    /// Whether groups expire.
    pub(crate) fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// Whether a group has not expired.
    pub(crate) fn is_alive(&self, id: Id) -> bool {
        self.window.as_ref().is_none_or(|window| window.is_alive(id))
    }

    /// Forgets the groups that have expired, and gives the others.
    pub(crate) fn purge(&mut self) -> Option<Vec<(Id, &Living)>> {
        let window = self.window.as_mut()?;
        window.purge();
        Some(window.living())
    }
}

/// What it knows.
impl Timeline {
    /// When a record of the present batch came, and in which slice of time.
    pub(crate) fn moment(&self, record: usize) -> (i64, i64) {
        let time = self.times.get(record).copied().unwrap_or(self.now);
        (time.div_euclid(self.slice), time)
    }

    /// The burst that a record of the present batch completes.
    pub(crate) fn burst(&self, record: usize) -> Option<&Burst> {
        find(&self.bursts, record)
    }

    /// What other processes are to find of the group of a record.
    pub(crate) fn carried(&self, record: usize) -> Option<&[u8]> {
        find(&self.carried, record).map(Vec::as_slice)
    }

    /// The oldest slice that counted for a new group of a record.
    pub(crate) fn oldest(&self, record: usize) -> Option<i64> {
        find(&self.oldest, record).copied()
    }

    pub(crate) fn slice(&self) -> i64 {
        self.slice
    }

    /// The last slice of time that has left the window, if there is one. Records that claim to come
    /// later than `now` move nothing: one wrong time would make a store forget everything for
    /// ever.
    pub(crate) fn expired(&self, now: i64) -> Option<i64> {
        let expired = self.window.as_ref()?.expired_by(now.div_euclid(self.slice));
        (expired > i64::MIN).then_some(expired)
    }

    /// Whether there are many groups that have expired.
    pub(crate) fn is_full(&self) -> bool {
        self.window.as_ref().is_some_and(Window::is_full)
    }

    /// The latest slice of all records up to the end of the present batch.
    pub(crate) fn latest_slice(&self) -> i64 {
        self.times.iter().copied().fold(self.now, i64::max).div_euclid(self.slice)
    }

    /// Whether a group will be alive in a slice, for all that is known here.
    pub(crate) fn will_live(&self, id: Id, slice: i64) -> bool {
        self.window.as_ref().is_none_or(|window| window.will_live(id, slice))
    }

    /// Recalls a group with how it is found. Gives whether it was not known: processes that share a
    /// memory store a group once a slice.
    pub(crate) fn recall_group(&mut self, host: Host, kept: &Kept<'_>) -> bool {
        if let Some(window) = &mut self.window {
            if self.shared && window.group(kept.id).is_some() {
                return false;
            }
            window.keep(host, kept, kept.time.div_euclid(self.slice));
        }
        true
    }

    /// Recalls that a group was met.
    pub(crate) fn recall_met(&mut self, met: &Met) {
        if let Some(window) = &mut self.window {
            window.meet(met.id, met.slice);
            // What came in earlier runs was told of then.
            window.count(met.id, met.slice, met.count);
        }
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.window.as_ref().map_or(0, Window::memory)
    }
}

/// What was noted of a record, in the order of records.
fn find<T>(noted: &[(usize, T)], record: usize) -> Option<&T> {
    let at = noted.binary_search_by_key(&record, |(at, _)| *at).ok()?;
    Some(&noted[at].1)
}

/// Says that a group lives in a slice, behind the group itself; its lines there are counted
/// elsewhere.
pub(crate) fn presence(id: Id, slice: i64, time: i64) -> Entry<'static> {
    Entry::Met(Met { id, slice, count: 0, last: time })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Lookup;

    const MINUTE: i64 = 60_000;

    fn timeline(at_least: Option<u64>, shared: bool) -> Timeline {
        let mut timeline = Timeline::default();
        timeline.set_slice(MINUTE);
        timeline.set_window(10 * MINUTE, at_least, i64::MIN);
        timeline.share(shared);
        timeline
    }

    fn kept(id: Id) -> Kept<'static> {
        Kept { id, time: 0, lookup: Lookup::Keys(&[]), line: b"line" }
    }

    fn batch(timeline: &mut Timeline, minutes: &[i64], mut each: impl FnMut(&mut Timeline)) {
        timeline.set_times(minutes.iter().map(|minute| minute * MINUTE));
        timeline.start_batch();
        for record in 0..minutes.len() {
            timeline.start_record(record);
            each(timeline);
        }
    }

    #[test]
    fn without_a_window_everything_lives() {
        let mut timeline = Timeline::default();
        timeline.set_time(i64::MAX);
        timeline.meet(1);
        assert!(timeline.is_alive(1) && timeline.will_live(1, i64::MAX) && !timeline.has_window());
        assert!(timeline.purge().is_none() && timeline.expired(0).is_none() && !timeline.is_full());
    }

    #[test]
    fn a_group_expires_within_a_batch_when_nothing_met_it_for_the_window() {
        let mut timeline = timeline(None, false);
        batch(&mut timeline, &[0], |timeline| timeline.keep(Host(7), &kept(1)));
        let mut alive = Vec::new();
        batch(&mut timeline, &[9, 19, 18], |timeline| alive.push(timeline.is_alive(1)));
        assert_eq!(alive, [true, false, false], "no record turns time back");
        batch(&mut timeline, &[20], |timeline| timeline.keep(Host(7), &kept(2)));
        let living = timeline.purge().expect("it has a window");
        assert_eq!(living.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn bursts_belong_to_the_record_that_completes_them() {
        let mut timeline = timeline(Some(3), false);
        let mut first = true;
        batch(&mut timeline, &[0, 1, 2, 3], |timeline| {
            if std::mem::take(&mut first) { timeline.keep(Host(7), &kept(1)) } else { timeline.meet(1) }
        });
        let counts = [0, 1, 2, 3].map(|record| timeline.burst(record).map(|burst| burst.count));
        assert_eq!(counts, [None, None, Some(3), None]);
        assert_eq!(timeline.burst(2).map(|burst| &burst.first[..]), Some(&b"line"[..]));
    }

    #[test]
    fn other_processes_find_a_group_in_each_slice_in_which_it_was_met() {
        let mut timeline = timeline(None, true);
        let mut first = true;
        batch(&mut timeline, &[0, 0, 3], |timeline| {
            if std::mem::take(&mut first) { timeline.keep(Host(7), &kept(1)) } else { timeline.meet(1) }
        });
        assert_eq!([0, 1, 2].map(|record| timeline.carried(record).is_some()), [false, false, true]);
        assert_eq!([0, 1].map(|record| timeline.oldest(record)), [Some(-9), None]);
        assert_eq!(timeline.moment(2), (3, 3 * MINUTE));
        assert_eq!(timeline.latest_slice(), 3);
    }
}
