//! Combining characters: those that belong to letters of their script, and strokes over any letter.

use std::mem;

/// The scripts whose letters have signs of their own for vowels and tones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SignScript {
    Hebrew,
    Arabic,
    Indic,
    /// Thai and Lao.
    Thai,
}

impl SignScript {
    /// Returns the script of a letter or sign.
    fn of(c: char) -> Option<Self> {
        match c {
            '\u{590}'..='\u{5FF}' => Some(Self::Hebrew),
            '\u{600}'..='\u{8FF}' => Some(Self::Arabic),
            '\u{900}'..='\u{DFF}' => Some(Self::Indic),
            '\u{E00}'..='\u{EFF}' => Some(Self::Thai),
            _ => None,
        }
    }
}

/// Returns whether a character is a sign for a vowel or tone of its script.
pub(super) fn is_sign(c: char) -> bool {
    let Some(script) = SignScript::of(c) else {
        return false;
    };
    let code = u32::from(c);
    match script {
        SignScript::Hebrew => {
            matches!(code, 0x591..=0x5BD | 0x5BF | 0x5C1..=0x5C2 | 0x5C4..=0x5C5 | 0x5C7)
        }
        SignScript::Arabic => matches!(
            code,
            0x610..=0x61A | 0x64B..=0x65F | 0x670 | 0x6D6..=0x6DC | 0x6DF..=0x6E4
                | 0x6E7..=0x6E8 | 0x6EA..=0x6ED | 0x711 | 0x730..=0x74A | 0x8D3..=0x8E1
                | 0x8E3..=0x8FF
        ),
        // All blocks of these scripts have the same order.
        SignScript::Indic => {
            matches!(code & 0x7F, 0..=3 | 0x3A..=0x3C | 0x3E..=0x4F | 0x51..=0x57 | 0x62..=0x63)
        }
        SignScript::Thai => {
            matches!(code & 0x7F, 0x31 | 0x34..=0x3A | 0x47..=0x4E)
        }
    }
}

/// Returns whether a character combines with a letter of any script.
pub(super) fn is_stroke(c: char) -> bool {
    matches!(
        c,
        '\u{300}'..='\u{36F}'
            | '\u{488}'..='\u{489}'
            | '\u{1AB0}'..='\u{1AFF}'
            | '\u{1DC0}'..='\u{1DFF}'
            | '\u{20D0}'..='\u{20F0}'
            | '\u{A670}'..='\u{A672}'
            | '\u{FE20}'..='\u{FE2F}'
    )
}

/// Returns whether a stroke crosses or encloses a letter, as no orthography does.
fn is_overlay(c: char) -> bool {
    !matches!(c, '\u{300}'..='\u{333}' | '\u{339}'..='\u{36F}')
}

/// The number of letters in a row that have the same accent in no orthography.
const REPEATED: usize = 3;

/// An accent, and the number of letters in a row that have had it.
struct AccentRow {
    accent: char,
    letters: usize,
}

/// Returns a decomposed text without the accents that three letters in a row have, as in
/// `f̲r̲e̲e̲`, or `None` if it has none.
pub(super) fn without_repeated(text: &str) -> Option<String> {
    let mut repeated: Vec<char> = Vec::new();
    let mut before: Vec<AccentRow> = Vec::new();
    let mut rows: Vec<AccentRow> = Vec::new();
    for accent in text.chars() {
        if !is_stroke(accent) {
            before = mem::take(&mut rows);
            continue;
        }
        if rows.iter().any(|row| row.accent == accent) {
            continue;
        }
        let row = before.iter().find(|row| row.accent == accent);
        let letters = row.map_or(1, |row| row.letters + 1);
        if letters == REPEATED {
            repeated.push(accent);
        }
        rows.push(AccentRow { accent, letters });
    }
    if repeated.is_empty() {
        return None;
    }
    Some(text.chars().filter(|c| !repeated.contains(c)).collect())
}

/// The accents of a letter that NFKC leaves in writing: one below and one above.
const MAX_ACCENTS: usize = 2;

/// Returns whether `letter` may have this combining character.
pub(super) fn belongs(c: char, letter: Option<char>) -> bool {
    let Some(letter) = letter else {
        return false;
    };
    if is_stroke(c) {
        let has_accents = letter.is_alphabetic() && letter < '\u{2E80}';
        return has_accents && SignScript::of(letter) != Some(SignScript::Thai) && !is_overlay(c);
    }
    SignScript::of(letter) == SignScript::of(c)
}

/// Returns a text without combining characters that are not parts of letters, or `None` if it has
/// none.
pub(super) fn without_foreign(text: &str) -> Option<String> {
    if !text.chars().any(|c| is_stroke(c) || is_sign(c)) {
        return None;
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(base) = rest.chars().next() {
        let is_base = !is_stroke(base) && !is_sign(base);
        let start = if is_base { base.len_utf8() } else { 0 };
        let combining = &rest[start..];
        let end = combining
            .find(|c| !is_stroke(c) && !is_sign(c))
            .unwrap_or(combining.len());
        let letter = is_base.then_some(base);
        clean.extend(letter);
        let strokes = combining[..end].chars().filter(|c| is_stroke(*c)).count();
        for c in combining[..end].chars() {
            let is_crowded = is_stroke(c) && strokes > MAX_ACCENTS;
            if !is_crowded && belongs(c, letter) {
                clean.push(c);
            }
        }
        rest = &combining[end..];
    }
    (clean != text).then_some(clean)
}
