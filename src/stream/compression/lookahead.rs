//! A reader whose next bytes can be looked at before they are taken.

use std::io::{self, Read};

/// The bytes of one read; a pipe on Linux gives at most this many.
const READ: usize = 64 << 10;

/// A reader, and the bytes that were read from it and not yet taken.
pub(in crate::stream) struct Lookahead<R> {
    reader: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Whether the reader gives no more bytes.
    ended: bool,
    /// Why not, if that is not its end.
    failure: Option<io::Error>,
}

impl<R: Read> Lookahead<R> {
    pub(in crate::stream) fn new(reader: R) -> Self {
        Self { reader, buffer: vec![0; READ], start: 0, end: 0, ended: false, failure: None }
    }

    /// Returns what is read and not yet taken.
    pub(super) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Takes so many of these bytes.
    pub(super) fn consume(&mut self, length: usize) {
        self.start += length;
    }

    /// Reads more bytes behind those that are buffered, of which there are less than a read gives.
    /// Returns whether there are any.
    pub(super) fn fill(&mut self) -> bool {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        while !self.ended {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(length) => {
                    self.end += length;
                    return true;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    self.ended = true;
                }
            }
        }
        false
    }

    /// Takes the error that ended the bytes, if it was one.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}

/// Gives the buffered bytes first, and then those of the reader without another copy.
impl<R: Read> Read for Lookahead<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.start < self.end {
            let length = self.buffered().read(output)?;
            self.consume(length);
            return Ok(length);
        }
        match self.failure() {
            Some(failure) => Err(failure),
            None if self.ended => Ok(0),
            None => self.reader.read(output),
        }
    }
}
