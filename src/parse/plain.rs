//! Recognises lines that are already in the form that the `url` crate would give them, in one pass over the bytes.
//!
//! Plain is what needs no judgement: an ASCII host of ordinary labels or a dotted IPv4 address, a port without leading
//! zeros, and no byte that the crate would escape, drop or resolve. What is doubtful is not plain: the cost of a wrong
//! "no" is a slower line, the cost of a wrong "yes" would be a wrong merge. A property test and a fuzz target hold
//! both paths against each other.

use super::marks::Marks;
use super::{Address, Form, Scratch, escape};
use memchr::memchr_iter;

/// Where a byte may not stand as it is, and what is to be looked at more closely.
const NOT_HOST: u8 = 1;
const NOT_PATH: u8 = 2;
/// Queries and fragments.
const NOT_QUERY: u8 = 4;
const UPPER: u8 = 8;
const DOT: u8 = 16;
const SLASH: u8 = 32;
/// `&` and `=`.
const JOINT: u8 = 64;
/// What is found again by looking: `%` and `;`.
const SPECIAL: u8 = 128;

/// Stricter than the crate: `'`, `^`, `|`, braces and the like are legal in some parts and releases, and rare enough to be judged.
static KINDS: [u8; 256] = {
    let mut table = [NOT_HOST | NOT_PATH | NOT_QUERY; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_') {
            table[byte] = 0;
        } else if matches!(
            b,
            b'~' | b'!'
                | b'$'
                | b'&'
                | b'('
                | b')'
                | b'*'
                | b'+'
                | b','
                | b';'
                | b'='
                | b':'
                | b'@'
                | b'/'
                | b'%'
        ) {
            table[byte] = NOT_HOST;
        } else if matches!(b, b'?' | b'[' | b']') {
            table[byte] = NOT_HOST | NOT_PATH;
        }
        if b.is_ascii_uppercase() {
            table[byte] |= UPPER;
        }
        byte += 1;
    }
    table[b'.' as usize] |= DOT;
    table[b'/' as usize] |= SLASH;
    table[b'&' as usize] |= JOINT;
    table[b'=' as usize] |= JOINT;
    table[b'%' as usize] |= SPECIAL;
    table[b';' as usize] |= SPECIAL;
    table
};

/// How many bytes stand before the first of the kinds `STOP`, and the kinds of them all. Those of the kinds `MARK` are marked.
///
/// On its own, so that all it works with stays in registers: most of parsing is spent here.
#[inline(never)]
fn run<const STOP: u8, const MARK: u8>(bytes: &[u8], marks: &mut Vec<u32>) -> (usize, u8) {
    let mut kinds = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        let kind = KINDS[usize::from(byte)];
        if kind & (STOP | MARK) != 0 {
            if kind & STOP != 0 {
                return (at, kinds);
            }
            marks.push(at as u32);
        }
        kinds |= kind;
    }
    (bytes.len(), kinds)
}

/// A plain line, cut: offsets of the ends of its parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cut {
    scheme: usize,
    start: usize,
    /// End of the host name without trailing dot; a port that counts follows up to `authority`.
    host: usize,
    authority: usize,
    /// Whether the port is to be kept.
    port: bool,
    path: usize,
    query: usize,
    upper_host: bool,
    escapes: bool,
}

/// Cuts a line at its parts if it is plain, and marks where its path and query are to be cut further.
pub(super) fn cut(line: &[u8], form: Form, marks: &mut Marks) -> Option<Cut> {
    let scheme = match form {
        Form::Scheme(length) if matches!(&line[..length], b"http" | b"https") => length,
        Form::Scheme(_) => return None,
        _ => 0,
    };
    let start = form.authority_start();
    let mut cut = Cut { scheme, start, host: start, authority: start, ..Cut::default() };
    if form != Form::Path {
        cut.host(line, marks)?;
    }
    cut.rest(line, marks)?;
    Some(cut)
}

impl Cut {
    /// Reads `host[:port]`.
    fn host(&mut self, line: &[u8], marks: &mut Marks) -> Option<()> {
        marks.clear();
        let rest = &line[self.start..];
        let dots = &mut marks.joints;
        let (mut end, kinds) = run::<NOT_HOST, DOT>(rest, dots);
        self.upper_host = kinds & UPPER != 0;
        // A dot at the end is no part of the name.
        let dotted = dots.pop_if(|dot| *dot as usize + 1 == end).is_some();
        let name = &rest[..end - usize::from(dotted)];
        self.host = self.start + name.len();
        let mut last = 0;
        for dot in dots.iter().map(|&dot| dot as usize) {
            if !is_plain_label(&name[last..dot]) {
                return None;
            }
            last = dot + 1;
        }
        if !is_plain_label(&name[last..]) {
            return None;
        }
        // A last label that starts with a digit may be a number: then the host is an IPv4 address in some spelling.
        if name[last].is_ascii_digit() && !is_ipv4(name) {
            return None;
        }
        if rest.get(end) == Some(&b':') {
            let port = &rest[end + 1..];
            let port = &port[..port.iter().take_while(|b| b.is_ascii_digit()).count()];
            self.port = self.keeps_port(line, port)?;
            end += 1 + port.len();
            // `host.:port` would need its dot cut out of the middle.
            if self.port && dotted {
                return None;
            }
        }
        self.authority = self.start + end;
        matches!(rest.get(end), None | Some(b'/' | b'?' | b'#')).then_some(())
    }

    /// Whether a port, of digits, is to be kept: the default port is not. `None` if it is not plain.
    fn keeps_port(&self, line: &[u8], port: &[u8]) -> Option<bool> {
        if !(1..=5).contains(&port.len()) || port[0] == b'0' || (port.len() == 5 && port > &b"65535"[..]) {
            return None;
        }
        Some(match &line[..self.scheme] {
            b"https" => port != b"443",
            _ => port != b"80",
        })
    }

    /// Reads path, query and fragment.
    fn rest(&mut self, line: &[u8], marks: &mut Marks) -> Option<()> {
        marks.clear();
        let path = &line[self.authority..];
        let (end, of_path) = run::<NOT_PATH, SLASH>(path, &mut marks.slashes);
        let path = &path[..end];
        if end == 0 {
            // No path is the path `/`.
            marks.slashes.push(0);
        }
        self.path = self.authority + end;
        let dots = of_path & DOT != 0;
        if dots && marks.slashes.iter().any(|&slash| is_dot_segment(path.get(slash as usize + 1..))) {
            return None;
        }
        if of_path & SPECIAL != 0 {
            marks.semicolon = path.contains(&b';');
            // An escaped dot may make a dot segment.
            if memchr_iter(b'%', path).any(|at| matches!(path[at + 1..], [b'2', b'e' | b'E', ..])) {
                return None;
            }
        }
        let (mut of_query, mut of_fragment) = (0, 0);
        self.query = self.path;
        if let Some((b'?', query)) = line[self.path..].split_first() {
            let end;
            (end, of_query) = run::<NOT_QUERY, JOINT>(query, &mut marks.joints);
            self.query += 1 + end;
        }
        if let Some((mark, fragment)) = line[self.query..].split_first() {
            let end;
            (end, of_fragment) = run::<NOT_QUERY, 0>(fragment, &mut marks.joints);
            if *mark != b'#' || end < fragment.len() {
                return None;
            }
        }
        let special = (of_path | of_query | of_fragment) & SPECIAL != 0;
        self.escapes = special && line[self.authority..].contains(&b'%');
        Some(())
    }

    /// Gives the parts their normal form; only escapes and upper-case hosts need a copy.
    pub(super) fn finish<'a>(mut self, line: &'a [u8], scratch: &'a mut Scratch) -> Address<'a> {
        let Scratch { bytes: buffer, marks } = scratch;
        let mut line = line;
        if self.upper_host || self.escapes {
            buffer.clear();
            buffer.extend_from_slice(line);
            buffer[self.start..self.authority].make_ascii_lowercase();
            if self.escapes {
                escape::normalise(buffer, self.authority);
                // Escapes never hide a delimiter, so the parts are found again by their delimiters.
                let find = |set: &[u8], from: usize| {
                    buffer[from..].iter().position(|b| set.contains(b)).map_or(buffer.len(), |i| from + i)
                };
                self.path = find(b"?#", self.authority);
                self.query = find(b"#", self.path);
                marks.find(self.path_of(buffer), self.query_of(buffer));
            }
            line = buffer;
        }
        Address {
            scheme: &line[..self.scheme],
            host: &line[self.start..if self.port { self.authority } else { self.host }],
            path: self.path_of(line),
            query: self.query_of(line),
            fragment: line.get(self.query + 1..).unwrap_or_default(),
            slashes: &marks.slashes,
            joints: &marks.joints,
            semicolon: marks.semicolon,
        }
    }

    fn path_of<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        if self.authority == self.path { b"/" } else { &line[self.authority..self.path] }
    }

    fn query_of<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        line.get(self.path + 1..self.query).unwrap_or_default()
    }
}

/// Whether a label of a host is neither empty nor `xn--` or its reserved kin (RFC 5891, section 4.2.3.1).
fn is_plain_label(label: &[u8]) -> bool {
    !matches!(label, [] | [_, _, b'-', b'-', ..])
}

/// Whether what is left of a path starts with the segment `.` or `..`.
fn is_dot_segment(rest: Option<&[u8]>) -> bool {
    matches!(rest, Some([b'.'] | [b'.', b'/', ..] | [b'.', b'.'] | [b'.', b'.', b'/', ..]))
}

/// Whether this is an IPv4 address in its one normal spelling: four decimal numbers without leading zeros.
pub(super) fn is_ipv4(host: &[u8]) -> bool {
    let number = |part: &[u8]| match part {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] if rest.len() <= 2 && rest.iter().all(u8::is_ascii_digit) => {
            part.len() < 3 || part <= &b"255"[..]
        }
        _ => false,
    };
    let mut parts = host.split(|&b| b == b'.');
    (0..4).all(|_| parts.next().is_some_and(number)) && parts.next().is_none()
}
