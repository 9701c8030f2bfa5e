//! The journal: what a filter has come to know, by host, as [pieces](super::entry) that can be stored.
//!
//! It stands beside the filter's tables and notes what changes there. Taught to a filter that knows nothing of a host, what was noted
//! of it makes that filter decide as this one does. Counts of what was met are added up between two looks at it.

use super::arrival::{Arrival, Arrivals, Noted};
use super::entry::{Entry, Kept, Lookup, Met};
use super::host::Host;
use super::store::{Claim, SLICE};
use super::window::{Burst, Living, Window};
use crate::hash::Key;
use crate::index::Id;
use crate::learn::Lesson;
use crate::record::Url;
use crate::table::{Spread, Uniform};
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Uniform>>;

/// What is known and not stored yet, and the numbers of what is stored.
#[derive(Clone, Debug)]
pub(crate) struct Journal {
    /// Whether URLs of different hosts may be similar: then all are one.
    hosts_meet: bool,
    /// The hosts of which everything is known that is stored, with the place of their piece.
    hosts: Map<u64, u32>,
    pieces: Vec<(Host, Vec<u8>)>,
    /// The places of pieces that have changed.
    changed: Vec<u32>,
    /// The number that the next kind gets.
    next: Id,
    /// Lines that are not URLs, by their hash.
    others: Map<u64, Id>,
    /// Lines that were dropped because of what was learned, by their hash.
    dropped: Map<u64, Dropped>,
    /// Those of them that this run has noted, up to a bound.
    noted: HashSet<u64, BuildHasherDefault<Uniform>>,
    met: HashMap<Id, (Host, Met), BuildHasherDefault<Spread>>,
    /// The kind of the last record that has one.
    last_met: Option<(Host, Id)>,
    /// Which kinds are alive, if they do not live for ever.
    window: Option<Window>,
    /// Which records of the present batch complete a burst.
    bursts: Vec<(usize, Burst)>,
    /// When each record of the present batch came, where records tell.
    times: Vec<i64>,
    /// Milliseconds since 1970, and in a slice of time.
    now: i64,
    slice: i64,
    pub(crate) run: Run,
    /// Whether the output of a run that was broken off is continued.
    pub(crate) continues: bool,
    /// All lines that came, if they are to be remembered.
    pub(crate) arrivals: Option<Box<Noted>>,
    /// Lines of the present batch that another process may print, where there are others.
    claims: Option<Vec<Claim>>,
    /// The keys by which the present line was looked up, and how many records were decided on before its batch.
    looked_up: Vec<u64>,
    before_batch: u64,
    // Kept for their memory:
    lookup: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Dropped {
    id: Id,
    run: u64,
}

/// Which run this is, among those that have noted something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub number: u64,
    /// How many records it had decided on when it was broken off, after which it goes on from their start.
    pub resumed: u64,
    /// How many it has decided on since then.
    pub records: u64,
}

impl Journal {
    pub(crate) fn new(hosts_meet: bool) -> Self {
        Self {
            hosts_meet,
            hosts: Map::default(),
            pieces: Vec::new(),
            changed: Vec::new(),
            next: 0,
            others: Map::default(),
            dropped: Map::default(),
            noted: HashSet::default(),
            met: HashMap::default(),
            last_met: None,
            window: None,
            bursts: Vec::new(),
            times: Vec::new(),
            now: 0,
            slice: SLICE,
            run: Run::default(),
            continues: false,
            arrivals: None,
            claims: None,
            looked_up: Vec::new(),
            before_batch: 0,
            lookup: Vec::new(),
        }
    }

    /// Whether URLs of different hosts may be similar.
    pub(crate) fn hosts_meet(&self) -> bool {
        self.hosts_meet
    }

    /// The host under which a URL is remembered.
    pub(crate) fn host(&self, url: &Url) -> Host {
        if self.hosts_meet { Host::ALL } else { Host(url.service) }
    }

    /// Whether a host has appeared before.
    pub(crate) fn knows(&self, host: Host) -> bool {
        self.hosts.contains_key(&host.0)
    }

    /// Notes that a host has appeared.
    pub(crate) fn meet(&mut self, host: Host) {
        self.place(host);
    }

    fn place(&mut self, host: Host) -> u32 {
        *self.hosts.entry(host.0).or_insert_with(|| {
            self.pieces.push((host, Vec::new()));
            self.pieces.len() as u32 - 1
        })
    }

    /// The number that the next kind gets.
    pub(crate) fn next(&self) -> Id {
        self.next
    }

    /// Leaves the numbers below this one to kinds that are stored.
    pub(crate) fn number_from(&mut self, next: Id) {
        self.next = self.next.max(next);
    }

    /// Sets the time of the records that follow, in milliseconds since 1970.
    pub(crate) fn set_time(&mut self, now: i64) {
        self.now = now;
        if let Some(window) = &mut self.window {
            window.advance(now.div_euclid(self.slice));
        }
    }

    /// Sets when each record of the next batch came.
    pub(crate) fn set_times(&mut self, times: impl Iterator<Item = i64>) {
        self.times.clear();
        self.times.extend(times);
    }

    /// Lets kinds expire that are not met for so many milliseconds, rounded up to whole slices.
    pub(crate) fn set_window(&mut self, window: i64, at_least: Option<u64>) {
        self.window = Some(Window::new(window.saturating_add(self.slice - 1) / self.slice, at_least));
    }

    /// The burst that a record of the last batch completes.
    pub(crate) fn burst(&self, record: usize) -> Option<&Burst> {
        let at = self.bursts.binary_search_by_key(&record, |(at, _)| *at).ok()?;
        Some(&self.bursts[at].1)
    }

    /// Leaves out what had expired in earlier runs.
    pub(crate) fn begin_after(&mut self, slice: i64) {
        if let Some(window) = &mut self.window {
            window.begin_after(slice);
        }
    }

    /// The last slice of time that has left the window, if there is one. Records that claim to come later than `now` move nothing:
    /// one wrong time would make a store forget everything for ever.
    pub(crate) fn expired(&self, now: i64) -> Option<i64> {
        let expired = self.window.as_ref()?.expired_by(now.div_euclid(self.slice));
        (expired > i64::MIN).then_some(expired)
    }

    /// Notes the lines of the last batch, if all are to be remembered.
    pub(crate) fn note_arrivals(&mut self, lines: &[&[u8]], key: &Key) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.note(lines, key, self.slice);
        }
    }

    /// Enters a line of a kind that is remembered elsewhere.
    #[cfg_attr(not(feature = "state"), allow(dead_code, reason = "archives alone ask"))]
    pub(crate) fn enter_arrival(&mut self, host: Host, id: Id, arrival: &Arrival, key: &Key) {
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.enter(host, id, arrival, key, self.slice);
        }
    }

    /// What came and is not stored, with the first slice of time that is within the window.
    pub(crate) fn arrivals(&self, since: i64) -> Option<Arrivals<'_>> {
        self.arrivals.as_ref().map(|noted| Arrivals { entries: noted.pieces(), since })
    }

    /// Whether kinds expire.
    pub(crate) fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// Whether a kind has not expired.
    pub(crate) fn is_alive(&self, id: Id) -> bool {
        self.window.as_ref().is_none_or(|window| window.is_alive(id))
    }

    /// Whether there are many kinds that have expired.
    pub(crate) fn is_full(&self) -> bool {
        self.window.as_ref().is_some_and(Window::is_full)
    }

    /// Forgets the kinds that have expired, and gives the others, which are to be entered into an empty index.
    pub(crate) fn purge(&mut self) -> Vec<(Id, &Living)> {
        let Some(window) = &mut self.window else { return Vec::new() };
        window.purge();
        self.others.retain(|_, id| window.is_alive(*id));
        self.dropped.retain(|_, dropped| window.is_alive(dropped.id));
        let living = window.living();
        // A host of which nothing is left is loaded again when it comes again.
        let alive: HashSet<Host> = living.iter().map(|(_, living)| living.host).collect();
        let pieces = std::mem::take(&mut self.pieces);
        self.hosts.clear();
        self.changed.clear();
        for (host, piece) in pieces {
            if !piece.is_empty() || alive.contains(&host) {
                let place = self.pieces.len() as u32;
                self.hosts.insert(host.0, place);
                if !piece.is_empty() {
                    self.changed.push(place);
                }
                self.pieces.push((host, piece));
            }
        }
        living
    }

    /// Recalls a kind with how it is found. Gives whether it was not known: processes that share a memory store a kind once a slice.
    pub(crate) fn recall_kind(&mut self, host: Host, kept: &Kept<'_>) -> bool {
        if let Some(window) = &mut self.window {
            if self.claims.is_some() && window.kind(kept.id).is_some() {
                return false;
            }
            window.keep(host, kept, kept.time.div_euclid(self.slice));
        }
        true
    }

    /// Recalls that a kind was met.
    pub(crate) fn recall_met(&mut self, met: &Met) {
        if let Some(window) = &mut self.window {
            window.meet(met.id, met.slice);
            // What came in earlier runs was told of then.
            window.count(met.id, met.slice, met.count);
        }
    }

    /// The kind of the last record that has one, and its host.
    #[cfg_attr(not(feature = "state"), allow(dead_code, reason = "archives alone ask"))]
    pub(crate) fn last_met(&self) -> Option<(Host, Id)> {
        self.last_met
    }

    /// The latest slice of all records up to the end of the present batch.
    pub(crate) fn latest_slice(&self) -> i64 {
        self.times.iter().copied().fold(self.now, i64::max).div_euclid(self.slice)
    }

    /// Whether a kind will be alive in a slice, for all that is known here.
    pub(crate) fn will_live(&self, id: Id, slice: i64) -> bool {
        self.window.as_ref().is_none_or(|window| window.will_live(id, slice))
    }

    /// Sets the length of a slice of time, in milliseconds.
    pub(crate) fn set_slice(&mut self, slice: i64) {
        self.slice = slice.max(1);
    }

    /// Appends an entry to the piece of a host.
    pub(crate) fn note(&mut self, host: Host, entry: &Entry<'_>) {
        entry.write(self.open_piece(host));
    }

    /// Appends a piece to that of its host.
    pub(crate) fn append(&mut self, host: Host, piece: &[u8]) {
        if !piece.is_empty() {
            self.open_piece(host).extend_from_slice(piece);
        }
    }

    fn open_piece(&mut self, host: Host) -> &mut Vec<u8> {
        let place = self.place(host);
        let piece = &mut self.pieces[place as usize].1;
        if piece.is_empty() {
            self.changed.push(place);
            piece.reserve(FIRST);
        }
        piece
    }

    /// Sets whether other processes may print lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.claims = shared.then(Vec::new);
        if let Some(window) = self.window.as_mut().filter(|_| shared) {
            window.remember_lines();
        }
    }

    /// Whether the keys by which lines are looked up are wanted.
    pub(crate) fn is_shared(&self) -> bool {
        self.claims.is_some()
    }

    /// Starts a batch.
    pub(crate) fn start_batch(&mut self) {
        self.before_batch = self.run.records;
        self.bursts.clear();
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.start_batch();
        }
    }

    /// The place of the present record in its batch.
    fn record(&self) -> usize {
        (self.run.records - self.before_batch).saturating_sub(1) as usize
    }

    /// Starts a record of the batch.
    #[inline]
    pub(crate) fn start_record(&mut self) {
        if let Some(time) = self.times.get((self.run.records - self.before_batch) as usize) {
            self.set_time(*time);
        }
        self.run.records += 1;
        self.looked_up.clear();
        self.last_met = None;
    }

    /// The keys by which the present line was looked up.
    pub(crate) fn looked_up(&mut self) -> &mut Vec<u64> {
        &mut self.looked_up
    }

    /// The lines of the present batch that another process may print.
    pub(crate) fn take_claims(&mut self) -> Vec<Claim> {
        self.claims.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Notes a representative with the next number.
    pub(crate) fn keep(&mut self, host: Host, lookup: Lookup<'_>, line: &[u8]) -> Id {
        let id = self.next;
        self.next += 1;
        let kept = Kept { id, time: self.now, lookup, line };
        let record = self.record();
        if let Some(claims) = &mut self.claims {
            let (mut keys, mut piece) = (Vec::new(), Vec::new());
            lookup.keys(&mut keys);
            Entry::Kept(kept).write(&mut piece);
            let looked_up = std::mem::take(&mut self.looked_up);
            let oldest = self.window.as_ref().map(Window::oldest);
            if oldest.is_some() {
                presence(id, self.now.div_euclid(self.slice), self.now).write(&mut piece);
            }
            claims.push(Claim { record, host, id, oldest, looked_up, keys, entries: piece });
        } else {
            self.note(host, &Entry::Kept(kept));
        }
        if let Some(window) = &mut self.window {
            window.keep(host, &kept, self.now.div_euclid(self.slice));
        }
        self.meet_kind(host, id);
        id
    }

    /// Notes a line that is not a URL, and gives its number and whether it is the first of its kind.
    pub(crate) fn other(&mut self, hash: u64, line: &[u8]) -> (Id, bool) {
        if let Some(&id) = self.others.get(&hash).filter(|id| self.is_alive(**id)) {
            self.meet_kind(Host::NOT_URLS, id);
            return (id, false);
        }
        let mut lookup = std::mem::take(&mut self.lookup);
        lookup.clear();
        Lookup::put_keys(&mut lookup, &[hash]);
        self.looked_up.push(hash);
        let id = self.keep(Host::NOT_URLS, Lookup::Keys(&lookup), line);
        self.lookup = lookup;
        self.others.insert(hash, id);
        (id, true)
    }

    /// Recalls a line that is not a URL.
    pub(crate) fn recall_other(&mut self, hash: u64, id: Id) {
        self.others.insert(hash, id);
    }

    /// Counts a line of a kind.
    #[inline]
    pub(crate) fn meet_kind(&mut self, host: Host, id: Id) {
        let (now, slice) = (self.now, self.now.div_euclid(self.slice));
        self.last_met = Some((host, id));
        let record = self.record();
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.meet(record, host, id, now);
        }
        let mut carried = None;
        if let Some(window) = &mut self.window {
            // In a slice that is new to it, a kind takes all its keys along: so the others find it there, and what is older can be
            // given back.
            if window.meet(id, slice) && self.claims.is_some() && slice >= window.oldest() {
                carried = window.kind(id).map(|kind| {
                    let mut piece = Vec::new();
                    let kept = Kept { id, time: kind.first, lookup: kind.lookup(), line: kind.line() };
                    Entry::Kept(kept).write(&mut piece);
                    presence(id, slice, now).write(&mut piece);
                    piece
                });
            }
            if let Some(burst) = window.count(id, slice, 1) {
                self.bursts.push((record, burst));
            }
        }
        if let Some(piece) = carried {
            self.append(host, &piece);
        }
        let (_, met) = self.met.entry(id).or_insert((host, Met { id, slice, count: 0, last: now }));
        if met.slice == slice {
            met.count += 1;
            met.last = met.last.max(now);
            return;
        }
        let before = std::mem::replace(met, Met { id, slice, count: 1, last: now });
        self.note(host, &Entry::Met(before));
    }

    /// Notes that a line was dropped because of what was learned, unless it was known to be.
    pub(crate) fn drop_line(&mut self, host: Host, id: Id, line: u64) {
        if self.noted.len() >= NOTED {
            self.noted.clear();
        }
        if self.noted.insert(line) {
            self.note(host, &Entry::Dropped { id, run: self.run.number, line });
        }
    }

    /// Recalls a line that was dropped.
    pub(crate) fn recall_dropped(&mut self, line: u64, id: Id, run: u64) {
        self.dropped.insert(line, Dropped { id, run });
    }

    /// The kind of a line that was dropped in an earlier run because of what had been learned then.
    ///
    /// What is learned later may tell such a line from its kind again. It is not news all the same, and a list that is read again after
    /// its run was broken off must teach nothing twice.
    pub(crate) fn dropped_before(&self, line: impl FnOnce() -> u64) -> Option<Id> {
        if self.dropped.is_empty() {
            return None;
        }
        let Dropped { id, run } = *self.dropped.get(&line())?;
        let counts = run < self.run.number || self.run.records <= self.run.resumed;
        (counts && self.is_alive(id)).then_some(id)
    }

    /// Notes what was learned of a host.
    pub(crate) fn learn(&mut self, host: Host, lessons: impl Iterator<Item = Lesson>) {
        for lesson in lessons {
            self.note(host, &Entry::Lesson(lesson));
        }
    }

    /// Puts what was counted into the pieces.
    pub(crate) fn settle(&mut self) {
        let mut met = std::mem::take(&mut self.met);
        for (_, (host, met)) in met.drain() {
            self.note(host, &Entry::Met(met));
        }
        self.met = met;
    }

    /// The pieces of all hosts of which something was noted and not [stored](Self::forget_changes).
    pub(crate) fn changes(&self) -> impl Iterator<Item = (Host, &[u8])> {
        self.changed.iter().map(|place| {
            let (host, piece) = &self.pieces[*place as usize];
            (*host, &piece[..])
        })
    }

    /// Whether something was noted that is not stored.
    pub(crate) fn has_changes(&self) -> bool {
        !self.changed.is_empty() || !self.met.is_empty()
    }

    /// What was noted of all hosts.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Host, &[u8])> {
        self.pieces.iter().map(|(host, piece)| (*host, &piece[..]))
    }

    /// What was noted of a host.
    pub(crate) fn piece(&self, host: Host) -> &[u8] {
        self.hosts.get(&host.0).map_or(&[], |place| &self.pieces[*place as usize].1)
    }

    /// Forgets what was noted, because it is stored.
    pub(crate) fn forget_changes(&mut self) {
        for place in self.changed.drain(..) {
            let piece = &mut self.pieces[place as usize].1;
            piece.clear();
            piece.shrink_to(SMALL);
        }
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.clear();
        }
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        let pieces: usize = self.pieces.iter().map(|(_, piece)| piece.capacity()).sum();
        pieces
            + self.pieces.capacity() * size_of::<(Host, Vec<u8>)>()
            + self.hosts.capacity() * size_of::<(u64, u32, u8)>()
            + self.others.capacity() * size_of::<(u64, Id)>()
            + self.dropped.capacity() * size_of::<(u64, Dropped)>()
            + self.noted.capacity() * size_of::<(u64, u8)>()
            + self.met.capacity() * size_of::<(u64, Host, Met)>()
            + self.window.as_ref().map_or(0, Window::memory)
            + self.arrivals.as_ref().map_or(0, |arrivals| arrivals.memory())
    }
}

/// Bytes that a piece begins with: about what a kind takes. From nothing, it would grow five times until then.
const FIRST: usize = 128;

/// Bytes that are held for the next piece of a host.
const SMALL: usize = 256;

/// Lines of which a run knows that it has noted them. Others may be noted twice.
const NOTED: usize = 1 << 20;

/// Says that a kind lives in a slice, behind the kind itself; its lines there are counted elsewhere.
fn presence(id: Id, slice: i64, time: i64) -> Entry<'static> {
    Entry::Met(Met { id, slice, count: 0, last: time })
}

/// Hashes a whole line, without the carriage return that other systems put before its end.
pub(crate) fn hash_line(key: &Key, line: &[u8]) -> u64 {
    key.token(line.strip_suffix(b"\r").unwrap_or(line))
}
