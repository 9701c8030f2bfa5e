//! Escapes characters that a terminal would interpret.

/// Returns whether a terminal may interpret a character instead of showing it.
///
/// ```
/// assert!(urlsift::stream::is_unprintable('\x1b'));
/// assert!(!urlsift::stream::is_unprintable('\\'));
/// ```
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || (!c.is_ascii() && c.escape_debug().len() > 1)
}

/// Escapes characters that a terminal would interpret. Quotes and backslashes stay, so Windows
/// paths do not change.
///
/// ```
/// assert_eq!(urlsift::stream::harmless("C:\\lists\\a\x07.txt"), "C:\\lists\\a\\u{7}.txt");
/// ```
pub fn harmless(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unprintable(c) {
            shown.extend(c.escape_debug());
        } else {
            shown.push(c);
        }
    }
    shown
}
