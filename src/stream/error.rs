//! What ends a run early.

use std::collections::TryReserveError;
use std::io;

use super::Place;

/// Why a run ended before its input did. Records before that point are written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The output takes no more bytes, for another reason than a closed pipe (which is a normal end).
    #[error("cannot write the output")]
    Output(#[source] io::Error),
    /// A record is no URL, and [`Invalid::Fail`](super::Invalid::Fail) was chosen.
    #[error("{place}: not a URL")]
    NotUrl {
        /// Where it stands.
        place: Place,
        /// Its bytes, without the delimiter.
        record: Vec<u8>,
    },
    /// There is no room to remember what would be kept next.
    #[error("out of memory after {kept} kept URLs")]
    Memory {
        /// URLs that were kept until then.
        kept: u64,
        /// What the system said.
        #[source]
        cause: TryReserveError,
    },
    /// The system gives no more threads.
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
}
