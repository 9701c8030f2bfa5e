//! Routes in values: `?q=node/17/edit` and `?r=site/login` address pages as a path does.

use super::super::class::{Class, Classes};
use super::super::segment::{self, Surroundings};
use super::super::traits::Traits;
use crate::bytes::{begins_with_letter, is_alphanumeric_and, is_letters_and, split};

/// Maximum length of a name that a programmer would choose.
pub(super) const LONGEST_NAME: usize = 40;
/// Maximum length of a route's token.
const LONGEST: usize = 160;

/// The words of a route to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RouteWords {
    /// All, because the parameter is known to choose what a page does.
    All,
    /// Words that a programmer would choose. The first has to be an ordinary word, unless a slash
    /// before it marks a route. Nothing is learned in values, so unfamiliar words count as values
    /// at once: joined words, and words after one that lists things, after a value or after each
    /// other.
    Likely,
    /// The same words in a name without a value, `?/17-zork`: after a slash it may begin with a
    /// value.
    LikelyOfName,
}

/// Traits of words that a programmer chose.
const CHOSEN: u32 = Traits::KNOWN
    | Traits::ACTION
    | Traits::FIXED
    | Traits::PROTECTED
    | Traits::HIDDEN
    | Traits::API;

/// Writes a route with `{}` for each value in it; a question mark ends it. Returns `false` if the
/// text is not a route.
pub(super) fn write(text: &[u8], words: RouteWords, classes: Classes, token: &mut Vec<u8>) -> bool {
    token.clear();
    let is_marked = is_slash(text);
    if !is_alphanumeric_and(text, b"/%?_-.:~@+,!$()\\") {
        return false;
    }
    let mut surroundings = Surroundings::start(false);
    let mut buffer = Vec::new();
    let mut rest = text;
    let mut parts = 0;
    let mut before = Before::Start;
    let mut is_likely = words != RouteWords::Likely;
    while let Some((part, tail)) = split_slash(rest) {
        rest = tail;
        if part.is_empty() {
            continue;
        }
        if matches!(part, b"." | b"..") {
            return false;
        }
        let found = segment::read(part, surroundings, classes, &mut buffer);
        surroundings.step(found.traits);
        parts += 1;
        let has = |bits| found.traits.has(bits);
        // Punctuation counts as known.
        let is_chosen = has(CHOSEN) && (before != Before::Start || part[0].is_ascii_alphabetic());
        let stays = !found.class.is_variable()
            && match words {
                _ if found.class == Class::Version => true,
                RouteWords::All => is_name(part),
                _ if is_chosen => true,
                _ if has(Traits::JOINED) => false,
                _ if before == Before::Start => is_marked && is_name(part),
                _ => before == Before::Chosen,
            };
        if before == Before::Start && !stays && !(is_marked && words == RouteWords::LikelyOfName) {
            return false;
        }
        is_likely |= is_chosen;
        let lists = has(Traits::NAMING | Traits::TAXONOMY | Traits::PLURAL);
        before = if stays && is_chosen && !lists {
            Before::Chosen
        } else {
            Before::Other
        };
        if !stays && !found.class.is_variable() {
            found.write_variable(&mut buffer);
        }
        if !token.is_empty() {
            token.push(b'/');
        }
        token.extend_from_slice(if stays && words == RouteWords::All {
            part
        } else {
            &buffer
        });
        if token.len() > LONGEST {
            return false;
        }
    }
    // A single name is a route if a slash marks it, and a programmer chose it.
    parts > 1 || (parts == 1 && is_marked && is_likely)
}

/// The text before a part of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    /// Nothing.
    Start,
    /// A word that a programmer chose, and that lists nothing.
    Chosen,
    /// Anything else.
    Other,
}

/// Whether a value is a name that a programmer would choose.
pub(super) fn is_name(value: &[u8]) -> bool {
    if value.len() > LONGEST_NAME || !is_letters_and(value, b"_-./:\\") {
        return false;
    }
    let first = split(value, b'/').next().unwrap_or_default();
    (begins_with_letter(value) || value.starts_with(b"_")) && !segment::is_host(first)
}

/// Returns the text before the first slash, and the text after it; `None` at the end of the route.
fn split_slash(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let ends = |at: &usize| {
        let rest = &text[*at..];
        is_slash(rest) || rest.starts_with(b"?") || rest.starts_with(b"%3F")
    };
    let end = (0..text.len()).find(ends).unwrap_or(text.len());
    let (part, rest) = text.split_at(end);
    match rest {
        [b'/', tail @ ..] | [b'%', b'2', _, tail @ ..] => Some((part, tail)),
        _ if part.is_empty() => None,
        _ => Some((part, b"")),
    }
}

/// Whether a text begins with a slash, escaped or not.
fn is_slash(text: &[u8]) -> bool {
    text.starts_with(b"/") || text.starts_with(b"%2F")
}
