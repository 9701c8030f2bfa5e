//! Words outside ASCII: they stand in URLs as escapes of UTF-8.
//!
//! A name of one or two parts is a word, as short names of ASCII letters are. Longer text is a
//! title.

use super::census::is_escape;
use icu_normalizer::ComposingNormalizer;
use std::borrow::Cow;

/// Maximum letters of a word, and of one that has letters of [`is_dense`] scripts.
const LONGEST: usize = 24;
const LONGEST_DENSE: usize = 6;

/// Returns the number of parts of a name that is a word with letters outside ASCII: one or two.
pub(super) fn parts(stem: &[u8]) -> Option<usize> {
    // Few names have escapes.
    memchr::memchr(b'%', stem)?;
    let text = decode(stem)?;
    let (mut letters, mut dense, mut parts, mut is_inside) = (0, false, 0, false);
    for letter in text.chars() {
        if is_joint(letter) {
            is_inside = false;
        } else if letter.is_alphabetic() || is_mark(letter) {
            letters += 1;
            dense |= is_dense(letter);
            parts += usize::from(!is_inside);
            is_inside = true;
        } else {
            return None;
        }
    }
    let longest = if dense { LONGEST_DENSE } else { LONGEST };
    (!text.is_ascii() && (1..=2).contains(&parts) && letters <= longest).then_some(parts)
}

/// Returns the text of a name without escapes; `None` if that is not UTF-8.
pub(super) fn decode(name: &[u8]) -> Option<Cow<'_, str>> {
    if memchr::memchr(b'%', name).is_none() {
        return std::str::from_utf8(name).ok().map(Cow::Borrowed);
    }
    let (mut bytes, mut rest) = (Vec::with_capacity(name.len()), name);
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or_default() as u8;
    while let [first, tail @ ..] = rest {
        if is_escape(rest) {
            bytes.push(digit(rest[1]) << 4 | digit(rest[2]));
            rest = &rest[3..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// Returns a name as it is compared with names that people wrote: without escapes, composed (NFC),
/// in lower case.
pub(super) fn folded(name: &[u8]) -> Vec<u8> {
    if name.is_ascii() && memchr::memchr(b'%', name).is_none() {
        return name.to_ascii_lowercase();
    }
    let Some(text) = decode(name) else { return name.to_ascii_lowercase() };
    ComposingNormalizer::new_nfc().normalize(&text).to_lowercase().into_bytes()
}

/// Whether a character joins the parts of a name.
fn is_joint(letter: char) -> bool {
    matches!(letter, '-' | '_')
}

/// Whether a character belongs to the letter before it: accents, signs of vowels and tones, and the
/// joiners of Persian and Indian scripts.
fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}'
        | '\u{900}'..='\u{DFF}' | '\u{E31}'..='\u{E4E}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17D3}'
        | '\u{200C}' | '\u{200D}' | '\u{3099}' | '\u{309A}')
}

/// Whether a letter stands for a syllable or more: Chinese characters, kana, Korean.
fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
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
    fn one_word_or_two_are_a_word_and_more_are_a_title() {
        for (name, wanted) in [
            ("%D0%B2%D1%85%D0%BE%D0%B4", Some(1)),
            ("caf%C3%A9", Some(1)),
            ("cafe%CC%81", Some(1)),
            ("%D0%BE-%D0%BD%D0%B0%D1%81", Some(2)),
            ("%E6%97%A5%E6%9C%AC", Some(1)),
            ("%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80", Some(1)),
            ("caf%C3%A9-du-monde", None),
            ("caf%C3%A9%20noir", None),
            ("%E6%97%A5%E6%9C%AC%E6%97%A5%E6%9C%AC%E6%97%A5%E6%9C%AC%E6%97%A5", None),
            ("%E9-latin", None),
            ("%C3%A9%C3%A92", None),
            ("cafe", None),
            ("a%2Db", None),
        ] {
            assert_eq!(parts(name.as_bytes()), wanted, "{name}");
        }
    }
}
