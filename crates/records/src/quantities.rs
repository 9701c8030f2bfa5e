//! Joins numbers with adjacent words: units, and the days, months and zones of dates.

use super::piece::{PieceKind, TextPiece};

const UNITS: &[&str] = &[
    "%", "b", "bit", "bits", "byte", "bytes", "kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib",
    "ns", "us", "ms", "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute",
    "minutes", "h", "hr", "hrs", "hour", "hours", "d", "day", "days", "hz", "khz", "mhz", "ghz",
    "px",
];
const ZONES: [&str; 13] = [
    "am", "pm", "utc", "gmt", "cet", "cest", "est", "edt", "cst", "cdt", "mst", "pst", "pdt",
];
pub(super) const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
pub(super) const DAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

pub(super) fn is_one_of(word: &str, list: &[&str]) -> bool {
    list.iter().any(|item| word.eq_ignore_ascii_case(item))
}

/// Returns whether a word is the name of a day or month, in full or by its first three letters.
fn is_named(word: &str, names: &[&str]) -> bool {
    word.len() >= 3
        && word.as_bytes()[0].is_ascii_uppercase()
        && names.iter().any(|name| {
            word.eq_ignore_ascii_case(name)
                || (word.len() == 3 && word.eq_ignore_ascii_case(&name[..3]))
        })
}

/// Joins numbers with their units, and dates with their days, months and zones.
pub(super) fn join(text: &str, pieces: &mut Vec<TextPiece>) {
    if !pieces.iter().any(|piece| piece.kind == PieceKind::Value) {
        return;
    }
    let mut joined = 0;
    for index in 0..pieces.len() {
        let mut piece = pieces[index];
        if piece.kind == PieceKind::Word && is_of_date(text, pieces, joined, index) {
            piece.kind = PieceKind::Time;
        }
        if let Some(last) = joined.checked_sub(1).map(|last| &mut pieces[last])
            && let Some(kind) = taken(text, *last, piece)
        {
            (last.end, last.kind) = (piece.end, kind);
            continue;
        }
        pieces[joined] = piece;
        joined += 1;
    }
    pieces.truncate(joined);
}

/// Returns whether the word at an index is the day or month of a date. The pieces before it have
/// become this many.
fn is_of_date(text: &str, pieces: &[TextPiece], joined: usize, index: usize) -> bool {
    let piece = pieces[index];
    let word = &text[piece.start..piece.end];
    // Most words are too long or begin with a small letter.
    if !(3..=9).contains(&word.len()) || !word.as_bytes()[0].is_ascii_uppercase() {
        return false;
    }
    let next = pieces.get(index + 1);
    let is_before_value = next.is_some_and(|next| next.kind.is_value());
    if is_named(word, MONTHS) {
        return is_before_value || (joined > 0 && pieces[joined - 1].kind.is_value());
    }
    if !is_named(word, &DAYS) {
        return false;
    }
    match next {
        Some(next) => is_before_value || is_named(&text[next.start..next.end], MONTHS),
        None => false,
    }
}

/// Returns the kind of a value joined with the piece after it, if they belong together.
fn taken(text: &str, last: TextPiece, piece: TextPiece) -> Option<PieceKind> {
    let between = &text.as_bytes()[last.end..piece.start];
    if !last.kind.is_value() || !between.iter().all(|byte| matches!(byte, b' ' | b',')) {
        return None;
    }
    let word = &text[piece.start..piece.end];
    match piece.kind {
        PieceKind::Time => {
            (last.kind == PieceKind::Time || is_short_number(text, last)).then_some(PieceKind::Time)
        }
        PieceKind::Value if last.kind == PieceKind::Time => text.as_bytes()[piece.start]
            .is_ascii_digit()
            .then_some(PieceKind::Time),
        PieceKind::Word if text.as_bytes()[last.end - 1].is_ascii_digit() && between == b" " => {
            let is_zone = is_one_of(word, &ZONES);
            let is_unit = last.kind == PieceKind::Value && is_one_of(word, UNITS);
            if is_zone {
                Some(PieceKind::Time)
            } else {
                is_unit.then_some(PieceKind::Quantity)
            }
        }
        _ => None,
    }
}

/// Returns whether a piece is a number of one or two digits, such as a day.
fn is_short_number(text: &str, piece: TextPiece) -> bool {
    let bytes = &text.as_bytes()[piece.start..piece.end];
    bytes.len() <= 2 && bytes.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use crate::pieces::cut;

    #[test]
    fn numbers_take_their_units_and_dates_their_names() {
        let cases = [
            ("took 5 ms and 3.5 seconds", "took|<5 ms>|and|<3.5 seconds>"),
            ("took 5 steps", "took|<5>|steps"),
            (
                "at Mon Nov 23 10:00:07 2026 by ann",
                "at|<Mon Nov 23 10:00:07 2026>|by|ann",
            ),
            (
                "at Mon, 23 Nov 2026 10:00:07 GMT",
                "at|<Mon, 23 Nov 2026 10:00:07 GMT>",
            ),
            ("you may come", "you|may|come"),
            ("March on", "March|on"),
            ("1,5 2", "<1>|<5>|<2>"),
        ];
        for (text, wanted) in cases {
            let shown = cut(text)
                .iter()
                .map(|piece| {
                    let text = &text[piece.start..piece.end];
                    if piece.kind.is_value() {
                        format!("<{text}>")
                    } else {
                        text.to_owned()
                    }
                })
                .collect::<Vec<_>>()
                .join("|");
            assert_eq!(shown, wanted, "{text}");
        }
    }
}
