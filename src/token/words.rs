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
    /// Names a thing that people name freely: `tag`, `author`.
    pub taxonomy: bool,
    /// Says what a page does: `reset`, `export`.
    pub verb: bool,
    /// Chooses among things rather than naming one: `latest`, `pending`.
    pub state: bool,
}

static WORDS: LazyLock<HashMap<&'static str, Word>> = LazyLock::new(|| {
    let mut map: HashMap<&str, Word> = HashMap::new();
    for word in words(include_str!("data/known.txt")) {
        map.entry(word).or_default().known = true;
    }
    for word in include_str!("data/naming.txt").lines() {
        let entry = map.entry(word).or_default();
        (entry.known, entry.naming) = (true, true);
    }
    for word in include_str!("data/verbs.txt").split_ascii_whitespace() {
        let entry = map.entry(word).or_default();
        (entry.known, entry.verb) = (true, true);
    }
    for word in include_str!("data/states.txt").split_ascii_whitespace() {
        let entry = map.entry(word).or_default();
        (entry.known, entry.state) = (true, true);
    }
    for word in include_str!("data/taxonomy.txt").split_ascii_whitespace() {
        let entry = map.entry(word).or_default();
        (entry.known, entry.taxonomy) = (true, true);
    }
    map
});

/// Words whose digits are part of the word.
static TECHNICAL: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("data/technical.txt").lines().collect());

/// The words of a list, of which lines that begin with `#` are headings.
fn words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_ascii_whitespace)
}

/// Looks up one word in lower case. A regular plural is known where its singular is.
pub(super) fn look_up(word: &str) -> Word {
    let found = WORDS.get(word).copied().unwrap_or_default();
    if found.known {
        return found;
    }
    let singular = |ending: &str| word.strip_suffix(ending).filter(|stem| stem.len() >= 3);
    let known = |stem: &str| WORDS.get(stem).is_some_and(|w| w.known);
    let plural = singular("s").is_some_and(known)
        || singular("es").is_some_and(known)
        || singular("ies").is_some_and(|stem| known(&format!("{stem}y")));
    Word { known: plural, ..found }
}

/// Whether the digits of a word belong to it, as in `ipv6`.
pub(super) fn is_technical(word: &[u8]) -> bool {
    let lower = word.to_ascii_lowercase();
    std::str::from_utf8(&lower).is_ok_and(|w| TECHNICAL.contains(w))
}
