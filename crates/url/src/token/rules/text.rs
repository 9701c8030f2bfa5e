//! Text written by users, not by programmers.

use super::rule::ClassRule;
use crate::bytes::{has_letter, is_digits, joined, split_once};
use crate::token::class::Class;
use crate::token::language;
use crate::token::surroundings::Surroundings;
use crate::token::view::{DIGIT, HYPHEN, OTHER_BYTE, SegmentView, UNDERSCORE};

pub(super) static RULES: [ClassRule; 4] = [
    ClassRule {
        name: "text",
        class: Class::Text,
        kinds: &[OTHER_BYTE],
        fits: |view, _| {
            is_text(view.stem) && !(view.namespace.is_empty() && language::is_word(view.stem))
        },
        why: "no programmer puts spaces, brackets, quotes, or more than two words outside ASCII into a route",
    },
    ClassRule {
        name: "title",
        class: Class::Slug,
        kinds: &[HYPHEN],
        fits: |view, surroundings| {
            let thresholds = &view.tuning.thresholds;
            may_be_title(view, surroundings)
                && reaches(view.census.hyphens + 1, thresholds.title_words)
                && reaches(view.census.length, thresholds.title_length)
                && is_title(view, |words| reaches(words.worded, thresholds.title_words))
        },
        why: concat!(
            "three hyphenated words are a title, unless a programmer would give that name: one ",
            "that begins with a verb or consists of ordinary words",
        ),
    },
    ClassRule {
        name: "underscored-title",
        class: Class::Slug,
        kinds: &[UNDERSCORE],
        fits: |view, surroundings| {
            let least = view.tuning.thresholds.underscored_words;
            may_be_title(view, surroundings)
                && reaches(view.census.underscores + 1, least)
                && is_title(view, |words| reaches(words.worded, least))
        },
        why: "underscores join names of programmers more often than titles: it takes five words",
    },
    ClassRule {
        name: "numbered-title",
        class: Class::Slug,
        kinds: &[DIGIT, HYPHEN | UNDERSCORE],
        fits: |view, surroundings| {
            may_be_title(view, surroundings)
                && is_title(view, |words| words.worded >= 2 && words.numbered)
        },
        why: "two words and a number of three digits are a product or an event",
    },
];

/// Whether a count is at least a threshold.
fn reaches(count: usize, least: i32) -> bool {
    i32::try_from(count).is_ok_and(|count| count >= least)
}

/// Whether a name has escapes of bytes outside ASCII, or of spaces, brackets and quotes.
fn is_text(stem: &[u8]) -> bool {
    let mut rest = stem;
    while let Some(at) = memchr::memchr(b'%', rest) {
        rest = &rest[at + 1..];
        let is_foreign = matches!(rest, [b'8'..=b'9' | b'A'..=b'F', _, ..]);
        if is_foreign || matches!(rest, [b'2', b'0' | b'2' | b'7' | b'8', ..]) {
            return true;
        }
    }
    match split_once(stem, b'+') {
        Some((before, after)) => !before.is_empty() && !after.is_empty(),
        None => false,
    }
}

/// Whether a segment is long enough, and not in an API, where titles are names of routes.
fn may_be_title(view: &SegmentView<'_>, surroundings: Surroundings) -> bool {
    !surroundings.is_api() && view.census.length >= 8
}

/// Counts of joined words.
#[derive(Default)]
struct Joined {
    count: usize,
    /// Words with letters.
    worded: usize,
    /// Whether one of the others is a number long enough to be an id.
    numbered: bool,
}

/// Whether there are enough words, and a programmer would not choose such a name.
fn is_title(view: &SegmentView<'_>, enough: impl Fn(&Joined) -> bool) -> bool {
    let thresholds = &view.tuning.thresholds;
    let mut words = Joined::default();
    for part in joined(view.stem).filter(|part| !part.is_empty()) {
        words.count += 1;
        if has_letter(part) {
            words.worded += 1;
        } else {
            words.numbered |= reaches(part.len(), thresholds.number_digits) && is_digits(part);
        }
    }
    if !enough(&words) {
        return false;
    }
    let is_route = || view.parts().all_known || view.parts().first_verb;
    reaches(words.count, thresholds.route_words + 1) || !is_route()
}
