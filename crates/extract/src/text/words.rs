//! Splits a text into words and finds the links among them.

use super::candidate::{Candidate, has_host, scheme};
use super::paths::{PathGuess, guess_path};
use super::request::is_method;
use super::{call, encoded};

/// Characters that end a word like blanks and quotes: punctuation of scripts without blanks between
/// words.
const FOREIGN: &[&str] = &[
    "\u{a0}", "\u{ab}", "\u{bb}", "\u{200b}", "\u{2018}", "\u{2019}", "\u{201c}", "\u{201d}",
    "\u{2026}", "\u{3000}", "\u{3001}", "\u{3002}", "\u{300c}", "\u{300d}", "\u{3010}", "\u{3011}",
    "\u{ff01}", "\u{ff08}", "\u{ff09}", "\u{ff0c}", "\u{ff1b}",
];

/// Calls `each` with every link of a text without tags, in order, and with the method of its
/// request if the text states it.
pub(super) fn words(text: &[u8], mut each: impl FnMut(Candidate<'_>, Option<&'static str>)) {
    let mut at = 0;
    let mut before = b' ';
    let mut last = &b""[..];
    while at < text.len() {
        let length = end(&text[at..], before);
        let word = &text[at..at + length];
        let edge = edge(&text[at + length..]);
        if !word.is_empty() {
            let context = WordContext {
                before,
                last,
                start: &text[..at - usize::from(at > 0)],
                rest: &text[at + length..],
            };
            link(word, &context, &mut each);
            last = word;
        }
        before = if edge == 1 { text[at + length] } else { b' ' };
        if matches!(before, b'\n' | b'"' | b'\'') {
            last = if before == b'"' && last.ends_with(b"\"") {
                last
            } else {
                b""
            };
        }
        at += length + edge;
    }
}

/// Returns the length of the word at the start of a text. An apostrophe within a word ends it only
/// if one opened it.
fn end(text: &[u8], before: u8) -> usize {
    let mut at = 0;
    while at < text.len() {
        if edge(&text[at..]) > 0 {
            let within = text[at] == b'\''
                && before != b'\''
                && at > 0
                && text[at - 1].is_ascii_alphanumeric()
                && text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
            if !within {
                return at;
            }
        }
        at += 1;
    }
    at
}

/// Returns the length of the separators at the start of a text.
fn edge(text: &[u8]) -> usize {
    match text.first() {
        Some(&byte)
            if byte <= b' ' || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' | 0x7F) =>
        {
            1
        }
        Some(0xC2 | 0xE2 | 0xE3 | 0xEF) => FOREIGN
            .iter()
            .find(|sign| text.starts_with(sign.as_bytes()))
            .map_or(0, |sign| sign.len()),
        _ => 0,
    }
}

/// The text around a word.
struct WordContext<'t> {
    /// The separator before it, the word before that, and the text before the separator.
    before: u8,
    last: &'t [u8],
    start: &'t [u8],
    /// The text after the word, from its separator on.
    rest: &'t [u8],
}

/// Finds the links in a word: absolute ones anywhere, others only at its start.
fn link(
    word: &[u8],
    context: &WordContext<'_>,
    each: &mut impl FnMut(Candidate<'_>, Option<&'static str>),
) {
    let WordContext {
        before, last, rest, ..
    } = *context;
    let is_quoted = matches!(before, b'"' | b'\'' | b'`') && rest.first().copied() == Some(before);
    let method = || {
        if is_quoted {
            return call::around(context.start, &rest[1..]);
        }
        matches!(before, b' ' | b'\t').then(|| call::before(last, context.start, rest))?
    };
    let mut from = 0;
    let mut found = false;
    while let Some(colon) = memchr::memmem::find(&word[from..], b"://").map(|at| from + at) {
        let is_part = |b: &&u8| b.is_ascii_alphanumeric() || b"+-.".contains(b);
        let start = colon - word[from..colon].iter().rev().take_while(is_part).count();
        // A scheme begins with a letter: `1https://` is `https://`.
        let start = start
            + word[start..colon]
                .iter()
                .take_while(|b| !b.is_ascii_alphabetic())
                .count();
        // A URL after a comma ends this one; a URL inside is part of it.
        let next = memchr::memmem::find_iter(&word[colon + 3..], b"://")
            .map(|at| colon + 3 + at)
            .find_map(|at| {
                let start = at
                    - word[..at]
                        .iter()
                        .rev()
                        .take_while(|b| b.is_ascii_alphanumeric())
                        .count();
                (start > colon + 3 && matches!(word[start - 1], b',' | b';' | b'|'))
                    .then_some(start - 1)
            });
        let stop = next.unwrap_or(word.len());
        if scheme(&word[start..]).is_some() && start + 3 < stop {
            let url = trimmed(&word[start..stop], word[..start].last().copied());
            if url.len() > colon + 3 - start {
                each(
                    Candidate::Absolute(url),
                    if start == 0 { method() } else { None },
                );
                found = true;
            }
        }
        from = stop;
        if next.is_none() {
            break;
        }
    }
    if found {
        return;
    }
    if let Some(url) = encoded::url(word) {
        each(Candidate::Absolute(&url), None);
        return;
    }
    if let Some(map) = word.strip_prefix(b"sourceMappingURL=") {
        each(Candidate::of_link(map), None);
        return;
    }
    // `url(/a.png)`, in styles.
    let inner = memchr::memmem::find_iter(word, b"url(")
        .find(|&at| {
            at == 0
                || !(word[at - 1].is_ascii_alphanumeric()
                    || matches!(word[at - 1], b'_' | b'.' | b'$'))
        })
        .map(|at| &word[at + 4..]);
    if let Some(inner) = inner {
        each(
            Candidate::of_link(&inner[..memchr::memchr(b')', inner).unwrap_or(inner.len())]),
            None,
        );
        return;
    }
    let is_path = |text: &[u8]| {
        text.len() > 1
            && text[0] == b'/'
            && (text[1].is_ascii_alphanumeric()
                || b"_-.~%{$:@".contains(&text[1])
                || !text[1].is_ascii())
    };
    if is_quoted && (word.starts_with(b"./") || word.starts_with(b"../")) && word.len() > 3 {
        each(Candidate::Relative(word), method());
    } else if (is_quoted && (is_path(word) || (word.starts_with(b"//") && has_host(&word[2..]))))
        || (word.starts_with(b"/") && is_method(last))
    {
        each(Candidate::Path(word), method());
    } else {
        let open = word
            .iter()
            .take_while(|b| b"([{*,;:=|~".contains(b))
            .count();
        // The text after an equals sign: `host=example.com/a`.
        let open = memchr::memchr(b'=', &word[open..])
            .filter(|at| has_host(&word[open + at + 1..]))
            .map_or(open, |at| open + at + 1);
        let text = trimmed(&word[open..], word[..open].last().copied());
        if has_host(text) {
            each(
                Candidate::Absolute(text),
                if open == 0 { method() } else { None },
            );
        } else if is_quoted {
            relative(word, context, |candidate| each(candidate, method()));
        } else if before == b'`' {
            template(word, context, |candidate| each(candidate, None));
        }
    }
}

/// Calls `each` with a quoted word that may be a path without a leading slash.
fn relative(word: &[u8], context: &WordContext<'_>, mut each: impl FnMut(Candidate<'_>)) {
    let start = context.start.trim_ascii_end();
    if start.len() >= 7 && start[start.len() - 7..].eq_ignore_ascii_case(b"@import") {
        let is_style = word.ends_with(b".css") || memchr::memmem::find(word, b".css?").is_some();
        each(if is_style {
            Candidate::Relative(word)
        } else {
            Candidate::Unclear(word)
        });
        return;
    }
    // `${base}/users` is read like `base + "/users"`.
    if context.before == b'`' && word.starts_with(b"${") {
        let end = memchr::memchr(b'}', word).map_or(word.len(), |end| end + 1);
        if word[end..].len() > 2 && word[end] == b'/' && word[end + 1].is_ascii_alphanumeric() {
            each(Candidate::Path(&word[end..]));
        }
        return;
    }
    match guess_path(
        word,
        context.start,
        context.rest.get(1..).unwrap_or_default(),
    ) {
        PathGuess::Path => each(Candidate::Relative(word)),
        PathGuess::Unclear => each(Candidate::Unclear(word)),
        PathGuess::No => {}
    }
}

/// Calls `each` with the start of a template literal, up to code that has blanks or quotes: ``
/// `api/${a + b}` ``.
fn template(word: &[u8], context: &WordContext<'_>, mut each: impl FnMut(Candidate<'_>)) {
    let Some(code) = memchr::memmem::rfind(word, b"${") else {
        return;
    };
    let path = &word[..code];
    if memchr::memchr(b'}', &word[code..]).is_some() || path.len() < 2 {
        return;
    }
    if path[0] == b'/' && path[1].is_ascii_alphanumeric() {
        each(Candidate::Path(path));
    } else if guess_path(path, context.start, b"") == PathGuess::Path {
        each(Candidate::Relative(path));
    }
}

/// Removes the punctuation after a URL: stops, and brackets that were opened before it.
fn trimmed(mut url: &[u8], opened: Option<u8>) -> &[u8] {
    // Closing brackets without opening ones, counted once because a text may have a million of
    // them.
    let mut surplus = [(b'(', b')'), (b'[', b']'), (b'{', b'}')].map(|(open, close)| {
        let count = |byte: u8| memchr::memchr_iter(byte, url).count();
        (close, count(close).saturating_sub(count(open)))
    });
    while let Some(&last) = url.last() {
        let is_end = match last {
            b'.' | b',' | b':' | b';' | b'!' | b'?' | b'\'' | b'|' | b'&' => true,
            b'*' | b'_' | b'~' => opened == Some(last),
            _ => match surplus
                .iter_mut()
                .find(|(close, left)| *close == last && *left > 0)
            {
                Some((_, left)) => {
                    *left -= 1;
                    true
                }
                None => false,
            },
        };
        if !is_end {
            break;
        }
        url = &url[..url.len() - 1];
    }
    url
}
