//! Decodes text in UTF-16 to be compared, and encodes it again to be printed.
//!
//! A source that begins with a UTF-16 byte-order mark is decoded while it is read, so records end
//! at its line ends. An unpaired surrogate becomes the three bytes that UTF-8 would have for it. So
//! decoding loses nothing, and encoding again restores the original bytes.

use std::io::{self, Read};

/// Bytes per read.
const READ: usize = 32 << 10;

/// The encoding of the text of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Any superset of ASCII: nothing is decoded.
    #[default]
    Bytes,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    /// Returns the encoding of a text that begins with this mark.
    fn of(mark: [u8; 2]) -> Option<Self> {
        match mark {
            [0xFF, 0xFE] => Some(Self::Utf16Le),
            [0xFE, 0xFF] => Some(Self::Utf16Be),
            _ => None,
        }
    }

    fn unit(self, bytes: [u8; 2]) -> u16 {
        if self == Self::Utf16Be {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        }
    }

    fn bytes(self, unit: u16) -> [u8; 2] {
        if self == Self::Utf16Be {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        }
    }

    /// Returns the byte-order mark.
    pub(super) fn mark(self) -> [u8; 2] {
        self.bytes(0xFEFF)
    }

    /// Encodes decoded text again, and returns the bytes of an incomplete character at its end.
    pub(super) fn encode<'t>(self, text: &'t [u8], into: &mut Vec<u8>) -> &'t [u8] {
        let mut rest = text;
        while let Some((code, length)) = code_point(rest) {
            let (high, low) = match code.checked_sub(0x10000) {
                Some(code) => (
                    Some(0xD800 + (code >> 10) as u16),
                    0xDC00 + (code & 0x3FF) as u16,
                ),
                None => (None, code as u16),
            };
            into.extend(
                high.into_iter()
                    .chain([low])
                    .flat_map(|unit| self.bytes(unit)),
            );
            rest = &rest[length..];
        }
        rest
    }
}

/// Returns the first code point of decoded text, surrogates included, and its length.
fn code_point(text: &[u8]) -> Option<(u32, usize)> {
    let first = *text.first()?;
    let (length, bits) = match first {
        0..0x80 => (1, first),
        0xC0..0xE0 => (2, first & 0x1F),
        0xE0..0xF0 => (3, first & 0x0F),
        _ => (4, first & 0x07),
    };
    let rest = text.get(1..length)?;
    Some((
        rest.iter().fold(u32::from(bits), |code, byte| {
            code << 6 | u32::from(byte & 0x3F)
        }),
        length,
    ))
}

/// A reader that decodes UTF-16.
pub(super) struct Decoded<R> {
    input: R,
    state: DecodingState,
}

enum DecodingState {
    /// Nothing has been read.
    Start,
    /// The first bytes, which begin like a mark but are not one.
    Held(Vec<u8>),
    Plain,
    Text(Utf16Text),
}

/// The state between the bytes read and the bytes returned.
#[derive(Default)]
struct Utf16Text {
    encoding: Encoding,
    /// Bytes that are not decoded yet: half a unit, or a surrogate.
    raw: Vec<u8>,
    plain: Vec<u8>,
    given: usize,
    ended: bool,
}

impl<R: Read> Decoded<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            state: DecodingState::Start,
        }
    }

    /// Returns the encoding of the source.
    pub(super) fn encoding(&self) -> Encoding {
        if let DecodingState::Text(text) = &self.state {
            text.encoding
        } else {
            Encoding::Bytes
        }
    }

    pub(super) fn get_ref(&self) -> &R {
        &self.input
    }

    /// Reads until the first bytes show whether they are a mark.
    fn start(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        if length == 0 || !matches!(buffer[0], 0xFE | 0xFF) {
            self.state = DecodingState::Plain;
            return Ok(length);
        }
        let mut held = buffer[..length].to_vec();
        while held.len() < 2 {
            let length = self.input.read(&mut buffer[..1])?;
            if length == 0 {
                break;
            }
            held.extend_from_slice(&buffer[..length]);
        }
        let encoding = held.first_chunk().copied().and_then(Encoding::of);
        self.state = match encoding {
            Some(encoding) => DecodingState::Text(Utf16Text {
                encoding,
                raw: held.split_off(2),
                ..Utf16Text::default()
            }),
            None => DecodingState::Held(held),
        };
        self.read(buffer)
    }
}

impl Utf16Text {
    fn read(&mut self, input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.plain.len() {
            self.plain.clear();
            self.given = 0;
            self.decode();
            if !self.plain.is_empty() {
                break;
            }
            if self.ended {
                return Ok(0);
            }
            let held = self.raw.len();
            self.raw.resize(held + READ, 0);
            let length = input.read(&mut self.raw[held..]);
            self.raw
                .truncate(held + length.as_ref().map_or(0, |length| *length));
            if length? == 0 {
                self.ended = true;
                if self.raw.len() % 2 == 1 {
                    let text =
                        "its UTF-16 text is cut off; the whole lines before that are processed";
                    return Err(io::Error::new(io::ErrorKind::UnexpectedEof, text));
                }
            }
        }
        let length = (&self.plain[self.given..]).read(buffer)?;
        self.given += length;
        Ok(length)
    }

    /// Decodes the complete characters.
    fn decode(&mut self) {
        let units: Vec<u16> = self
            .raw
            .chunks_exact(2)
            .map(|unit| self.encoding.unit([unit[0], unit[1]]))
            .collect();
        let mut complete = units.len();
        if let Some(0xD800..0xDC00) = units.last()
            && !self.ended
        {
            // The second surrogate may follow.
            complete -= 1;
        }
        for character in char::decode_utf16(units[..complete].iter().copied()) {
            match character {
                Ok(character) => {
                    let mut buffer = [0; 4];
                    let character = character.encode_utf8(&mut buffer);
                    self.plain.extend_from_slice(character.as_bytes());
                }
                Err(half) => {
                    let unit = half.unpaired_surrogate();
                    let low = |shift: u16| 0x80 | (unit >> shift & 0x3F) as u8;
                    let first = 0xE0 | (unit >> 12) as u8;
                    self.plain.extend_from_slice(&[first, low(6), low(0)]);
                }
            }
        }
        self.raw.drain(..2 * complete);
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        match &mut self.state {
            DecodingState::Plain => self.input.read(buffer),
            DecodingState::Text(text) => text.read(&mut self.input, buffer),
            DecodingState::Start => self.start(buffer),
            DecodingState::Held(held) => {
                let length = held.len().min(buffer.len());
                buffer[..length].copy_from_slice(&held[..length]);
                held.drain(..length);
                if held.is_empty() {
                    self.state = DecodingState::Plain;
                }
                Ok(length)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns its bytes in reads of this size.
    struct Slow<'b>(&'b [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(buffer.len());
            self.0.read(&mut buffer[..length])
        }
    }

    fn decoded(bytes: &[u8], size: usize) -> io::Result<(Vec<u8>, Encoding)> {
        let mut reader = Decoded::new(Slow(bytes, size));
        let mut plain = Vec::new();
        reader.read_to_end(&mut plain)?;
        Ok((plain, reader.encoding()))
    }

    #[test]
    fn text_without_a_mark_stays_as_it_is() {
        for bytes in [
            &b""[..],
            b"a",
            b"\xff",
            b"\xfe",
            b"\xffa",
            b"\xff\xff\xfe",
            b"\xfe\xfe",
            b"https://a.example/\n",
        ] {
            for size in [1, 2, 100] {
                assert_eq!(
                    decoded(bytes, size).expect("it can be read"),
                    (bytes.to_vec(), Encoding::Bytes)
                );
            }
        }
    }

    #[test]
    fn half_a_unit_at_the_end_is_an_error() {
        assert_eq!(
            decoded(b"\xff\xfea\0b", 100)
                .expect_err("it is cut off")
                .kind(),
            io::ErrorKind::UnexpectedEof
        );
        assert_eq!(decoded(b"\xff\xfe", 1).expect("it is empty").0, b"");
    }

    proptest! {
        #[test]
        fn what_is_encoded_again_is_what_came(
            units in proptest::collection::vec(prop_oneof![any::<u16>(), 0xD7F0..0xE010_u16, 0..0x80_u16], 0..40),
            size in 1..9_usize,
            big in any::<bool>(),
        ) {
            let encoding = if big { Encoding::Utf16Be } else { Encoding::Utf16Le };
            let bytes: Vec<u8> = units.iter().flat_map(|&unit| encoding.bytes(unit)).collect();
            let (plain, found) = decoded(&[&encoding.mark()[..], &bytes].concat(), size).expect("it is whole");
            prop_assert_eq!(found, encoding);
            let mut again = Vec::new();
            prop_assert_eq!(encoding.encode(&plain, &mut again), b"");
            prop_assert_eq!(again, bytes);
            // The standard library decodes valid text the same way.
            if let Ok(text) = String::from_utf16(&units) {
                prop_assert_eq!(plain, text.into_bytes());
            }
        }
    }
}
