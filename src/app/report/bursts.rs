//! `--at-least`: kinds of which many lines came within the window.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};

/// Prints a kind when it becomes a burst: how many lines came, the line that was kept of it, and
/// the last one.
pub(in crate::app) struct Bursts {
    delimiter: u8,
}

impl Bursts {
    pub(in crate::app) fn new(delimiter: u8) -> Self {
        Self { delimiter }
    }
}

impl Report for Bursts {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        let Some(burst) = decided.burst else { return Ok(false) };
        write!(output, "{}\t", burst.count)?;
        output.write_all(&burst.first)?;
        output.write_all(b"\t")?;
        output.write_all(decided.line)?;
        output.write_all(&[self.delimiter]).map(|()| true)
    }

    /// What is not compared is of no kind.
    fn piece(&mut self, _: &Piece<'_>, _: &mut dyn Write) -> io::Result<bool> {
        Ok(false)
    }
}
