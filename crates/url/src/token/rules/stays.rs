//! Names of software, versions and calls: they are compared as written, whatever they look like.

use super::rule::ClassRule;
use crate::token::class::Class;
use crate::token::random;
use crate::token::view::{DIGIT, DOT, LETTER, OTHER_BYTE, PLACED, SegmentView};

pub(super) static RULES: [ClassRule; 7] = [
    ClassRule {
        name: "part-of-software",
        class: Class::Word,
        kinds: &[LETTER, PLACED],
        fits: |view, surroundings| surroundings.is_part() && is_part_name(view),
        why: "what follows `wp-content/plugins`, `sites/all/modules` or `cgi-bin` names software, however many names \
              stand there: the source trees of known systems say so",
    },
    ClassRule {
        name: "version",
        class: Class::Version,
        kinds: &[DIGIT],
        fits: |view, _| is_version(view.segment),
        why: "`/v1/users` and `/v2/users` are two endpoints; two decimals are a price, three numbers a release, and four \
              digits that are no year a build",
    },
    ClassRule {
        name: "version-of-package",
        class: Class::Version,
        kinds: &[DOT, DIGIT],
        fits: |view, _| is_service(view.segment),
        why: "gRPC names a service by its package, which ends with its version: `/zork.v1.Users/Get`",
    },
    ClassRule {
        name: "version-after-api",
        class: Class::Version,
        kinds: &[DIGIT],
        fits: |view, surroundings| surroundings.is_versioned() && is_api_version(view.segment),
        why: "a number, date or dotted number right after `api`, `rest` or `v` names a version: one of ten endpoints \
              that were lost on unseen hosts",
    },
    ClassRule {
        name: "version-of-api-host",
        class: Class::Version,
        kinds: &[DIGIT],
        fits: |view, surroundings| {
            surroundings.is_first()
                && surroundings.is_api()
                && matches!(view.segment, [b'1'..=b'9'])
        },
        why: "a host that calls itself an API begins its paths with a version, if with a single digit",
    },
    ClassRule {
        name: "status-page",
        class: Class::Version,
        kinds: &[DIGIT],
        fits: |view, surroundings| surroundings.is_first() && view.is_status(),
        why: "a page for an error is one of a site's own, and hides no other; costs at most a line for each number",
    },
    ClassRule {
        name: "call",
        class: Class::Call,
        kinds: &[OTHER_BYTE],
        fits: |view, _| call_name(view.segment).is_some(),
        why: "OData addresses one of many by arguments: the name counts, the arguments do not",
    },
];

/// Whether a segment may name software: it is no file, version, number or hash.
fn is_part_name(view: &SegmentView<'_>) -> bool {
    let census = &view.census;
    view.namespace.is_empty()
        && view.extension.is_empty()
        && census.letters() > 0
        && census.others == 0
        && !is_version(view.segment)
        && !(census.digits > 0
            && (random::is_hex(census)
                || random::looks_random(view.stem, census, &view.tuning.thresholds)))
}

/// Maximum length: `v`, a number of 8 digits, a stage of 7 letters and its number of 3 digits.
const LONGEST_VERSION: usize = 19;

fn is_version(segment: &[u8]) -> bool {
    if segment.len() > LONGEST_VERSION {
        return false;
    }
    if let [b'v' | b'V', digits @ ..] = segment {
        let count = digits
            .iter()
            .take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_'))
            .count();
        let (number, stage) = digits.split_at(count);
        let (stage, rest) =
            stage.split_at(stage.iter().take_while(|b| b.is_ascii_lowercase()).count());
        let known_stage = matches!(
            stage,
            b"" | b"alpha" | b"beta" | b"rc" | b"preview" | b"dev" | b"p" | b"a" | b"b"
        );
        return number.first().is_some_and(u8::is_ascii_digit)
            && !is_release(number)
            && number.len() <= 8
            && !is_build(number)
            && known_stage
            && rest.len() <= 3
            && rest.iter().all(u8::is_ascii_digit);
    }
    let mut parts = segment.split(|&b| b == b'.');
    let number = |part: Option<&[u8]>, most| {
        part.is_some_and(|p| (1..=most).contains(&p.len()) && p.iter().all(u8::is_ascii_digit))
    };
    number(parts.next(), 2) && number(parts.next(), 1) && parts.next().is_none()
}

/// Whether a segment is a package, its version and a service.
fn is_service(segment: &[u8]) -> bool {
    let mut parts = segment.rsplit(|&b| b == b'.');
    parts
        .next()
        .and_then(<[u8]>::first)
        .is_some_and(u8::is_ascii_uppercase)
        && parts
            .next()
            .is_some_and(|part| part.first() == Some(&b'v') && is_version(part))
        && parts
            .next()
            .and_then(<[u8]>::first)
            .is_some_and(u8::is_ascii_alphabetic)
}

/// Whether digits are a build number: more than three that are not a year, or with leading zeros.
fn is_build(number: &[u8]) -> bool {
    match number {
        [b'2', b'0', _, _] | [b'0'] => false,
        [b'0', ..] => number.iter().all(u8::is_ascii_digit),
        _ => number.len() > 3 && number.iter().all(u8::is_ascii_digit),
    }
}

/// Whether a text is three numbers or more: `0.13.3`.
pub(in crate::token) fn is_release(text: &[u8]) -> bool {
    let mut parts = text.split(|&b| b == b'.');
    parts.clone().count() >= 3
        && parts.all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
}

/// Whether a segment is numbers of at most two digits with dots between them, or a date that begins
/// with the year.
fn is_api_version(segment: &[u8]) -> bool {
    let number = |part: &[u8]| (1..=2).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    match segment {
        [b'2', b'0', y, z, b'-', rest @ ..] => {
            y.is_ascii_digit()
                && z.is_ascii_digit()
                && matches!(rest.len(), 2 | 5)
                && rest
                    .split(|&b| b == b'-')
                    .all(|part| part.len() == 2 && number(part))
        }
        _ => segment.len() <= LONGEST_VERSION && segment.split(|&b| b == b'.').all(number),
    }
}

/// Returns the name before arguments in parentheses.
pub(in crate::token) fn call_name(segment: &[u8]) -> Option<&[u8]> {
    let name = &segment[..memchr::memchr(b'(', segment.strip_suffix(b")")?)?];
    (name.len() >= 2
        && name
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-')))
    .then_some(name)
}
