//! The form of a URL's segments in a template.

use std::borrow::Cow;

/// Returns the escape of a sign with a meaning in templates.
fn escape(byte: u8) -> Option<&'static [u8]> {
    match byte {
        b'|' => Some(b"%7C"),
        b'*' => Some(b"%2A"),
        b'{' => Some(b"%7B"),
        b'}' => Some(b"%7D"),
        _ => None,
    }
}

/// Returns a segment in the form of templates.
pub fn escaped(name: &[u8]) -> Cow<'_, [u8]> {
    if name.iter().all(|&byte| escape(byte).is_none()) {
        return Cow::Borrowed(name);
    }
    let mut written = Vec::with_capacity(name.len() + 2);
    for &byte in name {
        match escape(byte) {
            Some(escape) => written.extend_from_slice(escape),
            None => written.push(byte),
        }
    }
    Cow::Owned(written)
}
