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
    // Most words are too long or begin with a small letter.
    if !(3..=9).contains(&word.len()) || !word.starts_with(|c: char| c.is_ascii_uppercase()) {
        return false;
    }
    if word.len() == 3 {
        return names
            .iter()
            .any(|name| word.eq_ignore_ascii_case(&name[..3]));
    }
    is_one_of(word, names)
}

/// Joins numbers with their units, and dates with their days, months and zones.
pub(super) fn join(text: &str, pieces: &mut Vec<TextPiece>) {
    if !pieces.iter().any(|piece| piece.kind == PieceKind::Value) {
        return;
    }
    let mut joined = 0;
    for index in 0..pieces.len() {
        let mut piece = pieces[index];
        let last = pieces[..joined].last();
        if piece.kind == PieceKind::Word && is_of_date(text, piece, last, pieces.get(index + 1)) {
            piece.kind = PieceKind::Time;
        }
        if let Some(last) = pieces[..joined].last_mut()
            && let Some(kind) = taken(text, *last, piece)
        {
            last.end = piece.end;
            last.kind = kind;
            continue;
        }
        pieces[joined] = piece;
        joined += 1;
    }
    pieces.truncate(joined);
}

/// Returns whether a word is the day or month of a date, by the pieces beside it.
fn is_of_date(
    text: &str,
    piece: TextPiece,
    last: Option<&TextPiece>,
    next: Option<&TextPiece>,
) -> bool {
    let word = piece.of(text);
    let is_before_value = next.is_some_and(|next| next.kind.is_value());
    if is_named(word, MONTHS) {
        return is_before_value || last.is_some_and(|last| last.kind.is_value());
    }
    if !is_named(word, &DAYS) {
        return false;
    }
    is_before_value || next.is_some_and(|next| is_named(next.of(text), MONTHS))
}

/// Returns the kind of a value joined with the piece after it, if they belong together.
fn taken(text: &str, last: TextPiece, piece: TextPiece) -> Option<PieceKind> {
    let between = &text.as_bytes()[last.end..piece.start];
    if !last.kind.is_value() || !between.iter().all(|byte| b" ,".contains(byte)) {
        return None;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let value = last.of(text);
    let word = piece.of(text);
    let is_of_date = match piece.kind {
        PieceKind::Time => last.kind == PieceKind::Time || is_short_number(value),
        PieceKind::Value => last.kind == PieceKind::Time && word.starts_with(is_digit),
        PieceKind::Word if between != b" " || !value.ends_with(is_digit) => return None,
        PieceKind::Word => is_one_of(word, &ZONES),
        _ => false,
    };
    let is_number = last.kind == PieceKind::Value;
    if is_of_date {
        Some(PieceKind::Time)
    } else if piece.kind == PieceKind::Word && is_number && is_one_of(word, UNITS) {
        Some(PieceKind::Quantity)
    } else {
        None
    }
}

/// Returns whether a text is a number of one or two digits, such as a day.
fn is_short_number(text: &str) -> bool {
    text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit())
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
                    let text = piece.of(text);
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
