//! Recognises lines that are already in the form that the `url` crate would give them, in one pass over the bytes.
//!
//! Plain is what needs no judgement: an ASCII host of ordinary labels or a dotted IPv4 address, a port without leading
//! zeros, and no byte that the crate would escape, drop or resolve. What is doubtful is not plain: the cost of a wrong
//! "no" is a slower line, the cost of a wrong "yes" would be a wrong merge. A property test and a fuzz target hold
//! both paths against each other.

use super::{Address, Form, escape};

const HOST: u8 = 1;
const PATH: u8 = 2;
const QUERY: u8 = 4;
const FRAGMENT: u8 = 8;

/// In which parts a byte may stand as it is. Stricter than the crate: `'`, `^`, `|`, braces and the like are legal in
/// some parts and releases, and rare enough to be judged.
static PLAIN: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_') {
            HOST | PATH | QUERY | FRAGMENT
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
            PATH | QUERY | FRAGMENT
        } else if matches!(b, b'?' | b'[' | b']') {
            QUERY | FRAGMENT
        } else {
            0
        };
        byte += 1;
    }
    table
};

/// A plain line, cut: offsets of the ends of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    scheme: usize,
    start: usize,
    /// End of the host name without trailing dot; a port that counts follows up to `port`.
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
pub(super) fn cut(line: &[u8], form: &Form) -> Option<Cut> {
    let scheme = match *form {
        Form::Scheme(length) if matches!(&line[..length], b"http" | b"https") => length,
        Form::Scheme(_) => return None,
        _ => 0,
    };
    let start = form.authority_start();
    let mut cut = Cut {
        scheme,
        start,
        host: start,
        authority: start,
        port: false,
        path: 0,
        query: 0,
        upper_host: false,
        escapes: false,
    };
    if *form != Form::Path {
        cut.host(line)?;
    }
    cut.rest(line)?;
    Some(cut)
}

impl Cut {
    /// Reads `host[:port]`.
    fn host(&mut self, line: &[u8]) -> Option<()> {
        let mut end = self.start;
        let mut label = self.start;
        while let Some(&byte) = line.get(end)
            && PLAIN[usize::from(byte)] & HOST != 0
        {
            if byte == b'.' {
                if end == label {
                    return None;
                }
                label = end + 1;
            } else if byte.is_ascii_uppercase() {
                self.upper_host = true;
            } else if byte == b'-' && end == label + 2 && line.get(end + 1) == Some(&b'-') {
                // `xn--` and its reserved kin (RFC 5891, section 4.2.3.1).
                return None;
            }
            end += 1;
        }
        if end == self.start {
            return None;
        }
        self.host = if label == end { end - 1 } else { end };
        let name = &line[self.start..self.host];
        // A last label that starts with a digit may be a number: then the host is an IPv4 address in some spelling.
        let last = name.iter().rposition(|&b| b == b'.').map_or(name, |dot| &name[dot + 1..]);
        if last[0].is_ascii_digit() && !is_ipv4(name) {
            return None;
        }
        self.authority = end;
        if line.get(end) == Some(&b':') {
            let digits = line[end + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
            let port = &line[end + 1..end + 1 + digits];
            if digits == 0 || digits > 5 || port[0] == b'0' || (digits == 5 && port > b"65535") {
                return None;
            }
            self.authority = end + 1 + digits;
            self.port = match &line[..self.scheme] {
                b"https" => port != b"443",
                _ => port != b"80",
            };
            // `host.:port` would need its dot cut out of the middle.
            if self.port && self.host != end {
                return None;
            }
        }
        matches!(line.get(self.authority), None | Some(b'/' | b'?' | b'#')).then_some(())
    }

    /// Reads path, query and fragment.
    fn rest(&mut self, line: &[u8]) -> Option<()> {
        let mut at = self.authority;
        while let Some(&byte) = line.get(at)
            && PLAIN[usize::from(byte)] & PATH != 0
        {
            match byte {
                b'.' if line[at - 1] == b'/' && is_dot_segment(&line[at..]) => return None,
                b'%' => {
                    self.escapes = true;
                    // An escaped dot may make a dot segment.
                    if matches!(line[at + 1..], [b'2', b'e' | b'E', ..]) {
                        return None;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.path = at;
        if line.get(at) == Some(&b'?') {
            at = self.run(line, at + 1, QUERY);
        }
        self.query = at;
        if line.get(at) == Some(&b'#') {
            at = self.run(line, at + 1, FRAGMENT);
        }
        (at == line.len()).then_some(())
    }

    fn run(&mut self, line: &[u8], from: usize, part: u8) -> usize {
        let mut at = from;
        while let Some(&byte) = line.get(at)
            && PLAIN[usize::from(byte)] & part != 0
        {
            self.escapes |= byte == b'%';
            at += 1;
        }
        at
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

/// Whether the segment that starts here is `.` or `..`.
fn is_dot_segment(rest: &[u8]) -> bool {
    let ends = |rest: &[u8]| matches!(rest.first(), None | Some(b'/' | b'?' | b'#'));
    ends(&rest[1..]) || (rest.get(1) == Some(&b'.') && ends(&rest[2..]))
}

/// Whether this is an IPv4 address in its one normal spelling: four decimal numbers without leading zeros.
pub(super) fn is_ipv4(host: &[u8]) -> bool {
    let number = |part: &[u8]| match part {
        [b'0'] => true,
        [b'1'..=b'9', rest @ ..] if rest.len() <= 2 && rest.iter().all(u8::is_ascii_digit) => {
            part.len() < 3 || part <= b"255"
        }
        _ => false,
    };
    let mut parts = host.split(|&b| b == b'.');
    (0..4).all(|_| parts.next().is_some_and(number)) && parts.next().is_none()
}
