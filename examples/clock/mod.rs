//! Time that does not depend on what else the machine does.

use std::fs;
use std::time::{Duration, Instant};

/// The processor time of this thread, which does not count what else the machine does; where that is not told, the time.
pub(crate) struct Clock {
    used: Option<Duration>,
    start: Instant,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { used: Self::used(), start: Instant::now() }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        match (self.used, Self::used()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }

    fn used() -> Option<Duration> {
        let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}
