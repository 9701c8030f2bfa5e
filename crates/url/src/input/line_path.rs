//! Finds the path in the text of a URL and puts the base before it, in any format.
//!
//! In a line, the path is the first word that begins with `/`, in quotes or brackets or behind a
//! label too (`path=/a`, `200|/a`):
//!
//! | before the path | example | |
//! |---|---|---|
//! | columns, labels, groups in brackets | `* /a`, `12:/a`, `[from: https://...] - /a` | read |
//! | one ordinary word | `Found /a` | read |
//! | words, and a status or a method among them | `all is OK (200) /a` | read |
//! | other words, or an absolute URL | `see the file /a`, `https://... /a` | text |
//!
//! `//a` behind a status or a method is a path as well, elsewhere it names a host.

use super::base::Base;
use super::line;
use super::log;
use super::status;
use super::word::{LineWord, group, offset_in, one_slash, partner, plain};
use super::word_kind::{is_address, is_column, is_method};
use crate::bytes::{before, is_alphanumeric_and};
use crate::parse::{self, Scratch};
use bstr::ByteSlice;

/// Returns the URL of a text that has a path, below a base; `None` if it has none, or a host of its
/// own.
pub(super) fn completed(text: &[u8], base: &Base) -> Option<Vec<u8>> {
    let path = path_in(plain(text))?;
    let mut url = Vec::new();
    base.write(path, &mut url);
    Some(url)
}

/// Returns the path that a text is, or has among other text; `None` if it has a host, or no path.
pub(super) fn path_in(text: &[u8]) -> Option<&[u8]> {
    if is_address(text) {
        return None;
    }
    let url = line::url(text);
    if url.starts_with(b"/") {
        return with_slashes(text, url);
    }
    let mut scratch = Scratch::default();
    if parse::parse(url, &mut scratch).is_some() {
        return None;
    }
    if log::is_table(text) {
        return None;
    }
    behind_words(text)
}

/// Returns a path with all slashes before it; `None` if they name a host.
fn with_slashes<'t>(text: &'t [u8], path: &[u8]) -> Option<&'t [u8]> {
    if path.starts_with(b"//") {
        return None;
    }
    let start = offset_in(text, path)?;
    let end = start + path.len();
    let before = &text[..start];
    let before = before.trim_end_with(|c| c == '/');
    Some(&text[before.len()..end])
}

/// Marks in a word that a path may follow.
const EDGES: &[u8] = b"\"'`([=,;|:>";

/// The text before a path.
#[derive(Default)]
struct TextBefore {
    /// Number of words that are no columns, labels or groups.
    ordinary: usize,
    /// Whether there is a status or a method.
    is_answer: bool,
}

impl TextBefore {
    /// Whether a path may follow.
    fn leads_to(&self, path: &[u8]) -> bool {
        if self.is_answer {
            return true;
        }
        let names_host = path.starts_with(b"//");
        !names_host && self.ordinary < 2
    }

    /// Adds a word, with which `rest` begins; `None` if no path may follow.
    fn add(&mut self, rest: &[u8], word: &[u8]) -> Option<()> {
        if word.contains_str("://") {
            return None;
        }
        let name = word.trim_end_with(|c| ":,;=".contains(c));
        self.is_answer |= tells(name);
        let is_label = name.len() < word.len();
        if is_label || is_column(rest, name) {
            return Some(());
        }
        if name.iter().any(u8::is_ascii_alphanumeric) {
            self.ordinary += 1;
        }
        Some(())
    }
}

/// Returns the first path of a line that begins with other text.
fn behind_words(line: &[u8]) -> Option<&[u8]> {
    let mut before = TextBefore::default();
    let mut at = 0;
    loop {
        let word = LineWord::next(line, at)?;
        let rest = &line[word.start..];
        at = word.end;
        let is_last = LineWord::next(line, at).is_none();
        let is_separator = word.text == b"/" && !is_last && !before.is_answer;
        if let Some(start) = path_start(word.text)
            && !is_separator
        {
            let path = &rest[start..];
            if !before.leads_to(path) {
                return None;
            }
            let mark = rest[..start].last();
            return Some(cut(path, mark.copied()));
        }
        if let Some(inner) = group(rest) {
            before.is_answer |= tells(inner);
            let end = word.start + inner.len() + 2;
            let end = end.min(line.len());
            at = at.max(end);
        } else {
            before.add(rest, word.text)?;
        }
    }
}

/// Whether a word, or the first one of several, is a status or a method.
fn tells(words: &[u8]) -> bool {
    let first = before(words, |byte| byte <= b' ');
    status::is_status(first) || is_method(first)
}

/// Returns the offset of the path in a word: of its first slash, if that begins the word or follows
/// a mark. A letter and a colon are the drive of a file.
fn path_start(word: &[u8]) -> Option<usize> {
    let slash = word.find_byte(b'/')?;
    let before = &word[..slash];
    let Some(edge) = before.last() else {
        return Some(slash);
    };
    if !EDGES.contains(edge) {
        return None;
    }
    let names_host = word[slash..].starts_with(b"//");
    let is_other = match before {
        [drive, b':'] if drive.is_ascii_alphabetic() => true,
        [scheme @ .., b':'] => names_host && is_scheme(scheme),
        _ => false,
    };
    if is_other {
        return None;
    }
    Some(slash)
}

fn is_scheme(text: &[u8]) -> bool {
    is_alphanumeric_and(text, b"+-.")
}

/// Cuts a path off at the partner of the mark before it, or else at the text after it.
fn cut(rest: &[u8], mark: Option<u8>) -> &[u8] {
    let end = match mark {
        Some(b'>') => Some(b'<'),
        Some(separator @ (b',' | b';' | b'|')) => Some(separator),
        Some(open) => partner(open),
        None => None,
    };
    if let Some(length) = end.and_then(|end| rest.find_byte(end)) {
        return &rest[..length];
    }
    // Several slashes would name a host.
    let path = one_slash(rest);
    let slashes = rest.len() - path.len();
    let path = line::url(path);
    &rest[..slashes + path.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn completed(text: &str) -> Option<String> {
        let base = Base::new("https://shop.example/");
        let url = super::completed(text.as_bytes(), &base)?;
        Some(url.to_str_lossy().into_owned())
    }

    #[test]
    fn paths_are_found_behind_other_text() {
        for (line, wanted) in [
            ("/a/3", Some("/a/3")),
            ("/a/3 [200] [Sign in]", Some("/a/3")),
            ("  /a", Some("/a")),
            ("GET /a/1", Some("/a/1")),
            ("post /a/1", Some("/a/1")),
            ("[14:55:48] 200 -  164B  - /zork", Some("/zork")),
            ("[14:55:48] 500 -  164B  - //account/1", Some("//account/1")),
            ("GET //account/1", Some("//account/1")),
            (
                "200      GET        7l       11w      153c /a/1",
                Some("/a/1"),
            ),
            (
                "[linkfinder] - [from: https://shop.example/app.js] - /a/3",
                Some("/a/3"),
            ),
            ("* /a/3", Some("/a/3")),
            ("- [ ] /a", Some("/a")),
            ("\u{2022} /a", Some("/a")),
            ("1. /a", Some("/a")),
            ("12) /a", Some("/a")),
            ("-> /a", Some("/a")),
            ("| 200 | /a |", Some("/a")),
            ("\"/a/3\"", Some("/a/3")),
            ("'/a b',", Some("/a b")),
            ("`/a`", Some("/a")),
            ("path: /a", Some("/a")),
            ("path=/a?b=1", Some("/a?b=1")),
            ("url=\"/a b\" x", Some("/a b")),
            ("paths.txt:12:/a", Some("/a")),
            ("[200]/a", None),
            ("200,/a/1,7", Some("/a/1")),
            ("200|/a/1|7", Some("/a/1")),
            ("<td>/a</td>", Some("/a")),
            ("12:00:01 /a", Some("/a")),
            ("Found /a", Some("/a")),
            ("OK 200 /a", Some("/a")),
            ("all is well (200) at /a", Some("/a")),
            ("* /", Some("/")),
            ("200 / 7", Some("/")),
            ("a / b", None),
            ("see the file /a", None),
            ("//host.example/a", None),
            ("* //host.example/a", None),
            ("https://other.example/x", None),
            ("other.example/x /a", None),
            ("found https://other.example/x below /a", None),
            ("C:/x", None),
            ("and/or", None),
            ("</a>", None),
            ("12KB/s", None),
            ("admin (Status: 200)", None),
            ("", None),
        ] {
            let wanted = wanted.map(|path| format!("https://shop.example{path}"));
            assert_eq!(completed(line), wanted, "{line}");
        }
    }

    proptest! {
        /// What stands before a path, and how often, makes no difference.
        #[test]
        fn a_path_has_the_base_behind_anything(
            before in prop::collection::vec(
                prop::sample::select(vec![
                    "200", "GET", "[301]", "(404)", "*", "-", "|", "12KB", "164B", "[x] ", "path:",
                    "[from: https://a.example/x.js]", "2026-11-29", "12:00:01", "\"Sign in\"", "\u{2022}",
                ]),
                0..6,
            ),
            path in "/[a-z]{1,8}(/[0-9]{1,5})?(\\?[a-z]=[0-9]{1,3})?",
            quote in prop::sample::select(vec!["", "\"", "'", "`"]),
        ) {
            let mut line = String::new();
            for word in before {
                line += word;
                line.push(' ');
            }
            line += quote;
            line += &path;
            line += quote;
            prop_assert_eq!(completed(&line), Some(format!("https://shop.example{path}")));
        }
    }
}
