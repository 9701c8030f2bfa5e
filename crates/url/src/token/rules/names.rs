//! Names that are marked as such: those of people and places, and those of programs.

use super::rule::ClassRule;
use crate::token::class::Class;
use crate::token::language;
use crate::token::view::{
    DIGIT, DOT, HYPHEN, LETTER, OTHER_BYTE, SegmentView, UNDERSCORE, is_known,
};
use crate::token::words::{self, WordMarks};

pub(super) static RULES: [ClassRule; 8] = [
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
                    && !words::look_up(name).has(WordMarks::VERB)
                    && language::listed(name).is_none()
            }
            _ => false,
        },
        why: "`@` and `~` mark the names of users; `@me` selects like `me`, `~delete` is an action, `@@edit` a view",
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
        why: "one or two ordinary words with numbers behind them are the page of a program: the words tell \
              `forum-7.html` from `thread-23.html`; with a year they are a title",
    },
    ClassRule {
        name: "wiki-program",
        class: Class::File,
        kinds: &[LETTER],
        fits: |view, _| {
            view.namespace.eq_ignore_ascii_case(b"special:")
                && view.census.letters() == view.segment.len()
        },
        why: "the pages of a wiki's namespace for programs",
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
    let at = segment.iter().position(|&b| b == b'@').map(|i| (i, 1));
    let at = at.or_else(|| segment.windows(3).position(|w| w == b"%40").map(|i| (i, 3)));
    at.is_some_and(|(at, width)| at > 0 && segment[at + width..].contains(&b'.'))
}

/// Whether a segment is a page name of one or two ordinary words with numbers after them.
fn is_numbered_page(view: &SegmentView<'_>) -> bool {
    let is_page = [&b".html"[..], b".htm", b".shtml", b".xhtml"];
    let Some(first) = view.stem.iter().position(u8::is_ascii_digit) else {
        return false;
    };
    let (words, numbers) = view.stem.split_at(first);
    let words = words
        .strip_suffix(b"-")
        .or(words.strip_suffix(b"_"))
        .unwrap_or(words);
    let mut parts = words.split(|b| matches!(b, b'-' | b'_'));
    is_page
        .iter()
        .any(|page| view.extension.eq_ignore_ascii_case(page))
        && !matches!(numbers, [b'1', b'9', _, _] | [b'2', b'0', _, _])
        && numbers
            .iter()
            .all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'_'))
        && parts
            .by_ref()
            .take(2)
            .all(|word| word.len() >= 3 && is_known(word))
        && parts.next().is_none()
}

/// Whether a segment is a time of 4 to 14 digits, two letters and an underscore.
fn is_capture(segment: &[u8]) -> bool {
    let [time @ .., a, b, b'_'] = segment else {
        return false;
    };
    a.is_ascii_lowercase()
        && b.is_ascii_lowercase()
        && (4..=14).contains(&time.len())
        && time.iter().all(u8::is_ascii_digit)
}

/// Whether a segment is a name in braces, also escaped, or after a colon.
fn is_placeholder(segment: &[u8]) -> bool {
    let is_name = |name: &[u8]| {
        name.first()
            .is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && name
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
    };
    let in_braces = |text: &[u8]| {
        [(&b"{"[..], &b"}"[..]), (b"%7B", b"%7D"), (b"%7b", b"%7d")]
            .iter()
            .any(|(open, close)| {
                let mut name = text;
                let mut is_marked = false;
                while let Some(inner) = name
                    .strip_prefix(*open)
                    .and_then(|rest| rest.strip_suffix(*close))
                {
                    (name, is_marked) = (inner, true);
                }
                is_marked && is_name(name)
            })
    };
    match segment {
        [b':', name @ ..] => is_name(name),
        [b'$', text @ ..] => in_braces(text),
        _ => in_braces(segment),
    }
}

/// Scripts of languages that are written in several (ISO 15924).
const SCRIPTS: [&[u8]; 8] = [
    b"hans", b"hant", b"latn", b"cyrl", b"arab", b"deva", b"guru", b"mong",
];

/// Whether a segment is a language with a script or region or both; regions of several countries
/// are numbers (UN M49). Languages of three letters have to be listed.
pub(in crate::token) fn is_locale(segment: &[u8]) -> bool {
    let is_joint = |b: &u8| matches!(b, b'-' | b'_');
    if let [_, _, b'-' | b'_', rest @ ..] | [_, _, _, b'-' | b'_', rest @ ..] = segment {
        let language = &segment[..segment.len() - rest.len() - 1];
        let is_script = || {
            SCRIPTS
                .iter()
                .any(|script| script.eq_ignore_ascii_case(rest))
        };
        let is_region = || rest.len() == 3 && rest.iter().all(u8::is_ascii_digit);
        let is_country =
            || language.len() == 3 && rest.len() == 2 && rest.iter().all(u8::is_ascii_alphabetic);
        if (is_script() || is_region() || is_country())
            && words::look_up(language).has(WordMarks::LOCALE_CODE)
        {
            return true;
        }
    }
    let mut parts = segment.split(is_joint);
    let letters = |part: &[u8], length: usize| {
        part.len() == length && part.iter().all(u8::is_ascii_alphabetic)
    };
    let language = parts.next().is_some_and(|p| letters(p, 2));
    let mut region = parts.next();
    if region.is_some_and(|p| letters(p, 4)) && segment.len() == 10 {
        region = parts.next();
    }
    language && region.is_some_and(|p| letters(p, 2)) && parts.next().is_none()
}
