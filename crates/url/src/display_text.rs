//! Text as people write it. A URL has escapes of UTF-8 where people write letters outside ASCII.

use crate::bytes::{has_byte, is_digits};
use crate::legacy_text;
use icu_normalizer::ComposingNormalizer;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Whether a text begins with an escape, `%1B`.
pub(crate) fn is_escape(text: &[u8]) -> bool {
    escaped_byte(text).is_some()
}

/// Returns the byte of the escape at the start of a text.
pub(crate) fn escaped_byte(text: &[u8]) -> Option<u8> {
    hex_byte(text.strip_prefix(b"%")?)
}

/// Returns the byte of the two hexadecimal digits at the start of a text.
#[inline]
pub(crate) fn hex_byte(text: &[u8]) -> Option<u8> {
    let [first, second, ..] = text else {
        return None;
    };
    let first = char::from(*first).to_digit(16)?;
    let second = char::from(*second).to_digit(16)?;
    Some((first << 4 | second) as u8)
}

/// Appends the escape of a byte.
pub(crate) fn push_escape(byte: u8, text: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let high = DIGITS[usize::from(byte >> 4)];
    let low = DIGITS[usize::from(byte & 15)];
    text.extend([b'%', high, low]);
}

/// Iterates over the bytes of a text, without escapes.
pub(crate) struct Unescaped<'a> {
    rest: &'a [u8],
    /// The byte for which `+` stands.
    plus: u8,
}

impl<'a> Unescaped<'a> {
    /// Reads text of a form, in which `+` is a blank.
    pub(crate) fn of_form(rest: &'a [u8]) -> Self {
        Self { rest, plus: b' ' }
    }
}

impl Iterator for Unescaped<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(byte) = escaped_byte(self.rest) {
            self.rest = &self.rest[3..];
            return Some(byte);
        }
        let (&byte, tail) = self.rest.split_first()?;
        self.rest = tail;
        match byte {
            b'+' => Some(self.plus),
            _ => Some(byte),
        }
    }
}

/// Returns text without escapes; `None` if that is neither UTF-8 nor a name in an earlier charset.
pub(crate) fn decode(text: &[u8]) -> Option<Cow<'_, str>> {
    if !has_byte(text, b'%') {
        let text = str::from_utf8(text).ok()?;
        return Some(Cow::Borrowed(text));
    }
    let text = match String::from_utf8(unescaped(text)) {
        Ok(text) => text,
        Err(error) => legacy_text::readings(error.as_bytes()).next()?,
    };
    Some(Cow::Owned(text))
}

/// Returns the bytes of a text without escapes.
fn unescaped(text: &[u8]) -> Vec<u8> {
    let bytes = Unescaped {
        rest: text,
        plus: b'+',
    };
    bytes.collect()
}

/// Returns text as it is compared with what people wrote: without escapes, composed (NFC), in lower
/// case.
pub(crate) fn folded(text: &[u8]) -> Vec<u8> {
    if text.is_ascii() && !has_byte(text, b'%') {
        return text.to_ascii_lowercase();
    }
    let Some(text) = decode(text) else {
        return text.to_ascii_lowercase();
    };
    folded_text(&text)
}

/// Returns the name of a parameter as it is compared with names that people wrote: [folded], with a
/// blank for `+`, and without escapes, however often they were escaped.
pub(crate) fn folded_name(name: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        text.push(if byte == b'+' { b' ' } else { byte });
        // `%2520` is `%20`.
        while byte == b'%' && begins_with_escaped_escape(rest) {
            rest = &rest[2..];
        }
    }
    folded(&text)
}

/// Whether the text after a `%` is that of the escape of another escape: `2520`.
fn begins_with_escaped_escape(text: &[u8]) -> bool {
    match text.strip_prefix(b"25") {
        Some(inner) => hex_byte(inner).is_some(),
        None => false,
    }
}

/// Returns the texts that a name with escapes may be, as they are [compared](folded): several if
/// its bytes are not UTF-8.
pub(crate) fn folded_readings(text: &[u8]) -> Vec<Vec<u8>> {
    match String::from_utf8(unescaped(text)) {
        Ok(text) => vec![folded_text(&text)],
        Err(error) => legacy_text::readings(error.as_bytes())
            .map(|reading| folded_text(&reading))
            .collect(),
    }
}

fn folded_text(text: &str) -> Vec<u8> {
    let composed = ComposingNormalizer::new_nfc().normalize(text);
    composed.to_lowercase().into_bytes()
}

/// Returns text with escapes for all bytes outside ASCII.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let escape = |byte: u8| match byte {
        0..0x80 => String::from(char::from(byte)),
        _ => format!("%{byte:02X}"),
    };
    let escaped = text.bytes().map(escape);
    Cow::Owned(escaped.collect())
}

/// A piece of a text, as it is written there.
struct EscapedPiece<'a> {
    text: &'a [u8],
    /// The character outside ASCII of which it is the escape; `None` if it is other text.
    letter: Option<char>,
}

/// Returns the pieces of a text: each character outside ASCII that is escaped, and what is between.
fn pieces(mut rest: &[u8]) -> impl Iterator<Item = EscapedPiece<'_>> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut escapes = memchr::memchr_iter(b'%', rest);
        let first = escapes.find(|&at| begins_letter(&rest[at..]));
        let mut letter = None;
        let mut length = first.unwrap_or(rest.len());
        if length == 0 {
            letter = first_letter(rest);
            let escaped_bytes = match letter {
                Some(letter) => letter.len_utf8(),
                None => 1,
            };
            length = "%C3".len() * escaped_bytes;
        }
        let (text, tail) = rest.split_at(length);
        rest = tail;
        Some(EscapedPiece { text, letter })
    })
}

/// Whether a text begins with the escape of a byte outside ASCII.
fn begins_letter(text: &[u8]) -> bool {
    match escaped_byte(text) {
        Some(byte) => !byte.is_ascii(),
        None => false,
    }
}

/// Returns the character whose escape begins a text; `None` if the bytes are not UTF-8.
fn first_letter(text: &[u8]) -> Option<char> {
    let escapes = text.chunks("%C3".len()).take(4);
    let bytes: Vec<u8> = escapes.map_while(escaped_byte).collect();
    let chunk = bytes.utf8_chunks().next()?;
    chunk.valid().chars().next()
}

/// Whether a text has escapes of characters outside ASCII: they begin with these digits.
fn has_letters(text: &[u8]) -> bool {
    let begins = |at: usize| matches!(text.get(at + 1), Some(b'C'..=b'F' | b'c'..=b'f'));
    memchr::memchr_iter(b'%', text).any(begins)
}

/// Returns text with its escaped letters and digits as people write them. Other escapes stay, so
/// what is shown says exactly what was escaped.
pub fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    if !has_letters(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = Vec::with_capacity(text.len());
    for piece in pieces(text) {
        match piece.letter {
            Some(letter) if is_seen(letter) => {
                let mut buffer = [0; 4];
                let letter = letter.encode_utf8(&mut buffer);
                shown.extend_from_slice(letter.as_bytes());
            }
            _ => shown.extend_from_slice(piece.text),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is shown instead of its escape.
pub(crate) fn is_seen(letter: char) -> bool {
    if is_joiner(letter) {
        return false;
    }
    letter.is_alphanumeric() || is_mark(letter)
}

/// Returns text with its escaped letters and digits [as people write them](shown).
pub fn shown_text(text: &str) -> Cow<'_, str> {
    match shown(text.as_bytes()) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(shown) => Cow::Owned(String::from_utf8_lossy(&shown).into_owned()),
    }
}

/// Returns a name whose digits are of other scripts with those of ASCII, `٤٢` as `42`, and a date
/// such as `2024年5月6日` as `2024-5-6`; `None` if it is no such name.
pub(crate) fn with_digits(name: &[u8]) -> Option<Vec<u8>> {
    if !has_letters(name) {
        return None;
    }
    let mut text = Vec::with_capacity(name.len());
    let mut date = Vec::new();
    let mut has_digits = false;
    let mut is_date = true;
    for piece in pieces(name) {
        if let Some(letter) = piece.letter
            && let Some(digit) = digit(letter)
        {
            has_digits = true;
            text.push(digit);
            date.push(digit);
            continue;
        }
        text.extend_from_slice(piece.text);
        if piece.letter.is_some_and(is_unit) {
            date.push(b'-');
        } else {
            is_date &= is_digits(piece.text);
            date.extend_from_slice(piece.text);
        }
    }
    if is_date && date.first().is_some_and(u8::is_ascii_digit) {
        if date.ends_with(b"-") {
            date.pop();
        }
        return Some(date);
    }
    if !has_digits {
        return None;
    }
    Some(text)
}

/// Whether a letter stands behind the year, month or day of a date.
fn is_unit(letter: char) -> bool {
    "年月日년월일".contains(letter)
}

/// Returns a decimal digit outside ASCII as one of ASCII.
fn digit(letter: char) -> Option<u8> {
    /// The zeros of scripts in common use.
    const ZEROS: &str = "٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０";
    for zero in ZEROS.chars() {
        let value = u32::from(letter).wrapping_sub(zero.into());
        if value < 10 {
            return Some(b'0' + value as u8);
        }
    }
    None
}

/// Whether a character belongs to the letter before it: accents, signs of vowels and tones, and the
/// [joiners](is_joiner) of Persian and Indian scripts.
pub(crate) fn is_mark(letter: char) -> bool {
    if is_joiner(letter) {
        return true;
    }
    MARKS.iter().any(|marks| marks.contains(&letter))
}

/// Signs that belong to the letter before them.
const MARKS: [RangeInclusive<char>; 9] = [
    // Latin, Greek and Cyrillic.
    '\u{300}'..='\u{36F}',
    // Hebrew.
    '\u{591}'..='\u{5C7}',
    // Arabic.
    '\u{610}'..='\u{61A}',
    '\u{64B}'..='\u{65F}',
    // The scripts of India and Sri Lanka, with their letters.
    '\u{900}'..='\u{DFF}',
    // Thai.
    '\u{E31}'..='\u{E4E}',
    // Burmese and Khmer.
    '\u{1000}'..='\u{109F}',
    '\u{1780}'..='\u{17D3}',
    // Japanese.
    '\u{3099}'..='\u{309A}',
];

/// Whether a character joins letters or keeps them apart, and is not seen itself.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200C}' | '\u{200D}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_people_write_them() {
        for (name, wanted) in [
            ("%D0%92%D1%85%D0%BE%D0%B4", "вход"),
            ("Вход", "вход"),
            ("cafe%CC%81", "café"),
            ("a%2Fb", "a/b"),
            ("Login", "login"),
            ("%E9T%E9", "été"),
            ("%C2%F5%EE%E4", "вход"),
            ("T%A0", "t%a0"),
        ] {
            assert_eq!(folded(name.as_bytes()), wanted.as_bytes(), "{name}");
        }
    }

    #[test]
    fn names_of_parameters_are_compared_without_escapes() {
        for (name, wanted) in [
            ("my name", "my name"),
            ("My+Name", "my name"),
            ("my%20name", "my name"),
            ("my%2520name", "my name"),
            ("my%252520name", "my name"),
            ("m%59%2Bname", "my+name"),
            ("m%79%252bname", "my+name"),
            ("user%5Bname%5d", "user[name]"),
            ("user%255bname%255D", "user[name]"),
            ("100%25", "100%"),
            ("100%", "100%"),
            ("%25zz", "%zz"),
            ("%D0%92%D1%85%D0%BE%D0%B4", "вход"),
            ("%25D0%2592%25d1%2585%25D0%25BE%25D0%25B4", "вход"),
        ] {
            let folded = folded_name(name.as_bytes());
            assert_eq!(folded, wanted.as_bytes(), "{name}");
        }
    }

    #[test]
    fn letters_are_shown_and_other_escapes_stay() {
        for (name, wanted) in [
            ("%D0%B2%D1%85%D0%BE%D0%B4", "вход"),
            ("caf%C3%A9-%2Fb%20c", "café-%2Fb%20c"),
            ("%E0%A4%B9%E0%A4%BF", "हि"),
            ("a%E2%80%AEb", "a%E2%80%AEb"),
            ("a%E2%80%8Cb", "a%E2%80%8Cb"),
            ("%E9t%E9", "%E9t%E9"),
            ("%C3%C3%A9%C3", "%C3é%C3"),
            ("%F0%9F%98%80%D9%A2", "%F0%9F%98%80٢"),
        ] {
            assert_eq!(
                str::from_utf8(&shown(name.as_bytes())),
                Ok(wanted),
                "{name}"
            );
            let again = escaped(wanted);
            assert_eq!(again, name, "what is shown can be read again");
        }
    }

    #[test]
    fn digits_of_all_scripts_are_digits() {
        for (name, wanted) in [
            ("٢٠٢٤", Some("2024")),
            ("२०२४-०५-०६", Some("2024-05-06")),
            ("２０２４", Some("2024")),
            ("2024年5月6日", Some("2024-5-6")),
            ("2024年", Some("2024")),
            ("2024년5월", Some("2024-5")),
            ("page۲", Some("page2")),
            ("日", None),
            ("第2章", None),
            ("вход", None),
        ] {
            let found = with_digits(escaped(name).as_bytes());
            assert_eq!(found.as_deref(), wanted.map(str::as_bytes), "{name}");
        }
    }
}
