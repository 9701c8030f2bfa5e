//! The units of a text as marks separate them: letters with their signs, digits, blanks and marks.

use super::combining::{is_sign, is_stroke};

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum UnitKind {
    /// A blank.
    Blank,
    /// A comma or another sign that ends clauses.
    Pause,
    /// Any other sign.
    Mark,
    /// A digit.
    Digit,
    /// A letter of a script with blanks between words.
    Letter,
    /// An ideograph, or a character of another script that is written in squares or without blanks.
    Character,
}

impl UnitKind {
    pub(super) fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            ',' | ';' | ':' | '!' | '?' | '、' | '。' => Self::Pause,
            '\0'..='\x7F' if c.is_ascii_whitespace() => Self::Blank,
            '\0'..='\x7F' => Self::Mark,
            _ if is_character(c) => Self::Character,
            _ if is_sign(c) || c.is_alphabetic() => Self::Letter,
            _ if c.is_numeric() => Self::Digit,
            _ if c.is_whitespace() => Self::Blank,
            _ => Self::Mark,
        }
    }

    /// Returns whether such units stand between letters.
    pub(super) fn separates(self) -> bool {
        self <= Self::Mark
    }

    pub(super) fn is_letter(self) -> bool {
        self >= Self::Letter
    }
}

/// Returns whether a character is an ideograph, of kana, a syllable of Hangul, or of Thai, Lao,
/// Myanmar or Khmer.
fn is_character(c: char) -> bool {
    match c {
        '\u{4E00}'..='\u{9FFF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{3005}'..='\u{3007}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => true,
        '\u{E00}'..='\u{EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1780}'..='\u{17D3}'
        | '\u{3041}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}' => is_sign(c) || c.is_alphabetic(),
        _ => false,
    }
}

/// A unit of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    /// The range in the text, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is a pictograph.
    pub(super) is_picture: bool,
}

/// Splits a text into units.
pub(super) fn units(text: &str) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(text.len() / 2);
    for (start, c) in text.char_indices() {
        let end = start + c.len_utf8();
        if let Some(last) = units.last_mut()
            && (is_stroke(c) || is_sign(c) && last.kind.is_letter())
        {
            last.end = end;
            continue;
        }
        units.push(Unit {
            kind: UnitKind::of(c),
            start,
            end,
            is_picture: c >= '\u{1F000}',
        });
    }
    units
}
