//! The figures of a page about the lines of a run.

use urlsift_core::Verdict;
use urlsift_stream::{DecidedRecord, Location, LongRecordPart, RecordObserver, Summary};

use super::census::PageCensus;
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
    pub(super) census: PageCensus,
    pub(super) tree: Tree,
    pub(super) hosts: CountedHosts,
    pub(super) groups: LargestGroups,
    pub(super) sample: Sample,
    /// The first lines that are not URLs, without repetitions.
    pub(super) not_urls: Vec<(Location, Excerpt)>,
}

impl RecordObserver for Figures {
    fn record(&mut self, decided: &DecidedRecord<'_>) {
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

    fn long_record(&mut self, part: &LongRecordPart<'_>) {
        let line = u64::from(part.last);
        self.totals.records += line;
        self.totals.long += line;
        self.totals.written += line;
    }
}
