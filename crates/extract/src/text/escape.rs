//! Decodes the escapes of scripts, JSON and HTML.

use bstr::{ByteSlice, ByteVec};
use std::borrow::Cow;

/// Maximum nesting of escapes, as of JSON in a JSON string. More would only waste time.
const DEPTH: usize = 3;

/// Decodes the escapes of HTML, then those of scripts and JSON.
pub(super) fn decoded(text: &[u8], is_markup: bool) -> Cow<'_, [u8]> {
    undo_escapes(undo_entities(text, is_markup))
}

/// Decodes the escapes of scripts and JSON: `\/`, `\u0026`, `\x26`, `\n`.
fn undo_escapes(mut text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    for _ in 0..DEPTH {
        if text.find_byte(b'\\').is_none() {
            break;
        }
        text = Cow::Owned(undo(&text, b'\\', escaped));
    }
    text
}

/// Replaces each escape, which begins with a mark, by its character. `decode` gets the text before
/// and after a mark, and returns the character and the text after the escape.
fn undo(
    mut text: &[u8],
    mark: u8,
    decode: impl for<'t> Fn(&[u8], &'t [u8]) -> Option<(char, &'t [u8])>,
) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    while let Some(at) = text.find_byte(mark) {
        let (before, rest) = text.split_at(at);
        plain.extend_from_slice(before);
        text = &rest[1..];
        match decode(before, text) {
            Some((character, rest)) => {
                plain.push_char(character);
                text = rest;
            }
            None => plain.push(mark),
        }
    }
    plain.extend_from_slice(text);
    plain
}

/// Returns the character of an escape, given the text before its backslash and from the byte after
/// it on, and the text after the escape.
fn escaped<'t>(before: &[u8], text: &'t [u8]) -> Option<(char, &'t [u8])> {
    match text {
        // A string escapes both slashes of a URL or none; a regular expression like `/\/a/` begins
        // with one that is not.
        [b'/', ..] if before.ends_with(b"/") => None,
        [b'u', b'{', inner @ ..] => {
            let close = inner.iter().take(8).position(|&b| b == b'}')?;
            let character = hex_character(&inner[..close])?;
            Some((character, &inner[close + 1..]))
        }
        [b'u', rest @ ..] => {
            let (digits, rest) = rest.split_at_checked(4)?;
            let character = hex_character(digits)?;
            Some((character, rest))
        }
        [b'x', rest @ ..] => {
            let (digits, rest) = rest.split_at_checked(2)?;
            let character = hex_character(digits)?;
            character.is_ascii().then_some((character, rest))
        }
        // A line end within a string.
        [b'n' | b'r' | b't', rest @ ..] => Some(('\n', rest)),
        [byte, rest @ ..] if b"/\"'`&\\".contains(byte) => {
            let character = char::from(*byte);
            Some((character, rest))
        }
        _ => None,
    }
}

fn hex_character(digits: &[u8]) -> Option<char> {
    let number = hex(digits)?;
    char::from_u32(number)
}

/// Reads a hexadecimal number.
pub(super) fn hex(digits: &[u8]) -> Option<u32> {
    // A sign is not a digit.
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let digits = digits.to_str().ok()?;
    u32::from_str_radix(digits, 16).ok()
}

/// Decodes HTML escapes that end with a semicolon. Without tags, `&amp;` may be part of a URL, and
/// stays.
pub(super) fn undo_entities(text: &[u8], is_markup: bool) -> Cow<'_, [u8]> {
    if text.find_byte(b'&').is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(undo(text, b'&', |_, text| entity(text, is_markup)))
}

/// Returns the character of an entity, given from the byte after `&` on, and the text after it.
fn entity(text: &[u8], is_markup: bool) -> Option<(char, &[u8])> {
    let end = text.iter().take(9).position(|&b| b == b';')?;
    let character = character(&text[..end])?;
    if character == '&' && !is_markup {
        return None;
    }
    Some((character, &text[end + 1..]))
}

/// Returns the character of an entity name or number.
fn character(name: &[u8]) -> Option<char> {
    match name {
        b"amp" => Some('&'),
        b"lt" => Some('<'),
        b"gt" => Some('>'),
        b"quot" => Some('"'),
        b"apos" => Some('\''),
        b"nbsp" => Some(' '),
        b"sol" => Some('/'),
        b"colon" => Some(':'),
        [b'#', b'x' | b'X', digits @ ..] => hex_character(digits),
        [b'#', digits @ ..] => {
            let number = digits.to_str().ok()?.parse().ok()?;
            char::from_u32(number)
        }
        _ => None,
    }
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
