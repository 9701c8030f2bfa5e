//! Opens the output: standard output or the file of `--output`, and never an input.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};

use urlsift::stream::Source;

use super::inputs;
use super::output::Existing;
use super::record_file::RecordFile;
use super::stdout;
use crate::app::show::message::{harmless, shown};

/// An output that is open and, if it was named, empty.
pub(crate) struct Destination {
    /// Its name in messages.
    pub(crate) name: String,
    /// Takes the bytes, unbuffered.
    pub(crate) output: Box<dyn Write + Send>,
    /// Whether output may be delayed: it goes to a file or device, not a terminal or pipe.
    pub(crate) is_silent: bool,
    /// Whether the bytes are discarded, perhaps without the caller's knowledge.
    pub(crate) is_nowhere: bool,
}

impl Destination {
    /// Opens `path`, or standard output without one or for `-`. Records end with `delimiter`.
    ///
    /// `existing` says what to do with the content of a named file.
    pub(crate) fn open(
        path: Option<&Path>,
        inputs: &[PathBuf],
        delimiter: u8,
        existing: Existing,
    ) -> Result<Self> {
        if let Some(path) = named_file(path) {
            return Self::file(path, inputs, delimiter, existing);
        }
        let name = "standard output".to_owned();
        let file = stdout::file();
        let is_nowhere = file.as_ref().is_ok_and(stdout::is_nowhere);
        let mut destination = Self::new(name, file, inputs, delimiter, None)?;
        destination.is_nowhere = is_nowhere;
        Ok(destination)
    }

    fn file(path: &Path, inputs: &[PathBuf], delimiter: u8, existing: Existing) -> Result<Self> {
        let name = shown(path);
        // A file without read permission cannot be opened to compare it; compare its path.
        if path.is_file()
            && let Ok(output) = path.canonicalize()
        {
            for input in inputs {
                if input.canonicalize().is_ok_and(|input| input == output) {
                    return Err(is_input(&name, input));
                }
            }
        }
        let metadata = path.metadata();
        let has_content = metadata.is_ok_and(|data| data.is_file() && data.len() > 0);
        if has_content && let Some(cause) = inputs::unreadable(inputs) {
            // A misspelt input must not cost what an earlier run has written.
            return Err(cause.context(format!("nothing to read, so {name} stays as it is")));
        }
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path);
        let mut destination = Self::new(name, file, inputs, delimiter, Some(&existing))?;
        if let Existing::Guarded(reason) = existing {
            destination.output = Box::new(Guard(reason));
        }
        Ok(destination)
    }

    /// Checks an open file, and empties it only if it is not an input.
    fn new(
        name: String,
        file: io::Result<File>,
        inputs: &[PathBuf],
        delimiter: u8,
        existing: Option<&Existing>,
    ) -> Result<Self> {
        let context = || format!("cannot write {name}");
        let file = file.with_context(context)?;
        // Not every output can be examined: a Windows console cannot.
        let metadata = file.metadata().ok();
        // An output that is also an input would lose unread data, or grow without end.
        if let Some(input) = inputs::same_file(inputs, &file) {
            return Err(is_input(&name, input));
        }
        let is_file = metadata.as_ref().is_some_and(Metadata::is_file);
        if is_file && let Some(existing) = existing {
            prepare(&file, existing).with_context(context)?;
        }
        let is_device = metadata.as_ref().is_some_and(is_device);
        let is_silent = is_file || (is_device && !file.is_terminal());
        let output: Box<dyn Write + Send> = if is_file {
            Box::new(RecordFile::new(file, delimiter))
        } else {
            Box::new(file)
        };
        Ok(Self {
            name,
            output,
            is_silent,
            is_nowhere: false,
        })
    }
}

/// Returns the file that an option names; `None` if it means standard output.
pub(crate) fn named_file(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| *path != Path::new("-"))
}

/// Refuses all bytes, with this reason.
struct Guard(String);

impl Write for Guard {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other(self.0.clone()))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Empties a file, or finds the place where output continues.
fn prepare(mut file: &File, existing: &Existing) -> io::Result<()> {
    match existing {
        Existing::Emptied => file.set_len(0)?,
        Existing::Continued(length) => {
            file.set_len(*length)?;
            file.seek(SeekFrom::Start(*length))?;
        }
        Existing::Appended => {
            file.seek(SeekFrom::End(0))?;
        }
        Existing::Guarded(_) => {}
    }
    Ok(())
}

fn is_input(output: &str, input: &Path) -> Error {
    let source = Source::argument(input);
    let input = harmless(source.name());
    anyhow!("{output} is also the input {input}")
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}
