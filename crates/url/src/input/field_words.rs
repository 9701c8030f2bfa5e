//! The words of names of fields: `data/name_words.txt` has those around the words that name a
//! field, below the name of their kind.

use super::word::offset_in;
use crate::bytes::split_last;
use crate::name_words::{NameWord, NameWords, WordEdge};
use crate::named;
use bstr::ByteSlice;
use std::collections::HashMap;
use std::sync::LazyLock;

named! {
    /// The kind of a word above or before those that name a field.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum FieldWordKind {
        /// It says that the value belongs to the request.
        Request = "request",
        /// It says that the value belongs to the response.
        Response = "response",
        /// It says nothing: `http`, `attributes`.
        Plain = "plain",
        /// Same, and it may also stand behind the words that name a field: `url.full`.
        Suffix = "suffix",
        /// The value belongs to another URL, or to no request: `referer`, `error`.
        Never = "never",
        /// The value belongs to another protocol: `smtp`.
        Protocol = "protocol",
        /// The value belongs to a server behind the one that was asked: `upstream`.
        Behind = "behind",
        /// The value belongs to a thing that the record describes: `repository`, `image`.
        Described = "described",
        /// The value is another form of the URL: `final`, `canonical`.
        Doubtful = "doubtful",
        /// It names another machine than the one that was asked, if the value is a host.
        Machine = "machine",
        /// The members below it are values: `query`, `cookies`.
        Values = "values",
        /// It stands between other words and says nothing: `code of the response`.
        Link = "link",
        Unknown = "unknown",
    }
}

static KINDS: LazyLock<HashMap<&str, FieldWordKind>> = LazyLock::new(|| {
    let mut kinds = HashMap::new();
    for listed in listed(include_str!("data/name_words.txt")) {
        let mut all = FieldWordKind::ALL.into_iter();
        let kind = all.find(|kind| kind.name() == listed.heading);
        let kind = kind.expect("the heading is a kind");
        for word in listed.line.split(' ') {
            kinds.insert(word, kind);
        }
    }
    kinds
});

/// A line of a list, with the heading above it.
pub(super) struct ListedLine {
    pub heading: &'static str,
    pub line: &'static str,
}

/// Returns the lines of a list with headings.
pub(super) fn listed(list: &'static str) -> impl Iterator<Item = ListedLine> {
    let mut heading = "";
    list.lines().filter_map(move |line| {
        if let Some(text) = line.strip_prefix("# ") {
            heading = text;
            return None;
        }
        Some(ListedLine { heading, line })
    })
}

/// A word of the names of a value and of all above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldWord {
    /// The word in small letters; `request` or `response` in place of their short forms.
    pub text: String,
    pub kind: FieldWordKind,
    /// The number of its name: 0 for the innermost one.
    pub name: usize,
    /// Its distance from the innermost name; a word may itself be below others of its name.
    pub depth: usize,
}

impl FieldWord {
    pub(super) fn is_among(&self, words: &[&str]) -> bool {
        words.contains(&&*self.text)
    }
}

/// Returns the kind of a word.
pub(super) fn kind_of(word: &str) -> FieldWordKind {
    let kind = KINDS.get(word).copied();
    kind.unwrap_or(FieldWordKind::Unknown)
}

/// Words that count, and bytes of a name that names a field, at most.
const MOST_WORDS: usize = 24;
pub(super) const LONGEST_NAME: usize = 256;

/// Bytes of a word that may join others: few enough to try every place.
const LONGEST_JOINED: usize = 64;

/// Marks behind an article, or before an ending, that is written with its word: `d'état`.
const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// Returns the words of the names above a value, from the last to the first; the innermost name
/// comes first. `is_head` tells the words that name a field: a word that is two known ones is both
/// (`statuscode`).
pub(super) fn words<'n>(
    names: impl Iterator<Item = &'n [u8]>,
    is_head: impl Fn(&str) -> bool,
) -> Vec<FieldWord> {
    let mut cut = CutNames {
        words: Vec::new(),
        is_head,
    };
    let mut depth = 0;
    for (number, name) in names.enumerate() {
        if name.len() > LONGEST_NAME {
            return Vec::new();
        }
        let mut is_last = true;
        let own_start = cut.words.len();
        let name = cut.without_note(without_type(name));
        let mut own = NameWords::of(name).peekable();
        while let Some(word) = own.next() {
            if cut.words.len() >= MOST_WORDS {
                return cut.words;
            }
            let mut word = word;
            if let Some(before) = own.peek()
                && let Some(both) = cut.both(name, *before, word)
            {
                word = both;
                own.next();
            }
            let text = word.text.to_str_lossy().to_lowercase();
            let is_between = !is_last && word.edge != WordEdge::Start;
            if is_between && text == "with" {
                cut.words.truncate(own_start);
            } else if !is_between || kind_of(&text) != FieldWordKind::Link {
                cut.add(&text, number, depth);
            }
            is_last = false;
            if word.edge == WordEdge::Nested {
                depth += 1;
            }
        }
        depth += 1;
    }
    cut.words
}

/// Types of values, which stores write behind names: `host_s`.
const TYPES: [&[u8]; 9] = [b"b", b"d", b"dt", b"g", b"i", b"l", b"s", b"t", b"txt"];

/// Returns a name without the type of its values.
fn without_type(name: &[u8]) -> &[u8] {
    match split_last(name, b'_') {
        Some((stored, kind)) if !stored.is_empty() && TYPES.contains(&kind) => stored,
        _ => name,
    }
}

/// Names that are cut into words.
struct CutNames<F> {
    words: Vec<FieldWord>,
    is_head: F,
}

impl<F: Fn(&str) -> bool> CutNames<F> {
    fn is_known(&self, word: &str) -> bool {
        KINDS.contains_key(word) || (self.is_head)(word)
    }

    /// Returns a name without what stands in brackets behind it, if that says nothing:
    /// `status (laatste)`.
    fn without_note<'n>(&self, name: &'n [u8]) -> &'n [u8] {
        if !name.ends_with(b")") {
            return name;
        }
        let Some((head, note)) = split_last(name, b'(') else {
            return name;
        };
        let mut words = NameWords::of(note);
        let says = |word: NameWord<'_>| self.is_known(&word.text.to_str_lossy().to_lowercase());
        if !head.ends_with(b" ") || words.any(says) {
            return name;
        }
        head
    }

    /// Adds a word, or those that it joins.
    fn add(&mut self, word: &str, name: usize, depth: usize) {
        let mut parts = word.split(APOSTROPHES);
        let text = parts.rfind(|part| self.is_known(part)).unwrap_or(word);
        let words = self.joined_words(text);
        let is_one = words.len() == 1;
        for text in words {
            let kind = kind_of(text);
            let text = match kind {
                FieldWordKind::Request | FieldWordKind::Response => kind.name(),
                FieldWordKind::Link if !is_one => continue,
                _ => text,
            };
            self.words.push(FieldWord {
                text: text.to_owned(),
                kind,
                name,
                depth,
            });
        }
    }

    /// Returns a word with the capitals before it, if they are known words only together:
    /// `HTTPmethod`.
    fn both<'n>(
        &self,
        name: &'n [u8],
        before: NameWord<'n>,
        word: NameWord<'n>,
    ) -> Option<NameWord<'n>> {
        if word.edge != WordEdge::Capital || !before.text.iter().all(u8::is_ascii_uppercase) {
            return None;
        }
        let start = offset_in(name, before.text)?;
        let text = &name[start..start + before.text.len() + word.text.len()];
        let small = str::from_utf8(text).ok()?.to_ascii_lowercase();
        let alone = str::from_utf8(word.text).ok()?.to_ascii_lowercase();
        if self.is_known(&alone) || self.joined_words(&small).len() < 2 {
            return None;
        }
        let edge = before.edge;
        Some(NameWord { text, edge })
    }

    /// Returns the known words that a word joins, the last first; the word itself if it is known,
    /// or no such words.
    fn joined_words<'w>(&self, word: &'w str) -> Vec<&'w str> {
        let mut joined = JoinedWord {
            word,
            found: Vec::new(),
            failed: 0,
        };
        let may_join = !self.is_known(word) && word.len() <= LONGEST_JOINED;
        if !may_join || !self.cut_before(&mut joined, word.len()) {
            return vec![word];
        }
        joined.found
    }

    /// Whether a text may be one of the words that a word joins. A short one may be by chance.
    fn is_part(&self, text: &str, is_first: bool) -> bool {
        let shortest = if is_first { 2 } else { 3 };
        let is_link = text.is_ascii() && kind_of(text) == FieldWordKind::Link;
        text.len() >= shortest && !is_link && self.is_known(text)
    }

    /// Cuts the bytes before an end into known words. Returns whether they are such.
    fn cut_before(&self, joined: &mut JoinedWord<'_>, end: usize) -> bool {
        if end == 0 {
            return true;
        }
        if joined.failed & 1 << (end - 1) != 0 {
            return false;
        }
        let word = joined.word;
        for (start, _) in word[..end].char_indices() {
            let part = &word[start..end];
            if !self.is_part(part, start == 0) {
                continue;
            }
            joined.found.push(part);
            if self.cut_before(joined, start) {
                return true;
            }
            joined.found.pop();
        }
        joined.failed |= 1 << (end - 1);
        false
    }
}

/// A word that may join others.
struct JoinedWord<'w> {
    word: &'w str,
    /// The words found so far, the last first.
    found: Vec<&'w str>,
    /// The ends, as bits, before which there are other bytes.
    failed: u64,
}
