//! The file of a page, which is opened before anything is read and written when the run ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use same_file::Handle;

use super::destination::named_file;
use super::inputs;
use crate::app::show::message::shown;

/// The first bytes of a page.
const PAGE_START: &[u8] = b"<!doctype html";

/// A file that can be written.
pub(crate) struct PageFile {
    /// Its name in messages.
    pub(crate) name: String,
    file: File,
}

impl PageFile {
    /// Opens a file that is neither an input nor the output. Its old content stays until the page
    /// is complete.
    pub(crate) fn open(path: &Path, inputs: &[PathBuf], output: Option<&Path>) -> Result<Self> {
        let name = shown(path);
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let file = file.with_context(|| format!("cannot write the report {name}"))?;
        if let Some(input) = inputs::same_file(inputs, &file) {
            bail!("the report {name} is also the input {}", shown(input));
        }
        if is_output(&file, output) {
            bail!("the report {name} is also the output: give it its own file");
        }
        if !is_page(path) {
            bail!(
                "the report would replace {name}, which is no page: remove it, or name another file"
            );
        }
        Ok(Self { name, file })
    }

    /// Replaces the content of the file. If that fails, a regular file is left empty, not with half
    /// a page.
    pub(crate) fn write(mut self, page: &str) -> io::Result<()> {
        let is_file = self.file.metadata().is_ok_and(|data| data.is_file());
        if is_file {
            self.file.set_len(0)?;
        }
        let written = self
            .file
            .write_all(page.as_bytes())
            .and_then(|()| self.file.flush());
        if written.is_err() && is_file {
            // The message is about the first error.
            let _ = self.file.set_len(0);
        }
        written
    }
}

/// Returns whether a file is an empty one or an HTML page, or none: nothing else is replaced.
fn is_page(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|data| data.is_file()) {
        return true;
    }
    let mut start = [0; PAGE_START.len()];
    let length = File::open(path).and_then(|mut file| file.read(&mut start));
    length.is_ok_and(|length| start[..length].eq_ignore_ascii_case(&PAGE_START[..length]))
}

/// Returns whether a file is the output of the records. A device may be both.
fn is_output(file: &File, output: Option<&Path>) -> bool {
    let handle = |file: &File| file.try_clone().and_then(Handle::from_file);
    let output = match named_file(output) {
        Some(path) => Handle::from_path(path),
        None => Handle::stdout(),
    };
    let is_same = output.is_ok_and(|output| handle(file).is_ok_and(|page| page == output));
    is_same && file.metadata().is_ok_and(|data| data.is_file())
}
