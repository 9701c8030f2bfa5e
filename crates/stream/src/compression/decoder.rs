//! Decodes one member, as many bytes at a time as fit.

use std::io;

use lzma_rust2::{Action, XzStream};
use zstd::stream::raw::{Decoder as ZstdDecoder, InBuffer, Operation as _, OutBuffer};

use super::format::{CompressionFormat, Fault};

/// Maximum window of gzip, in bits.
const GZIP_WINDOW: u8 = 15;

/// Maximum memory that an xz member may request, in KiB: eight times that of `xz -9`. The limit of
/// zstd is 128 MiB.
const XZ_MEMORY: u32 = 512 << 10;

/// Bytes before a block of zstd (RFC 8878, 3.1.1.2).
///
/// The library asks for the bytes of a block and of the next header. It gets no more than the
/// block, because an error discards the output of the whole call.
const ZSTD_BLOCK_HEADER: usize = 3;

/// The decoder of one member.
pub(super) enum Decoder {
    Gzip(flate2::Decompress),
    /// The second field is the maximum number of bytes it may take next.
    Zstd(ZstdDecoder<'static>, usize),
    Bzip2(bzip2::Decompress),
    Xz(Box<XzStream>),
}

/// The result of one step, valid even if it failed.
pub(super) struct DecodeStep {
    /// Bytes consumed.
    pub consumed: usize,
    /// Bytes produced.
    pub produced: usize,
    /// Whether the member ends there, or the error in it.
    pub result: Result<bool, Fault>,
}

impl Decoder {
    pub(super) fn new(format: CompressionFormat) -> io::Result<Self> {
        Ok(match format {
            CompressionFormat::Gzip => Self::Gzip(flate2::Decompress::new_gzip(GZIP_WINDOW)),
            CompressionFormat::Zstd => Self::Zstd(ZstdDecoder::new()?, 1),
            CompressionFormat::Bzip2 => Self::Bzip2(bzip2::Decompress::new(false)),
            CompressionFormat::Xz => Self::Xz(Box::new(XzStream::new_mem_limit(false, XZ_MEMORY))),
        })
    }

    /// Decodes from `input` to `output`. If it consumes and produces nothing, it needs more input.
    pub(super) fn step(&mut self, input: &[u8], output: &mut [u8]) -> DecodeStep {
        let (taken, given) = self.totals();
        let result = match self {
            Self::Zstd(decoder, size) => return step_zstd(decoder, size, input, output),
            Self::Gzip(decoder) => {
                match decoder.decompress(input, output, flate2::FlushDecompress::None) {
                    Ok(status) => Ok(status == flate2::Status::StreamEnd),
                    Err(_) => Err(Fault::Damage),
                }
            }
            Self::Bzip2(decoder) => match decoder.decompress(input, output) {
                Ok(status) => Ok(status == bzip2::Status::StreamEnd),
                Err(_) => Err(Fault::Damage),
            },
            Self::Xz(decoder) => match decoder.process(input, output, Action::Run) {
                Ok(done) => Ok(done.status == lzma_rust2::Status::StreamEnd),
                Err(error) => {
                    let is_memory = error.kind() == io::ErrorKind::OutOfMemory;
                    Err(Fault::of_memory(is_memory))
                }
            },
        };
        let (taken_now, given_now) = self.totals();
        DecodeStep {
            consumed: (taken_now - taken) as usize,
            produced: (given_now - given) as usize,
            result,
        }
    }

    /// Returns the bytes consumed and produced since the start, if the decoder counts them.
    fn totals(&self) -> (u64, u64) {
        match self {
            Self::Gzip(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Bzip2(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Xz(decoder) => (decoder.total_in(), decoder.total_out()),
            Self::Zstd(..) => (0, 0),
        }
    }
}

/// Decodes a step of zstd: at most `size` bytes, which is then set for the next step.
fn step_zstd(
    decoder: &mut ZstdDecoder<'static>,
    size: &mut usize,
    input: &[u8],
    output: &mut [u8],
) -> DecodeStep {
    let length = input.len().min(*size);
    let mut input = InBuffer::around(&input[..length]);
    let mut output = OutBuffer::around(output);
    let result = match decoder.run(&mut input, &mut output) {
        Ok(missing) => {
            *size = missing.saturating_sub(ZSTD_BLOCK_HEADER).max(1);
            Ok(missing == 0)
        }
        // The crate returns only the library's message.
        Err(error) => {
            let is_memory = error.to_string().contains("memory");
            Err(Fault::of_memory(is_memory))
        }
    };
    DecodeStep {
        consumed: input.pos(),
        produced: output.pos(),
        result,
    }
}
