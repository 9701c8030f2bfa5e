//! The timeline: when each record came, which groups count at that time, and which have become
//! bursts.

use super::entry::{Entry, Kept, Met};
use super::feed::{Feed, Turn};
use super::host::Host;
use super::store::SLICE;
use super::window::{Burst, Living, Window};
use urlsift_core::index::Id;

/// Stands for the time of a record that has none, and before which there was none.
const NO_TIME: i64 = i64::MIN;

/// The clock of a run, and what depends on it.
#[derive(Clone, Debug)]
pub(crate) struct Timeline {
    /// By what time each record of the present batch is decided, where records tell, and in which
    /// it came, for all that is known at the end of the batch.
    times: Vec<i64>,
    came: Vec<i64>,
    /// What happens to what is known before some of them.
    turns: Vec<(usize, Turn)>,
    /// Which times are believed, where groups expire.
    feed: Option<Feed>,
    /// What was alive before time leapt, until that is confirmed.
    aside: Option<Box<Window>>,
    /// The last time of a record, where all are believed.
    last: Option<i64>,
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
            came: Vec::new(),
            turns: Vec::new(),
            feed: None,
            aside: None,
            last: None,
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
        self.feed = Some(Feed::new(slices.saturating_mul(self.slice)));
    }

    /// Sets whether other processes store groups too.
    pub(crate) fn share(&mut self, shared: bool) {
        self.shared = shared;
        if let Some(window) = self.window.as_mut().filter(|_| shared) {
            window.remember_lines();
        }
        // Others may have claimed by what time a record was decided.
        if let Some(feed) = self.feed.as_mut().filter(|_| shared) {
            feed.believe();
        }
    }

    /// Sets the time of the records that follow, in milliseconds since 1970.
    pub(crate) fn set_time(&mut self, now: i64) {
        self.now = now;
        if let Some(window) = &mut self.window {
            window.advance(now.div_euclid(self.slice));
        }
    }

    /// Sets when each record of the next batch came, as far as they say so; `clock` says when that
    /// is read. Records without a time have the last one before them, or else the first one.
    pub(crate) fn set_times(&mut self, times: impl Iterator<Item = Option<i64>>, clock: i64) {
        let Self { feed, last, times: decided, came, turns, .. } = self;
        let given: Vec<Option<i64>> = times.collect();
        decided.clear();
        turns.clear();
        came.clear();
        let is_believed =
            |feed: &Option<Feed>, time: i64| feed.as_ref().is_none_or(|feed| feed.may_be(time, clock));
        let first = given.iter().flatten().copied().find(|time| is_believed(feed, *time));
        let (mut of_record, mut leap) = (Vec::new(), None);
        for (at, time) in given.into_iter().enumerate() {
            let believed = match (time, feed.as_mut()) {
                (Some(time), Some(feed)) => feed.take(time, clock, &mut of_record),
                (time, _) => time,
            };
            for turn in of_record.drain(..) {
                match turn {
                    Turn::Leap => leap = Some(at),
                    Turn::Undone => {
                        // The records of the leap count as those without a time.
                        let sure = feed.as_ref().and_then(Feed::sure);
                        if let (Some(leap), Some(sure)) = (leap.take(), sure) {
                            came[leap..].fill(sure);
                        }
                    }
                    Turn::Confirmed => leap = None,
                    Turn::Back => {}
                }
                turns.push((at, turn));
            }
            if believed.is_some() {
                *last = believed;
            }
            let before = feed.as_ref().map_or(*last, Feed::last);
            let time = believed.or(before).or(first).unwrap_or(NO_TIME);
            decided.push(time);
            came.push(time);
        }
    }

    /// Sets the time of those records of the next batch that have none, and before which there was
    /// none.
    pub(crate) fn fill_times(&mut self, mut time: impl FnMut(usize) -> i64) {
        for (at, (decided, came)) in self.times.iter_mut().zip(&mut self.came).enumerate() {
            if *decided == NO_TIME {
                *decided = time(at);
                *came = *decided;
            }
        }
    }

    /// Whether a record of the next batch turns time.
    pub(crate) fn has_turns(&self) -> bool {
        !self.turns.is_empty()
    }

    /// How many times were wrong, and the first of them.
    pub(crate) fn wrong(&self) -> (u64, Option<i64>) {
        self.feed.as_ref().map_or((0, None), Feed::wrong)
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

    /// What happens to what is known before a record.
    pub(crate) fn turns(&self, record: usize) -> impl Iterator<Item = Turn> + use<> {
        let turns: Vec<Turn> =
            self.turns.iter().filter(|(at, _)| *at == record).map(|(_, turn)| *turn).collect();
        turns.into_iter()
    }

    /// Sets aside what lives, up to the time of a record, and gives what lives then as well.
    pub(crate) fn leap(&mut self, record: usize) -> Vec<(Id, Living)> {
        let Some(window) = &mut self.window else { return Vec::new() };
        let slice = self.times[record].div_euclid(self.slice);
        let (next, living) = window.at(slice);
        self.aside = Some(Box::new(std::mem::replace(window, next)));
        living
    }

    /// Forgets what was set aside.
    pub(crate) fn confirm(&mut self) {
        self.aside = None;
    }

    /// Brings back what was set aside, with the groups that came since as if they had come by then,
    /// and gives those.
    pub(crate) fn undo(&mut self) -> Vec<(Id, Living)> {
        let (Some(window), Some(aside)) = (&mut self.window, self.aside.take()) else { return Vec::new() };
        std::mem::replace(window, *aside).leave_to(window)
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
        let time = self.came.get(record).copied().unwrap_or(self.now);
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
        let window = self.aside.as_deref().or(self.window.as_ref())?;
        let expired = window.expired_by(now.div_euclid(self.slice));
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
        timeline.set_times(minutes.iter().map(|minute| Some(minute * MINUTE)), i64::MAX);
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
