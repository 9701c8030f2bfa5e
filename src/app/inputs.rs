//! What is known about the inputs before they are opened.

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Returns the inputs that were named, or standard input.
pub(super) fn paths(named: &[PathBuf]) -> Vec<PathBuf> {
    if named.is_empty() { vec![PathBuf::from("-")] } else { named.to_vec() }
}

/// Says whether an input gives its bytes once only, as standard input and pipes do.
pub(super) fn is_transient(path: &Path) -> bool {
    is_stdin(path) || fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns the bytes of all inputs together, if all that exist are files.
pub(super) fn total_bytes(paths: &[PathBuf]) -> Option<u64> {
    paths.iter().filter_map(|path| metadata(path).ok()).map(|data| data.is_file().then_some(data.len())).sum()
}

/// Says whether someone types an input.
pub(super) fn is_typed(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| is_stdin(path)) && io::stdin().is_terminal()
}

/// Returns the first input that is the file which `output` describes, through links and redirections.
///
/// Only regular files count: a terminal or `/dev/null` may well be both. Where the system does not tell what makes two
/// files the same, no input is found.
pub(super) fn same_file<'p>(paths: &'p [PathBuf], output: &Metadata) -> Option<&'p Path> {
    // An input that cannot be examined is reported when its turn comes.
    let is_output = |path: &&PathBuf| metadata(path).is_ok_and(|input| is_same(&input, output));
    paths.iter().find(is_output).map(PathBuf::as_path)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    one.is_file() && other.is_file() && one.dev() == other.dev() && one.ino() == other.ino()
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    false
}

/// Returns what the system knows about an input; `-` is standard input.
fn metadata(path: &Path) -> io::Result<Metadata> {
    if is_stdin(path) { stdin()?.metadata() } else { fs::metadata(path) }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn stdin() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
}
