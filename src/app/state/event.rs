//! A line as a JSON object: how often it came, and when first and last.

use urlsift::memory::Timestamp;

use crate::app::json::Object;

/// Adds a line, and its times in milliseconds since 1970.
pub(super) fn with_line(object: Object, line: &[u8], first: i64, last: i64, count: u64) -> Object {
    let [first, last] = [first, last].map(|time| Timestamp(time).to_string());
    object.with_bytes("line", line).with("first", first).with("last", last).with("count", count)
}
