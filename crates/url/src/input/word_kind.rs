//! Classifies a word next to a URL: a mark, a column of a table, or a word that may belong to the
//! URL.

use super::label::FieldLabel;
pub(super) use super::method::{METHODS, begins_request, is_method};
use super::status;
use super::word::{LineWord, group};
use crate::bytes::{before, begins_with, is_alphanumeric_and, is_digits_and, is_one_of};
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

/// Arrows before the target of a redirect.
pub(super) const ARROWS: [&[u8]; 5] = [b"->", b"-->", b"=>", b"==>", b"\xe2\x86\x92"];

/// Whether a line begins with a method in any case, and a path or an absolute URL follows.
pub(super) fn is_request_line(word: &[u8], behind: &[u8]) -> bool {
    if begins_request(word) {
        return true;
    }
    let target = behind.trim_ascii_start();
    is_one_of(word, &METHODS) && (target.starts_with(b"/") || is_address(target))
}

impl GapWord {
    /// Returns the kind of a word of a line.
    pub(super) fn of(line: &[u8], word: LineWord<'_>) -> Self {
        let rest = &line[word.start..];
        if is_mark(rest, word.text) {
            Self::Mark
        } else if is_column(rest, word.text) {
            Self::Column
        } else {
            Self::Word
        }
    }
}

/// Whether a word, with which `rest` begins, is a mark.
fn is_mark(rest: &[u8], word: &[u8]) -> bool {
    match word {
        [b'[', ..] => group(rest).is_some(),
        [b'(' | b'{', ..] | [b'<', b'0'..=b'9' | b'A'..=b'Z', ..] => {
            group(rest).is_some_and(is_note)
        }
        _ => {
            ARROWS.contains(&word)
                || word.iter().all(|byte| b"%|=<>".contains(byte))
                || is_address(word)
                || begins_with_label(word)
                || begins_with_media(word)
        }
    }
}

/// Whether a text begins with a label and a value: `Status: 200`, `status-code=200`.
fn begins_with_label(text: &[u8]) -> bool {
    let name = before(text, |byte| matches!(byte, b':' | b'='));
    let is_name = !name.is_empty() && is_alphanumeric_and(name, b"_-.");
    match (is_name, text.get(name.len())) {
        (true, Some(b':')) => FieldLabel::of(name).is_some(),
        (true, Some(b'=')) => matches!(FieldLabel::of(name), Some(FieldLabel::Of(_))),
        _ => false,
    }
}

/// Whether a text begins with a media type.
pub(super) fn begins_with_media(text: &[u8]) -> bool {
    match text.split_once_str("/") {
        Some((kind, _)) => is_one_of(kind, &MEDIA),
        None => false,
    }
}

/// Whether a group in brackets is a status, a method, a size or another page.
fn is_note(group: &[u8]) -> bool {
    if begins_with_label(group) || group.find("://").is_some() {
        return true;
    }
    let first = before(group, |byte| byte == b' ' || byte == b',');
    status::is_status(first) || is_method(first) || is_measure(&group.to_ascii_lowercase())
}

/// Whether a text begins with an absolute URL.
pub(super) fn is_address(text: &[u8]) -> bool {
    begins_with(text, b"http://") || begins_with(text, b"https://")
}

/// Whether a word is a number, a size, a date, a method, a comment or a separator, or begins a
/// quotation or group.
pub(super) fn is_column(rest: &[u8], word: &[u8]) -> bool {
    match word {
        b"\xe2\x80\x93" | b"\xe2\x80\x94" | [b'#', ..] => return true,
        [b'"' | b'(', ..] if group(rest).is_some() => return true,
        _ => {}
    }
    let is_separator = word.iter().all(|b| b"-+|#*:;,=<>~/".contains(b));
    is_separator || is_measure(word) || word.starts_with(b"HTTP/") || is_method(word)
}

/// Whether a word is numbers with separators and a unit of up to three letters: `200`, `301,200`,
/// `12KB`, `2024-05-06`, `10.0.0.7`; `06/May/2024`.
fn is_measure(word: &[u8]) -> bool {
    let word = word.strip_suffix(b",").unwrap_or(word);
    // An address, and the name that it has not.
    let word = word.strip_suffix(b"/-").unwrap_or(word);
    let letters = word.iter().rev().take_while(|b| b.is_ascii_alphabetic());
    let unit = letters.count();
    let number = &word[..word.len() - unit];
    let begins_with_digit = matches!(number, [b'0'..=b'9', ..]);
    let ends_with_digit = matches!(number, [.., b'0'..=b'9']);
    if unit > 3 || !begins_with_digit || !ends_with_digit {
        return false;
    }
    if is_digits_and(number, b"-.,:/+TZ") {
        return true;
    }
    let is_dated = memchr::memchr_iter(b'/', number).count() == 2;
    is_dated && is_alphanumeric_and(number, b"-.,:/+")
}

/// Whether a word belongs to a URL: a file name, another parameter or, among words, a path.
pub(super) fn is_part(word: &[u8], opener: GapWord) -> bool {
    if token::is_file(word) {
        return true;
    }
    for mark in memchr::memchr2_iter(b'&', b'?', word) {
        if begins_with_param(&word[mark + 1..]) {
            return true;
        }
    }
    let may_be_path = opener == GapWord::Word && word.len() > 1;
    may_be_path && word.contains(&b'/') && !is_measure(word)
}

/// Whether a text begins with the name of a parameter, and `=`.
pub(super) fn begins_with_param(text: &[u8]) -> bool {
    let name = before(text, |byte| {
        !byte.is_ascii_alphanumeric() && !b"_-.".contains(&byte)
    });
    !name.is_empty() && text.get(name.len()) == Some(&b'=')
}
