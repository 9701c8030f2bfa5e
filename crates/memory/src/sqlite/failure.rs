//! Turns errors of the database into errors of the library.

use super::schema::{corrupt, is_refusal};
use std::path::Path;
use urlsift_core::{Error, ErrorKind};

/// The reason why a change was abandoned.
#[derive(Debug)]
pub(super) enum Failure {
    Database(rusqlite::Error),
    /// An error of the function that decides what is stored, or reads it.
    Other(Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(cause: rusqlite::Error) -> Self {
        Self::Database(cause)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl Failure {
    /// Adds the action and the file.
    pub(super) fn explain(self, doing: &str, path: &Path) -> Error {
        match self {
            Self::Database(cause) => explain(doing, path, cause),
            Self::Other(error) => error,
        }
    }
}

/// Names the file in an error about damaged entries.
pub(super) fn name_damage(error: Error, path: &Path) -> Error {
    if error.kind() == ErrorKind::Damaged {
        explain("read", path, corrupt())
    } else {
        error
    }
}

/// Advice for a damaged file.
const DAMAGED: &str = "it is damaged: restore a copy of it, or move it away and start a new one, for which all lines are new";

/// Whether rows are missing, or hold values that were never written.
fn is_odd(cause: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnIndex, InvalidColumnType,
        QueryReturnedNoRows, Utf8Error,
    };
    matches!(
        cause,
        FromSqlConversionFailure(..)
            | IntegralValueOutOfRange(..)
            | InvalidColumnIndex(_)
            | InvalidColumnType(..)
            | QueryReturnedNoRows
            | Utf8Error(..)
    )
}

/// Returns an error with the action, the file and the cause.
#[allow(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
pub(super) fn explain(doing: &str, path: &Path, cause: rusqlite::Error) -> Error {
    use rusqlite::ErrorCode;
    let error = |kind| Error::new(kind, format!("cannot {doing} the state {}", path.display()));
    match cause.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => error(ErrorKind::Damaged)
            .because("it is not a state file of urlsift: the file is not a database"),
        Some(ErrorCode::DatabaseCorrupt) => error(ErrorKind::Damaged).because(DAMAGED),
        Some(ErrorCode::ReadOnly) => error(ErrorKind::ReadOnly).because("it cannot be written to"),
        Some(ErrorCode::DiskFull) => {
            error(ErrorKind::Storage).because("the disk is full; what was stored before is safe")
        }
        _ if is_odd(&cause) => error(ErrorKind::Damaged).because(DAMAGED),
        _ => {
            let kind = if is_refusal(&cause) {
                ErrorKind::Damaged
            } else {
                ErrorKind::Storage
            };
            // The source of SQLite's error repeats it in other words.
            error(kind).because(cause.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_was_done_and_are_told_apart() {
        use rusqlite::ffi;
        let failure = |code| {
            rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some("so it is".to_owned()))
        };
        for (code, kind, text) in [
            (
                ffi::SQLITE_FULL,
                ErrorKind::Storage,
                "the disk is full; what was stored before is safe",
            ),
            (
                ffi::SQLITE_READONLY,
                ErrorKind::ReadOnly,
                "it cannot be written to",
            ),
            (ffi::SQLITE_CORRUPT, ErrorKind::Damaged, DAMAGED),
            (
                ffi::SQLITE_NOTADB,
                ErrorKind::Damaged,
                "it is not a state file of urlsift: the file is not a database",
            ),
            (ffi::SQLITE_FORMAT, ErrorKind::Damaged, "so it is"),
            (ffi::SQLITE_IOERR, ErrorKind::Storage, "so it is"),
        ] {
            let error = explain("read", Path::new("seen"), failure(code));
            let shown = format!("{error:#}");
            assert_eq!(
                (error.kind(), shown),
                (kind, format!("cannot read the state seen: {text}"))
            );
        }
    }
}
