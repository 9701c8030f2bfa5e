//! Single stages of the filter, for the benches, tests, examples and fuzz targets of this repository.

#![allow(dead_code, unused_imports, reason = "no user of it uses all of it")]

use std::cmp::Ordering;
use urlsift_core::decide::sift::Sift;
use urlsift_core::error::Error;
use urlsift_core::learn::{self, Learner};
use urlsift_core::record::{Batch, Record, Url};
use urlsift_core::scan::Scanner;
use urlsift_core::similar::feature::{Feature, Layout, sorted};
use urlsift_core::similar::index::simhash;
use urlsift_core::similar::plan::bands;
use urlsift_core::similar::similarity;
use urlsift_core::similar::table::packed::KeySet;
use urlsift_url::hash::Key;
use urlsift_url::parse::{self, Address, Scratch};
use urlsift_url::token;

pub(crate) use urlsift_url::thresholds::{Thresholds, Tuning};

/// Returns the names of the rules that give segments their classes, and of the rules by which
/// positions are learned.
pub(crate) fn rules() -> (Vec<&'static str>, Vec<&'static str>) {
    (
        token::rules::all().map(|rule| rule.name).collect(),
        learn::rules::names().collect(),
    )
}

/// The canonical parts of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    /// In lower case; empty if the line names none.
    pub(crate) scheme: &'a [u8],
    /// User name and password; empty if there are none.
    pub(crate) user: &'a [u8],
    /// With any port that is not the default; empty for a bare path.
    pub(crate) host: &'a [u8],
    /// Everything between the host and `?` or `#`.
    pub(crate) path: &'a [u8],
    /// Everything after the first `?`, up to `#`.
    pub(crate) query: &'a [u8],
    /// Everything after the first `#`.
    pub(crate) fragment: &'a [u8],
}

/// The parser, with buffers that it reuses from line to line.
#[derive(Debug, Default)]
pub(crate) struct Parser(Scratch);

impl Parser {
    /// Parses a line as a filter does; also returns whether the fast path was enough.
    pub(crate) fn parse<'a>(&'a mut self, line: &'a [u8]) -> Option<(Parts<'a>, bool)> {
        parse::parse(line, &mut self.0).map(|(address, path)| (address.into(), path.is_fast))
    }

    /// Parses a line with the `url` crate alone, with which the fast path must agree.
    pub(crate) fn parse_judged<'a>(&'a mut self, line: &'a [u8]) -> Option<Parts<'a>> {
        parse::parse_judged(line, &mut self.0).map(Parts::from)
    }
}

impl<'a> From<Address<'a>> for Parts<'a> {
    fn from(address: Address<'a>) -> Self {
        let Address {
            scheme,
            user,
            host,
            path,
            query,
            fragment,
            ..
        } = address;
        Self {
            scheme,
            user,
            host,
            path,
            query,
            fragment,
        }
    }
}

/// Limits the tables of a filter that has learned nothing yet to about this many positions and
/// words.
pub(crate) fn bound_learning(sift: &mut Sift, bound: usize) {
    if let Some(learner) = sift.knowledge().deciders.known_mut().learner_mut() {
        *learner = Learner::with_bound(bound, Tuning::STANDARD);
    }
}

/// The stages after the scanner, under the settings of a filter, each on its own.
#[derive(Debug)]
pub(crate) struct Stages {
    key: Key,
    layout: Layout,
    budget: u64,
    learner: Learner,
    tokens: Vec<u64>,
    learned: Vec<usize>,
}

/// The features of one line.
#[derive(Debug, Default)]
pub(crate) struct Features(Vec<Feature>);

impl Features {
    /// The 64-bit `SimHash` code.
    pub(crate) fn code(&self) -> u64 {
        simhash::code(&self.0)
    }

    /// Hashes and weights, sorted by hash.
    pub(crate) fn sorted(&self) -> Vec<(u64, u64)> {
        sorted(&self.0)
    }
}

/// Returns the common and the total weight of two lists of hashes and weights: the sums of the
/// smaller and of the larger weight of each feature.
pub(crate) fn jaccard(one: &[(u64, u64)], other: &[(u64, u64)]) -> (u64, u64) {
    let (mut left, mut right, mut shared) = (one, other, 0);
    while let ([a, rest @ ..], [b, others @ ..]) = (left, right) {
        match a.0.cmp(&b.0) {
            Ordering::Less => left = rest,
            Ordering::Greater => right = others,
            Ordering::Equal => {
                shared += a.1.min(b.1);
                (left, right) = (rest, others);
            }
        }
    }
    let all: u64 = one.iter().chain(other).map(|(_, weight)| weight).sum();
    (shared, all - shared)
}

impl Stages {
    /// Copies the settings of a filter, without anything that it has kept or learned.
    pub(crate) fn of(sift: &Sift) -> Self {
        Self {
            key: sift.scanner().view().key.clone(),
            layout: sift.view().measure.layout.clone(),
            budget: sift.view().measure.budget(),
            learner: Learner::new(Tuning::STANDARD),
            tokens: Vec::new(),
            learned: Vec::new(),
        }
    }

    /// Returns a scanner that leaves all parts of lines in the batch.
    pub(crate) fn scanner(sift: &Sift) -> Scanner {
        sift.scanner().view().whole()
    }

    /// Writes the features of a record; none if it is not a URL.
    pub(crate) fn features(&mut self, batch: &Batch, index: usize, features: &mut Features) {
        features.0.clear();
        let Some(url) = url(batch, index) else { return };
        self.tokens.clear();
        self.tokens.extend(
            batch
                .view()
                .segments_of(url)
                .iter()
                .map(|segment| segment.token),
        );
        self.layout
            .features(&batch.view().url(url, &self.tokens), &mut features.0);
    }

    /// Appends the bands of these features; if there are more than `bound`, appends none and
    /// returns `false`.
    pub(crate) fn bands(&self, features: &Features, bound: usize, bands: &mut Vec<u64>) -> bool {
        bands::enumerate(&features.0, self.budget, bound, bands).is_ok()
    }

    /// Learns from a record of a batch, and returns the tokens of its segments.
    pub(crate) fn learn(&mut self, batch: &Batch, index: usize) -> &[u64] {
        self.tokens.clear();
        if let Some(url) = url(batch, index) {
            let parts = batch.view().path_and_query(url);
            self.learner
                .learn(&self.key, url, parts, &mut self.tokens, &mut self.learned);
        }
        &self.tokens
    }

    /// Returns, for each segment of a record, its own token and the token under which it is entered
    /// while its position is not learned.
    pub(crate) fn tokens(batch: &Batch, index: usize) -> Vec<(u64, u64)> {
        let segments = url(batch, index).map_or(&[][..], |url| batch.view().segments_of(url));
        segments
            .iter()
            .map(|segment| (segment.token, segment.early()))
            .collect()
    }

    /// The segments at learned positions, for the record that was learned from last.
    pub(crate) fn learned(&self) -> &[usize] {
        &self.learned
    }

    /// Calls `each` with the other variants under which a kept record is entered if its segments
    /// read `tokens`.
    pub(crate) fn alternatives(
        &mut self,
        batch: &Batch,
        index: usize,
        tokens: &[u64],
        each: impl FnMut(&[u64]),
    ) {
        if let Some(url) = url(batch, index) {
            self.learner
                .alternatives(&self.key, url, batch.view().segments_of(url), tokens, each);
        }
    }
}

fn url(batch: &Batch, index: usize) -> Option<&Url> {
    match &batch.view().records()[index] {
        Record::Url(url) => Some(url),
        Record::Empty | Record::NotUrl(_) | Record::Header(_) | Record::Unwanted(_) => None,
    }
}

/// The set of lookup keys.
#[derive(Debug, Default)]
pub(crate) struct Keys(KeySet);

impl Keys {
    /// Whether a key is in it.
    pub(crate) fn contains(&self, key: u64) -> bool {
        self.0.contains(key)
    }

    /// Adds a key; `false` if it was there already.
    pub(crate) fn insert(&mut self, key: u64) -> bool {
        self.0.insert(key)
    }
}

/// Returns the components of lines, found by comparing all pairs, as lists of positions from 1:
/// `Clusters` must find the same without comparing. The filter must have read the whole list and
/// been [restarted](Sift::restart).
pub(crate) fn components_of_all_pairs(sift: &Sift, lines: &[impl AsRef<[u8]>]) -> Vec<Vec<u64>> {
    let (scanner, mut batch) = (sift.scanner().view().whole(), Batch::default());
    for line in lines {
        scanner.scan(line.as_ref(), &mut batch);
    }
    let layout = &sift.view().measure.layout;
    let budget = sift.view().measure.budget();
    let features = |index| {
        let (mut tokens, mut features) = (Vec::new(), Vec::new());
        let url = url(&batch, index)?;
        sift.view().read(&batch, url, &mut tokens);
        layout.features(&batch.view().url(url, &tokens), &mut features);
        Some(sorted(&features))
    };
    let features: Vec<_> = (0..lines.len()).map(features).collect();
    let are_similar = |i: usize, j: usize| match (&features[i], &features[j]) {
        (Some(one), Some(other)) => similarity::is_similar(one, other, budget),
        (None, None) => lines[i].as_ref() == lines[j].as_ref(),
        _ => false,
    };
    // Every line is labelled with the first line of its component.
    let mut labels: Vec<usize> = (0..lines.len()).collect();
    for i in 0..lines.len() {
        for j in 0..i {
            if labels[i] != labels[j] && are_similar(i, j) {
                let (least, most) = (labels[i].min(labels[j]), labels[i].max(labels[j]));
                labels
                    .iter_mut()
                    .filter(|label| **label == most)
                    .for_each(|label| *label = least);
            }
        }
    }
    let mut groups = vec![Vec::new(); lines.len()];
    for (i, label) in labels
        .into_iter()
        .enumerate()
        .filter(|(i, _)| !lines[*i].as_ref().is_empty())
    {
        groups[label].push(i as u64 + 1);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Builds a filter with other rules and thresholds, to measure their value.
pub(crate) fn tuned(two_pass: bool, tuning: &'static Tuning) -> Result<Sift, Error> {
    let mut settings = Sift::builder().two_pass(two_pass).view().clone();
    settings.tuning = tuning;
    settings.build()
}
