//! Words outside ASCII: they stand in URLs as escapes of UTF-8.
//!
//! A name of one or two parts is a word, as short names of ASCII letters are. Longer text is a
//! title.

use crate::display_text::{decode, is_mark};

/// Maximum letters of a word, and of one that has letters of [`is_dense`] scripts.
const LONGEST: usize = 24;
const LONGEST_DENSE: usize = 6;

/// Returns the number of parts of a name that is a word with letters outside ASCII: one or two.
pub(super) fn parts(stem: &[u8]) -> Option<usize> {
    // Few names have escapes.
    memchr::memchr(b'%', stem)?;
    let text = decode(stem)?;
    let mut letters = 0;
    let mut dense = false;
    let mut parts = 0;
    let mut is_inside = false;
    for letter in text.chars() {
        if matches!(letter, '-' | '_') {
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

/// Whether a letter stands for a syllable or more: Chinese characters, kana, Korean.
fn is_dense(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_or_two_are_a_word_and_more_are_a_title() {
        for (name, wanted) in [
            ("%D0%B2%D1%85%D0%BE%D0%B4", Some(1)),
            ("caf%C3%A9", Some(1)),
            ("cafe%CC%81", Some(1)),
            ("%D0%BE-%D0%BD%D0%B0%D1%81", Some(2)),
            ("%E6%97%A5%E6%9C%AC", Some(1)),
            (
                "%E0%A4%B9%E0%A4%BF%E0%A4%A8%E0%A5%8D%E0%A4%A6%E0%A5%80",
                Some(1),
            ),
            ("caf%C3%A9-du-monde", None),
            ("caf%C3%A9%20noir", None),
            (
                "%E6%97%A5%E6%9C%AC%E6%97%A5%E6%9C%AC%E6%97%A5%E6%9C%AC%E6%97%A5",
                None,
            ),
            ("%E9-latin", None),
            ("%C3%A9%C3%A92", None),
            ("cafe", None),
            ("a%2Db", None),
        ] {
            assert_eq!(parts(name.as_bytes()), wanted, "{name}");
        }
    }
}
