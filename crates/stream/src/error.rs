//! Errors that end a run early.

use std::collections::TryReserveError;
use std::io;

use super::Location;

/// The error that ended a run before its input did. Records before that point are written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The output cannot be written, for another reason than a closed pipe (which is a normal end).
    #[error("cannot write the output")]
    Output(#[source] io::Error),
    /// A record is not a URL, and [`Invalid::Fail`](super::Invalid::Fail) was chosen.
    #[error("{location}: not a URL")]
    NotUrl {
        /// The location of the record.
        location: Location,
        /// Its bytes, without the delimiter.
        record: Vec<u8>,
    },
    /// The first record of a source does not name the requested column.
    #[error("cannot find the URLs in {0}")]
    Header(String, #[source] urlsift_core::Error),
    /// There is no memory for the next kept URL.
    #[error("out of memory after {kept} kept URLs")]
    Memory {
        /// URLs kept until then.
        kept: u64,
        /// The error of the system.
        #[source]
        cause: TryReserveError,
    },
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(urlsift_core::Error),
    /// A thread cannot be spawned.
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
}
