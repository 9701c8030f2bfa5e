//! Lines whose answers are equal: error pages that say 200, applications that serve one page
//! everywhere, hosts that all show the same.
//!
//! Of the answers of each host, it is counted how many kept lines had each one. Once there are
//! enough of them, the next line with this answer is [recalled] as similar to the first of them.
//! That is asked before anything is learned from the line and before it is entered, so a line with
//! another answer is never hidden by one that was dropped here. The same is counted of the hosts of
//! a site that give equal answers to one path and query.
//!
//! [recalled]: crate::policy::Policy::recalls
//!
//! If the list is read twice, the first reading counts, and one line stays of each answer that was
//! given often enough. It also says what [parameters] change.
//!
//! Everything depends only on the order of the input. Each answer of each host takes about 60
//! bytes.

mod parameters;

use crate::event::{Event, Seen};
use crate::index::Id;
use crate::record::{Batch, Url};
use crate::table::NumberMap;
use crate::verdict::Verdict;
use parameters::Parameters;
use parameters::{Effect, Effects};
use std::num::NonZeroU32;
use urlsift_url::answer;
use urlsift_url::hash::Key;
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::token::{ParamRules, SignificantParams};

/// Answers that are shown at most. Lines are counted beyond that too.
const SHOWN: usize = 10_000;

/// An answer that so many lines had that they count as one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SameAnswer {
    /// What the answers have in common, like `status 404, digest 3I42H3S6`.
    pub answer: String,
    /// A kept line with it.
    pub example: Vec<u8>,
    /// How many lines were dropped because of it.
    pub lines: u64,
    /// Whether hosts of one site gave it to the same path and query.
    pub across_hosts: bool,
}

/// What answers say of a parameter, if a list is read twice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LearnedParameter {
    /// The host, with its port.
    pub host: String,
    /// The parameter, in lower case; `None` stands for all of the host, of which more than half
    /// would change nothing, so that none of them is taken for such a parameter.
    pub name: Option<String>,
    /// Whether it always changes the answer; otherwise it never does.
    pub changes: bool,
}

/// Counts the answers of kept lines.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    key: Key,
    /// From how many kept lines on an answer counts as one.
    least: NonZeroU32,
    met: NumberMap<Met>,
    shown: Vec<SameAnswer>,
    /// What the first of two readings says of parameters, and what it has said.
    parameters: Option<Box<Parameters>>,
    effects: Effects,
    /// Kept for its memory.
    scratch: Scratch,
    /// How many lines were dropped.
    lines: u64,
    /// The records of the present batch that were.
    dropped: Vec<usize>,
    /// The present record, the keys of its answer on its host and across hosts, and which of them
    /// has found an earlier line.
    at: usize,
    keys: [u64; 2],
    found: Option<u64>,
}

/// What is known of an answer.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    /// How many kept lines had it.
    kept: u32,
    /// The first of them in this reading of the list.
    first: Option<Id>,
    /// Where it is shown.
    shown: Option<u32>,
}

impl Answers {
    /// `two_pass`: whether the list is read twice.
    pub(crate) fn new(key: Key, least: NonZeroU32, two_pass: bool) -> Self {
        Self {
            parameters: two_pass.then(|| Box::new(Parameters::new(key.clone()))),
            effects: Effects::default(),
            scratch: Scratch::default(),
            key,
            least,
            met: NumberMap::default(),
            shown: Vec::new(),
            lines: 0,
            dropped: Vec::new(),
            at: 0,
            keys: [0; 2],
            found: None,
        }
    }

    /// Forgets all lines, and keeps which answers count as one.
    pub(crate) fn restart(&mut self) {
        let least = self.least.get();
        self.met.retain(|_, met| met.kept >= least);
        self.met.values_mut().for_each(|met| *met = Met { kept: least, ..Met::default() });
        if let Some(parameters) = self.parameters.take() {
            self.effects = parameters.effects(self.least);
        }
        self.shown.clear();
        (self.lines, self.dropped) = (0, Vec::new());
    }

    /// What the first of two readings has said of parameters.
    pub(crate) fn learned_parameters(&self) -> Vec<LearnedParameter> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let named = self.effects.names.iter().map(|((host, name), effect)| LearnedParameter {
            host: text(host),
            name: Some(text(name)),
            changes: *effect == Effect::Telling,
        });
        let refused = self.effects.refused.iter();
        let refused = refused.map(|host| LearnedParameter { host: text(host), name: None, changes: false });
        named.chain(refused).collect()
    }

    /// The same as rules: names that change nothing on a host, and names that do although they are
    /// known not to.
    pub(crate) fn rules(&self) -> (ParamRules, SignificantParams) {
        let (mut rules, mut significant) = (ParamRules::default(), SignificantParams::default());
        for ((host, name), effect) in &self.effects.names {
            if *effect == Effect::Telling {
                significant.entry(name.to_vec()).or_default().push(host.to_vec());
                continue;
            }
            // A rule has no port, and a name no mark of a rule.
            let (Ok(host), Ok(name)) = (str::from_utf8(host), str::from_utf8(name)) else { continue };
            let is_marked = name.starts_with('!') || name.contains(['*', '#']);
            if !is_marked && let Some(host) = without_port(host) {
                let _ = rules.add([&[host.to_owned()], &[]], [&[name], &[]]);
            }
        }
        (rules, significant)
    }

    /// Starts a batch.
    pub(crate) fn begin(&mut self) {
        self.dropped.clear();
    }

    /// Starts a record, by its place in the batch.
    pub(crate) fn start(&mut self, at: usize) {
        (self.at, self.keys, self.found) = (at, [0; 2], None);
    }

    /// The line to which the present one is similar by its answer.
    pub(crate) fn recalls(&mut self, batch: &Batch, url: &Url) -> Option<Id> {
        let answer = batch.answer(self.at)?;
        let key = &self.key;
        self.keys = [key.join(url.endpoint_key(key), answer.own), key.join(url.apart, answer.across)];
        let found = self.keys.iter().find_map(|at| {
            let met = self.met.get(at).filter(|met| met.kept >= self.least.get())?;
            Some((*at, met.first?))
        });
        let (at, first) = found?;
        self.found = Some(at);
        Some(first)
    }

    /// Takes note of what became of the present record.
    pub(crate) fn judge(&mut self, seen: &Seen<'_>, verdict: Verdict) {
        if let Some(parameters) = &mut self.parameters
            && let (Some(url), Some(answer)) = (seen.url(), seen.batch.answer(self.at))
        {
            let take = |address: &Address<'_>| parameters.take(address, url.apart, answer.own);
            seen.scanner.parts_in(&mut self.scratch, seen.line, take);
        }
        match seen.told.event {
            Event::New(id) if self.keys != [0; 2] => {
                for (at, across_hosts) in [(self.keys[0], false), (self.keys[1], true)] {
                    self.count(at, id, across_hosts, seen);
                }
            }
            Event::Similar { .. } if verdict == Verdict::Similar => {
                let Some(found) = self.found else { return };
                self.lines += 1;
                self.dropped.push(self.at);
                if let Some(shown) = self.met[&found].shown {
                    self.shown[shown as usize].lines += 1;
                }
            }
            _ => {}
        }
    }

    /// Counts a kept line.
    fn count(&mut self, at: u64, id: Id, across_hosts: bool, seen: &Seen<'_>) {
        let met = self.met.entry(at).or_default();
        met.first.get_or_insert(id);
        met.kept = met.kept.saturating_add(1);
        if met.kept >= self.least.get() && met.shown.is_none() && self.shown.len() < SHOWN {
            met.shown = Some(self.shown.len() as u32);
            self.shown.push(SameAnswer {
                answer: answer::shown(&seen.scanner.fields, seen.line).unwrap_or_default(),
                example: seen.line.to_vec(),
                lines: 0,
                across_hosts,
            });
        }
    }

    /// The records of the last batch that were dropped because of their answers.
    pub(crate) fn dropped(&self) -> &[usize] {
        &self.dropped
    }

    /// How many lines were dropped, and because of which answers, the most frequent first.
    pub(crate) fn told(&self) -> (u64, Vec<SameAnswer>) {
        let mut shown: Vec<SameAnswer> = self.shown.iter().filter(|same| same.lines > 0).cloned().collect();
        // Stable: of equally many lines, the answer that was met first.
        shown.sort_by_key(|same| std::cmp::Reverse(same.lines));
        (self.lines, shown)
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        let shown = self.shown.iter().map(|same| same.answer.len() + same.example.len());
        self.met.capacity() * size_of::<(u64, Met)>()
            + self.parameters.as_ref().map_or(0, |parameters| parameters.memory())
            + self.shown.capacity() * size_of::<SameAnswer>()
            + shown.sum::<usize>()
    }
}

/// A host without its port. `None` for an address of version 6, which rules take another way.
fn without_port(host: &str) -> Option<&str> {
    if host.starts_with('[') { None } else { host.split(':').next() }
}
