//! The time of day.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

/// Returns the milliseconds since 1970.
///
/// # Errors
/// The clock is before that.
pub(super) fn now() -> Result<i64> {
    Ok(millis(elapsed()?))
}

/// Returns the time this long ago, in milliseconds since 1970.
///
/// # Errors
/// The clock is before that.
pub(super) fn ago(time: Duration) -> Result<i64> {
    Ok(millis(elapsed()?.saturating_sub(time)))
}

fn elapsed() -> Result<Duration> {
    SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
