//! Splits a text into words and finds the links among them.

use super::candidate::{Candidate, has_host, is_hash_route};
use super::paths::{PathGuess, guess_path};
use super::request::is_method;
use super::{call, encoded, routes, unspaced};
use bstr::ByteSlice;
use urlsift_url::input::absolute::{AbsoluteUrls, sign_length, without_stops};

/// Calls `each` with every link of a text without tags, in order, and with the method of its
/// request if the text states it.
pub(super) fn words(text: &[u8], mut each: impl FnMut(Candidate<'_>, Option<&'static str>)) {
    let mut at = 0;
    let mut before = b' ';
    let mut last = &b""[..];
    while at < text.len() {
        let WordEnd { length, marks } = end(&text[at..], before);
        let word = &text[at..at + length];
        let edge = edge(&text[at + length..]);
        if !word.is_empty() {
            let context = WordContext {
                before,
                last,
                start: &text[..at - usize::from(at > 0)],
                rest: &text[at + length..],
                marks,
            };
            if context.allows_links() {
                let may_be_unspaced = marks.has(LinkMarks::OTHER_SCRIPT) && !context.is_quoted();
                if may_be_unspaced && let Some(addresses) = unspaced::addresses(word) {
                    for address in addresses {
                        link(address, &context, &mut each);
                    }
                } else {
                    link(word, &context, &mut each);
                }
            }
            last = word;
        }
        before = if edge == 1 { text[at + length] } else { b' ' };
        if matches!(before, b'\n' | b'"' | b'\'') {
            last = b"";
        }
        at += length + edge;
    }
}

/// Where the word at the start of a text ends, and the marks of links that it has.
struct WordEnd {
    length: usize,
    marks: LinkMarks,
}

/// Returns where the word at the start of a text ends. An apostrophe within a word ends it only if
/// one opened it.
fn end(text: &[u8], before: u8) -> WordEnd {
    let mut marks = LinkMarks(0);
    for (at, &byte) in text.iter().enumerate() {
        let found = MARKS[usize::from(byte)];
        if found.has(LinkMarks::MAY_SEPARATE) && edge(&text[at..]) > 0 {
            let is_within = before != b'\'' && is_apostrophe(text, at);
            if !is_within {
                return WordEnd { length: at, marks };
            }
        }
        marks.0 |= found.0;
    }
    WordEnd {
        length: text.len(),
        marks,
    }
}

/// Returns whether there is an apostrophe between letters or digits at an offset.
fn is_apostrophe(text: &[u8], at: usize) -> bool {
    let Some(start) = at.checked_sub(1) else {
        return false;
    };
    match text.get(start..=at + 1) {
        Some([left, b'\'', right]) => left.is_ascii_alphanumeric() && right.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Returns whether a byte separates words.
const fn is_separator(byte: u8) -> bool {
    matches!(
        byte,
        0..=b' ' | b'"' | b'\'' | b'`' | b'<' | b'>' | b'\\' | 0x7F
    )
}

/// The bytes of a word that links of some form have. A form whose mark is missing is not searched.
#[derive(Clone, Copy)]
struct LinkMarks(u8);

impl LinkMarks {
    /// It separates words, or may begin the punctuation of another script.
    const MAY_SEPARATE: u8 = 1;
    const SLASH: u8 = 1 << 1;
    const DOT: u8 = 1 << 2;
    const COLON: u8 = 1 << 3;
    const PERCENT: u8 = 1 << 4;
    const BRACKET: u8 = 1 << 5;
    const EQUALS: u8 = 1 << 6;
    const OTHER_SCRIPT: u8 = 1 << 7;

    /// Returns the marks that one byte sets.
    const fn of(byte: u8) -> Self {
        Self(match byte {
            b'/' => Self::SLASH,
            b'.' => Self::DOT,
            b':' => Self::COLON,
            b'%' => Self::PERCENT,
            b'(' => Self::BRACKET,
            b'=' => Self::EQUALS,
            0x80.. => Self::OTHER_SCRIPT | Self::MAY_SEPARATE,
            _ if is_separator(byte) => Self::MAY_SEPARATE,
            _ => 0,
        })
    }

    /// Returns whether it has one of these marks.
    const fn has(self, marks: u8) -> bool {
        self.0 & marks != 0
    }
}

/// The marks of each byte.
static MARKS: [LinkMarks; 256] = {
    let mut table = [LinkMarks(0); 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = LinkMarks::of(byte as u8);
        byte += 1;
    }
    table
};

/// Returns the length of the separators at the start of a text.
fn edge(text: &[u8]) -> usize {
    match text.first() {
        Some(byte) if is_separator(*byte) => 1,
        _ => sign_length(text),
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
    /// The marks of the word.
    marks: LinkMarks,
}

impl WordContext<'_> {
    /// Returns whether the word is the whole text between two quotes.
    fn is_quoted(&self) -> bool {
        matches!(self.before, b'"' | b'\'' | b'`') && self.rest.first() == Some(&self.before)
    }

    /// Returns whether the word begins a text between quotes that goes on behind an escape.
    fn opens_quote(&self) -> bool {
        matches!(self.before, b'"' | b'\'' | b'`') && self.rest.first() == Some(&b'\\')
    }

    /// Returns whether the word can be a link here. Outside of quotes, each form of a link has one
    /// of these marks.
    fn allows_links(&self) -> bool {
        let any = LinkMarks::SLASH
            | LinkMarks::DOT
            | LinkMarks::PERCENT
            | LinkMarks::BRACKET
            | LinkMarks::EQUALS;
        self.before == b'`' || self.is_quoted() || self.marks.has(any)
    }

    /// Returns the method of the request to a URL that begins at an offset of the word, if the text
    /// around the word states it.
    fn method(&self, offset: usize) -> Option<&'static str> {
        if offset > 0 {
            None
        } else if self.is_quoted() {
            call::around(self.start, &self.rest[1..])
        } else if matches!(self.before, b' ' | b'\t') {
            call::before(self.last, self.start, self.rest)
        } else {
            None
        }
    }
}

/// Finds the links in a word: absolute ones anywhere, others only at its start.
fn link(
    word: &[u8],
    context: &WordContext<'_>,
    each: &mut impl FnMut(Candidate<'_>, Option<&'static str>),
) {
    let marks = context.marks;
    if marks.has(LinkMarks::COLON) && absolute_links(word, context, each) {
        return;
    }
    if marks.has(LinkMarks::PERCENT)
        && let Some(found) = encoded::url(word)
    {
        carrier(word, found.start, context, each);
        each(Candidate::Absolute(&found.url), None);
        return;
    }
    if let Some(map) = word.strip_prefix(b"sourceMappingURL=") {
        each(Candidate::of_link(map), None);
        return;
    }
    if marks.has(LinkMarks::BRACKET)
        && let Some(url) = style_url(word)
    {
        each(Candidate::of_link(url), None);
        return;
    }
    if let Some(path) = rooted(word, context) {
        each(path, context.method(0));
        return;
    }
    if context.opens_quote()
        && is_path(word)
        && let Some(route) = routes::without_conditions(word, context.rest, context.before)
    {
        each(Candidate::Path(&route), None);
        return;
    }
    if marks.has(LinkMarks::DOT) {
        let start = host_start(word, marks);
        let text = without_stops(word, start);
        if has_host(text) {
            each(Candidate::Absolute(text), context.method(start));
            return;
        }
    }
    if context.is_quoted() {
        let candidate = relative(word, context);
        if candidate != Candidate::None {
            each(candidate, context.method(0));
        }
    } else if context.before == b'`' {
        each(template(word, context), None);
    }
}

/// Classifies a word that begins with the slash or dots of a path, if its context allows one.
fn rooted<'w>(word: &'w [u8], context: &WordContext<'_>) -> Option<Candidate<'w>> {
    if word.starts_with(b"/") && is_method(context.last) {
        return Some(Candidate::Path(without_stops(word, 0)));
    }
    if !context.is_quoted() {
        return None;
    }
    let has_dots = word.starts_with(b"./") || word.starts_with(b"../");
    if has_dots && word.len() > 3 || is_hash_route(word) {
        Some(Candidate::Relative(word))
    } else if is_path(word) || is_host_and_path(word) {
        Some(Candidate::Path(word))
    } else {
        None
    }
}

/// Returns the offset at which a URL without a scheme may begin in a word with these marks.
fn host_start(word: &[u8], marks: LinkMarks) -> usize {
    let is_opening = |byte: &u8| b"([{*,;:=|~".contains(byte);
    let inner = word.iter().position(|byte| !is_opening(byte));
    let start = inner.unwrap_or(word.len());
    // `host=example.com/a`.
    if marks.has(LinkMarks::EQUALS)
        && let Some(equals) = word[start..].find_byte(b'=')
    {
        let value = start + equals + 1;
        if has_host(&word[value..]) {
            return value;
        }
    }
    start
}

/// Calls `each` with the URLs of a word that have a scheme, and with the path in whose query they
/// stand. Returns whether there are any.
fn absolute_links(
    word: &[u8],
    context: &WordContext<'_>,
    each: &mut impl FnMut(Candidate<'_>, Option<&'static str>),
) -> bool {
    let mut has_links = false;
    for found in AbsoluteUrls::of(word) {
        let before = found.before();
        let start = before.len();
        if !has_links {
            let end = start + found.word.len();
            carrier(&word[..end], start, context, each);
        }
        each(Candidate::Absolute(found.word), context.method(start));
        has_links = true;
    }
    has_links
}

/// Calls `each` with the request that carries the URL at an offset of a word, if there is one.
fn carrier(
    word: &[u8],
    start: usize,
    context: &WordContext<'_>,
    each: &mut impl FnMut(Candidate<'_>, Option<&'static str>),
) {
    let before = &word[..start];
    let is_query = before.contains(&b'?');
    if is_query && let Some(path) = rooted(word, context) {
        each(path, context.method(0));
    } else if let Some(path) = carrier_start(before) {
        let carrier = without_stops(word, path);
        each(Candidate::Path(carrier), context.method(path));
    } else if context.is_quoted() && is_relative_query(before) {
        each(Candidate::Relative(word), context.method(0));
    }
}

/// Returns whether a text is a path of several names or of a file without a leading slash, and a
/// query up to a value: `out.php?to=`.
fn is_relative_query(text: &[u8]) -> bool {
    let Some((path, query)) = text.split_once_str("?") else {
        return false;
    };
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./~".contains(byte);
    let begins = path.first().is_some_and(u8::is_ascii_alphanumeric);
    let has_parts = path.contains(&b'/') || path.contains(&b'.');
    begins && has_parts && path.iter().all(is_of_path) && query.ends_with(b"=")
}

/// Returns the offset of the path that carries the URL behind this text, in a query or as its last
/// part: `/out?to=`, `uri=/out?to=`, `(/proxy/`.
fn carrier_start(before: &[u8]) -> Option<usize> {
    let is_start = |at: &usize| {
        let opens = match at.checked_sub(1) {
            Some(behind) => b"([{,;:=|".contains(&before[behind]),
            None => true,
        };
        opens && is_path(&before[*at..])
    };
    let start = before.find_iter("/").find(is_start)?;
    let path = &before[start..];
    let carries = match path.find_byte(b'?') {
        Some(_) => path.ends_with(b"="),
        None => path.ends_with(b"/"),
    };
    carries.then_some(start)
}

/// Returns the argument of `url(/a.png)`, in styles.
fn style_url(word: &[u8]) -> Option<&[u8]> {
    for open in memchr::memchr_iter(b'(', word) {
        let Some(before) = word[..open].strip_suffix(b"url") else {
            continue;
        };
        let is_own = match before.last() {
            Some(last) => !last.is_ascii_alphanumeric() && !b"_.$".contains(last),
            None => true,
        };
        if is_own {
            let inner = &word[open + 1..];
            return inner.split(|&b| b == b')').next();
        }
    }
    None
}

/// Returns whether a text is a path from the root of a host.
fn is_path(text: &[u8]) -> bool {
    match text {
        [b'/', first, ..] if first.is_ascii() => {
            first.is_ascii_alphanumeric() || b"_-.~%{$:@".contains(first)
        }
        [b'/', _, ..] => true,
        _ => false,
    }
}

/// Returns whether a text is a URL without its scheme.
fn is_host_and_path(text: &[u8]) -> bool {
    text.strip_prefix(b"//").is_some_and(has_host)
}

/// Classifies a quoted word that may be a path without a leading slash.
fn relative<'w>(word: &'w [u8], context: &WordContext<'_>) -> Candidate<'w> {
    let start = context.start.trim_ascii_end();
    let rule = start.len().saturating_sub(7);
    if start[rule..].eq_ignore_ascii_case(b"@import") {
        if word.ends_with(b".css") || word.contains_str(".css?") {
            return Candidate::Relative(word);
        }
        return Candidate::Unclear(word);
    }
    // `${base}/users` is read like `base + "/users"`.
    if context.before == b'`' && word.starts_with(b"${") {
        let (_, path) = word.split_once_str("}").unwrap_or_default();
        return match path {
            [b'/', first, _, ..] if first.is_ascii_alphanumeric() => Candidate::Path(path),
            _ => Candidate::None,
        };
    }
    // A path has folders or an extension.
    if !context.marks.has(LinkMarks::SLASH | LinkMarks::DOT) {
        return Candidate::None;
    }
    let behind = context.rest.get(1..).unwrap_or_default();
    match guess_path(word, context.start, behind) {
        PathGuess::Path => Candidate::Relative(word),
        PathGuess::Unclear => Candidate::Unclear(word),
        PathGuess::No => Candidate::None,
    }
}

/// Classifies the start of a template literal, up to code that has blanks or quotes: ``
/// `api/${a + b}` ``.
fn template<'w>(word: &'w [u8], context: &WordContext<'_>) -> Candidate<'w> {
    let Some((path, code)) = word.rsplit_once_str("${") else {
        return Candidate::None;
    };
    if code.contains(&b'}') {
        return Candidate::None;
    }
    match path {
        [] | [_] => Candidate::None,
        [b'/', first, ..] if first.is_ascii_alphanumeric() => Candidate::Path(path),
        _ => match guess_path(path, context.start, b"") {
            PathGuess::Path => Candidate::Relative(path),
            PathGuess::Unclear | PathGuess::No => Candidate::None,
        },
    }
}
