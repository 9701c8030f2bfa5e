//! Words of a line of a log.

use super::entry::quote;
use crate::bytes::split;
use bstr::ByteSlice;

/// Returns the words of a text, separated by blanks.
pub(super) fn blank_words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    split(text, b' ').filter(|word| !word.is_empty())
}

/// Splits a line at blanks outside quotes.
pub(super) fn quoted_words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (word, behind) = rest.split_at(word_end(rest));
        rest = behind;
        if word.is_empty() {
            return None;
        }
        Some(word)
    })
}

/// Returns the offset of the first blank outside quotes.
fn word_end(text: &[u8]) -> usize {
    let mut end = 0;
    while let Some(byte) = text.get(end)
        && *byte > b' '
    {
        end += 1;
        let inner = &text[end..];
        let close = match byte {
            b'"' => quote(inner),
            b'\'' => inner.find_byte(b'\''),
            _ => None,
        };
        if let Some(close) = close {
            end += close + 1;
        }
    }
    end
}

/// Returns a text without the quotes around it.
pub(super) fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => inner,
        _ => text,
    }
}
