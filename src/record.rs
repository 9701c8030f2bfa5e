//! What one line is to the filter: its tokens, hashed.
//!
//! A [`Scanner`] turns lines into the records of a [`Batch`]. That is the part of the work that needs no memory of other lines, so
//! any number of threads can do it; deciding on records comes after and in order.

mod literal;
mod memory;

use crate::hash::Key;
use crate::index::literal::{LiteralHasher, Way, Work};
use crate::index::template::TemplateHasher;
use crate::parse::{self, Address, Path, Scratch};
use crate::token::{self, Class, Classes, Name, Params, Surroundings, Traits, Value};
use memory::{Memory, NameFacts};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cuts lines into hashed tokens. Cheap to clone; every thread has its own.
#[derive(Clone, Debug)]
pub struct Scanner {
    pub(crate) key: Key,
    pub(crate) mode: Mode,
    /// The token of a value without an extension.
    variable: u64,
    /// The tokens of `http` and `https`.
    web: [u64; 2],
    pub(crate) shortcut: Shortcut,
    /// Tells the scanners of different filters apart: what a batch remembers holds for one.
    number: u64,
}

/// How tokens are made.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// As they are after canonicalisation.
    Literal,
    /// By classes.
    Classes { classes: Classes, params: Params },
}

/// What is computed of a record beside its tokens, so that deciding on it takes less.
#[derive(Clone, Debug)]
pub(crate) enum Shortcut {
    None,
    Template(TemplateHasher),
    /// Then segments and parameters are left out of the batch where they are not needed any more.
    Literal(Arc<LiteralHasher>),
}

/// The records of consecutive lines.
#[derive(Debug, Default)]
pub struct Batch {
    pub(crate) records: Vec<Record>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) bands: Vec<u64>,
    /// How many records took the parser's fast path.
    pub(crate) fast: u64,
    /// Out of place while a line is scanned: its parts may live there.
    scratch: Option<Box<Scratch>>,
    token: Vec<u8>,
    work: Work,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    pub kind: Kind,
    pub scheme: u64,
    /// The host's hash; for a line that is no URL, the line's.
    pub host: u64,
    pub fragment: u64,
    /// The hash of the template, or of a literal URL's core, where the scanner computes it.
    pub template: u64,
    pub segments: Range<u32>,
    pub pairs: Range<u32>,
    pub bands: Range<u32>,
    pub way: Way,
}

/// A URL as it is read now: with `{}` in the places that have become variable. Of a literal one, what its [way](Record::way) does not
/// need is empty.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    pub record: &'a Record,
    /// The token of each segment.
    pub tokens: &'a [u64],
    pub pairs: &'a [Pair],
    pub bands: &'a [u64],
}

/// What a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    #[default]
    Empty,
    NotUrl,
    Url {
        /// Whether the host calls itself an API.
        api: bool,
    },
}

/// A path segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Hash of its token.
    pub token: u64,
    /// Hash of the token that it has where its place is variable: `{}` and the extension.
    pub variable: u64,
    pub traits: Traits,
}

impl Segment {
    /// The token under which a word of a printed line is entered for the case that its place will be found to be variable. No value
    /// has it.
    pub(crate) fn early(&self) -> u64 {
        !self.variable
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    /// Hash of the name's token.
    pub name: u64,
    pub value: u64,
}

/// How far the segments of a path have been read.
#[derive(Debug, Default)]
struct Walk {
    position: usize,
    /// The host or a segment says that this is an API.
    api: bool,
    tail: Tail,
}

/// A path inside a path, as after `/blob/`: read as one value, however deep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tail {
    #[default]
    None,
    Next,
    Taken,
}

impl Batch {
    /// Forgets the records and keeps the memory.
    pub fn clear(&mut self) {
        self.records.clear();
        self.segments.clear();
        self.pairs.clear();
        self.bands.clear();
        self.fast = 0;
    }

    /// How many records it holds.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether it holds no record.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    pub(crate) fn segments_of(&self, record: &Record) -> &[Segment] {
        &self.segments[record.segments.start as usize..record.segments.end as usize]
    }

    pub(crate) fn pairs_of(&self, record: &Record) -> &[Pair] {
        &self.pairs[record.pairs.start as usize..record.pairs.end as usize]
    }

    pub(crate) fn bands_of(&self, record: &Record) -> &[u64] {
        &self.bands[record.bands.start as usize..record.bands.end as usize]
    }
}

impl Scanner {
    pub(crate) fn new(key: Key, mode: Mode, shortcut: Shortcut) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let variable = key.token(b"{}");
        let web = [b"http".as_slice(), b"https"].map(|scheme| key.token(scheme));
        Self { key, mode, variable, web, shortcut, number: NUMBER.fetch_add(1, Ordering::Relaxed) }
    }

    /// The same scanner, but one that leaves all segments and parameters in the batch.
    pub(crate) fn whole(&self) -> Self {
        Self { shortcut: Shortcut::None, ..self.clone() }
    }

    /// Appends the record of one line, given without its line end.
    pub fn scan(&self, line: &[u8], batch: &mut Batch) {
        // A record is a trailing CR longer or shorter on other systems; it is not compared.
        let bytes = line.strip_suffix(b"\r").unwrap_or(line);
        let mut memory = Memory::take(self.number);
        let none = |length: usize| length as u32..length as u32;
        let mut record = Record {
            segments: none(batch.segments.len()),
            pairs: none(batch.pairs.len()),
            bands: none(batch.bands.len()),
            ..Record::default()
        };
        let mut scratch = batch.scratch.take().unwrap_or_default();
        if let Some((address, path)) = parse::parse(bytes, &mut scratch) {
            batch.fast += u64::from(path == Path::Fast);
            self.address(&address, &mut record, batch, &mut memory);
        } else if !bytes.is_empty() {
            record.kind = Kind::NotUrl;
            record.host = self.key.token(bytes);
        }
        batch.scratch = Some(scratch);
        batch.records.push(record);
        memory.put_back();
    }

    fn address(&self, address: &Address<'_>, record: &mut Record, batch: &mut Batch, memory: &mut Memory) {
        let literal = matches!(self.mode, Mode::Literal);
        let scheme = match address.scheme {
            b"" => 0,
            b"http" => self.web[0],
            b"https" => self.web[1],
            other => self.key.token(other),
        };
        let web = scheme == 0 || self.web.contains(&scheme);
        // 0 says that the part is absent.
        let hash = |part: &[u8]| if part.is_empty() { 0 } else { self.key.token(part) };
        let host = hash(address.host);
        let api = !literal && memory.is_api(host, || is_api_host(address.host));
        record.kind = Kind::Url { api };
        // Another scheme is another service.
        record.host = if web { host } else { self.key.join(scheme, host) };
        if literal {
            record.scheme = scheme;
            record.fragment = hash(address.fragment);
        }
        if let Shortcut::Literal(hasher) = &self.shortcut {
            return self.literal(hasher, address, record, batch, memory);
        }
        let mut walk = Walk { api, ..Walk::default() };
        self.path(address.segments(), address.semicolon, &mut walk, batch, memory);
        if !address.query.is_empty() {
            self.pairs(address.pairs(), batch, memory);
        }
        if !literal && let [b'/' | b'!', ..] = address.fragment {
            self.route(address.fragment, &mut walk, batch, memory);
        }
        record.segments.end = batch.segments.len() as u32;
        record.pairs.end = Self::settle(record.pairs.start as usize, &mut batch.pairs);
        if let Shortcut::Template(template) = self.shortcut {
            record.template =
                template.own(&self.key, record, batch.segments_of(record), batch.pairs_of(record));
        }
    }

    /// Appends the segments of a path; if some have `;name=value` parts, those as parameters.
    fn path<'s>(
        &self,
        segments: impl Iterator<Item = &'s [u8]>,
        semicolon: bool,
        walk: &mut Walk,
        batch: &mut Batch,
        memory: &mut Memory,
    ) {
        for segment in segments {
            let (name, matrix) = if semicolon { split_matrix(segment) } else { (segment, &b""[..]) };
            self.pairs(split_pairs(matrix, b';'), batch, memory);
            self.segment(name, walk, batch, memory);
        }
    }

    /// Appends a segment of the path. Empty segments do not exist.
    fn segment(&self, name: &[u8], walk: &mut Walk, batch: &mut Batch, memory: &mut Memory) {
        if name.is_empty() || walk.tail == Tail::Taken {
            return;
        }
        let place = Surroundings { early: walk.position < 2, api: walk.api };
        let mut hashed = self.token(name, place, batch, memory);
        if walk.tail == Tail::Next {
            walk.tail = Tail::Taken;
            hashed = Segment { token: self.variable, variable: self.variable, traits: Traits(Traits::VALUE) };
        }
        walk.api |= walk.position < 3 && hashed.traits.has(Traits::API);
        if hashed.traits.has(Traits::TAIL) && walk.position >= 2 && !walk.api {
            walk.tail = Tail::Next;
        }
        walk.position += 1;
        batch.segments.push(hashed);
    }

    /// The token of a segment, by its class.
    fn token(&self, name: &[u8], place: Surroundings, batch: &mut Batch, memory: &mut Memory) -> Segment {
        let Mode::Classes { classes, .. } = &self.mode else {
            return Segment { token: self.key.token(name), variable: 0, traits: Traits::default() };
        };
        // Numbers seldom return, and nothing is more easily told.
        if classes.has(Class::Integer) && name.iter().all(u8::is_ascii_digit) {
            return Segment { token: self.variable, variable: self.variable, traits: token::number(name) };
        }
        let token = &mut batch.token;
        let own = self.key.token(name);
        memory.segments.get(own, place, || {
            let found = token::classify(name, place, *classes, token);
            let hash = if *token == name { own } else { self.key.token(token) };
            let variable = if found.traits.has(Traits::VALUE) {
                hash
            } else if found.is_plain() {
                self.variable
            } else {
                found.write_variable(token);
                self.key.token(token)
            };
            Segment { token: hash, variable, traits: found.traits }
        })
    }

    /// A fragment that continues the path in the browser: `#/users?page=2`, `#!/users`.
    fn route(&self, fragment: &[u8], walk: &mut Walk, batch: &mut Batch, memory: &mut Memory) {
        let (path, query) = match memchr::memchr(b'?', fragment) {
            Some(mark) => (&fragment[..mark], &fragment[mark + 1..]),
            None => (fragment, &b""[..]),
        };
        let mark = self.key.token(b"#");
        batch.segments.push(Segment { token: mark, variable: mark, traits: Traits(Traits::FIXED) });
        walk.position += 1;
        let path = path.strip_prefix(b"!").unwrap_or(path);
        self.path(path.split(|&b| b == b'/'), path.contains(&b';'), walk, batch, memory);
        self.pairs(split_pairs(query, b'&'), batch, memory);
    }

    fn pairs<'s>(
        &self,
        pairs: impl Iterator<Item = (&'s [u8], Option<&'s [u8]>)>,
        batch: &mut Batch,
        memory: &mut Memory,
    ) {
        for (name, value) in pairs {
            self.pair(name, value, batch, memory);
        }
    }

    fn pair(&self, name: &[u8], value: Option<&[u8]>, batch: &mut Batch, memory: &mut Memory) {
        let raw = self.key.token(name);
        let Mode::Classes { params, .. } = &self.mode else {
            // `a` and `a=` are told apart: a value that is absent has no bytes to hash.
            batch.pairs.push(Pair { name: raw, value: value.map_or(0, |v| self.key.token(v)) });
            return;
        };
        let token = &mut batch.token;
        let mut find_out = |name_of: &dyn Fn(&mut Vec<u8>) -> Name| {
            let name = name_of(token);
            NameFacts { token: self.key.token(token), name }
        };
        let pair = match value {
            None => {
                let facts =
                    memory.names.get(raw.rotate_left(1), || find_out(&|token| params.bare(name, token)));
                let kind = match facts.name {
                    Name::Ignored => return,
                    Name::Value => Value::Variable,
                    Name::Plain | Name::Selector => Value::Empty,
                };
                Pair { name: facts.token, value: kind as u64 }
            }
            Some(value) => {
                let facts = memory.names.get(raw, || find_out(&|token| params.name(name, token)));
                if facts.name == Name::Ignored {
                    return;
                }
                let hash = self.key.token(value);
                let kind = memory.value(hash, || params.value(value));
                let name = match kind {
                    Value::Url => self.key.join(facts.token, Value::Url as u64),
                    Value::Word if facts.name == Name::Selector && token::is_selection(value) => {
                        self.key.join(facts.token, hash)
                    }
                    _ => facts.token,
                };
                Pair { name, value: kind as u64 }
            }
        };
        batch.pairs.push(pair);
    }

    /// Sorts the pairs of a record and drops repeats. Returns their end.
    fn settle(start: usize, pairs: &mut Vec<Pair>) -> u32 {
        let own = &mut pairs[start..];
        if own.len() > 1 {
            own.sort_unstable();
        }
        let mut end = usize::from(!own.is_empty());
        for i in 1..own.len() {
            if own[i] != own[end - 1] {
                own[end] = own[i];
                end += 1;
            }
        }
        pairs.truncate(start + end);
        pairs.len() as u32
    }
}

/// Splits a segment from its `;name=value` parts.
pub(crate) fn split_matrix(segment: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b';', segment).map(|semicolon| segment.split_at(semicolon)) {
        Some((name, matrix)) if split_pairs(matrix, b';').all(|(_, value)| value.is_some()) => (name, matrix),
        _ => (segment, b""),
    }
}

/// The parameters between separators: each name, and the value behind the first `=`. Empty ones are left out.
pub(crate) fn split_pairs(text: &[u8], separator: u8) -> impl Iterator<Item = (&[u8], Option<&[u8]>)> {
    text.split(move |&b| b == separator).filter(|part| !part.is_empty()).map(|part| {
        match memchr::memchr(b'=', part) {
            Some(equals) => (&part[..equals], Some(&part[equals + 1..])),
            None => (part, None),
        }
    })
}

/// `api.example.com`, `api-eu.example.com`, `shop-api.example.com`.
pub(crate) fn is_api_host(host: &[u8]) -> bool {
    let names_api = |label: &[u8]| {
        label == b"api"
            || label == b"apis"
            || label.starts_with(b"api-")
            || label.ends_with(b"-api")
            || label.ends_with(b"apis")
    };
    host.windows(3).any(|w| w == b"api") && host.split(|&b| b == b'.').any(names_api)
}
