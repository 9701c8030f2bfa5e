//! `--at-least`: groups with many lines within the window.

use std::io::{self, Write};

use super::form::{Placed, RecordForm};

/// Prints a group when it becomes a burst: how many lines came, its kept line, and the last one.
pub(super) struct BurstForm {
    pub(super) delimiter: u8,
}

impl RecordForm for BurstForm {
    fn append(&mut self, Placed { decided, .. }: Placed<'_>, text: &mut Vec<u8>) -> io::Result<()> {
        let Some(burst) = decided.burst else { return Ok(()) };
        write!(text, "{}\t", burst.count)?;
        for part in [&*burst.first, b"\t", decided.line, &[self.delimiter]] {
            text.extend_from_slice(part);
        }
        Ok(())
    }
}
