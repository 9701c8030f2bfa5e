//! The journal: records by host everything a filter learns, as [entries](crate::entry) that can be
//! stored.
//!
//! While a batch is decided, it answers questions about time and earlier runs; afterwards it notes
//! the decision on each record. A filter that knows nothing of a host and reads these notes then
//! decides in the same way.

mod dropped;
mod meetings;
mod notes;
pub(crate) mod policy;
pub(crate) mod unremembered;

use crate::entry::arrival::NewArrivals;
use crate::entry::{Entry, Kept, Lookup, SliceCount, written};
use crate::host::Host;
use crate::journal::dropped::{DroppedLines, RunProgress};
use crate::journal::meetings::Meetings;
use crate::journal::notes::HostNotes;
use crate::recent::lines::RecentLines;
use crate::store::Claim;
use crate::time::timeline::{Timeline, presence};
use urlsift_core::decide::event::{Event, EventDetails, EventKind};
use urlsift_core::decide::known::SetAsideLines;
use urlsift_core::hash::Key;
use urlsift_core::similar::index::Id;
use urlsift_core::{Record, Url, Verdict};

/// Notes that are not stored yet, and the policy of the filter.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they say independent things about what is noted"
)]
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    pub key: Key,
    /// Whether URLs of different hosts may be similar. Then all hosts count as one.
    pub hosts_meet: bool,
    /// Whether groups are found by keys alone; otherwise their variants are noted.
    pub by_keys: bool,
    /// Whether keys are noted without their lines. Then hosts that a server stores together count
    /// as one, and lines are counted only where groups expire.
    pub keys_alone: bool,
    pub run: RunProgress,
    /// Whether the run continues the output of an interrupted run.
    pub continues: bool,
    pub timeline: Timeline,
    /// The place of the present record in its batch.
    record: usize,
    pub dropped: DroppedLines,
    pub notes: HostNotes,
    pub meetings: Meetings,
    /// All lines that came, if they are remembered.
    pub arrivals: Option<Box<NewArrivals>>,
    /// The lines of the window, if policies ask about them.
    pub recent: Option<Box<RecentLines>>,
    /// The name of the group of each record of the last batch, if policies ask about it.
    pub groups: Vec<Option<u64>>,
    /// Lines that were set aside when time leapt, until the leap is confirmed.
    pub aside: Option<SetAsideLines>,
    /// Lines of the current batch that another process may print. `None`: the store is not shared.
    pub claims: Option<Vec<Claim>>,
    /// Whether lines that are not URLs are left out: nobody has seen them.
    pub leaves_not_urls: bool,
}

/// The bits of a host that say where a server stores it.
const KEYS_HOST: u64 = !(u64::MAX >> Host::BUCKET_BITS);

impl Journal {
    pub(crate) fn new(key: Key, hosts_meet: bool, by_keys: bool) -> Self {
        Self {
            key,
            hosts_meet,
            by_keys,
            keys_alone: false,
            run: RunProgress::default(),
            continues: false,
            timeline: Timeline::new(),
            record: 0,
            dropped: DroppedLines::default(),
            notes: HostNotes::default(),
            meetings: Meetings::default(),
            arrivals: None,
            recent: None,
            groups: Vec::new(),
            aside: None,
            claims: None,
            leaves_not_urls: false,
        }
    }

    /// Returns the details of events that it needs.
    pub(crate) fn wants(&self) -> EventDetails {
        EventDetails {
            keys: self.by_keys,
            variants: !self.by_keys,
            lookups: self.is_shared(),
            facts: true,
        }
    }

    /// Returns the host under which a URL is remembered.
    pub(crate) fn host(&self, url: &Url) -> Host {
        match url.service {
            _ if self.hosts_meet => Host::ALL,
            service if self.keys_alone => Host(service & KEYS_HOST),
            service => Host(service),
        }
    }

    /// Returns the host under which a record is remembered.
    pub(super) fn host_of(&self, record: &Record) -> Host {
        match record {
            Record::Url(url) => self.host(url),
            _ => Host::NOT_URLS,
        }
    }

    /// Sets whether other processes may print the lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.claims = shared.then(Vec::new);
        self.timeline.share(shared);
    }

    /// Whether other processes may print the lines that are kept here.
    pub(crate) fn is_shared(&self) -> bool {
        self.claims.is_some()
    }

    /// Notes the decision on a record of the batch.
    pub(crate) fn see(&mut self, record: usize, event: &Event<'_>) {
        self.meetings.last = None;
        let host = self.host_of(event.record);
        if self.leaves_not_urls && host == Host::NOT_URLS {
            return;
        }
        match event.kind {
            EventKind::New(id) | EventKind::NewOther(id) => self.keep(record, event, host, id),
            EventKind::Similar {
                to: Some(id),
                learned,
                unsettled,
                ..
            } => {
                self.meet(record, event, host, id);
                if event.verdict == Verdict::Sample {
                    let line = self.key.line(event.line);
                    self.notes.note(host, &Entry::Sample { id, line });
                }
                if learned || unsettled {
                    let line = self.key.line(event.line);
                    if self.dropped.is_new(line) {
                        let run = self.run.number;
                        self.notes.note(host, &Entry::Dropped { id, run, line });
                    }
                }
            }
            EventKind::SameOther(Some(id)) => self.meet(record, event, host, id),
            _ => {}
        }
        for fact in event.facts() {
            self.notes.note(host, &Entry::Learned(*fact));
        }
    }

    /// Notes a record that starts a group; or claims it, if another process may print it too.
    fn keep(&mut self, record: usize, event: &Event<'_>, host: Host, id: Id) {
        let mut time = self.timeline.came(record);
        let slice = self.timeline.slice_of(time);
        if self.keys_alone {
            time = slice.saturating_mul(self.timeline.slice());
        }
        let mut lookup = Vec::new();
        let mut text = Vec::new();
        let kept = Kept {
            id,
            time,
            lookup: self.lookup(event, &mut lookup),
            line: self.remembered(event, &mut text),
        };
        if let Some(claims) = &mut self.claims {
            let oldest = self.timeline.oldest(record);
            let mut entries = written([Entry::Kept(kept)]);
            if oldest.is_some() {
                presence(id, slice, time).write(&mut entries);
            }
            let mut keys = Vec::new();
            kept.lookup.keys(&mut keys);
            claims.push(Claim {
                record,
                host,
                id,
                oldest,
                looked_up: event.lookups().to_vec(),
                keys,
                entries,
            });
        } else {
            self.notes.note(host, &Entry::Kept(kept));
        }
        self.meet(record, event, host, id);
    }

    /// Returns the way in which a record that starts a group is found again.
    pub(super) fn lookup<'l>(&self, event: &Event<'_>, lookup: &'l mut Vec<u8>) -> Lookup<'l> {
        match event.record {
            Record::NotUrl(hash) => Lookup::put_keys(lookup, &[*hash]),
            _ if self.by_keys => {
                let mut keys = event.keys().to_vec();
                keys.sort_unstable();
                keys.dedup();
                Lookup::put_keys(lookup, &keys);
            }
            _ => {
                for variant in event.variants() {
                    Lookup::put_variant(lookup, variant);
                }
                return Lookup::Variants(lookup);
            }
        }
        Lookup::Keys(lookup)
    }

    /// Counts a record of a group.
    fn meet(&mut self, record: usize, event: &Event<'_>, host: Host, group: Id) {
        let time = self.timeline.came(record);
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.meet(host, group, time, event.line);
        }
        if let Some(recent) = &mut self.recent {
            let name = match &self.claims {
                Some(_) => self.timeline.name_of(group),
                None => group,
            };
            recent.add(name, time, event.line);
            self.groups.resize(record, None);
            self.groups.push(Some(name));
        }
        if let Some(entries) = self.timeline.carried(record) {
            self.notes.append(host, entries);
        }
        self.meetings.last = Some((host, group));
        if !self.keys_alone || self.timeline.has_window() {
            let line = SliceCount {
                id: group,
                slice: self.timeline.slice_of(time),
                count: 1,
                last: time,
            };
            self.meetings.count(host, line, &mut self.notes);
        }
    }

    /// Moves the counts into the notes.
    pub(crate) fn note_counts(&mut self) {
        self.meetings.note_counts(&mut self.notes);
    }

    /// Whether there are notes that are not stored.
    pub(crate) fn has_changes(&self) -> bool {
        self.notes.has_changes() || self.meetings.are_pending()
    }

    /// Forgets the notes because they are stored.
    pub(crate) fn forget_changes(&mut self) {
        self.notes.forget_changes();
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.clear();
        }
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let arrivals = self.arrivals.as_deref().map_or(0, NewArrivals::heap_bytes);
        let recent = self.recent.as_deref().map_or(0, RecentLines::heap_bytes);
        self.notes.heap_bytes()
            + self.dropped.heap_bytes()
            + self.meetings.heap_bytes()
            + self.timeline.heap_bytes()
            + arrivals
            + recent
    }

    /// Returns the part of a record from which its URL can be read again, or nothing if keys alone
    /// are remembered.
    fn remembered<'s>(&self, event: &Event<'s>, text: &'s mut Vec<u8>) -> &'s [u8] {
        match event.record {
            _ if self.keys_alone => &[],
            Record::Url(_) => event.scanner.view().remembered(event.line, text),
            _ => event.line,
        }
    }
}
