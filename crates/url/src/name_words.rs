//! Cuts a name into words: of a member, a column, a label or a parameter.
//!
//! | name | words |
//! |---|---|
//! | `http.response.code`, `HTTP Response-Code` | `http`, `response`, `code` |
//! | `httpStatus`, `HTTPStatus` | `http`, `status` |
//! | `tx_news[action]`, `tx_news%5Baction%5D` | `tx`, `news`, `action` |
//! | `action_1`, `action[0]`, `action[]` | `action`: digits alone are no word at the end |
//! | `oauth2`, `c0-methodName` | `oauth2`; `c0`, `method`, `Name` |
//!
//! A name is known by its last words, so they come first, each as it is written.

use crate::bytes::{is_digits, is_one_of};

/// A word of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameWord<'n> {
    /// The word as it is written.
    pub text: &'n [u8],
    /// How it is set off from the word before it.
    pub edge: WordEdge,
}

/// How a word is set off from the one before it, the weakest first. Of several separators in a row
/// the strongest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WordEdge {
    /// It begins the name.
    Start,
    /// By a capital: `userAction`.
    Capital,
    /// By a blank, `_` or `-`: `user_action`.
    Joint,
    /// By a bracket, a dot, a colon, a slash, `$` or `@`, as a member of what the words before it
    /// name: `user[action]`.
    Nested,
}

impl NameWord<'_> {
    /// Whether it is this word in any case.
    pub(crate) fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word.as_bytes())
    }

    /// Whether it is one of these words in any case.
    pub(crate) fn is_among(self, words: &[&str]) -> bool {
        is_one_of(self.text, words)
    }
}

/// The words of a name, from the last to the first.
#[derive(Clone, Debug)]
pub(crate) struct NameWords<'n> {
    /// The part of the name that is still to be cut.
    rest: &'n [u8],
    /// Whether only digits have been met so far.
    is_at_end: bool,
}

impl<'n> NameWords<'n> {
    /// Cuts a name into words.
    pub(crate) fn of(name: &'n [u8]) -> Self {
        Self {
            rest: name,
            is_at_end: true,
        }
    }

    /// Returns the part of the name that is still to be cut: what is before the last word, without
    /// the separators between.
    pub(crate) fn rest(&self) -> &'n [u8] {
        self.rest
    }

    /// Cuts off the separators at the end; returns the strongest of them.
    fn separators(&mut self) -> Option<WordEdge> {
        let mut strongest = None;
        while let Some(separator) = Separator::at_end(self.rest) {
            let length = self.rest.len() - separator.length;
            self.rest = &self.rest[..length];
            strongest = strongest.max(Some(separator.edge));
        }
        strongest
    }
}

impl<'n> Iterator for NameWords<'n> {
    type Item = NameWord<'n>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.separators();
            let start = word_start(self.rest);
            let (before, text) = self.rest.split_at(start);
            if text.is_empty() {
                return None;
            }
            self.rest = before;
            let edge = match self.separators() {
                Some(edge) if !self.rest.is_empty() => edge,
                None if !self.rest.is_empty() => WordEdge::Capital,
                _ => WordEdge::Start,
            };
            let is_index = self.is_at_end && edge != WordEdge::Start && is_digits(text);
            if !is_index {
                self.is_at_end = false;
                return Some(NameWord { text, edge });
            }
        }
    }
}

/// A separator of words.
struct Separator {
    length: usize,
    edge: WordEdge,
}

impl Separator {
    /// Returns the separator with which a text ends, which may be an escape: `%5B`.
    fn at_end(text: &[u8]) -> Option<Self> {
        let &last = text.last()?;
        if let Some(edge) = edge_of(last) {
            return Some(Self { length: 1, edge });
        }
        let [.., b'%', high @ b'2'..=b'5', low] = text else {
            return None;
        };
        let low = char::from(*low).to_digit(16)? as u8;
        let byte = (high - b'0') << 4 | low;
        let edge = edge_of(byte)?;
        Some(Self { length: 3, edge })
    }
}

/// Returns how a byte sets words off; `None` if it is part of a word.
fn edge_of(byte: u8) -> Option<WordEdge> {
    match byte {
        b'[' | b']' | b'(' | b')' | b'.' | b':' | b'/' | b'\\' | b'$' | b'@' => {
            Some(WordEdge::Nested)
        }
        b' ' | b'\t' | b'+' | b'_' | b'-' => Some(WordEdge::Joint),
        _ => None,
    }
}

/// Returns the offset of the last word of a text that does not end with a separator.
fn word_start(text: &[u8]) -> usize {
    let mut start = text.len();
    while start > 0 {
        // Most letters are no part of an escape, and begin no word.
        if matches!(text[start - 1], b'g'..=b'z') {
            start -= 1;
            continue;
        }
        if Separator::at_end(&text[..start]).is_some() {
            return start;
        }
        start -= 1;
        if is_capital_edge(text, start) {
            return start;
        }
    }
    0
}

/// Whether the byte at an offset begins a word by its case: a capital behind a small letter or a
/// digit, or the last of several capitals before a small letter (`HTTPStatus`, but `URLs`).
fn is_capital_edge(text: &[u8], at: usize) -> bool {
    let [.., before] = text[..at] else {
        return false;
    };
    // Of an escape: `%9C`.
    let is_escape = text[..at - 1].ends_with(b"%");
    if is_escape || !text[at].is_ascii_uppercase() {
        return false;
    }
    if !before.is_ascii_uppercase() {
        return before.is_ascii_alphanumeric();
    }
    let behind = &text[at + 1..];
    let small = behind.iter().take_while(|byte| byte.is_ascii_lowercase());
    match small.count() {
        0 => false,
        1 => behind[0] != b's',
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;
    use proptest::prelude::*;

    fn words(name: &str) -> Vec<String> {
        let mut words = Vec::new();
        for word in NameWords::of(name.as_bytes()) {
            words.insert(0, word.text.to_str_lossy().to_ascii_lowercase());
        }
        words
    }

    #[test]
    fn names_are_cut_at_separators_and_capitals() {
        for (name, wanted) in [
            ("status", "status"),
            ("Status Code", "status code"),
            ("http.response.status_code", "http response status code"),
            ("HTTPStatusCode", "http status code"),
            ("EdgeResponseStatus", "edge response status"),
            ("sc-status", "sc status"),
            ("cs(Host)", "cs host"),
            (":authority", "authority"),
            ("@timestamp", "timestamp"),
            ("tx_news_pi1[action]", "tx news pi1 action"),
            ("tx_x%5Baction%5D", "tx x action"),
            ("ctl00$action", "ctl00 action"),
            ("_58_struts_action", "58 struts action"),
            ("c0-methodName", "c0 method name"),
            ("request%20url", "request url"),
            ("sourceURLs", "source urls"),
            ("oauth2", "oauth2"),
            ("oauth2Token", "oauth2 token"),
            ("action_1", "action"),
            ("x[0][1]", "x"),
            ("cmd[]", "cmd"),
            ("404", "404"),
            ("страница", "страница"),
            ("a%D1%81", "a%d1%81"),
            ("x[%E6%93%8D%E4%BD%9C]", "x %e6%93%8d%e4%bd%9c"),
            ("x%5BAction%5D", "x action"),
            ("__", ""),
            ("", ""),
        ] {
            assert_eq!(words(name).join(" "), wanted, "{name}");
        }
    }

    #[test]
    fn a_word_says_how_it_is_set_off() {
        for (name, wanted) in [
            ("action", WordEdge::Start),
            ("cmd[]", WordEdge::Start),
            ("_action", WordEdge::Start),
            ("userAction", WordEdge::Capital),
            ("user_action", WordEdge::Joint),
            ("user action", WordEdge::Joint),
            ("user[action]", WordEdge::Nested),
            ("user_[action]", WordEdge::Nested),
            ("form:action", WordEdge::Nested),
            ("form%3Aaction_1", WordEdge::Nested),
        ] {
            let last = NameWords::of(name.as_bytes()).next();
            assert_eq!(last.expect("it has words").edge, wanted, "{name}");
        }
    }

    proptest! {
        /// However words are joined, the same words come out.
        #[test]
        fn words_are_the_same_in_every_spelling(
            wanted in prop::collection::vec("[a-z]{2,8}", 1..6),
            separators in prop::collection::vec("_|-| |\\.|:|/|\\$|@|\\[|%5B|%2e|%3A", 6),
            is_upper: bool,
            index in "|_1|\\[0\\]|\\[\\]|\\.12",
        ) {
            let mut joined = String::new();
            let mut camel = String::new();
            for (word, separator) in wanted.iter().zip(&separators) {
                if !joined.is_empty() {
                    joined.push_str(separator);
                }
                let word = if is_upper { word.to_ascii_uppercase() } else { word.clone() };
                joined.push_str(&word);
                let (first, rest) = word.split_at(1);
                camel.push_str(&first.to_ascii_uppercase());
                camel.push_str(&rest.to_ascii_lowercase());
            }
            prop_assert_eq!(words(&(joined + &index)), &wanted[..]);
            prop_assert_eq!(words(&(camel + &index)), &wanted[..]);
        }

        #[test]
        fn any_bytes_are_taken(name in prop::collection::vec(any::<u8>(), 0..40)) {
            let letters: usize = NameWords::of(&name).map(|word| word.text.len()).sum();
            prop_assert!(letters <= name.len());
        }
    }
}
