//! The feed: decides which times of records are accepted, so that one wrong time does not expire
//! all groups.
//!
//! A time more than a window ahead of the clock is ignored. A time more than a window ahead of the
//! feed is a *leap*: for it, everything known has expired, so its record starts a group and is
//! printed. The next time that is not late shows whether the feed has paused or the time is wrong.
//! If it is at most a window before the leap, it confirms the leap; if it is earlier, it undoes it,
//! and everything that was known counts again. The first time of a run may be wrong, too: unless
//! the clock or a second time confirms it, an earlier one replaces it.

/// A change to what is known, before a record is decided on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Time leaps: everything is set aside.
    Leap,
    /// The leap was right: the lines set aside are forgotten.
    Confirmed,
    /// The leap was wrong: the lines set aside count again.
    Undone,
    /// Time goes back: the first time of all was wrong.
    Back,
}

/// The state of the feed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Feed {
    /// The furthest that a time may be ahead, in milliseconds.
    window: i64,
    /// Whether leaps are accepted at once, because nothing can be set aside.
    pub believes: bool,
    /// The latest time.
    last: Option<i64>,
    /// Whether more than one record confirms it.
    is_sure: bool,
    /// A time more than a window ahead of it.
    leap: Option<i64>,
    /// The number of wrong times.
    wrong: u64,
    /// The first of them.
    first_wrong: Option<i64>,
}

impl Feed {
    /// Creates a feed in which a time may be this many milliseconds ahead.
    pub(crate) fn new(window: i64) -> Self {
        Self {
            window,
            ..Self::default()
        }
    }

    /// Returns the time of a record without one, if there was a time before.
    pub(crate) fn last(&self) -> Option<i64> {
        self.leap.or(self.last)
    }

    /// Returns the latest time if the current leap is undone.
    pub(crate) fn sure(&self) -> Option<i64> {
        self.last
    }

    /// Whether a time can be right by the clock.
    pub(crate) fn may_be(&self, time: i64, clock: i64) -> bool {
        time <= clock.saturating_add(self.window)
    }

    /// Returns the number of wrong times, and the first of them in milliseconds since 1970.
    pub(crate) fn wrong(&self) -> (u64, Option<i64>) {
        (self.wrong, self.first_wrong)
    }

    /// Takes the next time. Returns it if it is accepted, and appends the turns that come before
    /// it.
    pub(crate) fn take(&mut self, time: i64, clock: i64, turns: &mut Vec<Turn>) -> Option<i64> {
        if !self.may_be(time, clock) {
            self.mistrust(time);
            return None;
        }
        if let Some(leap) = self.leap {
            if !self.is_late(time, leap) {
                self.leap = None;
                self.last = Some(leap);
                self.is_sure = true;
                turns.push(Turn::Confirmed);
            } else if let Some(last) = self.last
                && self.is_late(time, last)
            {
                // It is late, wherever the feed is.
                return Some(time);
            } else {
                self.leap = None;
                self.mistrust(leap);
                turns.push(Turn::Undone);
            }
        }
        let Some(last) = self.last else {
            self.last = Some(time);
            self.is_sure = !self.is_late(time, clock);
            return Some(time);
        };
        let is_late = self.is_late(time, last);
        if !self.may_be(time, last) && !self.believes {
            self.leap = Some(time);
            turns.push(Turn::Leap);
        } else if is_late && !self.is_sure && !self.believes {
            self.mistrust(last);
            self.last = Some(time);
            turns.push(Turn::Back);
        } else {
            self.is_sure |= !is_late;
            self.last = Some(last.max(time));
        }
        Some(time)
    }

    /// Whether a time is more than a window before another one.
    fn is_late(&self, time: i64, other: i64) -> bool {
        time < other.saturating_sub(self.window)
    }

    fn mistrust(&mut self, time: i64) {
        self.wrong += 1;
        self.first_wrong.get_or_insert(time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Turn::{Back, Confirmed, Leap, Undone};

    const CLOCK: i64 = 1_000_000;

    /// The accepted time, and the turns before it.
    type Taken = (Option<i64>, Vec<Turn>);

    /// Returns what happens to each time with a window of 10, and the number of wrong ones.
    fn taken(times: &[i64]) -> (Vec<Taken>, u64) {
        let mut feed = Feed::new(10);
        let take = |time: &i64| {
            let mut turns = Vec::new();
            (feed.take(*time, CLOCK, &mut turns), turns)
        };
        (times.iter().map(take).collect(), feed.wrong().0)
    }

    #[test]
    fn leaps_wait_for_a_second_time() {
        let of = |time, turns: &[Turn]| (Some(time), turns.to_vec());
        let cases: [(&[i64], Vec<_>, u64); 7] = [
            // Within a window, in any order.
            (
                &[100, 110, 95, 120],
                vec![of(100, &[]), of(110, &[]), of(95, &[]), of(120, &[])],
                0,
            ),
            // A pause.
            (
                &[100, 101, 200, 195],
                vec![
                    of(100, &[]),
                    of(101, &[]),
                    of(200, &[Leap]),
                    of(195, &[Confirmed]),
                ],
                0,
            ),
            // A pause, and a late record.
            (
                &[100, 101, 200, 50, 200],
                vec![
                    of(100, &[]),
                    of(101, &[]),
                    of(200, &[Leap]),
                    of(50, &[]),
                    of(200, &[Confirmed]),
                ],
                0,
            ),
            // Each one after a pause.
            (
                &[100, 200, 300, 400],
                vec![
                    of(100, &[]),
                    of(200, &[Leap]),
                    of(300, &[Confirmed, Leap]),
                    of(400, &[Confirmed, Leap]),
                ],
                0,
            ),
            // One wrong time, and another one.
            (
                &[100, 101, 999, 102, 888, 103],
                vec![
                    of(100, &[]),
                    of(101, &[]),
                    of(999, &[Leap]),
                    of(102, &[Undone]),
                    of(888, &[Leap]),
                    of(103, &[Undone]),
                ],
                2,
            ),
            // The first one is wrong.
            (
                &[999, 100, 101],
                vec![of(999, &[]), of(100, &[Back]), of(101, &[])],
                1,
            ),
            // Ahead of the clock.
            (
                &[100, CLOCK + 11, 101],
                vec![of(100, &[]), (None, vec![]), of(101, &[])],
                1,
            ),
        ];
        for (times, wanted, wrong) in cases {
            assert_eq!(taken(times), (wanted, wrong), "{times:?}");
        }
        // A late record does not take back what the clock confirms.
        assert_eq!(taken(&[CLOCK, 100, CLOCK]).1, 0);
    }
}
