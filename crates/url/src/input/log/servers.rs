//! Lines of servers with their own formats: Amazon's S3 and load balancers, `HAProxy`.

use super::entry::{Escapes, LogEntry, LogRequest, quote};
use crate::input::request;
use bstr::ByteSlice;

/// Returns the words of a text, separated by blanks.
fn words(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| byte == b' ')
        .filter(|word| !word.is_empty())
        .collect()
}

/// Reads a line of S3: `owner bucket [time] address requester id operation key "request" status ...
/// host TLSv1.2 ...`. `head` is the text before the time, `rest` the text after it.
pub(super) fn s3<'r>(head: &[&'r [u8]], time: &'r [u8], rest: &'r [u8]) -> Option<LogEntry<'r>> {
    let &[_, bucket] = head else { return None };
    let (before, rest) = rest.split_once_str(" \"")?;
    let before = words(before);
    if before.len() != 5 || !before[3].contains(&b'.') {
        return None;
    }
    let end = quote(rest)?;
    let request = LogRequest::of(&rest[..end])?;
    // The status and six more fields come before the referrer and the agent, which are in quotes.
    let after = words(&rest[end + 1..]);
    let behind = rest
        .rsplit_once_str("\" ")
        .map(|(_, behind)| words(behind))
        .unwrap_or_default();
    let column = |place: usize| behind.get(place).copied().filter(|word| *word != b"-");
    let host = column(5).filter(|host| host.contains(&b'.'));
    let scheme: &[u8] = match (host, column(6)) {
        (Some(_), Some(_)) => b"https",
        (Some(_), None) => b"http",
        _ => b"",
    };
    Some(LogEntry {
        scheme,
        host: host.or(Some(bucket)),
        zone: if host.is_some() {
            b""
        } else {
            b".s3.amazonaws.com"
        },
        size: after.get(2).copied().unwrap_or_default(),
        format: "an S3 log",
        ..request.entry(time, after.first().copied().unwrap_or_default())
    })
}

/// Reads a line of `HAProxy`, after the prefix of syslog: `client:port [time] frontend
/// backend/server timers status ... {captured|headers} "request"`. `rest` is the text after the
/// time.
pub(super) fn haproxy<'r>(time: &'r [u8], rest: &'r [u8]) -> Option<LogEntry<'r>> {
    let (before, rest) = rest.split_once_str(" \"")?;
    let fields = words(before);
    let [frontend, backend, timers, status, ..] = fields[..] else {
        return None;
    };
    let is_timer = |byte: &u8| byte.is_ascii_digit() || b"/+-".contains(byte);
    if !backend.contains(&b'/') || timers.find_iter("/").count() < 2 || !timers.iter().all(is_timer)
    {
        return None;
    }
    // Long requests are cut off.
    let (request, rest) = rest.split_at(rest.find_byte(b'"').unwrap_or(rest.len()));
    let request = LogRequest::of(request)?;
    // With TLS, the server name of the handshake follows the request.
    let name = words(rest.strip_prefix(b"\"").unwrap_or(rest))
        .get(1)
        .copied();
    let name = name
        .and_then(|name| name.split_once_str("/"))
        .map(|(name, _)| name)
        .filter(|name| is_name(name));
    // The line does not name the captured headers.
    let captured = before
        .split_once_str("{")
        .and_then(|(_, rest)| rest.split_once_str("}"));
    let host = captured.and_then(|(headers, _)| {
        headers
            .split_str("|")
            .find(|header| is_name(header) || has_port(header))
    });
    Some(LogEntry {
        scheme: if frontend.ends_with(b"~") || name.is_some() {
            b"https"
        } else {
            b""
        },
        host: host.or(name),
        size: fields.get(4).copied().unwrap_or_default(),
        escapes: Escapes::Hash,
        format: "a HAProxy log",
        ..request.entry(time, status)
    })
}

/// Whether a text is a host and a port.
fn has_port(text: &[u8]) -> bool {
    let is_port =
        |port: &[u8]| !port.is_empty() && port.len() < 6 && port.iter().all(u8::is_ascii_digit);
    text.split_once_str(":")
        .is_some_and(|(name, port)| is_port(port) && request::is_host(name))
}

/// Whether a text is a host name, with or without a port. Addresses do not count, as they may
/// belong to clients.
fn is_name(text: &[u8]) -> bool {
    let name = text.split_once_str(":").map_or(text, |(name, _)| name);
    let last = name.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    name.contains(&b'.')
        && text
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._:".contains(byte))
        && last.first().is_some_and(u8::is_ascii_alphabetic)
}

/// Reads a line of an Amazon load balancer: `https 2026-05-01T10:00:00.1Z name client:port
/// target:port 0.1 0.1 0.1 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "agent" ...`.
/// Classic load balancers leave out the first field.
pub(super) fn balancer(line: &[u8]) -> Option<LogEntry<'_>> {
    let (before, rest) = line.split_once_str(" \"")?;
    let is_time = |word: &[u8]| {
        word.len() >= 20
            && word[..4].iter().all(u8::is_ascii_digit)
            && (word[4], word[10]) == (b'-', b'T')
    };
    let fields = words(before);
    let time = match (fields.len(), fields.first()?) {
        (11, time) if is_time(time) => time,
        (12, _) if is_time(fields[1]) => fields[1],
        _ => return None,
    };
    let status = fields[fields.len() - 4];
    let request = LogRequest::of(&rest[..quote(rest)?])?;
    request.target.find(b"://").is_some().then_some(LogEntry {
        size: fields[fields.len() - 1],
        format: "a log of a load balancer",
        ..request.entry(time, status)
    })
}
