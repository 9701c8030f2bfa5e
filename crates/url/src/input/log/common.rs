//! Reads the form that most servers write directly: `client identity user [time] "request" status
//! size`, with or without the Referer and the agent. The grammar finds the same in it.

use super::entry::{Escapes, LogEntry};
use super::hosts;
use super::sites::is_site;
use crate::bytes::{before, has_byte, is_digits, split_once};
use crate::input::status::is_status;
use crate::input::word_kind::is_address;

/// Reads a line of this form; `None` if it may be another one.
pub(super) fn common(line: &[u8]) -> Option<LogEntry<'_>> {
    let open = memchr::memchr(b'[', line)?;
    let columns = line[..open].strip_suffix(b" ")?;
    let (time, behind) = split_once(&line[open + 1..], b']')?;
    if !matches!(time, [b'0'..=b'9', _, b'/', ..]) || time.len() < 20 || has_byte(columns, b'=') {
        return None;
    }
    let (request, behind) = split_once(behind.strip_prefix(b" \"")?, b'"')?;
    let (method, target) = split_once(request, b' ')?;
    let is_method = method.len() >= 3 && method.iter().all(u8::is_ascii_uppercase);
    let target = target.get(..target.len().checked_sub(" HTTP/1.1".len())?)?;
    let has_version = request[request.len() - 9..].starts_with(b" HTTP/");
    let is_target = target.starts_with(b"/") || is_address(target);
    let is_odd = target.ends_with(b" ") || has_byte(request, b'\\');
    if !is_method || !has_version || !is_target || is_odd {
        return None;
    }
    let (status, behind) = behind.strip_prefix(b" ")?.split_at_checked(3)?;
    let behind = behind.strip_prefix(b" ")?;
    let size = before(behind, |byte| byte == b' ');
    if !is_status(status) || !is_size(size) || !ends_with_agent(&behind[size.len()..]) {
        return None;
    }
    let host = match target {
        [b'/', ..] => hosts::beside_client(columns),
        _ => None,
    };
    Some(LogEntry {
        host,
        target,
        method,
        time: [time, b""],
        status,
        size: if size == b"-" { b"" } else { size },
        escapes: Escapes::Backslash,
        format: "an access log",
        ..LogEntry::default()
    })
}

fn is_size(word: &[u8]) -> bool {
    word == b"-" || !word.is_empty() && is_digits(word)
}

/// Whether nothing follows, or the Referer and the agent, neither of which may be a host.
fn ends_with_agent(text: &[u8]) -> bool {
    if text.is_empty() {
        return true;
    }
    let quotations = text.strip_prefix(b" \"");
    let Some((referer, behind)) = quotations.and_then(|text| split_once(text, b'"')) else {
        return false;
    };
    let Some(agent) = behind.strip_prefix(b" \"") else {
        return false;
    };
    let end = memchr::memchr(b'"', agent);
    let is_last = end.is_some_and(|end| end + 1 == agent.len());
    is_last && !is_site(referer) && !is_site(&agent[..agent.len() - 1])
}
