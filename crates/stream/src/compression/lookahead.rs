//! Lets the next bytes of a reader be inspected before they are consumed.

use std::io::{self, Read};

/// Bytes of the first read, enough to detect the formats. The rest of a text is not copied here.
const START: usize = 16;

/// Bytes of later reads; a pipe on Linux returns at most this many.
const READ: usize = 64 << 10;

/// A reader, and the bytes that were read but not yet consumed.
pub(crate) struct Lookahead<R> {
    reader: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// Whether the reader has no more bytes.
    ended: bool,
    /// The error that ended it, if it was not the end of the data.
    failure: Option<io::Error>,
}

impl<R: Read> Lookahead<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            start: 0,
            end: 0,
            ended: false,
            failure: None,
        }
    }

    /// Returns the bytes that were read but not yet consumed.
    pub(super) fn buffered(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Consumes `length` of these bytes.
    pub(super) fn consume(&mut self, length: usize) {
        self.start += length;
    }

    /// Appends more bytes to the buffered ones, which are fewer than one read. Returns whether any
    /// were read.
    pub(super) fn fill(&mut self) -> bool {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        self.buffer
            .resize(if self.buffer.is_empty() { START } else { READ }, 0);
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

/// Returns the buffered bytes first, then those of the reader without another copy.
impl<R: Read> Read for Lookahead<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.buffered().read(output)?;
        // No record ends in the first bytes of most sources, so nothing waits if more are read.
        let fills = length == START && !self.ended;
        let goes_on = fills && output[..START].iter().all(|byte| *byte >= b' ');
        self.consume(length);
        if length > 0 && !goes_on {
            return Ok(length);
        }
        match self.failure() {
            Some(failure) => Err(failure),
            None if self.ended => Ok(0),
            None => match self.reader.read(&mut output[length..]) {
                Err(failure) if length > 0 => {
                    self.failure = Some(failure);
                    Ok(length)
                }
                more => more.map(|more| length + more),
            },
        }
    }
}
