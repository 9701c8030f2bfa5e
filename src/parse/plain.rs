//! Recognises lines that are already in the form that the `url` crate would give them, in one pass over the bytes.
//!
//! Plain is what needs no judgement: an ASCII host of ordinary labels or a dotted IPv4 address, a port without leading
//! zeros, and no byte that the crate would escape, drop or resolve. What is doubtful is not plain: the cost of a wrong
//! "no" is a slower line, the cost of a wrong "yes" would be a wrong merge. A property test and a fuzz target hold
//! both paths against each other.

use super::{Address, Form, escape};
use memchr::{memchr, memchr_iter, memchr2, memchr3};

/// Where a byte may not stand as it is, and what is to be looked at more closely.
const NOT_HOST: u8 = 1;
const NOT_PATH: u8 = 2;
/// Queries and fragments.
const NOT_QUERY: u8 = 4;
const UPPER: u8 = 8;
const DOT: u8 = 16;
const PERCENT: u8 = 32;

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
    table[b'%' as usize] |= PERCENT;
    table
};

/// The kinds of all bytes together. Without a branch for each byte, this costs two instructions a byte.
fn kinds(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |kinds, &byte| kinds | KINDS[usize::from(byte)])
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

/// Cuts a line at its parts if it is plain.
pub(super) fn cut(line: &[u8], form: Form) -> Option<Cut> {
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
    cut.rest(line)?;
    Some(cut)
}

impl Cut {
    /// Reads `host[:port]`.
    fn host(&mut self, line: &[u8]) -> Option<()> {
        let rest = &line[self.start..];
        let authority = &rest[..memchr3(b'/', b'?', b'#', rest).unwrap_or(rest.len())];
        self.authority = self.start + authority.len();
        let mut name = authority;
        let mut kinds_of_name = kinds(authority);
        if kinds_of_name & NOT_HOST != 0 {
            let colon = memchr(b':', authority)?;
            name = &authority[..colon];
            kinds_of_name = kinds(name);
            if kinds_of_name & NOT_HOST != 0 {
                return None;
            }
            self.port = self.keeps_port(line, &authority[colon + 1..])?;
        }
        self.upper_host = kinds_of_name & UPPER != 0;
        let dotted = name.strip_suffix(b".");
        // `host.:port` would need its dot cut out of the middle.
        if self.port && dotted.is_some() {
            return None;
        }
        let name = dotted.unwrap_or(name);
        self.host = self.start + name.len();
        let mut last: &[u8] = b"";
        for label in name.split(|&b| b == b'.') {
            // `xn--` and its reserved kin (RFC 5891, section 4.2.3.1).
            if label.is_empty() || matches!(label, [_, _, b'-', b'-', ..]) {
                return None;
            }
            last = label;
        }
        // A last label that starts with a digit may be a number: then the host is an IPv4 address in some spelling.
        (!last[0].is_ascii_digit() || is_ipv4(name)).then_some(())
    }

    /// Whether a port is to be kept: the default port is not. `None` if it is not plain.
    fn keeps_port(&self, line: &[u8], port: &[u8]) -> Option<bool> {
        let digits = port.iter().all(u8::is_ascii_digit);
        if !digits
            || !(1..=5).contains(&port.len())
            || port[0] == b'0'
            || (port.len() == 5 && port > &b"65535"[..])
        {
            return None;
        }
        Some(match &line[..self.scheme] {
            b"https" => port != b"443",
            _ => port != b"80",
        })
    }

    /// Reads path, query and fragment.
    fn rest(&mut self, line: &[u8]) -> Option<()> {
        let end = |mark: Option<usize>, from: usize| mark.map_or(line.len(), |at| from + at);
        self.path = end(memchr2(b'?', b'#', &line[self.authority..]), self.authority);
        self.query = self.path;
        if line.get(self.path) == Some(&b'?') {
            self.query = end(memchr(b'#', &line[self.path..]), self.path);
        }
        let (path, query) = (&line[self.authority..self.path], &line[self.path..self.query]);
        // The mark of the fragment may stand in none.
        let fragment = line.get(self.query + 1..).unwrap_or_default();
        let of_path = kinds(path);
        let of_rest = kinds(query) | kinds(fragment);
        self.escapes = (of_path | of_rest) & PERCENT != 0;
        let plain = of_path & NOT_PATH == 0 && of_rest & NOT_QUERY == 0;
        // An escaped dot may make a dot segment.
        let dots = (of_path & DOT != 0 && memchr_iter(b'.', path).any(|at| is_dot_segment(path, at)))
            || (of_path & PERCENT != 0
                && memchr_iter(b'%', path).any(|at| matches!(path[at + 1..], [b'2', b'e' | b'E', ..])));
        (plain && !dots).then_some(())
    }

    /// Gives the parts their normal form; only escapes and upper-case hosts need a copy.
    pub(super) fn finish<'a>(mut self, line: &'a [u8], buffer: &'a mut Vec<u8>) -> Address<'a> {
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
            }
            line = buffer;
        }
        let part = |from: usize, to: usize| line.get(from..to).unwrap_or_default();
        let path = part(self.authority, self.path);
        Address {
            scheme: &line[..self.scheme],
            host: &line[self.start..if self.port { self.authority } else { self.host }],
            path: if path.is_empty() { b"/" } else { path },
            query: part(self.path + 1, self.query),
            fragment: part(self.query + 1, line.len()),
        }
    }
}

/// Whether a segment that is `.` or `..` starts with the dot at `at`.
fn is_dot_segment(path: &[u8], at: usize) -> bool {
    let rest = &path[at + 1..];
    let rest = rest.strip_prefix(b".").unwrap_or(rest);
    path[at - 1] == b'/' && matches!(rest, [] | [b'/', ..])
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
