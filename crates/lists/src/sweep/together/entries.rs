//! Kept URLs, each with the thresholds at which it is kept.
//!
//! A URL is compared with the kept ones of its host, in the order in which they were kept, until it
//! is found at all thresholds that are asked about. At thresholds that leave hosts free to differ,
//! it is also looked up by its [bands](Form::bands_without_host) without the host.

use super::forms::{Features, Form, Weighed};
use super::levels::{Budgets, Levels};
use urlsift_core::table::NumberMap;

/// Features of two URLs that take as long to compare as a pair of most others does.
const LONG: u64 = 64;

/// Ends a chain.
const END: u32 = u32::MAX;

/// All entries.
#[derive(Debug)]
pub(super) struct Entries {
    budgets: Budgets,
    /// The thresholds at which URLs of different hosts may be similar, and what they may differ in
    /// beside the host.
    meeting: Levels,
    beside_host: u64,
    entries: Vec<Entry>,
    features: Vec<Weighed>,
    /// The first and the last entry of each host.
    hosts: NumberMap<(u32, u32)>,
    /// The last link of each band without host.
    bands: NumberMap<u32>,
    links: Vec<Link>,
    /// The entries that URLs of other hosts may be similar to, and those of them without bands.
    abroad: Vec<u32>,
    without_bands: Vec<u32>,
    /// How many pairs were compared, long ones for several.
    pub(super) compared: u64,
    // Kept for their memory:
    own: Vec<Weighed>,
    hits: Vec<Hit>,
}

/// One variant of a kept URL.
#[derive(Debug)]
struct Entry {
    levels: Levels,
    /// The features, in `features`: those that are placed, then the others.
    start: usize,
    placed: u32,
    others: u32,
    /// Of whoever was kept first, the number is lowest.
    number: u32,
    name: u32,
    /// The next entry of the host.
    next: u32,
}

/// An entry under a band that lacks so much beside the host.
#[derive(Debug)]
struct Link {
    lacking: u64,
    entry: u32,
    /// The link before.
    next: u32,
}

/// A kept URL that is similar at some thresholds.
#[derive(Clone, Copy, Debug)]
struct Hit {
    number: u32,
    name: u32,
    levels: Levels,
}

impl Entries {
    pub(super) fn new(budgets: Budgets, host: u64) -> Self {
        let meeting = budgets.allowing(host);
        Self {
            meeting,
            beside_host: budgets.most(meeting).saturating_sub(host),
            budgets,
            entries: Vec::new(),
            features: Vec::new(),
            hosts: NumberMap::default(),
            bands: NumberMap::default(),
            links: Vec::new(),
            abroad: Vec::new(),
            without_bands: Vec::new(),
            compared: 0,
            own: Vec::new(),
            hits: Vec::new(),
        }
    }

    /// Finds at which of some thresholds a kept URL is similar. `found` is told the name of the
    /// earliest one at each of them.
    pub(super) fn find(
        &mut self,
        form: &mut Form,
        asked: Levels,
        mut found: impl FnMut(u32, Levels),
    ) -> Levels {
        self.hits.clear();
        let mut left = asked;
        let mut at = self.hosts.get(&form.host()).map_or(END, |&(first, _)| first);
        while at != END && left != 0 {
            left &= !self.compare(form.features(), at, left);
            at = self.entries[at as usize].next;
        }
        let abroad = asked & self.meeting;
        if abroad != 0 && !self.abroad.is_empty() {
            let at_home = self.hits.len();
            self.look_abroad(form, abroad);
            if self.hits.len() > at_home {
                // The earliest first, wherever it was found.
                self.hits.sort_unstable_by_key(|hit| hit.number);
            }
        }
        let mut left = asked;
        for Hit { name, levels, .. } in &self.hits {
            if levels & left != 0 {
                found(*name, levels & left);
                left &= !levels;
            }
        }
        asked & !left
    }

    /// Compares with an entry, and says at which of some thresholds it is similar.
    fn compare(&mut self, features: Features<'_>, at: u32, asked: Levels) -> Levels {
        let entry = &self.entries[at as usize];
        let asked = asked & entry.levels;
        if asked == 0 {
            return 0;
        }
        let length = features.placed.len() + features.others.len();
        self.compared += 1 + (length + (entry.placed + entry.others) as usize) as u64 / LONG;
        let (placed, others) = self.features[entry.start..].split_at(entry.placed as usize);
        let other = Features { placed, others: &others[..entry.others as usize] };
        let Some(difference) = features.difference(other, self.budgets.most(asked)) else { return 0 };
        let levels = asked & self.budgets.allowing(difference);
        if levels != 0 {
            self.hits.push(Hit { number: entry.number, name: entry.name, levels });
        }
        levels
    }

    /// Finds what is similar on any host.
    fn look_abroad(&mut self, form: &mut Form, asked: Levels) {
        let mut own = std::mem::take(&mut self.own);
        if form.bands_without_host(self.beside_host, &mut own) {
            let host = form.placed[0].1;
            for &(band, lacking) in &own {
                let mut at = self.bands.get(&band).copied().unwrap_or(END);
                while let Some(link) = self.links.get(at as usize) {
                    let entry = &self.entries[link.entry as usize];
                    let levels =
                        asked & entry.levels & self.budgets.allowing(host + lacking.max(link.lacking));
                    if levels != 0 {
                        self.hits.push(Hit { number: entry.number, name: entry.name, levels });
                    }
                    at = link.next;
                }
            }
            for at in 0..self.without_bands.len() {
                self.compare(form.features(), self.without_bands[at], asked);
            }
        } else {
            for at in 0..self.abroad.len() {
                self.compare(form.features(), self.abroad[at], asked);
            }
        }
        self.own = own;
    }

    /// Enters a variant of a URL that is kept at some thresholds. Numbers rise from call to call,
    /// and variants of one URL have one number.
    pub(super) fn insert(&mut self, form: &mut Form, levels: Levels, number: u32, name: u32) {
        let (at, start) = (self.entries.len() as u32, self.features.len());
        self.features.extend_from_slice(&form.placed);
        self.features.extend_from_slice(&form.others);
        let (placed, others) = (form.placed.len() as u32, form.others.len() as u32);
        self.entries.push(Entry { levels, start, placed, others, number, name, next: END });
        let (_, last) = self.hosts.entry(form.host()).or_insert((at, at));
        if *last != at {
            self.entries[*last as usize].next = at;
            *last = at;
        }
        if levels & self.meeting == 0 {
            return;
        }
        self.abroad.push(at);
        let mut own = std::mem::take(&mut self.own);
        if form.bands_without_host(self.beside_host, &mut own) {
            for &(band, lacking) in &own {
                let link = self.links.len() as u32;
                let next = self.bands.insert(band, link).unwrap_or(END);
                self.links.push(Link { lacking, entry: at, next });
            }
        } else {
            self.without_bands.push(at);
        }
        self.own = own;
    }
}
