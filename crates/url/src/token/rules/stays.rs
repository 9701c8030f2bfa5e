//! Names of software, versions and calls: they are compared as written, whatever they look like.

use super::rule::ClassRule;
use crate::bytes::{before, begins_with_letter, is_alphanumeric_and, is_digits, split, split_once};
use crate::token::class::Class;
use crate::token::random;
use crate::token::view::{DIGIT, DOT, LETTER, OTHER_BYTE, PLACED, SegmentView};

pub(super) static RULES: [ClassRule; 8] = [
    ClassRule {
        name: "host-of-address",
        class: Class::Word,
        kinds: &[LETTER, PLACED],
        fits: |_, surroundings| surroundings.is_inner_host(),
        why: "an archive or a proxy shows sites, each with its own pages, until it has shown many",
    },
    ClassRule {
        name: "part-of-software",
        class: Class::Word,
        kinds: &[LETTER, PLACED],
        fits: |view, surroundings| surroundings.is_part() && is_part_name(view),
        why: concat!(
            "what follows `wp-content/plugins`, `sites/all/modules` or `cgi-bin` names software, ",
            "however many names stand there: the source trees of known systems say so",
        ),
    },
    ClassRule {
        name: "version",
        class: Class::Version,
        kinds: &[DIGIT],
        fits: |view, _| is_version(view.segment),
        why: concat!(
            "`/v1/users` and `/v2/users` are two endpoints; two decimals are a price, three ",
            "numbers a release, and four digits that are no year a build",
        ),
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
        why: concat!(
            "a number, date or dotted number right after `api`, `rest` or `v` names a version: ",
            "one of ten endpoints that were lost on unseen hosts",
        ),
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
    if !view.namespace.is_empty() || !view.extension.is_empty() {
        return false;
    }
    if census.letters() == 0 || census.others > 0 || is_version(view.segment) {
        return false;
    }
    let is_random = || random::looks_random(view.stem, census, &view.tuning.thresholds);
    census.digits == 0 || !(random::is_hex(census) || is_random())
}

/// Maximum length: `v`, a number of 8 digits, a stage of 7 letters and its number of 3 digits.
const LONGEST_VERSION: usize = 19;

fn is_version(segment: &[u8]) -> bool {
    if segment.len() > LONGEST_VERSION {
        return false;
    }
    if let [b'v' | b'V', version @ ..] = segment {
        return is_staged_number(version);
    }
    let mut parts = split(segment, b'.');
    let major = parts.next().unwrap_or_default();
    let minor = parts.next().unwrap_or_default();
    is_number(major, 2) && is_number(minor, 1) && parts.next().is_none()
}

/// Whether a text is a number of at most so many digits.
fn is_number(text: &[u8], most: usize) -> bool {
    (1..=most).contains(&text.len()) && is_digits(text)
}

/// Whether a text is the number of a version, with or without a stage: `2`, `1.0`, `1beta1`.
fn is_staged_number(version: &[u8]) -> bool {
    let number = before(version, |b| {
        !b.is_ascii_digit() && !matches!(b, b'.' | b'_')
    });
    let rest = &version[number.len()..];
    let stage = before(rest, |b| !b.is_ascii_lowercase());
    let stage_number = &rest[stage.len()..];
    let is_stage = matches!(
        stage,
        b"" | b"alpha" | b"beta" | b"rc" | b"preview" | b"dev" | b"p" | b"a" | b"b"
    );
    is_stage
        && number.first().is_some_and(u8::is_ascii_digit)
        && number.len() <= 8
        && !is_release(number)
        && !is_build(number)
        && stage_number.len() <= 3
        && is_digits(stage_number)
}

/// Whether a segment is a package, its version and a service.
fn is_service(segment: &[u8]) -> bool {
    let mut parts = split(segment, b'.');
    let service = parts.next_back().unwrap_or_default();
    let version = parts.next_back().unwrap_or_default();
    let package = parts.next_back().unwrap_or_default();
    service.first().is_some_and(u8::is_ascii_uppercase)
        && version.starts_with(b"v")
        && is_version(version)
        && begins_with_letter(package)
}

/// Whether digits are a build number: more than three that are not a year, or with leading zeros.
fn is_build(number: &[u8]) -> bool {
    match number {
        [b'2', b'0', _, _] | [b'0'] => false,
        [b'0', ..] | [_, _, _, _, ..] => is_digits(number),
        _ => false,
    }
}

/// Whether a text is three numbers or more: `0.13.3`.
pub(crate) fn is_release(text: &[u8]) -> bool {
    let mut parts = split(text, b'.');
    parts.clone().count() >= 3 && parts.all(|part| !part.is_empty() && is_digits(part))
}

/// Whether a segment is numbers of at most two digits with dots between them, or a date that begins
/// with the year.
fn is_api_version(segment: &[u8]) -> bool {
    if let [b'2', b'0', y, z, b'-', rest @ ..] = segment {
        let is_year = y.is_ascii_digit() && z.is_ascii_digit();
        let is_whole = matches!(rest.len(), 2 | 5);
        return is_year
            && is_whole
            && split(rest, b'-').all(|part| part.len() == 2 && is_digits(part));
    }
    segment.len() <= LONGEST_VERSION && split(segment, b'.').all(|part| is_number(part, 2))
}

/// Returns the name before arguments in parentheses.
pub(crate) fn call_name(segment: &[u8]) -> Option<&[u8]> {
    let call = segment.strip_suffix(b")")?;
    let (name, _) = split_once(call, b'(')?;
    (name.len() >= 2 && is_alphanumeric_and(name, b"_.-")).then_some(name)
}
