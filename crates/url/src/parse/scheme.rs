//! The name of a scheme: letters, digits, `+`, `-` and `.`, from a letter on.

/// Schemes that also end other letters and digits: `200http://`, `urls.txt-12-http://`.
const WEB: [&str; 2] = ["https", "http"];

/// Schemes that end digits and joints, but not letters: `sftp` and `aws` are others.
const SHORT: [&str; 3] = ["wss", "ws", "ftp"];

/// Whether a byte may be part of the name of a scheme.
pub(crate) fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// Returns the offset of the scheme in a text of such bytes, which ends with it. `None` if it is
/// too short.
pub(crate) fn scheme_offset(text: &[u8]) -> Option<usize> {
    for scheme in WEB.into_iter().chain(SHORT) {
        let Some(at) = text.len().checked_sub(scheme.len()) else {
            continue;
        };
        let is_whole = match text[..at].last() {
            Some(b'+') => false,
            Some(byte) => WEB.contains(&scheme) || !byte.is_ascii_alphabetic(),
            None => true,
        };
        if is_whole && text[at..].eq_ignore_ascii_case(scheme.as_bytes()) {
            return Some(at);
        }
    }
    let at = text.iter().position(u8::is_ascii_alphabetic)?;
    if text.len() - at < 2 {
        return None;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_ends_what_is_glued_to_it() {
        for (text, wanted) in [
            ("http", Some("http")),
            ("HTTPS", Some("HTTPS")),
            ("200http", Some("http")),
            ("URLhttps", Some("https")),
            ("urls.txt-12-http", Some("http")),
            ("-ws", Some("ws")),
            ("7ftp", Some("ftp")),
            ("+http", Some("http")),
            ("git+https", Some("git+https")),
            ("sftp", Some("sftp")),
            ("1.myapp", Some("myapp")),
            ("a.b", Some("a.b")),
            ("x", None),
            ("12", None),
            ("", None),
        ] {
            let found = scheme_offset(text.as_bytes()).map(|at| &text[at..]);
            assert_eq!(found, wanted, "{text}");
        }
    }
}
