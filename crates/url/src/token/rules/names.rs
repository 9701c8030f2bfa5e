//! Names that are marked as such: those of people and places, and those of programs.

use super::rule::ClassRule;
use crate::bytes::{
    begins_with_letter, has_letter, is_alphanumeric_and, is_digits, is_digits_and, is_letters,
    is_one_of, joined, split_once,
};
use crate::token::class::Class;
use crate::token::language;
use crate::token::view::{DIGIT, DOT, HYPHEN, OTHER_BYTE, SegmentView, UNDERSCORE, is_known};
use crate::token::words::{self, WordMarks};
use bstr::ByteSlice;

pub(super) static RULES: [ClassRule; 10] = [
    ClassRule {
        name: "email",
        class: Class::Email,
        kinds: &[DOT, OTHER_BYTE],
        fits: |view, _| is_email(view.segment),
        why: "an address names one of many",
    },
    ClassRule {
        name: "handle",
        class: Class::Handle,
        kinds: &[OTHER_BYTE],
        fits: |view, _| match view.stem {
            [b'@', b'@', ..] => false,
            [b'@', name @ ..] => !name.is_empty() && !words::look_up(name).has(WordMarks::STATE),
            [b'~', name @ ..] => {
                !name.is_empty()
                    && !words::is_verb(name)
                    && !words::look_up(view.stem).has(WordMarks::INNER_PATH)
                    && language::listed(name).is_none()
            }
            _ => false,
        },
        why: "`@` and `~` mark the names of users; `@me` selects like `me`, `~delete` is an action, `@@edit` a view",
    },
    ClassRule {
        name: "federated",
        class: Class::Handle,
        kinds: &[OTHER_BYTE],
        fits: |view, _| is_federated(view.segment),
        why: "a mark before a name and its host, or before a long id, is the address of a room or message",
    },
    ClassRule {
        name: "placeholder",
        class: Class::Handle,
        kinds: &[OTHER_BYTE],
        fits: |view, _| is_placeholder(view.segment),
        why: "route templates and descriptions of APIs mark so what varies",
    },
    ClassRule {
        name: "locale",
        class: Class::Locale,
        kinds: &[HYPHEN | UNDERSCORE],
        fits: |view, surroundings| {
            surroundings.is_early() && view.segment.len() <= 10 && is_locale(view.segment)
        },
        why: "editions of a site have the same endpoints; they begin its paths",
    },
    ClassRule {
        name: "numbered-page",
        class: Class::File,
        kinds: &[DIGIT, DOT],
        fits: |view, _| is_numbered_page(view),
        why: concat!(
            "one or two ordinary words with numbers behind them are the page of a program: the ",
            "words tell `forum-7.html` from `thread-23.html`; with a year they are a title",
        ),
    },
    ClassRule {
        name: "wiki-program",
        class: Class::File,
        kinds: &[OTHER_BYTE],
        fits: |view, _| view.wiki_program().is_some(),
        why: "the pages of a wiki's namespace for programs, in the languages of MediaWiki: no user names them",
    },
    ClassRule {
        name: "view",
        class: Class::File,
        kinds: &[OTHER_BYTE],
        fits: |view, _| match view.segment {
            [b'@', b'@', name @ ..] => is_alphanumeric_and(name, b"_-.") && has_letter(name),
            _ => false,
        },
        why: "Zope, Plone and Pyramid mark so the views that programmers named, also those of the whole site",
    },
    ClassRule {
        name: "system-name",
        class: Class::File,
        kinds: &[OTHER_BYTE],
        fits: |view, _| match view.segment {
            [b'$', name @ ..] => name.len() >= 3 && view.census.letters() == name.len(),
            _ => false,
        },
        why: "OData and FHIR mark the names of their own resources and operations",
    },
    ClassRule {
        name: "capture",
        class: Class::Numbers,
        kinds: &[UNDERSCORE],
        fits: |view, _| is_capture(view.segment),
        why: "archives of the web mark how a copy is shown behind its time",
    },
];

fn is_email(segment: &[u8]) -> bool {
    let split = split_once(segment, b'@').or_else(|| segment.split_once_str("%40"));
    match split {
        Some((name, host)) => !name.is_empty() && host.contains(&b'.'),
        None => false,
    }
}

/// The shortest id without a host behind a mark: names of programs are shorter.
const SHORTEST_MARKED: usize = 32;

/// Whether a segment is an address such as `!room:example.com` or `$` and a long id.
fn is_federated(segment: &[u8]) -> bool {
    let marks: [&[u8]; 7] = [b"!", b"$", b"+", b"%21", b"%23", b"%24", b"%2B"];
    let Some(address) = marks.iter().find_map(|mark| segment.strip_prefix(*mark)) else {
        return false;
    };
    let split = split_once(address, b':').or_else(|| address.split_once_str("%3A"));
    if let Some((name, host)) = split {
        let is_host = begins_with_letter(host) && is_alphanumeric_and(host, b".-:");
        return !name.is_empty() && is_host && host.contains(&b'.');
    }
    address.len() >= SHORTEST_MARKED
        && is_alphanumeric_and(address, b"-_")
        && address.iter().any(u8::is_ascii_digit)
}

/// Extensions of pages.
const PAGES: [&str; 4] = [".html", ".htm", ".shtml", ".xhtml"];

/// Whether a segment is a page name of one or two ordinary words with numbers after them.
fn is_numbered_page(view: &SegmentView<'_>) -> bool {
    let Some(first) = view.stem.iter().position(u8::is_ascii_digit) else {
        return false;
    };
    let (words, numbers) = view.stem.split_at(first);
    let is_year = matches!(numbers, [b'1', b'9', _, _] | [b'2', b'0', _, _]);
    if is_year || !is_digits_and(numbers, b"-_") || !is_one_of(view.extension, &PAGES) {
        return false;
    }
    let ([words @ .., b'-' | b'_'] | words) = words;
    let mut parts = joined(words);
    let is_word = |word: &[u8]| word.len() >= 3 && is_known(word);
    parts.by_ref().take(2).all(is_word) && parts.next().is_none()
}

/// Whether a segment is a time of 4 to 14 digits, two letters and an underscore.
fn is_capture(segment: &[u8]) -> bool {
    let [time @ .., a, b, b'_'] = segment else {
        return false;
    };
    if !a.is_ascii_lowercase() || !b.is_ascii_lowercase() {
        return false;
    }
    matches!(time.len(), 4..=14) && is_digits(time)
}

/// Whether a segment is a name in braces, also escaped, or after a colon.
fn is_placeholder(segment: &[u8]) -> bool {
    match segment {
        [b':', name @ ..] => is_placeholder_name(name),
        [b'$', text @ ..] => is_name_in_braces(text),
        _ => is_name_in_braces(segment),
    }
}

fn is_name_in_braces(text: &[u8]) -> bool {
    let forms = [(&b"{"[..], &b"}"[..]), (b"%7B", b"%7D"), (b"%7b", b"%7d")];
    for (open, close) in forms {
        let mut name = text;
        while let Some(rest) = name.strip_prefix(open)
            && let Some(inner) = rest.strip_suffix(close)
        {
            name = inner;
        }
        if name.len() < text.len() && is_placeholder_name(name) {
            return true;
        }
    }
    false
}

fn is_placeholder_name(name: &[u8]) -> bool {
    let begins_name = begins_with_letter(name) || name.starts_with(b"_");
    begins_name && is_alphanumeric_and(name, b"_-.")
}

/// Scripts of languages that are written in several (ISO 15924).
const SCRIPTS: [&str; 8] = [
    "hans", "hant", "latn", "cyrl", "arab", "deva", "guru", "mong",
];

/// Whether a segment is a language with a script or region or both; regions of several countries
/// are numbers (UN M49). Languages of three letters have to be listed.
pub(crate) fn is_locale(segment: &[u8]) -> bool {
    if let [_, _, b'-' | b'_', rest @ ..] | [_, _, _, b'-' | b'_', rest @ ..] = segment {
        let language = &segment[..segment.len() - rest.len() - 1];
        let is_script = is_one_of(rest, &SCRIPTS);
        let is_region = rest.len() == 3 && is_digits(rest);
        let is_country = language.len() == 3 && rest.len() == 2 && is_letters(rest);
        let is_variant = is_script || is_region || is_country;
        if is_variant && words::look_up(language).has(WordMarks::LOCALE_CODE) {
            return true;
        }
    }
    let is_code = |part: &[u8], length: usize| part.len() == length && is_letters(part);
    let mut parts = joined(segment);
    let language = parts.next().unwrap_or_default();
    let mut region = parts.next().unwrap_or_default();
    if is_code(region, 4) && segment.len() == 10 {
        region = parts.next().unwrap_or_default();
    }
    is_code(language, 2) && is_code(region, 2) && parts.next().is_none()
}
