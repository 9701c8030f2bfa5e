//! Texts without percent escapes.

use percent_encoding::percent_decode;

/// Decodes percent escapes, also nested ones: `%256c` is `%6c` is `l`.
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // Three levels are more than anyone writes.
    for _ in 0..3 {
        text = percent_decode(&text).collect();
    }
    text
}
