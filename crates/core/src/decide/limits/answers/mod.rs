//! Recognises lines with equal answers: error pages with status 200, applications that serve one
//! page everywhere, hosts that all show the same.
//!
//! The kept lines of each host are counted by answer. Once enough lines have an answer, the next
//! line with it is [recalled] as similar to the first. This happens before the line is learned from
//! or entered, so a line that was dropped here never hides a line with another answer. Hosts of a
//! site are counted in the same way if they give equal answers to one path and query.
//!
//! [recalled]: crate::decide::policy::Policy::recalls
//!
//! If the list is read twice, the first reading counts, and the second keeps one line of each
//! answer that was frequent enough. The first reading also finds the [parameters] that change the
//! answer.
//!
//! Kept lines that a state remembers are counted again when the lines of their host are read.
//!
//! Decisions depend only on the order of the input. Each answer of each host takes about 60 bytes.

mod parameters;

use crate::decide::event::{Event, EventKind};
use crate::decide::verdict::Verdict;
use crate::record::{Batch, Record, Url};
use crate::scan::Scanner;
use crate::similar::index::Id;
use crate::similar::table::NumberMap;
use parameters::{Effect, Effects, Parameters};
use std::num::NonZeroU32;
use urlsift_url::answer;
use urlsift_url::hash::Key;
use urlsift_url::parse::Scratch;
use urlsift_url::reserved::Reserved;
use urlsift_url::token::{ParamRules, SignificantParams};

/// Largest number of answers listed. Beyond it lines are still counted in the total.
const SHOWN: usize = 10_000;

/// An answer that was frequent enough for its lines to count as similar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SameAnswer {
    /// The common content of the answers, like `status 404, digest 3I42H3S6`.
    pub answer: String,
    /// A kept line with it.
    pub example: Vec<u8>,
    /// Number of lines dropped because of it.
    pub lines: u64,
    /// Whether it was given by several hosts of one site to the same path and query.
    pub across_hosts: bool,
}

/// The effect of a parameter on answers, known if a list is read twice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LearnedParameter {
    /// The host, with its port.
    pub host: String,
    /// The parameter, in lower case; `None` for a host on which more than half of the parameters
    /// never changed the answer, so that all of them still count.
    pub name: Option<String>,
    /// Whether it always changes the answer; otherwise it never does.
    pub changes: bool,
}

/// Counts the answers of kept lines.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    key: Key,
    /// Number of kept lines from which an answer counts as frequent.
    least: NonZeroU32,
    met: NumberMap<AnswerCount>,
    shown: Vec<SameAnswer>,
    /// Parameters observed in the first of two readings, and their effects once it is over.
    parameters: Option<Box<Parameters>>,
    effects: Effects,
    /// Buffer for the parser.
    scratch: Scratch,
    /// Number of lines dropped.
    lines: u64,
    /// The dropped records of the present batch.
    dropped: Vec<usize>,
    /// The present record, the keys of its answer on its host and across hosts, and the key that
    /// found an earlier line.
    record_index: usize,
    keys: [u64; 2],
    found: Option<u64>,
}

/// The count of an answer.
#[derive(Clone, Copy, Debug, Default)]
struct AnswerCount {
    /// Number of kept lines with it.
    kept: u32,
    /// The first of them in this reading of the list.
    first: Option<Id>,
    /// Its index in the list of answers to show.
    shown: Option<u32>,
}

impl Answers {
    /// `two_pass`: whether the list is read twice.
    pub(crate) fn new(key: Key, least: NonZeroU32, two_pass: bool) -> Self {
        let parameters = if two_pass {
            Some(Box::new(Parameters::new(key.clone())))
        } else {
            None
        };
        Self {
            parameters,
            effects: Effects::default(),
            scratch: Scratch::default(),
            key,
            least,
            met: NumberMap::default(),
            shown: Vec::new(),
            lines: 0,
            dropped: Vec::new(),
            record_index: 0,
            keys: [0; 2],
            found: None,
        }
    }

    /// Forgets all lines, but remembers which answers are frequent.
    pub(crate) fn restart(&mut self) {
        let least = self.least.get();
        self.met.retain(|_, met| met.kept >= least);
        for met in self.met.values_mut() {
            *met = AnswerCount {
                kept: least,
                ..AnswerCount::default()
            };
        }
        if let Some(parameters) = self.parameters.take() {
            self.effects = parameters.effects(self.least);
        }
        self.shown.clear();
        self.lines = 0;
        self.dropped = Vec::new();
    }

    /// The effects of parameters, from the first of two readings.
    pub(crate) fn learned_parameters(&self) -> Vec<LearnedParameter> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let mut learned = Vec::new();
        for ((host, name), effect) in &self.effects.names {
            learned.push(LearnedParameter {
                host: text(host),
                name: Some(text(name)),
                changes: *effect == Effect::Telling,
            });
        }
        for host in &self.effects.refused {
            learned.push(LearnedParameter {
                host: text(host),
                name: None,
                changes: false,
            });
        }
        learned
    }

    /// The same as rules: names that never change the answer on a host, and names that do although
    /// they are usually ignored.
    pub(crate) fn rules(&self) -> (ParamRules, SignificantParams) {
        let mut rules = ParamRules::default();
        let mut significant = SignificantParams::default();
        for ((host, name), effect) in &self.effects.names {
            if *effect == Effect::Telling {
                let hosts = significant.entry(name.to_vec()).or_default();
                hosts.push(host.to_vec());
                continue;
            }
            // A rule has no port, and a name contains no mark of a rule.
            let Ok(host) = str::from_utf8(host) else {
                continue;
            };
            let Ok(name) = str::from_utf8(name) else {
                continue;
            };
            let is_marked = name.starts_with('!') || name.contains(['*', '#']);
            // An IPv6 address has another form in rules.
            if is_marked || host.starts_with('[') {
                continue;
            }
            let without_port = match host.split_once(':') {
                Some((name, _)) => name,
                None => host,
            };
            let _ = rules.add([without_port], [name]);
        }
        (rules, significant)
    }

    /// Counts a line that was kept in an earlier run.
    pub(crate) fn recall(&mut self, id: Id, scanner: &Scanner, line: &[u8]) {
        let mut batch = Batch::default();
        scanner.scan(line, &mut batch);
        if let Some(Record::Url(url)) = batch.records.first()
            && let Some(keys) = self.keys_of(&batch, 0, url)
        {
            self.count(keys, id, scanner, line);
        }
    }

    /// Forgets answers whose first kept line is no longer `wanted`: they are counted anew.
    pub(crate) fn retain(&mut self, wanted: impl Fn(Id) -> bool) {
        self.met.retain(|_, met| met.first.is_none_or(&wanted));
    }

    /// Starts a batch.
    pub(crate) fn begin(&mut self) {
        self.dropped.clear();
    }

    /// Starts a record, by its index in the batch.
    pub(crate) fn start(&mut self, record_index: usize) {
        self.record_index = record_index;
        self.keys = [0; 2];
        self.found = None;
    }

    /// Finds the earlier line to which the present one is similar by its answer.
    pub(crate) fn recalls(&mut self, batch: &Batch, url: &Url) -> Option<Id> {
        self.keys = self.keys_of(batch, self.record_index, url)?;
        for answer_key in self.keys {
            if let Some(met) = self.met.get(&answer_key)
                && met.kept >= self.least.get()
                && met.first.is_some()
            {
                self.found = Some(answer_key);
                return met.first;
            }
        }
        None
    }

    /// Forgets the answer by which the present record was found, whose first line has expired.
    pub(crate) fn forget(&mut self) {
        if let Some(found) = self.found.take() {
            self.met.remove(&found);
        }
    }

    /// The keys of a record's answer on its host and across hosts.
    fn keys_of(&self, batch: &Batch, record_index: usize, url: &Url) -> Option<[u64; 2]> {
        let key = &self.key;
        let answer = batch.answer(record_index)?;
        let endpoint = url.endpoint_key(key);
        let on_host = key.join(endpoint, answer.on_host);
        let across_hosts = key.join(url.separating_key, answer.across);
        Some([on_host, across_hosts])
    }

    /// Notes the verdict on the present record.
    pub(crate) fn judge(&mut self, event: &Event<'_>, verdict: Verdict) {
        if let Some(parameters) = &mut self.parameters
            && let Some(url) = event.url()
            && let Some(answer) = event.batch.answer(self.record_index)
        {
            let fields = event.scanner.view().fields;
            fields.url_in(&mut self.scratch, event.line, |address, _, _| {
                parameters.take(address, url.separating_key, answer.on_host);
            });
        }
        match event.kind {
            EventKind::New(id) if self.keys != [0; 2] => {
                self.count(self.keys, id, event.scanner, event.line);
            }
            EventKind::Similar { .. } if verdict == Verdict::Similar => {
                let Some(found) = self.found else { return };
                self.lines += 1;
                self.dropped.push(self.record_index);
                if let Some(shown) = self.met[&found].shown {
                    self.shown[shown as usize].lines += 1;
                }
            }
            _ => {}
        }
    }

    /// Counts a kept line.
    fn count(&mut self, keys: [u64; 2], id: Id, scanner: &Scanner, line: &[u8]) {
        for (answer_key, across_hosts) in keys.into_iter().zip([false, true]) {
            let met = self.met.entry(answer_key).or_default();
            met.first.get_or_insert(id);
            met.kept = met.kept.saturating_add(1);
            let is_frequent = met.kept >= self.least.get();
            let has_room = self.shown.len() < SHOWN;
            if !is_frequent || !has_room || met.shown.is_some() {
                continue;
            }
            met.shown = Some(self.shown.len() as u32);
            let answer = answer::shown(&scanner.fields, line);
            self.shown.push(SameAnswer {
                answer: answer.unwrap_or_default(),
                example: line.to_vec(),
                lines: 0,
                across_hosts,
            });
        }
    }

    /// The records of the last batch that were dropped because of their answers.
    pub(crate) fn dropped(&self) -> &[usize] {
        &self.dropped
    }

    /// The number of dropped lines, and the answers that caused it, most frequent first.
    pub(crate) fn told(&self) -> (u64, Vec<SameAnswer>) {
        let mut shown = self.shown.clone();
        shown.retain(|same| same.lines > 0);
        // The sort is stable: of equally frequent answers, the one met first comes first.
        shown.sort_by_key(|same| std::cmp::Reverse(same.lines));
        (self.lines, shown)
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut bytes = self.met.reserved_bytes() + self.shown.reserved_bytes();
        for same in &self.shown {
            bytes += same.answer.len() + same.example.len();
        }
        if let Some(parameters) = &self.parameters {
            bytes += parameters.heap_bytes();
        }
        bytes
    }
}
