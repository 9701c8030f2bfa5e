//! Splits a text into its pieces: words and values.
//!
//! A text is split at blanks first. The text between two blanks is one value, such as an address
//! with its port, or is split again: at separators (`user=ann`, `a:b`, `(x)`), where dots lead to a
//! number (`total....7`), and where words end in other scripts (UAX 29). Separators are not pieces.

use super::piece::{PieceKind, TextPiece};
use super::{quantities, values};
use unicode_segmentation::UnicodeSegmentation;

/// Splits a text into its pieces, in order.
pub(super) fn cut(text: &str) -> Vec<TextPiece> {
    let mut pieces = Vec::with_capacity(text.len() / 6);
    let mut start = 0;
    for chunk in text.split(char::is_whitespace) {
        if !chunk.is_empty() {
            cut_chunk(chunk, start, &mut pieces);
        }
        // The blank may take several bytes.
        start += chunk.len();
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    quantities::join(text, &mut pieces);
    pieces
}

/// Splits the text between two blanks.
fn cut_chunk(chunk: &str, start: usize, pieces: &mut Vec<TextPiece>) {
    let mut add = |from: usize, to: usize, kind| {
        pieces.push(TextPiece {
            start: start + from,
            end: start + to,
            kind,
        });
    };
    if !chunk.is_ascii() {
        return each_run(chunk, |from, run, is_joined| {
            let kind = match run {
                _ if is_joined => PieceKind::Joined,
                _ if run.chars().any(char::is_numeric) => PieceKind::Value,
                _ => PieceKind::Word,
            };
            add(from, from + run.len(), kind);
        });
    }
    let bytes = chunk.as_bytes();
    let Some(first) = bytes.iter().position(|&byte| !is_outer(byte)) else {
        return;
    };
    let last = bytes
        .iter()
        .rposition(|&byte| !is_outer(byte))
        .unwrap_or(first);
    if values::is_whole(&bytes[first..=last]) {
        return add(first, last + 1, PieceKind::Value);
    }
    let mut at = first;
    while at <= last {
        let end = (at..=last)
            .find(|&i| is_delimiter(bytes, i))
            .unwrap_or(last + 1);
        let from = at
            + bytes[at..end]
                .iter()
                .take_while(|byte| is_mark(**byte))
                .count();
        let to = end
            - bytes[from..end]
                .iter()
                .rev()
                .take_while(|byte| is_mark(**byte))
                .count();
        let part = &bytes[from..to];
        if part.iter().any(u8::is_ascii_alphanumeric) {
            add(
                from,
                to,
                if values::is_part(part) {
                    PieceKind::Value
                } else {
                    PieceKind::Word
                },
            );
        }
        at = end + 1;
    }
}

/// Returns whether a character at the edge of such a text does not belong to it.
fn is_outer(byte: u8) -> bool {
    is_mark(byte) || is_separator(byte)
}

/// Returns whether a character separates words.
fn is_separator(byte: u8) -> bool {
    matches!(
        byte,
        b',' | b';' | b':' | b'=' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'|'
    )
}

/// Returns whether words end at this character: at a separator, at dots that lead to something, at
/// a quotation mark, and at an apostrophe that is not between letters.
fn is_delimiter(bytes: &[u8], at: usize) -> bool {
    let is_letter = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_alphabetic)
    };
    match bytes[at] {
        b'.' => bytes.get(at + 1) == Some(&b'.'),
        b'\'' => !is_letter(at.checked_sub(1)) || !is_letter(Some(at + 1)),
        b'"' | b'!' | b'?' => true,
        byte => is_separator(byte),
    }
}

/// Returns whether a character marks sentences, quotations or emphasis.
fn is_mark(byte: u8) -> bool {
    matches!(byte, b'.' | b'!' | b'?' | b'*' | b'\'' | b'"')
}

/// Calls `each` with every word, and with every run of characters of scripts without blanks.
fn each_run(text: &str, mut each: impl FnMut(usize, &str, bool)) {
    let mut run = 0..0;
    for (start, word) in text.unicode_word_indices() {
        let is_joined = word.chars().all(is_joined);
        if is_joined && run.end == start && !run.is_empty() {
            run.end += word.len();
            continue;
        }
        if !run.is_empty() {
            each(run.start, &text[run.clone()], true);
        }
        run = if is_joined {
            start..start + word.len()
        } else {
            0..0
        };
        if !is_joined {
            each(start, word, false);
        }
    }
    if !run.is_empty() {
        each(run.start, &text[run.clone()], true);
    }
}

/// Whether a character is of a script that puts no blanks between words.
fn is_joined(c: char) -> bool {
    matches!(c,
        // Thai, Lao, Myanmar, Khmer.
        '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        // Kana.
        | '\u{3040}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}'
        // Ideographs.
        | '\u{3005}'..='\u{3007}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> String {
        let shown = |piece: &TextPiece| {
            let text = &text[piece.start..piece.end];
            if piece.kind.is_value() {
                format!("<{text}>")
            } else {
                text.to_owned()
            }
        };
        cut(text).iter().map(shown).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn texts_are_cut_at_blanks_and_signs() {
        let cases = [
            ("", ""),
            ("?! --", ""),
            ("Hello, World! it's fine", "Hello|World|it's|fine"),
            ("user=ann; uid=0 (root)", "user|ann|uid|<0>|root"),
            ("core total.......7 of 9", "core|total|<7>|of|<9>"),
            ("plain text...", "plain|text"),
            ("open [a,b] \"c d\"", "open|a|b|c|d"),
            ("加微信 V888领取", "加微信|<V888>|领取"),
            ("Straße, naïve!", "Straße|naïve"),
            ("درگاه ۸۰۸۰ بسته", "درگاه|<۸۰۸۰>|بسته"),
            ("ผู้ใช้ 42 ຜູ້ໃຊ້ អ្នកប្រើ", "ผู้ใช้|<42>|ຜູ້ໃຊ້|អ្នកប្រើ"),
        ];
        for (text, wanted) in cases {
            assert_eq!(pieces(text), wanted, "{text}");
        }
    }
}
