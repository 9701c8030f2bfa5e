//! Namespaces of wikis: `Talk:` in `Talk:Tea`, `Служебная:` before the name of a program.
//!
//! Any word with a colon behind it is a namespace, in any script. That of the programs of a wiki is
//! called `Special`, or by one of the words in `data/programs_abroad.txt`; `data/README.md` says
//! how that list was made.

use super::lexicon::words;
use crate::bytes::{is_digits, is_letters_and};
use crate::display_text::{decode, folded, is_mark};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Minimum length of a namespace in bytes, without escapes.
const SHORTEST: usize = 3;

/// The namespaces of programs outside English, as URLs are compared with them.
static PROGRAMS_ABROAD: LazyLock<HashSet<&[u8]>> = LazyLock::new(|| {
    let list = include_str!("data/programs_abroad.txt");
    words(list).map(str::as_bytes).collect()
});

/// A name with its namespace.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamespacedName<'a> {
    /// The namespace without its colon.
    pub namespace: &'a [u8],
    pub name: &'a [u8],
}

impl<'a> NamespacedName<'a> {
    /// Splits a text at its first colon, which may be escaped; `None` if no namespace and name are
    /// on its sides. A blank begins the rest of a title, as in `Tea:_a_history`: wikis remove it
    /// behind a namespace.
    pub(super) fn split(text: &'a [u8]) -> Option<Self> {
        let end = colon(text)?;
        let (namespace, rest) = text.split_at(end);
        let name = &rest[colon_length(rest)..];
        if begins_blank(name) {
            return None;
        }
        if !is_word(namespace) && !is_of_programs(namespace) {
            return None;
        }
        Some(Self { namespace, name })
    }

    /// Returns the name of the program before its argument, if its namespace is that of programs:
    /// `Spezial:Logbuch%2Fblock`. Numbers are no programs.
    pub(super) fn program(self) -> Option<&'a [u8]> {
        if !is_of_programs(self.namespace) {
            return None;
        }
        let name = before_slash(self.name);
        let is_number = is_digits(name);
        (!is_number).then_some(name)
    }
}

/// Whether a text is empty or begins with a blank.
fn begins_blank(text: &[u8]) -> bool {
    match text {
        [] | [b'_' | b'+' | b' ', ..] => true,
        _ => text.starts_with(b"%20"),
    }
}

/// Returns the text before its first slash, escaped or not.
fn before_slash(text: &[u8]) -> &[u8] {
    for at in memchr::memchr2_iter(b'/', b'%', text) {
        let rest = &text[at..];
        let is_slash = rest.starts_with(b"/");
        if is_slash || rest.starts_with(b"%2F") || rest.starts_with(b"%2f") {
            return &text[..at];
        }
    }
    text
}

/// Appends a namespace with its colon, escaped or not, and the name of a program in it.
pub(super) fn write(namespace: &[u8], token: &mut Vec<u8>) {
    if let Some(name) = before_colon(namespace) {
        token.extend_from_slice(name);
        token.push(b':');
    }
}

/// Returns the offset of the first colon.
fn colon(text: &[u8]) -> Option<usize> {
    memchr::memchr2_iter(b':', b'%', text).find(|&at| colon_length(&text[at..]) > 0)
}

/// Returns a namespace without the colon at its end; `None` if it is empty.
pub(super) fn before_colon(namespace: &[u8]) -> Option<&[u8]> {
    match namespace {
        [name @ .., b'%', b'3', _] | [name @ .., b':'] => Some(name),
        _ => None,
    }
}

/// Returns the length of the colon that begins a text, escaped or not.
fn colon_length(text: &[u8]) -> usize {
    match text {
        [b':', ..] => 1,
        [b'%', b'3', b'A' | b'a', ..] => 3,
        _ => 0,
    }
}

/// Whether a text is words of letters in any script, joined by `_`.
fn is_word(text: &[u8]) -> bool {
    if is_letters_and(text, b"_") {
        return text.len() >= SHORTEST;
    }
    let is_of_word = |letter: char| letter == '_' || letter.is_alphabetic() || is_mark(letter);
    match decode(text) {
        Some(word) => word.len() >= SHORTEST && word.chars().all(is_of_word),
        None => false,
    }
}

/// Whether a namespace is that of programs.
fn is_of_programs(namespace: &[u8]) -> bool {
    if namespace.eq_ignore_ascii_case(b"special") {
        return true;
    }
    PROGRAMS_ABROAD.contains(&folded(namespace)[..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::display_text::escaped;
    use proptest::prelude::*;

    fn program(text: &str) -> Option<&[u8]> {
        NamespacedName::split(text.as_bytes())?.program()
    }

    #[test]
    fn programs_are_told_from_pages() {
        for (text, wanted) in [
            ("Special:Export", Some("Export")),
            ("Spezial:Logbuch%2Fblock", Some("Logbuch")),
            ("Служебная:Вход", Some("Вход")),
            ("ОБСУЖДЕНИЕ:Вход", None),
            ("Especial:Tea/pot", Some("Tea")),
            ("特別%3Aログイン", Some("ログイン")),
            ("특수:로그인", Some("로그인")),
            ("พิเศษ:ล็อกอิน", Some("ล็อกอิน")),
            ("Extra:Tea", None),
            ("Special:%2FTea", None),
            ("Special:42", None),
        ] {
            let text = escaped(text);
            let wanted = wanted.map(escaped);
            let wanted = wanted.as_ref().map(|name| name.as_bytes());
            assert_eq!(program(&text), wanted, "{text}");
        }
    }

    #[test]
    fn words_before_colons_are_namespaces_and_beginnings_of_titles_are_not() {
        for (text, wanted) in [
            ("Talk:Tea", Some("Talk")),
            ("Kategoria:Tea", Some("Kategoria")),
            ("Użytkownik:Tea", Some("Użytkownik")),
            ("Dyskusja_użytkownika:Tea", Some("Dyskusja_użytkownika")),
            ("分類:Tea", Some("分類")),
            ("Tea:_a_history", None),
            ("Tea:+a+history", None),
            ("Tea%3A%20a", None),
            ("Té 2:a", None),
            ("ab:Tea", None),
            ("12:30", None),
            (":Tea", None),
            ("Tea:", None),
            ("Tea", None),
        ] {
            let text = escaped(text);
            let found = NamespacedName::split(text.as_bytes()).map(|page| page.namespace);
            let wanted = wanted.map(escaped);
            let wanted = wanted.as_ref().map(|name| name.as_bytes());
            assert_eq!(found, wanted, "{text}");
        }
    }

    proptest! {
        #[test]
        fn programs_have_their_names_in_each_language_and_spelling(
            word: prop::sample::Index,
            is_capital: bool,
            colon in "(:|%3A|%3a)",
            name in "[a-zżßéжß特][a-zżéжя特_.-]{0,12}",
            argument in "(|/[a-z/]{0,5}|%2F[a-z]{0,5})",
        ) {
            let mut namespaces: Vec<&[u8]> = PROGRAMS_ABROAD.iter().copied().collect();
            namespaces.sort_unstable();
            let word = namespaces[word.index(namespaces.len())];
            let mut namespace = String::from_utf8_lossy(word).into_owned();
            if is_capital {
                namespace = namespace.to_uppercase();
            }
            let name = escaped(&name).into_owned();
            let text = format!("{}{colon}{name}{argument}", escaped(&namespace));
            // Some letters have no capitals, or several.
            if PROGRAMS_ABROAD.contains(&folded(namespace.as_bytes())[..]) {
                prop_assert_eq!(program(&text), Some(name.as_bytes()));
            }
        }
    }
}
