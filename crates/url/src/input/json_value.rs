//! A value of a record: of a JSON object, or of a column.

use crate::json::unescaped;
use std::borrow::Cow;

/// A value of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonValue<'j> {
    /// The text between the quotes of a string, with its escapes.
    Text(&'j [u8]),
    /// A text without escapes, that of a column.
    Plain(&'j [u8]),
    /// A number, `true`, `false` or `null`.
    Bare(&'j [u8]),
    /// An object or a list, with its brackets.
    Nested(&'j [u8]),
    /// The first element of a list of several, if that is a string: the text between its quotes.
    First(&'j [u8]),
}

impl<'j> JsonValue<'j> {
    /// Returns the text, with its escapes.
    pub(super) fn bytes(self) -> &'j [u8] {
        match self {
            Self::Text(text) | Self::Plain(text) | Self::First(text) | Self::Nested(text) => text,
            Self::Bare(text) => text.trim_ascii_end(),
        }
    }

    /// Returns the text, unescaped.
    pub(super) fn text(self) -> Cow<'j, [u8]> {
        match self {
            Self::Text(text) | Self::First(text) => unescaped(text),
            _ => Cow::Borrowed(self.bytes()),
        }
    }

    /// Whether it is a text, and no number or word of JSON.
    pub(super) fn is_quoted(self) -> bool {
        matches!(self, Self::Text(_) | Self::Plain(_) | Self::First(_))
    }

    /// Whether it is `true` or `false`, with or without quotes.
    pub(super) fn is_truth(self) -> bool {
        let text = self.bytes();
        text.eq_ignore_ascii_case(b"true") || text.eq_ignore_ascii_case(b"false")
    }
}
