//! Takes out the marks between single characters: `加★我★微★信` is `加我微信`, `f.r.e.e` is `free`.
//!
//! A *chain* is a row of letters that stand alone, with a *gap* of one or two signs between each
//! and the next; pictographs that touch count as one sign. Between letters of scripts with blanks
//! between words, no gap has a blank, unless that is wanted. A chain of three letters or more is
//! no accident, and a text that has one also has chains of two.
//!
//! People write blanks and commas, too, so a chain loses only its strongest gaps: those with marks
//! if there are any, otherwise those with commas, otherwise single blanks. So `무★료 상★담` becomes
//! `무료 상담`.

use super::combining::{belongs, is_sign, is_stroke};
use super::units::{Unit, UnitKind, units};

/// The number of letters that make a chain.
const MIN_LETTERS: usize = 3;
/// The number of signs in a gap.
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

/// Returns whether a text may have such marks, or combining characters that are not parts of
/// letters. May return a false positive.
pub(super) fn may_hide(text: &str, takes_blanks: bool) -> bool {
    let mut letters = 0;
    // The kind of the last letter, and the number of letters and digits up to it that touch.
    let mut kind = UnitKind::Blank;
    let mut touching = 0;
    let mut base = None;
    for c in text.chars() {
        if !c.is_ascii() && (is_stroke(c) || is_sign(c)) {
            if !belongs(c, base) || is_stroke(c) {
                return true;
            }
            continue;
        }
        base = Some(c);
        let next = UnitKind::of(c);
        if next.separates() {
            if touching == 1 {
                letters += 1;
                if letters == MIN_LETTERS {
                    return true;
                }
            } else if touching > 1 {
                letters = 0;
            }
            touching = 0;
            if next == UnitKind::Blank && kind == UnitKind::Letter && !takes_blanks {
                letters = 0;
            }
        } else if touching > 0 && next != kind && kind.is_letter() && next > UnitKind::Digit {
            // Letters of another script: they stand alone, too.
            letters += 1;
            kind = next;
            touching = 1;
        } else {
            kind = next;
            touching += 1;
        }
    }
    touching == 1 && letters + 1 >= MIN_LETTERS
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
        let is_blank = takes_blanks && gap.strength == Strength::Blank;
        if has_blank && !are_characters && !is_blank {
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
    let mut strongest = UnitKind::Blank;
    while let Some(unit) = units.get(end)
        && unit.kind.separates()
    {
        if !unit.is_picture || end == start || !units[end - 1].is_picture {
            signs += 1;
        }
        strongest = strongest.max(unit.kind);
        end += 1;
    }
    if signs == 0 || signs > MAX_SIGNS || end == units.len() {
        return None;
    }
    let strength = match strongest {
        UnitKind::Blank if signs > 1 => Strength::Blanks,
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
