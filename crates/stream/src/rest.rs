//! Keeps the rest of a block when only its start is read in one way.

use std::mem;

use super::block::InputBlock;
use super::utf16::Encoding;

/// Records that wait for a block of their own. Each byte is copied once, however many blocks they
/// fill.
#[derive(Default)]
pub(super) struct Rest {
    bytes: Vec<u8>,
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
        self.taken = 0;
        self.source = block.source;
        self.encoding = block.encoding;
    }

    /// Returns the remaining records, and their source.
    pub(super) fn left(&self) -> (&[u8], usize) {
        (&self.bytes[self.taken..], self.source)
    }

    /// Moves the next bytes to a block.
    pub(super) fn give(&mut self, bytes: usize, block: &mut InputBlock) {
        let end = self.taken + bytes;
        block.bytes.clear();
        block.bytes.extend_from_slice(&self.bytes[self.taken..end]);
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
        let mut rest = Rest::default();
        assert!(rest.is_empty());
        rest.fill(&mut block);
        let mut given = Vec::new();
        for bytes in [4, 4, 6] {
            assert_eq!((rest.is_empty(), rest.left().1), (false, 3));
            block = InputBlock::default();
            rest.give(bytes, &mut block);
            assert_eq!((block.bytes.len(), block.source), (bytes, 3));
            given.extend_from_slice(&block.bytes);
        }
        assert!(rest.is_empty());
        assert_eq!(given, b"one\ntwo\nthree\n");
    }
}
