//! Escapes of texts in rules for other programs.

pub use urlsift_core::display_text::shown_text;
pub use urlsift_core::host::shown_host;

/// Escapes a text for a regular expression in Rust, in Python, in PCRE and in RE2.
///
/// ```
/// assert_eq!(urlsift::lists::escapes::regex("a.b[1]"), r"a\.b\[1\]");
/// ```
pub fn regex(text: &str) -> String {
    let mut regex = String::with_capacity(text.len());
    for c in text.chars() {
        if is_special(c) {
            regex.push('\\');
        }
        regex.push(c);
    }
    regex
}

/// Returns whether a regular expression gives a character a meaning.
const fn is_special(c: char) -> bool {
    matches!(
        c,
        '\\' | '.' | '+' | '*' | '?' | '(' | ')' | '|' | '[' | ']' | '{' | '}' | '^' | '$'
    )
}

/// Escapes the characters of a path that robots.txt gives a meaning.
///
/// ```
/// assert_eq!(urlsift::lists::escapes::robots("/a*/$b"), "/a%2A/%24b");
/// ```
pub fn robots(path: &str) -> String {
    path.replace('*', "%2A").replace('$', "%24")
}
