//! Reads the inputs more than once: `--two-pass` learns first and then filters.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};

use urlsift::Sift;
use urlsift::stream::{Invalid, Run, Source, Summary};

use super::inputs;
use super::monitor::Monitor;

/// Inputs that can be read as often as needed.
pub(crate) struct RereadInputs {
    inputs: Vec<RereadInput>,
    /// Whether they have been read.
    is_read: bool,
}

impl RereadInputs {
    /// Prepares copies of inputs that can be read only once.
    pub(crate) fn new(paths: &[PathBuf]) -> Result<Self> {
        let mut inputs = Vec::with_capacity(paths.len());
        for path in paths {
            let copy = if inputs::is_transient(path) {
                Some(CopiedInput::new(path).context(CANNOT_COPY)?)
            } else {
                None
            };
            inputs.push(RereadInput {
                path: path.clone(),
                copy,
            });
        }
        Ok(Self {
            inputs,
            is_read: false,
        })
    }

    /// Returns the sources of the next reading, which starts after the one before has ended.
    pub(crate) fn sources(&mut self) -> Result<Vec<Source>> {
        let mut sources = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            let source = match &input.copy {
                Some(copy) if self.is_read => copy.again(),
                Some(copy) => copy.original(),
                None => Ok(Source::file(&input.path)),
            };
            sources.push(source.context(CANNOT_COPY)?);
        }
        self.is_read = true;
        Ok(sources)
    }
}

/// An input, and its copy if it can be read only once.
struct RereadInput {
    path: PathBuf,
    copy: Option<CopiedInput>,
}

const CANNOT_COPY: &str = "cannot write a temporary file";

/// Reads all inputs once, only to learn from them. Returns the summary of that run.
///
/// Afterwards the filter has learned as much as after a run over the list; kept lines are
/// forgotten, and nothing is printed.
pub(crate) fn learn<'o>(
    run: Run<'o>,
    sift: &mut Sift,
    monitor: &'o mut Monitor<'_>,
) -> Result<Summary> {
    // The second reading notes which lines are not URLs.
    let summary = run.invalid(Invalid::Keep).monitor(monitor).survey(sift)?;
    sift.restart();
    Ok(summary)
}

/// An input that can be read only once, and the file that its bytes are copied to.
struct CopiedInput {
    path: PathBuf,
    file: File,
    /// The reason why the copy is not complete.
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl CopiedInput {
    fn new(path: &Path) -> io::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: tempfile::tempfile()?,
            failure: Arc::default(),
        })
    }

    /// Returns the source that copies what is read from it.
    fn original(&self) -> io::Result<Source> {
        let tee = CopyingReader {
            path: self.path.clone(),
            original: None,
            copy: self.file.try_clone()?,
            failure: Arc::clone(&self.failure),
        };
        Ok(Source::reader(self.name(), tee))
    }

    /// Returns the source of the copy.
    fn again(&self) -> io::Result<Source> {
        if let Ok(mut failure) = self.failure.lock()
            && let Some(cause) = failure.take()
        {
            return Err(cause);
        }
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(Source::reader(self.name(), file))
    }

    fn name(&self) -> String {
        Source::argument(&self.path).name().to_owned()
    }
}

/// Copies the bytes that pass through.
struct CopyingReader {
    path: PathBuf,
    original: Option<Box<dyn Read + Send>>,
    copy: File,
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl Read for CopyingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let original = match &mut self.original {
            Some(original) => original,
            // Opened when its turn comes, like other sources.
            none => {
                let opened: Box<dyn Read + Send> = if self.path == Path::new("-") {
                    Box::new(io::stdin())
                } else {
                    Box::new(File::open(&self.path)?)
                };
                none.insert(opened)
            }
        };
        let length = original.read(buffer)?;
        if let Err(cause) = self.copy.write_all(&buffer[..length]) {
            if let Ok(mut failure) = self.failure.lock() {
                *failure = Some(cause);
            }
            return Ok(0);
        }
        Ok(length)
    }
}
