//! Recognises lines that are already in the form that the `url` crate would return, by their
//! special bytes.
//!
//! A line is plain if it has an ASCII host of ordinary labels or a dotted IPv4 address, a port
//! without leading zeros, and no byte that the crate would drop or resolve, or escape, except
//! letters outside ASCII behind the host. Doubtful lines are not plain: a wrong "no" costs time, a
//! wrong "yes" would cause a wrong merge. A property test and a fuzz target compare both paths.

use super::address::{Address, Marks, Scratch};
use super::canonical::{has_normal_escape, normalise_escapes};
use super::form::{LineStart, is_ipv4};
use crate::bytes::{HostLanes, Specials, holds, leading_digits};
use crate::display_text::push_escape;

/// Special bytes that need no escape in paths.
const PATH: u8 = 1;
/// Special bytes that need no escape in queries and fragments.
const QUERY: u8 = 2;

/// Stricter than the crate: `'`, `^`, `|` and braces are legal in some parts and releases, and rare
/// enough to leave to the crate, except apostrophes within the names of paths.
static LEGAL: [u8; 256] = {
    let mut table = [0; 256];
    let legal = b"~!$&()*+,;=:@/%?[]";
    let mut i = 0;
    while i < legal.len() {
        table[legal[i] as usize] = match legal[i] {
            b'?' | b'[' | b']' => QUERY,
            _ => PATH | QUERY,
        };
        i += 1;
    }
    table
};

/// The first byte of letters and signs of full width in UTF-8.
const FULL_WIDTH: u8 = 0xEF;

/// A plain line, as offsets of the ends of its parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cut {
    scheme: usize,
    start: usize,
    /// End of the host: its name without a trailing dot, and a port that is kept.
    host: usize,
    authority: usize,
    path: usize,
    query: usize,
    upper_host: bool,
    /// Whether the host has the letters of `api` in a row.
    holds_api: bool,
    /// Whether there are escapes in another form than the normal one, or bytes that have to be
    /// escaped.
    escapes: bool,
}

/// Cuts a line into its parts if it is plain, and marks the delimiters of its path and query.
pub(super) fn cut(line: &[u8], form: LineStart, scratch: &mut Scratch) -> Option<Cut> {
    let scheme = match form {
        LineStart::Web(length) => length,
        LineStart::Scheme(_) | LineStart::Loose(_) => return None,
        _ => 0,
    };
    let start = form.authority_start();
    let mut cut = Cut {
        scheme,
        start,
        host: start,
        authority: start,
        ..Cut::default()
    };
    let mut specials = Specials::of(line, start);
    if form != LineStart::Path {
        cut.host(line, &mut specials)?;
    }
    cut.rest(line, specials, &mut scratch.marks)?;
    Some(cut)
}

impl Cut {
    /// Reads `host[:port]`.
    fn host(&mut self, line: &[u8], specials: &mut Specials<'_>) -> Option<()> {
        let mut end = specials.peek().unwrap_or(line.len());
        let host = &line[self.start..end];
        // A trailing dot is not part of the name.
        let dotted = host.ends_with(b".");
        let name = &host[..host.len() - usize::from(dotted)];
        self.host = self.start + name.len();
        // A longer host is read by the crate.
        let bits = HostLanes::of(&line[self.start..], host.len())?;
        // No label is empty, or reserved like `xn--` (RFC 5891, section 4.2.3.1). If the last label
        // starts with a digit, it may be a number, and the host an IPv4 address in some spelling.
        let first = name.get(bits.after_last_dot(name.len()))?;
        if bits.has_joined_joints() || (first.is_ascii_digit() && !is_ipv4(name)) {
            return None;
        }
        self.upper_host = bits.has_upper();
        self.holds_api = bits.may_hold_api() && holds(name, *b"api");
        if line.get(end) == Some(&b':') {
            specials.next();
            let rest = &line[end + 1..];
            let length = leading_digits(rest);
            let port = &rest[..length];
            let is_kept = self.keeps_port(line, port)?;
            end += 1 + port.len();
            if is_kept {
                // In `host.:port`, the dot would have to be cut from the middle.
                if dotted {
                    return None;
                }
                self.host = end;
            }
        }
        self.authority = end;
        match line.get(end) {
            None | Some(b'/' | b'?' | b'#') => Some(()),
            Some(_) => None,
        }
    }

    /// Whether a port of digits is kept; the default port is not. `None` if it is not plain.
    fn keeps_port(&self, line: &[u8], port: &[u8]) -> Option<bool> {
        if !(1..=5).contains(&port.len())
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
    fn rest(&mut self, line: &[u8], mut specials: Specials<'_>, marks: &mut Marks) -> Option<()> {
        marks.clear();
        self.path = line.len();
        for at in specials.by_ref() {
            let byte = line[at];
            // Compared first: more than half of these bytes are slashes.
            if byte == b'/' {
                if line.get(at + 1) == Some(&b'.') && is_dot_segment(&line[at + 1..]) {
                    return None;
                }
                marks.slashes.push((at - self.authority) as u32);
                continue;
            }
            match byte {
                b'?' | b'#' => {
                    self.path = at;
                    break;
                }
                // An escaped dot may make a dot segment.
                b'%' if matches!(line[at + 1..], [b'2', b'e' | b'E', ..]) => return None,
                b'%' => self.escapes |= !has_normal_escape(&line[at..]),
                b',' | b';' if is_last_column(line, at) => return None,
                b';' => marks.has_semicolon = true,
                b'\'' if is_within_word(line, at) => {}
                b'@' => marks.has_at = true,
                byte if LEGAL[usize::from(byte)] & PATH == 0 => {
                    self.escapes = is_escaped(byte).then_some(true)?;
                }
                _ => {}
            }
        }
        if self.path == self.authority {
            // A missing path is the path `/`.
            marks.slashes.push(0);
        }
        self.query = self.path;
        if line.get(self.path) == Some(&b'?') {
            self.query = line.len();
            let mut has_semicolon = false;
            for at in specials.by_ref() {
                let byte = line[at];
                if matches!(byte, b'=' | b'&') {
                    marks.joints.push((at - self.path - 1) as u32);
                    continue;
                }
                match byte {
                    b'#' => {
                        self.query = at;
                        break;
                    }
                    b'%' => self.escapes |= !has_normal_escape(&line[at..]),
                    b',' | b';' if is_last_column(line, at) => return None,
                    b';' => has_semicolon = true,
                    byte if LEGAL[usize::from(byte)] & QUERY == 0 => {
                        self.escapes = is_escaped(byte).then_some(true)?;
                    }
                    _ => {}
                }
            }
            if has_semicolon {
                marks.part(self.query_of(line));
            }
        }
        marks.joints.push(self.query_of(line).len() as u32);
        for at in specials {
            let byte = line[at];
            let has_escape = byte == b'%' || is_escaped(byte);
            self.escapes |= has_escape && !has_normal_escape(&line[at..]);
            let is_separator = matches!(byte, b',' | b';');
            let is_column = is_separator && is_last_column(line, at);
            let is_legal = has_escape || LEGAL[usize::from(byte)] & QUERY != 0;
            if is_column || !is_legal {
                return None;
            }
        }
        Some(())
    }

    /// Normalises the parts; only escapes and upper-case hosts need a copy.
    #[expect(
        clippy::inline_always,
        reason = "an address is large, and is written where it is returned"
    )]
    #[inline(always)]
    pub(super) fn finish<'a>(
        mut self,
        mut line: &'a [u8],
        scratch: &'a mut Scratch,
    ) -> Address<'a> {
        let Scratch {
            bytes: buffer,
            marks,
            ..
        } = scratch;
        if self.upper_host || self.escapes {
            self.normalise(line, buffer, marks);
            line = buffer;
        }
        let host = &line[self.start..self.host];
        marks.host_holds_api = self.holds_api;
        Address {
            scheme: &line[..self.scheme],
            user: b"",
            host,
            path: self.path_of(line),
            query: self.query_of(line),
            fragment: line.get(self.query + 1..).unwrap_or_default(),
            marks,
        }
    }

    /// Copies a line and normalises its host and its escapes.
    #[inline(never)]
    fn normalise(&mut self, line: &[u8], buffer: &mut Vec<u8>, marks: &mut Marks) {
        buffer.clear();
        if line.is_ascii() {
            buffer.extend_from_slice(line);
        } else {
            append_escaped(line, buffer);
        }
        buffer[self.start..self.authority].make_ascii_lowercase();
        if self.escapes {
            normalise_escapes(buffer, self.authority);
            // Escapes never contain a delimiter, so the parts are found again by their delimiters.
            let end = buffer.len();
            self.query = memchr::memchr(b'#', buffer).unwrap_or(end);
            self.path = memchr::memchr(b'?', &buffer[..self.query]).unwrap_or(self.query);
            marks.find(self.path_of(buffer), self.query_of(buffer));
        }
    }

    #[inline]
    fn path_of<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        if self.authority == self.path {
            b"/"
        } else {
            &line[self.authority..self.path]
        }
    }

    fn query_of<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        line.get(self.path + 1..self.query).unwrap_or_default()
    }
}

/// Whether a byte is part of a letter outside ASCII, and is escaped. The first byte of a colon of
/// full width is not: a status may follow that.
fn is_escaped(byte: u8) -> bool {
    !byte.is_ascii() && byte != FULL_WIDTH
}

/// Appends a text with each byte outside ASCII as an escape.
#[cold]
fn append_escaped(text: &[u8], buffer: &mut Vec<u8>) {
    for &byte in text {
        if byte.is_ascii() {
            buffer.push(byte);
        } else {
            push_escape(byte, buffer);
        }
    }
}

/// Whether letters or digits are on both sides of a byte.
fn is_within_word(line: &[u8], at: usize) -> bool {
    let sides = [line.get(at.wrapping_sub(1)), line.get(at + 1)];
    sides
        .into_iter()
        .flatten()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .count()
        == 2
}

/// Whether a separator may have a status behind it, and nothing else: `/login,404`.
fn is_last_column(line: &[u8], separator: usize) -> bool {
    let rest = &line[separator + 1..];
    matches!(rest, [b'2'..=b'5', b'0'..=b'9', b'0'..=b'9'])
}

/// Whether the path after a slash starts with the segment `.` or `..`.
fn is_dot_segment(rest: &[u8]) -> bool {
    let [b'.', rest @ ..] = rest else {
        return false;
    };
    matches!(
        rest.strip_prefix(b".").unwrap_or(rest),
        [] | [b'/' | b'?' | b'#', ..]
    )
}
