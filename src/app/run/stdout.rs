//! Standard output, unbuffered.

use std::fs::File;
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::fd::AsFd;
#[cfg(windows)]
use std::os::windows::io::AsHandle;

use anyhow::{Context, Result};

use super::outcome::RunOutcome;

/// Returns standard output without the line buffer that the standard library puts before it.
pub(crate) fn file() -> io::Result<File> {
    duplicate(io::stdout())
}

/// Returns a standard stream as a file.
#[cfg(unix)]
pub(super) fn duplicate(stream: impl AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// Returns a standard stream as a file.
#[cfg(windows)]
pub(super) fn duplicate(stream: impl AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// Prints to standard output; a reader that has left is not an error.
pub(crate) fn print(text: impl AsRef<[u8]>) -> Result<RunOutcome> {
    print_by(|output| output.write_all(text.as_ref()))
}

/// Prints what a function writes, piece by piece.
pub(crate) fn print_by(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<RunOutcome> {
    let written = file().and_then(|file| {
        let mut output = BufWriter::new(file);
        write(&mut output)?;
        output.flush()
    });
    check_written(written, "standard output")?;
    Ok(RunOutcome::Done)
}

/// Names the output in the error of a write; a reader that has left is not an error.
pub(crate) fn check_written(written: io::Result<()>, output: &str) -> Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.with_context(|| format!("cannot write {output}")),
    }
}

/// Returns whether standard output is discarded, perhaps without the caller's knowledge.
///
/// Before `main`, Rust replaces a closed stream with `/dev/null`, open for reading and writing.
/// Shells open `/dev/null` for writing only, but Python's `subprocess.DEVNULL`, Node's `ignore` and
/// some supervisors open it for both: this cannot be distinguished from a closed stream, so neither
/// is an error.
#[cfg(unix)]
pub(crate) fn is_nowhere(file: &File) -> bool {
    use rustix::fs::{OFlags, fcntl_getfl};
    use std::os::unix::fs::MetadataExt;
    let Ok(null) = std::fs::metadata("/dev/null") else {
        return false;
    };
    let Ok(data) = file.metadata() else {
        return false;
    };
    if null.rdev() == 0 || data.rdev() != null.rdev() {
        return false;
    }
    fcntl_getfl(file).is_ok_and(|flags| flags.contains(OFlags::RDWR))
}

#[cfg(not(unix))]
pub(crate) fn is_nowhere(_: &File) -> bool {
    false
}
