//! Opens states in files.

use crate::sqlite::Sqlite;
use crate::state::State;
use std::path::Path;
use urlsift_core::{Error, ErrorKind};

impl State {
    /// Opens the state in a file to change it, and creates it if it does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`]: another run writes to the file. [`ErrorKind::Settings`]: the path is
    /// empty. [`ErrorKind::Storage`], [`ErrorKind::ReadOnly`], [`ErrorKind::Damaged`]: the file
    /// cannot be opened, or is not a state.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        check_name(path)?;
        Ok(Self::from_store(Sqlite::open(path)?))
    }

    /// Opens an existing file for reading, while others may write to it.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open); [`ErrorKind::Missing`]: there is no state.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        check_name(path)?;
        Ok(Self::from_store(Sqlite::read(path)?))
    }
}

/// Refuses an empty path, which SQLite treats as a temporary database.
fn check_name(path: &Path) -> Result<(), Error> {
    if path.as_os_str().is_empty() {
        let message = "the name of the state is empty: is a variable not set?";
        return Err(Error::new(ErrorKind::Settings, message));
    }
    Ok(())
}
