//! What is learned at each threshold.
//!
//! A URL that is found as it reads teaches nothing, so thresholds differ in what they learn. Those
//! that have learned the same of a host are a *branch*, and mostly there is one of each host. All
//! branches have one learner: each has the hosts under a name of its own.

use super::levels::Levels;
use crate::sweep::records::Records;
use urlsift_core::hash::Key;
use urlsift_core::learn::Learner;
use urlsift_core::record::Url;
use urlsift_core::table::NumberMap;

/// The branches of every host.
#[derive(Debug)]
pub(super) struct Branches {
    learner: Learner,
    key: Key,
    all: Levels,
    hosts: NumberMap<Vec<Branch>>,
    /// How many branches have a name of their own.
    named: u64,
    // Kept for their memory:
    tokens: Vec<u64>,
    learned: Vec<usize>,
}

/// Thresholds that have learned the same of a host.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) levels: Levels,
    name: u64,
    /// The records that have taught something, and whether they did so by being entered as well.
    taught: Vec<(u32, bool)>,
}

/// What a branch has been told of a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) record: u32,
    /// The thresholds at which it was read, and those of them at which it was entered.
    pub(super) read: Levels,
    pub(super) entered: Levels,
    /// Whether reading and entering have taught something.
    pub(super) by_reading: bool,
    pub(super) by_entering: bool,
}

impl Branch {
    /// The URL as this branch names it.
    fn url(&self, key: &Key, url: &Url) -> Url {
        let service = if self.name == 0 { url.service } else { key.join(url.service, self.name) };
        Url { service, ..url.clone() }
    }
}

impl Branches {
    /// Branches of a learner that knows nothing.
    pub(super) fn new(learner: &Learner, key: &Key, all: Levels) -> Self {
        Self {
            learner: learner.clone().take_notes(),
            key: key.clone(),
            all,
            hosts: NumberMap::default(),
            named: 0,
            tokens: Vec::new(),
            learned: Vec::new(),
        }
    }

    /// Takes out the branches of a host, to be put [back](Self::put).
    pub(super) fn take(&mut self, url: &Url) -> Vec<Branch> {
        let branches = self.hosts.get_mut(&url.service).map(std::mem::take);
        branches.unwrap_or_else(|| vec![Branch { levels: self.all, name: 0, taught: Vec::new() }])
    }

    pub(super) fn put(&mut self, url: &Url, branches: Vec<Branch>) {
        self.hosts.insert(url.service, branches);
    }

    /// Reads a record as a filter does; says whether that has taught something.
    pub(super) fn read(
        &mut self,
        branch: &Branch,
        records: &Records,
        record: u32,
        tokens: &mut Vec<u64>,
        learned: &mut Vec<usize>,
    ) -> bool {
        let url = branch.url(&self.key, records.url(record));
        let parts = (records.batch.segments_of(&url), records.batch.pairs_of(&url));
        self.learner.read(&self.key, &url, parts, tokens, learned);
        self.learner.lessons().count() > 0
    }

    /// Gives the alternatives of the record that was read last as these tokens; says whether that
    /// has taught something.
    pub(super) fn alternatives(
        &mut self,
        branch: &Branch,
        records: &Records,
        record: u32,
        tokens: &[u64],
        each: impl FnMut(&[u64]),
    ) -> bool {
        let url = branch.url(&self.key, records.url(record));
        let segments = records.batch.segments_of(&url);
        self.learner.alternatives(&self.key, &url, segments, tokens, each);
        self.learner.lessons().count() > 0
    }

    /// Divides a branch of which some thresholds have been told what others have not.
    pub(super) fn divide(&mut self, branches: &mut Vec<Branch>, at: usize, records: &Records, told: Told) {
        let Told { record, read, entered, by_reading, by_entering } = told;
        if !by_reading && !by_entering {
            return;
        }
        let all = branches[at].levels;
        let only_read = if by_reading && by_entering { read & !entered } else { 0 };
        let followed = if by_entering { entered } else { read };
        for (levels, has_read) in [(all & !followed & !only_read, false), (only_read, true)] {
            if levels != 0 {
                self.named += 1;
                let mut taught = branches[at].taught.clone();
                taught.extend(has_read.then_some((record, false)));
                let branch = Branch { levels, name: self.named, taught };
                self.teach(&branch, records);
                branches.push(branch);
            }
        }
        branches[at].levels = followed;
        branches[at].taught.push((record, by_entering));
    }

    /// Teaches a new branch under its name what it knows.
    fn teach(&mut self, branch: &Branch, records: &Records) {
        let (mut tokens, mut learned) = (std::mem::take(&mut self.tokens), std::mem::take(&mut self.learned));
        for &(record, entered) in &branch.taught {
            self.read(branch, records, record, &mut tokens, &mut learned);
            if entered {
                self.alternatives(branch, records, record, &tokens, |_| {});
            }
        }
        (self.tokens, self.learned) = (tokens, learned);
    }
}
