//! Lines of tools that name a request in their own way: commands of curl, rows of `LinkChecker`'s
//! SQL, and links that gospider found in scripts.

use super::entry::{LogEntry, quote, unquoted};
use crate::bytes::before;
use crate::input::curl::CurlRequest;
use crate::input::status;
use crate::input::word_kind::is_address;
use bstr::ByteSlice;

/// Reads a relative link that gospider found in a script, behind `[from: `. Paths are read as any,
/// other names are no URLs.
pub(super) fn relative(found: &[u8]) -> Option<LogEntry<'_>> {
    let (script, target) = found.split_once_str("] - ")?;
    if target.starts_with(b"/") || target.find("://").is_some() {
        return None;
    }
    if target.starts_with(b"./")
        && let Some((folder, _)) = script.rsplit_once_str("/")
        && let Some((scheme, folder)) = folder.split_once_str("://")
    {
        return Some(LogEntry {
            scheme,
            host: Some(folder),
            target: &target[1..],
            format: "links in scripts",
            ..LogEntry::default()
        });
    }
    Some(LogEntry::default())
}

/// Reads a row of `LinkChecker`'s SQL: the last address is that of the link.
pub(super) fn sql(line: &[u8]) -> Option<LogEntry<'_>> {
    let start = line.rfind("'http")? + 1;
    let target = before(&line[start..], |byte| byte == b'\'');
    let mut status = &b""[..];
    for value in line.split_str(",'") {
        if let Some((first, _)) = value.split_once_str(" ")
            && status::is_status(first)
        {
            status = first;
            break;
        }
    }
    Some(LogEntry {
        target,
        status,
        format: "LinkChecker's SQL",
        ..LogEntry::default()
    })
}

/// Reads a command of curl: `curl -X PUT -d a=1 https://a.example/x`.
pub(super) fn curl(line: &[u8]) -> Option<LogEntry<'_>> {
    let words = quoted_words(line).skip(1);
    let call = CurlRequest::of(words.map(unquoted));
    let mut urls = call.urls.into_iter().map(unquoted);
    Some(LogEntry {
        target: urls.find(|url| is_address(url))?,
        method: call.method.unwrap_or(b"GET"),
        body: call
            .bodies
            .last()
            .copied()
            .map(unquoted)
            .unwrap_or_default(),
        format: "commands of curl",
        ..LogEntry::default()
    })
}

/// Splits a line at blanks outside quotes. A quote that nothing closes is a letter, as are all
/// behind it.
fn quoted_words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    let mut has_quotes = true;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (word, behind) = rest.split_at(word_end(rest, &mut has_quotes));
        rest = behind;
        if word.is_empty() {
            return None;
        }
        Some(word)
    })
}

/// Returns the offset of the first blank outside quotes.
fn word_end(text: &[u8], has_quotes: &mut bool) -> usize {
    let mut end = 0;
    while let Some(byte) = text.get(end)
        && *byte > b' '
    {
        end += 1;
        if !*has_quotes || !matches!(byte, b'"' | b'\'') {
            continue;
        }
        let inner = &text[end..];
        let close = match byte {
            b'"' => quote(inner),
            _ => inner.find_byte(b'\''),
        };
        *has_quotes = close.is_some();
        if let Some(close) = close {
            end += close + 1;
        }
    }
    end
}
