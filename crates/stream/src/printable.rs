//! Escapes characters that a terminal or a shell would interpret.

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
    let mut shown = String::with_capacity(text.len());
    push_harmless(text, &mut shown);
    shown
}

/// Appends a text with the characters escaped that a terminal would interpret.
pub fn push_harmless(text: &str, shown: &mut String) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        shown.push_str(text);
        return;
    }
    for c in text.chars() {
        if is_unprintable(c) {
            shown.extend(c.escape_debug());
        } else {
            shown.push(c);
        }
    }
}

/// Returns a text as one word of a shell's command, to be shown in a message.
///
/// ```
/// use urlsift::stream::shell_word;
///
/// assert_eq!(shell_word("user.url"), "user.url");
/// assert_eq!(shell_word("it's"), r"'it'\''s'");
/// ```
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./,@%+:".contains(c);
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let text = harmless(text).replace('\'', r"'\''");
    format!("'{text}'")
}
