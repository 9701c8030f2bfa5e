//! The settings of a session.

use crate::time::SLICE;
use std::time::Duration;
use urlsift_core::Builder;

/// Settings of a [`Session`](crate::Session): those of its filter, and what it remembers, by which
/// clock and for how long.
///
/// A [`Builder`] turns into settings that never forget.
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
#[allow(clippy::struct_excessive_bools, reason = "one field per setting")]
pub struct SessionBuilder {
    pub(crate) filter: Builder,
    /// In milliseconds.
    pub(super) window: Option<i64>,
    /// In milliseconds.
    pub(super) slice: Option<i64>,
    pub(super) at_least: Option<u64>,
    pub(super) time_field: Option<String>,
    pub(super) remember_all: bool,
    pub(super) recalls: bool,
    pub(crate) remember_keys: bool,
    pub(crate) remember_not_urls: bool,
}

impl From<Builder> for SessionBuilder {
    fn from(filter: Builder) -> Self {
        Self::new(filter)
    }
}

impl SessionBuilder {
    /// Starts from settings that never forget a kept line.
    pub fn new(filter: Builder) -> Self {
        Self {
            filter,
            window: None,
            slice: None,
            at_least: None,
            time_field: None,
            remember_all: false,
            recalls: false,
            remember_keys: false,
            remember_not_urls: true,
        }
    }

    /// Forgets a group when nothing similar has come for this long; the next similar line is
    /// kept. Time counts by whole [slices](Self::slice). Learned path positions are not
    /// forgotten. Default: nothing is forgotten.
    pub fn window(mut self, window: impl Into<Option<Duration>>) -> Self {
        self.window = window.into().map(millis);
        self
    }

    /// Sets the length of the slices of time by which lines are counted and forgotten. Default:
    /// that of the store; in a new store a 144th of the [window](Self::window), and at least a
    /// second; ten minutes without a window.
    pub fn slice(mut self, slice: impl Into<Option<Duration>>) -> Self {
        self.slice = slice.into().map(millis);
        self
    }

    /// Makes [`Session::burst`](crate::Session::burst) report the record with which a group
    /// reaches this many lines within the [window](Self::window): the first time, and again
    /// each time after the number has fallen below half.
    pub fn at_least(mut self, lines: u64) -> Self {
        self.at_least = Some(lines);
        self
    }

    /// Reads the time of each record from the record: from the member of this name in a JSON
    /// object, or from the column. Access logs and indexes of archived pages have a field for
    /// the time. It is written as RFC 3339, as seconds to nanoseconds since 1970, or as in
    /// access logs. A record without a time gets the time of the record before it.
    pub fn time_field(mut self, name: impl Into<String>) -> Self {
        self.time_field = Some(name.into());
        self
    }

    /// Sets whether the store keeps every line with its times for the [window](Self::window),
    /// and not only those that start groups. A line that comes again within a slice of time is
    /// stored once. [`State::similar`](crate::State::similar) returns these lines; they do not
    /// affect decisions. Default false.
    pub fn remember_all(mut self, all: bool) -> Self {
        self.remember_all = all;
        self
    }

    /// Sets whether the session holds the lines of the [window](Self::window) in memory, for
    /// [`Session::recent`](crate::Session::recent) and
    /// [`Session::count_recent`](crate::Session::count_recent). They include those of earlier runs
    /// and
    /// other processes if the store [remembers all](Self::remember_all). Default false.
    pub fn recalls(mut self, recalls: bool) -> Self {
        self.recalls = recalls;
        self
    }

    /// Sets whether the store keeps only the keys by which similar lines are found, and no
    /// lines, counts without a window, or hosts: about ten bytes a kept line. Its state cannot
    /// be listed, changed or rebuilt. Settings that find lines by other means than keys, or
    /// limit the lines of a host, refuse it. Default false.
    pub fn remember_keys(mut self, keys: bool) -> Self {
        self.remember_keys = keys;
        self
    }

    /// Sets whether the store remembers records that are not URLs. Without it, a session that does
    /// not print them leaves them new to the next one. Default true.
    pub fn remember_not_urls(mut self, remember: bool) -> Self {
        self.remember_not_urls = remember;
        self
    }

    /// Returns the length of a slice of a new store, in milliseconds.
    pub(super) fn slice_millis(&self) -> i64 {
        match (self.slice, self.window) {
            (Some(slice), _) => slice,
            (None, Some(window)) => (window / 144).max(1000),
            (None, None) => SLICE,
        }
    }
}

/// Returns a time span in whole milliseconds, at least one.
fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis())
        .unwrap_or(i64::MAX)
        .max(1)
}
