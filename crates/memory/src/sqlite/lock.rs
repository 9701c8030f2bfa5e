//! One run at a time: a lock on a file next to the database.

use super::private;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use urlsift_core::{Error, ErrorKind};

/// Held from the start of a run to its end, however it ends: the system drops it with the process.
pub(super) struct Lock {
    _file: File,
    path: PathBuf,
    /// Whether the file was created for it.
    is_new: bool,
}

impl Lock {
    /// Takes the lock of a database. Its file stays: removing it would let two runs lock two files
    /// of one name. If the database turns out not to be a state, [`leave`](Self::leave) cleans up.
    pub(super) fn take(path: &Path) -> Result<Self, Error> {
        // A database has one lock, whatever name it is opened by.
        let mut name = match path.canonicalize() {
            Ok(path) => path.into_os_string(),
            Err(_) => path.into(),
        };
        name.push(".lock");
        let message = format!("cannot lock the state {}", path.display());
        let error = |cause: io::Error| Error::new(ErrorKind::Storage, &*message).because(cause);
        let names = private::names(path);
        if names > 1 {
            let message = format!(
                "{message}: it has {names} names (hard links), each with a lock and a log of its own; \
                 copy it, or remove the other names"
            );
            return Err(Error::new(ErrorKind::Storage, message));
        }
        let (file, is_new) = match private::create(Path::new(&name)) {
            Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
                (OpenOptions::new().write(true).open(&name), false)
            }
            file => (file, true),
        };
        let file = file.map_err(error)?;
        match file.try_lock() {
            Ok(()) => Ok(Self {
                _file: file,
                path: name.into(),
                is_new,
            }),
            Err(TryLockError::WouldBlock) => {
                let message = format!(
                    "another run of urlsift is using the state {}",
                    path.display()
                );
                Err(Error::new(ErrorKind::Busy, message))
            }
            Err(TryLockError::Error(cause)) => Err(error(cause)),
        }
    }

    /// Releases the lock of a file that is not a state, and removes the lock file if it is new.
    /// Nobody else can hold it for long.
    pub(super) fn leave(self) {
        if self.is_new {
            let _ = fs::remove_file(&self.path);
        }
    }
}
