//! Lines of servers with their own formats: Amazon's S3 and load balancers, `HAProxy`.

use super::entry::{Escapes, LogEntry, LogRequest, quote};
use super::words::blank_words;
use crate::bytes::{
    before, begins_with_letter, is_alphanumeric_and, is_digits, is_digits_and, split,
};
use crate::input::request;
use crate::input::status::begins_like;
use bstr::ByteSlice;

/// Reads a line of S3: `owner bucket [time] address requester id operation key "request" status ...
/// host TLSv1.2 ...`. `head` is the text before the time, `rest` the text after it.
pub(super) fn s3<'r>(head: &[&'r [u8]], time: &'r [u8], rest: &'r [u8]) -> Option<LogEntry<'r>> {
    let &[_, bucket] = head else {
        return None;
    };
    let (fields, rest) = rest.split_once_str(" \"")?;
    let fields: Vec<&[u8]> = blank_words(fields).collect();
    let [_, _, _, operation, _] = fields[..] else {
        return None;
    };
    if !operation.contains(&b'.') {
        return None;
    }
    let end = quote(rest)?;
    let request = LogRequest::of(&rest[..end])?;
    // The status and six more fields come before the referrer and the agent, which are in quotes.
    let mut after = blank_words(&rest[end + 1..]);
    let status = after.next().unwrap_or_default();
    let size = after.nth(1).unwrap_or_default();
    let mut entry = LogEntry {
        size,
        format: "an S3 log",
        ..request.entry(time, status)
    };
    let behind = match rest.rsplit_once_str("\" ") {
        Some((_, behind)) => behind,
        None => b"",
    };
    let mut columns = blank_words(behind).skip(5);
    let host = columns.next().unwrap_or_default();
    if !host.contains(&b'.') {
        entry.host = Some(bucket);
        entry.zone = b".s3.amazonaws.com";
        return Some(entry);
    }
    entry.host = Some(host);
    entry.scheme = match columns.next() {
        None | Some(b"-") => b"http",
        Some(_) => b"https",
    };
    Some(entry)
}

/// Reads a line of `HAProxy`, after the prefix of syslog: `client:port [time] frontend
/// backend/server timers status ... {captured|headers} "request"`. `rest` is the text after the
/// time.
pub(super) fn haproxy<'r>(time: &'r [u8], rest: &'r [u8]) -> Option<LogEntry<'r>> {
    let (before, rest) = rest.split_once_str(" \"")?;
    let mut fields = blank_words(before);
    let frontend = fields.next()?;
    let backend = fields.next()?;
    let timers = fields.next()?;
    let status = fields.next()?;
    let size = fields.next().unwrap_or_default();
    if !backend.contains(&b'/') {
        return None;
    }
    let slashes = timers.find_iter("/").count();
    if slashes < 2 || !is_digits_and(timers, b"/+-") {
        return None;
    }
    // Long requests are cut off.
    let (request, behind) = rest.split_once_str("\"").unwrap_or((rest, b""));
    let request = LogRequest::of(request)?;
    let name = handshake_name(behind);
    let has_tls = frontend.ends_with(b"~") || name.is_some();
    Some(LogEntry {
        scheme: if has_tls { b"https" } else { b"" },
        host: captured_host(before).or(name),
        size,
        escapes: Escapes::Hash,
        format: "a HAProxy log",
        ..request.entry(time, status)
    })
}

/// Returns the server name of the handshake, which follows the request with TLS.
fn handshake_name(behind: &[u8]) -> Option<&[u8]> {
    let word = blank_words(behind).nth(1)?;
    let (name, _) = word.split_once_str("/")?;
    if !is_name(name) {
        return None;
    }
    Some(name)
}

/// Returns the host among the captured headers, which the line does not name.
fn captured_host(before: &[u8]) -> Option<&[u8]> {
    let (_, rest) = before.split_once_str("{")?;
    let (headers, _) = rest.split_once_str("}")?;
    let mut headers = split(headers, b'|');
    headers.find(|header| is_name(header) || has_port(header))
}

/// Whether a text is a host and a port.
fn has_port(text: &[u8]) -> bool {
    let Some((name, port)) = text.split_once_str(":") else {
        return false;
    };
    if !matches!(port.len(), 1..6) || !is_digits(port) {
        return false;
    }
    request::is_host(name)
}

/// Whether a text is a host name, with or without a port. Addresses do not count, as they may
/// belong to clients.
fn is_name(text: &[u8]) -> bool {
    let name = before(text, |byte| byte == b':');
    let Some((_, ending)) = name.rsplit_once_str(".") else {
        return false;
    };
    begins_with_letter(ending) && is_alphanumeric_and(text, b"-._:")
}

/// Reads a line of an Amazon load balancer: `https 2026-05-01T10:00:00.1Z name client:port
/// target:port 0.1 0.1 0.1 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "agent" ...`.
/// Classic load balancers leave out the first field.
pub(super) fn balancer(line: &[u8]) -> Option<LogEntry<'_>> {
    let (before, rest) = line.split_once_str(" \"")?;
    let fields: Vec<&[u8]> = blank_words(before).collect();
    let fields = match fields.len() {
        11 => &fields[..],
        12 => &fields[1..],
        _ => return None,
    };
    let &[time, .., status, _, _, size] = fields else {
        return None;
    };
    if time.len() < 20 || time[10] != b'T' {
        return None;
    }
    if !begins_like(time, b"0000-") {
        return None;
    }
    let end = quote(rest)?;
    let request = LogRequest::of(&rest[..end])?;
    request.target.find(b"://")?;
    Some(LogEntry {
        size,
        format: "a log of a load balancer",
        ..request.entry(time, status)
    })
}
