//! Texts in regular expressions.

/// Escapes a text for an expression in Rust, in Python and in RE2.
pub(crate) fn escaped(text: &str) -> String {
    let mut regex = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            regex.push('\\');
        }
        regex.push(c);
    }
    regex
}
