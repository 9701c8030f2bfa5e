//! What can go wrong while a [`Sift`](crate::Sift) is set up, given a batch, or saved and loaded.

/// An error of this library: what was asked for, and why it cannot be.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

/// The kinds of [`Error`], for callers that react to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A threshold outside 1 to 100 percent.
    Threshold,
    /// A weight that is negative or not a number, or weights that sum to zero.
    Weights,
    /// A name that no token class or component has.
    Name,
    /// Settings that do not go together.
    Settings,
    /// A batch of another filter, or lines that are not those of a batch.
    Batch,
    /// What was saved is of other settings, of a newer version, or damaged; or it cannot be read or written.
    Memory,
    /// Another run has what is remembered: it can be waited for.
    Busy,
    /// A server that remembers is away, and was not waited for any longer.
    Away,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Returns what kind of setting was refused.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}
