//! Completes the entries of servers that write more about a request than others do: Amazon's S3,
//! `HAProxy`.

use super::entry::{Escapes, LogEntry};
use super::found::FoundRequest;
use super::sites::{is_name, is_numeric};
use crate::bytes::{has_byte, is_digits_and, split, split_last, split_once};

/// Completes the entry of a request that has columns between its time, in brackets that open at an
/// offset, and itself.
pub(super) fn complete<'l>(
    line: &'l [u8],
    found: &FoundRequest<'l>,
    open: usize,
    entry: &mut LogEntry<'l>,
) {
    let before = &line[..found.start];
    let Some((_, columns)) = split_once(&before[open..], b']') else {
        return;
    };
    if columns.len() < 3 {
        return;
    }
    let behind = &line[found.end..];
    if haproxy(columns, behind, entry).is_none() {
        let names = blank_words(&before[..open]).collect::<Vec<_>>();
        s3(&names, columns, behind, entry);
    }
}

/// Completes the entry of a line of S3: `owner bucket [time] address requester id operation key
/// "request" status ... host TLSv1.2 ...`.
fn s3<'l>(
    names: &[&'l [u8]],
    columns: &[u8],
    behind: &'l [u8],
    entry: &mut LogEntry<'l>,
) -> Option<()> {
    let &[_, bucket] = names else {
        return None;
    };
    let mut columns = blank_words(columns);
    let operation = columns.nth(3)?;
    if columns.count() != 1 || !has_byte(operation, b'.') {
        return None;
    }
    entry.format = "an S3 log";
    // The status and six more fields come before the referrer and the agent, which are in quotes.
    entry.size = blank_words(behind).nth(2).unwrap_or_default();
    let mut columns = match split_last(behind, b'"') {
        Some((_, behind)) => blank_words(behind).skip(5),
        None => return None,
    };
    let host = columns.next().unwrap_or_default();
    if !has_byte(host, b'.') {
        entry.host = Some(bucket);
        entry.zone = b".s3.amazonaws.com";
        return Some(());
    }
    entry.host = Some(host);
    entry.scheme = match columns.next() {
        None | Some(b"-") => b"http",
        Some(_) => b"https",
    };
    Some(())
}

/// Completes the entry of a line of `HAProxy`, after the prefix of syslog: `client:port [time]
/// frontend backend/server timers status ... {captured|headers} "request"`. `columns` is the text
/// between time and request.
fn haproxy<'l>(columns: &'l [u8], behind: &'l [u8], entry: &mut LogEntry<'l>) -> Option<()> {
    let mut fields = blank_words(columns);
    let frontend = fields.next()?;
    let backend = fields.next()?;
    let timers = fields.next()?;
    if !has_byte(backend, b'/') || !is_digits_and(timers, b"/+-") {
        return None;
    }
    if memchr::memchr_iter(b'/', timers).count() < 2 {
        return None;
    }
    let name = handshake_name(behind);
    if frontend.ends_with(b"~") || name.is_some() {
        entry.scheme = b"https";
    }
    entry.status = fields.next()?;
    entry.size = fields.next().unwrap_or_default();
    entry.host = captured_host(columns).or(name);
    entry.escapes = Escapes::Hash;
    entry.format = "a HAProxy log";
    Some(())
}

/// Returns the words of a text, separated by blanks.
fn blank_words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    split(text, b' ').filter(|word| !matches!(*word, b"" | b"\""))
}

/// Returns the server name of the handshake, which follows the request with TLS.
fn handshake_name(behind: &[u8]) -> Option<&[u8]> {
    let word = blank_words(behind).nth(1)?;
    let (name, _) = split_once(word, b'/')?;
    Some(name).filter(|name| is_name(name))
}

/// Returns the host among the captured headers, which the line does not name.
fn captured_host(columns: &[u8]) -> Option<&[u8]> {
    let (_, rest) = split_once(columns, b'{')?;
    let (headers, _) = split_once(rest, b'}')?;
    let has_port = |header| has_byte(header, b'.') && has_byte(header, b':');
    let mut headers = split(headers, b'|');
    headers.find(|header| is_name(header) || is_numeric(header) && has_port(header))
}
