//! Percent escapes in their one normal form (RFC 3986, section 6.2.2): unreserved characters are
//! not escaped, every other escape has upper-case digits. Malformed escapes stay as they are, and
//! decoding never completes one: `%%411` would become `%A1`, which is another byte.

use crate::display_text::escaped_byte;

/// Rewrites the escapes of `bytes[from..]` in place.
pub(super) fn normalise(bytes: &mut Vec<u8>, from: usize) {
    let Some(first) = memchr::memchr(b'%', &bytes[from..]) else {
        return;
    };
    let mut read = from + first;
    let mut write = from + first;
    while read < bytes.len() {
        if let Some(value) = escaped_byte(&bytes[read..]) {
            if is_unreserved(value) && !completes_escape(&bytes[from..write], value) {
                bytes[write] = value;
                write += 1;
            } else {
                bytes[write] = b'%';
                bytes[write + 1] = bytes[read + 1].to_ascii_uppercase();
                bytes[write + 2] = bytes[read + 2].to_ascii_uppercase();
                write += 3;
            }
            read += 3;
        } else {
            bytes[write] = bytes[read];
            write += 1;
            read += 1;
        }
    }
    bytes.truncate(write);
}

/// Whether a byte would become a digit of the malformed escape at the end of `before`. A
/// well-formed one is a byte longer.
fn completes_escape(before: &[u8], byte: u8) -> bool {
    byte.is_ascii_hexdigit()
        && match before {
            [.., b'%'] => true,
            [.., b'%', digit] => digit.is_ascii_hexdigit(),
            _ => false,
        }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_unreserved_characters_are_decoded() {
        for (raw, normal) in [
            ("%61%7e%2D%2f", "a~-%2F"),
            ("%", "%"),
            ("%4", "%4"),
            ("%zz%41", "%zzA"),
            ("%2561", "%2561"),
            ("%%41", "%%41"),
            ("%%41%42", "%%41B"),
            ("%4%31", "%4%31"),
            ("%4%7e", "%4~"),
            ("%2F%41", "%2FA"),
        ] {
            let mut bytes = raw.as_bytes().to_vec();
            super::normalise(&mut bytes, 0);
            assert_eq!(bytes, normal.as_bytes(), "{raw}");
            super::normalise(&mut bytes, 0);
            assert_eq!(bytes, normal.as_bytes(), "{raw} again");
        }
    }
}
