//! Standard output, unbuffered; an error if it is closed.

use std::fs::File;
use std::io::{self, Write as _};

use anyhow::{Context, Result};

use super::outcome::Outcome;

/// Returns standard output without the line buffer that the standard library puts before it.
pub(super) fn file() -> io::Result<File> {
    #[cfg(unix)]
    use std::os::fd::AsFd as Handle;
    #[cfg(windows)]
    use std::os::windows::io::AsHandle as Handle;

    #[cfg(unix)]
    let handle = Handle::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let handle = Handle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(handle.into())
}

/// Prints to standard output; a reader that has left is not an error.
pub(super) fn print(bytes: &[u8]) -> Result<Outcome> {
    match file().and_then(|file| check_open(&file).and_then(|()| (&file).write_all(bytes))) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Outcome::Done),
        written => written.map(|()| Outcome::Done).context("cannot write standard output"),
    }
}

/// Fails if standard output was closed when the program started.
///
/// Before `main`, Rust replaces a closed stream with `/dev/null`, open for reading and writing.
/// Shells open `/dev/null` for writing only, so this distinguishes the two, unless a caller passes
/// it opened for both.
#[cfg(unix)]
pub(super) fn check_open(file: &File) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let is_null = std::fs::metadata("/dev/null")
        .and_then(|null| Ok(file.metadata()?.rdev() == null.rdev() && null.rdev() != 0));
    if is_null.unwrap_or(false) && rustix::fs::fcntl_getfl(file)?.contains(rustix::fs::OFlags::RDWR) {
        return Err(io::Error::other(
            "it is closed, or /dev/null opened for reading too; to discard the lines, use > /dev/null or --stats",
        ));
    }
    Ok(())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "other systems can fail")]
pub(super) fn check_open(_: &File) -> io::Result<()> {
    Ok(())
}
