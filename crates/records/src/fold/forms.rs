//! Other forms of characters: traditional ideographs, and look-alikes of ideographs and letters.
//!
//! The table has the frequent ones: those of texts that offer, promise and ask for contact.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Pairs of a form and the usual one.
const FORMS: &str = include_str!("forms.txt");

static USUAL: LazyLock<HashMap<char, char>> = LazyLock::new(|| {
    let mut usual = HashMap::new();
    let pairs = FORMS.lines().filter(|line| !line.starts_with('#'));
    for pair in pairs.flat_map(str::split_whitespace) {
        let characters: Vec<char> = pair.chars().collect();
        if let [form, character, ..] = characters[..] {
            usual.insert(form, character);
        }
    }
    usual
});

/// Returns the usual form of a character.
pub(super) fn usual(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    USUAL.get(&c).copied().unwrap_or(c)
}
