//! CPU time, which does not depend on other programs.

use std::fs;
use std::time::{Duration, Instant};

/// The CPU time of this thread; elapsed time where the system does not tell that.
pub(crate) struct Clock {
    used: Option<Duration>,
    start: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self {
            used: Self::used(),
            start: Instant::now(),
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.used, Self::used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }

    fn used() -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ')
            .next()?
            .parse()
            .ok()
            .map(Duration::from_nanos)
    }
}
