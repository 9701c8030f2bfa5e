//! Numbers and texts as bytes: LEB128, seven bits a byte, lowest first.

/// Appends a number.
pub fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative, so that small ones take few bytes (zigzag).
pub fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, ((number << 1) ^ (number >> 63)).cast_unsigned());
}

/// Appends a length and this number of bytes.
pub fn put_text(bytes: &mut Vec<u8>, text: &[u8]) {
    put(bytes, text.len() as u64);
    bytes.extend_from_slice(text);
}

/// Reads from the start of bytes. `None`: they end too early, or a number is too long.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn byte(&mut self) -> Option<u8> {
        let bytes = self.take(1)?;
        Some(bytes[0])
    }

    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// Reads eight bytes.
    pub fn hash(&mut self) -> Option<u64> {
        let bytes = self.take(8)?.try_into().ok()?;
        Some(u64::from_le_bytes(bytes))
    }

    /// Reads a length and this number of bytes.
    pub fn text(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        self.take(usize::try_from(length).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_cut_ones_do_not() {
        for number in [0, 1, 127, 128, 300, 1 << 35, u64::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            put_signed(&mut bytes, number.cast_signed());
            let mut reader = ByteReader(&bytes);
            assert_eq!(
                (reader.number(), reader.signed()),
                (Some(number), Some(number.cast_signed()))
            );
            assert!(reader.0.is_empty());
            bytes.pop();
            let mut cut = ByteReader(&bytes);
            assert!(cut.number().is_some() && cut.signed().is_none());
        }
        assert_eq!(ByteReader(&[0xFF; 11]).number(), None, "more than 64 bits");
        assert_eq!(ByteReader(&[3, 1, 2]).text(), None);
        assert_eq!(ByteReader(&[2, 1, 2]).text(), Some(&[1, 2][..]));
    }
}
