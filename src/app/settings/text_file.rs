//! Files with the values of options; `-` is standard input.

use std::fs;
use std::io;
use std::path::Path;

use crate::app::show::message;

/// Reads a file, without its byte order mark.
pub(super) fn read(path: &Path) -> io::Result<String> {
    let text = if path == Path::new("-") {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(path)
    };
    text.map(|text| text.trim_start_matches('\u{feff}').to_owned())
}

/// Returns the name of a file in messages.
pub(super) fn shown(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        message::shown(path)
    }
}
