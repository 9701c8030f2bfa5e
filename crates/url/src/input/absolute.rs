//! Finds absolute URLs in a text, with any scheme, in any script.
//!
//! - A scheme is letters, digits, `+`, `-` and `.` before `://`, from a letter on. `http` and the
//!   like end other letters and digits: `200http://`, `urls.txt-12-http://`.
//! - Anything may stand before it.
//! - It ends at a control character, at the partner of the quote or bracket before it, at
//!   punctuation of another script, at a quote that nothing opened, at the tag that closes the one
//!   around it, and at the next column of its row.
//! - Full stops, commas and brackets that were opened before it are no part of its end.
//!
//! A blank ends a URL, unless the reader of a line takes the words behind it for a part of it.

use super::status::{begins_like, is_status};
use super::word::{ADDRESS, partner};
use super::word_kind::{GapWord, begins_with_media, begins_with_param, is_part};
use crate::bytes::{before, split};
use crate::parse::{is_of_scheme, scheme_offset};
use bstr::{ByteSlice, decode_utf8};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// Characters that are punctuation of some script and not part of URLs, by their codes. Dashes,
/// middle dots and joiners are left out: names have them.
static SIGNS: LazyLock<Vec<RangeInclusive<u32>>> = LazyLock::new(|| {
    let code = |text| u32::from_str_radix(text, 16).expect("it is a number");
    let mut signs = Vec::new();
    for line in include_str!("data/signs.txt").lines() {
        let (first, last) = line.split_once('-').unwrap_or((line, line));
        signs.push(code(first)..=code(last));
    }
    signs
});

/// Returns the length of the punctuation of another script with which a text begins; 0 if there is
/// none.
pub fn sign_length(text: &[u8]) -> usize {
    if text.first().is_none_or(u8::is_ascii) {
        return 0;
    }
    let (Some(found), length) = decode_utf8(text) else {
        return 0;
    };
    let code = u32::from(found);
    let is_sign = SIGNS.iter().any(|signs| signs.contains(&code));
    if is_sign && !found.is_alphanumeric() {
        return length;
    }
    0
}

/// An absolute URL in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbsoluteUrl<'t> {
    whole: &'t [u8],
    /// The offset of its scheme.
    start: usize,
    /// The offset behind its `://`.
    body: usize,
    /// It up to the first blank, without the punctuation behind it.
    pub word: &'t [u8],
}

impl<'t> AbsoluteUrl<'t> {
    /// Returns the text before it.
    pub fn before(self) -> &'t [u8] {
        &self.whole[..self.start]
    }

    /// Returns the text behind its word.
    pub(super) fn behind(self) -> &'t [u8] {
        &self.whole[self.start + self.word.len()..]
    }

    /// Returns it up to the text that is surely not part of it, which is not a blank.
    pub(super) fn text(self) -> &'t [u8] {
        &self.whole[self.start..self.end(false)]
    }

    /// Returns it with its blanks if it stands between quotes.
    pub(super) fn quoted(self) -> Option<&'t [u8]> {
        let open = self.opener()?;
        let end = self.end(false);
        let is_closed = self.whole.get(end).copied() == partner(open);
        if !is_closed || !b"\"'`<".contains(&open) {
            return None;
        }
        Some(&self.whole[self.start..end])
    }

    /// Returns the byte before it.
    fn opener(self) -> Option<u8> {
        self.before().last().copied()
    }

    /// Returns the offset at which it ends.
    fn end(self, is_word: bool) -> usize {
        let opener = self.opener();
        let closer = opener.and_then(partner);
        let row_start = self.row_start();
        let mut depth = 0;
        for at in self.body..self.whole.len() {
            let byte = self.whole[at];
            // Most bytes are these, and none of them ends it.
            if byte.is_ascii_alphanumeric() {
                continue;
            }
            if Some(byte) == closer {
                if depth == 0 {
                    return at;
                }
                depth -= 1;
            } else if Some(byte) == opener {
                depth += 1;
            }
            if Some(at) == row_start || self.ends_at(at, is_word) {
                return at;
            }
        }
        self.whole.len()
    }

    /// Whether it ends before the byte at an offset, whatever encloses it.
    fn ends_at(self, at: usize, is_word: bool) -> bool {
        let rest = &self.whole[at..];
        match rest {
            [0..=b' ' | 0x7F, ..] => is_word,
            [b'<', b'/', ..] | [b'\\', b'"', ..] | [b'"' | b'`'] => true,
            [b'"' | b'`', next, ..] => *next <= b' ' || b",;:)]}<".contains(next),
            [mark @ (b',' | b';' | b'|'), behind @ ..] => self.is_column(behind, *mark),
            [0..=0x7F, ..] => false,
            _ => sign_length(rest) > 0,
        }
    }

    /// Whether the text behind a mark is the next URL of a list, or the next column of a row that
    /// has this mark before the URL too.
    fn is_column(self, behind: &[u8], mark: u8) -> bool {
        let name = before(behind, |byte| !is_of_scheme(byte));
        if behind[name.len()..].starts_with(b"://") && scheme_offset(name) == Some(0) {
            return true;
        }
        if self.opener() != Some(mark) || behind.starts_with(b" ") {
            return false;
        }
        !is_of_url(before(behind, |byte| byte == mark || is_end_of_row(byte)))
    }

    /// Returns the offset of the columns behind a URL with which a row begins.
    fn row_start(self) -> Option<usize> {
        if self.start > 0 {
            return None;
        }
        let row = before(&self.whole[self.body..], is_end_of_row);
        let comma = row.find_byte(b',')?;
        if !is_row(&row[comma + 1..]) {
            return None;
        }
        Some(self.body + comma)
    }
}

/// Returns the part of a text from an offset on, without the stops at its end, and without brackets
/// that were opened before it.
pub fn without_stops(text: &[u8], start: usize) -> &[u8] {
    let opened = text[..start].last();
    let mut url = &text[start..];
    // Each counted once, because a text may have a million of them.
    let mut parentheses = None;
    let mut brackets = None;
    let mut braces = None;
    while let Some((last, rest)) = url.split_last() {
        let is_end = match last {
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'\'' | b'|' | b'&' => true,
            b'*' | b'_' | b'~' => opened == Some(last),
            b')' => take_one(parentheses.get_or_insert_with(|| surplus(url, b'(', b')'))),
            b']' => take_one(brackets.get_or_insert_with(|| surplus(url, b'[', b']'))),
            b'}' => take_one(braces.get_or_insert_with(|| surplus(url, b'{', b'}'))),
            _ => false,
        };
        if !is_end {
            break;
        }
        url = rest;
    }
    url
}

/// Whether a byte ends the columns of a row that have no quotes.
fn is_end_of_row(byte: u8) -> bool {
    byte <= b' ' || byte == b'"'
}

/// Whether a column may go on with the URL before it: `/topic,711.0.html`.
fn is_of_url(column: &[u8]) -> bool {
    is_part(column, GapWord::Column) || begins_with_param(column)
}

/// Whether the columns behind a URL at the start of a row are those of a table: one of them is a
/// status, a date, a type or a URL, or empty.
fn is_row(columns: &[u8]) -> bool {
    let count = split(columns, b',').count();
    let mut is_table = false;
    for column in split(columns, b',') {
        let is_url = column.find("://").is_some();
        if !is_url && is_of_url(column) {
            return false;
        }
        let is_date = begins_like(column, b"0000-00-00");
        // `/offer,200` is a path.
        let is_number = count > 1 && is_status(column);
        is_table |=
            is_url || begins_with_media(column) || is_date || is_number || column.is_empty();
    }
    is_table
}

/// Returns how many more closing brackets than opening ones a text has.
fn surplus(text: &[u8], open: u8, close: u8) -> usize {
    let mut opening = 0_usize;
    let mut closing = 0_usize;
    for byte in text {
        opening += usize::from(*byte == open);
        closing += usize::from(*byte == close);
    }
    closing.saturating_sub(opening)
}

/// Takes one of a number of things, if there are any.
fn take_one(count: &mut usize) -> bool {
    let has_one = *count > 0;
    *count = count.saturating_sub(1);
    has_one
}

/// The absolute URLs of a text, in their order. A URL inside another one is a part of it.
#[derive(Clone, Debug)]
pub struct AbsoluteUrls<'t> {
    text: &'t [u8],
    /// The offset behind the last one.
    at: usize,
}

impl<'t> AbsoluteUrls<'t> {
    pub fn of(text: &'t [u8]) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for AbsoluteUrls<'t> {
    type Item = AbsoluteUrl<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let from = self.at;
            let colon = from + ADDRESS.find(&self.text[from..])?;
            let body = colon + "://".len();
            self.at = body;
            let head = &self.text[from..colon];
            let name = head
                .trim_end_with(|c| c.is_ascii() && is_of_scheme(c as u8))
                .len();
            let Some(offset) = scheme_offset(&head[name..]) else {
                continue;
            };
            let mut found = AbsoluteUrl {
                whole: self.text,
                start: from + name + offset,
                body,
                word: b"",
            };
            let end = found.end(true);
            found.word = without_stops(&self.text[..end], found.start);
            let end = found.start + found.word.len();
            if end > body {
                self.at = end;
                return Some(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::BStr;

    fn words(text: &str) -> Vec<&BStr> {
        let urls = AbsoluteUrls::of(text.as_bytes());
        urls.map(|found| found.word.as_bstr()).collect()
    }

    #[test]
    fn every_url_of_a_text_is_found() {
        for (text, wanted) in [
            (
                "http://a.example/x https://b.example/y",
                &["http://a.example/x", "https://b.example/y"][..],
            ),
            (
                "http://a.example/x,https://b.example/y",
                &["http://a.example/x", "https://b.example/y"],
            ),
            (
                "http://a.example/x|git+ssh://b.example/y",
                &["http://a.example/x", "git+ssh://b.example/y"],
            ),
            (
                "http://a.example/r?to=http://b.example/",
                &["http://a.example/r?to=http://b.example/"],
            ),
            (
                "http://a.example/x->http://b.example/",
                &["http://a.example/x->http://b.example/"],
            ),
            (
                "http://a.example/x→http://b.example/",
                &["http://a.example/x", "http://b.example/"],
            ),
            (
                "(http://a.example/x)(http://b.example/)",
                &["http://a.example/x", "http://b.example/"],
            ),
            ("://x 1:// http://", &[]),
        ] {
            assert_eq!(words(text), wanted, "{text}");
        }
    }

    #[test]
    fn columns_are_no_part_of_a_url() {
        for (text, wanted) in [
            ("1,http://a.example/x,200,Cart", "http://a.example/x"),
            ("1;http://a.example/x;12", "http://a.example/x"),
            ("x,http://a.example/x,", "http://a.example/x"),
            (
                "1,http://a.example/topic,711.0.html",
                "http://a.example/topic,711.0.html",
            ),
            ("1,http://a.example/x,200,\"a\"", "http://a.example/x"),
            ("http://a.example/x,200,Cart", "http://a.example/x"),
            (
                "http://a.example/x,2024-05-01,http://a.example/sitemap.xml",
                "http://a.example/x",
            ),
            ("http://a.example/x,,text/html", "http://a.example/x"),
            ("http://a.example/x,text/html", "http://a.example/x"),
            // Without a sign of a table, commas are part of paths.
            (
                "http://a.example/topic,711.0.html",
                "http://a.example/topic,711.0.html",
            ),
            (
                "http://a.example/7,200,1234.html",
                "http://a.example/7,200,1234.html",
            ),
            (
                "http://a.example/map/@52.1,4.3,12z",
                "http://a.example/map/@52.1,4.3,12z",
            ),
            ("http://a.example/offer,200", "http://a.example/offer,200"),
            ("http://a.example/a,b,c", "http://a.example/a,b,c"),
            (
                "http://a.example/x;jsessionid=1",
                "http://a.example/x;jsessionid=1",
            ),
        ] {
            assert_eq!(words(text).first(), Some(&BStr::new(wanted)), "{text}");
        }
    }

    #[test]
    fn punctuation_of_every_script_is_a_sign() {
        for sign in
            "。、，；：！？（）［］｛｝「」『』【】《》〈〉“”‘’„«»‹›…¿¡،؛؟۔।॥։።។၊•→│".chars()
        {
            let text = sign.to_string();
            assert_eq!(sign_length(text.as_bytes()), text.len(), "{sign}");
        }
        for letter in "aé日本ñйעลा–·\u{200c}🍕".chars() {
            assert_eq!(sign_length(letter.to_string().as_bytes()), 0, "{letter}");
        }
    }
}
