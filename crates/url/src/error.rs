//! What can go wrong while a `Sift` is set up, given a batch, or saved and
//! loaded.

use std::error::Error as Cause;
use std::fmt;
use std::time::Duration;

/// An error of this library: what could not be done, and why.
///
/// [`kind`](Self::kind) says what a caller may react to. `{}` shows what could not be done, `{:#}`
/// also the causes, as far down as they are known; [`source`](Cause::source) gives the first of
/// them.
///
/// Who implements `Store` makes errors, too:
///
/// ```
/// use std::io;
/// use urlsift::{Error, ErrorKind};
///
/// let cause = io::Error::from(io::ErrorKind::StorageFull);
/// let error = Error::new(ErrorKind::Storage, "cannot write seen.log").because(cause);
/// assert_eq!(error.to_string(), "cannot write seen.log");
/// assert_eq!(format!("{error:#}"), "cannot write seen.log: no storage space");
/// ```
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    cause: Option<Box<dyn Cause + Send + Sync>>,
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
    /// Text that is no time.
    Time,
    /// Settings that do not go together.
    Settings,
    /// A batch of another filter, or lines that are not those of a batch.
    Batch,
    /// A file or server that remembers cannot be read or written; the [source](Cause::source) says
    /// why, where it is known.
    Storage,
    /// The bytes are damaged, of a newer version, or another program's.
    Damaged,
    /// Nothing is there that could be opened.
    Missing,
    /// A file can only be read.
    ReadOnly,
    /// What is remembered was begun under other settings of similarity.
    OtherSettings,
    /// A store counts by slices of time of this length, and not of the one that is asked for.
    OtherSlice(Duration),
    /// A store forgets after this time, or never, and not after the one that is asked for.
    OtherWindow(Option<Duration>),
    /// The settings ask a store for what it cannot do.
    Unsupported(Capability),
    /// Another run writes to the store: it can be waited for.
    Busy,
    /// A server that remembers is away, and was not waited for any longer.
    Away,
}

/// What some stores can do, and others cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Remember URLs that are compared rather than looked up by keys: literal ones, at low
    /// thresholds, by `SimHash`.
    Comparison,
    /// Remember parameters by their names.
    ParamNames,
    /// Keep further lines of a group.
    Samples,
    /// Count bursts.
    Bursts,
    /// Keep every line that comes.
    AllLines,
    /// Replace everything at once, as entering it anew under other settings does.
    Replacement,
}

impl Error {
    /// An error of some kind, with a sentence that says what could not be done to what, without
    /// capital letter and full stop.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), cause: None }
    }

    /// Adds what it came from, whose text does not belong into the message.
    #[must_use]
    pub fn because(self, cause: impl Into<Box<dyn Cause + Send + Sync>>) -> Self {
        Self { cause: Some(cause.into()), ..self }
    }

    /// Returns what kind of error it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        let mut cause = self.source().filter(|_| formatter.alternate());
        while let Some(error) = cause {
            write!(formatter, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl Cause for Error {
    fn source(&self) -> Option<&(dyn Cause + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_shown_where_they_are_asked_for() {
        let inner = Error::new(ErrorKind::Damaged, "byte 7 is wrong");
        let error = Error::new(ErrorKind::Storage, "cannot read x")
            .because(Error::new(ErrorKind::Busy, "it is locked").because(inner));
        assert_eq!((error.to_string().as_str(), error.kind()), ("cannot read x", ErrorKind::Storage));
        assert_eq!(format!("{error:#}"), "cannot read x: it is locked: byte 7 is wrong");
        let cause = error.source().and_then(|cause| cause.downcast_ref::<Error>());
        assert_eq!(cause.map(Error::kind), Some(ErrorKind::Busy));
        assert_eq!(format!("{:#}", Error::new(ErrorKind::Name, "no such name")), "no such name");
    }
}
