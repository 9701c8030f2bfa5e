//! Changes what a filter knows: stored groups are entered, groups expire or are set aside.
//!
//! No other file of this crate touches the [`KeptAndLearned`] and
//! [`KeptLimits`](urlsift_core::decide::limits::KeptLimits) of a filter.

use crate::entry::{Entry, Kept, Lookup, damaged};
use crate::host::Host;
use crate::journal::Journal;
use crate::time::feed::Turn;
use crate::time::window::Living;
use std::borrow::Borrow;
use urlsift_core::decide::event::{Event, EventKind};
use urlsift_core::decide::known::{KeptAndLearned, Scanning};
use urlsift_core::decide::limits::LimitsThen;
use urlsift_core::decide::policy::Policy;
use urlsift_core::decide::sift::Knowledge;
use urlsift_core::record::ScannedLine;
use urlsift_core::similar::index::Id;
use urlsift_core::{Batch, Error, Url, Verdict};

/// Everything that a recorder's filter knows, and its journal.
pub(crate) struct Notebook<'r> {
    pub knowledge: Knowledge<'r>,
    pub journal: &'r mut Journal,
}

impl Notebook<'_> {
    /// Removes the groups that have expired.
    pub(crate) fn purge(self) {
        let mut policy = LimitsThen {
            limits: self.knowledge.limits,
            policy: self.journal,
        };
        let known = self.knowledge.deciders.known_mut();
        policy.purge(known, self.knowledge.scanning);
    }

    /// Enters the entries of a host, as if the filter had decided on the lines they stand for.
    ///
    /// # Errors
    /// [`urlsift_core::ErrorKind::Damaged`]: the entries are damaged.
    pub(crate) fn recall(self, host: Host, entries: &[u8]) -> Result<(), Error> {
        let Self { knowledge, journal } = self;
        let known = knowledge.deciders.known_mut();
        let limits = knowledge.limits;
        let scanning = knowledge.scanning;
        let scanner = scanning.scanner;
        let mut counted = None;
        // If all hosts count as one, each run counts its own lines.
        if !journal.hosts_meet {
            counted = Some(host.number());
        }
        let mut keys = Vec::new();
        // Processes that share a store have their own numbers.
        let shared = journal.is_shared();
        for entry in Entry::parse_all(entries) {
            let entry = entry.ok_or_else(damaged)?;
            if !shared && let Some(id) = entry.id() {
                known.number_from(id + 1);
            }
            match entry {
                Entry::Kept(kept) => {
                    let is_new = journal.timeline.recall_group(host, &kept);
                    // A line that is not a URL may be entered again, under its earliest number.
                    if host != Host::NOT_URLS {
                        if !is_new {
                            continue;
                        }
                        limits.recall_group(kept.id, scanner.view().key.line(kept.line));
                        limits.recall_answer(kept.id, scanner, kept.line);
                        if let Some(host) = counted {
                            limits.recall_line(host);
                            limits.recall_prefix(scanner, host, kept.line);
                        }
                    }
                    kept.enter(host, known, scanning, &mut keys)
                        .ok_or_else(damaged)?;
                }
                Entry::Learned(fact) => match known.learner_mut() {
                    Some(learner) if shared => learner.join(fact),
                    Some(learner) => learner.apply(fact),
                    None => {}
                },
                Entry::Sample { id, line } => {
                    if let Some(host) = counted {
                        limits.recall_line(host);
                    }
                    limits.recall_sample(id, line);
                    journal.dropped.recall_sample(line, id);
                }
                Entry::Dropped { id, run, line } => journal.dropped.recall(line, id, run),
                Entry::Met(met) => journal.timeline.recall_met(&met),
            }
        }
        Ok(())
    }
}

impl Journal {
    /// Sets lines aside or brings them back before a record at which time leaps or goes back.
    pub(crate) fn turn(
        &mut self,
        record: usize,
        known: &mut KeptAndLearned,
        scanning: Scanning<'_>,
    ) {
        let turns = self.timeline.turns(record);
        if !turns.is_empty() && known.has_hidden() {
            // What has expired stays expired, whatever the time is now.
            self.purge(known, scanning);
        }
        for turn in turns {
            match turn {
                Turn::Leap => {
                    self.aside = Some(known.set_aside(scanning));
                    enter(&self.timeline.leap(record), known, scanning);
                }
                Turn::Confirmed => {
                    self.aside = None;
                    self.timeline.confirm();
                }
                Turn::Undone => {
                    if let Some(lines) = self.aside.take() {
                        known.change_lines(lines);
                    }
                    enter(&self.timeline.undo(), known, scanning);
                }
                Turn::Back => self.timeline.go_back(),
            }
        }
    }
}

/// Answers the filter's questions, and notes what changes the next answer.
impl Policy for Journal {
    fn expires(&self) -> bool {
        self.timeline.has_window() || self.timeline.has_turns()
    }

    fn start(&mut self, record: usize, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        if self.timeline.has_turns() {
            self.turn(record, known, scanning);
        }
        self.record = record;
        self.timeline.start_record(record);
        self.run.records += 1;
    }

    fn lives(&self, id: Id) -> bool {
        self.timeline.is_alive(id)
    }

    fn is_purge_due(&self) -> bool {
        self.timeline.is_purge_due()
    }

    /// Removes expired groups from the index.
    #[cold]
    fn purge(&mut self, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        let Some(living) = self.timeline.purge() else {
            return;
        };
        known.forget_lines(scanning);
        enter(&living, known, scanning);
        let hosts = living.iter().map(|(_, group)| group.host).collect();
        self.notes.retain(&hosts);
        self.dropped.retain(|id| self.timeline.is_alive(id));
    }

    fn recalls(&mut self, line: ScannedLine<'_>, _: &Url) -> Option<Id> {
        let line = || self.key.line(line.bytes);
        let group = self.dropped.group(line, self.run)?;
        self.timeline.is_alive(group).then_some(group)
    }

    fn came_before(&self, line: &[u8]) -> Option<Id> {
        self.dropped.group_of(|| self.key.line(line))
    }

    fn judge(&mut self, event: &Event<'_>) -> Verdict {
        if self.timeline.has_window() {
            match event.kind {
                EventKind::New(id) | EventKind::NewOther(id) => {
                    let mut lookup = Vec::new();
                    let mut text = Vec::new();
                    let kept = Kept {
                        id,
                        time: 0,
                        lookup: self.lookup(event, &mut lookup),
                        line: self.remembered(event, &mut text),
                    };
                    self.timeline.keep(self.host_of(event.record), &kept);
                }
                EventKind::Similar { to: Some(id), .. } | EventKind::SameOther(Some(id)) => {
                    self.timeline.meet(id);
                }
                _ => {}
            }
        }
        let verdict = match event.verdict {
            // The output that the run continues has it already.
            Verdict::Header { .. } if self.continues => Verdict::Header { repeated: true },
            verdict => verdict,
        };
        if self.timeline.has_turns() {
            // A record's notes count before the next change of time.
            let mut event = *event;
            event.verdict = verdict;
            self.see(self.record, &event);
        }
        verdict
    }
}

/// Enters groups under their numbers.
fn enter(groups: &[(Id, impl Borrow<Living>)], known: &mut KeptAndLearned, scanning: Scanning<'_>) {
    let mut keys = Vec::new();
    for (id, living) in groups {
        let living = living.borrow();
        let entered = living
            .kept(*id)
            .enter(living.host, known, scanning, &mut keys);
        debug_assert!(entered.is_some(), "it was entered before");
    }
}

impl Kept<'_> {
    /// Enters it under its keys or variants. `None`: it is damaged.
    pub(crate) fn enter(
        &self,
        host: Host,
        known: &mut KeptAndLearned,
        scanning: Scanning<'_>,
        keys: &mut Vec<u64>,
    ) -> Option<()> {
        if host == Host::NOT_URLS {
            self.lookup.keys(keys);
            for hash in &*keys {
                known.keep_other(*hash, self.id);
            }
            return Some(());
        }
        if let Lookup::Keys(_) = self.lookup {
            self.lookup.keys(keys);
            known.keep(|index| index.insert_keys(keys, self.id));
            return Some(());
        }
        let mut batch = Batch::default();
        scanning
            .scanner
            .view()
            .recalling()
            .scan(self.line, &mut batch);
        let batch = batch.view();
        let url = batch.url_at(0)?;
        let segments = batch.segments_of(url);
        let mut entered = None;
        known.keep(|index| {
            entered = self.lookup.variants(|variant| {
                variant.tokens(segments, keys);
                index.insert(&batch.url(url, keys), self.id);
            });
        });
        entered
    }
}
