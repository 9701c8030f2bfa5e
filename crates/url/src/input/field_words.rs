//! The words of names of fields: `data/name_words.txt` has those around the words that name a
//! field, below the name of their kind.

use crate::name_words::{NameWords, WordEdge};
use bstr::ByteSlice;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The kind of a word above or before those that name a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldWordKind {
    /// It says that the value belongs to the request.
    Request,
    /// It says that the value belongs to the response.
    Response,
    /// It says nothing: `http`, `attributes`.
    Plain,
    /// Same, and it may also stand behind the words that name a field: `url.full`.
    Suffix,
    /// The value belongs to another URL, or to no request: `referer`, `error`.
    Never,
    /// The value belongs to a server behind the one that was asked: `upstream`.
    Behind,
    /// The value belongs to a thing that the record describes: `repository`, `image`.
    Described,
    /// The value is another form of the URL: `final`, `canonical`.
    Doubtful,
    /// It names another machine than the one that was asked, if the value is a host.
    Machine,
    /// The members below it are values: `query`, `cookies`.
    Values,
    Unknown,
}

/// Kinds by the headings of the list.
const HEADINGS: [(&str, FieldWordKind); 10] = [
    ("# request", FieldWordKind::Request),
    ("# response", FieldWordKind::Response),
    ("# plain", FieldWordKind::Plain),
    ("# suffix", FieldWordKind::Suffix),
    ("# never", FieldWordKind::Never),
    ("# behind", FieldWordKind::Behind),
    ("# described", FieldWordKind::Described),
    ("# doubtful", FieldWordKind::Doubtful),
    ("# machine", FieldWordKind::Machine),
    ("# values", FieldWordKind::Values),
];

/// Words between others that say nothing: `code of the response`.
const LINKS: [&str; 3] = ["of", "the", "for"];

static KINDS: LazyLock<HashMap<&str, FieldWordKind>> = LazyLock::new(|| {
    let mut kinds = HashMap::new();
    let mut kind = FieldWordKind::Unknown;
    for line in include_str!("data/name_words.txt").lines() {
        if let Some((_, heading)) = HEADINGS.iter().find(|(text, _)| *text == line) {
            kind = *heading;
        } else {
            for word in line.split(' ') {
                kinds.insert(word, kind);
            }
        }
    }
    kinds
});

/// A word of the names of a value and of all above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldWord {
    /// The word in small letters; `request` or `response` in place of their short forms.
    pub text: String,
    /// The number of names below it, from 0: its distance from the innermost name.
    pub depth: usize,
}

impl FieldWord {
    fn of(text: String, depth: usize) -> Self {
        let word = Self { text, depth };
        let long = match word.kind() {
            FieldWordKind::Request => "request",
            FieldWordKind::Response => "response",
            _ => return word,
        };
        let text = long.to_owned();
        Self { text, depth }
    }

    /// Returns the kind of the word.
    pub(super) fn kind(&self) -> FieldWordKind {
        KINDS
            .get(&*self.text)
            .copied()
            .unwrap_or(FieldWordKind::Unknown)
    }

    pub(super) fn is_among(&self, words: &[&str]) -> bool {
        words.contains(&&*self.text)
    }
}

/// Words that count, and bytes of a name that names a field, at most.
const MOST_WORDS: usize = 24;
const LONGEST_NAME: usize = 256;

/// Bytes of a word that may join others: few enough to try every place.
const LONGEST_JOINED: usize = 24;

/// Returns the words of the names above a value, from the last to the first; the innermost name
/// comes first. `is_head` tells the words that name a field: a word that is two known ones is both
/// (`statuscode`).
pub(super) fn words<'n>(
    names: impl Iterator<Item = &'n [u8]>,
    is_head: impl Fn(&str) -> bool,
) -> Vec<FieldWord> {
    let is_known = |word: &str| KINDS.contains_key(word) || is_head(word);
    let mut words = Vec::new();
    let mut depth = 0;
    for name in names {
        if name.len() > LONGEST_NAME {
            return Vec::new();
        }
        for word in NameWords::of(name) {
            if words.len() >= MOST_WORDS {
                return words;
            }
            let text = word.text.to_str_lossy().to_ascii_lowercase();
            if !LINKS.contains(&&*text) {
                for text in joined_words(&text, &is_known) {
                    words.push(FieldWord::of(text, depth));
                }
            }
            if word.edge == WordEdge::Nested {
                depth += 1;
            }
        }
        depth += 1;
    }
    words
}

/// Returns the known words that a word joins, the last first; the word itself if it is known, or no
/// such words.
fn joined_words(word: &str, is_known: &impl Fn(&str) -> bool) -> Vec<String> {
    if !is_known(word) && word.is_ascii() && word.len() <= LONGEST_JOINED {
        for start in 2..word.len().saturating_sub(2) {
            let (before, last) = word.split_at(start);
            if !is_known(last) {
                continue;
            }
            let above = joined_words(before, is_known);
            if above.iter().all(|word| is_known(word)) {
                let mut all = vec![last.to_owned()];
                all.extend(above);
                return all;
            }
        }
    }
    vec![word.to_owned()]
}
