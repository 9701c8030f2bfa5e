//! Decodes the escapes of scripts, JSON and HTML.

use std::borrow::Cow;

/// Maximum nesting of escapes, as of JSON in a JSON string. More would only waste time.
const DEPTH: usize = 3;

/// Decodes the escapes of scripts and JSON: `\/`, `\u0026`, `\x26`, `\n`.
pub(super) fn undo_escapes(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut text = text;
    for _ in 0..DEPTH {
        if memchr::memchr(b'\\', &text).is_none() {
            break;
        }
        text = Cow::Owned(undo_once(&text));
    }
    text
}

fn undo_once(mut text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    while let Some(at) = memchr::memchr(b'\\', text) {
        plain.extend_from_slice(&text[..at]);
        let rest = &text[at + 1..];
        let taken = match rest.first() {
            Some(b'u') => digits(rest, &mut plain),
            Some(b'x') => {
                let byte = rest.get(1..3).and_then(hex).filter(|&code| code < 0x80);
                plain.extend(byte.map(|code| code as u8));
                byte.map(|_| 3)
            }
            // A line end within a string.
            Some(b'n' | b'r' | b't') => {
                plain.push(b'\n');
                Some(1)
            }
            Some(&byte) if b"/\"'`&\\".contains(&byte) => {
                plain.push(byte);
                Some(1)
            }
            _ => None,
        };
        if taken.is_none() {
            plain.push(b'\\');
        }
        text = &rest[taken.unwrap_or(0)..];
    }
    plain.extend_from_slice(text);
    plain
}

/// Appends the character of `u0026` or `u{26}`, and returns the length of the escape.
fn digits(text: &[u8], plain: &mut Vec<u8>) -> Option<usize> {
    let (code, length) = if text.get(1) == Some(&b'{') {
        let close = text.iter().take(10).position(|&b| b == b'}')?;
        (hex(&text[2..close])?, close + 1)
    } else {
        (hex(text.get(1..5)?)?, 5)
    };
    plain.extend_from_slice(char::from_u32(code)?.encode_utf8(&mut [0; 4]).as_bytes());
    Some(length)
}

/// Reads a hexadecimal number.
pub(super) fn hex(digits: &[u8]) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
    u32::from_str_radix(str::from_utf8(digits).ok().filter(|_| is_number)?, 16).ok()
}

/// Decodes HTML escapes that end with a semicolon. Without tags, `&amp;` may be part of a URL, and
/// stays.
pub(super) fn undo_entities(text: &[u8], is_markup: bool) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'&', text) else {
        return Cow::Borrowed(text);
    };
    let mut plain = text[..first].to_vec();
    let mut text = &text[first..];
    while let Some(at) = memchr::memchr(b'&', text) {
        plain.extend_from_slice(&text[..at]);
        text = &text[at..];
        let end = text.iter().take(10).position(|&b| b == b';');
        match end.and_then(|end| character(&text[1..end])) {
            Some(character) if is_markup || character != '&' => {
                plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                text = &text[end.map_or(1, |end| end + 1)..];
            }
            _ => {
                plain.push(b'&');
                text = &text[1..];
            }
        }
    }
    plain.extend_from_slice(text);
    Cow::Owned(plain)
}

/// Returns the character of an entity name or number.
fn character(name: &[u8]) -> Option<char> {
    Some(match name {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"apos" => '\'',
        b"nbsp" => ' ',
        b"sol" => '/',
        b"colon" => ':',
        [b'#', b'x' | b'X', digits @ ..] => char::from_u32(hex(digits)?)?,
        [b'#', digits @ ..] => char::from_u32(str::from_utf8(digits).ok()?.parse().ok()?)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone() {
        for (text, wanted) in [
            (r"https:\/\/a.example\/", "https://a.example/"),
            (r"https:\\/\\/a.example", "https://a.example"),
            (r"a\u0026b\x26c\u{26}d", "a&b&c&d"),
            (r"a\nb", "a\nb"),
            (r"C:\dir\", r"C:\dir\"),
            (r"\uZZZZ\x2", r"\uZZZZ\x2"),
            ("plain", "plain"),
        ] {
            assert_eq!(
                String::from_utf8_lossy(&undo_escapes(Cow::Borrowed(text.as_bytes()))),
                wanted,
                "{text}"
            );
        }
    }

    #[test]
    fn entities_are_undone() {
        for (text, markup, plain) in [
            ("a&amp;b", "a&b", "a&amp;b"),
            ("&quot;x&#39;&#x2F;&lt;", "\"x'/<", "\"x'/<"),
            (
                "?a=1&copy=2&lt=3&b",
                "?a=1&copy=2&lt=3&b",
                "?a=1&copy=2&lt=3&b",
            ),
            ("&#xD800;&#;&;", "&#xD800;&#;&;", "&#xD800;&#;&;"),
        ] {
            for (is_markup, wanted) in [(true, markup), (false, plain)] {
                assert_eq!(
                    String::from_utf8_lossy(&undo_entities(text.as_bytes(), is_markup)),
                    wanted,
                    "{text}"
                );
            }
        }
    }
}
