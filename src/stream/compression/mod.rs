/*!
Compressed sources: gzip, zstd, bzip2 and xz, told by their first bytes.

A source is a sequence of *members*, each complete in itself, as `cat a.gz b.gz` makes it; they need not even have
the same format. What happens behind a member is what gzip(1) does: zeros are padding, another member goes on, and
anything else is ignored with a note.

The decoders are driven by hand instead of through their readers. So a read returns what is decoded as soon as
there is something (a reader of xz waits for the next chunk), a member ends exactly where it ends, and what comes
before damage is the same however the bytes arrive; only xz gives more or less of the chunk that is damaged.

# Cost

The time of the decoder, on the reader thread, beside the others. 64 KiB, and what the decoder asks for: at most 128
MiB for zstd, 512 MiB for xz.
*/

mod decoder;
mod format;
mod lookahead;

use std::io::{self, Read};

use decoder::{Decoder, Step};
use format::Fault;

pub(super) use format::Format;
pub(super) use lookahead::Lookahead;

/// The decompressed bytes of a source.
pub(super) struct Decompressed<R> {
    input: Lookahead<R>,
    /// The format of this member, or of the last one.
    format: Format,
    state: State,
}

enum State {
    /// A member starts here.
    Start,
    /// Inside a member.
    Member(Decoder),
    /// The member cannot be decoded from here on.
    Faulty(Fault),
    /// Behind a member.
    Behind,
    /// Behind all of them, and whether other bytes follow.
    End { trailing: bool },
}

impl<R: Read> Decompressed<R> {
    /// Starts with a member of this format.
    pub(super) fn new(input: Lookahead<R>, format: Format) -> Self {
        Self { input, format, state: State::Start }
    }

    /// Returns the name of the format if other bytes follow the last member.
    pub(super) fn trailing(&self) -> Option<&'static str> {
        matches!(self.state, State::End { trailing: true }).then(|| self.format.name())
    }

    /// Decodes what is there, reads more if that gives nothing, and returns the length at the first
    /// decoded byte, or at the end of the member.
    fn decode(&mut self, output: &mut [u8]) -> io::Result<usize> {
        loop {
            let State::Member(decoder) = &mut self.state else { return Ok(0) };
            let Step { consumed, produced, result } = decoder.step(self.input.buffered(), output);
            self.input.consume(consumed);
            match result {
                Ok(false) => {}
                Ok(true) => self.state = State::Behind,
                Err(fault) => self.state = State::Faulty(fault),
            }
            if produced > 0 {
                return Ok(produced);
            }
            if consumed == 0 && matches!(self.state, State::Member(_)) && !self.input.fill() {
                return Err(self.input.failure().unwrap_or_else(|| self.format.cut_off()));
            }
        }
    }

    /// Finds out what follows a member.
    fn go_on(&mut self) -> io::Result<State> {
        loop {
            let zeros = self.input.buffered().iter().take_while(|&&byte| byte == 0).count();
            self.input.consume(zeros);
            if !self.input.buffered().is_empty() || !self.input.fill() {
                break;
            }
        }
        Ok(if let Some(format) = Format::next(&mut self.input) {
            self.format = format;
            State::Start
        } else if self.input.buffered().is_empty() {
            if let Some(failure) = self.input.failure() {
                return Err(failure);
            }
            State::End { trailing: false }
        } else {
            State::End { trailing: true }
        })
    }
}

impl<R: Read> Read for Decompressed<R> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            match &mut self.state {
                State::Start => self.state = State::Member(Decoder::new(self.format)?),
                State::Member(_) => {
                    let length = self.decode(output)?;
                    if length > 0 {
                        return Ok(length);
                    }
                }
                State::Faulty(fault) => return Err(self.format.faulty(*fault)),
                State::Behind => self.state = self.go_on()?,
                State::End { .. } => return Ok(0),
            }
        }
    }
}
