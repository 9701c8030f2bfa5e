//! Splits a text into its pieces: words and values.
//!
//! A text is split at blanks first. The text between two blanks is one value, such as an address
//! with its port, or is split again: at separators (`user=ann`, `a:b`, `(x)`), where dots lead to a
//! number (`total....7`), and where words end in other scripts (UAX 29). Separators are not pieces.

use super::piece::{PieceKind, TextPiece};
use super::{quantities, unspaced, values};
use std::ops::RangeInclusive;
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

/// Splits the text between two blanks. In scripts that put no blanks around addresses and numbers,
/// these end where such characters begin.
fn cut_chunk(chunk: &str, start: usize, pieces: &mut Vec<TextPiece>) {
    if chunk.is_ascii() {
        return cut_ascii(chunk, start, pieces);
    }
    let mut at = 0;
    while at < chunk.len() {
        let rest = &chunk[at..];
        let length = unspaced::part(rest);
        let part = &rest[..length];
        let from = start + at;
        at += length;
        if part.is_ascii() {
            cut_ascii(part, from, pieces);
            continue;
        }
        if unspaced::is_url(part) {
            pieces.push(TextPiece {
                start: from,
                end: from + part.len(),
                kind: PieceKind::Value,
            });
            continue;
        }
        each_run(part, |offset, run, is_joined| {
            let kind = match run {
                _ if is_joined => PieceKind::Joined,
                _ if run.chars().any(char::is_numeric) => PieceKind::Value,
                _ => PieceKind::Word,
            };
            pieces.push(TextPiece {
                start: from + offset,
                end: from + offset + run.len(),
                kind,
            });
        });
    }
}

/// Splits a text of ASCII without blanks.
#[inline]
fn cut_ascii(chunk: &str, start: usize, pieces: &mut Vec<TextPiece>) {
    let mut add = |from: usize, to: usize, kind| {
        pieces.push(TextPiece {
            start: start + from,
            end: start + to,
            kind,
        });
    };
    let bytes = chunk.as_bytes();
    let inner = chunk.trim_start_matches(is_outer);
    let mut at = chunk.len() - inner.len();
    let inner = inner.trim_end_matches(is_outer);
    if inner.is_empty() {
        return;
    }
    let last = at + inner.len();
    if values::is_whole(inner.as_bytes()) {
        return add(at, last, PieceKind::Value);
    }
    while at < last {
        let end = (at..last).find(|&index| is_delimiter(bytes, index));
        let end = end.unwrap_or(last);
        let part = chunk[at..end].trim_start_matches(is_mark);
        let start = end - part.len();
        let part = part.trim_end_matches(is_mark).as_bytes();
        if part.iter().any(u8::is_ascii_alphanumeric) {
            let kind = if values::is_part(part) {
                PieceKind::Value
            } else {
                PieceKind::Word
            };
            add(start, start + part.len(), kind);
        }
        at = end + 1;
    }
}

/// Returns whether a character at the edge of such a text does not belong to it.
fn is_outer(c: char) -> bool {
    is_mark(c) || is_separator(c)
}

/// Returns whether a character separates words.
fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | ';' | ':' | '=' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '|'
    )
}

/// Returns whether words end at this character: at a separator, at dots that lead to something, at
/// a quotation mark, and at an apostrophe that is not between letters.
fn is_delimiter(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(at + 1);
    match bytes[at] {
        b'.' => next == Some(&b'.'),
        b'\'' => {
            let before = bytes[..at].last();
            let is_within = before.is_some_and(u8::is_ascii_alphabetic)
                && next.is_some_and(u8::is_ascii_alphabetic);
            !is_within
        }
        b'"' | b'!' | b'?' => true,
        byte => is_separator(char::from(byte)),
    }
}

/// Returns whether a character marks sentences, quotations or emphasis.
fn is_mark(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '*' | '\'' | '"')
}

/// Calls `each` with every word, and with every run of characters of scripts without blanks.
fn each_run(text: &str, mut each: impl FnMut(usize, &str, bool)) {
    let mut run = 0..0;
    for (start, word) in text.unicode_word_indices() {
        let is_joined = word.chars().all(is_joined);
        if !is_joined || run.end != start {
            if !run.is_empty() {
                each(run.start, &text[run], true);
            }
            run = start..start;
        }
        if is_joined {
            run.end += word.len();
        } else {
            each(start, word, false);
        }
    }
    if !run.is_empty() {
        each(run.start, &text[run], true);
    }
}

/// Characters of scripts that put no blanks between words.
const JOINED: [RangeInclusive<char>; 10] = [
    // Thai and Lao.
    '\u{0E00}'..='\u{0EFF}',
    // Myanmar.
    '\u{1000}'..='\u{109F}',
    // Khmer.
    '\u{1780}'..='\u{17FF}',
    // Kana.
    '\u{3040}'..='\u{30FF}',
    '\u{31F0}'..='\u{31FF}',
    // Ideographs.
    '\u{3005}'..='\u{3007}',
    '\u{3400}'..='\u{4DBF}',
    '\u{4E00}'..='\u{9FFF}',
    '\u{F900}'..='\u{FAFF}',
    '\u{20000}'..='\u{3FFFF}',
];

fn is_joined(c: char) -> bool {
    JOINED.iter().any(|range| range.contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> String {
        let shown = |piece: &TextPiece| {
            let text = piece.of(text);
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
            (
                "详情看http://t.example/x领取",
                "详情看|<http://t.example/x>|领取",
            ),
            (
                "见http://t.example/文章/你好,谢谢",
                "见|<http://t.example/文章/你好>|谢谢",
            ),
            (
                "搜http://t.example/?q=红包 领",
                "搜|<http://t.example/?q=红包>|领",
            ),
            ("官网www.example.com,谢谢", "官网|<www.example.com>|谢谢"),
            (
                "联系ann@example.com或QQ:12345678。",
                "联系|<ann@example.com>|或|<QQ:12345678>",
            ),
            ("時刻は10:00:07です", "時刻は|<10:00:07>|です"),
            (
                "링크http://t.example/a클릭",
                "링크|<http://t.example/a>|클릭",
            ),
            ("ดูที่www.example.comนะ", "ดูที่|<www.example.com>|นะ"),
            ("用iPhone手机", "用|iPhone|手机"),
            ("درگاه ۸۰۸۰ بسته", "درگاه|<۸۰۸۰>|بسته"),
            ("ผู้ใช้ 42 ຜູ້ໃຊ້ អ្នកប្រើ", "ผู้ใช้|<42>|ຜູ້ໃຊ້|អ្នកប្រើ"),
        ];
        for (text, wanted) in cases {
            assert_eq!(pieces(text), wanted, "{text}");
        }
    }
}
