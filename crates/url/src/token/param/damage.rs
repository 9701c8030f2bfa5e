//! Names that a program damaged: `&amp;b`, `&%2526amp%253Bb`, `&u0026b`, `& b`.
//!
//! A page that escapes its links once more for each visit damages them without end. All damage of
//! a name is one mark before it, so a crawl meets a name twice at most: whole, and damaged. It is
//! not dropped, since a server reads a damaged name as another one, and the answer may differ.

use super::super::inner_address::Escape;
use crate::bytes::begins_with;

/// Stands for all damage of a name.
pub(super) const MARK: &[u8] = b"amp;";

/// Returns a name without its damage.
pub(super) fn repaired(name: &[u8]) -> &[u8] {
    let mut rest = name;
    // Few names begin or end with anything else than a letter, or like an entity.
    while let Some(length) = damage_before(rest) {
        rest = &rest[length..];
    }
    while let Some(length) = blank_behind(rest) {
        rest = &rest[..rest.len() - length];
    }
    rest
}

/// Returns the length of the damage at the start of a name: a mark that belongs between
/// parameters, or what escaping has made of `&`.
fn damage_before(name: &[u8]) -> Option<usize> {
    let byte = *name.first()?;
    if !matches!(byte, b'a' | b'A' | b'u' | b'q' | b'x') && byte.is_ascii_alphanumeric() {
        return None;
    }
    let mark = escaped(name, |byte| {
        matches!(byte, b'&' | b'?' | b'+' | b' ' | b'"')
    });
    if mark.is_some() {
        return mark;
    }
    let hash = escaped(name, |byte| byte == b'#').unwrap_or(0);
    let backslash = escaped(name, |byte| byte == b'\\').unwrap_or(0);
    let entity = &name[hash..];
    let number = &name[backslash..];
    for word in ["amp", "quot", "38", "038", "x26", "X26", "34", "034"] {
        let is_number = word.as_bytes()[0].is_ascii_digit() || begins_with(word.as_bytes(), b"x");
        if is_number == (hash > 0)
            && begins_with(entity, word.as_bytes())
            && let Some(end) = escaped(&entity[word.len()..], |byte| byte == b';')
        {
            return Some(hash + word.len() + end);
        }
    }
    for word in ["u0026", "u0022"] {
        if number.starts_with(word.as_bytes()) {
            return Some(backslash + word.len());
        }
    }
    (backslash > 0 && number.starts_with(b"x26")).then_some(backslash + 3)
}

/// Returns the length of a blank at the end of a name, escaped or as `+`.
fn blank_behind(name: &[u8]) -> Option<usize> {
    match name {
        [.., b'+'] => Some(1),
        [.., b'%', b'2', b'0'] => Some(3),
        _ => None,
    }
}

/// Returns the length of a wanted byte at the start of a text, escaped any number of times or not.
fn escaped(text: &[u8], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let first = *text.first()?;
    if wanted(first) {
        return Some(1);
    }
    Escape::at(text)
        .filter(|escape| wanted(escape.byte))
        .map(|escape| escape.length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn damage_is_no_part_of_a_name() {
        for name in [
            "b",
            "amp;b",
            "AMP;b",
            "amp;amp;b",
            "amp%3Bb",
            "amp%253Bb",
            "amp%25253Bb",
            "%26b",
            "%2526b",
            "%26amp;b",
            "%26amp%3Bb",
            "%2523amp;b",
            "#38;b",
            "%2338;b",
            "%23038%3Bb",
            "%23x26;b",
            "quot;b",
            "%22b",
            "u0026b",
            "%5Cu0026b",
            "\\u0026b",
            "\\x26b",
            "+b",
            "%20b",
            "b%20",
            "b+",
            "?b",
            "%3Fb",
            "%253Fb",
            "amp;%20b+",
        ] {
            let wanted = if name == "%2523amp;b" {
                "%2523amp;b"
            } else {
                "b"
            };
            assert_eq!(repaired(name.as_bytes()), wanted.as_bytes(), "{name}");
        }
        for name in [
            "amp",
            "ampere",
            "amplitude",
            "amp_id",
            "quote",
            "u",
            "u00",
            "x26",
            "user",
            "38;b",
            "a%20b",
            "%C3%A1",
            "a+b",
            "quota;b",
            "_b",
            "[b]",
        ] {
            assert_eq!(repaired(name.as_bytes()), name.as_bytes(), "{name}");
        }
        assert_eq!(repaired(b"amp;"), b"");
    }

    proptest! {
        /// However often a mark is escaped, the same name is left.
        #[test]
        fn any_depth_of_escapes_is_damage(
            depth in 0..9_usize,
            damage in "(amp%3B|%26|%3F|%23038%3B|%22|%20){1,4}",
            name in "[b-p]{1,8}(_[b-p]{1,8})?",
        ) {
            let deeper = damage.replace('%', &format!("%{}", "25".repeat(depth)));
            let damaged = format!("{deeper}{name}");
            prop_assert_eq!(repaired(damaged.as_bytes()), name.as_bytes());
        }
    }
}
