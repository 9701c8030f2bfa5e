//! Texts without percent escapes.

use bstr::ByteSlice;

/// The bytes without escapes, also those that are escaped again: `%256c` is `%6c` is `l`.
pub(super) fn decoded(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // Nobody decodes more often.
    for _ in 0..3 {
        let (mut plain, mut rest) = (Vec::with_capacity(text.len()), &*text);
        while let Some(at) = rest.find_byte(b'%') {
            plain.extend_from_slice(&rest[..at]);
            let digit = |place: usize| rest.get(at + place).and_then(|&byte| char::from(byte).to_digit(16));
            if let (Some(high), Some(low)) = (digit(1), digit(2)) {
                plain.push((high * 16 + low) as u8);
                rest = &rest[at + 3..];
            } else {
                plain.push(b'%');
                rest = &rest[at + 1..];
            }
        }
        plain.extend_from_slice(rest);
        if plain.len() == text.len() {
            break;
        }
        text = plain;
    }
    text
}
