//! The time of day.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

/// Returns the milliseconds since 1970.
///
/// # Errors
/// The clock is before that.
pub(super) fn now() -> Result<i64> {
    ago(Duration::ZERO)
}

/// Returns the time this long ago, in milliseconds since 1970.
///
/// # Errors
/// The clock is before that.
pub(super) fn ago(time: Duration) -> Result<i64> {
    let elapsed = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .context("the clock is before 1970")?;
    let before = elapsed.saturating_sub(time);
    Ok(i64::try_from(before.as_millis()).unwrap_or(i64::MAX))
}
