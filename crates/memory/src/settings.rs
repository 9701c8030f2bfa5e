//! The settings of a session.

use super::store::SLICE;
use std::time::Duration;
use urlsift_core::builder::Builder;

/// Settings of a [`Session`](super::Session): those of its filter, and what is remembered, by what
/// clock and for how long.
///
/// A [`Builder`] turns into one that remembers for ever.
///
/// ```
/// use std::time::Duration;
/// use urlsift::memory::{Session, SessionBuilder, Unstored};
/// use urlsift::{Sift, Verdict};
///
/// let hourly = SessionBuilder::new(Sift::builder()).window(Duration::from_secs(3600));
/// let mut session = Session::open(hourly, Unstored)?;
/// session.set_times([1_700_000_000_000]);
/// assert_eq!(session.admit(b"https://example.com/user/1")?, Verdict::Kept);
/// session.set_times([1_700_010_000_000]);
/// assert_eq!(session.admit(b"https://example.com/user/2")?, Verdict::Kept);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SessionBuilder {
    pub(super) filter: Builder,
    /// In milliseconds.
    pub(super) window: Option<i64>,
    /// In milliseconds.
    pub(super) slice: Option<i64>,
    pub(super) at_least: Option<u64>,
    pub(super) time_field: Option<String>,
    pub(super) remember_all: bool,
}

impl From<Builder> for SessionBuilder {
    fn from(filter: Builder) -> Self {
        Self::new(filter)
    }
}

impl SessionBuilder {
    /// Settings that remember for ever what the filter keeps.
    pub fn new(filter: Builder) -> Self {
        Self { filter, window: None, slice: None, at_least: None, time_field: None, remember_all: false }
    }

    /// Forgets a group when nothing similar has come for this long, so that its like is kept again.
    /// Time counts by whole [slices](Self::slice); what was learned of path positions stays.
    /// Default: nothing is forgotten.
    pub fn window(mut self, window: Duration) -> Self {
        self.window = Some(millis(window));
        self
    }

    /// Sets the length of the slices of time by which lines are counted and forgotten. Default:
    /// that of the store; of a new one a 144th of the [window](Self::window), and at least a
    /// second; ten minutes without a window.
    pub fn slice(mut self, slice: Duration) -> Self {
        self.slice = Some(millis(slice));
        self
    }

    /// Has [`Session::burst`](super::Session::burst) tell which record is the one with which so
    /// many of its group came within the [window](Self::window): the first time, and each time
    /// after their number has fallen below half of that.
    pub fn at_least(mut self, lines: u64) -> Self {
        self.at_least = Some(lines);
        self
    }

    /// Takes the time of each record from the record: the member of this name of a JSON object, or
    /// the column. In access logs and indexes of archived pages the time has a place of its own.
    /// Written as RFC 3339, as seconds to nanoseconds since 1970, or as in access logs; a record
    /// without one has the time of the record before it.
    pub fn time_field(mut self, name: impl Into<String>) -> Self {
        self.time_field = Some(name.into());
        self
    }

    /// Sets whether the store keeps every line that comes, with its times, for the
    /// [window](Self::window), and not only those that start groups; a line that comes again within
    /// a slice of time is stored once. [`State::similar`](super::State::similar) tells of such
    /// lines; they decide nothing. A store that several processes share refuses it. Default false.
    pub fn remember_all(mut self, all: bool) -> Self {
        self.remember_all = all;
        self
    }

    /// The length of a slice of a new store, in milliseconds.
    pub(super) fn slice_millis(&self) -> i64 {
        self.slice.unwrap_or_else(|| self.window.map_or(SLICE, |window| (window / 144).max(1000)))
    }
}

/// A time span in whole milliseconds, at least one.
fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX).max(1)
}
