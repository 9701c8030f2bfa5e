//! Detects formats by their first bytes, and names them.

use std::io::{self, Read};

use super::lookahead::Lookahead;

/// A format of compressed data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompressionFormat {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// The first bytes of a member.
struct Magic {
    format: CompressionFormat,
    /// The lowest and the highest value of each byte.
    low: &'static [u8],
    high: &'static [u8],
    /// Number of these bytes that identify the format of a source that ends after them: so many
    /// that no text begins with them.
    enough: usize,
}

impl Magic {
    const fn new(
        format: CompressionFormat,
        low: &'static [u8],
        high: &'static [u8],
        enough: usize,
    ) -> Self {
        Self {
            format,
            low,
            high,
            enough,
        }
    }

    /// Returns whether a member with these first bytes may begin with `start`.
    fn agrees(&self, start: &[u8]) -> bool {
        start
            .iter()
            .zip(self.low.iter().zip(self.high))
            .all(|(byte, (low, high))| (low..=high).contains(&byte))
    }
}

/// bzip2 has `BZh`, the block size, and the digits of pi that start a block; without blocks, the
/// digits of its square root, which end the data. The first bytes are letters, so a line of text
/// could begin with fewer of them. The second entry of zstd is a frame without data, as pzstd
/// writes it (RFC 8878, 3.1.2).
const MAGICS: &[Magic] = &[
    Magic::new(CompressionFormat::Gzip, b"\x1f\x8b\x08", b"\x1f\x8b\x08", 2),
    Magic::new(
        CompressionFormat::Zstd,
        b"\x28\xb5\x2f\xfd",
        b"\x28\xb5\x2f\xfd",
        2,
    ),
    Magic::new(
        CompressionFormat::Zstd,
        b"\x50\x2a\x4d\x18",
        b"\x5f\x2a\x4d\x18",
        4,
    ),
    Magic::new(
        CompressionFormat::Bzip2,
        b"BZh1\x31\x41\x59\x26\x53\x59",
        b"BZh9\x31\x41\x59\x26\x53\x59",
        5,
    ),
    Magic::new(
        CompressionFormat::Bzip2,
        b"BZh1\x17\x72\x45\x38\x50\x90",
        b"BZh9\x17\x72\x45\x38\x50\x90",
        5,
    ),
    Magic::new(CompressionFormat::Xz, b"\xfd7zXZ\0", b"\xfd7zXZ\0", 2),
];

impl CompressionFormat {
    /// Returns the format of data that begins with `start`, if `start` is long enough.
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        let magic = MAGICS
            .iter()
            .find(|magic| start.len() >= magic.low.len() && magic.agrees(start));
        magic.map(|magic| magic.format)
    }

    /// Returns the format of the next member, if there is one. Reads no more bytes than needed.
    pub(crate) fn next(input: &mut Lookahead<impl Read>) -> Option<Self> {
        loop {
            if let Some(format) = Self::of(input.buffered()) {
                return Some(format);
            }
            if !MAGICS.iter().any(|magic| magic.agrees(input.buffered())) {
                return None;
            }
            if !input.fill() {
                let start = input.buffered();
                let magic = MAGICS
                    .iter()
                    .find(|magic| magic.agrees(start) && start.len() >= magic.enough);
                return magic.map(|magic| magic.format);
            }
        }
    }

    /// Returns the name of the program that writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
        }
    }

    /// Returns the error of a source that cannot be decoded further.
    pub(super) fn error(self, fault: Fault) -> io::Error {
        let what = match fault {
            Fault::Damage => "is damaged",
            Fault::Memory => "needs too much memory (decompress it first)",
            Fault::CutOff => "is cut off",
            Fault::Foreign => "is followed by bytes that are neither compressed nor text",
        };
        let kind = match fault {
            Fault::Damage | Fault::Foreign => io::ErrorKind::InvalidData,
            Fault::Memory => io::ErrorKind::OutOfMemory,
            Fault::CutOff => io::ErrorKind::UnexpectedEof,
        };
        let name = self.name();
        let message = format!("its {name} data {what}; the whole lines before that are processed");
        io::Error::new(kind, message)
    }
}

/// The error in a source. Details are omitted, because they depend on how the bytes arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Damage,
    /// It requests more memory than allowed.
    Memory,
    /// It ends inside a member.
    CutOff,
    /// After the last member there are bytes that are neither text nor padding.
    Foreign,
}

impl Fault {
    pub(super) fn of_memory(is_memory: bool) -> Self {
        if is_memory {
            Self::Memory
        } else {
            Self::Damage
        }
    }
}
