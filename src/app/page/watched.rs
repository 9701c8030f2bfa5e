//! Any form of output, watched by the figures of a page.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::figures::Figures;

/// Writes as another report does, or the records themselves, and notes what was decided.
pub(in crate::app) struct Watched<'p> {
    pub(super) figures: &'p mut Figures,
    /// What writes, if not the records themselves.
    pub(super) report: Option<&'p mut (dyn Report + 'p)>,
    pub(super) delimiter: u8,
    /// Whether the dropped records are written instead of the kept ones.
    pub(super) dropped: bool,
}

impl Report for Watched<'_> {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.figures.note(decided);
        if let Some(report) = &mut self.report {
            return report.record(decided, output);
        }
        if decided.verdict == Verdict::Empty || decided.kept == self.dropped {
            return Ok(false);
        }
        output.write_all(decided.line)?;
        output.write_all(&[self.delimiter])?;
        Ok(true)
    }

    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.figures.note_piece(piece);
        match &mut self.report {
            Some(report) => report.piece(piece, output),
            None if self.dropped => Ok(false),
            None => output.write_all(piece.bytes).map(|()| true),
        }
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        match &mut self.report {
            Some(report) => report.end(output),
            None => Ok(()),
        }
    }
}
