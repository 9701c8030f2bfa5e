//! The words by which a name selects, each with its marks: data of `../data/selector_words.txt`,
//! and the words for pages and actions in other languages.

use super::super::lexicon::{self, LetterPairs, Lexicon};
use crate::bytes::has_byte;
use crate::display_text::folded;
use std::sync::LazyLock;

// The marks of a word that selects, by where it stands:
pub(super) const NESTED: u16 = 1;
pub(super) const JOINT: u16 = 1 << 1;
pub(super) const CAPITAL: u16 = 1 << 2;
/// It is the whole name, in small letters.
pub(super) const ALONE: u16 = 1 << 3;
pub(super) const BEFORE_NAME: u16 = 1 << 4;
pub(super) const BEFORE_TYPE: u16 = 1 << 5;
const BEFORE_ID: u16 = 1 << 6;
// Words behind which the word before decides: `viewName`.
const BEHIND_NAME: u16 = BEFORE_NAME << TAIL_SHIFT;
pub(super) const BEHIND_TYPE: u16 = BEFORE_TYPE << TAIL_SHIFT;
const BEHIND_ID: u16 = BEFORE_ID << TAIL_SHIFT;
pub(super) const TAILS: u16 = BEHIND_NAME | BEHIND_TYPE | BEHIND_ID;
/// Number of bits from the mark of a tail to the mark that the word before it needs.
pub(super) const TAIL_SHIFT: u32 = 3;
/// Only words that stop, but none that halt, keep it from selecting.
pub(super) const STRONG: u16 = 1 << 10;
pub(super) const STOP: u16 = 1 << 11;
pub(super) const HALT: u16 = 1 << 12;
/// Most words behind it select whatever is before it: what comes out of a query is none.
pub(super) const FRESH: u16 = STOP | HALT;
/// It names a thing as well: behind a joint, it does not select behind another thing or before its
/// own name.
pub(super) const THING: u16 = 1 << 13;
/// The second of two words of another language that are one: `hanh_dong`.
pub(super) const SECOND: u16 = 1 << 14;
/// It names a text, in which a verb is a word like any other.
pub(super) const TEXT: u16 = 1 << 15;

/// The labels of the table's lines. Words `glued` to others are in a lexicon of their own.
const LABELS: [(&str, u16); 17] = [
    ("nested", NESTED),
    ("joint", JOINT),
    ("capital", CAPITAL),
    ("name", BEFORE_NAME),
    ("type", BEFORE_TYPE),
    ("id", BEFORE_ID),
    ("behind-name", BEHIND_NAME),
    ("behind-type", BEHIND_TYPE),
    ("behind-id", BEHIND_ID),
    ("strong", STRONG),
    ("stop", STOP),
    ("halt", HALT),
    ("fresh", FRESH),
    ("thing", THING),
    ("alone", ALONE),
    ("text", TEXT),
    ("glued", 0),
];

/// Length of the longest word that may be glued to others.
const LONGEST_GLUED: usize = 10;

/// The marks of all words.
struct SelectorWords {
    /// Most names are looked up here alone, so it is kept small.
    ascii: Lexicon,
    others: Lexicon,
    glued: Lexicon,
    /// The last letters of glued words.
    glued_ends: LetterPairs,
}

static WORDS: LazyLock<SelectorWords> = LazyLock::new(|| {
    let mut marked = Vec::new();
    let mut glued = Vec::new();
    let mut glued_ends = LetterPairs::default();
    let table = include_str!("../data/selector_words.txt");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let Some((labels, words)) = line.split_once(": ") else {
            continue;
        };
        let marks = marks_of_labels(labels);
        let is_glued = labels.split(' ').any(|label| label == "glued");
        for word in lexicon::words(words) {
            marked.push((word, marks));
            if let [.., first, second] = word.as_bytes()
                && is_glued
            {
                glued.push((word, marks));
                glued_ends.add([*first, *second]);
            }
        }
    }
    let pages = include_str!("../data/pages_abroad.txt");
    let actions = include_str!("../data/actions_abroad.txt");
    let of_page = ALONE | NESTED;
    let of_action = of_page | JOINT | CAPITAL | BEFORE_NAME;
    for (word, marks) in lexicon::marked_words(&[(pages, of_page), (actions, of_action)]) {
        marked.push((word, marks));
        if let Some((_, second)) = word.rsplit_once('_') {
            marked.push((second, SECOND));
        }
    }
    let (ascii, others): (Vec<_>, Vec<_>) = marked.iter().partition(|(word, _)| word.is_ascii());
    SelectorWords {
        ascii: Lexicon::new(&ascii),
        others: Lexicon::new(&others),
        glued: Lexicon::new(&glued),
        glued_ends,
    }
});

/// Returns the marks of a line's labels.
fn marks_of_labels(labels: &str) -> u16 {
    let mut marks = 0;
    for (label, mark) in LABELS {
        if labels.split(' ').any(|own| own == label) {
            marks |= mark;
        }
    }
    marks
}

/// Returns the marks of a word, in any script and with or without escapes.
pub(super) fn marks_of(word: &[u8]) -> u16 {
    if word.is_ascii() && !has_byte(word, b'%') {
        return WORDS.ascii.marks(word);
    }
    WORDS.others.marks(&folded(word))
}

/// A word at the end of a name of small letters.
pub(super) struct GluedWord<'n> {
    pub before: &'n [u8],
    pub marks: u16,
}

impl<'n> GluedWord<'n> {
    /// Cuts off the longest word that may be glued and has one of these marks, or all of them.
    pub(super) fn of(name: &'n [u8], is_wanted: impl Fn(u16) -> bool) -> Option<Self> {
        let pair = *name.last_chunk()?;
        if !WORDS.glued_ends.has(pair) {
            return None;
        }
        let longest = name.len().saturating_sub(LONGEST_GLUED);
        for start in longest..name.len() - 1 {
            let (before, word) = name.split_at(start);
            let marks = WORDS.glued.marks(word);
            if marks != 0 && is_wanted(marks) {
                return Some(Self { before, marks });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_labels_and_words() {
        let table = include_str!("../data/selector_words.txt");
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (labels, words) = line.split_once(": ").expect("it has labels");
            for label in labels.split(' ') {
                assert!(LABELS.iter().any(|(known, _)| *known == label), "{label}");
                let is_glued = label == "glued";
                for word in words.split(' ') {
                    assert!((1..=32).contains(&word.len()), "{words}");
                    assert!(!is_glued || word.len() <= LONGEST_GLUED, "{word}");
                }
            }
        }
    }

    #[test]
    fn words_abroad_are_in_lower_case_and_short() {
        let pages = include_str!("../data/pages_abroad.txt");
        let actions = include_str!("../data/actions_abroad.txt");
        let mut words: Vec<&str> = lexicon::words(pages)
            .chain(lexicon::words(actions))
            .collect();
        for word in &words {
            assert_eq!(folded(word.as_bytes()), word.as_bytes(), "{word}");
            let marks = marks_of(word.as_bytes());
            assert!(marks & ALONE != 0, "{word} is too long");
        }
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
