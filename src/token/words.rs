//! What is known about single words: ordinary site and API words, words that name what follows them, verbs and states.
//!
//! The lists are data in `data/`, words in lower case. How they were chosen is written in `data/README.md`.

use super::lexicon::Lexicon;
use std::sync::LazyLock;

/// What the lists say of one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u8);

impl Word {
    const KNOWN: u8 = 1;
    const NAMING: u8 = 1 << 1;
    const TAXONOMY: u8 = 1 << 2;
    const VERB: u8 = 1 << 3;
    const STATE: u8 = 1 << 4;
    const TECHNICAL: u8 = 1 << 5;

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
}

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let lists = [
        (include_str!("data/known.txt"), Word::KNOWN),
        (include_str!("data/naming.txt"), Word::KNOWN | Word::NAMING),
        (include_str!("data/taxonomy.txt"), Word::KNOWN | Word::NAMING | Word::TAXONOMY),
        (include_str!("data/verbs.txt"), Word::KNOWN | Word::VERB),
        (include_str!("data/states.txt"), Word::KNOWN | Word::STATE),
        (include_str!("data/technical.txt"), Word::TECHNICAL),
    ];
    Lexicon::new(lists.into_iter().flat_map(|(list, marks)| words(list).map(move |word| (word, marks))))
});

/// The words of a list, of which lines that begin with `#` are headings.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_ascii_whitespace)
}

/// Looks up one word in any case. A regular plural is known where its singular is.
pub(super) fn look_up(word: &[u8]) -> Word {
    let lexicon = &*WORDS;
    let found = Word(lexicon.marks_in_any_case(word));
    if found.is_known() || !matches!(word, [.., b's' | b'S']) {
        return found;
    }
    let known = |word: &[u8]| Word(lexicon.marks_in_any_case(word)).is_known();
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
    WORDS.marks_in_any_case(word) & Word::TECHNICAL != 0
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
