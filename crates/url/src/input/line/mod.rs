//! Finds the URL in a line: `https://example.com/login` in `https://example.com/login [200] [Sign
//! in]`.
//!
//! Tools print a status, a size, a title or a date after each URL, and people write notes there.
//! Such annotations do not affect which page the URL leads to, so they are not compared; the line
//! is still printed whole. The same applies to columns before the URL.
//!
//! A blank may also belong to the URL: archives hold `/red shoes.html`. The words after the blank
//! decide, one by one:
//!
//! | after the blank | the URL |
//! |---|---|
//! | a *mark* | ends |
//! | a *column* | ends, unless the words up to the next mark end like a URL |
//! | *words* of which one has an extension, a slash or `&name=` | goes on to the end of that word |
//! | other words in a query or fragment | goes on |
//! | other words in a path after `/`, a file or an ordinary word (`/login Sign in`) | ends |
//! | other words in another path | goes on |
//! | a tab | ends, if there is a host or a path before it |
//!
//! - Marks are texts that no URL has after a blank: `[200]`, `(Status: 200)`, `Size: 7`,
//!   `-> https://...`, `text/html`.
//! - Columns are values such as `200`, `12KB`, `2024-05-06`, `GET`, `"Sign in"`, `-` and `|`.
//!
//! In case of doubt the URL ends, which is the safe choice: the text before the blank then counts
//! as a word and keeps lines apart, whereas a path segment with a blank would be a value.

mod annotations;

use super::cdx;
use super::field::Field;
use super::line_form::{FoundForm, LineForm};
use super::word::{self, ESCAPE, uncoloured, word};
use super::word_kind::{GapWord, begins_request, is_address, is_column, is_part, is_request_line};
use crate::{parse, token};
pub(super) use annotations::Annotations;
use bstr::ByteSlice;

/// Returns the URL of a line, without the text around it. Returns lines without a blank, tab or
/// colour code as they are.
pub(super) fn url(line: &[u8]) -> &[u8] {
    url_and_form(line, &mut FoundForm::default())
}

/// Returns the URL of a line, and leaves the line's form if that was needed.
pub(super) fn url_and_form<'l>(line: &'l [u8], form: &mut FoundForm<'l>) -> &'l [u8] {
    if memchr::memchr3(b' ', b'\t', ESCAPE, line).is_some() {
        cut(line, form)
    } else {
        line
    }
}

/// Reads the annotations of a line that has no other form.
pub(super) fn notes(line: &[u8]) -> Annotations<'_> {
    Annotations::of(line, behind_method(line).unwrap_or_else(|| within(line)))
}

/// Returns the URL of a row of a table without a header, `DELETE,https://example.com/login`.
fn behind_method(line: &[u8]) -> Option<&[u8]> {
    let comma = line.iter().take(16).position(|&b| b == b',')?;
    let method = &line[..comma];
    let rest = &line[comma + 1..];
    (begins_request(method) && is_address(rest)).then(|| within(rest))
}

/// Returns a field of a line from the annotations around its URL.
pub(super) fn beside<'r>(
    field: Field,
    line: &'r [u8],
    notes: impl FnOnce() -> Annotations<'r>,
) -> Option<&'r [u8]> {
    cdx::row(line, field).or_else(|| notes().get(field))
}

#[cold]
fn cut<'l>(line: &'l [u8], form: &mut FoundForm<'l>) -> &'l [u8] {
    match form.0.insert(LineForm::of(line)) {
        LineForm::Line(line) => within(line),
        // Its URL is not a part of the line, or not the first thing that looks like one.
        _ => &line[..0],
    }
}

/// Returns the URL of a line of text: tries each gap in order.
fn within(line: &[u8]) -> &[u8] {
    let line = behind_columns(line).unwrap_or(line);
    let mut from = 0;
    while let Some(length) = memchr::memchr3(b' ', b'\t', ESCAPE, &line[from..]) {
        let at = from + length;
        // No URL begins with this text.
        let Some(head) = Head::of(&line[..at]) else {
            break;
        };
        match head.next(line, at) {
            NextMark::End => return &line[..at],
            NextMark::After(end) => from = end,
        }
    }
    line
}

/// Returns the part of a line from its URL on, if only columns precede it: `200  GET  9l  28w  312c
/// https://example.com/login`. A bare path counts only after a status, or after a method at the
/// start of the line: `POST /login`. Such a method may also precede a host without a scheme.
fn behind_columns(line: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    let mut has_status = false;
    let mut is_request = false;
    loop {
        let (start, end) = word(line, at)?;
        let is_first = at == 0;
        let found = uncoloured(&line[start..end]);
        if is_first && is_name(found) && is_address_at(line, end) {
            // A host, an address or a file, and the URL that it is about.
            at = end;
            continue;
        }
        let is_path = (has_status || is_request) && found.starts_with(b"/");
        if !is_first && (is_address(found) || is_path || (is_request && is_host_and_path(found))) {
            return Some(&line[start..]);
        }
        let mut group = None;
        if line[start] == b'[' {
            group = word::group(&line[start..], b'[', b']');
        }
        is_request = is_first && is_request_line(group.unwrap_or(found), &line[end..]);
        // A group may have blanks.
        at = end;
        if let Some(group) = group {
            at = end.max(line.len().min(start + group.len() + 2));
            // A path found in the file that the group names.
            has_status |= group.starts_with(b"from: ");
        } else {
            // A line that begins with a host is about that host.
            if is_first && parse::authority(found).is_some() {
                return None;
            }
            if !is_request && !is_column(&line[start..end], found) {
                return None;
            }
        }
        has_status |= found.len() == 3 && found.iter().all(u8::is_ascii_digit);
    }
}

/// Whether the next word from an offset on begins an absolute URL.
fn is_address_at(line: &[u8], at: usize) -> bool {
    match word(line, at) {
        Some((start, _)) => is_address(&line[start..]),
        None => false,
    }
}

/// Whether a word is a host without a scheme, and a path.
fn is_host_and_path(word: &[u8]) -> bool {
    word.contains(&b'/') && parse::authority(word).is_some()
}

/// Whether a word is a host, or the path of a file.
fn is_name(word: &[u8]) -> bool {
    if is_address(word) {
        return false;
    }
    if let Some(slash) = word.rfind_byte(b'/') {
        return token::is_file(&word[slash + 1..]);
    }
    matches!(parse::authority(word), Some((_, false)))
}

/// The meaning of a gap.
enum NextMark {
    /// The end of the URL.
    End,
    /// A part of the URL, as is everything before this offset.
    After(usize),
}

/// The text before a gap.
struct Head<'a> {
    /// Whether it begins with a scheme or a slash, as only a URL does.
    marked: bool,
    host: &'a [u8],
    /// Path, query and fragment.
    tail: &'a [u8],
}

impl<'a> Head<'a> {
    /// Reads the text; `None` if no URL begins with it.
    fn of(before: &'a [u8]) -> Option<Self> {
        let (start, marked) = parse::authority(before)?;
        let mut rest = &before[start..];
        if start > 0 {
            rest = rest.trim_start_with(|c| matches!(c, '/' | '\\'));
        }
        let host_end = rest.find_byteset(br"/\?#").unwrap_or(rest.len());
        let (host, tail) = rest.split_at(host_end);
        let is_url = (start == 0 || !host.is_empty()) && !host.iter().any(|&b| b <= b' ');
        is_url.then_some(Self { marked, host, tail })
    }

    /// Decides on the gap at an offset.
    fn next(&self, line: &[u8], at: usize) -> NextMark {
        let Some((start, mut end)) = word(line, at) else {
            return NextMark::End;
        };
        let gap = &line[at..start];
        let has_blank = gap.iter().any(|b| matches!(b, b' ' | b'\t'));
        if !has_blank && !matches!(line[start], b'[' | b'(') {
            // A colour code inside a word.
            return NextMark::After(start);
        }
        let kind = GapWord::of(&line[start..], end - start);
        let has_host = !self.tail.is_empty() || self.host.iter().any(|b| matches!(b, b'.' | b':'));
        if kind == GapWord::Mark || (has_host && gap.contains(&b'\t')) {
            return NextMark::End;
        }
        // The words up to a mark or tab, and the last one that is part of a URL.
        let uncoloured_end = |from: usize, end: usize| from + uncoloured(&line[from..end]).len();
        let mut from = start;
        let mut part = None;
        loop {
            if is_part(&line[from..end], kind) {
                part = Some(uncoloured_end(from, end));
            }
            let Some((next_from, next_end)) = word(line, end) else {
                break;
            };
            if line[end..next_from].contains(&b'\t')
                || GapWord::of(&line[next_from..], next_end - next_from) == GapWord::Mark
            {
                break;
            }
            from = next_from;
            end = next_end;
        }
        let end = uncoloured_end(from, end);
        match part {
            Some(part) if kind == GapWord::Word => NextMark::After(part),
            Some(part) if kind == GapWord::Column && part == end => NextMark::After(end),
            _ if kind == GapWord::Column => NextMark::End,
            _ if has_host && self.ends_itself() => NextMark::End,
            _ => NextMark::After(end),
        }
    }

    /// Whether the URL is complete, so that words after it do not belong to it.
    fn ends_itself(&self) -> bool {
        if !self.marked || self.tail.find_byteset(b"?#").is_some() {
            return false;
        }
        let name = self.tail.rfind_byte(b'/').map_or(0, |slash| slash + 1);
        let last = &self.tail[name..];
        last.is_empty() || token::is_file(last) || token::is_ordinary(last)
    }
}

#[cfg(test)]
mod tests;
