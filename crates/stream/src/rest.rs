//! Keeps the rest of a block when only its start is read in one way.

use std::mem;

use super::block::InputBlock;
use super::utf16::Encoding;

/// Records that wait for a block of their own. Each byte is copied once, however many blocks they
/// fill.
#[derive(Default)]
pub(super) struct Rest {
    bytes: Vec<u8>,
    /// The ends of records, from the bytes that are left, if records may have several lines.
    ends: Vec<u32>,
    /// Number of bytes taken so far.
    taken: usize,
    source: usize,
    encoding: Encoding,
}

impl Rest {
    pub(super) fn is_empty(&self) -> bool {
        self.taken == self.bytes.len()
    }

    /// Takes the content of a block.
    pub(super) fn fill(&mut self, block: &mut InputBlock) {
        mem::swap(&mut self.bytes, &mut block.bytes);
        mem::swap(&mut self.ends, &mut block.ends);
        self.taken = 0;
        self.source = block.source;
        self.encoding = block.encoding;
    }

    /// Returns the number of the source.
    pub(super) fn source(&self) -> usize {
        self.source
    }

    /// Returns the remaining records.
    pub(super) fn left(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Returns the ends of these records, if they may have several lines.
    pub(super) fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Moves the next bytes to a block.
    pub(super) fn give(&mut self, bytes: usize, block: &mut InputBlock) {
        let end = self.taken + bytes;
        block.bytes.clear();
        block.bytes.extend_from_slice(&self.bytes[self.taken..end]);
        let given = self.ends.partition_point(|end| *end as usize <= bytes);
        block.ends.clear();
        block.ends.extend(self.ends.drain(..given));
        for end in &mut self.ends {
            *end -= bytes as u32;
        }
        block.source = self.source;
        block.encoding = self.encoding;
        self.taken = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bytes_are_given_in_order() {
        let mut block = InputBlock::default();
        (block.bytes, block.source) = (b"one\ntwo\nthree\n".to_vec(), 3);
        block.ends = vec![4, 8, 14];
        let mut rest = Rest::default();
        assert!(rest.is_empty());
        rest.fill(&mut block);
        let mut given = Vec::new();
        for bytes in [4, 4, 6] {
            assert_eq!((rest.is_empty(), rest.source()), (false, 3));
            block = InputBlock::default();
            rest.give(bytes, &mut block);
            assert_eq!((block.bytes.len(), block.source), (bytes, 3));
            assert_eq!(block.ends, [bytes as u32]);
            given.extend_from_slice(&block.bytes);
        }
        assert!(rest.is_empty());
        assert_eq!(given, b"one\ntwo\nthree\n");
    }
}
