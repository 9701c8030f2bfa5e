//! Values of parameters: their kinds, and the part that selects what the page does.

use super::super::class::Classes;
use super::super::segment;

/// What a value was recognised as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    /// Nothing.
    #[default]
    Empty,
    /// An absolute URL; it also marks the name.
    Url,
    /// A path.
    Path,
    /// A number, hash, title or similar.
    Variable,
    /// A word.
    Word,
}

impl Value {
    /// The mark in shapes.
    pub(crate) fn token(self) -> &'static str {
        match self {
            Self::Empty => "",
            Self::Url => "{url}",
            Self::Path => "{path}",
            Self::Variable => "{value}",
            Self::Word => "{word}",
        }
    }

    pub(super) fn of(value: &[u8], classes: Classes) -> Self {
        match value {
            [] => return Self::Empty,
            [b'/' | b'%' | b'h' | b'H' | b'f' | b'F', ..] => {
                if let Some(kind) = address(value) {
                    return kind;
                }
            }
            _ => {}
        }
        let variable = value.iter().any(|b| b.is_ascii_digit() || *b == b'%')
            || segment::class_of(value, segment::Surroundings::default(), classes).is_variable();
        if variable && classes != Classes::none() { Self::Variable } else { Self::Word }
    }
}

/// Whether a value is an absolute URL or a path, escaped or not.
fn address(value: &[u8]) -> Option<Value> {
    let lower = value[..value.len().min(16)].to_ascii_lowercase();
    let absolute = lower.starts_with(b"http") || lower.starts_with(b"ftp");
    let marked = |mark: &[u8]| lower.windows(mark.len()).any(|w| w == mark);
    if (absolute && (marked(b"://") || marked(b"%3a%2f%2f") || marked(b"%3a//")))
        || lower.starts_with(b"//")
        || lower.starts_with(b"%2f%2f")
    {
        return Some(Value::Url);
    }
    (lower.starts_with(b"/") || lower.starts_with(b"%2f")).then_some(Value::Path)
}

/// The longest name that a programmer would give.
const LONGEST: usize = 40;

/// Writes the part of a selector's value that counts with its name, if any: a word, or the names at
/// the start of a path.
pub(super) fn write_selection(kind: Value, value: &[u8], token: &mut Vec<u8>) -> bool {
    token.clear();
    match kind {
        Value::Word if is_name(value) => token.extend_from_slice(value),
        Value::Path | Value::Variable => return write_route(value, token),
        _ => return false,
    }
    true
}

/// Whether a value is a name that a programmer would give.
fn is_name(value: &[u8]) -> bool {
    value.len() <= LONGEST
        && value.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
        && value
            .iter()
            .all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-' | b'.' | b'/' | b':' | b'\\'))
        && !segment::is_host(value.split(|&b| b == b'/').next().unwrap_or_default())
}

/// Writes the names at the start of a path, escaped or not: `wp/v2/posts` of `/wp/v2/posts/7`.
fn write_route(value: &[u8], token: &mut Vec<u8>) -> bool {
    if memchr::memchr2(b'/', b'%', value).is_none() {
        return false;
    }
    let mut rest = value;
    while let Some((part, tail)) = split_slash(rest) {
        rest = tail;
        if part.is_empty() {
            continue;
        }
        let is_version = || matches!(part, [b'v', digit] if digit.is_ascii_digit());
        let class = || segment::class_of(part, segment::Surroundings::default(), Classes::default());
        // A value without a slash is not a path.
        if part.len() == value.len() || !(is_version() || (is_name(part) && !class().is_variable())) {
            break;
        }
        if !token.is_empty() {
            token.push(b'/');
        }
        token.extend_from_slice(part);
    }
    (1..=LONGEST).contains(&token.len())
}

/// The text before the first slash, and the text after it.
fn split_slash(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let is_slash = |at: &usize| text[*at] == b'/' || text[*at..].starts_with(b"%2F");
    match (0..text.len()).find(is_slash) {
        Some(at) => Some((&text[..at], &text[at + if text[at] == b'/' { 1 } else { 3 }..])),
        None => (!text.is_empty()).then_some((text, b"")),
    }
}

/// Whether a value looks random: at least 16 hexadecimal digits, or 20 letters and digits with some
/// of both.
pub(super) fn is_drawn(value: &[u8]) -> bool {
    let digits = value.iter().any(u8::is_ascii_digit);
    digits
        && ((value.len() >= 16 && value.iter().all(u8::is_ascii_hexdigit))
            || (value.len() >= 20 && value.iter().all(u8::is_ascii_alphanumeric)))
}

/// Whether a value is a number of at least six digits, such as a time or a random number.
pub(super) fn is_stamp(value: &[u8]) -> bool {
    value.len() >= 6 && value.iter().all(|b| b.is_ascii_digit() || *b == b'.')
}
