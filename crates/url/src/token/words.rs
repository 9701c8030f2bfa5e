//! The word lists: ordinary words of sites and APIs, words that name what follows them, verbs and
//! states.
//!
//! The lists are data in `data/`, in lower case. `data/README.md` says how they were chosen.

use super::lexicon::Lexicon;
use super::trees;
use std::sync::LazyLock;

/// The marks of a word in the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WordMarks(u16);

impl WordMarks {
    const KNOWN: u16 = 1;
    const NAMING: u16 = 1 << 1;
    const TAXONOMY: u16 = 1 << 2;
    const VERB: u16 = 1 << 3;
    const STATE: u16 = 1 << 4;
    const TECHNICAL: u16 = 1 << 5;
    const API: u16 = 1 << 6;
    const INNER_PATH: u16 = 1 << 7;
    const GROUP: u16 = 1 << 8;
    const LOCALE_CODE: u16 = 1 << 9;
    const PROTECTED: u16 = 1 << 10;
    const PROTECTED_PART: u16 = 1 << 11;
    const DOUBTFUL_CODE: u16 = 1 << 12;
    const MOUNT: u16 = 1 << 13;
    const TREE: u16 = 1 << 14;

    /// In a list of ordinary words.
    pub(super) fn is_known(self) -> bool {
        self.0 & Self::KNOWN != 0
    }

    /// Names the thing that follows: `tag`, `user`.
    pub(super) fn is_naming(self) -> bool {
        self.0 & Self::NAMING != 0
    }

    /// Names a part of the site on its first level, not a list of things: `app`.
    pub(super) fn is_mount(self) -> bool {
        self.0 & Self::MOUNT != 0
    }

    /// Begins a path in the trees of software.
    pub(super) fn is_tree(self) -> bool {
        self.0 & Self::TREE != 0
    }

    /// Followed by a name that users choose freely: `tag`, `author`.
    pub(super) fn is_taxonomy(self) -> bool {
        self.0 & Self::TAXONOMY != 0
    }

    /// Names an action: `reset`, `export`.
    pub(super) fn is_verb(self) -> bool {
        self.0 & Self::VERB != 0
    }

    /// Selects among things instead of naming one: `latest`, `pending`.
    pub(super) fn is_state(self) -> bool {
        self.0 & Self::STATE != 0
    }

    /// Names an API as a whole.
    pub(super) fn is_api(self) -> bool {
        self.0 & Self::API != 0
    }

    /// Followed by a reference and a path in forges.
    pub(super) fn is_inner_path(self) -> bool {
        self.0 & Self::INNER_PATH != 0
    }

    /// A plural that groups functions.
    pub(super) fn is_group(self) -> bool {
        self.0 & Self::GROUP != 0
    }

    /// A code that is also a word, or the name of a department.
    pub(super) fn is_doubtful_code(self) -> bool {
        self.0 & Self::DOUBTFUL_CODE != 0
    }

    /// Makes a name of two parts dangerous to lose.
    pub(super) fn is_protected_part(self) -> bool {
        self.0 & Self::PROTECTED_PART != 0
    }

    /// Dangerous to lose.
    pub(super) fn is_protected(self) -> bool {
        self.0 & Self::PROTECTED != 0
    }

    /// The code of a language or country.
    pub(super) fn is_locale_code(self) -> bool {
        self.0 & Self::LOCALE_CODE != 0
    }
}

/// All lists, with the marks of their words.
const LISTS: [(&str, u16); 14] = [
    (include_str!("data/known.txt"), WordMarks::KNOWN),
    (include_str!("data/naming.txt"), WordMarks::KNOWN | WordMarks::NAMING),
    (include_str!("data/taxonomy.txt"), WordMarks::KNOWN | WordMarks::NAMING | WordMarks::TAXONOMY),
    (include_str!("data/verbs.txt"), WordMarks::KNOWN | WordMarks::VERB),
    (include_str!("data/states.txt"), WordMarks::KNOWN | WordMarks::STATE),
    (include_str!("data/technical.txt"), WordMarks::TECHNICAL),
    (include_str!("data/codes.txt"), WordMarks::LOCALE_CODE),
    (include_str!("data/protected.txt"), WordMarks::PROTECTED),
    (include_str!("data/protected_parts.txt"), WordMarks::PROTECTED_PART),
    (include_str!("data/doubtful_codes.txt"), WordMarks::DOUBTFUL_CODE),
    (include_str!("data/api.txt"), WordMarks::API),
    (include_str!("data/inner_paths.txt"), WordMarks::INNER_PATH),
    (include_str!("data/groups.txt"), WordMarks::GROUP),
    (include_str!("data/mounts.txt"), WordMarks::MOUNT),
];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let listed = LISTS.into_iter().flat_map(|(list, marks)| words(list).map(move |word| (word, marks)));
    Lexicon::new(listed.chain(trees::first_names().map(|name| (name, WordMarks::TREE))))
});

/// Returns the words of a list; lines that begin with `#` are headings.
pub(super) fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_ascii_whitespace)
}

/// Looks up one word in any case. A regular plural has the marks of its singular.
pub(super) fn look_up(word: &[u8]) -> WordMarks {
    let lexicon = &*WORDS;
    let found = WordMarks(lexicon.marks(word));
    if found.is_known() || !matches!(word, [.., b's' | b'S']) {
        return found;
    }
    let known = |word: &[u8]| WordMarks(lexicon.marks(word)).is_known();
    let (_, singular) = word.split_last().unwrap_or((&0, b""));
    let ends = |ending: &[u8]| {
        singular.len() >= ending.len() + 3
            && singular[singular.len() - ending.len()..].eq_ignore_ascii_case(ending)
    };
    let plural = (singular.len() >= 3 && known(singular))
        || (ends(b"e") && known(&singular[..singular.len() - 1]))
        || (ends(b"ie") && known(&[&singular[..singular.len() - 2], b"y"].concat()));
    if plural { WordMarks(found.0 | WordMarks::KNOWN) } else { found }
}

/// Whether the digits of a word belong to it, as in `ipv6`.
pub(super) fn is_technical(word: &[u8]) -> bool {
    WORDS.marks(word) & WordMarks::TECHNICAL != 0
}

/// Words of titles that only join others, in the most frequent languages of the web. No route needs
/// them in its name.
const JOINING: [&[u8]; 38] = [
    b"a", b"an", b"and", b"are", b"as", b"at", b"be", b"by", b"de", b"der", b"die", b"for", b"from", b"how",
    b"in", b"is", b"it", b"its", b"la", b"my", b"not", b"of", b"on", b"or", b"our", b"that", b"the", b"this",
    b"to", b"und", b"vs", b"we", b"what", b"when", b"why", b"with", b"you", b"your",
];

/// Whether a word in lower case only joins others.
pub(super) fn is_joining(word: &[u8]) -> bool {
    word.len() <= 4 && JOINING.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_words_are_sorted_and_short() {
        assert!(JOINING.is_sorted() && JOINING.iter().all(|word| word.len() <= 4 && is_joining(word)));
        assert!(!is_joining(b"now"));
    }

    #[test]
    fn lists_hold_words_in_lower_case() {
        for word in LISTS.into_iter().flat_map(|(list, _)| words(list)) {
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
