//! Values of parameters: their kinds, and the part that selects what the page does.

use super::super::class::Classes;
use super::super::words::{self, WordMarks};
use super::super::{rules, segment};
use super::route::{self, LONGEST_NAME, RouteWords, is_name};

/// The kind of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueKind {
    /// No value.
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

impl ValueKind {
    /// Returns its mark in shapes.
    pub fn token(self) -> &'static str {
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
        if variable && classes != Classes::none() {
            Self::Variable
        } else {
            Self::Word
        }
    }
}

/// Returns the kind of a value that is an absolute URL or a path, escaped or not.
fn address(value: &[u8]) -> Option<ValueKind> {
    let lower = value[..value.len().min(16)].to_ascii_lowercase();
    let absolute = lower.starts_with(b"http") || lower.starts_with(b"ftp");
    let marked = |mark: &[u8]| lower.windows(mark.len()).any(|w| w == mark);
    if (absolute && (marked(b"://") || marked(b"%3a%2f%2f") || marked(b"%3a//")))
        || lower.starts_with(b"//")
        || lower.starts_with(b"%2f%2f")
    {
        return Some(ValueKind::Url);
    }
    (lower.starts_with(b"/") || lower.starts_with(b"%2f")).then_some(ValueKind::Path)
}

/// Writes the part of a selector's value that counts with its name, if any: a word, or the words of
/// a route.
pub(super) fn write_selection(
    kind: ValueKind,
    value: &[u8],
    classes: Classes,
    token: &mut Vec<u8>,
) -> bool {
    token.clear();
    match kind {
        ValueKind::Word if memchr::memchr(b'/', value).is_none() => {
            let fits = is_name(value);
            token.extend_from_slice(if fits { value } else { b"" });
            fits
        }
        ValueKind::Variable if is_component(value) => {
            token.extend_from_slice(value);
            true
        }
        ValueKind::Word | ValueKind::Path | ValueKind::Variable
            if memchr::memchr2(b'/', b'%', value).is_some() =>
        {
            route::write(value, RouteWords::All, classes, token)
        }
        _ => false,
    }
}

/// Whether a value may be one of a few that choose a page: a short word in lower case.
pub fn is_choice(value: &[u8]) -> bool {
    (2..=24).contains(&value.len())
        && value
            .iter()
            .all(|b| b.is_ascii_lowercase() || matches!(b, b'_' | b'-'))
}

/// Whether a value is the name of a Joomla component, which may have digits: `com_zork2`.
fn is_component(value: &[u8]) -> bool {
    matches!(value, [b'c', b'o', b'm', b'_', name @ ..]
        if name.len() <= LONGEST_NAME && name.iter().all(u8::is_ascii_alphanumeric))
}

/// Whether a value looks random: at least 16 hexadecimal digits, or 20 letters and digits with some
/// of both.
pub(super) fn is_drawn(value: &[u8]) -> bool {
    let digits = value.iter().any(u8::is_ascii_digit);
    is_digest(value) || (digits && value.len() >= 20 && value.iter().all(u8::is_ascii_alphanumeric))
}

/// Whether a value is a checksum: at least 16 hexadecimal digits, some of them decimal.
pub(super) fn is_digest(value: &[u8]) -> bool {
    value.len() >= 16
        && value.iter().all(u8::is_ascii_hexdigit)
        && value.iter().any(u8::is_ascii_digit)
}

/// Whether a value is a locale or the code of a language: `en`, `en-US`, `zh_Hant`.
pub(super) fn is_locale(value: &[u8]) -> bool {
    let is_code = value.len() <= 3 && value.iter().all(u8::is_ascii_lowercase);
    rules::is_locale(value) || (is_code && words::look_up(value).has(WordMarks::LOCALE_CODE))
}

/// Whether a value is a number of at least six digits, such as a time or a random number.
pub(super) fn is_stamp(value: &[u8]) -> bool {
    value.len() >= 6 && value.iter().all(|b| b.is_ascii_digit() || *b == b'.')
}
