//! Finds the URL in a line: `https://example.com/login` in `https://example.com/login [200] [Sign
//! in]`.
//!
//! Tools print a status, a size, a title or a date after each URL, and people write notes there.
//! Such annotations do not affect which page the URL leads to, so they are not compared; the line
//! is still printed whole. The same applies to columns before the URL.
//!
//! - Behind columns, labels, groups or a bullet, a URL ends at the first blank, unless its path
//!   goes on to a file or a segment: `200 https://example.com/red shoes.html`. A count or a date
//!   alone stands before raw URLs too.
//! - A stop between it and other text is no part of it: `https://example.com/login: 200 OK`. Nor is
//!   a status that is all that follows a separator: `https://example.com/login,404`.
//! - A name or file with the status of an answer is a word below a base: `admin (Status: 200)`.
//!
//! In a line that begins with a URL, a blank may also belong to it: archives hold
//! `/red shoes.html`. The words after the blank decide, one by one:
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
//!   `-> https://...`, `text/html`, lone signs such as `%` and `=>`, colours.
//! - Columns are values such as `200`, `12KB`, `2024-05-06`, `GET`, `"Sign in"`, `-` and `|`.
//!
//! In case of doubt the URL ends, which is the safe choice: the text before the blank then counts
//! as a word and keeps lines apart, whereas a path segment with a blank would be a value.

mod annotations;

use super::field::Field;
use super::label::FieldLabel;
use super::line_form::{FoundForm, LineForm};
use super::status::{begins_like, is_sent, is_status};
use super::word::{ESCAPE, LineWord, gap_end, group, is_blank, one_slash};
use super::word_kind::{GapWord, is_address, is_column, is_part, is_request_line};
use crate::bytes::{before, has_byte, is_digits};
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
    if next_gap(line).is_some() {
        cut(line, form)
    } else {
        without_status(line)
    }
}

/// Returns the offset of the first blank, tab or colour code.
fn next_gap(text: &[u8]) -> Option<usize> {
    memchr::memchr3(b' ', b'\t', ESCAPE, text)
}

#[cold]
fn cut<'l>(line: &'l [u8], form: &mut FoundForm<'l>) -> &'l [u8] {
    match form.line.insert(LineForm::of(line)) {
        LineForm::Line(line) => form.url.insert(within(line)),
        // Its URL is not a part of the line, or not the first thing that looks like one.
        _ => &line[..0],
    }
}

/// Returns the URL of a line of text: tries each gap in order.
pub(super) fn within(line: &[u8]) -> &[u8] {
    if is_result_of_word(line) {
        return line;
    }
    let mut line = line;
    if let Some(rest) = behind_columns(line) {
        let columns = &line[..line.len() - rest.len()];
        if is_address(rest) && !is_count(columns.trim_ascii()) {
            let word = before(rest, |byte| byte <= b' ');
            if word.len() == rest.len() {
                return without_stop(word);
            }
            let whole = within(rest);
            return if goes_on(word, whole) {
                whole
            } else {
                without_stop(word)
            };
        }
        line = rest;
    }
    let mut from = 0;
    while let Some(length) = next_gap(&line[from..]) {
        let at = from + length;
        // No URL begins with this text.
        let Some(head) = Head::of(&line[..at]) else {
            break;
        };
        match head.next(line, at) {
            NextMark::End => return without_stop(&line[..at]),
            NextMark::After(end) => from = end,
        }
    }
    if from == 0 {
        without_status(line)
    } else {
        line
    }
}

/// Whether a URL behind other text, given up to its first blank and up to its likely end, goes on
/// behind the blank: a path that ends with a file or another segment, as `/red shoes.html`.
pub(super) fn goes_on(word: &[u8], whole: &[u8]) -> bool {
    if word.len() >= whole.len() {
        return false;
    }
    let last = whole.rsplit(|byte| *byte <= b' ').next();
    let last = last.unwrap_or_default();
    let name = word.rsplit(|byte| *byte == b'/').next();
    let name = name.unwrap_or_default();
    if name.is_empty() || token::is_file(name) || word.find_byteset(b"?#").is_some() {
        return false;
    }
    last.len() < whole.len() && !last.starts_with(b"/") && is_part(last, GapWord::Word)
}

/// Whether a line is the answer to a word that was tried below a base: `admin (Status: 301)`,
/// `favicon.ico [Status: 200, Size: 12]`. Hosts are tried as well: `a.example (Status: 200)`.
pub(super) fn is_result_of_word(line: &[u8]) -> bool {
    let Some(word) = LineWord::next(line, 0) else {
        return false;
    };
    let rest = &line[gap_end(line, word.end)..];
    if !matches!(rest, [b'(' | b'[', ..]) || !is_word_below_base(word.text) {
        return false;
    }
    let label = before(&rest[1..], |byte| matches!(byte, b':' | b'=' | b')' | b']'));
    let is_status = FieldLabel::of(label) == Some(FieldLabel::Of(Field::Status));
    let has_value = matches!(rest.get(1 + label.len()), Some(b':' | b'='));
    is_status && has_value
}

/// Whether a word is a name or a file, without a host, a slash or brackets.
fn is_word_below_base(word: &[u8]) -> bool {
    let is_name = word.first().is_some_and(u8::is_ascii_alphanumeric);
    let is_host = parse::authority(word).is_some() && !token::is_file(word);
    is_name && !is_host && word.find_byteset(b"/:").is_none()
}

/// Whether the text before a URL is its count or its date alone, as lists of URLs have them.
fn is_count(columns: &[u8]) -> bool {
    let is_number = is_digits(columns) && !is_status(columns);
    is_number || begins_like(columns, b"0000-00-00") && !columns.contains(&b' ')
}

/// Returns a URL without the stop that a tool writes between it and other text: `URL: 200 OK`.
fn without_stop(url: &[u8]) -> &[u8] {
    if next_gap(url).is_some() {
        return url;
    }
    without_status(url.trim_end_with(|c| ":,;.".contains(c)))
}

/// Returns a URL without the status behind it, if that is all that stands there: `URL,404`.
pub(super) fn without_status(line: &[u8]) -> &[u8] {
    let Some((text, status)) = line.split_last_chunk::<3>() else {
        return line;
    };
    let url = text.strip_suffix("：".as_bytes());
    let url = url.or_else(|| text.strip_suffix(b","));
    let url = url.or_else(|| text.strip_suffix(b";"));
    let Some(url) = url.or_else(|| text.strip_suffix(b"|")) else {
        return line;
    };
    let has_more = url.find_byteset(b"?#,;|").is_some();
    if has_more || !is_address(url) || !is_sent(status) {
        return line;
    }
    url
}

/// Returns the part of a line from its URL on, if only columns precede it: `200  GET  9l  28w  312c
/// https://example.com/login`. A bare path counts only after a status or a bullet, or after a
/// method at the start of the line: `POST /login`. Such a method may also precede a host without a
/// scheme.
fn behind_columns(line: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    let mut has_status = false;
    let mut is_request = false;
    let mut is_bullet = false;
    let mut has_script = false;
    // Groups in brackets, if nothing else was met.
    let mut tags = 0;
    loop {
        let word = LineWord::next(line, at)?;
        let is_first = at == 0;
        at = word.end;
        let found = word.text;
        if is_first && is_name(found) && is_address_at(line, at) {
            // A host, an address or a file, and the URL that it is about.
            continue;
        }
        let rest = &line[word.start..];
        if !is_first {
            let is_path = found.starts_with(b"/");
            let is_link = has_script || (is_request && names_host(found));
            if is_path && (has_status || is_bullet && may_follow_bullet(found)) {
                return Some(one_slash(rest));
            }
            if is_address(found) || (is_path && is_link) {
                return Some(rest);
            }
            if is_path && is_request {
                return Some(one_slash(rest));
            }
            if is_request && is_host_and_path(found) {
                return Some(rest);
            }
            if tags >= 3 && is_host_alone(line, word) {
                return Some(rest);
            }
        }
        let mut inner = None;
        if rest.starts_with(b"[") {
            inner = group(rest);
        }
        is_bullet = is_first && BULLETS.contains(&found);
        is_request = is_first && is_request_line(inner.unwrap_or(found), &line[word.end..]);
        if let Some(inner) = inner {
            // A group may have blanks.
            let group_end = line.len().min(word.start + inner.len() + 2);
            at = at.max(group_end);
            // A path found in the file that the group names.
            has_script |= inner.starts_with(b"from: ");
            tags += 1;
        } else {
            tags = 0;
            // A line that begins with a host is about that host.
            if is_first && parse::authority(found).is_some() {
                return None;
            }
            if !is_request && !is_column(&line[word.start..word.end], found) {
                return None;
            }
        }
        has_status |= found.len() == 3 && is_digits(found);
    }
}

/// Marks that begin an item of a list or of a tool's report.
const BULLETS: [&[u8]; 6] = [b"*", b"+", b"-", b"|", b"|_", b"\xe2\x80\xa2"];

/// Whether a path may follow a bullet: it is not a separator, and names no host.
fn may_follow_bullet(path: &[u8]) -> bool {
    path.len() > 1 && !path.starts_with(b"//")
}

/// Whether a word is a host without a scheme, behind which only groups in brackets come.
fn is_host_alone(line: &[u8], word: LineWord<'_>) -> bool {
    let is_host = matches!(parse::authority(word.text), Some((_, false)));
    let is_last = match LineWord::next(line, word.end) {
        Some(next) => next.text.starts_with(b"["),
        None => true,
    };
    is_host && is_last && !token::is_file(word.text)
}

/// Whether a word begins with two slashes and a host or a variable for one: `//a.example/x`, but
/// `//login.php`.
fn names_host(word: &[u8]) -> bool {
    let name = word.strip_prefix(b"//").unwrap_or_default();
    let host = before(name, |byte| b"/?#".contains(&byte));
    host.find_byteset(b".:{").is_some() && !token::is_file(host)
}

/// Whether the next word from an offset on begins an absolute URL.
fn is_address_at(line: &[u8], at: usize) -> bool {
    match LineWord::next(line, at) {
        Some(word) => is_address(&line[word.start..]),
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
    if let Some((_, file)) = word.rsplit_once_str("/") {
        return token::is_file(file);
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
    fn of(text: &'a [u8]) -> Option<Self> {
        let (start, marked) = parse::authority(text)?;
        let mut rest = &text[start..];
        if start > 0 {
            rest = rest.trim_start_with(|c| matches!(c, '/' | '\\'));
        }
        let host = before(rest, |b| br"/\?#".contains(&b));
        let lacks_host = start > 0 && host.is_empty();
        if lacks_host || host.iter().any(|b| *b <= b' ') {
            return None;
        }
        let tail = &rest[host.len()..];
        Some(Self { marked, host, tail })
    }

    /// Decides on the gap at an offset.
    fn next(&self, line: &[u8], at: usize) -> NextMark {
        let start = gap_end(line, at);
        let gap = &line[at..start];
        let has_blank = gap.iter().any(|b| is_blank(*b));
        if !has_blank && line.get(start).is_some_and(|next| !b"[(".contains(next)) {
            // A colour code inside a word: it ends the URL if the colour began before it.
            let is_reset = gap.starts_with(b"\x1b[0m") || gap.starts_with(b"\x1b[m");
            return if is_reset && self.has_host() && !has_byte(&line[..at], ESCAPE) {
                NextMark::End
            } else {
                NextMark::After(start)
            };
        }
        let Some(first) = LineWord::next(line, start) else {
            return NextMark::End;
        };
        let kind = GapWord::of(line, first);
        if kind == GapWord::Mark {
            return NextMark::End;
        }
        let has_host = self.has_host();
        if has_host && (gap.contains(&b'\t') || gap.contains_str(" \x1b")) {
            return NextMark::End;
        }
        if first.text.len() == 1 && is_address_at(line, first.end) {
            return NextMark::End;
        }
        // The words up to a mark or tab, and the end of the last one that is part of a URL.
        let mut word = first;
        let mut part = None;
        let mut has_status = false;
        loop {
            has_status |= is_status(word.text);
            if is_part(word.text, kind) {
                part = Some(word.text_end());
            }
            let Some(next) = LineWord::next(line, word.end) else {
                break;
            };
            let has_tab = line[word.end..next.start].contains(&b'\t');
            if has_tab || GapWord::of(line, next) == GapWord::Mark {
                break;
            }
            word = next;
        }
        let end = word.text_end();
        if kind == GapWord::Column {
            return match part {
                Some(part) if part == end => NextMark::After(end),
                _ => NextMark::End,
            };
        }
        match part {
            Some(part) => NextMark::After(part),
            None if has_host && (has_status || self.ends_itself()) => NextMark::End,
            None if line[..at].ends_with(b":") => NextMark::End,
            None => NextMark::After(end),
        }
    }

    /// Whether there is a host or a path.
    fn has_host(&self) -> bool {
        if !self.tail.is_empty() {
            return true;
        }
        self.host.iter().any(|byte| b".:".contains(byte))
    }

    /// Whether the URL is complete, so that words after it do not belong to it.
    fn ends_itself(&self) -> bool {
        if !self.marked || self.tail.find_byteset(b"?#").is_some() {
            return false;
        }
        let last = match self.tail.rsplit_once_str("/") {
            Some((_, last)) => last,
            None => self.tail,
        };
        if last.is_empty() {
            return true;
        }
        token::is_file(last) || token::is_ordinary(last)
    }
}

#[cfg(test)]
mod tests;
