//! Reads the form that most servers write directly: `client identity user [time] "request" status
//! size`, with or without the Referer and the agent. The grammar finds the same in it.

use super::entry::{Escapes, LogEntry};
use super::hosts;
use super::sites::is_site;
use crate::bytes::{before, has_byte, split_once};
use crate::input::field::Field;
use crate::input::status::is_status;
use crate::input::word_kind::is_address;

/// Reads a line of this form; `None` if it may be another one.
pub(super) fn common(line: &[u8]) -> Option<LogEntry<'_>> {
    let open = memchr::memchr(b'[', line)?;
    let (columns, behind) = line.split_at(open);
    if !columns.ends_with(b" ") || has_byte(columns, b'=') {
        return None;
    }
    let (time, behind) = split_once(&behind[1..], b']')?;
    if !is_time(time) {
        return None;
    }
    let behind = behind.strip_prefix(b" \"")?;
    let (request, answer) = split_once(behind, b'"')?;
    let mut entry = requested(request)?;
    if entry.target.starts_with(b"/") {
        entry.host = hosts::beside_client(columns);
    }
    entry.time = [time, b""];
    answered(answer, entry)
}

/// Whether a text is a time as servers write it.
fn is_time(text: &[u8]) -> bool {
    let begins = matches!(text, [b'0'..=b'9', _, b'/', ..]);
    begins && text.len() >= 20
}

/// Reads a request without escapes, as it is sent.
fn requested(request: &[u8]) -> Option<LogEntry<'_>> {
    let (method, rest) = split_once(request, b' ')?;
    let is_method = method.len() >= 3 && method.iter().all(u8::is_ascii_uppercase);
    let length = rest.len().checked_sub(" HTTP/1.1".len())?;
    let (target, version) = rest.split_at(length);
    let is_target = target.starts_with(b"/") || is_address(target);
    let is_odd = target.ends_with(b" ") || has_byte(request, b'\\');
    if !is_method || !is_target || is_odd || !version.starts_with(b" HTTP/") {
        return None;
    }
    Some(LogEntry {
        target,
        method,
        escapes: Escapes::Backslash,
        format: "an access log",
        ..LogEntry::default()
    })
}

/// Adds the status and the size behind a request, if nothing else is there.
fn answered<'l>(text: &'l [u8], mut entry: LogEntry<'l>) -> Option<LogEntry<'l>> {
    let text = text.strip_prefix(b" ")?;
    let (status, behind) = split_once(text, b' ')?;
    let size = before(behind, |byte| byte == b' ');
    let rest = &behind[size.len()..];
    if !is_status(status) || !rest.is_empty() && agent(rest).is_none() {
        return None;
    }
    entry.status = status;
    if size != b"-" {
        entry.size = Field::Size.value(size)?;
    }
    Some(entry)
}

/// Returns the agent behind the Referer, if neither may be a host and nothing follows.
fn agent(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(b" \"")?;
    let (referer, behind) = split_once(text, b'"')?;
    let (agent, end) = split_once(behind.strip_prefix(b" \"")?, b'"')?;
    let is_last = end.is_empty() && !is_site(referer) && !is_site(agent);
    is_last.then_some(agent)
}
