//! When the lines of a group came.

/// The earliest and the latest time of some lines, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "two times are all there is")]
pub struct LineTimes {
    /// The earliest time.
    pub first: i64,
    /// The latest time.
    pub last: i64,
}

impl LineTimes {
    /// The times of no line.
    const NONE: Self = Self {
        first: i64::MAX,
        last: i64::MIN,
    };

    fn join(&mut self, other: Self) {
        self.first = self.first.min(other.first);
        self.last = self.last.max(other.last);
    }
}

/// The times of the lines of all groups, which take no memory as long as no line has one.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupTimes(Vec<LineTimes>);

impl GroupTimes {
    /// Notes the time of a line of the group at a place.
    pub(super) fn note(&mut self, place: u32, time: i64) {
        let place = place as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, LineTimes::NONE);
        }
        self.0[place].join(LineTimes {
            first: time,
            last: time,
        });
    }

    /// Adds the times of the group at a place to those of others.
    pub(super) fn add(&self, place: u32, times: &mut Option<LineTimes>) {
        if let Some(&own) = self.0.get(place as usize)
            && own != LineTimes::NONE
        {
            times.get_or_insert(own).join(own);
        }
    }
}
