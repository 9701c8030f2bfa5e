//! Finds a status and a time among the words around a URL: `[200]`, `(Status: 301)`, `[code-200]`,
//! `301,200`.

use super::word::{ESCAPE, code_end};
use crate::bytes::{before, is_one_of};
use bstr::ByteSlice;

/// Labels before a status.
const LABELS: [&str; 5] = ["code", "http", "sc-status", "status", "status_code"];

/// Returns the digits of the first status. A list such as `301,200` names redirects, and the last
/// one counts. Three digits of an address, a path, a time or a size are no status.
pub(super) fn in_text(text: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    let mut found = None;
    // Where a word begins, behind a colour code too.
    let mut edge = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest[0] == ESCAPE {
            at = code_end(text, at);
            edge = at;
            continue;
        }
        let is_edge = at == edge;
        if is_edge {
            let url = before(rest, ends_url);
            if url.starts_with(b"/") || url.find(b"://").is_some() {
                at += url.len();
                continue;
            }
        }
        let word = before(rest, |byte| !byte.is_ascii_alphanumeric());
        let is_word_start = is_edge || is_labelled(&text[..at]);
        at += word.len();
        let next = text.get(at).copied();
        let is_whole = is_word_start && next.is_none_or(ends_word);
        if is_whole && is_status(word) && follows_label(&text[..edge]) {
            found = Some(word);
        } else if !word.is_empty() && found.is_some() {
            break;
        }
        if found.is_some() && next != Some(b',') {
            break;
        }
        if let Some(byte) = next
            && byte != ESCAPE
        {
            at += 1;
            if byte <= b' ' || b"[({<\"',|".contains(&byte) {
                edge = at;
            }
        }
    }
    found
}

/// Whether a byte may follow a status.
fn ends_word(byte: u8) -> bool {
    byte <= b' ' || b"])}>\"',|;".contains(&byte)
}

/// Whether a byte follows a URL: a blank, or the bracket or quote around it.
fn ends_url(byte: u8) -> bool {
    byte <= b' ' || b"])>\"'".contains(&byte)
}

/// Whether a text ends with a label and `:`, `=` or `-`.
fn is_labelled(before: &[u8]) -> bool {
    match before {
        [label @ .., b':' | b'=' | b'-'] => ends_with_label(label),
        _ => false,
    }
}

/// Whether the word before a blank is no label of something else: `Size: 178`.
fn follows_label(before: &[u8]) -> bool {
    match before.trim_ascii_end() {
        [label @ .., b':'] => ends_with_label(label),
        _ => true,
    }
}

fn ends_with_label(text: &[u8]) -> bool {
    let is_of_label = |b: &u8| b.is_ascii_alphanumeric() || b"-_".contains(b);
    let start = match text.iter().rposition(|b| !is_of_label(b)) {
        Some(last) => last + 1,
        None => 0,
    };
    let label = &text[start..];
    is_one_of(label, &LABELS)
}

/// Returns the first word that begins like a date: `2026-05-01`, `2026-05-01T10:00:00Z`.
pub(super) fn time_in(text: &[u8]) -> Option<&[u8]> {
    text.split(|b| matches!(b, b' ' | b'\t' | b'[' | b']'))
        .find(|word| begins_like(word, b"0000-00-00"))
}

/// Whether a word begins like a form, in which 0 stands for any digit.
pub(super) fn begins_like(word: &[u8], form: &[u8]) -> bool {
    if word.len() < form.len() {
        return false;
    }
    for (byte, like) in word.iter().zip(form) {
        let is_digit = *like == b'0' && byte.is_ascii_digit();
        if byte != like && !is_digit {
            return false;
        }
    }
    true
}

/// Whether a word is three digits that are a status.
pub(super) fn is_status(word: &[u8]) -> bool {
    matches!(word, [b'1'..=b'5', b'0'..=b'9', b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits_are_not_always_a_status() {
        for (text, wanted) in [
            (" [200] ", Some("200")),
            ("[301,200]", Some("200")),
            ("(CODE:200|SIZE:615)", Some("200")),
            ("[code-404] -", Some("404")),
            ("[Size: 178] (Status: 301)", Some("301")),
            ("status=503 size=200", Some("503")),
            ("[\x1b[32m404\x1b[0m]", Some("404")),
            ("(200 OK)", Some("200")),
            ("127.0.0.1:443 - -", None),
            ("[http://127.0.0.1/200] [href]", None),
            ("[from: http://a.example/] - /200", None),
            ("/home/ann/127.0.0.1_700/200 ", None),
            ("[Length=186] [Word=a]", None),
            ("[12:34:56] size: 200", None),
            ("x-200 a.200 200.a", None),
        ] {
            assert_eq!(
                in_text(text.as_bytes()).map(ByteSlice::as_bstr),
                wanted.map(Into::into),
                "{text}"
            );
        }
    }
}
