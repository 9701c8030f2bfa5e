//! Lines of tools that name a request in their own way: commands of curl, rows of `LinkChecker`'s
//! SQL, and links that gospider found in scripts.

use super::entry::{LogEntry, quote, unquoted};
use crate::bytes::before;
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
    let mut target = None;
    let mut method = None;
    let mut body = None;
    // The word before, if it is an option.
    let mut option = &b""[..];
    for word in quoted_words(line).skip(1) {
        let value = unquoted(word);
        match option {
            b"-X" | b"--request" => method = Some(value),
            _ if is_body(option) => body = Some(value),
            _ if has_other_value(option) => {}
            _ if word.len() > 2 && word.starts_with(b"-X") => method = Some(&word[2..]),
            _ if target.is_none() && is_address(value) => target = Some(value),
            _ => {}
        }
        option = if word.starts_with(b"-") { word } else { b"" };
    }
    let usual_method = if body.is_some() { "POST" } else { "GET" };
    Some(LogEntry {
        target: target?,
        method: method.unwrap_or(usual_method.as_bytes()),
        body: body.unwrap_or_default(),
        format: "commands of curl",
        ..LogEntry::default()
    })
}

/// Whether the word after an option is the body of the request.
fn is_body(option: &[u8]) -> bool {
    match option {
        b"-d" | b"--json" | b"--form" | b"-F" => true,
        _ => option.starts_with(b"--data"),
    }
}

/// Whether the word after an option is neither a method nor a body nor a URL to ask for.
fn has_other_value(option: &[u8]) -> bool {
    match option {
        b"-H" | b"--header" | b"-e" | b"--referer" => true,
        _ => matches!(option, b"-A" | b"--user-agent" | b"-x" | b"--proxy"),
    }
}

/// Splits a line at blanks outside quotes.
fn quoted_words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (word, behind) = rest.split_at(word_end(rest));
        rest = behind;
        if word.is_empty() {
            return None;
        }
        Some(word)
    })
}

/// Returns the offset of the first blank outside quotes.
fn word_end(text: &[u8]) -> usize {
    let mut end = 0;
    while let Some(byte) = text.get(end)
        && *byte > b' '
    {
        end += 1;
        let inner = &text[end..];
        let close = match byte {
            b'"' => quote(inner),
            b'\'' => inner.find_byte(b'\''),
            _ => None,
        };
        if let Some(close) = close {
            end += close + 1;
        }
    }
    end
}
