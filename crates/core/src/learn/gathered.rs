//! The URLs of a list that is read twice, gathered in the first pass: one of each template, and
//! [`COPIES`] of those that differ in ids, numbers or titles only. At the end of the pass they are
//! learned from [level by level](super::levels).
//!
//! Nothing depends on the order of the lines: of more copies, those stay whose lines have the
//! lowest hashes, and these give all URLs an order of their own.
//!
//! What many URLs have is stored once, so a URL takes some 70 bytes, and 4 for each segment. At
//! [`MOST`] segments all are learned from and forgotten; in longer lists the order decides which
//! URLs are learned from together.

use crate::record::{Batch, Pair, PathAndQuery, Segment, Url};
use crate::similar::table::{NumberMap, Table, stored};
use std::collections::TryReserveError;
use std::ops::Range;
use urlsift_url::hash::Key;
use urlsift_url::reserved::Reserved;
use urlsift_url::token::{Speech, Traits};

/// Segments that are gathered at most.
const MOST: usize = 1 << 21;

/// URLs of one template: as many as make a name of what stands [below ids](super::below_ids), and a
/// template of a name with [numbers](super::numbers).
const COPIES: usize = 4;

/// The index of no URL.
const NONE: u32 = u32::MAX;

/// URLs of a list, at most [`COPIES`] of each template.
#[derive(Clone, Debug, Default)]
pub(super) struct GatheredUrls {
    urls: Vec<GatheredUrl>,
    /// The indexes of the segments of all URLs.
    paths: Vec<u32>,
    /// The names with numbers of URLs that have some, under their indexes.
    numbers: NumberMap<Box<[(u32, u64)]>>,
    /// The index of the newest URL of each template.
    newest: Table<(u64, u64)>,
    sites: SharedParts<Url>,
    queries: SharedParts<Box<[Pair]>>,
    segments: SharedParts<Segment>,
}

/// A URL. Its segments end where those of the next one begin.
#[derive(Clone, Copy, Debug)]
struct GatheredUrl {
    site: u32,
    query: u32,
    first_segment: u32,
    /// The index of the one of its template before it, or [`NONE`].
    older: u32,
    /// Hash of its ids, numbers and titles, which tells it from others of its template.
    own: u64,
    /// The lowest hash of its lines, which gives it a place of its own.
    line: u64,
}

/// Parts of URLs, each of which is stored once.
#[derive(Clone, Debug, Default)]
struct SharedParts<T> {
    parts: Vec<T>,
    indexes: Table<(u64, u64)>,
}

/// A gathered URL with its parts.
#[derive(Clone, Copy)]
pub(super) struct GatheredPage<'a> {
    pub url: &'a Url,
    /// With the host as the last segment if hosts are merged.
    pub parts: PathAndQuery<'a>,
    pub numbers: &'a [(u32, u64)],
}

impl<'a> GatheredPage<'a> {
    /// Returns the host, if hosts are merged, and the rest.
    pub(super) fn split(&self) -> (Option<&'a Segment>, PathAndQuery<'a>) {
        let (host, segments) = self.url.split(self.parts.segments);
        let rest = PathAndQuery {
            segments,
            ..self.parts
        };
        (host, rest)
    }
}

impl GatheredUrls {
    /// Whether there are [`MOST`] segments.
    pub(super) fn is_full(&self) -> bool {
        self.paths.len() >= MOST
    }

    /// Forgets what only finds the place of a new URL.
    pub(super) fn close(&mut self) {
        self.newest = Table::default();
        self.sites.indexes = Table::default();
        self.queries.indexes = Table::default();
        self.segments.indexes = Table::default();
    }

    /// Returns the indexes of the URLs, service by service in their own order.
    pub(super) fn order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.urls.len() as u32).collect();
        order.sort_unstable_by_key(|&index| (self.service(index), self.url(index).line));
        order
    }

    /// Returns the service of a URL.
    pub(super) fn service(&self, index: u32) -> u64 {
        self.sites.part(self.url(index).site).service
    }

    /// Returns the segments of some URLs, one after the other.
    pub(super) fn segments(&self, indexes: &[u32]) -> Vec<Segment> {
        let lengths = indexes.iter().map(|&index| self.path(index).len());
        let mut segments = Vec::with_capacity(lengths.sum());
        for &index in indexes {
            let path = &self.paths[self.path(index)];
            segments.extend(path.iter().map(|&part| self.segments.part(part)));
        }
        segments
    }

    /// Returns some URLs, which have these segments one after the other.
    pub(super) fn pages<'a>(
        &'a self,
        indexes: &[u32],
        segments: &'a [Segment],
    ) -> Vec<GatheredPage<'a>> {
        let mut pages = Vec::with_capacity(indexes.len());
        let mut rest = segments;
        for &index in indexes {
            let (path, after) = rest.split_at(self.path(index).len());
            rest = after;
            let url = self.url(index);
            let parts = PathAndQuery {
                segments: path,
                pairs: self.queries.part(url.query),
            };
            pages.push(GatheredPage {
                url: self.sites.part(url.site),
                parts,
                numbers: self
                    .numbers
                    .get(&index.into())
                    .map_or(&[], |numbers| &**numbers),
            });
        }
        pages
    }

    /// Reserves room for the URLs of a batch.
    pub(super) fn try_reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        let urls = batch.records.len();
        let segments = batch.segments.len();
        self.urls.try_reserve(urls)?;
        self.newest.try_reserve(urls)?;
        self.paths.try_reserve(segments)?;
        self.numbers.try_reserve(urls)?;
        self.sites.try_reserve(urls)?;
        self.queries.try_reserve(urls)?;
        self.segments.try_reserve(segments)
    }

    /// Returns the bytes that it holds, without the parameters.
    pub(super) fn heap_bytes(&self) -> usize {
        let numbers = self.numbers.reserved_bytes();
        let urls = size_of_val(&*self.urls) + size_of_val(&*self.paths);
        urls + numbers
            + self.newest.heap_bytes()
            + self.sites.heap_bytes()
            + self.queries.heap_bytes()
            + self.segments.heap_bytes()
    }

    fn url(&self, index: u32) -> &GatheredUrl {
        &self.urls[index as usize]
    }

    /// Returns the places of a URL's segments.
    fn path(&self, index: u32) -> Range<usize> {
        let next = self.urls.get(index as usize + 1);
        let end = next.map_or(self.paths.len(), |next| next.first_segment as usize);
        self.url(index).first_segment as usize..end
    }

    /// Adds a URL, unless there are enough of its template.
    pub(super) fn add(&mut self, key: &Key, batch: &Batch, url: &Url, line: u64) {
        if url.segments.is_empty() && url.numbers.is_empty() {
            return;
        }
        let template = stored(hash_template(key, batch, url));
        let slot = self.newest.entry(template, |slot| slot.0 == template);
        let mut new = GatheredUrl {
            site: 0,
            query: 0,
            first_segment: self.paths.len() as u32,
            older: if slot.0 == 0 { NONE } else { slot.1 as u32 },
            own: hash_own_parts(key, batch, url, line),
            line,
        };
        let mut copies = 0;
        let mut last = new.older;
        let mut index = new.older;
        while let Some(&known) = self.urls.get(index as usize) {
            if known.own == new.own {
                self.urls[index as usize].line = known.line.min(line);
                return;
            }
            if known.line > self.urls[last as usize].line {
                last = index;
            }
            copies += 1;
            index = known.older;
        }
        if copies < COPIES {
            *slot = (template, self.urls.len() as u64);
            new.site = self.sites.index(url.endpoint_key(key), || site_of(url));
            let pairs = batch.pairs_of(url);
            let query = pairs.iter().flat_map(|pair| [pair.name, pair.value]);
            new.query = self.queries.index(key.fold(0, query), || pairs.into());
            let segments = batch.segments_of(url);
            for at in 0..segments.len() {
                let part = self.segment(key, segments, at);
                self.paths.push(part);
            }
            self.keep_numbers(self.urls.len() as u32, batch, url);
            self.urls.push(new);
        } else if line < self.urls[last as usize].line {
            let known = &mut self.urls[last as usize];
            known.own = new.own;
            known.line = line;
            self.replace(key, last, batch, url);
        }
    }

    /// Puts a URL in the place of another one of its template, which has as many parts.
    fn replace(&mut self, key: &Key, index: u32, batch: &Batch, url: &Url) {
        let segments = batch.segments_of(url);
        for at in 0..segments.len() {
            let place = self.path(index).start + at;
            self.paths[place] = self.segment(key, segments, at);
        }
        self.keep_numbers(index, batch, url);
    }

    fn keep_numbers(&mut self, index: u32, batch: &Batch, url: &Url) {
        let numbers = batch.numbers_of(url);
        if !numbers.is_empty() {
            self.numbers.insert(index.into(), numbers.into());
        }
    }

    /// Returns the index of a segment of a URL, with its id if that may be evidence.
    fn segment(&mut self, key: &Key, segments: &[Segment], at: usize) -> u32 {
        let mut segment = segments[at];
        if segment.traits.has(Traits::VALUE) && !segments.get(at + 1).is_some_and(may_be_below_ids)
        {
            segment.stem = 0;
        }
        let rest = u64::from(segment.traits.0) << 32 | segment.class_number();
        let parts = [segment.variable, segment.stem, rest];
        self.segments
            .index(key.fold(segment.token, parts), || segment)
    }
}

impl<T> SharedParts<T> {
    fn try_reserve(&mut self, parts: usize) -> Result<(), TryReserveError> {
        self.parts.try_reserve(parts)?;
        self.indexes.try_reserve(parts)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.parts) + self.indexes.heap_bytes()
    }

    fn part(&self, index: u32) -> &T {
        &self.parts[index as usize]
    }

    /// Returns the index of a part, given its hash.
    fn index(&mut self, hash: u64, part: impl FnOnce() -> T) -> u32 {
        let hash = stored(hash);
        let slot = self.indexes.entry(hash, |slot| slot.0 == hash);
        if slot.0 == 0 {
            *slot = (hash, self.parts.len() as u64);
            self.parts.push(part());
        }
        slot.1 as u32
    }
}

/// Returns a URL without its parts.
fn site_of(url: &Url) -> Url {
    Url {
        service: url.service,
        separating_key: url.separating_key,
        hosted: url.hosted,
        api: url.api,
        ..Url::default()
    }
}

/// Hashes everything of a URL that other URLs of its template have, too.
fn hash_template(key: &Key, batch: &Batch, url: &Url) -> u64 {
    let PathAndQuery { segments, pairs } = batch.path_and_query(url);
    let read = |segment: &Segment| {
        let rest = u64::from(segment.traits.0) << 32 | segment.class_number();
        [segment.token, rest]
    };
    let path = key.fold(url.endpoint_key(key), segments.iter().flat_map(read));
    let pairs = pairs.iter().flat_map(|pair| [pair.name, pair.value]);
    let numbers = batch.numbers_of(url).iter();
    let places = numbers.map(|(index, _)| u64::from(*index));
    key.fold(key.fold(!path, pairs), places)
}

/// Hashes the ids, numbers and titles of a URL. Ids that end the path do not count.
fn hash_own_parts(key: &Key, batch: &Batch, url: &Url, line: u64) -> u64 {
    let segments = batch.segments_of(url);
    let is_title =
        |segment: &Segment| segment.traits.has(Traits::VALUE) && segment.speech.has(Speech::TITLE);
    if segments.iter().any(is_title) {
        return line;
    }
    let ids = segments
        .windows(2)
        .filter(|pair| may_be_below_ids(&pair[1]))
        .map(|pair| pair[0].id());
    let numbers = batch.numbers_of(url).iter().map(|(_, number)| *number);
    key.fold(0, ids.chain(numbers))
}

/// Whether the id before a segment may show that it is a name. Single words of the word lists are
/// names without this evidence.
fn may_be_below_ids(segment: &Segment) -> bool {
    let traits = segment.traits;
    !traits.has(Traits::VALUE | Traits::FIXED)
        && (traits.has(Traits::JOINED) || !traits.has(Traits::KNOWN))
}
