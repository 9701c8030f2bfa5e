//! One run at a time: a lock on a file beside the database.

use crate::error::{Error, ErrorKind};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

/// Held from the start of a run to its end, however it ends: the system drops it with the process.
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a database. Its file stays: removing it would let two runs lock two files of one name.
    pub(super) fn take(path: &Path) -> Result<Self, Error> {
        // By whatever name the database is opened, its lock is one.
        let mut name = path.canonicalize().unwrap_or_else(|_| path.to_owned()).into_os_string();
        name.push(".lock");
        let error = |reason: String| {
            Error::new(ErrorKind::Memory, format!("cannot lock the state {}: {reason}", path.display()))
        };
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&name);
        let file = file.map_err(|cause| error(cause.to_string()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::new(
                ErrorKind::Busy,
                format!(
                    "another run of urlsift has the state {}: --state-wait waits for its end",
                    path.display()
                ),
            )),
            Err(TryLockError::Error(cause)) => Err(error(cause.to_string())),
        }
    }
}
