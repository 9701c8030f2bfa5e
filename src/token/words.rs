//! What is known about single words: ordinary site and API words, words that name what follows them, verbs and states.
//!
//! The lists are data in `data/`, words in lower case. How they were chosen is written in `data/README.md`.

use super::lexicon::Lexicon;
use std::sync::LazyLock;

/// What the lists say of one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u16);

impl Word {
    const KNOWN: u16 = 1;
    const NAMING: u16 = 1 << 1;
    const TAXONOMY: u16 = 1 << 2;
    const VERB: u16 = 1 << 3;
    const STATE: u16 = 1 << 4;
    const TECHNICAL: u16 = 1 << 5;
    const API: u16 = 1 << 6;
    const TAIL: u16 = 1 << 7;
    const GROUP: u16 = 1 << 8;
    const LOCALE_CODE: u16 = 1 << 9;

    /// Stands in a list of ordinary words.
    pub(super) fn is_known(self) -> bool {
        self.0 & Self::KNOWN != 0
    }

    /// Names the thing that follows: `tag`, `user`.
    pub(super) fn is_naming(self) -> bool {
        self.0 & Self::NAMING != 0
    }

    /// Names a thing that people name freely: `tag`, `author`.
    pub(super) fn is_taxonomy(self) -> bool {
        self.0 & Self::TAXONOMY != 0
    }

    /// Says what a page does: `reset`, `export`.
    pub(super) fn is_verb(self) -> bool {
        self.0 & Self::VERB != 0
    }

    /// Chooses among things rather than naming one: `latest`, `pending`.
    pub(super) fn is_state(self) -> bool {
        self.0 & Self::STATE != 0
    }

    /// Names an API as a whole.
    pub(super) fn is_api(self) -> bool {
        self.0 & Self::API != 0
    }

    /// A reference and a path follow it in forges.
    pub(super) fn is_tail(self) -> bool {
        self.0 & Self::TAIL != 0
    }

    /// A plural that groups functions.
    pub(super) fn is_group(self) -> bool {
        self.0 & Self::GROUP != 0
    }

    /// Is the code of a language or country.
    pub(super) fn is_locale_code(self) -> bool {
        self.0 & Self::LOCALE_CODE != 0
    }
}

/// Words of forges after which a reference and a path follow.
const TAIL: [&str; 7] = ["blame", "blob", "branch", "commits", "compare", "raw", "tree"];

/// Names of an API as a whole.
const API: [&str; 8] = ["api", "apis", "graphql", "jsonapi", "odata", "rest", "rpc", "wp-json"];

/// Plurals that group functions rather than count things: what follows them is as good a name as they are.
const GROUPS: [&str; 31] = [
    "actions",
    "analytics",
    "assets",
    "components",
    "controls",
    "credentials",
    "details",
    "directives",
    "docs",
    "functions",
    "includes",
    "insights",
    "layouts",
    "metrics",
    "operations",
    "options",
    "partials",
    "permissions",
    "plugins",
    "preferences",
    "reports",
    "resources",
    "services",
    "settings",
    "statistics",
    "stats",
    "systems",
    "templates",
    "tools",
    "utilities",
    "views",
];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists = [
        (include_str!("data/known.txt"), Word::KNOWN),
        (include_str!("data/naming.txt"), Word::KNOWN | Word::NAMING),
        (include_str!("data/taxonomy.txt"), Word::KNOWN | Word::NAMING | Word::TAXONOMY),
        (include_str!("data/verbs.txt"), Word::KNOWN | Word::VERB),
        (include_str!("data/states.txt"), Word::KNOWN | Word::STATE),
        (include_str!("data/technical.txt"), Word::TECHNICAL),
        (include_str!("data/codes.txt"), Word::LOCALE_CODE),
    ];
    let listed = lists.into_iter().flat_map(|(list, marks)| words(list).map(move |word| (word, marks)));
    let roles = [(&API[..], Word::API), (&TAIL, Word::TAIL), (&GROUPS, Word::GROUP)];
    Lexicon::new(
        listed.chain(roles.into_iter().flat_map(|(list, marks)| list.iter().map(move |word| (*word, marks)))),
    )
});

/// The words of a list, of which lines that begin with `#` are headings.
pub(super) fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_ascii_whitespace)
}

/// Looks up one word in any case. A regular plural is known where its singular is.
pub(super) fn look_up(word: &[u8]) -> Word {
    let lexicon = &*WORDS;
    let found = Word(lexicon.marks(word));
    if found.is_known() || !matches!(word, [.., b's' | b'S']) {
        return found;
    }
    let known = |word: &[u8]| Word(lexicon.marks(word)).is_known();
    let (_, singular) = word.split_last().unwrap_or((&0, b""));
    let ends = |ending: &[u8]| {
        singular.len() >= ending.len() + 3
            && singular[singular.len() - ending.len()..].eq_ignore_ascii_case(ending)
    };
    let plural = (singular.len() >= 3 && known(singular))
        || (ends(b"e") && known(&singular[..singular.len() - 1]))
        || (ends(b"ie") && known(&[&singular[..singular.len() - 2], b"y"].concat()));
    if plural { Word(found.0 | Word::KNOWN) } else { found }
}

/// Whether the digits of a word belong to it, as in `ipv6`.
pub(super) fn is_technical(word: &[u8]) -> bool {
    WORDS.marks(word) & Word::TECHNICAL != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_hold_words_in_lower_case() {
        let lists = [
            include_str!("data/known.txt"),
            include_str!("data/naming.txt"),
            include_str!("data/taxonomy.txt"),
            include_str!("data/verbs.txt"),
            include_str!("data/states.txt"),
            include_str!("data/technical.txt"),
            include_str!("data/codes.txt"),
        ];
        for word in lists.into_iter().flat_map(words) {
            let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_');
            assert!(word.bytes().all(plain), "{word}");
        }
    }

    #[test]
    fn plurals_are_known_with_their_singular() {
        for word in ["profile", "profiles", "addresses", "companies", "reset", "pending", "tag"] {
            assert!(look_up(word.as_bytes()).is_known(), "{word}");
        }
        for word in ["wombat", "wombats", "", "s", "ies"] {
            assert!(word == "s" || !look_up(word.as_bytes()).is_known(), "{word}");
        }
        assert!(
            look_up(b"tag").is_taxonomy()
                && look_up(b"product").is_naming()
                && look_up(b"reset").is_verb()
                && look_up(b"pending").is_state()
        );
        assert!(is_technical(b"OAuth2") && !is_technical(b"page2"));
    }
}
