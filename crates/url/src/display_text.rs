//! Text as people write it. A URL has escapes of UTF-8 where people write letters outside ASCII.

use icu_normalizer::ComposingNormalizer;
use std::borrow::Cow;

/// Whether a text begins with an escape, `%1B`.
pub(crate) fn is_escape(text: &[u8]) -> bool {
    matches!(text, [b'%', first, second, ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit())
}

/// Returns the byte of the escape at the start of a text.
pub(crate) fn escaped_byte(text: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
    is_escape(text).then(|| digit(text[1]) << 4 | digit(text[2]))
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
        let escaped = escaped_byte(self.rest);
        let (&first, tail) = self.rest.split_first()?;
        self.rest = if escaped.is_some() {
            &self.rest[3..]
        } else {
            tail
        };
        Some(escaped.unwrap_or(if first == b'+' { self.plus } else { first }))
    }
}

/// Returns text without escapes; `None` if that is not UTF-8.
pub(crate) fn decode(text: &[u8]) -> Option<Cow<'_, str>> {
    if memchr::memchr(b'%', text).is_none() {
        return std::str::from_utf8(text).ok().map(Cow::Borrowed);
    }
    String::from_utf8(
        Unescaped {
            rest: text,
            plus: b'+',
        }
        .collect(),
    )
    .ok()
    .map(Cow::Owned)
}

/// Returns text as it is compared with what people wrote: without escapes, composed (NFC), in lower
/// case.
pub(crate) fn folded(text: &[u8]) -> Vec<u8> {
    if text.is_ascii() && memchr::memchr(b'%', text).is_none() {
        return text.to_ascii_lowercase();
    }
    let Some(text) = decode(text) else {
        return text.to_ascii_lowercase();
    };
    ComposingNormalizer::new_nfc()
        .normalize(&text)
        .to_lowercase()
        .into_bytes()
}

/// Returns text with escapes for all bytes outside ASCII.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let escape = |b: u8| {
        if b.is_ascii() {
            char::from(b).into()
        } else {
            format!("%{b:02X}")
        }
    };
    Cow::Owned(text.bytes().map(escape).collect())
}

/// Returns the pieces of a text: each character outside ASCII that is escaped, and what is between.
fn pieces(mut rest: &[u8]) -> impl Iterator<Item = (&[u8], Option<char>)> {
    std::iter::from_fn(move || {
        let starts = |at: usize| escaped_byte(&rest[at..]).is_some_and(|byte| !byte.is_ascii());
        let at = memchr::memchr_iter(b'%', rest)
            .find(|&at| starts(at))
            .unwrap_or(rest.len());
        let (length, letter) = if at > 0 {
            (at, None)
        } else {
            let bytes: Vec<u8> = rest.chunks(3).map_while(escaped_byte).take(4).collect();
            let letter = bytes
                .utf8_chunks()
                .next()
                .and_then(|chunk| chunk.valid().chars().next());
            (3 * letter.map_or(1, char::len_utf8), letter)
        };
        let (piece, tail) = rest.split_at(length.min(rest.len()));
        rest = tail;
        (!piece.is_empty()).then_some((piece, letter))
    })
}

/// Whether a text has escapes of characters outside ASCII: they begin with these digits.
fn has_letters(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text)
        .any(|at| matches!(text.get(at + 1), Some(b'C'..=b'F' | b'c'..=b'f')))
}

/// Returns text with its escaped letters and digits as people write them. Other escapes stay, so
/// what is shown says exactly what was escaped.
pub fn shown(text: &[u8]) -> Cow<'_, [u8]> {
    if !has_letters(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = Vec::with_capacity(text.len());
    for (piece, letter) in pieces(text) {
        match letter
            .filter(|&letter| letter.is_alphanumeric() || is_mark(letter) && !is_joiner(letter))
        {
            Some(letter) => shown.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            None => shown.extend_from_slice(piece),
        }
    }
    Cow::Owned(shown)
}

/// Returns text with its escaped letters and digits [as people write them](shown).
pub fn shown_text(text: &str) -> String {
    String::from_utf8_lossy(&shown(text.as_bytes())).into_owned()
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
    for (piece, letter) in pieces(name) {
        let own = letter.and_then(digit).inspect(|_| has_digits = true);
        let piece = own.as_ref().map_or(piece, std::slice::from_ref);
        text.extend_from_slice(piece);
        let is_unit = letter.is_some_and(|letter| "年月日년월일".contains(letter));
        date.extend_from_slice(if is_unit { b"-" } else { piece });
        is_date &= is_unit || piece.iter().all(u8::is_ascii_digit);
    }
    if is_date && date.first().is_some_and(u8::is_ascii_digit) {
        date.truncate(date.len() - usize::from(date.ends_with(b"-")));
        return Some(date);
    }
    has_digits.then_some(text)
}

/// Returns a decimal digit outside ASCII as one of ASCII.
fn digit(letter: char) -> Option<u8> {
    /// The zeros of scripts in common use.
    const ZEROS: &str = "٠۰०০੦૦୦௦౦೦൦๐໐༠၀០᠐０";
    let value = |zero: char| {
        u32::from(letter)
            .checked_sub(u32::from(zero))
            .filter(|value| *value < 10)
    };
    ZEROS
        .chars()
        .find_map(value)
        .map(|value| b'0' + value as u8)
}

/// Whether a character belongs to the letter before it: accents, signs of vowels and tones, and the
/// [joiners](is_joiner) of Persian and Indian scripts.
pub(crate) fn is_mark(letter: char) -> bool {
    is_joiner(letter)
        || matches!(letter,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}'
        | '\u{900}'..='\u{DFF}' | '\u{E31}'..='\u{E4E}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17D3}'
        | '\u{3099}' | '\u{309A}')
}

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
            ("%E9T%E9", "%e9t%e9"),
        ] {
            assert_eq!(folded(name.as_bytes()), wanted.as_bytes(), "{name}");
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
