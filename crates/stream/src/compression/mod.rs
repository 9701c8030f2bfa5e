//! Compressed sources: gzip, zstd, bzip2 and xz, detected by their first bytes.
//!
//! A source is a sequence of complete *members*, as `cat a.gz b.gz` writes it; their formats may
//! differ. After a member, zeros are padding and another member continues the data. What else
//! follows is read on if its first line is text, as `(gzip < a; cat b)` writes it; other bytes make
//! the source unreadable from there on. So nothing that follows is lost without an error.
//!
//! The decoders are driven directly instead of through their readers. So a read returns decoded
//! bytes as soon as there are any (the reader of xz waits for the next chunk), a member ends
//! exactly at its end, and the output before damage does not depend on how the bytes arrive; only
//! xz may return more or less of the damaged chunk.
//!
//! # Cost
//!
//! The time of the decoder, on the reader thread, in parallel with the others. 64 KiB and the
//! memory of the decoder: at most 128 MiB for zstd, 512 MiB for xz.

mod decoder;
mod format;
mod lookahead;

use std::io::{self, Read};

use decoder::{DecodeStep, Decoder};
use format::Fault;

pub(super) use format::CompressionFormat;
pub(super) use lookahead::Lookahead;

/// The decompressed bytes of a source.
pub(super) struct Decompressed<R> {
    input: Lookahead<R>,
    /// The format of this member, or of the last one.
    format: CompressionFormat,
    state: MemberState,
}

enum MemberState {
    /// A member starts here.
    Start,
    /// Inside a member.
    Member(Decoder),
    /// The source cannot be decoded from here on.
    Faulty(Fault),
    /// After a member.
    Behind,
    /// After the last member, in the text that follows.
    Text,
    /// After the last member, at the end.
    End,
}

impl<R: Read> Decompressed<R> {
    /// Starts with a member of this format.
    pub(super) fn new(input: Lookahead<R>, format: CompressionFormat) -> Self {
        Self {
            input,
            format,
            state: MemberState::Start,
        }
    }

    /// Returns the name of the format if text follows the last member.
    pub(super) fn trailing(&self) -> Option<&'static str> {
        matches!(self.state, MemberState::Text).then(|| self.format.name())
    }

    /// Decodes the buffered bytes, and reads more until there is a decoded byte or the member ends.
    /// Returns the decoded length.
    fn decode(&mut self, output: &mut [u8]) -> io::Result<usize> {
        loop {
            let MemberState::Member(decoder) = &mut self.state else {
                return Ok(0);
            };
            let DecodeStep {
                consumed,
                produced,
                result,
            } = decoder.step(self.input.buffered(), output);
            self.input.consume(consumed);
            match result {
                Ok(false) => {}
                Ok(true) => self.state = MemberState::Behind,
                Err(fault) => self.state = MemberState::Faulty(fault),
            }
            if produced > 0 {
                return Ok(produced);
            }
            let needs_input = consumed == 0 && matches!(self.state, MemberState::Member(_));
            if needs_input && !self.input.fill() {
                let failure = self.input.failure();
                return Err(failure.unwrap_or_else(|| self.format.error(Fault::CutOff)));
            }
        }
    }

    /// Determines what follows a member.
    fn go_on(&mut self) -> io::Result<MemberState> {
        loop {
            let zeros = self.input.buffered().iter().take_while(|byte| **byte == 0);
            self.input.consume(zeros.count());
            if !self.input.buffered().is_empty() || !self.input.fill() {
                break;
            }
        }
        if let Some(format) = CompressionFormat::next(&mut self.input) {
            self.format = format;
            return Ok(MemberState::Start);
        }
        if self.input.buffered().is_empty() {
            return match self.input.failure() {
                Some(failure) => Err(failure),
                None => Ok(MemberState::End),
            };
        }
        if self.is_text() {
            Ok(MemberState::Text)
        } else {
            Ok(MemberState::Faulty(Fault::Foreign))
        }
    }

    /// Returns whether the bytes after the data are text: the start of their first line has no
    /// control characters that texts do not have. The result depends on the bytes alone, not on how
    /// they arrive, and needs no more than that line.
    fn is_text(&mut self) -> bool {
        loop {
            let start = self.input.buffered();
            let start = &start[..start.len().min(LINE)];
            let end = memchr::memchr(b'\n', start);
            let line = &start[..end.unwrap_or(start.len())];
            if line.iter().copied().any(is_control) {
                return false;
            }
            if end.is_some() || start.len() == LINE || !self.input.fill() {
                return true;
            }
        }
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.state {
                MemberState::Start => self.state = MemberState::Member(Decoder::new(self.format)?),
                MemberState::Member(_) => {
                    let length = self.decode(output)?;
                    if length > 0 {
                        return Ok(length);
                    }
                }
                MemberState::Faulty(fault) => return Err(self.format.error(*fault)),
                MemberState::Behind => self.state = self.go_on()?,
                MemberState::Text => return self.input.read(output),
                MemberState::End => return Ok(0),
            }
        }
    }
}

/// Bytes of a line that decide whether it is text.
const LINE: usize = 4 << 10;

/// Returns whether texts do not have this byte: a control character other than white space and the
/// escape that begins a colour.
fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0B | 0x0C | 0x1B) || byte == 0x7F
}

#[cfg(test)]
mod tests;
