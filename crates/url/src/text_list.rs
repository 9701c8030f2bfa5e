//! A list of texts that takes two allocations, however many texts there are.

use crate::reserved::Reserved;

/// Texts by number, in one buffer.
#[derive(Clone, Debug, Default)]
pub struct TextList {
    bytes: Vec<u8>,
    /// The end of each text in `bytes`.
    ends: Vec<usize>,
}

impl TextList {
    /// Adds a text, whose number is that of the texts before it.
    pub fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    /// Returns the number of texts.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the text of this number.
    pub fn get(&self, number: usize) -> &[u8] {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends[before],
            None => 0,
        };
        &self.bytes[start..self.ends[number]]
    }

    /// Returns the memory used, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_by_number() {
        let texts: [&[u8]; 4] = [b"", b"one", b"", b"two"];
        let mut list = TextList::default();
        for text in texts {
            list.push(text);
        }
        assert_eq!(list.len(), texts.len());
        for (number, text) in texts.into_iter().enumerate() {
            assert_eq!(list.get(number), text);
        }
    }
}
