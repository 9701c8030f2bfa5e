//! Identifiers that machines count, draw at random or sign.

use super::rule::ClassRule;
use super::stays::is_release;
use crate::bytes::{has_digit, is_digits_and};
use crate::token::class::Class;
use crate::token::language;
use crate::token::random;
use crate::token::view::{DIGIT, DOT, HYPHEN, LETTER, PLACED, unbracketed};

pub(super) static RULES: [ClassRule; 9] = [
    ClassRule {
        name: "number",
        class: Class::Integer,
        kinds: &[DIGIT],
        fits: |view, _| view.census.digits == view.census.length,
        why: "the commonest id",
    },
    ClassRule {
        name: "numbers",
        class: Class::Numbers,
        kinds: &[DIGIT],
        // `v` and `x` are the only letters in numbers, and extensions are short.
        fits: |view, _| {
            view.census.letters() <= 2 && (is_numbers(view.segment) || is_numbers(view.stem))
        },
        why: "dates, coordinates, prices, releases and sizes vary as numbers do",
    },
    ClassRule {
        name: "uuid",
        class: Class::Uuid,
        kinds: &[HYPHEN],
        fits: |view, _| is_uuid(view.stem),
        why: "an id by its form",
    },
    ClassRule {
        name: "jwt",
        class: Class::Jwt,
        kinds: &[DOT],
        // The first part begins as the encoding of `{"` does.
        fits: |view, _| view.segment.starts_with(b"eyJ") && view.segment.len() >= 20,
        why: "a signed token differs in every URL",
    },
    ClassRule {
        name: "hexadecimal",
        class: Class::Hex,
        kinds: &[LETTER],
        fits: |view, _| random::is_hex(&view.census),
        why: "hashes and ids; 6 digits need two decimal ones, 8 need one, 16 none",
    },
    ClassRule {
        name: "made-by-program",
        class: Class::Random,
        kinds: &[DIGIT],
        fits: |view, _| {
            let census = &view.census;
            census.digits >= LONG
                && census.letters() >= PHRASE
                && census.others == 0
                && has_long_number(view.stem)
        },
        why: concat!(
            "a program put a time or a number behind a phrase, so that no two are equal; behind a ",
            "single word, that word may say of what kind it is",
        ),
    },
    ClassRule {
        name: "random",
        class: Class::Random,
        kinds: &[LETTER],
        fits: |view, _| {
            random::looks_random(view.stem, &view.census, &view.tuning.thresholds)
                && language::listed(view.stem).is_none()
        },
        why: "letters and digits that no person put together: 96 to 99 % of random strings, 0.3 % of real words",
    },
    ClassRule {
        name: "build",
        class: Class::Random,
        kinds: &[LETTER, PLACED],
        fits: |view, surroundings| {
            surroundings.is_build_due() && view.ending == 0 && !view.parts().all_known
        },
        why: concat!(
            "Next.js has its files and the data of its pages below the name of the build, which ",
            "is 21 random digits or what the site chose",
        ),
    },
    ClassRule {
        name: "document",
        class: Class::Random,
        kinds: &[DIGIT | LETTER, PLACED],
        fits: |view, surroundings| {
            surroundings.is_document_due()
                && (surroundings.is_below_doi() || view.census.digits > 0)
        },
        why: "a DOI (ISO 26324) is the number of who registered it and a name that differs for each document",
    },
];

/// Digits in a row from which a text is not a name.
const LONG: usize = 7;

/// Letters from which a text is more than one word.
const PHRASE: usize = 15;

fn has_long_number(text: &[u8]) -> bool {
    text.split(|b| !b.is_ascii_digit())
        .any(|number| number.len() >= LONG)
}

/// Whether a text is digits and separators.
fn is_numbers(text: &[u8]) -> bool {
    let text = match text {
        [b'v' | b'V', number @ ..] if is_release(number) => number,
        _ => text,
    };
    has_digit(text)
        && is_digits_and(text, b"-_.,:x+")
        && memchr::memchr_iter(b'x', text).count() <= 1
}

pub(crate) fn is_uuid(text: &[u8]) -> bool {
    let text = unbracketed(text, b'{', b'}');
    let fits = |(at, byte): (usize, &u8)| match at {
        8 | 13 | 18 | 23 => *byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    };
    text.len() == 36 && text.iter().enumerate().all(fits)
}
