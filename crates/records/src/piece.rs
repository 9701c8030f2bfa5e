//! A piece of a text: its range and its kind.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextPiece {
    /// The range in the text, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: PieceKind,
}

impl TextPiece {
    /// Returns the characters of the piece.
    pub(super) fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A word.
    Word,
    /// A value, which varies.
    Value,
    /// A date or time, or part of one.
    Time,
    /// A number with its unit.
    Quantity,
    /// Characters of scripts without blanks between words.
    Joined,
}

impl PieceKind {
    /// Returns whether the piece is a value.
    pub(super) fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Time | Self::Quantity)
    }
}
