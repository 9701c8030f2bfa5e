//! The journal: what a filter comes to know, noted by host as [entries](super::entry) that can be
//! stored.
//!
//! It watches the filter: while a batch is decided it answers what depends on time and on earlier
//! runs, and afterwards it notes what became of each record. Given to a filter that knows nothing
//! of a host, what was noted of it makes that filter decide as this one does.

use super::arrival::{Arrival, Arrivals, Noted};
use super::dropped::{DroppedLines, Run};
use super::entry::{Entry, Kept, Lookup};
use super::host::Host;
use super::meetings::Meetings;
use super::notes::Notes;
use super::store::Claim;
use super::timeline::{Timeline, presence};
use urlsift_core::event::{Event, Seen, Wants};
use urlsift_core::hash::Key;
use urlsift_core::index::Id;
use urlsift_core::known::Lines;
use urlsift_core::record::{Record, Url};
use urlsift_core::verdict::Verdict;

/// What is known and not stored yet, and what the filter asks.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    pub(super) key: Key,
    /// Whether URLs of different hosts may be similar: then all are one.
    hosts_meet: bool,
    /// Whether groups are found by keys alone; elsewhere their variants are noted.
    by_keys: bool,
    pub(crate) run: Run,
    /// Whether the output of a run that was broken off is continued.
    pub(crate) continues: bool,
    pub(crate) timeline: Timeline,
    pub(crate) dropped: DroppedLines,
    pub(crate) notes: Notes,
    meetings: Meetings,
    /// All lines that came, if they are to be remembered.
    pub(crate) arrivals: Option<Box<Noted>>,
    /// What was known before time leapt, until that is confirmed.
    pub(super) aside: Option<Lines>,
    /// Lines of the present batch that another process may print, where there are others.
    claims: Option<Vec<Claim>>,
}

impl Journal {
    pub(crate) fn new(key: Key, hosts_meet: bool, by_keys: bool) -> Self {
        Self {
            key,
            hosts_meet,
            by_keys,
            run: Run::default(),
            continues: false,
            timeline: Timeline::default(),
            dropped: DroppedLines::default(),
            notes: Notes::default(),
            meetings: Meetings::default(),
            arrivals: None,
            aside: None,
            claims: None,
        }
    }

    /// What it wants to be told with events.
    pub(crate) fn wants(&self) -> Wants {
        let (keys, lookups) = (self.by_keys, self.is_shared());
        Wants { keys, variants: !keys, lookups, lessons: true }
    }

    /// Whether groups are found by keys alone.
    pub(crate) fn is_by_keys(&self) -> bool {
        self.by_keys
    }

    /// Whether URLs of different hosts may be similar.
    pub(crate) fn hosts_meet(&self) -> bool {
        self.hosts_meet
    }

    /// The host under which a URL is remembered.
    pub(crate) fn host(&self, url: &Url) -> Host {
        if self.hosts_meet { Host::ALL } else { Host(url.service) }
    }

    /// The host under which a record is remembered.
    pub(super) fn host_of(&self, record: &Record) -> Host {
        match record {
            Record::Url(url) => self.host(url),
            _ => Host::NOT_URLS,
        }
    }

    /// Sets whether other processes may print lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.claims = shared.then(Vec::new);
        self.timeline.share(shared);
    }

    /// Whether other processes may.
    pub(crate) fn is_shared(&self) -> bool {
        self.claims.is_some()
    }

    /// Starts a batch.
    pub(crate) fn start_batch(&mut self) {
        self.timeline.start_batch();
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.start_batch();
        }
    }

    /// Notes what became of a record of the batch.
    pub(crate) fn see(&mut self, at: usize, seen: &Seen<'_>) {
        self.meetings.start_record();
        let host = self.host_of(seen.record);
        match seen.told.event {
            Event::New(id) | Event::NewOther(id) => self.keep(at, seen, host, id),
            Event::Similar { to: Some(id), learned } => {
                self.meet(at, host, id);
                if seen.told.verdict == Verdict::Sample {
                    self.notes.note(host, &Entry::Sample { id, line: self.key.line(seen.line) });
                }
                let line = learned.then(|| self.key.line(seen.line));
                if let Some(line) = line.filter(|line| self.dropped.is_new(*line)) {
                    self.notes.note(host, &Entry::Dropped { id, run: self.run.number, line });
                }
            }
            Event::SameOther(Some(id)) => self.meet(at, host, id),
            _ => {}
        }
        for lesson in seen.told.lessons() {
            self.notes.note(host, &Entry::Lesson(*lesson));
        }
    }

    /// Notes a record that starts a group, or claims it where another process may print it too.
    fn keep(&mut self, at: usize, seen: &Seen<'_>, host: Host, id: Id) {
        let (mut lookup, mut text) = (Vec::new(), Vec::new());
        let lookup = self.lookup(seen, &mut lookup);
        let (slice, time) = self.timeline.moment(at);
        let kept = Kept { id, time, lookup, line: remembered(seen, &mut text) };
        if let Some(claims) = &mut self.claims {
            let (mut keys, mut entries) = (Vec::new(), Vec::new());
            lookup.keys(&mut keys);
            Entry::Kept(kept).write(&mut entries);
            let oldest = self.timeline.oldest(at);
            if oldest.is_some() {
                presence(id, slice, time).write(&mut entries);
            }
            let looked_up = seen.told.lookups().to_vec();
            claims.push(Claim { record: at, host, id, oldest, looked_up, keys, entries });
        } else {
            self.notes.note(host, &Entry::Kept(kept));
        }
        self.meet(at, host, id);
    }

    /// How a record that starts a group is found again.
    pub(super) fn lookup<'l>(&self, seen: &Seen<'_>, lookup: &'l mut Vec<u8>) -> Lookup<'l> {
        match seen.record {
            Record::NotUrl(hash) => Lookup::put_keys(lookup, &[*hash]),
            _ if self.by_keys => {
                let mut keys = seen.told.keys().to_vec();
                keys.sort_unstable();
                keys.dedup();
                Lookup::put_keys(lookup, &keys);
            }
            _ => {
                for variant in seen.told.variants() {
                    Lookup::put_variant(lookup, variant);
                }
                return Lookup::Variants(lookup);
            }
        }
        Lookup::Keys(lookup)
    }

    /// Counts a record of a group.
    fn meet(&mut self, at: usize, host: Host, id: Id) {
        let (slice, time) = self.timeline.moment(at);
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.meet(at, host, id, time);
        }
        if let Some(entries) = self.timeline.carried(at) {
            self.notes.append(host, entries);
        }
        self.meetings.count((host, id), (slice, time), &mut self.notes);
    }

    /// Notes the lines of the last batch, if all are to be remembered.
    pub(crate) fn note_arrivals(&mut self, lines: &[&[u8]]) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.note(lines, &self.key, self.timeline.slice());
        }
    }

    /// Enters a line of a group that is remembered elsewhere.
    pub(crate) fn enter_arrival(&mut self, host: Host, id: Id, arrival: &Arrival) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.enter(host, id, arrival, &self.key, self.timeline.slice());
        }
    }

    /// What came and is not stored, with the first slice of time that is within the window.
    pub(crate) fn arrivals(&self, since: i64) -> Option<Arrivals<'_>> {
        self.arrivals.as_ref().map(|noted| Arrivals { entries: noted.pieces(), since })
    }

    /// The group of the last record, if it has one, and its host.
    pub(crate) fn last_met(&self) -> Option<(Host, Id)> {
        self.meetings.last()
    }

    /// The lines of the present batch that another process may print.
    pub(crate) fn take_claims(&mut self) -> Vec<Claim> {
        self.claims.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Puts what was counted into the notes.
    pub(crate) fn settle(&mut self) {
        self.meetings.settle(&mut self.notes);
    }

    /// Whether something was noted that is not stored.
    pub(crate) fn has_changes(&self) -> bool {
        self.notes.has_changes() || self.meetings.are_pending()
    }

    /// Forgets what was noted, because it is stored.
    pub(crate) fn forget_changes(&mut self) {
        self.notes.forget_changes();
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.clear();
        }
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.notes.memory()
            + self.dropped.memory()
            + self.meetings.memory()
            + self.timeline.memory()
            + self.arrivals.as_ref().map_or(0, |arrivals| arrivals.memory())
    }
}

/// What is remembered of a record, so that its URL is found in it again.
pub(super) fn remembered<'s>(seen: &Seen<'s>, text: &'s mut Vec<u8>) -> &'s [u8] {
    match seen.record {
        Record::Url(_) => seen.scanner.remembered(seen.line, text),
        _ => seen.line,
    }
}
