//! Evidence for the language of a host: whether its names read like English, or like another
//! language.
//!
//! For each pair of neighbouring letters, `data/letter_pairs.txt` says how much more frequent it is
//! in the words of other languages than in English ones, in quarters of a bit; `data/README.md`
//! says how it was made. Learning adds the evidence of a host's names.

use super::catalogue;
use super::random;
use super::traits::Traits;
use super::words::{self, WordMarks};
use crate::bytes::{
    has_byte, is_letters, is_letters_and, is_small_letters, is_small_letters_and, joined,
};
use crate::display_text::{decode, folded_readings, is_mark};
use std::cell::OnceCell;

/// The evidence of each pair of letters: 27 rows of 27 letters and a line end. The first letter of
/// each row and column is the edge of a word. [`NEUTRAL`] is no evidence.
static PAIRS: &[u8; 28 * 27] = include_bytes!("data/letter_pairs.txt");
const NEUTRAL: i32 = b'P' as i32;

/// Quarters of a bit: the most and the least evidence of a part by its letters; that of a part
/// outside ASCII, in the catalogue or in the list of joining words; that of an English one.
const MOST: i32 = 10;
const LEAST: i32 = -12;
const OUTSIDE: i32 = 12;
const ENGLISH: i32 = -6;

/// Hundredths of a bit that a letter costs in the mixture of languages, above which a part is no
/// word of any language: names of users, invented names.
const NO_LANGUAGE: i32 = 400;

/// Quarters of a bit for each part above which a title is not English.
const FOREIGN_TITLE: i32 = 2;

/// Length of names up to which the catalogue has some that people have as well: `lisa`, `tara`.
const LONGEST_GIVEN_NAME: usize = 4;

/// Minimum letters of a part that is judged.
const SHORTEST: usize = 3;

/// Maximum length of a name in ASCII that the catalogue lists: 26 letters in three words, and their
/// transliteration.
const LONGEST: usize = 32;

/// The evidence of a name for the language of its host, and its meaning there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speech {
    /// Evidence in quarters of a bit, above 0 for another language than English.
    pub evidence: i8,
    /// The number of its parts that are judged in the low bits, and its [form](Self::ONE).
    bits: u8,
    /// The traits of what it means.
    meaning: u8,
}

impl Speech {
    const COUNT: u8 = 15;
    /// Maximum words of a name that has a form.
    const MOST_PARTS: u8 = 3;
    /// The place of the lowest bit of its meaning among traits.
    const SHIFT: u32 = Traits::KNOWN.trailing_zeros();
    const PROTECTED: u8 = 1 << 5;
    /// One word of letters, not counting those that join others.
    pub const ONE: u8 = 1 << 4;
    /// Two words of letters, with at most one that joins them: `termos-de-uso`.
    pub const TWO: u8 = 1 << 5;
    /// A title by the rules whose words read like another language, or that the catalogue lists.
    pub const TITLE: u8 = 1 << 6;
    /// The catalogue lists it, and it is longer than most names of people.
    pub const LISTED: u8 = 1 << 7;

    /// Reads a title without its extension; `None` if it has more than three words, or these are
    /// English, and the catalogue does not list it.
    pub(super) fn of_title(stem: &[u8]) -> Option<Self> {
        // Most titles have more words, and need no reading.
        let mut words = joined(stem).filter(|part| !part.is_empty());
        let is_long = words.nth(usize::from(Self::MOST_PARTS)).is_some();
        // The catalogue has longer names in scripts outside ASCII alone.
        if is_long && (!has_byte(stem, b'%') || listed(stem).is_none()) {
            return None;
        }
        let mut speech = Self::read(stem);
        let is_foreign = i32::from(speech.evidence) > speech.parts() * FOREIGN_TITLE;
        if speech.meaning == 0 && !(is_foreign && speech.has(Self::TWO | Self::TITLE)) {
            return None;
        }
        speech.bits |= Self::TITLE;
        Some(speech)
    }

    /// The form of a title that may be the name of a task, which is no evidence.
    pub(super) fn of_task_title() -> Self {
        Self {
            bits: Self::TITLE,
            ..Self::default()
        }
    }

    /// Reads a name without its extension, given its traits.
    pub(super) fn of(stem: &[u8], traits: Traits) -> Self {
        if traits.has(Traits::KNOWN) && stem.len() >= SHORTEST && is_small_letters(stem) {
            return Self {
                evidence: ENGLISH as i8,
                bits: 1 | Self::ONE,
                meaning: 0,
            };
        }
        let mut speech = Self::read(stem);
        speech.bits &= !Self::TITLE;
        speech
    }

    fn read(stem: &[u8]) -> Self {
        // Names of English words are not looked up in the catalogue.
        let whole = OnceCell::new();
        let is_whole_listed = || whole.get_or_init(|| listed(stem)).is_some();
        let mut evidence = 0;
        let mut count = 0;
        let mut parts = 0_u8;
        let mut joining = 0;
        let mut is_worded = true;
        for part in joined(stem).filter(|part| !part.is_empty()) {
            let is_whole = part.len() == stem.len();
            parts = parts.saturating_add(1);
            evidence += if is_letters(part) {
                let marks = words::look_up(part);
                let joins = !is_whole && (part.len() == 1 || marks.has(WordMarks::JOINING_ABROAD));
                joining += u8::from(joins);
                if joins && part.len() > 1 {
                    OUTSIDE
                } else if part.len() < SHORTEST {
                    continue;
                } else if marks.has(WordMarks::KNOWN) {
                    ENGLISH
                } else if is_whole_listed() {
                    OUTSIDE
                } else {
                    match judge(part) {
                        sum if sum < MOST && !is_whole && listed(part).is_some() => OUTSIDE,
                        sum => sum,
                    }
                }
            } else if has_byte(part, b'%') {
                is_whole_listed();
                OUTSIDE
            } else {
                is_worded = false;
                continue;
            };
            count += 1;
            if count == Self::COUNT {
                break;
            }
        }
        let mut form = match parts - joining {
            _ if !is_worded || parts > Self::MOST_PARTS => 0,
            1 => Self::ONE,
            2 => Self::TWO,
            3 => Self::TITLE,
            _ => 0,
        };
        let mut meaning = 0;
        if let Some(traits) = whole.into_inner().flatten() {
            meaning = (traits.0 >> Self::SHIFT) as u8 & 31;
            if traits.has(Traits::PROTECTED) {
                meaning |= Self::PROTECTED;
            }
            if stem.len() > LONGEST_GIVEN_NAME {
                form |= Self::LISTED;
            }
        }
        Self {
            evidence: evidence.clamp(-127, 127) as i8,
            bits: count | form,
            meaning,
        }
    }

    /// Returns all that it says as one number.
    pub fn number(self) -> u32 {
        u32::from_le_bytes([self.evidence.cast_unsigned(), self.bits, self.meaning, 0])
    }

    /// Returns the number of its parts that are judged.
    pub fn parts(self) -> i32 {
        i32::from(self.bits & Self::COUNT)
    }

    /// Whether it has any of these forms.
    pub fn has(self, forms: u8) -> bool {
        self.bits & forms != 0
    }

    /// Returns the traits of the English name that it translates, by the catalogue; nothing if it
    /// is not listed.
    pub fn meaning(self) -> Traits {
        let mut traits = Traits(u32::from(self.meaning & 31) << Self::SHIFT);
        if self.meaning & Self::PROTECTED != 0 {
            traits.0 |= Traits::PROTECTED;
        }
        traits
    }
}

/// Whether a name with letters outside ASCII is a word: by its length, or because the catalogue
/// lists it.
pub(super) fn is_word(stem: &[u8]) -> bool {
    foreign_parts(stem).is_some() || listed(stem).is_some()
}

/// Returns the traits of a word outside ASCII, or of one after `~` that the catalogue lists; `None`
/// for other names.
pub(super) fn traits(stem: &[u8]) -> Option<Traits> {
    if let [b'~', name @ ..] = stem {
        listed(name)?;
        return Some(Traits(Traits::KNOWN | Traits::ACTION));
    }
    memchr::memchr(b'%', stem)?;
    let mut traits = Traits(Traits::READABLE);
    match listed(stem) {
        Some(listed) => traits.0 |= listed.0,
        None if foreign_parts(stem)? > 1 => traits.0 |= Traits::JOINED,
        None => {}
    }
    Some(traits)
}

/// Returns the traits that the catalogue has for a name.
pub(super) fn listed(name: &[u8]) -> Option<Traits> {
    if name.len() > LONGEST && !has_byte(name, b'%') {
        return None;
    }
    if is_small_letters_and(name, b"-_") {
        catalogue::traits(name)
    } else if is_letters_and(name, b"-_") {
        catalogue::traits(&name.to_ascii_lowercase())
    } else {
        // Other names in ASCII are not listed, and would be taken for listed ones now and then.
        memchr::memchr(b'%', name)?;
        let readings = folded_readings(name);
        readings.iter().find_map(|name| catalogue::traits(name))
    }
}

/// Returns the evidence of a part of ASCII letters.
fn judge(part: &[u8]) -> i32 {
    let mut last = 0;
    let mut sum = 0;
    let mut pairs = 0;
    for letter in part.iter().map(|b| usize::from(b & 31)).chain([0]) {
        sum += i32::from(PAIRS[28 * last + letter]) - NEUTRAL;
        last = letter;
        pairs += 1;
    }
    let is_word = || random::bits(part) - sum * 25 / pairs <= NO_LANGUAGE;
    if sum > 0 && !is_word() {
        0
    } else {
        sum.clamp(LEAST, MOST)
    }
}

/// Maximum letters of a word, and of one that has letters of [`is_dense`] scripts.
const LONGEST_WORD: usize = 24;
const LONGEST_DENSE: usize = 6;

/// Returns the number of parts of a name that is a word with letters outside ASCII, which stand in
/// URLs as escapes: one or two, as short names of ASCII letters have. Longer text is a
/// title.
fn foreign_parts(stem: &[u8]) -> Option<usize> {
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
    let longest = if dense { LONGEST_DENSE } else { LONGEST_WORD };
    let is_word = !text.is_ascii() && (1..=2).contains(&parts) && letters <= longest;
    is_word.then_some(parts)
}

/// Whether a letter stands for a syllable or more: Chinese characters, kana, Korean.
fn is_dense(letter: char) -> bool {
    matches!(
        letter,
        '\u{3041}'..='\u{30FF}'
            | '\u{3400}'..='\u{9FFF}'
            | '\u{AC00}'..='\u{D7A3}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
    )
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
            ("%E9-latin", Some(2)),
            ("%B5%C7%C2%BC", Some(1)),
            ("%E0%E4%EC%E8%ED", Some(1)),
            ("latin-%A0", None),
            ("%C3%A9%C3%A92", None),
            ("cafe", None),
            ("a%2Db", None),
        ] {
            assert_eq!(foreign_parts(name.as_bytes()), wanted, "{name}");
        }
    }
}
