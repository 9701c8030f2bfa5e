//! One piece of a text: where it stands, and what it is.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextPiece {
    /// Where it stands, in bytes.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: PieceKind,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A word.
    Word,
    /// What only varies.
    Value,
    /// A value that is a date or time, or a part of one.
    Time,
    /// A number with its unit.
    Quantity,
    /// Characters of scripts that put no blanks between words.
    Joined,
}

impl PieceKind {
    /// Whether it only varies.
    pub(super) fn is_value(self) -> bool {
        matches!(self, Self::Value | Self::Time | Self::Quantity)
    }
}
