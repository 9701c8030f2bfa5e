//! Lines of access logs: of Apache and nginx (`203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a
//! HTTP/1.1" 200 2326`), of servers with their own formats, and logs whose columns a `#Fields:`
//! line names.
//!
//! The request is the path of a URL. Its host is in the line, or is that of a given base; without
//! either, paths are compared.

mod any;
mod entry;
mod labelled;
mod servers;
mod w3c;
mod words;

use super::request;
use super::word::without_mark;
pub(super) use any::{any, object};
use bstr::ByteSlice;
pub(super) use entry::LogEntry;
use entry::{LogRequest, end_quote};
pub(super) use w3c::{LogColumns, is_table};
use words::blank_words;

/// Reads the request of a line; `None` if the line is not from a log, or has no request. A layout
/// names the columns of the line.
pub(super) fn entry<'r>(line: &'r [u8], layout: Option<&LogColumns>) -> Option<LogEntry<'r>> {
    if let Some(layout) = layout
        && let Some(entry) = layout.entry(line)
    {
        return Some(entry);
    }
    // A user name may have blanks and brackets, but not a blank, a bracket and a digit in a row.
    let is_before_time = |at: &usize| match line.get(at + 2) {
        Some(byte) => byte.is_ascii_digit(),
        None => false,
    };
    let Some(open) = line.find_iter(" [").find(is_before_time) else {
        return servers::balancer(line);
    };
    let before: Vec<&[u8]> = blank_words(&line[..open]).collect();
    let behind = &line[open + 2..];
    let (time, rest) = behind.split_once_str("]")?;
    let Some(request) = rest.strip_prefix(b" \"") else {
        return servers::s3(&before, time, rest)
            .or_else(|| servers::haproxy(time, rest))
            .or_else(|| servers::balancer(line));
    };
    let end = end_quote(request)?;
    let rest = &request[end + 1..];
    let request = LogRequest::of(&request[..end])?;
    let mut words = blank_words(rest);
    let status = words.next().unwrap_or_default();
    let size = words.next().unwrap_or_default();
    let host = match before[..] {
        // A virtual host comes before the address, the identd name and the user.
        [host, _, b"-", _, ..] => Some(host),
        // Or in the place of the identd name.
        [_, host, _] if host.find_byteset(b".:").is_some() => Some(host),
        _ => labelled_host(rest),
    };
    Some(LogEntry {
        host,
        size,
        format: "an access log",
        ..request.entry(time, status)
    })
}

/// Returns the host that a label names in the text behind a request: `host=a.example`.
fn labelled_host(text: &[u8]) -> Option<&[u8]> {
    for word in blank_words(text) {
        let Some((label, value)) = word.split_once_str("=") else {
            continue;
        };
        let host = value.trim_with(|c| c == '"');
        let is_label = matches!(label, b"host" | b"vhost" | b"http_host" | b"server_name");
        if is_label && request::is_host(host) {
            return Some(host);
        }
    }
    None
}

/// Whether a line of a log describes those after it: `#Fields: ...`, `#Version: 1.0`.
pub(super) fn is_comment(line: &[u8]) -> bool {
    without_mark(line).starts_with(b"#")
}
