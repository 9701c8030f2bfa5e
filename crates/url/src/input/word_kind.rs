//! Classifies a word next to a URL: a mark, a column of a table, or a word that may belong to the
//! URL.

use super::status;
use super::word::{group, uncoloured};
use crate::token;
use bstr::ByteSlice;

/// The kind of a word after a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GapWord {
    /// Never part of a URL.
    Mark,
    /// A column of a table; titles have such words too.
    Column,
    Word,
}

/// Names of columns, before a colon.
const LABELS: &[&[u8]] = &[
    b"code",
    b"comment",
    b"content-type",
    b"date",
    b"depth",
    b"duration",
    b"host",
    b"ip",
    b"length",
    b"lines",
    b"location",
    b"method",
    b"note",
    b"redirect",
    b"server",
    b"size",
    b"status",
    b"time",
    b"title",
    b"words",
];

/// Media types, up to the slash.
pub(super) const MEDIA: [&[u8]; 7] = [
    b"application",
    b"audio",
    b"font",
    b"image",
    b"multipart",
    b"text",
    b"video",
];

/// Common methods.
pub(super) const METHODS: [&[u8]; 9] = [
    b"CONNECT", b"DELETE", b"GET", b"HEAD", b"OPTIONS", b"PATCH", b"POST", b"PUT", b"TRACE",
];

/// Arrows before the target of a redirect.
pub(super) const ARROWS: [&[u8]; 5] = [b"->", b"-->", b"=>", b"==>", b"\xe2\x86\x92"];

/// Methods that are ordinary words as well: they count only at the start of a line, before a URL.
const RARE: &[&[u8]] = &[
    b"COPY",
    b"DEBUG",
    b"LOCK",
    b"MKCOL",
    b"MOVE",
    b"PROPFIND",
    b"PROPPATCH",
    b"PURGE",
    b"QUERY",
    b"REPORT",
    b"TRACK",
    b"UNLOCK",
];

/// Whether a word is a method, in capitals.
pub(super) fn is_method(word: &[u8]) -> bool {
    METHODS.contains(&word)
}

/// Whether the first word of a line is a method, given that a URL follows.
pub(super) fn begins_request(word: &[u8]) -> bool {
    is_method(word) || RARE.contains(&word)
}

/// Whether a line begins with a method in any case, and a path or an absolute URL follows.
pub(super) fn is_request_line(word: &[u8], behind: &[u8]) -> bool {
    if begins_request(word) {
        return true;
    }
    let is_method = METHODS
        .iter()
        .any(|method| word.eq_ignore_ascii_case(method));
    let target = behind.trim_ascii_start();
    is_method && (target.starts_with(b"/") || is_address(target))
}

impl GapWord {
    /// Returns the kind of the first word of `rest`, which has this length.
    pub(super) fn of(rest: &[u8], length: usize) -> Self {
        let word = uncoloured(&rest[..length]);
        let begins_with = |names: &[&[u8]], mark: u8| match word.find_byte(mark) {
            Some(at) => names.contains(&&word[..at].to_ascii_lowercase()[..]),
            None => false,
        };
        let is_mark = match word {
            [b'[', ..] => group(rest, b'[', b']').is_some(),
            [b'(', ..] => group(rest, b'(', b')').is_some_and(is_status),
            _ => {
                ARROWS.contains(&word)
                    || is_address(word)
                    || begins_with(LABELS, b':')
                    || begins_with(&MEDIA, b'/')
            }
        };
        if is_mark {
            Self::Mark
        } else if is_column(rest, word) {
            Self::Column
        } else {
            Self::Word
        }
    }
}

/// Whether a group in parentheses is a status or size.
fn is_status(group: &[u8]) -> bool {
    let group = group.to_ascii_lowercase();
    if let Some((label, _)) = group.split_once_str(":")
        && LABELS.contains(&label)
    {
        return true;
    }
    let first = &group[..group.find_byte(b' ').unwrap_or(group.len())];
    is_measure(&group) || status::is_status(first)
}

/// Whether a text begins with these bytes, in any case.
pub(super) fn begins_in_any_case(text: &[u8], start: &[u8]) -> bool {
    match text.get(..start.len()) {
        Some(found) => found.eq_ignore_ascii_case(start),
        None => false,
    }
}

/// Whether a text begins with an absolute URL.
pub(super) fn is_address(text: &[u8]) -> bool {
    begins_in_any_case(text, b"http://") || begins_in_any_case(text, b"https://")
}

/// Whether a word is a number, a size, a date, a method, a quotation, a comment or a separator.
pub(super) fn is_column(rest: &[u8], word: &[u8]) -> bool {
    let is_separator = word.iter().all(|b| b"-+|#*:;,=<>~/".contains(b))
        || matches!(word, b"\xe2\x80\x93" | b"\xe2\x80\x94");
    let is_quotation = word.first() == Some(&b'"') && group(rest, 0, b'"').is_some();
    is_separator
        || is_quotation
        || is_measure(word)
        || word.first() == Some(&b'#')
        || word.starts_with(b"HTTP/")
        || is_method(word)
}

/// Whether a word is numbers with separators and a unit of up to three letters: `200`, `301,200`,
/// `12KB`, `2024-05-06`, `10.0.0.7`; `06/May/2024`.
fn is_measure(word: &[u8]) -> bool {
    let word = word.strip_suffix(b",").unwrap_or(word);
    let letters = word.iter().rev().take_while(|b| b.is_ascii_alphabetic());
    let unit = letters.count();
    let number = &word[..word.len() - unit];
    let begins_with_digit = matches!(number, [b'0'..=b'9', ..]);
    let ends_with_digit = matches!(number, [.., b'0'..=b'9']);
    if unit > 3 || !begins_with_digit || !ends_with_digit {
        return false;
    }
    let is_dated = memchr::memchr_iter(b'/', number).count() == 2;
    let joins = |b: &u8| {
        b.is_ascii_digit() || b"-.,:/+TZ".contains(b) || (is_dated && b.is_ascii_alphabetic())
    };
    number.iter().all(joins)
}

/// Whether a word belongs to a URL: a file name, another parameter or, among words, a path.
pub(super) fn is_part(word: &[u8], opener: GapWord) -> bool {
    let word = uncoloured(word);
    let is_param = |at: usize| {
        let name = word[at + 1..]
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
        let end = at + 1 + name.count();
        end > at + 1 && word.get(end) == Some(&b'=')
    };
    token::is_file(word)
        || memchr::memchr2_iter(b'&', b'?', word).any(is_param)
        || (opener == GapWord::Word && word.len() > 1 && word.contains(&b'/') && !is_measure(word))
}
