//! Any form of output, observed by the figures of a page.

use std::io::{self, Write};

use urlsift::stream::{DecidedRecord, LongRecordPart, Report};

use super::figures::Figures;

/// Counts each decision, and writes as another report does, if there is one.
pub(in crate::app) struct Watched<'p> {
    pub(super) figures: &'p mut Figures,
    pub(super) report: Option<&'p mut (dyn Report + 'p)>,
}

impl Report for Watched<'_> {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.figures.note(decided);
        self.report.as_mut().map_or(Ok(false), |report| report.record(decided, output))
    }

    fn long_record(&mut self, part: &LongRecordPart<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.figures.note_long_record(part);
        self.report.as_mut().map_or(Ok(false), |report| report.long_record(part, output))
    }

    fn only_notes(&self) -> bool {
        self.report.is_none()
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        match &mut self.report {
            Some(report) => report.end(output),
            None => Ok(()),
        }
    }
}
