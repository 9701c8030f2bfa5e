//! A line as a JSON object: how often it came, and when first and last.

use serde::Serialize;
use urlsift::memory::Timestamp;

use crate::app::json::{Hex, LossyText};

#[derive(Serialize)]
pub(super) struct LineObject<'e> {
    line: LossyText<'e>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_hex: Option<Hex<'e>>,
    first: String,
    last: String,
    count: u64,
}

impl<'e> LineObject<'e> {
    /// Creates one from times in milliseconds since 1970.
    pub(super) fn new(line: &'e [u8], first: i64, last: i64, count: u64) -> Self {
        let [first, last] = [first, last].map(|time| Timestamp(time).to_string());
        Self { line: LossyText(line), line_hex: Hex::of(line), first, last, count }
    }
}
