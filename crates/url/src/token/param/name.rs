//! Kinds of parameter names.

use super::super::census::Census;
use super::super::lexicon::{self, LetterPairs, Lexicon};
use super::super::{random, segment, words};
use super::{damage, last_word};
use crate::bytes::{
    begins_with, has_digit, has_letter, is_alphanumeric, is_digits_and, is_small_letters,
    leading_digits,
};
use crate::display_text::folded;
use crate::name_words::NameWords;
use std::sync::LazyLock;

/// The kind of a parameter name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NameKind {
    /// An ordinary name.
    #[default]
    Plain,
    /// An ordinary name whose values arrange, filter or dress a page, and choose none.
    Arranging,
    /// Its value selects what the page does: a word counts with the name.
    Selector,
    /// A selector, if the query has another router.
    Router,
    /// A selector beside `request`, as in services of maps.
    Service,
    /// Chosen by the user: any value counts with the name.
    Chosen,
    /// Chosen for this page: any value counts with the name, and keeps URLs apart.
    Separating,
    /// Has no effect on the page.
    Ignored,
    /// Has no effect on some hosts, by [rules](super::ParamRules).
    Ruled,
    /// Its value may be a route, where one program serves all pages.
    Route {
        /// Whether it is a session's name as well.
        may_be_session: bool,
    },
    /// Holds the name of an operation.
    Operation,
    /// Holds a GraphQL document, or names one.
    Document,
    /// Names a page of a wiki.
    Page,
    /// Has no effect on the page if its value looks random.
    Session,
    /// Defeats a cache, on a static file or with a number.
    Buster,
    /// The version of a static file.
    Stamp,
    /// Has no effect on which page it is if its value is a locale.
    Language {
        /// Whether that holds without other parameters too.
        alone: bool,
    },
    /// Has no effect on the page, unless that is the root of a site.
    AppLink,
    /// Not a name, but a value on its own.
    Value,
}

/// The lists, and the kinds of their names. A name in several lists is of the first kind; the last
/// two lists only say more of it.
static LISTS: [(&str, NameKind); 15] = [
    (include_str!("../data/selectors.txt"), NameKind::Selector),
    (
        include_str!("../data/routes.txt"),
        NameKind::Route {
            may_be_session: false,
        },
    ),
    (include_str!("../data/operations.txt"), NameKind::Operation),
    (include_str!("../data/documents.txt"), NameKind::Document),
    (include_str!("../data/pages.txt"), NameKind::Page),
    (include_str!("../data/routers.txt"), NameKind::Router),
    ("service", NameKind::Service),
    ("lang hl", NameKind::Language { alone: false }),
    (include_str!("../data/arranging.txt"), NameKind::Arranging),
    (include_str!("../data/sessions.txt"), NameKind::Session),
    (include_str!("../data/busters.txt"), NameKind::Buster),
    (include_str!("../data/stamps.txt"), NameKind::Stamp),
    (include_str!("../data/app_links.txt"), NameKind::AppLink),
    (include_str!("../data/ignored.txt"), NameKind::Ignored),
    ("lang", NameKind::Language { alone: true }),
];

// The lists by number. From that of sessions on, names have no effect on the page.
const SELECTORS: usize = 0;
const ARRANGING: usize = 8;
const SESSIONS: usize = 9;
const IGNORED: usize = 13;
const LANGUAGE_ALONE: usize = 14;

/// The lists that have a name, as bits.
static NAMES: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut marked = Vec::new();
    let mut mark = 1;
    for (list, _) in &LISTS {
        for name in lexicon::words(list) {
            if !name.ends_with('*') {
                marked.push((name, mark));
            }
        }
        mark <<= 1;
    }
    Lexicon::new(&marked)
});

/// Prefixes of ignored names.
struct Beginnings {
    texts: Vec<&'static str>,
    /// The first two letters of each.
    pairs: LetterPairs,
}

static IGNORED_BEGINNINGS: LazyLock<Beginnings> = LazyLock::new(|| {
    let names = lexicon::words(LISTS[IGNORED].0);
    let texts: Vec<&str> = names.filter_map(|name| name.strip_suffix('*')).collect();
    let mut pairs = LetterPairs::default();
    for text in &texts {
        if let [first, second, ..] = text.as_bytes() {
            pairs.add([*first, *second]);
        }
    }
    Beginnings { texts, pairs }
});

impl NameKind {
    /// Whether the values of a name may choose a page.
    pub fn may_choose(self) -> bool {
        matches!(
            self,
            Self::Plain | Self::Router | Self::Service | Self::AppLink
        )
    }

    /// Whether a verb as the value of a name says what a program does.
    pub(super) fn takes_verbs(self, name: &[u8]) -> bool {
        match self {
            Self::Plain | Self::Router | Self::Route { .. } => {
                !last_word::holds_text(name) && !ends_arranging(name)
            }
            _ => false,
        }
    }
}

/// Whether a name ends with one that arranges a page: `post_status`.
fn ends_arranging(name: &[u8]) -> bool {
    let last = NameWords::of(name).next();
    last.is_some_and(|word| is_in(ARRANGING, NAMES.marks(word.text)))
}

/// Whether a name with these marks is in a list.
fn is_in(list: usize, marks: u16) -> bool {
    marks >> list & 1 == 1
}

/// Looks a name up in any case, and without its [damage].
/// Ignored names are looked up only if `ignores`.
pub(super) fn listed(name: &[u8], ignores: bool) -> NameKind {
    let name = damage::repaired(name);
    let marks = marks_of(name);
    if ignores && (is_in(IGNORED, marks) || begins_ignored(name)) {
        return NameKind::Ignored;
    }
    if marks == 0 && ends_with_selector(name) {
        return NameKind::Selector;
    }
    let first = marks.trailing_zeros() as usize;
    let end = if ignores { IGNORED } else { SESSIONS };
    let Some((_, kind)) = LISTS[..end].get(first) else {
        return NameKind::Plain;
    };
    match kind {
        NameKind::Route { .. } => NameKind::Route {
            may_be_session: ignores && is_in(SESSIONS, marks),
        },
        NameKind::Language { .. } if !ignores => NameKind::Arranging,
        NameKind::Language { .. } => NameKind::Language {
            alone: is_in(LANGUAGE_ALONE, marks),
        },
        kind => *kind,
    }
}

/// Whether a name that is in no list ends with the name of a selector.
fn ends_with_selector(name: &[u8]) -> bool {
    // Most names are one word in small letters.
    if is_small_letters(name) {
        return last_word::selects_glued(name);
    }
    last_word::selects(name, |listed| is_in(SELECTORS, NAMES.marks(listed)))
}

/// Looks a name up; one of another script with or without escapes.
fn marks_of(name: &[u8]) -> u16 {
    // No listed name has a bracket or a blank.
    let is_written_otherwise = |pair: &[u8]| pair[0] == b'%' && !matches!(pair[1], b'2' | b'5');
    if name.is_ascii() && !name.windows(2).any(is_written_otherwise) {
        return NAMES.marks(name);
    }
    NAMES.marks(&folded(name))
}

/// Whether a name begins like ignored ones.
fn begins_ignored(name: &[u8]) -> bool {
    let beginnings = &*IGNORED_BEGINNINGS;
    let Some(pair) = name.first_chunk() else {
        return false;
    };
    let is_beginning = |text: &&str| begins_with(name, text.as_bytes());
    beginnings.pairs.has(*pair) && beginnings.texts.iter().any(is_beginning)
}

/// Writes the token of a name: without an array index, with `+` for every blank, and with `{}`
/// instead of a value at its end. Returns whether there is one.
pub(super) fn write(name: &[u8], bare: bool, token: &mut Vec<u8>) -> bool {
    token.clear();
    let mut rest = name;
    while let Some((&byte, tail)) = rest.split_first() {
        if let [b'[', inner @ ..] | [b'%', b'5', b'B', inner @ ..] = rest {
            token.push(b'[');
            let digits = leading_digits(inner);
            rest = match &inner[digits..] {
                after @ ([b']', ..] | [b'%', b'5', b'D', ..]) => after,
                _ => inner,
            };
        } else if let [b'%', b'5', b'D', after @ ..] = rest {
            token.push(b']');
            rest = after;
        } else if let [b'%', b'2', b'0', after @ ..] = rest {
            token.push(b'+');
            rest = after;
        } else {
            token.push(byte);
            rest = tail;
        }
    }
    let Some(start) = value_start(token, bare) else {
        return false;
    };
    token.truncate(start);
    token.extend_from_slice(b"{}");
    true
}

/// Returns the offset of a value at the end of a name: `id.236210`, `size_9b4f2cdb3d1e`. A name
/// without a value of its own needs less evidence.
fn value_start(name: &[u8], bare: bool) -> Option<usize> {
    let is_separator = |b: &u8| matches!(b, b'.' | b'-' | b'_' | b':');
    let joint = name.iter().rposition(is_separator)?;
    let value = &name[joint + 1..];
    let name = &name[..joint];
    if !has_letter(name) {
        return None;
    }
    let number_length = if bare { 3 } else { 4 };
    let drawn_length = if bare { 6 } else { 12 };
    let length = value.len();
    let census = Census::of(value);
    let is_number = census.digits == length && length >= number_length;
    let is_drawn = length >= drawn_length && census.digits >= 2 && random::is_hex(&census);
    if !is_number && !is_drawn {
        return None;
    }
    Some(joint + 1)
}

/// Whether a key without `=` is a value: a number, or random letters and digits.
pub(super) fn is_value(name: &[u8]) -> bool {
    if name.is_empty() || !is_alphanumeric(name) {
        return has_digit(name) && is_digits_and(name, b"-_.");
    }
    let census = Census::of(name);
    let digits = census.digits;
    if digits == name.len() || random::is_hex(&census) || random::is_random(name, &census) {
        return true;
    }
    if name.len() < 5 || words::is_technical(name) || segment::is_known(name) {
        return false;
    }
    digits >= 2 || has_inner_digit(name) || !random::is_readable(name)
}

/// Whether there is a digit between letters, where names seldom have one.
fn has_inner_digit(name: &[u8]) -> bool {
    for bytes in name.windows(3) {
        let [before, b'0'..=b'9', after] = bytes else {
            continue;
        };
        if before.is_ascii_alphabetic() && after.is_ascii_alphabetic() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_names_in_lower_case_once() {
        for (list, _) in LISTS {
            let mut names: Vec<&str> = lexicon::words(list).collect();
            for name in &names {
                let stem = name.strip_suffix('*').unwrap_or(name);
                let is_plain = |letter: char| {
                    let is_lower = letter.is_lowercase() || !letter.is_uppercase();
                    "-_.~@:".contains(letter) || (is_lower && !letter.is_ascii_punctuation())
                };
                assert!(!stem.is_empty() && stem.chars().all(is_plain), "{name}");
            }
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    #[test]
    fn a_value_at_the_end_of_a_name_is_none_of_it() {
        for (name, bare, wanted) in [
            ("id.236210", true, "id.{}"),
            ("tab-9b4f2c", true, "tab-{}"),
            ("step_2", true, "step_2"),
            ("step-12", true, "step-12"),
            ("item_236210", false, "item_{}"),
            ("size_9B4F2CDB3D1E8C01", false, "size_{}"),
            ("line_236", false, "line_236"),
            ("f[12]", false, "f[]"),
            ("f[a][0]", false, "f[a][]"),
            ("2024-05-06", false, "2024-05-06"),
            ("max-results", false, "max-results"),
            ("feed_decade", false, "feed_decade"),
        ] {
            let mut token = Vec::new();
            write(name.as_bytes(), bare, &mut token);
            assert_eq!(String::from_utf8_lossy(&token), wanted, "{name}");
        }
    }
}
