//! Finds URLs that are percent-encoded as a whole: `https%3A%2F%2Fexample.com%2Fa`.

use super::escape::hex;

/// Returns the encoded URL in a word that has no plain one, decoded once.
pub(super) fn url(word: &[u8]) -> Option<Vec<u8>> {
    let sign = memchr::memmem::find_iter(word, b"%3").find(|&at| {
        word.get(at + 2).is_some_and(|b| matches!(b, b'A' | b'a'))
            && word
                .get(at + 3..at + 9)
                .is_some_and(|slashes| slashes.eq_ignore_ascii_case(b"%2f%2f"))
    })?;
    let start = sign
        - word[..sign]
            .iter()
            .rev()
            .take_while(|b| b.is_ascii_alphanumeric())
            .count();
    // In `%20https`, the digits are part of the escape.
    let start = if start > 0 && word[start - 1] == b'%' {
        (start + 2).min(sign)
    } else {
        start
    };
    let length = word[start..]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || b"-._~%!*'".contains(b))
        .count();
    let mut url = Vec::with_capacity(length);
    let mut rest = &word[start..start + length];
    while let Some((&first, behind)) = rest.split_first() {
        let digits = (first == b'%').then(|| behind.get(..2)).flatten();
        let code = digits
            .and_then(hex)
            .and_then(|code| u8::try_from(code).ok());
        match code {
            // Characters that end a line or a word stay encoded.
            Some(code) if code > b' ' && code != 0x7F && !b"\"'<>`\\".contains(&code) => {
                url.push(code);
                rest = &behind[2..];
            }
            _ => {
                url.push(first);
                rest = behind;
            }
        }
    }
    let scheme = url.iter().position(|&b| b == b':')?;
    (scheme > 1 && url[0].is_ascii_alphabetic() && url.len() > scheme + 3).then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_urls_are_decoded_once() {
        for (word, wanted) in [
            (
                "https%3A%2F%2Fa.example%2Fx%3Fy%3D1%2520z",
                Some("https://a.example/x?y=1%20z"),
            ),
            (
                "next=https%3a%2f%2fa.example%2fx&y=1",
                Some("https://a.example/x"),
            ),
            (
                "a%20https%3A%2F%2Fa.example%0Ab",
                Some("https://a.example%0Ab"),
            ),
            ("%3A%2F%2Fa.example", None),
            ("https%3A%2F%2F", None),
            ("1%3A%2F%2Fx", None),
            ("https%3A%2Fx", None),
        ] {
            let found = url(word.as_bytes()).map(|url| String::from_utf8(url).expect("is text"));
            assert_eq!(found.as_deref(), wanted, "{word}");
        }
    }
}
