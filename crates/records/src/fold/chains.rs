//! Takes out the marks between single characters: `加★我★微★信` is `加我微信`, `f.r.e.e` is `free`.
//!
//! A *chain* is a row of letters that stand alone, with a *gap* of one or two signs between each
//! and the next, and up to two blanks around them; pictographs that touch count as one sign.
//! Between letters of scripts with blanks between words, no gap has a blank, unless that is
//! wanted. A chain of three letters or more is no accident, and a text that has one also has
//! chains of two.
//!
//! People write blanks and commas, too, so a chain loses only its strongest gaps: those with marks
//! if there are any, otherwise those with commas, otherwise single blanks. So `무★료 상★담` becomes
//! `무료 상담`.

use super::combining::{belongs, is_sign, is_stroke};
use super::invisible::is_invisible;
use super::units::{Unit, UnitKind, units};

/// The number of letters that make a chain.
const MIN_LETTERS: usize = 3;
/// The number of signs in a gap, and that of blanks.
const MAX_SIGNS: usize = 2;

/// The units between two letters of a chain.
#[derive(Clone, Copy, Debug)]
struct Gap {
    start: usize,
    end: usize,
    strength: Strength,
}

/// How probable it is that a gap is not part of a text, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Blanks,
    Blank,
    Pause,
    Mark,
}

/// Returns whether a text in compatibility form may have such marks, or characters that are
/// invisible or not parts of letters. May return a false positive.
pub(super) fn may_hide(text: &str, takes_blanks: bool) -> bool {
    if text.is_ascii() {
        return may_hide_ascii(text.as_bytes(), takes_blanks);
    }
    // The number of single letters with signs after them, in a row.
    let mut single = 0;
    let mut is_single = false;
    let mut before = UnitKind::Mark;
    let mut base = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(first) = bytes.get(at) {
        // From U+5000 to U+9FFF there are ideographs alone: most characters of many texts.
        if matches!(first, 0xE5..=0xE9) {
            at += 3;
            is_single = before != UnitKind::Character;
            if !is_single {
                single = 0;
            }
            before = UnitKind::Character;
            base = None;
            continue;
        }
        let Some(c) = text[at..].chars().next() else {
            break;
        };
        at += c.len_utf8();
        let kind = if c.is_ascii() {
            UnitKind::of(c)
        } else if is_invisible(c) || is_stroke(c) {
            return true;
        } else if is_sign(c) {
            if !belongs(c, base) {
                return true;
            }
            continue;
        } else {
            UnitKind::of(c)
        };
        base = Some(c);
        if kind.is_letter() {
            is_single = kind != before;
            if !is_single {
                single = 0;
            }
        } else if kind == UnitKind::Digit {
            is_single = false;
            single = 0;
        } else if is_single {
            is_single = false;
            if kind != UnitKind::Blank || before == UnitKind::Character || takes_blanks {
                single += 1;
            }
            if single + 1 == MIN_LETTERS {
                return true;
            }
        }
        before = kind;
    }
    false
}

/// Returns whether two single letters with signs after them are near each other.
fn may_hide_ascii(text: &[u8], takes_blanks: bool) -> bool {
    let skipped = if takes_blanks {
        &IS_WORD
    } else {
        &IS_WORD_OR_BLANK
    };
    let mut last = usize::MAX;
    for (at, &byte) in text.iter().enumerate() {
        if skipped[usize::from(byte)] || at == 0 {
            continue;
        }
        let is_letter = text[at - 1].is_ascii_alphabetic();
        let touches = at > 1 && IS_WORD[usize::from(text[at - 2])];
        if !is_letter || touches {
            continue;
        }
        if last != usize::MAX && at - last <= 2 * MAX_SIGNS + 1 {
            return true;
        }
        last = at;
    }
    false
}

/// The bytes of ASCII that are letters or digits.
const IS_WORD: [bool; 256] = word_bytes(false);

/// The same, and the blank.
const IS_WORD_OR_BLANK: [bool; 256] = word_bytes(true);

const fn word_bytes(has_blank: bool) -> [bool; 256] {
    let mut table = [false; 256];
    table[b' ' as usize] = has_blank;
    let mut byte = 0;
    while byte < 128 {
        table[byte] |= (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    table
}

/// Returns a text without the marks between its single letters, or `None` if it has none.
pub(super) fn without_marks(text: &str, takes_blanks: bool) -> Option<String> {
    let units = units(text);
    let mut taken: Vec<Gap> = Vec::new();
    let mut pairs: Vec<Gap> = Vec::new();
    let mut has_marks = false;
    let mut at = 0;
    while at < units.len() {
        let chain = chain(&units, at, takes_blanks);
        at += 1;
        let Some(last) = chain.last() else {
            continue;
        };
        at = last.end;
        if chain.len() + 1 < MIN_LETTERS {
            pairs.extend(chain);
            continue;
        }
        let strongest = chain.iter().map(|gap| gap.strength).max();
        has_marks |= strongest == Some(Strength::Mark);
        taken.extend(chain.iter().filter(|gap| Some(gap.strength) == strongest));
    }
    if has_marks {
        let marks = |gap: &&Gap| gap.strength == Strength::Mark;
        taken.extend(pairs.iter().filter(marks));
        taken.sort_unstable_by_key(|gap| gap.start);
    }
    let mut kept = String::with_capacity(text.len());
    let mut end = 0;
    for gap in &taken {
        kept.push_str(&text[end..units[gap.start].start]);
        end = units[gap.end].start;
    }
    kept.push_str(&text[end..]);
    (!taken.is_empty()).then_some(kept)
}

/// Returns the gaps of the chain that begins with a unit.
fn chain(units: &[Unit], first: usize, takes_blanks: bool) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let mut letter = first;
    while is_alone(units, letter) {
        let Some(gap) = gap_after(units, letter) else {
            break;
        };
        if !is_alone(units, gap.end) {
            break;
        }
        let are_characters = [letter, gap.end]
            .iter()
            .all(|&letter| units[letter].kind == UnitKind::Character);
        let has_blank = units[gap.start..gap.end]
            .iter()
            .any(|unit| unit.kind == UnitKind::Blank);
        let may_have_blank = takes_blanks && gap.strength != Strength::Blanks;
        if has_blank && !are_characters && !may_have_blank {
            break;
        }
        gaps.push(gap);
        letter = gap.end;
    }
    gaps
}

/// Returns the gap after a letter, if it is short enough.
fn gap_after(units: &[Unit], letter: usize) -> Option<Gap> {
    let start = letter + 1;
    let mut end = start;
    let mut signs = 0;
    let mut blanks = 0;
    let mut strongest = UnitKind::Blank;
    while let Some(unit) = units.get(end)
        && unit.kind.separates()
    {
        if unit.kind == UnitKind::Blank {
            blanks += 1;
        } else if !unit.is_picture || !units[end - 1].is_picture {
            signs += 1;
        }
        strongest = strongest.max(unit.kind);
        end += 1;
    }
    if end == start || signs.max(blanks) > MAX_SIGNS || end == units.len() {
        return None;
    }
    let strength = match strongest {
        UnitKind::Blank if blanks > 1 => Strength::Blanks,
        UnitKind::Blank => Strength::Blank,
        UnitKind::Pause => Strength::Pause,
        _ => Strength::Mark,
    };
    Some(Gap {
        start,
        end,
        strength,
    })
}

/// Returns whether a unit is a letter that touches no other of its kind; a letter of a script with
/// blanks touches no digit either.
fn is_alone(units: &[Unit], at: usize) -> bool {
    let kind = units[at].kind;
    if !kind.is_letter() {
        return false;
    }
    let touches = |other: Option<&Unit>| {
        other.is_some_and(|other| {
            other.kind == kind || kind == UnitKind::Letter && other.kind == UnitKind::Digit
        })
    };
    !touches(at.checked_sub(1).map(|before| &units[before])) && !touches(units.get(at + 1))
}
