//! The HTTP status that a tool has printed beside a URL: `[200]`, `(Status: 301)`, `[code-200]`, `200  GET  9l`.

use super::word::{ESCAPE, code_end};

/// The first status beside the URL, which stands at an offset of the line: before it, or else behind it. A group such as
/// `[301,200]` lists redirects, and the last one counts.
pub(in crate::input) fn status(line: &[u8], url: &[u8]) -> Option<u16> {
    let start = (url.as_ptr() as usize).checked_sub(line.as_ptr() as usize)?;
    let end = start + url.len();
    find(line.get(..start)?).or_else(|| find(line.get(end..)?))
}

fn find(text: &[u8]) -> Option<u16> {
    let (mut at, mut found) = (0, None);
    while at < text.len() {
        if text[at] == ESCAPE {
            at = code_end(text, at);
            continue;
        }
        let length = text[at..].iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        match number(&text[at..at + length]) {
            Some(status) => found = Some(status),
            // A label stands before its number, and a number of a list before the next.
            None if length > 0 && found.is_some() => break,
            None => {}
        }
        at += length;
        if found.is_some() && text.get(at) != Some(&b',') {
            break;
        }
        at += usize::from(text.get(at).is_some_and(|&b| b != ESCAPE));
    }
    found
}

/// Three digits that are a status.
fn number(word: &[u8]) -> Option<u16> {
    let [a @ b'1'..=b'5', b @ b'0'..=b'9', c @ b'0'..=b'9'] = word else { return None };
    Some(u16::from(a - b'0') * 100 + u16::from(b - b'0') * 10 + u16::from(c - b'0'))
}

#[cfg(test)]
mod tests {
    use crate::input::line;

    #[test]
    fn a_status_stands_beside_the_url() {
        for (text, wanted) in [
            ("https://a.example/login [200] [1256] [Sign in]", Some(200)),
            ("https://a.example/login [\x1b[32m404\x1b[0m] [200]", Some(404)),
            ("https://a.example/a [301,200] [https://a.example/b]", Some(200)),
            ("https://a.example/login          (Status: 301) [Size: 178]", Some(301)),
            ("login                   [Status: 200, Size: 1134, Words: 250]", None),
            ("https://a.example/login  [Status: 403, Size: 234, Words: 250]", Some(403)),
            ("200      GET        9l       28w      312c https://a.example/login", Some(200)),
            ("[url] - [code-302] - https://a.example/login", Some(302)),
            ("[12:34:56] 500 -   11KB - /login", Some(500)),
            ("+ https://a.example/login (CODE:200|SIZE:6153)", Some(200)),
            ("https://a.example/200", None),
            ("https://a.example/x 12 7", None),
            ("https://a.example/x [1200]", None),
        ] {
            let url = line::url(text.as_bytes());
            assert_eq!(line::status(text.as_bytes(), url), wanted, "{text}");
        }
    }
}
