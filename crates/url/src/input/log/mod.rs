//! Reads the request of a line in a log, of any server, proxy or framework, by one grammar.
//!
//! A line is made of [`pieces`]: words, quotations and labelled values, with any prefix. Its
//! request is, in this order,
//!
//! 1. a method with a target behind it, in quotes, brackets or bare, before or behind anything:
//!    `"GET /a HTTP/1.1"`, `Started GET "/a"`, `<GET https://a.example/>`
//! 2. the values of labels: `method=GET uri=/a status=200`
//! 3. a method and a path that are columns: `GET | 200 | /a`, `GET http a.example "/a"`
//!
//! The text around the request tells its [status, size and time](answer) and its [host](hosts).
//! Without a host in the line or a given base, paths are compared. A URL that is not the target
//! (a Referer) is never compared.
//!
//! Logs whose columns a `#Fields:` line names are read by those names.

mod answer;
mod commands;
mod common;
mod entry;
mod found;
mod hosts;
mod labelled;
mod pieces;
mod servers;
mod sites;
mod w3c;

use super::status::is_status;
use super::word::{ADDRESS, is_blank, without_mark};
use super::word_kind::{begins_request, begins_with_param, is_address, is_method, is_request_line};
use crate::bytes::{self, begins_with_letter, has_byte, split_once};
use answer::{LoggedAnswer, TextBehind, time_in};
use bstr::ByteSlice;
pub(super) use entry::LogEntry;
use entry::{Escapes, end_quote};
use found::{FoundRequest, RequestForm};
use memchr::memmem::Finder;
use pieces::{Piece, Pieces};
use std::net::{IpAddr, SocketAddr};
use std::sync::LazyLock;
pub(super) use w3c::{LogColumns, is_table};

/// Finds the script before a link of gospider.
static FROM: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(" [from: "));

/// Pieces for which room is made: most lines have fewer.
const USUAL_PIECES: usize = 32;

/// Reads the request of a line of a log; `None` if it has none. A layout names the columns of the
/// line.
pub(super) fn entry<'r>(line: &'r [u8], layout: Option<&LogColumns>) -> Option<LogEntry<'r>> {
    if let Some(layout) = layout
        && let Some(entry) = layout.entry(line)
    {
        return Some(entry);
    }
    in_log(line)
}

/// Reads the request of a line in which neither a URL nor a method comes first; `None` if it has
/// none.
pub(super) fn any(line: &[u8]) -> Option<LogEntry<'_>> {
    let first_end = memchr::memchr2(b' ', b'\t', line)?;
    let (first, behind) = line.split_at(first_end);
    if begins_url(first, behind) {
        return None;
    }
    if first == b"curl" || first.ends_with(b"/curl") {
        return commands::curl(line);
    }
    if line.starts_with(b"insert into linksdb(") {
        return commands::sql(line);
    }
    if first.ends_with(b"]")
        && let Some(at) = FROM.find(line)
    {
        return commands::relative(&line[at + 8..]);
    }
    // In a W3C log, the query is another column.
    if first.len() == 10 && is_table(line) {
        return None;
    }
    let entry = in_log(line);
    if entry.is_none() && has_referer_alone(line) {
        return Some(LogEntry::default());
    }
    entry
}

/// Whether a line begins with a URL, a path or a request for one.
fn begins_url(first: &[u8], behind: &[u8]) -> bool {
    if first.starts_with(b"/") {
        return true;
    }
    let method = match first {
        [b'[', method @ .., b']'] => method,
        _ => first,
    };
    if begins_with_letter(method) && is_request_line(method, behind) {
        let mut words = behind.split(|byte| is_blank(*byte));
        let mut next = || words.find(|word| !word.is_empty()).unwrap_or_default();
        let target = next();
        if has_byte(target, b'/') {
            return !matches!(target, [b'"' | b'\'', ..]);
        }
        return sites::is_site(target) && !next().starts_with(b"/");
    }
    let Some((scheme, rest)) = split_once(first, b':') else {
        return false;
    };
    if !rest.starts_with(b"//") || has_byte(scheme, b'[') {
        return false;
    }
    // The origin of the request behind it.
    let is_origin = !has_byte(&rest[2..], b'/') && behind.starts_with(b" \"");
    !is_origin
}

/// Reads the request of a line.
fn in_log(line: &[u8]) -> Option<LogEntry<'_>> {
    if let Some(entry) = common::common(line) {
        return Some(entry);
    }
    by_grammar(line)
}

/// Reads the request of a line by its pieces.
fn by_grammar(line: &[u8]) -> Option<LogEntry<'_>> {
    if has_byte(line, b'\t')
        && let Some(entry) = labelled::tabbed(line)
    {
        return Some(entry);
    }
    let has_labels = has_labels(line);
    if let Some(found) = FoundRequest::direct(line) {
        if found.form != RequestForm::Enclosed
            && has_labels
            && let Some(entry) = in_labels(line, &cut(line))
            && !entry.method.is_empty()
        {
            return Some(entry);
        }
        return Some(around(line, &found));
    }
    let has_columns = has_columns(line);
    if !has_labels && !has_columns || object(line).is_some() {
        return None;
    }
    let pieces = cut(line);
    if has_labels && let Some(entry) = in_labels(line, &pieces) {
        return Some(entry);
    }
    if has_columns && let Some(found) = FoundRequest::in_columns(line, &pieces) {
        return Some(around(line, &found));
    }
    None
}

/// Cuts a line into its pieces.
fn cut(line: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::with_capacity(USUAL_PIECES);
    pieces.extend(Pieces::of(line));
    pieces
}

/// Whether a line may have a labelled value: `=`, or a colon behind a name or a quote that is not
/// part of an address or a time. Most lines without one are told here.
fn has_labels(line: &[u8]) -> bool {
    if has_byte(line, b'=') {
        return true;
    }
    for colon in memchr::memchr_iter(b':', line) {
        let name = line[..colon].trim_end_with(|c| c.is_ascii_digit());
        let is_label = match name.last() {
            Some(b'"' | b'\'' | b' ' | b'-' | b'.') => name.len() == colon,
            Some(byte) => byte.is_ascii_alphabetic() || *byte == b'_',
            None => false,
        };
        if is_label && !line[colon..].starts_with(b"://") {
            return true;
        }
    }
    false
}

/// Whether a line may have a method and a target in columns: a method, and a word with a dot or a
/// slash that is not an address. Most lines without them are told here.
fn has_columns(line: &[u8]) -> bool {
    let mut words = line.split(|byte| is_blank(*byte));
    let is_target =
        |word: &[u8]| memchr::memchr2(b'/', b'.', word).is_some() && ADDRESS.find(word).is_none();
    words.any(is_target) && has_method(line)
}

/// Whether a text has the name of a method, in capitals.
fn has_method(text: &[u8]) -> bool {
    let mut words = text.split(|byte| !byte.is_ascii_uppercase());
    words.any(|word| word.len() > 2 && is_method(word))
}

/// Returns the entry of a line with labelled values, and the time before them.
fn in_labels<'l>(line: &'l [u8], pieces: &[Piece<'l>]) -> Option<LogEntry<'l>> {
    let mut entry = labelled::labelled(line, pieces)?;
    if entry.time[0].is_empty() {
        entry.time = time_in(line, hosts::time_start(line)).unwrap_or_default();
    }
    Some(entry)
}

/// Whether a line is of an access log, and has no URL but those in quotes.
fn has_referer_alone(line: &[u8]) -> bool {
    let is_timed = hosts::time_start(line).is_some_and(
        |open| matches!(line[open + 1..], [_, _, b'/', first, ..] if first.is_ascii_alphabetic()),
    );
    if !is_timed && !begins_with_client(line) && !answers_client(line) {
        return false;
    }
    let Some(colon) = ADDRESS.find(line) else {
        return true;
    };
    let before = line[..colon].trim_end_with(|c| c.is_ascii_alphabetic());
    before.ends_with(b"\"")
}

/// Whether a line begins with the columns of a client: `192.0.2.1 - ann [`.
fn begins_with_client(line: &[u8]) -> bool {
    let columns: Vec<&[u8]> = line.splitn(4, |byte| *byte == b' ').collect();
    match columns[..] {
        // A status is no user.
        [_, b"-", user, [b'[' | b'"' | b'0'..=b'9', ..]] => !bytes::is_digits(user),
        _ => false,
    }
}

/// Whether a line has the address of a client, a text in quotes that is no request, and its status.
fn answers_client(line: &[u8]) -> bool {
    let Some(open) = memchr::memchr(b'"', line) else {
        return false;
    };
    let client = bytes::before(line, |byte| is_blank(byte) || byte == b',');
    let is_client = str::from_utf8(client).is_ok_and(|client| {
        client.parse::<IpAddr>().is_ok() || client.parse::<SocketAddr>().is_ok()
    });
    let text = &line[open + 1..];
    if !is_client {
        return false;
    }
    let Some(close) = end_quote(text) else {
        return false;
    };
    let behind = text[close + 1..].trim_ascii_start();
    is_status(bytes::before(behind, is_blank))
}

/// Returns the entry of a request, with what the text around it tells.
fn around<'r>(line: &'r [u8], found: &FoundRequest<'r>) -> LogEntry<'r> {
    let before = &line[..found.start];
    let text = &line[found.end..];
    let behind = TextBehind::of(text);
    let answer = LoggedAnswer::around(line, found, &behind);
    let open = hosts::time_start(before);
    let time = time_in(before, open).or_else(|| time_in(text, None));
    let mut entry = LogEntry {
        scheme: found.scheme,
        host: found.host,
        target: found.target,
        query: query(text, found.form),
        method: found.method,
        time: time.unwrap_or_default(),
        status: answer.status,
        size: answer.size,
        escapes: Escapes::Backslash,
        format: "lines with requests",
        ..LogEntry::default()
    };
    if found.form == RequestForm::Enclosed && open.is_some() {
        entry.format = "an access log";
    }
    if !found.target.starts_with(b"/") {
        return entry;
    }
    if entry.host.is_none() {
        if let Some(site) = hosts::before_request(before, open) {
            entry.host = Some(site.host);
            entry.scheme = site.scheme;
        } else {
            entry.host = behind.host();
        }
    }
    if let Some(open) = open {
        servers::complete(line, found, open, &mut entry);
    }
    entry
}

/// Returns the query at the start of the text behind a target: with its mark, or among columns in
/// quotes.
fn query(text: &[u8], form: RequestForm) -> &[u8] {
    let next = bytes::before(text.trim_ascii_start(), |byte| byte <= b' ');
    match next {
        [b'?', ..] => next,
        [b'"', query @ .., b'"'] if form == RequestForm::Columns && begins_with_param(query) => {
            query
        }
        _ => b"",
    }
}

/// Members of JSON objects that are about a request, as written.
const REQUEST_MEMBERS: [&str; 4] = [r#""uri":"#, r#""url":"#, r#""path":"#, r#""request_uri":"#];

/// Returns the JSON object about a request at the end of a line of text.
pub(super) fn object(line: &[u8]) -> Option<&[u8]> {
    if !line.ends_with(b"}") {
        return None;
    }
    let start = line.find(b"{\"")?;
    let (before, object) = line.split_at(start);
    if !matches!(before, [.., b' ' | b'\t']) {
        return None;
    }
    if before.starts_with(b"/") || before.find(b"://").is_some() {
        return None;
    }
    let first = bytes::before(before, |byte| byte <= b' ');
    if begins_request(first) {
        return None;
    }
    for name in REQUEST_MEMBERS {
        if line.find(name).is_some() {
            return Some(object);
        }
    }
    None
}

/// Whether a line of a log describes those after it: `#Fields: ...`, `#Version: 1.0`, but not
/// `#7 404 https://...`.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let Some(text) = without_mark(line).strip_prefix(b"#") else {
        return false;
    };
    let text = text.trim_ascii_start();
    let is_numbered = text.first().is_some_and(u8::is_ascii_digit);
    !is_numbered && !is_address(text)
}

#[cfg(test)]
mod tests;
