//! Finds URLs that are percent-encoded as a whole: `https%3A%2F%2Fexample.com%2Fa`.

use super::escape::hex;
use bstr::ByteSlice;

/// An encoded URL in a word.
pub(super) struct EncodedUrl {
    /// Its offset in the word.
    pub start: usize,
    /// The URL, decoded once.
    pub url: Vec<u8>,
}

/// Returns the encoded URL in a word that has no plain one.
pub(super) fn url(word: &[u8]) -> Option<EncodedUrl> {
    let sign = encoded_sign(word)?;
    let before = word[..sign].trim_end_with(|c| c.is_ascii_alphanumeric());
    let mut start = before.len();
    // In `%20https`, the digits are part of the escape.
    if before.ends_with(b"%") {
        start = (start + 2).min(sign);
    }
    let mut url = Vec::new();
    let mut rest = &word[start..];
    while let [first, behind @ ..] = rest {
        if *first == b'%'
            && let Some(byte) = decoded(behind)
        {
            url.push(byte);
            rest = &behind[2..];
        } else if first.is_ascii_alphanumeric() || b"-._~%!*'".contains(first) {
            url.push(*first);
            rest = behind;
        } else {
            break;
        }
    }
    let scheme = url.find_byte(b':')?;
    let is_url = scheme > 1 && url[0].is_ascii_alphabetic() && url.len() > scheme + 3;
    is_url.then_some(EncodedUrl { start, url })
}

/// Returns the offset of an encoded `://`.
fn encoded_sign(word: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'%', word).find(|&at| {
        let sign = word.get(at..at + 9).unwrap_or_default();
        sign.eq_ignore_ascii_case(b"%3a%2f%2f")
    })
}

/// Decodes the digits of an escape. Characters that end a line or a word stay encoded.
fn decoded(text: &[u8]) -> Option<u8> {
    let byte = hex(text.get(..2)?)? as u8;
    let is_end = byte <= b' ' || byte == 0x7F || b"\"'<>`\\".contains(&byte);
    (!is_end).then_some(byte)
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
            let found = url(word.as_bytes());
            let found = found.map(|found| String::from_utf8(found.url).expect("is text"));
            assert_eq!(found.as_deref(), wanted, "{word}");
        }
    }
}
