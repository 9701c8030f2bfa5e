//! A file of complete records: if a write fails, a partial record is removed.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use memchr::memrchr;

/// A regular file that ends with a complete record even if the disk is full.
pub(crate) struct RecordFile {
    file: File,
    delimiter: u8,
    /// The bytes after the last delimiter written.
    torn: u64,
    /// Whether a write failed. Then nothing more is written, so that no partial record stays.
    failed: bool,
}

impl RecordFile {
    pub(crate) fn new(file: File, delimiter: u8) -> Self {
        Self {
            file,
            delimiter,
            torn: 0,
            failed: false,
        }
    }

    /// Removes a partial record, unless another process has appended to the file.
    fn take_back(&mut self) -> io::Result<()> {
        let end = self.file.stream_position()?;
        if self.torn > 0 && end == self.file.metadata()?.len() {
            let whole = end.saturating_sub(self.torn);
            self.file.set_len(whole)?;
            self.file.seek(SeekFrom::Start(whole))?;
        }
        Ok(())
    }
}

impl Write for RecordFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Err(io::Error::other("an earlier write failed"));
        }
        match self.file.write(bytes) {
            Ok(length) => {
                self.torn = match memrchr(self.delimiter, &bytes[..length]) {
                    Some(last) => (length - last - 1) as u64,
                    None => self.torn + length as u64,
                };
                Ok(length)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                self.failed = true;
                // If that fails too, nothing is left to do; the message is about the first error.
                let _ = self.take_back();
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
