//! Values of parameters: their kinds, and the part that selects what the page does or which page
//! of a wiki it is.

use super::super::class::Classes;
use super::super::lexicon::{Lexicon, marked_words};
use super::super::namespace::NamespacedName;
use super::super::surroundings::Surroundings;
use super::super::words::{self, WordMarks};
use super::super::{rules, segment};
use super::route::{self, LONGEST_NAME, RouteWords, is_name};
use crate::bytes::{
    first, has_byte, has_digit, is_alphanumeric, is_digits_and, is_hexadecimal, is_letters_and,
    is_small_letters, is_small_letters_and, split_last,
};
use crate::display_text::{decode, escaped, is_mark};
use crate::name_words::{NameWord, NameWords, WordEdge};
use std::sync::LazyLock;

/// The kind of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueKind {
    /// No value.
    #[default]
    Empty,
    /// An absolute URL; it also marks the name.
    Url,
    /// A path.
    Path,
    /// A number, hash, title or similar.
    Variable,
    /// A word.
    Word,
    /// A word that says what a program does: `delete`, `deleteTea`. Outside this module it is a
    /// [`Word`](Self::Word) like any other.
    Verb,
}

impl ValueKind {
    /// Returns its mark in shapes.
    pub fn token(self) -> &'static str {
        match self {
            Self::Empty => "",
            Self::Url => "{url}",
            Self::Path => "{path}",
            Self::Variable => "{value}",
            Self::Word | Self::Verb => "{word}",
        }
    }

    /// Returns the kind by which values are compared.
    pub(super) fn compared(self) -> Self {
        match self {
            Self::Verb => Self::Word,
            kind => kind,
        }
    }

    pub(super) fn of(value: &[u8], classes: Classes) -> Self {
        match value {
            [] => return Self::Empty,
            [b'/' | b'%' | b'h' | b'H' | b'f' | b'F', ..] => {
                if let Some(kind) = address(value) {
                    return kind;
                }
            }
            _ => {}
        }
        if classes == Classes::none() {
            return Self::Word;
        }
        let has_digit = value.iter().any(|b| b.is_ascii_digit() || *b == b'%');
        if has_digit || segment::class_of(value, Surroundings::default(), classes).is_variable() {
            Self::Variable
        } else if is_verb(value) {
            Self::Verb
        } else {
            Self::Word
        }
    }
}

/// Verbs that say what a program does.
static VERBS: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists = [
        (include_str!("../data/acting_verbs.txt"), ACTING),
        (include_str!("../data/title_verbs.txt"), OF_TITLES),
    ];
    Lexicon::new(&marked_words(&lists))
});
const ACTING: u16 = 1;
const OF_TITLES: u16 = 2;

/// Verbs that may stand before a thing without an edge: `getuser`.
const GLUED_VERBS: [&[u8]; 5] = [b"add", b"del", b"edit", b"get", b"set"];

/// Whether a value is a verb, or begins with one: `delete`, `delete-tea`, `deleteTea`, `deluser`.
fn is_verb(value: &[u8]) -> bool {
    if value.len() > LONGEST_NAME || !is_letters_and(value, b"_-") {
        return false;
    }
    let Some(verb) = NameWords::of(value).last() else {
        return false;
    };
    let marks = VERBS.marks(verb.text);
    if marks != 0 {
        let is_of_title = value.get(verb.text.len()) == Some(&b'-');
        return marks & OF_TITLES == 0 || !is_of_title;
    }
    GLUED_VERBS
        .iter()
        .any(|verb| match value.strip_prefix(*verb) {
            Some(thing) => thing.len() >= 3 && words::is_known(thing),
            None => false,
        })
}

/// Whether a text is a verb with a thing behind it: `deleteTea`, `tea.delete`, `DELETE_TEA`.
pub fn is_verb_of_thing(text: &[u8]) -> bool {
    let is_verb = |word: NameWord<'_>| words::is_verb(word.text);
    let mut words = NameWords::of(text);
    let is_name = text.len() <= LONGEST_NAME && is_letters_and(text, b"_-.:/");
    let Some(last) = words.next().filter(|_| is_name) else {
        return false;
    };
    match words.last() {
        Some(first) if last.edge == WordEdge::Nested => is_verb(first) || is_verb(last),
        Some(first) => is_verb(first),
        None => false,
    }
}

/// Returns the kind of a value that is an absolute URL or a path, escaped or not.
fn address(value: &[u8]) -> Option<ValueKind> {
    let lower = first(value, 16).to_ascii_lowercase();
    let begins = |start: &[u8]| lower.starts_with(start);
    let has = |mark: &[u8]| lower.windows(mark.len()).any(|window| window == mark);
    if begins(b"http") || begins(b"ftp") {
        let is_absolute = has(b"://") || has(b"%3a%2f%2f") || has(b"%3a//");
        if !is_absolute {
            return None;
        }
        return Some(ValueKind::Url);
    }
    if begins(b"//") || begins(b"%2f%2f") {
        return Some(ValueKind::Url);
    }
    if begins(b"/") || begins(b"%2f") {
        return Some(ValueKind::Path);
    }
    None
}

/// Writes the part of a selector's value that counts with its name, if any: a word, or the words of
/// a route.
pub(super) fn write_selection(
    kind: ValueKind,
    value: &[u8],
    classes: Classes,
    token: &mut Vec<u8>,
) -> bool {
    token.clear();
    // Wicket has a colon before the class of a page.
    let value = value.strip_prefix(b":").unwrap_or(value);
    if write_unescaped(value, token) {
        return true;
    }
    match kind {
        ValueKind::Word if !has_byte(value, b'/') => is_name(value) && write_whole(value, token),
        ValueKind::Variable if is_component(value) || is_class(value) => write_whole(value, token),
        ValueKind::Word | ValueKind::Path | ValueKind::Variable
            if memchr::memchr2(b'/', b'%', value).is_some() =>
        {
            route::write(value, RouteWords::All, classes, token)
        }
        _ => false,
    }
}

/// Writes the whole value.
pub(super) fn write_whole(value: &[u8], token: &mut Vec<u8>) -> bool {
    value.clone_into(token);
    true
}

/// Writes a word with letters outside ASCII or escapes: `контакты`, `in%C3%ADcio`, `App%5CTea`.
fn write_unescaped(value: &[u8], token: &mut Vec<u8>) -> bool {
    if value.is_ascii() && !has_byte(value, b'%') {
        return false;
    }
    let Some(word) = decode(value) else {
        return false;
    };
    let is_of_word = |letter: char| {
        let is_letter = letter.is_alphabetic() || is_mark(letter);
        (is_letter && !letter.is_numeric()) || "_-.".contains(letter)
    };
    let is_word = if word.is_ascii() {
        is_name(word.as_bytes()) && !word.contains('/')
    } else {
        word.chars().count() <= LONGEST_NAME && word.chars().all(is_of_word)
    };
    if is_word {
        token.extend_from_slice(escaped(&word).as_bytes());
    }
    is_word
}

/// Whether a value may be one of a few that choose a page: a short word in lower case.
pub fn is_choice(value: &[u8]) -> bool {
    (2..=24).contains(&value.len()) && is_small_letters_and(value, b"-_")
}

/// Whether a value is a number of up to three digits: programs have no more actions.
pub(super) fn is_short_number(value: &[u8]) -> bool {
    (1..=3).contains(&value.len()) && is_digits_and(value, b"")
}

/// Whether a value is the name of a Joomla component, which may have digits: `com_zork2`.
fn is_component(value: &[u8]) -> bool {
    matches!(value, [b'c', b'o', b'm', b'_', name @ ..]
        if name.len() <= LONGEST_NAME && is_alphanumeric(name))
}

/// Whether a value is the name of a class in its package: `com.example.TeaAction`.
fn is_class(value: &[u8]) -> bool {
    match split_last(value, b'.') {
        Some((_, [b'A'..=b'Z', ..])) => is_name(value) && !has_byte(value, b'-'),
        _ => false,
    }
}

/// Whether a value looks random: at least 16 hexadecimal digits, or 20 letters and digits with some
/// of both.
pub(super) fn is_drawn(value: &[u8]) -> bool {
    if is_digest(value) {
        return true;
    }
    value.len() >= 20 && has_digit(value) && is_alphanumeric(value)
}

/// Whether a value is a checksum: at least 16 hexadecimal digits, some of them decimal.
pub(super) fn is_digest(value: &[u8]) -> bool {
    value.len() >= 16 && is_hexadecimal(value) && has_digit(value)
}

/// Whether a value is a locale or the code of a language: `en`, `en-US`, `zh_Hant`.
pub(super) fn is_locale(value: &[u8]) -> bool {
    let is_code = value.len() <= 3 && is_small_letters(value);
    if rules::is_locale(value) {
        return true;
    }
    is_code && words::look_up(value).has(WordMarks::LOCALE_CODE)
}

/// Whether a value is a number of at least six digits, such as a time or a random number.
pub(super) fn is_stamp(value: &[u8]) -> bool {
    value.len() >= 6 && is_digits_and(value, b".")
}

/// The namespaces of wikis in English.
static NAMESPACES: LazyLock<Lexicon> = LazyLock::new(|| {
    let list = include_str!("../data/namespaces.txt");
    Lexicon::new(&marked_words(&[(list, 1)]))
});

/// Writes the namespace of a wiki's page, with the name of the program if it is one:
/// `?title=Special:Export` is a program, `?title=Talk:Tea` one of many pages. Returns `false` if
/// the value has no namespace. A site `is_wiki` if it has other namespaces too.
pub(super) fn write_page(value: &[u8], is_wiki: bool, token: &mut Vec<u8>) -> bool {
    token.clear();
    let Some(page) = NamespacedName::split(value) else {
        return false;
    };
    let program = page.program();
    if program.is_none() && !is_wiki && NAMESPACES.marks(page.namespace) == 0 {
        return false;
    }
    token.extend_from_slice(page.namespace);
    token.push(b':');
    token.extend_from_slice(program.unwrap_or(b"{}"));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_and_programs_are_told_apart() {
        for (value, wanted) in [
            ("Special:Export", Some("Special:Export")),
            ("Special%3AExport/Zork", Some("Special:Export")),
            ("special:UserLogin%2FZork", Some("special:UserLogin")),
            ("Special:Tea+pot%2fZork", Some("Special:Tea+pot")),
            (
                "Specjalna:Utw%C3%B3rz_konto",
                Some("Specjalna:Utw%C3%B3rz_konto"),
            ),
            ("%E7%89%B9%E5%88%A5%3AZork", Some("%E7%89%B9%E5%88%A5:Zork")),
            ("Special:", None),
            ("User_talk:Zork", Some("User_talk:{}")),
            ("Main_Page", None),
            ("Zork:Wombat", None),
            ("%3AZork", None),
            ("", None),
        ] {
            let mut token = Vec::new();
            let found = write_page(value.as_bytes(), false, &mut token);
            assert_eq!(
                found
                    .then(|| String::from_utf8_lossy(&token).into_owned())
                    .as_deref(),
                wanted,
                "{value}"
            );
        }
    }
}
