//! What is printed of lines, held until all lines are known.

use std::io;

/// Values by number, in one buffer.
#[derive(Default)]
pub(super) struct HeldValues {
    bytes: Vec<u8>,
    /// The end of each value in `bytes`.
    ends: Vec<usize>,
}

impl HeldValues {
    /// Returns the number of values, which is that of the next one.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds the value that `append` writes to the end of a buffer.
    pub(super) fn push_with(
        &mut self,
        append: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let appended = append(&mut self.bytes);
        self.ends.push(self.bytes.len());
        appended
    }

    /// Returns the value of this number.
    pub(super) fn get(&self, number: usize) -> &[u8] {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends[before],
            None => 0,
        };
        &self.bytes[start..self.ends[number]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_by_number() {
        let values: [&[u8]; 4] = [b"", b"one", b"", b"two"];
        let mut held = HeldValues::default();
        for value in values {
            let append = |bytes: &mut Vec<u8>| {
                bytes.extend_from_slice(value);
                Ok(())
            };
            held.push_with(append).expect("it is written to memory");
        }
        assert_eq!(held.len(), values.len());
        for (number, value) in values.into_iter().enumerate() {
            assert_eq!(held.get(number), value);
        }
    }
}
