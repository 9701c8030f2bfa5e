//! What one line is to the filter: its tokens, hashed.
//!
//! A [`Scanner`] turns lines into the records of a [`Batch`]. That is the part of the work that needs no memory of other lines, so
//! any number of threads can do it; deciding on records comes after and in order.

use crate::hash::Key;
use crate::parse::{self, Address, Path, Scratch};
use crate::token::{self, Classes, Params, Traits};
use std::ops::Range;

/// Cuts lines into hashed tokens. Cheap to clone; every thread has its own.
#[derive(Clone, Debug)]
pub struct Scanner {
    pub(crate) key: Key,
    pub(crate) mode: Mode,
}

/// How tokens are made.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// As they are after canonicalisation.
    Literal,
    /// By classes.
    Classes { classes: Classes, params: Params },
}

/// The records of consecutive lines.
#[derive(Debug, Default)]
pub struct Batch {
    pub(crate) records: Vec<Record>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) pairs: Vec<Pair>,
    scratch: Scratch,
    token: Vec<u8>,
}

/// One line.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub kind: Kind,
    pub scheme: u64,
    /// The host's hash; for a line that is no URL, the line's.
    pub host: u64,
    pub fragment: u64,
    pub segments: Range<u32>,
    pub pairs: Range<u32>,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Empty,
    NotUrl,
    Url {
        /// Whether the host calls itself an API.
        api: bool,
        /// Whether it took the parser's fast path.
        fast: bool,
    },
}

/// A path segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Hash of its token.
    pub token: u64,
    /// Hash of the token that it has where its place is variable: `{}` and the extension.
    pub variable: u64,
    pub traits: Traits,
}

/// A parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    /// Hash of the name's token.
    pub name: u64,
    pub value: u64,
}

impl Batch {
    /// Forgets the records and keeps the memory.
    pub fn clear(&mut self) {
        self.records.clear();
        self.segments.clear();
        self.pairs.clear();
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
}

impl Scanner {
    /// Appends the record of one line, given without its line end.
    pub fn scan(&self, line: &[u8], batch: &mut Batch) {
        // A record is a trailing CR longer or shorter on other systems; it is not compared.
        let bytes = line.strip_suffix(b"\r").unwrap_or(line);
        let (segments, pairs) = (batch.segments.len() as u32, batch.pairs.len() as u32);
        let mut record = Record {
            kind: Kind::Empty,
            scheme: 0,
            host: 0,
            fragment: 0,
            segments: segments..segments,
            pairs: pairs..pairs,
        };
        let mut scratch = std::mem::take(&mut batch.scratch);
        if let Some((address, path)) = parse::parse(bytes, &mut scratch) {
            self.address(&address, path == Path::Fast, &mut record, batch);
        } else if !bytes.is_empty() {
            record.kind = Kind::NotUrl;
            record.host = self.key.token(bytes);
        }
        batch.scratch = scratch;
        batch.records.push(record);
    }

    fn address(&self, address: &Address<'_>, fast: bool, record: &mut Record, batch: &mut Batch) {
        let literal = matches!(self.mode, Mode::Literal);
        let web = matches!(address.scheme, b"" | b"http" | b"https");
        // 0 says that the part is absent.
        let hash = |part: &[u8]| if part.is_empty() { 0 } else { self.key.token(part) };
        let scheme = hash(address.scheme);
        record.host = hash(address.host);
        if !web {
            // Another scheme is another service.
            record.host = self.key.join(scheme, record.host);
        }
        record.kind = Kind::Url { api: !literal && is_api_host(address.host), fast };
        let mut position = 0;
        for segment in address.path.split(|&b| b == b'/') {
            self.segment(segment, &mut position, batch);
        }
        if !address.query.is_empty() {
            self.query(address.query, batch);
        }
        if literal {
            record.scheme = scheme;
            record.fragment = hash(address.fragment);
        } else if let [b'/' | b'!', ..] = address.fragment {
            self.route(address.fragment, &mut position, batch);
        }
        record.segments.end = batch.segments.len() as u32;
        record.pairs.end = Self::settle(record.pairs.start as usize, &mut batch.pairs);
    }

    /// Appends a segment of the path, and its `;name=value` parts as parameters. Empty segments do not exist.
    fn segment(&self, segment: &[u8], position: &mut usize, batch: &mut Batch) {
        let mut name = segment;
        if let Some(semicolon) = memchr::memchr(b';', segment) {
            let (head, tail) = segment.split_at(semicolon);
            if tail[1..].split(|&b| b == b';').all(|part| part.is_empty() || part.contains(&b'=')) {
                name = head;
                for part in tail.split(|&b| b == b';').filter(|part| !part.is_empty()) {
                    self.pair(part, batch);
                }
            }
        }
        if name.is_empty() {
            return;
        }
        let hashed = match &self.mode {
            Mode::Literal => Segment { token: self.key.token(name), variable: 0, traits: Traits::default() },
            Mode::Classes { classes, .. } => {
                let token = &mut batch.token;
                let found = token::classify(name, *position, *classes, token);
                let hash = self.key.token(token);
                let variable = if found.class.is_variable() {
                    hash
                } else {
                    token.clear();
                    token.extend_from_slice(b"{}");
                    token.extend(token::split_extension(name).1.iter().map(u8::to_ascii_lowercase));
                    self.key.token(token)
                };
                Segment { token: hash, variable, traits: found.traits }
            }
        };
        *position += 1;
        batch.segments.push(hashed);
    }

    fn query(&self, query: &[u8], batch: &mut Batch) {
        for part in query.split(|&b| b == b'&').filter(|part| !part.is_empty()) {
            self.pair(part, batch);
        }
    }

    /// A fragment that continues the path in the browser: `#/users?page=2`, `#!/users`.
    fn route(&self, fragment: &[u8], position: &mut usize, batch: &mut Batch) {
        let (path, query) = match memchr::memchr(b'?', fragment) {
            Some(mark) => (&fragment[..mark], &fragment[mark + 1..]),
            None => (fragment, &b""[..]),
        };
        let mark = self.key.token(b"#");
        batch.segments.push(Segment { token: mark, variable: mark, traits: Traits(Traits::FIXED) });
        *position += 1;
        let path = path.strip_prefix(b"!").unwrap_or(path);
        for segment in path.split(|&b| b == b'/') {
            self.segment(segment, position, batch);
        }
        self.query(query, batch);
    }

    fn pair(&self, part: &[u8], batch: &mut Batch) {
        let (name, value) = match memchr::memchr(b'=', part) {
            Some(equals) => (&part[..equals], Some(&part[equals + 1..])),
            None => (part, None),
        };
        let pair = match &self.mode {
            Mode::Literal => {
                // `a` and `a=` are told apart: a value that is absent has no bytes to hash.
                Pair { name: self.key.token(name), value: value.map_or(0, |v| self.key.token(v)) }
            }
            Mode::Classes { params, .. } => match params.classify(name, value, &mut batch.token) {
                Some(kind) => Pair { name: self.key.token(&batch.token), value: kind as u64 + 1 },
                None => return,
            },
        };
        batch.pairs.push(pair);
    }

    /// Sorts the pairs of a record and drops repeats. Returns their end.
    fn settle(start: usize, pairs: &mut Vec<Pair>) -> u32 {
        let own = &mut pairs[start..];
        own.sort_unstable();
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

/// `api.example.com`, `api-eu.example.com`, `shop-api.example.com`.
fn is_api_host(host: &[u8]) -> bool {
    host.split(|&b| b == b'.').any(|label| {
        label == b"api"
            || label == b"apis"
            || label.starts_with(b"api-")
            || label.ends_with(b"-api")
            || label.ends_with(b"apis")
    })
}
