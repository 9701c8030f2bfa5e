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
    let mut behind = Vec::new();
    if let Some((_, text)) = rest.rsplit_once_str("\" ") {
        behind = words(text);
    }
    let column = |place: usize| behind.get(place).copied().filter(|word| *word != b"-");
    let status = after.first().copied().unwrap_or_default();
    let entry = LogEntry {
        size: after.get(2).copied().unwrap_or_default(),
        format: "an S3 log",
        ..request.entry(time, status)
    };
    if let Some(host) = column(5)
        && host.contains(&b'.')
    {
        let has_tls = column(6).is_some();
        return Some(LogEntry {
            scheme: if has_tls { b"https" } else { b"http" },
            host: Some(host),
            ..entry
        });
    }
    Some(LogEntry {
        host: Some(bucket),
        zone: b".s3.amazonaws.com",
        ..entry
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
    let has_timers = timers.find_iter("/").count() > 1 && timers.iter().all(is_timer);
    if !backend.contains(&b'/') || !has_timers {
        return None;
    }
    // Long requests are cut off.
    let request_end = rest.find_byte(b'"').unwrap_or(rest.len());
    let (request, rest) = rest.split_at(request_end);
    let request = LogRequest::of(request)?;
    let name = handshake_name(rest.strip_prefix(b"\"").unwrap_or(rest));
    let has_tls = frontend.ends_with(b"~") || name.is_some();
    Some(LogEntry {
        scheme: if has_tls { b"https" } else { b"" },
        host: captured_host(before).or(name),
        size: fields.get(4).copied().unwrap_or_default(),
        escapes: Escapes::Hash,
        format: "a HAProxy log",
        ..request.entry(time, status)
    })
}

/// Returns the server name of the handshake, which follows the request with TLS.
fn handshake_name(behind: &[u8]) -> Option<&[u8]> {
    let word = words(behind).get(1).copied()?;
    let (name, _) = word.split_once_str("/")?;
    is_name(name).then_some(name)
}

/// Returns the host among the captured headers, which the line does not name.
fn captured_host(before: &[u8]) -> Option<&[u8]> {
    let (_, rest) = before.split_once_str("{")?;
    let (headers, _) = rest.split_once_str("}")?;
    let mut headers = headers.split_str("|");
    headers.find(|header| is_name(header) || has_port(header))
}

/// Whether a text is a host and a port.
fn has_port(text: &[u8]) -> bool {
    let Some((name, port)) = text.split_once_str(":") else {
        return false;
    };
    let is_port = (1..6).contains(&port.len()) && port.iter().all(u8::is_ascii_digit);
    is_port && request::is_host(name)
}

/// Whether a text is a host name, with or without a port. Addresses do not count, as they may
/// belong to clients.
fn is_name(text: &[u8]) -> bool {
    let name = &text[..text.find_byte(b':').unwrap_or(text.len())];
    let Some(dot) = name.rfind_byte(b'.') else {
        return false;
    };
    let begins_with_letter = matches!(name[dot + 1..], [b'a'..=b'z' | b'A'..=b'Z', ..]);
    let fits = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._:".contains(byte);
    begins_with_letter && text.iter().all(fits)
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
    let time = match fields.len() {
        11 => fields[0],
        12 => fields[1],
        _ => return None,
    };
    if !is_time(time) {
        return None;
    }
    let status = fields[fields.len() - 4];
    let end = quote(rest)?;
    let request = LogRequest::of(&rest[..end])?;
    request.target.find(b"://")?;
    Some(LogEntry {
        size: fields[fields.len() - 1],
        format: "a log of a load balancer",
        ..request.entry(time, status)
    })
}
