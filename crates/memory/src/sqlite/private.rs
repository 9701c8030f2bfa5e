//! Files that only their owner can read: a state holds a list, and the key of its hashes.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Creates an empty file that only its owner can read, if there is none. SQLite gives its other
/// files the same permissions.
pub(super) fn make(path: &Path) -> io::Result<()> {
    match create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Creates a new file for writing that only its owner can read.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Returns the number of names (hard links) of a file.
#[cfg(unix)]
pub(super) fn names(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    match path.metadata() {
        Ok(data) if data.is_file() => data.nlink(),
        Ok(_) => 1,
        Err(_) => 0,
    }
}

/// Returns 1, as this system does not report it.
#[cfg(not(unix))]
pub(super) fn names(_: &Path) -> u64 {
    1
}
