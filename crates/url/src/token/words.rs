//! The word lists: ordinary words of sites and APIs, words that name what follows them, verbs and
//! states.
//!
//! The lists are data in `data/`, in lower case. `data/README.md` says how they were chosen.

use super::lexicon::{Lexicon, marked_words};
use super::{code_tree_names, trees};
use crate::list::list;
use std::sync::LazyLock;

/// The marks of a word in the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordMarks(u16);

impl WordMarks {
    /// In a list of ordinary words.
    pub(super) const KNOWN: u16 = 1;
    /// Names the thing that follows: `tag`, `user`.
    pub(super) const NAMING: u16 = 1 << 1;
    /// Followed by a name that users choose freely: `tag`, `author`.
    pub(super) const TAXONOMY: u16 = 1 << 2;
    /// Names an action: `reset`, `export`.
    pub(super) const VERB: u16 = 1 << 3;
    /// Selects among things instead of naming one: `latest`, `pending`.
    pub(super) const STATE: u16 = 1 << 4;
    const TECHNICAL: u16 = 1 << 5;
    /// Names an API as a whole.
    pub(super) const API: u16 = 1 << 6;
    /// Perhaps followed by a revision and a path in it.
    pub(super) const INNER_PATH: u16 = 1 << 7;
    /// A plural that groups functions.
    pub(super) const GROUP: u16 = 1 << 8;
    /// The code of a language or country.
    pub(super) const LOCALE_CODE: u16 = 1 << 9;
    /// Dangerous to lose.
    pub(super) const PROTECTED: u16 = 1 << 10;
    /// Makes a name of two parts dangerous to lose.
    pub(super) const PROTECTED_PART: u16 = 1 << 11;
    /// A code that is also a word, or the name of a department.
    pub(super) const DOUBTFUL_CODE: u16 = 1 << 12;
    /// Names a part of the site on its first level, not a list of things: `app`.
    pub(super) const MOUNT: u16 = 1 << 13;
    /// Begins a path in the trees of software.
    pub(super) const TREE: u16 = 1 << 14;
    /// Joins the words of names in other languages than English.
    pub(super) const JOINING_ABROAD: u16 = 1 << 15;

    /// Whether a word has any of these marks.
    pub(super) fn has(self, marks: u16) -> bool {
        self.0 & marks != 0
    }
}

/// All lists, with the marks of their words.
const LISTS: [(&str, u16); 14] = [
    (include_str!("data/known.txt"), WordMarks::KNOWN),
    (
        include_str!("data/naming.txt"),
        WordMarks::KNOWN | WordMarks::NAMING,
    ),
    (
        include_str!("data/taxonomy.txt"),
        WordMarks::KNOWN | WordMarks::NAMING | WordMarks::TAXONOMY,
    ),
    (
        include_str!("data/verbs.txt"),
        WordMarks::KNOWN | WordMarks::VERB,
    ),
    (
        include_str!("data/states.txt"),
        WordMarks::KNOWN | WordMarks::STATE,
    ),
    (include_str!("data/technical.txt"), WordMarks::TECHNICAL),
    (include_str!("data/codes.txt"), WordMarks::LOCALE_CODE),
    (include_str!("data/protected.txt"), WordMarks::PROTECTED),
    (
        include_str!("data/protected_parts.txt"),
        WordMarks::PROTECTED_PART,
    ),
    (
        include_str!("data/doubtful_codes.txt"),
        WordMarks::DOUBTFUL_CODE,
    ),
    (include_str!("data/api.txt"), WordMarks::API),
    (include_str!("data/joining.txt"), WordMarks::JOINING_ABROAD),
    (include_str!("data/groups.txt"), WordMarks::GROUP),
    (include_str!("data/mounts.txt"), WordMarks::MOUNT),
];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut marked = marked_words(&LISTS);
    marked.extend(trees::first_names().map(|name| (name, WordMarks::TREE)));
    marked.extend(code_tree_names::first_names().map(|name| (name, WordMarks::INNER_PATH)));
    Lexicon::new(&marked)
});

/// Looks up one word in any case. A regular plural has the marks of its singular.
pub(super) fn look_up(word: &[u8]) -> WordMarks {
    let lexicon = &*WORDS;
    let mut found = WordMarks(lexicon.marks(word));
    if found.has(WordMarks::KNOWN) {
        return found;
    }
    let [singular @ .., b's' | b'S'] = word else {
        return found;
    };
    if is_known_singular(singular, lexicon) {
        found.0 |= WordMarks::KNOWN;
    }
    found
}

/// Letters of the word behind a verb.
const LEAST_TOGETHER: usize = 3;

/// Verbs with which programmers begin names, by their first letter.
fn verbs_from(letter: u8) -> &'static [&'static str] {
    match letter {
        b'a' => &["add"],
        b'c' => &["change", "check", "choose", "clear", "copy", "create"],
        b'd' => &["delete", "download"],
        b'e' => &["edit", "export"],
        b'g' => &["get"],
        b'i' => &["import", "insert"],
        b'l' => &["list", "load"],
        b'r' => &["rebuild", "remove", "rename", "renew", "request", "reset"],
        b's' => &["save", "search", "select", "send", "set", "submit"],
        b'u' => &["update", "upload"],
        b'v' => &["verify", "view"],
        _ => &[],
    }
}

/// Whether a name is a verb and a word that were written together: `editfile`, `viewlogs`.
pub(super) fn are_together(name: &[u8]) -> bool {
    let Some(&letter) = name.first() else {
        return false;
    };
    verbs_from(letter).iter().any(|verb| {
        let rest = name.strip_prefix(verb.as_bytes()).unwrap_or_default();
        rest.len() >= LEAST_TOGETHER && is_known(rest)
    })
}

/// Whether a word without the `s` at its end is an ordinary word, or its plural without that.
fn is_known_singular(singular: &[u8], lexicon: &Lexicon) -> bool {
    let is_known = |word: &[u8]| lexicon.marks(word) & WordMarks::KNOWN != 0;
    if singular.len() >= 3 && is_known(singular) {
        return true;
    }
    let [stem @ .., b'e' | b'E'] = singular else {
        return false;
    };
    if stem.len() >= 3 && is_known(stem) {
        return true;
    }
    match stem {
        [stem @ .., b'i' | b'I'] if stem.len() >= 3 => is_known(&[stem, b"y"].concat()),
        _ => false,
    }
}

/// Whether a word is in the word lists.
pub(super) fn is_known(word: &[u8]) -> bool {
    look_up(word).has(WordMarks::KNOWN)
}

/// Whether a word is a verb.
pub(super) fn is_verb(word: &[u8]) -> bool {
    look_up(word).has(WordMarks::VERB)
}

/// Whether the digits of a word belong to it, as in `ipv6`.
pub(super) fn is_technical(word: &[u8]) -> bool {
    WORDS.marks(word) & WordMarks::TECHNICAL != 0
}

/// Words of titles that only join others, in the most frequent languages of the web. No route needs
/// them in its name.
const JOINING: [&str; 38] = list(
    "a an and are as at be by de der die for from how in is it its la my not of on or our that the \
    this to und vs we what when why with you your",
);

/// Whether a word in lower case only joins others.
pub(super) fn is_joining(word: &[u8]) -> bool {
    if word.len() > 4 {
        return false;
    }
    JOINING
        .binary_search_by(|joining| joining.as_bytes().cmp(word))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::words;
    use super::*;

    #[test]
    fn joining_words_are_sorted_and_short() {
        assert!(
            JOINING.is_sorted()
                && JOINING
                    .iter()
                    .all(|word| word.len() <= 4 && is_joining(word.as_bytes()))
        );
        assert!(!is_joining(b"now"));
    }

    #[test]
    fn lists_hold_words_in_lower_case() {
        for word in LISTS.into_iter().flat_map(|(list, _)| words(list)) {
            let plain =
                |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
            assert!(word.bytes().all(plain), "{word}");
        }
    }

    #[test]
    fn verbs_are_written_together_with_ordinary_words() {
        for name in [
            "editfile",
            "viewlogs",
            "savefile",
            "uploadpicture",
            "getaccounts",
            "sendmessage",
            "deleteuser",
            "changepassword",
            "resetaccount",
            "requestinvoice",
            "setlanguage",
        ] {
            assert!(are_together(name.as_bytes()), "{name}");
        }
        for name in [
            "",
            "edit",
            "editor",
            "viewer",
            "settler",
            "addams",
            "wombat",
            "getzork",
            "senders",
            "checkerboard",
            "selection",
        ] {
            assert!(!are_together(name.as_bytes()), "{name}");
        }
        for letter in b'a'..=b'z' {
            for verb in verbs_from(letter) {
                assert_eq!(verb.as_bytes()[0], letter, "{verb}");
                assert!(look_up(verb.as_bytes()).has(WordMarks::KNOWN), "{verb}");
            }
        }
    }

    #[test]
    fn plurals_are_known_with_their_singular() {
        for word in [
            "profile",
            "profiles",
            "addresses",
            "companies",
            "reset",
            "pending",
            "tag",
        ] {
            assert!(look_up(word.as_bytes()).has(WordMarks::KNOWN), "{word}");
        }
        for word in ["wombat", "wombats", "", "s", "ies"] {
            assert!(
                word == "s" || !look_up(word.as_bytes()).has(WordMarks::KNOWN),
                "{word}"
            );
        }
        assert!(
            look_up(b"tag").has(WordMarks::TAXONOMY)
                && look_up(b"product").has(WordMarks::NAMING)
                && look_up(b"reset").has(WordMarks::VERB)
                && look_up(b"pending").has(WordMarks::STATE)
        );
        assert!(is_technical(b"OAuth2") && !is_technical(b"page2"));
    }
}
