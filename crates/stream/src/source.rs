//! Opens sources of bytes.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::bytes::{Bytes, Extraction};

/// A source of records: standard input, a file, or any reader.
///
/// With the feature `compression`, data that begins like gzip, zstd, bzip2 or xz is decompressed
/// while it is read. It may have several compressed members.
pub struct Source {
    name: String,
    kind: SourceKind,
}

enum SourceKind {
    Stdin,
    File(PathBuf),
    Reader(Box<dyn Read + Send>),
}

impl Source {
    /// Names standard input.
    pub fn stdin() -> Self {
        Self {
            name: "stdin".to_owned(),
            kind: SourceKind::Stdin,
        }
    }

    /// Names a file, which is opened when it is read.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self {
            name: path.display().to_string(),
            kind: SourceKind::File(path),
        }
    }

    /// Names a file, or standard input for `-`, as command lines do.
    pub fn argument(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if path == Path::new("-") {
            Self::stdin()
        } else {
            Self::file(path)
        }
    }

    /// Wraps a reader, under a name for messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'static) -> Self {
        Self {
            name: name.into(),
            kind: SourceKind::Reader(Box::new(reader)),
        }
    }

    /// Returns the name that messages use.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Opens the source to read its lines, or the URLs in it.
    pub(super) fn open(self, extraction: Option<Arc<Extraction>>) -> io::Result<Bytes> {
        let reader: Box<dyn Read + Send> = match self.kind {
            SourceKind::Stdin => Box::new(io::stdin()),
            SourceKind::File(path) => Box::new(File::open(path)?),
            SourceKind::Reader(reader) => reader,
        };
        Ok(Bytes::new(reader, extraction))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.name).finish()
    }
}
