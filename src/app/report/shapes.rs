//! `--print shape`: the template of each record instead of the record.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::shape::shape;

/// Prints templates.
pub(in crate::app) struct Shapes {
    pub(in crate::app) delimiter: u8,
    /// Whether the dropped records' are printed instead of the kept ones'.
    pub(in crate::app) dropped: bool,
}

impl Report for Shapes {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if decided.verdict == Verdict::Empty || decided.kept == self.dropped {
            return Ok(false);
        }
        output.write_all(&shape(decided))?;
        output.write_all(&[self.delimiter])?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if self.dropped {
            return Ok(false);
        }
        output.write_all(piece.bytes).map(|()| true)
    }
}
