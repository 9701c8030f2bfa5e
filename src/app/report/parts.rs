//! `--print`: a part of each record instead of the record.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::printed;
use crate::cli::Print;

/// Prints parts.
pub(in crate::app) struct Parts {
    delimiter: u8,
    /// Whether the dropped records' are printed instead of the kept ones'.
    dropped: bool,
    print: Print,
    text: Vec<u8>,
}

impl Parts {
    pub(in crate::app) fn new(print: Print, delimiter: u8, dropped: bool) -> Self {
        Self { delimiter, dropped, print, text: Vec::new() }
    }
}

impl Report for Parts {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if decided.verdict == Verdict::Empty || decided.kept == self.dropped {
            return Ok(false);
        }
        self.text.clear();
        printed::append(decided, self.print, &mut self.text);
        self.text.push(self.delimiter);
        output.write_all(&self.text)?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if self.dropped {
            return Ok(false);
        }
        output.write_all(piece.bytes).map(|()| true)
    }
}
