//! Counts the records of a run, and records how the run ended.

use std::fmt;
use std::time::Duration;

use urlsift_core::{LikelyFormat, Reason, Verdict};

use crate::printable::harmless;

/// Maximum number of records that are not URLs which a [`Summary`] locates.
const NAMED: usize = 5;

/// The summary of a run. A [`RunMonitor`](super::RunMonitor) gets it during the run.
///
/// Every record is counted in `records` and in exactly one of `kept`, `samples`, `similar`,
/// `unwanted`, `headers`, `not_url`, `repeated`, `empty` and `long`.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Records taken from the input.
    pub records: u64,
    /// Records written.
    pub written: u64,
    /// URLs that are not similar to any URL kept before.
    pub kept: u64,
    /// URLs that are similar to a kept one, and kept as further samples of its group.
    pub samples: u64,
    /// URLs that are similar to a kept one.
    pub similar: u64,
    /// URLs that the [`Selection`](urlsift_core::Selection) excludes.
    pub unwanted: u64,
    /// The first of these records.
    pub first_unwanted: Option<Vec<u8>>,
    /// Excluded URLs by [`Reason`], in the order of [`Reason::ALL`].
    pub unwanted_by: [u64; Reason::ALL.len()],
    /// Records that name the columns of others.
    pub headers: u64,
    /// Records that are not URLs, without repetitions.
    pub not_url: u64,
    /// Records that are not URLs and repeat an earlier record.
    pub repeated: u64,
    /// Empty records.
    pub empty: u64,
    /// Records of more than [`RECORD_LIMIT`](super::RECORD_LIMIT) bytes, which are not compared.
    pub long: u64,
    /// URLs that were parsed on the fast path, without the general parser.
    pub fast: u64,
    /// Searches for similar URLs that reached the search limit without finding one
    /// ([`limit_hits`](urlsift_core::similar::index::Shortfall::limit_hits)).
    pub shortened: u64,
    /// The probability at which a long text found one that is just similar, if not all were
    /// compared ([`recall`](urlsift_core::similar::index::Shortfall::recall)).
    pub recall: Option<f64>,
    /// Records that were dropped as new combinations of known parameters
    /// ([`combined`](urlsift_core::decide::deciders::Deciders::combined)).
    pub combined: u64,
    /// Bytes taken from the input, including a delimiter for every source's last record.
    pub bytes_in: u64,
    /// Bytes written.
    pub bytes_out: u64,
    /// Relative links in texts whose base is unknown. They are not records.
    pub relative: u64,
    /// Quoted texts that have the form of a path, without evidence that they are paths. They are
    /// not records.
    pub unclear: u64,
    /// Lines of tables with a quoted cell that does not end. They are records by themselves.
    pub open_cells: u64,
    /// The first source whose records were written in the encoding of others.
    pub recoded: Option<String>,
    /// Sources that could not be opened, or not be read to their end.
    pub unreadable: u64,
    /// The locations of the first few records that are not URLs.
    pub not_urls: Vec<Location>,
    /// Lines that have another URL behind the one that is compared, if the first ones show any.
    pub second_urls: Option<SecondUrls>,
    /// The formats of sources, as their first records have shown them.
    pub formats: Vec<(String, String)>,
    /// The probable format of the first records, if another option would read them.
    pub likely_format: Option<LikelyFormat>,
    /// The source of these records.
    pub likely_source: String,
    /// Time since the start.
    pub elapsed: Duration,
    /// The reason for the end of the run.
    pub ending: Ending,
}

impl Summary {
    /// Counts a decided record under its verdict.
    pub fn count(&mut self, verdict: Verdict) {
        self.records += 1;
        *match verdict {
            Verdict::Kept => &mut self.kept,
            Verdict::Sample => &mut self.samples,
            Verdict::Similar => &mut self.similar,
            Verdict::Unwanted(reason) => {
                self.unwanted_by[reason as usize] += 1;
                &mut self.unwanted
            }
            Verdict::Header { .. } => &mut self.headers,
            Verdict::NotUrl => &mut self.not_url,
            Verdict::Repeated => &mut self.repeated,
            Verdict::Empty => &mut self.empty,
        } += 1;
    }

    /// Stores the location of a record that is not a URL, if it is one of the first few.
    pub(super) fn name_not_url(&mut self, location: impl FnOnce() -> Location) {
        if self.not_urls.len() < NAMED {
            self.not_urls.push(location());
        }
    }
}

/// Lines among the first ones that have another URL behind the one that is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondUrls {
    /// The location of the first one.
    pub first: Location,
    /// The number of the column with its second URL, from 1, if it has columns.
    pub column: Option<usize>,
}

/// The reason for the end of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The input ended.
    #[default]
    Exhausted,
    /// Its [`RunMonitor`](super::RunMonitor) ended it.
    Stopped,
    /// The reader of the output closed it.
    Closed,
    /// Its [`RecordWriter`](super::RecordWriter) had no more room.
    Full,
}

/// The location of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The source's name.
    pub source: String,
    /// The record's number in that source; the first one is 1.
    pub record: u64,
}

/// Shows `source:record`, with control characters of the name escaped.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", harmless(&self.source), self.record)
    }
}
