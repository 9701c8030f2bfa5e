//! Evidence for the language of a host: whether its names read like English, or like another
//! language.
//!
//! For each pair of neighbouring letters, `data/letter_pairs.txt` says how much more frequent it is
//! in the words of other languages than in English ones, in quarters of a bit; `data/README.md`
//! says how it was made. Learning adds the evidence of a host's names.

use super::catalogue;
use super::random;
use super::script;
use super::traits::Traits;
use super::words::{self, WordMarks};
use crate::display_text::folded;
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

    /// Reads a title without its extension; `None` if it has more than three words, or these are
    /// English, and the catalogue does not list it.
    pub(super) fn of_title(stem: &[u8]) -> Option<Self> {
        // Most titles have more words, and need no reading.
        let mut words = stem
            .split(|b| matches!(b, b'-' | b'_'))
            .filter(|part| !part.is_empty());
        let is_long = words.nth(usize::from(Self::MOST_PARTS)).is_some();
        // The catalogue has longer names in scripts outside ASCII alone.
        if is_long && (memchr::memchr(b'%', stem).is_none() || listed(stem).is_none()) {
            return None;
        }
        let speech = Self::read(stem);
        let is_foreign = || i32::from(speech.evidence) > speech.parts() * FOREIGN_TITLE;
        (speech.meaning != 0 || (speech.has(Self::TWO | Self::TITLE) && is_foreign())).then_some(
            Self {
                bits: speech.bits | Self::TITLE,
                ..speech
            },
        )
    }

    /// Reads a name without its extension, given its traits.
    pub(super) fn of(stem: &[u8], traits: Traits) -> Self {
        if traits.has(Traits::KNOWN)
            && stem.len() >= SHORTEST
            && stem.iter().all(u8::is_ascii_lowercase)
        {
            return Self {
                evidence: ENGLISH as i8,
                bits: 1 | Self::ONE,
                meaning: 0,
            };
        }
        let speech = Self::read(stem);
        Self {
            bits: speech.bits & !Self::TITLE,
            ..speech
        }
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
        for part in stem
            .split(|b| matches!(b, b'-' | b'_'))
            .filter(|part| !part.is_empty())
        {
            let is_whole = part.len() == stem.len();
            parts = parts.saturating_add(1);
            evidence += if part.iter().all(u8::is_ascii_alphabetic) {
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
            } else if memchr::memchr(b'%', part).is_some() {
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
        let form = match parts - joining {
            _ if !is_worded || parts > Self::MOST_PARTS => 0,
            1 => Self::ONE,
            2 => Self::TWO,
            3 => Self::TITLE,
            _ => 0,
        };
        let meaning = whole.into_inner().flatten().map_or(0, |traits| {
            (traits.0 >> Self::SHIFT) as u8 & 31
                | if traits.has(Traits::PROTECTED) {
                    Self::PROTECTED
                } else {
                    0
                }
        });
        Self {
            evidence: evidence.clamp(-127, 127) as i8,
            bits: count | form,
            meaning,
        }
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
        let protected = if self.meaning & Self::PROTECTED == 0 {
            0
        } else {
            Traits::PROTECTED
        };
        Traits(u32::from(self.meaning & 31) << Self::SHIFT | protected)
    }
}

/// Whether a name with letters outside ASCII is a word: by its length, or because the catalogue
/// lists it.
pub(super) fn is_word(stem: &[u8]) -> bool {
    script::parts(stem).is_some() || listed(stem).is_some()
}

/// Returns the traits of a word outside ASCII, or of one after `~` that the catalogue lists; `None`
/// for other names.
pub(super) fn traits(stem: &[u8]) -> Option<Traits> {
    match stem {
        [b'~', name @ ..] => listed(name).map(|_| Traits(Traits::KNOWN | Traits::ACTION)),
        _ if memchr::memchr(b'%', stem).is_none() => None,
        _ => {
            let of_form = |parts| Traits(if parts > 1 { Traits::JOINED } else { 0 });
            Some(Traits(
                listed(stem).or_else(|| script::parts(stem).map(of_form))?.0 | Traits::READABLE,
            ))
        }
    }
}

/// Returns the traits that the catalogue has for a name.
pub(super) fn listed(name: &[u8]) -> Option<Traits> {
    let is_joint = |b: &u8| matches!(b, b'-' | b'_');
    if name.len() > LONGEST && memchr::memchr(b'%', name).is_none() {
        return None;
    }
    if name.iter().all(|b| b.is_ascii_lowercase() || is_joint(b)) {
        catalogue::traits(name)
    } else if name.iter().all(|b| b.is_ascii_alphabetic() || is_joint(b)) {
        catalogue::traits(&name.to_ascii_lowercase())
    } else {
        // Other names in ASCII are not listed, and would be taken for listed ones now and then.
        memchr::memchr(b'%', name)?;
        catalogue::traits(&folded(name))
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
