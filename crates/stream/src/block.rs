//! Cuts a block, consecutive whole records of one source, into parts that are scanned
//! independently.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr, memchr_iter};
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::utf16::Encoding;
use urlsift_core::decide::deciders::{Divider, Division};
use urlsift_core::input::Fields;
use urlsift_core::{Batch, Scanner};

/// Approximate bytes of a part: enough to be worth dispatching, few enough to share a block evenly.
const PART: usize = 16 << 10;

/// Parts that are scanned and then decided on a single thread: few enough for its cache.
pub(super) const WINDOW: usize = 8;

/// Consecutive records of one source. Reused with all its allocations.
#[derive(Default)]
pub(super) struct InputBlock {
    /// The records, each with its delimiter.
    pub bytes: Vec<u8>,
    /// The end of each record, if records may have several lines; otherwise empty.
    pub ends: Vec<u32>,
    /// The number of the source.
    pub source: usize,
    /// The encoding of its records.
    pub encoding: Encoding,
    /// The fields of its records, if the first record of the source names them.
    pub fields: Option<Arc<Fields>>,
    /// Whether the first record is a header.
    pub has_header: bool,
    /// The line below the records, if their last one may be the header of a table.
    pub below: Vec<u8>,
    parts: Vec<BlockPart>,
    /// The number of parts in use; the others are kept for a larger block.
    used: usize,
    /// The end of the last part.
    pub end: usize,
    /// The divider that assigned the records of each part to shards, if hosts are decided in
    /// parallel.
    divider: Option<Divider>,
}

/// What a part holds at most.
#[derive(Clone, Copy)]
pub(super) enum PartSize {
    /// Some bytes, up to the end of a record.
    Bytes,
    Records(NonZeroUsize),
}

/// The records that start in one range of a block's bytes.
#[derive(Default)]
pub(super) struct BlockPart {
    range: Range<usize>,
    /// The end of each record, after its delimiter, as an offset in the block.
    ends: Vec<u32>,
    batch: Batch,
    /// The shard of each record, if the block is divided.
    division: Division,
}

impl InputBlock {
    /// Cuts the bytes into parts, each after a delimiter.
    pub(super) fn cut(&mut self, delimiter: u8, size: PartSize) {
        self.end = 0;
        self.cut_next(delimiter, size, usize::MAX);
    }

    /// Cuts the next parts, at most `most`, in place of those before. Returns whether any are left.
    pub(super) fn cut_next(&mut self, delimiter: u8, size: PartSize, most: usize) -> bool {
        self.used = 0;
        while self.used < most && self.end < self.bytes.len() {
            let end = self.part_end(delimiter, size);
            self.add_part(self.end..end);
            self.end = end;
        }
        self.used > 0
    }

    /// Returns the end of the next part.
    fn part_end(&self, delimiter: u8, size: PartSize) -> usize {
        match size {
            PartSize::Bytes => {
                let near = (self.end + PART).min(self.bytes.len()) - 1;
                self.record_end(near, delimiter)
            }
            PartSize::Records(records) => {
                let mut end = self.end;
                for _ in 0..records.get() {
                    end = self.record_end(end, delimiter);
                }
                end
            }
        }
    }

    /// Returns the end of the record that holds the byte at an offset, after its delimiter.
    fn record_end(&self, from: usize, delimiter: u8) -> usize {
        record_end(&self.bytes, &self.ends, from, delimiter)
    }

    /// Returns the number of line ends within a record.
    pub(super) fn lines_within(&self, record: &Range<usize>) -> u64 {
        if self.ends.is_empty() {
            return 0;
        }
        let line_ends = memchr_iter(b'\n', &self.bytes[record.start..record.end - 1]);
        line_ends.count() as u64
    }

    fn add_part(&mut self, range: Range<usize>) {
        if self.used == self.parts.len() {
            self.parts.push(BlockPart::default());
        }
        self.parts[self.used].range = range;
        self.used += 1;
    }

    /// Returns whether the block is large enough to share among threads.
    pub(super) fn is_divisible(&self) -> bool {
        self.used > 1
    }

    /// Finds all records, without scanning them.
    pub(super) fn find_records(&mut self, delimiter: u8) {
        for part in &mut self.parts[..self.used] {
            part.each(&self.bytes, &self.ends, delimiter, |_, _, _| {});
        }
    }

    /// Scans all records on this thread, and divides them if there is a divider.
    pub(super) fn scan(&mut self, scanner: &Scanner, delimiter: u8, divider: Option<Divider>) {
        let header = self.has_header;
        self.divider = divider;
        for part in &mut self.parts[..self.used] {
            part.scan(&self.bytes, &self.ends, scanner, delimiter, header);
            part.divide(divider);
        }
    }

    /// Does the same on the threads of the pool that this is called from.
    pub(super) fn scan_in_parallel(
        &mut self,
        scanner: &Scanner,
        delimiter: u8,
        divider: Option<Divider>,
    ) {
        let bytes = &self.bytes;
        let ends = &self.ends;
        let header = self.has_header;
        self.divider = divider;
        self.parts[..self.used].par_iter_mut().for_each(|part| {
            part.scan(bytes, ends, scanner, delimiter, header);
            part.divide(divider);
        });
    }

    /// Returns the divider that assigned the records to shards, if there is one.
    pub(super) fn divider(&self) -> Option<Divider> {
        self.divider
    }

    /// Returns the parts in order.
    pub(super) fn parts(&self) -> &[BlockPart] {
        &self.parts[..self.used]
    }
}

impl BlockPart {
    fn scan(
        &mut self,
        bytes: &[u8],
        ends: &[u32],
        scanner: &Scanner,
        delimiter: u8,
        has_header: bool,
    ) {
        let mut memory = scanner.memory();
        self.each(bytes, ends, delimiter, |start, record, batch| {
            if has_header && start == 0 {
                scanner.scan_header(record, batch);
            } else {
                scanner.scan_with(&mut memory, record, batch);
            }
        });
        memory.put_back();
    }

    fn divide(&mut self, divider: Option<Divider>) {
        if let Some(divider) = divider {
            divider.divide(&mut self.batch, &mut self.division);
        }
    }

    /// Stores the end of each record, and passes each to `take` with its start, without its
    /// delimiter.
    fn each(
        &mut self,
        bytes: &[u8],
        ends: &[u32],
        delimiter: u8,
        take: impl FnMut(usize, &[u8], &mut Batch),
    ) {
        let start = self.range.start;
        if ends.is_empty() {
            let lines = memchr_iter(delimiter, &bytes[self.range.clone()]);
            self.each_until(lines.map(|length| start + length + 1), bytes, take);
        } else {
            let first = ends.partition_point(|end| *end as usize <= start);
            let last = ends.partition_point(|end| *end as usize <= self.range.end);
            let ends = ends[first..last].iter().map(|end| *end as usize);
            self.each_until(ends, bytes, take);
        }
    }

    /// Same as [`each`](Self::each), given the end of each record.
    fn each_until(
        &mut self,
        ends: impl Iterator<Item = usize>,
        bytes: &[u8],
        mut take: impl FnMut(usize, &[u8], &mut Batch),
    ) {
        self.batch.clear();
        self.ends.clear();
        let mut start = self.range.start;
        for end in ends {
            take(start, &bytes[start..end - 1], &mut self.batch);
            start = end;
            // A block has at most `RECORD_LIMIT` + 1 bytes.
            self.ends.push(start as u32);
        }
    }

    /// Returns the scanned records, sorted by their shards if the block is divided. Without a
    /// scanner there are none.
    pub(super) fn batch(&self) -> &Batch {
        &self.batch
    }

    /// Returns the shard of each record, if the block is divided.
    pub(super) fn division(&self) -> &Division {
        &self.division
    }

    /// Returns the range of each record in the block's bytes, with its delimiter.
    pub(super) fn records(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        let mut start = self.range.start;
        self.ends.iter().map(move |&end| {
            let record = start..end as usize;
            start = record.end;
            record
        })
    }

    /// Returns a record, without its delimiter, by its place in the part.
    pub(super) fn line<'b>(&self, bytes: &'b [u8], place: usize) -> &'b [u8] {
        let start = match place.checked_sub(1) {
            Some(before) => self.ends[before] as usize,
            None => self.range.start,
        };
        &bytes[start..self.ends[place] as usize - 1]
    }

    /// Returns the records, without their delimiters.
    pub(super) fn lines<'b>(&self, bytes: &'b [u8]) -> Vec<&'b [u8]> {
        self.records()
            .map(|record| &bytes[record.start..record.end - 1])
            .collect()
    }
}

/// Returns the end of the record that holds the byte at an offset, after its delimiter. `ends` are
/// those of all records, or empty.
pub(super) fn record_end(bytes: &[u8], ends: &[u32], from: usize, delimiter: u8) -> usize {
    if let Some(end) = ends.get(ends.partition_point(|end| *end as usize <= from)) {
        return *end as usize;
    }
    match memchr(delimiter, &bytes[from..]) {
        Some(length) => from + length + 1,
        None => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_hold_every_record_once_and_in_order() {
        // Lengths around the size of a part, so that cuts are before, on and after delimiters.
        for length in [1, 2, 3, 7, 100, PART - 2, PART - 1, PART, PART + 1] {
            let mut record = vec![b'a'; length - 1];
            record.push(b'\n');
            let mut block = InputBlock {
                bytes: record.repeat((3 * PART).div_ceil(length)),
                ..InputBlock::default()
            };
            block.cut(b'\n', PartSize::Bytes);
            assert!(block.is_divisible());
            block.scan(
                urlsift_core::Sift::builder().build().unwrap().scanner(),
                b'\n',
                None,
            );
            let mut expected = 0;
            for part in block.parts() {
                assert_eq!(part.batch().len(), part.records().count());
                for range in part.records() {
                    assert_eq!(range, expected..expected + length);
                    expected = range.end;
                }
            }
            assert_eq!(expected, block.bytes.len());
        }
    }

    #[test]
    fn parts_of_so_many_records_hold_that_many() {
        let scanner = urlsift_core::Sift::builder()
            .build()
            .unwrap()
            .scanner()
            .clone();
        for (lines, records, expected) in [
            (5, 2, vec![2, 2, 1]),
            (4, 2, vec![2, 2]),
            (1, 9, vec![1]),
            (3, 1, vec![1; 3]),
        ] {
            let mut block = InputBlock {
                bytes: b"line\n".repeat(lines),
                ..InputBlock::default()
            };
            let records = NonZeroUsize::new(records).unwrap();
            block.cut(b'\n', PartSize::Records(records));
            block.scan(&scanner, b'\n', None);
            let found: Vec<usize> = block
                .parts()
                .iter()
                .map(|part| part.records().len())
                .collect();
            assert_eq!(found, expected);
            assert!(
                block
                    .parts()
                    .iter()
                    .flat_map(BlockPart::records)
                    .map(|range| range.len())
                    .all(|n| n == 5)
            );
        }
    }

    #[test]
    fn a_smaller_block_forgets_the_parts_of_a_larger_one() {
        let mut block = InputBlock {
            bytes: b"a\n".repeat(PART),
            ..InputBlock::default()
        };
        block.cut(b'\n', PartSize::Bytes);
        block.bytes.truncate(4);
        block.cut(b'\n', PartSize::Bytes);
        assert_eq!(block.parts().len(), 1);
    }
}
