//! Recent lines: a question about the lines of a window, and its answer.

pub(crate) mod lines;

use std::time::Duration;

/// A line, how often it came, and when first and last.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecentLine {
    /// The line.
    pub line: Vec<u8>,
    /// The number of times it came.
    pub count: u64,
    /// The first of these times, in milliseconds since 1970.
    pub first: i64,
    /// The last of these times.
    pub last: i64,
}

/// Which recent lines are wanted: by default all lines of the window that belong to the group of a
/// line.
///
/// ```
/// use std::time::Duration;
/// use urlsift::memory::RecentQuery;
///
/// let same_ip = RecentQuery::new().by("UserIP").within(Duration::from_secs(3600)).limit(200);
/// ```
#[derive(Clone, Debug)]
pub struct RecentQuery {
    pub(crate) by: Option<String>,
    pub(crate) within: Option<Duration>,
    pub(crate) limit: usize,
}

impl Default for RecentQuery {
    fn default() -> Self {
        Self::new()
    }
}

impl RecentQuery {
    /// Asks for all lines of a group.
    pub fn new() -> Self {
        Self {
            by: None,
            within: None,
            limit: usize::MAX,
        }
    }

    /// Asks for the lines that have the same value in a field, instead of those of the group: a
    /// member of a JSON object, a named column, or a field like `status`.
    pub fn by(mut self, field: impl Into<String>) -> Self {
        self.by = Some(field.into());
        self
    }

    /// Asks for lines that came within this time before now, or before the latest line if lines
    /// have times of their own. Default: the window.
    pub fn within(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.within = time.into();
        self
    }

    /// Asks for at most this many lines, the latest ones.
    pub fn limit(mut self, lines: usize) -> Self {
        self.limit = lines;
        self
    }

    /// Returns the time from which on lines are wanted.
    pub(crate) fn since(&self, now: i64) -> i64 {
        let Some(within) = self.within else {
            return i64::MIN;
        };
        let millis = i64::try_from(within.as_millis()).unwrap_or(i64::MAX);
        now.saturating_sub(millis)
    }
}
