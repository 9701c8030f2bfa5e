//! Times of records: which ones are accepted, and which groups are still alive.

pub(crate) mod feed;
pub(crate) mod timeline;
pub(crate) mod timestamp;
pub(crate) mod window;

/// Ten minutes in milliseconds: the length of a slice unless another one is set.
pub const SLICE: i64 = 600_000;
