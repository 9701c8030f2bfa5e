//! Names of people and places that are marked as such.

use super::rule::Rule;
use crate::token::class::Class;
use crate::token::view::{DOT, HYPHEN, OTHER_BYTE, UNDERSCORE};
use crate::token::words;

pub(super) static RULES: [Rule; 4] = [
    Rule {
        name: "email",
        class: Class::Email,
        kinds: &[DOT, OTHER_BYTE],
        fits: |view, _| is_email(view.segment),
        takes: &["ann@example.test", "ann%40example.test"],
        leaves: &["@ann.b", "ann@example"],
        why: "an address names one of many",
    },
    Rule {
        name: "handle",
        class: Class::Handle,
        kinds: &[OTHER_BYTE],
        fits: |view, surroundings| match view.stem {
            // In an API, `@me` is not a name, like `me`.
            [b'@' | b'~', name @ ..] if surroundings.is_api() => {
                !name.is_empty() && !words::look_up(name).is_state()
            }
            _ => matches!(view.stem, [b'@' | b'~', _, ..]),
        },
        takes: &["@ann", "~ann", "//api.example.com/users/@ann"],
        leaves: &["ann", "@", "//api.example.com/users/@me"],
        why: "`@` and `~` mark the names of users",
    },
    Rule {
        name: "placeholder",
        class: Class::Handle,
        kinds: &[OTHER_BYTE],
        fits: |view, _| is_placeholder(view.segment),
        takes: &["{id}", ":user_id", "${repo.name}", "%7Bid%7D", "{{user}}"],
        leaves: &["{}", ":", "{a b}", ":8080", "{id", "a:b", "x{id}"],
        why: "route templates and descriptions of APIs mark so what varies",
    },
    Rule {
        name: "locale",
        class: Class::Locale,
        kinds: &[HYPHEN | UNDERSCORE],
        fits: |view, surroundings| {
            surroundings.is_early() && view.segment.len() <= 10 && is_locale(view.segment)
        },
        takes: &["/en-us", "/docs/pt_BR", "/zh-Hans-CN"],
        leaves: &["en-us", "/a/b/en-us", "/en", "/log-in"],
        why: "editions of a site have the same endpoints; they begin its paths",
    },
];

fn is_email(segment: &[u8]) -> bool {
    let at = segment.iter().position(|&b| b == b'@').map(|i| (i, 1));
    let at = at.or_else(|| segment.windows(3).position(|w| w == b"%40").map(|i| (i, 3)));
    at.is_some_and(|(at, width)| at > 0 && segment[at + width..].contains(&b'.'))
}

/// A name in braces, also escaped, or behind a colon.
fn is_placeholder(segment: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        name.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && name.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    let in_braces = |text: &[u8]| {
        [(&b"{"[..], &b"}"[..]), (b"%7B", b"%7D"), (b"%7b", b"%7d")].iter().any(|(open, close)| {
            let (mut name, mut is_marked) = (text, false);
            while let Some(inner) = name.strip_prefix(*open).and_then(|rest| rest.strip_suffix(*close)) {
                (name, is_marked) = (inner, true);
            }
            is_marked && is_name(name)
        })
    };
    match segment {
        [b':', name @ ..] => is_name(name),
        [b'$', text @ ..] => in_braces(text),
        _ => in_braces(segment),
    }
}

/// A language, perhaps a script, and a region.
fn is_locale(segment: &[u8]) -> bool {
    let mut parts = segment.split(|b| matches!(b, b'-' | b'_'));
    let letters =
        |part: &[u8], length: usize| part.len() == length && part.iter().all(u8::is_ascii_alphabetic);
    let language = parts.next().is_some_and(|p| letters(p, 2));
    let mut region = parts.next();
    if region.is_some_and(|p| letters(p, 4)) && segment.len() == 10 {
        region = parts.next();
    }
    language && region.is_some_and(|p| letters(p, 2)) && parts.next().is_none()
}
