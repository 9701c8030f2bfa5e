//! A segment, split and counted once for all rules.

use super::census::Census;
use super::endings;
use super::words::{self, WordMarks};
use crate::thresholds::Tuning;
use std::cell::OnceCell;

/// A segment, with the properties that several rules use.
pub(super) struct SegmentView<'a> {
    /// The namespace with its colon, or nothing.
    pub(super) namespace: &'a [u8],
    /// The segment without its namespace.
    pub(super) segment: &'a [u8],
    /// `segment` without its extension.
    pub(super) stem: &'a [u8],
    /// The extension with its dot, or `:method`.
    pub(super) extension: &'a [u8],
    /// Marks of the extension.
    pub(super) ending: u16,
    /// Kinds of bytes in the segment.
    pub(super) kinds: u8,
    /// The census of the stem.
    pub(super) census: Census,
    /// Whether it begins a web address, or is an escaped one. If so, it has no extension.
    pub(super) is_address: bool,
    pub(super) tuning: &'static Tuning,
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
    let bit = |count: usize, kind: u8| if count > 0 { kind } else { 0 };
    bit(census.digits, DIGIT)
        | bit(census.letters(), LETTER)
        | bit(census.hyphens, HYPHEN)
        | bit(census.underscores, UNDERSCORE)
        | bit(census.dots, DOT)
        | bit(census.others, OTHER_BYTE)
}

impl<'a> SegmentView<'a> {
    pub(super) fn of(segment: &'a [u8], tuning: &'static Tuning) -> Self {
        let mut whole = Census::of(segment);
        let mut has_escapes = false;
        let mut is_address = false;
        let mut namespace = &b""[..];
        let mut segment = segment;
        if whole.others > 0 {
            has_escapes = memchr::memchr(b'%', segment).is_some();
            if has_escapes {
                whole = Census::beside_escapes(segment);
            }
            is_address = begins_address(segment);
            if !is_address {
                (namespace, segment) = split_namespace(segment);
            }
            if !namespace.is_empty() {
                whole = if has_escapes {
                    Census::beside_escapes(segment)
                } else {
                    Census::of(segment)
                };
            }
        }
        let mut stem = segment;
        let mut extension = &b""[..];
        let mut ending = 0;
        let mut census = whole;
        if whole.dots + whole.others > 0 && !is_address {
            if let Some(split) = endings::split(segment) {
                (stem, extension, ending) = split;
            } else {
                (stem, extension) = segment.split_at(method(segment).unwrap_or(segment.len()));
            }
            if !extension.is_empty() {
                census = if has_escapes {
                    Census::beside_escapes(stem)
                } else {
                    Census::of(stem)
                };
            }
        }
        let parts = OnceCell::new();
        let kinds = kinds(&whole);
        Self {
            namespace,
            segment,
            stem,
            extension,
            ending,
            kinds,
            census,
            is_address,
            tuning,
            parts,
        }
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
        if !(1..=2).contains(&joints) || self.census.letters() + joints != self.census.length {
            return false;
        }
        let mut parts = self.stem.split(|b| matches!(b, b'-' | b'_'));
        let Some(first) = parts.next() else {
            return false;
        };
        let Some(second) = parts.next() else {
            return false;
        };
        let third = parts.next();
        let last = third.unwrap_or(second);
        let is_word = |part: &[u8]| !part.is_empty() && !words::is_joining(part);
        let are_known = || [first, second, last].into_iter().all(is_known);
        let begins = words::look_up(first).has(WordMarks::VERB);
        let ends = self.census.hyphens == 0 && words::look_up(last).has(WordMarks::VERB);
        [first, second, last].into_iter().all(is_word)
            && ((begins && third.is_none()) || ((begins || ends) && are_known()))
    }

    /// Whether it is a function that finds things by what is known of them: `KettlesByOwnerID`.
    pub(super) fn is_search(&self) -> bool {
        let mut words = sub_words(self.stem).skip(1);
        words.any(|word| word == b"By") && words.last().is_some_and(is_known)
    }

    /// Whether it is an error page: `404`, `500.html`.
    pub(super) fn is_status(&self) -> bool {
        matches!(self.stem, [b'4' | b'5', b'0'..=b'2', b'0'..=b'9'])
    }

    /// Whether it is a type or service with its namespace, `Acme.Orders`, `acme.Orders`,
    /// `acme_shop.Orders`: dotted parts of letters, the last with a capital.
    pub(super) fn is_type_name(&self) -> bool {
        let mut parts = self.segment.rsplit(|&b| b == b'.');
        let last = parts.next().unwrap_or_default();
        last.len() >= 2
            && last[0].is_ascii_uppercase()
            && last.iter().any(u8::is_ascii_lowercase)
            && last.iter().all(u8::is_ascii_alphabetic)
            && self.segment.len() > last.len()
            && parts.all(|part| {
                part.len() >= 2 && part.iter().all(|b| b.is_ascii_alphabetic() || *b == b'_')
            })
    }

    /// Whether a name outside the lists is dangerous to lose because of its form: files of settings
    /// and copies, `~` after a name, `admin...`, `...admin`, `...servlet`, a Java package, and
    /// names of two parts, one of them about administration, access or backups.
    pub(super) fn is_dangerous(&self) -> bool {
        let stem = self.stem;
        if names_danger(stem) || stem.last() == Some(&b'~') || self.ending & endings::SETTINGS != 0
        {
            return true;
        }
        if self.census.dots >= 2
            && matches!(
                stem,
                [b'c', b'o', b'm', b'.', ..] | [b'o', b'r', b'g', b'.', ..]
            )
        {
            return stem
                .split(|&b| b == b'.')
                .all(|part| part.len() >= 2 && part.iter().all(u8::is_ascii_alphabetic));
        }
        if self.census.joints() + self.census.dots == 0 {
            return false;
        }
        let is_worded = |part: &&[u8]| part.first().is_some_and(u8::is_ascii_alphabetic);
        let mut parts = stem
            .split(|b| matches!(b, b'-' | b'_' | b'.'))
            .filter(is_worded);
        let first = parts.next();
        let second = parts.next();
        let guards = |part: &[u8]| words::look_up(part).has(WordMarks::PROTECTED_PART);
        parts.next().is_none() && (first.is_some_and(guards) || second.is_some_and(guards))
    }
}

/// Whether a name is `admin...`, `...admin` or `...servlet`.
pub(super) fn names_danger(name: &[u8]) -> bool {
    let is = |part: Option<&[u8]>, listed: &[u8]| {
        part.is_some_and(|part| part.eq_ignore_ascii_case(listed))
    };
    let end = |length: usize| name.len().checked_sub(length).map(|start| &name[start..]);
    match name {
        [b'a' | b'A', b'd' | b'D', ..] if is(name.get(..5), b"admin") => true,
        [.., b'n' | b'N'] => is(end(5), b"admin"),
        [.., b't' | b'T'] => is(end(7), b"servlet"),
        _ => false,
    }
}

/// The marks of a name's sub-words in the word lists.
pub(super) struct SubWords {
    pub(super) all_known: bool,
    pub(super) first_known: bool,
    pub(super) first_verb: bool,
}

impl SubWords {
    fn of(stem: &[u8]) -> Self {
        let mut words = sub_words(stem);
        let Some(first) = words.next() else {
            return Self {
                all_known: false,
                first_known: false,
                first_verb: false,
            };
        };
        let word = words::look_up(first);
        let is_plain = first.iter().all(u8::is_ascii_alphabetic);
        let first_known = if is_plain {
            word.has(WordMarks::KNOWN)
        } else {
            is_known(first)
        };
        let all_known = first_known && words.all(is_known);
        let first_verb = word.has(WordMarks::VERB);
        Self {
            all_known,
            first_known,
            first_verb,
        }
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
    let Some(end) = segment.iter().position(|b| !b.is_ascii_alphabetic()) else {
        return false;
    };
    let (scheme, mut rest) = segment.split_at(end);
    if ![&b"http"[..], b"https", b"ftp"]
        .iter()
        .any(|listed| scheme.eq_ignore_ascii_case(listed))
    {
        return false;
    }
    let mut take = |forms: [&[u8]; 3]| {
        let tail = forms.iter().find_map(|form| rest.strip_prefix(*form));
        rest = tail.unwrap_or(rest);
        tail.is_some()
    };
    take([b":", b"%3A", b"%253A"]) && (take([b"/", b"%2F", b"%252F"]) || rest.is_empty())
}

/// Splits `Talk:Tea` into `Talk:` and `Tea`. Names in different namespaces are never merged.
fn split_namespace(segment: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b':', segment) {
        Some(colon)
            if colon >= 3
                && colon + 1 < segment.len()
                && segment[..colon]
                    .iter()
                    .all(|b| b.is_ascii_alphabetic() || *b == b'_')
                && method(segment).is_none()
                && !is_ipv6(segment) =>
        {
            segment.split_at(colon + 1)
        }
        _ => (b"", segment),
    }
}

/// Whether a segment is an IPv6 address, in brackets or not.
pub(super) fn is_ipv6(segment: &[u8]) -> bool {
    let text = segment
        .strip_prefix(b"[")
        .and_then(|inner| inner.strip_suffix(b"]"))
        .unwrap_or(segment);
    let part = |part: &[u8]| part.len() <= 4 && part.iter().all(u8::is_ascii_hexdigit);
    memchr::memchr_iter(b':', text).count() >= 2
        && text.split(|&b| b == b':').all(part)
        && text.iter().any(u8::is_ascii_hexdigit)
}

/// Returns the offset of `:cancel` in `orders:cancel`: a method of the resource before it.
fn method(segment: &[u8]) -> Option<usize> {
    let colon = memchr::memrchr(b':', segment).filter(|&colon| colon > 0)?;
    let name = &segment[colon + 1..];
    let small = |byte: Option<&u8>| byte.is_some_and(|b| !b.is_ascii_uppercase());
    let census = Census::of(name);
    let verb = || {
        sub_words(name)
            .next()
            .is_some_and(|word| words::look_up(word).has(WordMarks::VERB))
    };
    (census.letters() == name.len()
        && small(name.first())
        && small(segment.first())
        && (census.humps > 0 || verb()))
    .then_some(colon)
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
        let end = (1..rest.len())
            .find(|&i| {
                !rest[i].is_ascii_alphanumeric()
                    || (rest[i].is_ascii_uppercase() && rest[i - 1].is_ascii_lowercase())
            })
            .unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        rest = tail;
        (!word.is_empty()).then_some(word)
    })
}

/// Whether a name consists of ordinary words of sites.
pub fn is_ordinary(name: &[u8]) -> bool {
    let mut words = sub_words(name).peekable();
    words.peek().is_some() && words.all(is_known)
}

/// Whether a word, without digits at its end, is in a list of ordinary words.
pub(super) fn is_known(word: &[u8]) -> bool {
    let letters = word.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    if letters < word.len() && !word[letters..].iter().all(u8::is_ascii_digit) {
        return false;
    }
    words::look_up(&word[..letters]).has(WordMarks::KNOWN)
}
