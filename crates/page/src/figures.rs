//! The figures of a page about the lines of a run, and any form of output observed by them.

use std::io::{self, Write};

use urlsift_core::{Sift, Verdict};
use urlsift_stream::{DecidedRecord, Location, LongRecordPart, Report, Summary};

use super::census::Census;
use super::excerpt::Excerpt;
use super::groups::LargestGroups;
use super::hosts::CountedHosts;
use super::sample::Sample;
use super::tree::Tree;

/// The most lines that are not URLs to show.
const NOT_URLS: usize = 50;

/// Figures of the lines decided so far.
#[derive(Default)]
pub struct Figures {
    /// Counts by verdict. Only these counts and the number of written lines are filled in, as a run
    /// that fails has no summary of its own.
    pub(super) totals: Summary,
    pub(super) census: Census,
    pub(super) tree: Tree,
    pub(super) hosts: CountedHosts,
    pub(super) groups: LargestGroups,
    pub(super) sample: Sample,
    /// The first lines that are not URLs, without repetitions.
    pub(super) not_urls: Vec<(Location, Excerpt)>,
}

impl Figures {
    /// Returns a report that writes as `report` does, if there is one, and updates these figures.
    pub fn watch<'p>(&'p mut self, report: Option<&'p mut (dyn Report + 'p)>) -> Watched<'p> {
        Watched {
            figures: self,
            report,
        }
    }

    /// Counts a decided line.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>) {
        self.totals.count(decided.verdict);
        self.totals.written += u64::from(decided.kept);
        if decided.verdict == Verdict::NotUrl && self.not_urls.len() < NOT_URLS {
            let location = Location {
                source: decided.source.to_owned(),
                record: decided.record,
            };
            self.not_urls.push((location, Excerpt::of(decided.line)));
        }
        if let Some(group) = self.census.count(decided) {
            self.tree.note(decided, group, &mut self.census);
            self.groups.note(decided, group, &self.census);
        }
        self.hosts.note(decided);
        self.sample.note(decided);
    }

    /// Counts a piece of a line that is too long to be compared.
    pub(super) fn note_long_record(&mut self, part: &LongRecordPart<'_>) {
        let line = u64::from(part.last);
        self.totals.records += line;
        self.totals.long += line;
        self.totals.written += line;
    }
}

/// Counts each decision, and writes as another report does, if there is one.
pub struct Watched<'p> {
    figures: &'p mut Figures,
    report: Option<&'p mut (dyn Report + 'p)>,
}

impl Report for Watched<'_> {
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.figures.note(decided);
        self.report
            .as_mut()
            .map_or(Ok(false), |report| report.record(decided, output))
    }

    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        self.figures.note_long_record(part);
        self.report
            .as_mut()
            .map_or(Ok(false), |report| report.long_record(part, output))
    }

    fn only_notes(&self) -> bool {
        self.report.is_none()
    }

    fn end(&mut self, sift: &Sift, output: &mut dyn Write) -> io::Result<()> {
        self.report
            .as_mut()
            .map_or(Ok(()), |report| report.end(sift, output))
    }
}
