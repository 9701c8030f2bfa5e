//! The pieces of a line of a log: words, quotations, and values behind labels.
//!
//! | written | piece |
//! |---|---|
//! | `a b`, `a \| b`, `a, b`, `[a] (b)` | the words `a` and `b` |
//! | `"a b"`, `'a b'` | the quotation `a b` |
//! | `x=a`, `x: a`, `x => a`, `x="a"`, `"x": "a"`, `{x=a}`, `y{x=a}` | `a`, labelled `x` |
//! | `10:00:00`, `https://a.example/` | words: no label begins with a digit or ends before `//` |

use super::entry::quote;
use crate::bytes::{before, begins_with_letter, has_byte, has_letter, is_digits_and};
use crate::input::word::{ESCAPE, code_end};

/// A piece of a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Piece<'l> {
    /// The name before a mark; empty if there is none.
    pub label: &'l [u8],
    /// The text behind the label, without the quotes or brackets around it.
    pub value: &'l [u8],
    /// The word with its label, if both are one word; or else the value.
    pub whole: &'l [u8],
    pub is_quoted: bool,
}

impl<'l> Piece<'l> {
    /// Returns a word without a label; `None` for other pieces.
    pub(super) fn word(self) -> Option<&'l [u8]> {
        if self.is_quoted || !self.label.is_empty() {
            return None;
        }
        Some(self.value)
    }
}

/// Pieces read of a text. A line of a log has far fewer, and a longer one is not read to its end.
const MOST_PIECES: u16 = 1000;

/// The pieces of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Pieces<'l> {
    rest: &'l [u8],
    /// Number of pieces that may still be read.
    left: u16,
    /// A label whose value is the next piece.
    label: &'l [u8],
    /// The separator right before the next piece, which ends it too.
    separator: u8,
    /// Quotes that nothing closes any more, or zeros.
    lone_quotes: [u8; 3],
}

impl<'l> Pieces<'l> {
    pub(super) fn of(text: &'l [u8]) -> Self {
        Self {
            rest: text,
            left: MOST_PIECES,
            label: b"",
            separator: b' ',
            lone_quotes: [0; 3],
        }
    }

    /// Returns the next piece if it is a word that begins with a letter right behind a blank.
    pub(super) fn next_letters(&self) -> Option<Piece<'l>> {
        let text = self.rest.strip_prefix(b" ")?;
        if !begins_with_letter(text) {
            return None;
        }
        self.clone().next()
    }

    /// Skips what separates pieces.
    fn skip_separators(&mut self) {
        self.separator = b' ';
        while let [first, behind @ ..] = self.rest
            && is_separator(*first)
        {
            self.separator = *first;
            self.rest = match *first {
                ESCAPE => &self.rest[code_end(self.rest, 0)..],
                _ => behind,
            };
        }
    }

    /// Cuts off a quotation; `None` if the text does not begin with one that ends.
    fn quotation(&mut self) -> Option<&'l [u8]> {
        let [open @ (b'"' | b'\'' | b'`'), behind @ ..] = self.rest else {
            return None;
        };
        if self.lone_quotes.contains(open) {
            return None;
        }
        let end = match open {
            b'"' => quote(behind),
            _ => memchr::memchr(*open, behind),
        };
        let Some(end) = end else {
            self.lone_quotes.rotate_left(1);
            self.lone_quotes[0] = *open;
            return None;
        };
        self.rest = &behind[end + 1..];
        Some(&behind[..end])
    }

    /// Cuts off the mark behind a label: `=`, `:`, `=>`; returns whether there is one.
    fn mark(&mut self) -> bool {
        let behind = self.rest.trim_ascii_start();
        let [b'=' | b':', behind @ ..] = behind else {
            return false;
        };
        self.rest = behind.strip_prefix(b">").unwrap_or(behind);
        true
    }

    /// Cuts off a mark between blanks: `x = a`, `x => a`; returns whether there is one.
    fn mark_apart(&mut self) -> bool {
        let Some(behind) = self.rest.strip_prefix(b" =") else {
            return false;
        };
        let behind = behind.strip_prefix(b">").unwrap_or(behind);
        if !behind.starts_with(b" ") {
            return false;
        }
        self.rest = behind;
        true
    }

    /// Cuts off a word; `None` if it is only a label.
    fn word(&mut self) -> Option<Piece<'l>> {
        let shape = WordShape::of(self.rest, self.separator);
        let (whole, behind) = self.rest.split_at(shape.end);
        self.rest = behind;
        let Some(mark) = shape.mark else {
            let value = trimmed(whole);
            if is_label(value) && self.mark_apart() {
                self.label = value;
                return None;
            }
            return Some(Piece {
                label: std::mem::take(&mut self.label),
                value,
                whole: value,
                is_quoted: false,
            });
        };
        let label = &whole[..mark];
        let value = &whole[mark + 1..];
        let value = value.strip_prefix(b">").unwrap_or(value);
        if value.is_empty() {
            let is_empty_value = whole.ends_with(b"=") && !matches!(behind, [b'"' | b'\'', ..]);
            self.label = if is_empty_value { b"" } else { label };
            return None;
        }
        self.label = b"";
        Some(Piece {
            label,
            value: trimmed(value),
            whole: trimmed(whole),
            is_quoted: false,
        })
    }
}

impl<'l> Iterator for Pieces<'l> {
    type Item = Piece<'l>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        loop {
            self.skip_separators();
            if self.rest.is_empty() {
                return None;
            }
            if let Some(value) = self.quotation() {
                if is_label(value) && self.mark() {
                    self.label = value;
                    continue;
                }
                return Some(Piece {
                    label: std::mem::take(&mut self.label),
                    value,
                    whole: value,
                    is_quoted: true,
                });
            }
            if let [b'"' | b'\'' | b'`', behind @ ..] = self.rest {
                self.rest = behind;
                continue;
            }
            if let Some(piece) = self.word() {
                return Some(piece);
            }
        }
    }
}

/// Whether a byte is between pieces, and part of none.
fn is_separator(byte: u8) -> bool {
    matches!(
        byte,
        0..=b' '
            | b'|'
            | b','
            | b';'
            | b':'
            | b'['
            | b'('
            | b'{'
            | b'<'
            | b']'
            | b')'
            | b'}'
            | b'>'
    )
}

/// Whether a byte may end a word, or the label in it.
static STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        stops[byte] = matches!(
            byte as u8,
            0..=b' ' | b'|' | b',' | b';' | b'"' | b'{' | b'=' | b':'
        );
        byte += 1;
    }
    stops
};

/// The extent of a word.
struct WordShape {
    end: usize,
    /// The offset of the mark behind its label.
    mark: Option<usize>,
    /// The length of the text at its start that may be a label.
    label: usize,
    /// Whether its value, as far as it is read, has a colon.
    has_colon: bool,
}

impl WordShape {
    /// Reads the word at the start of a text, behind a separator.
    fn of(text: &[u8], separator: u8) -> Self {
        let mut shape = Self {
            end: 0,
            mark: None,
            label: label_length(text),
            has_colon: false,
        };
        loop {
            shape.end += before(&text[shape.end..], |byte| STOPS[usize::from(byte)]).len();
            let is_label = (1..=shape.label).contains(&shape.end);
            match text.get(shape.end) {
                None | Some(0..=b' ') => return shape,
                Some(b'|' | b';') if text[shape.end] == separator => return shape,
                Some(b'|' | b',' | b';') if shape.ends_at(text) => return shape,
                Some(b'"') if shape.end > 0 && shape.mark.is_none() => return shape,
                Some(b'{') if is_label => return shape,
                Some(b'=' | b':') if shape.mark.is_none() && is_label => {
                    let behind = &text[shape.end..];
                    if behind.starts_with(b"://") {
                        shape.has_colon = true;
                    } else {
                        shape.mark = Some(shape.end);
                        shape.end += usize::from(behind.starts_with(b"=>"));
                    }
                    if matches!(text.get(shape.end + 1), Some(b'"' | b'\'')) {
                        shape.end += 1;
                        return shape;
                    }
                }
                Some(b':') => shape.has_colon = true,
                _ => {}
            }
            shape.end += 1;
        }
    }

    /// Whether the word ends at the separator that is next, which may be part of a path.
    fn ends_at(&mut self, text: &[u8]) -> bool {
        let start = self.mark.map_or(0, |mark| mark + 1);
        let value = &text[start..self.end];
        // Asked at each separator, so of short values only.
        let is_time = value.len() <= LONGEST_TIME && is_column(value) && !has_byte(value, b'/');
        let is_path = value.starts_with(b"/") || self.has_colon && !is_time;
        if !is_path {
            return text[self.end] == b'|' || self.mark.is_some();
        }
        let Some(mark) = self.mark else {
            return false;
        };
        if text[self.end] == b';' {
            return false;
        }
        // Another label with the same mark follows.
        let behind = &text[self.end + 1..];
        let label = label_length(behind);
        label > 0 && behind.get(label) == Some(&text[mark])
    }
}

/// Most bytes of a time.
const LONGEST_TIME: usize = 64;

/// Whether a text may be a label.
fn is_label(text: &[u8]) -> bool {
    !text.is_empty() && label_length(text) == text.len()
}

/// Returns the length of the text at a start that may be a label.
fn label_length(text: &[u8]) -> usize {
    if !begins_with_letter(text) {
        return 0;
    }
    let is_other = |byte: u8| !byte.is_ascii_alphanumeric() && !b"_-.".contains(&byte);
    before(text, is_other).len()
}

/// Opening brackets, in the order of their partners in [`CLOSING`].
const OPENING: [u8; 4] = *b"([{<";
const CLOSING: [u8; 4] = *b")]}>";

/// Returns a word without the marks at its end, and without brackets there that close nothing.
fn trimmed(word: &[u8]) -> &[u8] {
    let is_mark = |byte: &u8| b",;:\"'".contains(byte) || CLOSING.contains(byte);
    let Some(last) = word.iter().rposition(|byte| !is_mark(byte)) else {
        return b"";
    };
    let (body, tail) = word.split_at(last + 1);
    if tail.is_empty() {
        return word;
    }
    // Asked once for all brackets at the end, of which there may be many.
    let opens = OPENING.map(|open| has_byte(body, open));
    let closes_one = |byte: &u8| match CLOSING.iter().position(|close| close == byte) {
        Some(kind) => opens[kind],
        None => false,
    };
    let kept = match tail.iter().rposition(closes_one) {
        Some(closing) => closing + 1,
        None => 0,
    };
    &word[..body.len() + kept]
}

/// Whether a word is no prose: a number, a duration, an address, a sign.
pub(super) fn is_column(word: &[u8]) -> bool {
    if !has_letter(word) || word.starts_with(b"HTTP/") {
        return true;
    }
    let is_of_unit = |byte: &&u8| !byte.is_ascii_digit();
    let unit = word.iter().rev().take_while(is_of_unit).count();
    let number = &word[..word.len() - unit];
    unit <= 4 && number.first().is_some_and(u8::is_ascii_digit) && is_digits_and(number, b".:-/+T")
}
