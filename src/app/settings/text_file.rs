//! Files with the values of options; `-` is standard input.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use crate::app::show::message;

/// Reads a file.
pub(super) fn read(path: &Path) -> io::Result<String> {
    if path != Path::new("-") {
        return fs::read_to_string(path);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

/// Returns the name of a file in messages.
pub(super) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        message::shown(path)
    }
}
