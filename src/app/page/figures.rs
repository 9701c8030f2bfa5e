//! Everything that a page says about the lines of a run.

use std::collections::BTreeMap;

use urlsift::stream::{Decided, Location, Piece};
use urlsift::{Reason, Verdict};

use super::excerpt::Excerpt;
use super::groups::Groups;
use super::hosts::Hosts;
use super::sample::Sample;
use super::tree::Tree;

/// How many lines that are not URLs are shown.
const NOT_URLS: usize = 50;

/// The verdicts so far.
#[derive(Default)]
pub(super) struct Figures {
    pub(super) totals: Totals,
    pub(super) tree: Tree,
    pub(super) hosts: Hosts,
    pub(super) groups: Groups,
    pub(super) sample: Sample,
    /// The first lines that are not URLs, without repetitions.
    pub(super) not_urls: Vec<(Location, Excerpt)>,
}

/// How many lines had each verdict.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) records: u64,
    pub(super) kept: u64,
    pub(super) similar: u64,
    pub(super) samples: u64,
    pub(super) unwanted: BTreeMap<Reason, u64>,
    pub(super) headers: u64,
    pub(super) not_urls: u64,
    pub(super) repeated: u64,
    pub(super) empty: u64,
    pub(super) long: u64,
}

impl Figures {
    /// Counts a decided line.
    pub(super) fn note(&mut self, decided: &Decided<'_>) {
        let totals = &mut self.totals;
        totals.records += 1;
        totals.kept += u64::from(decided.kept);
        match decided.verdict {
            Verdict::Similar => totals.similar += 1,
            Verdict::Sample => totals.samples += 1,
            Verdict::Unwanted(reason) => *totals.unwanted.entry(reason).or_default() += 1,
            Verdict::Header { .. } => totals.headers += 1,
            Verdict::NotUrl => totals.not_urls += 1,
            Verdict::Repeated => totals.repeated += 1,
            Verdict::Empty => totals.empty += 1,
            Verdict::Kept => {}
        }
        if decided.verdict == Verdict::NotUrl && self.not_urls.len() < NOT_URLS {
            let location = Location { source: decided.source.to_owned(), record: decided.record };
            self.not_urls.push((location, Excerpt::of(decided.line)));
        }
        self.tree.note(decided);
        self.hosts.note(decided);
        self.groups.note(decided);
        self.sample.note(decided);
    }

    /// Counts a piece of a line that is too long to be compared.
    pub(super) fn note_piece(&mut self, piece: &Piece<'_>) {
        let line = u64::from(piece.last);
        self.totals.records += line;
        self.totals.long += line;
        self.totals.kept += line;
    }
}
