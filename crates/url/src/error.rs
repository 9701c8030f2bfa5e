//! Errors of the library: setting up a filter, deciding a batch, saving and loading.

use std::error::Error as Cause;
use std::fmt;
use std::time::Duration;

/// An error of this library: an action that failed, and its cause.
///
/// [`kind`](Self::kind) is for callers that react to errors. `{}` shows the failed action, `{:#}`
/// adds the chain of causes; [`source`](Cause::source) returns the first of them.
///
/// Implementations of `Store` create errors too:
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
    /// A text that is not a time.
    Time,
    /// Settings that exclude each other.
    Settings,
    /// A batch of another filter, or lines that do not belong to the batch.
    Batch,
    /// The file or server of a state cannot be read or written; the [source](Cause::source) says
    /// why, if known.
    Storage,
    /// The bytes are damaged, of a newer version, or another program's.
    Damaged,
    /// There is nothing to open.
    Missing,
    /// A file can only be read.
    ReadOnly,
    /// The state was created under other settings of similarity.
    OtherSettings,
    /// The store counts in time slices of this length, not of the requested length.
    OtherSlice(Duration),
    /// The store forgets after this time, or never, not after the requested time.
    OtherWindow(Option<Duration>),
    /// The store cannot do what the settings require.
    Unsupported(Capability),
    /// Another run is writing to the store; waiting for it may help.
    Busy,
    /// The server of a state could not be reached in the time to wait for it.
    Away,
}

/// An ability that only some stores have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capability {
    /// Remember URLs that are compared instead of looked up by key: literal ones, those at low
    /// thresholds and those under `SimHash`.
    Comparison,
    /// Remember parameters by their names.
    ParamNames,
    /// Keep further lines of a group.
    Samples,
    /// Count bursts.
    Bursts,
    /// Keep every input line.
    AllLines,
    /// Replace the whole content at once, as a rebuild under other settings does.
    Replacement,
}

impl Error {
    /// Creates an error with a message without capital letter and full stop: the failed action and
    /// its object.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            cause: None,
        }
    }

    /// Adds the cause, whose text should not be repeated in the message.
    #[must_use]
    pub fn because(self, cause: impl Into<Box<dyn Cause + Send + Sync>>) -> Self {
        Self {
            cause: Some(cause.into()),
            ..self
        }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

/// Creates the error for a name that is none of these.
pub fn unknown(what: &str, name: &str, names: &[&str]) -> Error {
    let name = name.escape_debug();
    let names = names.join(", ");
    let message = format!("no {what} is called \"{name}\": use one of {names}");
    Error::new(ErrorKind::Name, message)
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
        assert_eq!(
            (error.to_string().as_str(), error.kind()),
            ("cannot read x", ErrorKind::Storage)
        );
        assert_eq!(
            format!("{error:#}"),
            "cannot read x: it is locked: byte 7 is wrong"
        );
        let cause = error
            .source()
            .and_then(|cause| cause.downcast_ref::<Error>());
        assert_eq!(cause.map(Error::kind), Some(ErrorKind::Busy));
        assert_eq!(
            format!("{:#}", Error::new(ErrorKind::Name, "no such name")),
            "no such name"
        );
    }
}
