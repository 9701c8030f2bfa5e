//! What is known about single words: ordinary site and API words, words that name what follows them, verbs.
//!
//! The lists are data: `data/known.txt` and `data/naming.txt`, one word a line in lower case. How they were derived is
//! written in `data/README.md`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What the lists say of one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// Stands in the list of ordinary words.
    pub known: bool,
    /// Names the thing that follows: `tag`, `user`.
    pub naming: bool,
    /// Says what a page does: `reset`, `export`.
    pub verb: bool,
}

static WORDS: LazyLock<HashMap<&'static str, Word>> = LazyLock::new(|| {
    let mut words: HashMap<&str, Word> = HashMap::new();
    for word in include_str!("data/known.txt").lines() {
        words.entry(word).or_default().known = true;
    }
    for word in include_str!("data/naming.txt").lines() {
        words.entry(word).or_default().naming = true;
    }
    for word in include_str!("data/verbs.txt").lines() {
        let entry = words.entry(word).or_default();
        (entry.known, entry.verb) = (true, true);
    }
    words
});

/// Words whose digits are part of the word.
static TECHNICAL: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("data/technical.txt").lines().collect());

/// Looks up one word in lower case.
pub(super) fn look_up(word: &str) -> Word {
    WORDS.get(word).copied().unwrap_or_default()
}

/// Whether the digits of a word belong to it, as in `ipv6`.
pub(super) fn is_technical(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    std::str::from_utf8(&lower).is_ok_and(|w| TECHNICAL.contains(w))
}
