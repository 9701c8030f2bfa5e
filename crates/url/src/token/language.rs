//! Evidence for the language of a host: whether its names read like English, or like another
//! language.
//!
//! For each pair of neighbouring letters, `data/letter_pairs.txt` says how much more frequent it is
//! in the words of other languages than in English ones, in quarters of a bit; `data/README.md`
//! says how it was made. Learning adds the evidence of a host's names.

use super::random;
use super::words::{self, WordMarks};

/// The evidence of each pair of letters: 27 rows of 27 letters and a line end. The first letter of
/// each row and column is the edge of a word. [`NEUTRAL`] is no evidence.
static PAIRS: &[u8; 28 * 27] = include_bytes!("data/letter_pairs.txt");
const NEUTRAL: i32 = b'P' as i32;

/// Quarters of a bit: the most and the least evidence of a part, that of a part outside ASCII, and
/// of one in the English lists.
const MOST: i32 = 10;
const LEAST: i32 = -12;
const OUTSIDE: i32 = 12;
const ENGLISH: i32 = -6;

/// Hundredths of a bit that a letter costs in the mixture of languages, above which a part is no
/// word of any language: names of users, invented names.
const NO_LANGUAGE: i32 = 400;

/// Quarters of a bit for each part above which a title is not English.
const FOREIGN_TITLE: i32 = 2;

/// Minimum letters of a part that is judged.
const SHORTEST: usize = 3;

/// The evidence of a name for the language of its host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speech {
    /// Evidence in quarters of a bit, above 0 for another language than English.
    pub evidence: i8,
    /// The number of its parts that are judged in the low bits, and its [form](Self::ONE).
    bits: u8,
}

impl Speech {
    const COUNT: u8 = 15;
    /// One word of letters.
    pub const ONE: u8 = 1 << 4;
    /// Two words of letters.
    pub const TWO: u8 = 1 << 5;

    /// A title of three words that read like another language.
    pub const TITLE: u8 = 1 << 6;

    /// Reads a title without its extension; `None` if it has not three words of letters, or these
    /// are English.
    pub(super) fn of_title(stem: &[u8]) -> Option<Self> {
        let speech = Self::of(stem);
        let is_foreign = || i32::from(speech.evidence) > speech.parts() * FOREIGN_TITLE;
        (speech.has(Self::TITLE) && is_foreign()).then_some(speech)
    }

    /// Reads a name without its extension.
    pub(super) fn of(stem: &[u8]) -> Self {
        let (mut evidence, mut count, mut parts, mut is_worded) = (0, 0, 0_u8, true);
        for part in stem.split(|b| matches!(b, b'-' | b'_')).filter(|part| !part.is_empty()) {
            parts = parts.saturating_add(1);
            if memchr::memchr(b'%', part).is_some() {
                evidence += OUTSIDE;
            } else if !part.iter().all(u8::is_ascii_alphabetic) {
                is_worded = false;
                continue;
            } else if part.len() < SHORTEST {
                continue;
            } else if words::look_up(part).has(WordMarks::KNOWN) {
                evidence += ENGLISH;
            } else {
                evidence += judge(part);
            }
            count += 1;
            if count == Self::COUNT {
                break;
            }
        }
        let form = match parts {
            1 if is_worded => Self::ONE,
            2 if is_worded => Self::TWO,
            3 if is_worded => Self::TITLE,
            _ => 0,
        };
        Self { evidence: evidence.clamp(-127, 127) as i8, bits: count | form }
    }

    /// Removes the mark of a title.
    pub(super) fn of_word(self) -> Self {
        Self { bits: self.bits & !Self::TITLE, ..self }
    }

    /// Returns the number of its parts that are judged.
    pub fn parts(self) -> i32 {
        i32::from(self.bits & Self::COUNT)
    }

    /// Whether it has any of these forms.
    pub fn has(self, forms: u8) -> bool {
        self.bits & forms != 0
    }
}

/// Returns the evidence of a part of ASCII letters.
fn judge(part: &[u8]) -> i32 {
    let (mut last, mut sum, mut pairs) = (0, 0, 0);
    for letter in part.iter().map(|b| usize::from(b & 31)).chain([0]) {
        sum += i32::from(PAIRS[28 * last + letter]) - NEUTRAL;
        last = letter;
        pairs += 1;
    }
    let is_word = || random::bits(part) - sum * 25 / pairs <= NO_LANGUAGE;
    if sum > 0 && !is_word() { 0 } else { sum.clamp(LEAST, MOST) }
}
