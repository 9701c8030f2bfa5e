//! What tools print beside a URL: its HTTP status, as in `[200]`, `(Status: 301)`, `[code-200]` and
//! `200  GET  9l`, and a time.

use super::word::{ESCAPE, code_end};
use crate::input::field::Field;

/// A field that stands beside the URL, which stands at an offset of the line.
pub(super) fn field<'l>(field: Field, line: &'l [u8], url: &[u8]) -> Option<&'l [u8]> {
    match field {
        Field::Status => status(line, url),
        Field::Time => time(line, url),
        _ => None,
    }
}

/// The first status beside the URL, which stands at an offset of the line: before it, or else
/// behind it. A group such as `[301,200]` lists redirects, and the last one counts.
fn status<'l>(line: &'l [u8], url: &[u8]) -> Option<&'l [u8]> {
    let (before, behind) = around(line, url)?;
    find(before).or_else(|| find(behind))
}

/// The first word beside the URL that begins like a date: `2026-05-01`, `2026-05-01T10:00:00Z`.
fn time<'l>(line: &'l [u8], url: &[u8]) -> Option<&'l [u8]> {
    let (before, behind) = around(line, url)?;
    let is_date = |word: &&[u8]| {
        let is_like =
            |(byte, like): (&u8, &u8)| if *like == b'0' { byte.is_ascii_digit() } else { byte == like };
        word.len() >= 10 && word.iter().zip(b"0000-00-00").all(is_like)
    };
    let words = |text: &'l [u8]| text.split(|b| matches!(b, b' ' | b'\t' | b'[' | b']')).find(is_date);
    words(before).or_else(|| words(behind))
}

/// The bytes of a line before its URL and behind it.
fn around<'l>(line: &'l [u8], url: &[u8]) -> Option<(&'l [u8], &'l [u8])> {
    let start = (url.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
    Some((line.get(..start)?, line.get(start + url.len()..)?))
}

/// The digits of the first status.
fn find(text: &[u8]) -> Option<&[u8]> {
    let (mut at, mut found) = (0, None);
    while at < text.len() {
        if text[at] == ESCAPE {
            at = code_end(text, at);
            continue;
        }
        let length = text[at..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        let word = &text[at..at + length];
        if is_status(word) {
            found = Some(word);
        } else if length > 0 && found.is_some() {
            break;
        }
        at += length;
        if found.is_some() && text.get(at) != Some(&b',') {
            break;
        }
        at += usize::from(text.get(at).is_some_and(|&b| b != ESCAPE));
    }
    found
}

/// Whether a word is three digits that are a status.
fn is_status(word: &[u8]) -> bool {
    matches!(word, [b'1'..=b'5', b'0'..=b'9', b'0'..=b'9'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::line;

    #[test]
    fn a_time_stands_beside_the_url() {
        for (text, wanted) in [
            ("2026-05-01T10:00:00Z https://a.example/x", Some("2026-05-01T10:00:00Z")),
            ("https://a.example/2026-05-01 [200] [2026-05-02]", Some("2026-05-02")),
            ("https://a.example/2026-05-01", None),
        ] {
            let found = line::field(Field::Time, text.as_bytes());
            assert_eq!(found, wanted.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn a_status_stands_beside_the_url() {
        for (text, wanted) in [
            ("https://a.example/login [200] [1256] [Sign in]", Some("200")),
            ("https://a.example/login [\x1b[32m404\x1b[0m] [200]", Some("404")),
            ("https://a.example/a [301,200] [https://a.example/b]", Some("200")),
            ("https://a.example/login          (Status: 301) [Size: 178]", Some("301")),
            ("login                   [Status: 200, Size: 1134, Words: 250]", None),
            ("https://a.example/login  [Status: 403, Size: 234, Words: 250]", Some("403")),
            ("200      GET        9l       28w      312c https://a.example/login", Some("200")),
            ("[url] - [code-302] - https://a.example/login", Some("302")),
            ("[12:34:56] 500 -   11KB - /login", Some("500")),
            ("+ https://a.example/login (CODE:200|SIZE:6153)", Some("200")),
            ("https://a.example/200", None),
            ("https://a.example/x 12 7", None),
            ("https://a.example/x [1200]", None),
        ] {
            let found = line::field(Field::Status, text.as_bytes());
            let found = found.map(|digits| str::from_utf8(digits).unwrap());
            assert_eq!(found, wanted, "{text}");
        }
    }
}
