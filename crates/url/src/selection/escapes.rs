//! Texts without percent escapes.

use percent_encoding::percent_decode;

/// Undoes percent escapes, also those that are escaped again: `%256c` is `%6c` is `l`.
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // Nobody escapes more often.
    for _ in 0..3 {
        text = percent_decode(&text).collect();
    }
    text
}
