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
        cut.host(line)?;
    }
    cut.rest(line, marks)?;
    Some(cut)
}

impl Cut {
    /// Reads `host[:port]`.
    fn host(&mut self, line: &[u8]) -> Option<()> {
        let rest = &line[self.start..];
        let (mut end, mut label) = (0, 0);
        while let Some(&byte) = rest.get(end) {
            let kind = KINDS[usize::from(byte)];
            if kind & (NOT_HOST | UPPER | DOT) != 0 {
                if kind & NOT_HOST != 0 {
                    break;
                }
                self.upper_host |= kind & UPPER != 0;
                if kind & DOT != 0 {
                    if !is_plain_label(&rest[label..end]) {
                        return None;
                    }
                    label = end + 1;
                }
            }
            end += 1;
        }
        // A dot at the end is no part of the name, but there is a name before it.
        let dotted = label == end && end > 0;
        let name = &rest[..if dotted { end - 1 } else { end }];
        self.host = self.start + name.len();
        if !dotted && !is_plain_label(&rest[label..end]) {
            return None;
        }
        // A last label that starts with a digit may be a number: then the host is an IPv4 address in some spelling.
        let last =
            if dotted { name.iter().rposition(|&b| b == b'.').map_or(0, |dot| dot + 1) } else { label };
        if rest[last].is_ascii_digit() && !is_ipv4(name) {
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
        let (mut at, mut special) = (0, 0);
        while let Some(&byte) = path.get(at) {
            let kind = KINDS[usize::from(byte)];
            if kind & (NOT_PATH | SLASH) != 0 {
                if kind & NOT_PATH != 0 {
                    break;
                }
                if path.get(at + 1) == Some(&b'.') && is_dot_segment(&path[at + 1..]) {
                    return None;
                }
                marks.slashes.push(at as u32);
            }
            special |= kind;
            at += 1;
        }
        if at == 0 {
            // No path is the path `/`.
            marks.slashes.push(0);
        }
        self.path = self.authority + at;
        if special & SPECIAL != 0 {
            let path = &path[..at];
            marks.semicolon = path.contains(&b';');
            // An escaped dot may make a dot segment.
            if memchr_iter(b'%', path).any(|at| matches!(path[at + 1..], [b'2', b'e' | b'E', ..])) {
                return None;
            }
        }
        let rest = &line[self.path..];
        let mut at = 0;
        if rest.first() == Some(&b'?') {
            at = 1;
            while let Some(&byte) = rest.get(at) {
                let kind = KINDS[usize::from(byte)];
                if kind & (NOT_QUERY | JOINT) != 0 {
                    if kind & NOT_QUERY != 0 {
                        break;
                    }
                    marks.joints.push(at as u32 - 1);
                }
                special |= kind;
                at += 1;
            }
        }
        self.query = self.path + at;
        let mut end = at;
        if rest.get(at) == Some(&b'#') {
            let kinds = |bytes: &[u8]| bytes.iter().fold(0, |kinds, &byte| kinds | KINDS[usize::from(byte)]);
            let fragment = kinds(&rest[at + 1..]);
            if fragment & NOT_QUERY == 0 {
                end = rest.len();
            }
            special |= fragment;
        }
        self.escapes = special & SPECIAL != 0 && line[self.authority..].contains(&b'%');
        (end == rest.len()).then_some(())
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

/// Whether the segment that starts here, with a dot, is `.` or `..`.
fn is_dot_segment(rest: &[u8]) -> bool {
    let rest = rest[1..].strip_prefix(b".").unwrap_or(&rest[1..]);
    matches!(rest, [] | [b'/' | b'?' | b'#', ..])
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
