//! Facts about the inputs before they are opened.

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::Error;
use same_file::Handle;
use sha2::{Digest, Sha256};
use urlsift::stream;

use super::stdout::duplicate;
use crate::app::show::json::hex;
use crate::app::show::message::shown;

/// Returns the inputs that were named, or standard input.
pub(crate) fn paths(named: &[PathBuf]) -> Vec<PathBuf> {
    if named.is_empty() {
        vec![PathBuf::from("-")]
    } else {
        named.to_vec()
    }
}

/// Says whether an input can be read only once, like standard input and pipes.
pub(crate) fn is_transient(path: &Path) -> bool {
    if is_stdin(path) {
        return true;
    }
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns the error of the first input if none can be read; `None` if one probably can.
pub(crate) fn unreadable(paths: &[PathBuf]) -> Option<Error> {
    let mut first = None;
    for path in paths {
        let cause = check_readable(path).err()?;
        first.get_or_insert((path, cause));
    }
    let (path, cause) = first?;
    Some(Error::new(cause).context(format!("cannot read {}", shown(path))))
}

fn check_readable(path: &Path) -> io::Result<()> {
    let data = metadata(path)?;
    if data.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    // To open a pipe is to wait for its writer.
    if data.is_file() && !is_stdin(path) {
        File::open(path)?;
    }
    Ok(())
}

/// Returns a hash of the names, sizes and modification times of these inputs, which distinguishes
/// them from others and from earlier versions. `None`: one of them is a pipe or a device, which
/// cannot be identified.
pub(crate) fn identity(paths: &[PathBuf]) -> Option<String> {
    let mut digest = Sha256::new();
    for path in paths {
        let name = if is_stdin(path) {
            path.clone()
        } else {
            path.canonicalize().unwrap_or_else(|_| path.clone())
        };
        let state = match metadata(path) {
            Ok(data) if data.is_file() => {
                let changed = data.modified().ok()?;
                let changed = changed.duration_since(UNIX_EPOCH).ok()?;
                format!("{} {}", data.len(), changed.as_nanos())
            }
            Ok(_) => return None,
            Err(_) => "cannot be read".to_owned(),
        };
        // A name may contain line ends, and may not be text.
        digest.update(name.as_os_str().as_encoded_bytes());
        digest.update(format!("\0{state}\0"));
    }
    Some(hex(&digest.finalize()[..16]))
}

/// Returns the total size of the inputs, if all that exist are uncompressed files.
pub(crate) fn total_bytes(paths: &[PathBuf]) -> Option<u64> {
    let mut total = 0;
    for path in paths {
        let Ok(data) = metadata(path) else {
            continue;
        };
        if !data.is_file() || stream::is_compressed(&start(path).unwrap_or_default()) {
            return None;
        }
        total += data.len();
    }
    Some(total)
}

/// Returns the first bytes of a file, enough to detect compression, without consuming them.
fn start(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = if is_stdin(path) {
        duplicate(io::stdin())?
    } else {
        File::open(path)?
    };
    let position = file.stream_position()?;
    let mut start = Vec::new();
    let read = file.by_ref().take(10).read_to_end(&mut start);
    // The position is shared by everybody who has the file open.
    file.seek(SeekFrom::Start(position))?;
    read?;
    Ok(start)
}

/// Says whether an input is typed at a terminal.
pub(crate) fn is_typed(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| is_stdin(path)) && io::stdin().is_terminal()
}

/// Returns the first input that is the same file as an open output, through links and redirections.
///
/// Only regular files count: a terminal or `/dev/null` may well be both.
pub(crate) fn same_file<'p>(paths: &'p [PathBuf], output: &File) -> Option<&'p Path> {
    if !output.metadata().is_ok_and(|data| data.is_file()) {
        return None;
    }
    let output = Handle::from_file(output.try_clone().ok()?).ok()?;
    for path in paths {
        // An input that cannot be examined is reported when its turn comes.
        if let Ok(Some(input)) = handle(path)
            && input == output
        {
            return Some(path);
        }
    }
    None
}

/// Returns what identifies an input. A pipe is not opened: that would wait for its writer.
fn handle(path: &Path) -> io::Result<Option<Handle>> {
    if is_stdin(path) {
        return Ok(Some(Handle::stdin()?));
    }
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    Ok(Some(Handle::from_path(path)?))
}

/// Returns what the system knows about an input; `-` is standard input.
fn metadata(path: &Path) -> io::Result<Metadata> {
    if is_stdin(path) {
        duplicate(io::stdin())?.metadata()
    } else {
        fs::metadata(path)
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}
