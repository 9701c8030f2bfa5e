//! One member's decoder: bytes in, bytes out, as far as both go.

use std::io;

use lzma_rust2::{Action, XzStream};
use zstd::stream::raw::{InBuffer, Operation as _, OutBuffer};

use super::format::{Fault, Format};

/// The bits of the largest window that gzip has.
const GZIP_WINDOW: u8 = 15;

/// The memory that an xz member may ask for, in KiB: eight times what `xz -9` does. zstd's own
/// limit is 128 MiB.
const XZ_MEMORY: u32 = 512 << 10;

/// The bytes before a block of zstd (RFC 8878, 3.1.1.2).
///
/// The library says how many bytes it wants: those of a block and the header behind it. It gets no
/// more than the block, since an error takes the output of the whole call with it.
const ZSTD_BLOCK_HEADER: usize = 3;

/// The decoder of one member.
pub(super) enum Decoder {
    Gzip(flate2::Decompress),
    /// With what it may take next.
    Zstd(zstd::stream::raw::Decoder<'static>, usize),
    Bzip2(bzip2::Decompress),
    Xz(Box<XzStream>),
}

/// What a step did, also one that failed.
pub(super) struct Step {
    /// The bytes that it took.
    pub(super) consumed: usize,
    /// The bytes that it gave.
    pub(super) produced: usize,
    /// Whether the member ends there, or what is wrong with it.
    pub(super) result: Result<bool, Fault>,
}

impl Decoder {
    pub(super) fn new(format: Format) -> io::Result<Self> {
        Ok(match format {
            Format::Gzip => Self::Gzip(flate2::Decompress::new_gzip(GZIP_WINDOW)),
            Format::Zstd => Self::Zstd(zstd::stream::raw::Decoder::new()?, 1),
            Format::Bzip2 => Self::Bzip2(bzip2::Decompress::new(false)),
            Format::Xz => Self::Xz(Box::new(XzStream::new_mem_limit(false, XZ_MEMORY))),
        })
    }

    /// Decodes from `input` to `output`. If it takes and gives nothing, it needs more input.
    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (taken, given) = self.totals();
        let result = match self {
            Self::Zstd(decoder, size) => {
                let input = &input[..input.len().min(*size)];
                let (mut input, mut output) = (InBuffer::around(input), OutBuffer::around(output));
                let result = decoder.run(&mut input, &mut output);
                if let Ok(missing) = result {
                    *size = missing.saturating_sub(ZSTD_BLOCK_HEADER).max(1);
                }
                // The crate gives no more than the library's text.
                let fault = |error: io::Error| Fault::of_memory(error.to_string().contains("memory"));
                return Step {
                    consumed: input.pos(),
                    produced: output.pos(),
                    result: result.map(|missing| missing == 0).map_err(fault),
                };
            }
            Self::Gzip(decoder) => decoder
                .decompress(input, output, flate2::FlushDecompress::None)
                .map(|status| status == flate2::Status::StreamEnd)
                .map_err(|_| Fault::Damage),
            Self::Bzip2(decoder) => decoder
                .decompress(input, output)
                .map(|status| status == bzip2::Status::StreamEnd)
                .map_err(|_| Fault::Damage),
            Self::Xz(decoder) => decoder
                .process(input, output, Action::Run)
                .map(|done| done.status == lzma_rust2::Status::StreamEnd)
                .map_err(|error| Fault::of_memory(error.kind() == io::ErrorKind::OutOfMemory)),
        };
        let (taken_now, given_now) = self.totals();
        Step { consumed: (taken_now - taken) as usize, produced: (given_now - given) as usize, result }
    }

    /// The bytes taken and given since the start, where the decoder counts them.
    fn totals(&self) -> (u64, u64) {
        match self {
            Self::Gzip(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Bzip2(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Xz(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Zstd(..) => (0, 0),
        }
    }
}
