//! A segment, split and counted once for all rules.

use super::census::Census;
use super::endings::{self, FileName};
use super::namespace::{self, NamespacedName};
use super::words::{self, WordMarks, is_verb};
use crate::bytes::{
    before, begins_with, begins_with_letter, has_byte, is_digits, is_hexadecimal, is_joint,
    is_letters, is_letters_and, is_one_of, joined, split, split_last,
};
use crate::list::list;
use crate::thresholds::Tuning;
use std::cell::OnceCell;

/// A segment, with the properties that several rules use.
pub(super) struct SegmentView<'a> {
    /// The namespace with its colon, or nothing.
    pub namespace: &'a [u8],
    /// The segment without its namespace.
    pub segment: &'a [u8],
    /// `segment` without its extension.
    pub stem: &'a [u8],
    /// The extension with its dot, or `:method`.
    pub extension: &'a [u8],
    /// Marks of the extension.
    pub ending: u16,
    /// Kinds of bytes in the segment.
    pub kinds: u8,
    /// The census of the stem.
    pub census: Census,
    /// Whether it begins a web address, or is an escaped one. If so, it has no extension.
    pub is_address: bool,
    pub tuning: &'static Tuning,
    parts: OnceCell<SubWords>,
}

/// Kinds of bytes in a segment, as bits.
pub(super) const DIGIT: u8 = 1;
pub(super) const LETTER: u8 = 1 << 1;
pub(super) const HYPHEN: u8 = 1 << 2;
pub(super) const UNDERSCORE: u8 = 1 << 3;
pub(super) const DOT: u8 = 1 << 4;
pub(super) const OTHER_BYTE: u8 = 1 << 5;
/// Not a kind of bytes: the segments before it decide its meaning.
pub(super) const PLACED: u8 = 1 << 6;
/// Number of sets of kinds.
pub(super) const KINDS: usize = 128;

fn kinds(census: &Census) -> u8 {
    let mut kinds = 0;
    if census.digits > 0 {
        kinds |= DIGIT;
    }
    if census.letters() > 0 {
        kinds |= LETTER;
    }
    if census.hyphens > 0 {
        kinds |= HYPHEN;
    }
    if census.underscores > 0 {
        kinds |= UNDERSCORE;
    }
    if census.dots > 0 {
        kinds |= DOT;
    }
    if census.others > 0 {
        kinds |= OTHER_BYTE;
    }
    kinds
}

impl<'a> SegmentView<'a> {
    pub(super) fn of(segment: &'a [u8], tuning: &'static Tuning) -> Self {
        let mut segment = segment;
        let mut whole = Census::of(segment);
        let mut has_escapes = false;
        let mut is_address = false;
        let mut namespace = &b""[..];
        if whole.others > 0 {
            has_escapes = has_byte(segment, b'%');
            is_address = begins_address(segment);
            if !is_address {
                (namespace, segment) = split_namespace(segment);
            }
            if has_escapes || !namespace.is_empty() {
                whole = Census::of_text(segment, has_escapes);
            }
        }
        let mut name = FileName::bare(segment);
        if whole.dots + whole.others > 0 && !is_address {
            if let Some(split) = FileName::split(segment) {
                name = split;
            } else if let Some(colon) = method(segment) {
                (name.stem, name.extension) = segment.split_at(colon);
            }
        }
        let mut census = whole;
        if !name.extension.is_empty() {
            census = if has_escapes {
                Census::beside_escapes(name.stem)
            } else {
                // Behind it stands a dot or a colon, which makes no pair with a letter or digit.
                whole.without(&segment[name.stem.len()..], b"")
            };
        }
        let mut kinds = kinds(&whole);
        if !namespace.is_empty() {
            kinds |= OTHER_BYTE;
        }
        Self {
            namespace,
            segment,
            stem: name.stem,
            extension: name.extension,
            ending: name.ending,
            kinds,
            census,
            is_address,
            tuning,
            parts: OnceCell::new(),
        }
    }

    /// Returns the name of the program in a wiki's namespace for programs, without its argument.
    pub(super) fn wiki_program(&self) -> Option<&'a [u8]> {
        let name = NamespacedName {
            namespace: namespace::before_colon(self.namespace)?,
            name: self.segment,
        };
        name.program()
    }

    /// Returns the marks of the stem's sub-words in the word lists.
    pub(super) fn parts(&self) -> &SubWords {
        self.parts.get_or_init(|| SubWords::of(self.stem))
    }

    /// Whether it is a command: a verb and a word, or two or three ordinary words that begin with a
    /// verb, or end with one and are joined by underscores. Words that only join others, like
    /// `the`, belong to titles.
    pub(super) fn is_command(&self) -> bool {
        let joints = self.census.joints();
        if !matches!(joints, 1 | 2) {
            return false;
        }
        if self.census.letters() + joints != self.census.length {
            return false;
        }
        let mut parts = joined(self.stem);
        let first = parts.next().unwrap_or_default();
        let second = parts.next().unwrap_or_default();
        let third = parts.next();
        let last = third.unwrap_or(second);
        let all = [first, second, last];
        for part in all {
            if part.is_empty() || words::is_joining(part) {
                return false;
            }
        }
        if is_verb(first) {
            return third.is_none() || all.into_iter().all(is_known);
        }
        let may_end_with_verb = self.census.hyphens == 0;
        may_end_with_verb && is_verb(last) && all.into_iter().all(is_known)
    }

    /// Whether it is a function that finds things by what is known of them: `KettlesByOwnerID`.
    pub(super) fn is_search(&self) -> bool {
        let mut words = sub_words(self.stem).skip(1);
        if !words.any(|word| word == b"By") {
            return false;
        }
        words.last().is_some_and(is_known)
    }

    /// Whether it is an error page: `404`, `500.html`.
    pub(super) fn is_status(&self) -> bool {
        matches!(self.stem, [b'4' | b'5', b'0'..=b'2', b'0'..=b'9'])
    }

    /// Whether it is a type or service with its namespace, `Acme.Orders`, `acme.Orders`,
    /// `acme_shop.Orders`: dotted parts of letters, the last with a capital.
    pub(super) fn is_type_name(&self) -> bool {
        let mut parts = split(self.segment, b'.');
        let last = parts.next_back().unwrap_or_default();
        let has_dot = last.len() < self.segment.len();
        if !has_dot || last.len() < 2 || !is_letters(last) {
            return false;
        }
        let is_capitalized = last[0].is_ascii_uppercase();
        if !is_capitalized || !last.iter().any(u8::is_ascii_lowercase) {
            return false;
        }
        parts.all(|part| part.len() >= 2 && is_letters_and(part, b"_"))
    }

    /// Whether a name outside the lists is dangerous to lose because of its form: files of settings
    /// and copies, `~` after a name, `admin...`, `...admin`, `...servlet`, a Java package, and
    /// names of two parts, one of them about administration, access or backups.
    pub(super) fn is_dangerous(&self) -> bool {
        let stem = self.stem;
        let is_settings = self.ending & endings::SETTINGS != 0;
        if is_settings || stem.ends_with(b"~") || names_danger(stem) {
            return true;
        }
        let dots = self.census.dots;
        if dots >= 2 && is_reversed_domain(stem) {
            return split(stem, b'.').all(|part| part.len() >= 2 && is_letters(part));
        }
        if self.census.joints() + dots == 0 {
            return false;
        }
        let parts = stem.split(|&byte| is_joint(byte) || byte == b'.');
        let mut names = parts.filter(|part| begins_with_letter(part));
        let first = names.next().unwrap_or_default();
        let second = names.next().unwrap_or_default();
        if names.next().is_some() {
            return false;
        }
        guards(first) || guards(second)
    }
}

/// Whether a name begins like a Java package.
fn is_reversed_domain(name: &[u8]) -> bool {
    name.starts_with(b"com.") || name.starts_with(b"org.")
}

/// Whether a part of a name is about administration, access or backups.
fn guards(part: &[u8]) -> bool {
    words::look_up(part).has(WordMarks::PROTECTED_PART)
}

/// Whether a name is `admin...`, `...admin` or `...servlet`.
pub(super) fn names_danger(name: &[u8]) -> bool {
    match name {
        [.., b't' | b'T'] if ends_with(name, b"servlet") => true,
        _ => names_administration(name),
    }
}

/// Whether a name begins or ends with `admin`.
pub(super) fn names_administration(name: &[u8]) -> bool {
    match name {
        [b'a' | b'A', b'd' | b'D', ..] if begins_with(name, b"admin") => true,
        [.., b'n' | b'N'] => ends_with(name, b"admin"),
        _ => false,
    }
}

/// Names of settings, whose pages are named like those of an administration.
const SETTINGS: [&str; 7] = [
    "config",
    "configuration",
    "my-account",
    "myaccount",
    "preferences",
    "settings",
    "setup",
];

/// Names of what programs make of their figures: each page below is one report.
const REPORTS: [&str; 8] =
    list("analytics charts exports insights metrics reports statistics stats");

/// Whether the pages of a program stand below a name: of an administration, of settings, or of
/// reports.
pub(super) fn heads_pages(name: &[u8]) -> bool {
    names_administration(name) || is_one_of(name, &SETTINGS) || is_one_of(name, &REPORTS)
}

/// Whether a name ends with a word in any case.
fn ends_with(name: &[u8], word: &[u8]) -> bool {
    match name.len().checked_sub(word.len()) {
        Some(start) => name[start..].eq_ignore_ascii_case(word),
        None => false,
    }
}

/// The marks of a name's sub-words in the word lists.
pub(super) struct SubWords {
    pub all_known: bool,
    pub first_known: bool,
    pub first_verb: bool,
}

impl SubWords {
    fn of(stem: &[u8]) -> Self {
        let mut words = sub_words(stem);
        let first = words.next().unwrap_or_default();
        let mut found = Self::of_one(words::look_up(first));
        if !is_letters(first) {
            found.first_known = is_known(first);
        }
        found.all_known = found.first_known && words.all(is_known);
        found
    }

    /// Creates the marks of a name that is one word.
    pub(super) fn of_one(word: WordMarks) -> Self {
        Self {
            all_known: word.has(WordMarks::KNOWN),
            first_known: word.has(WordMarks::KNOWN),
            first_verb: word.has(WordMarks::VERB),
        }
    }
}

/// Whether a segment is a scheme of the web with its colon, and nothing or slashes after it,
/// escaped once or twice.
fn begins_address(segment: &[u8]) -> bool {
    let scheme = before(segment, |b| !b.is_ascii_alphabetic());
    if !is_one_of(scheme, &["http", "https", "ftp"]) {
        return false;
    }
    let rest = &segment[scheme.len()..];
    let Some(colon) = prefix_length(rest, [":", "%3A", "%253A"]) else {
        return false;
    };
    let rest = &rest[colon..];
    rest.is_empty() || prefix_length(rest, ["/", "%2F", "%252F"]).is_some()
}

/// Returns the length of the form in which a text begins.
fn prefix_length(text: &[u8], forms: [&str; 3]) -> Option<usize> {
    for form in forms {
        if text.starts_with(form.as_bytes()) {
            return Some(form.len());
        }
    }
    None
}

/// Splits `Talk:Tea` into `Talk:` and `Tea`. Names in different namespaces are never merged.
fn split_namespace(segment: &[u8]) -> (&[u8], &[u8]) {
    let bare = (&b""[..], segment);
    let Some(NamespacedName { name, .. }) = NamespacedName::split(segment) else {
        return bare;
    };
    if method(segment).is_some() || is_ipv6(segment) {
        return bare;
    }
    segment.split_at(segment.len() - name.len())
}

/// Returns a text without the brackets around it.
pub(super) fn unbracketed(text: &[u8], open: u8, close: u8) -> &[u8] {
    match text {
        [first, inner @ .., last] if *first == open && *last == close => inner,
        _ => text,
    }
}

/// Whether a segment is an IPv6 address, in brackets or not.
pub(super) fn is_ipv6(segment: &[u8]) -> bool {
    let text = unbracketed(segment, b'[', b']');
    if memchr::memchr_iter(b':', text).count() < 2 {
        return false;
    }
    let mut has_digits = false;
    for part in split(text, b':') {
        if part.len() > 4 || !is_hexadecimal(part) {
            return false;
        }
        has_digits |= !part.is_empty();
    }
    has_digits
}

/// Returns the offset of `:cancel` in `orders:cancel`: a method of the resource before it.
fn method(segment: &[u8]) -> Option<usize> {
    let (resource, name) = split_last(segment, b':')?;
    let begins_small = |text: &[u8]| !text.is_empty() && !text[0].is_ascii_uppercase();
    if !begins_small(name) || !begins_small(resource) {
        return None;
    }
    if !is_letters(name) {
        return None;
    }
    if Census::of(name).humps == 0 {
        let word = sub_words(name).next()?;
        if !is_verb(word) {
            return None;
        }
    }
    Some(resource.len())
}

/// Returns the sub-words of a name, split at separators and at capitals after a small letter.
fn sub_words(name: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = name;
    std::iter::from_fn(move || {
        while let [first, tail @ ..] = rest
            && !first.is_ascii_alphanumeric()
        {
            rest = tail;
        }
        let ends = |at: &usize| {
            let byte = rest[*at];
            let is_hump = byte.is_ascii_uppercase() && rest[at - 1].is_ascii_lowercase();
            is_hump || !byte.is_ascii_alphanumeric()
        };
        let end = (1..rest.len()).find(ends).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail;
        if word.is_empty() {
            return None;
        }
        Some(word)
    })
}

/// Whether a name consists of ordinary words of sites.
pub fn is_ordinary(name: &[u8]) -> bool {
    let mut words = sub_words(name).peekable();
    words.peek().is_some() && words.all(is_known)
}

/// Whether a word, without digits at its end, is in a list of ordinary words.
pub(super) fn is_known(word: &[u8]) -> bool {
    let letters = before(word, |b| !b.is_ascii_alphabetic());
    let behind = &word[letters.len()..];
    if !is_digits(behind) {
        return false;
    }
    words::is_known(letters)
}
