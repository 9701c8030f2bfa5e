//! The lines of a list with the node of each.

use std::sync::Arc;
use urlsift_core::input::{Fields, LineReaders, ReadLine};
use urlsift_core::reserved::Reserved;
use urlsift_core::text_list::TextList;

/// Stands for no node: the line is empty or too long.
const NONE: u32 = u32::MAX;

/// All lines in one buffer, with 12 bytes more for each.
#[derive(Clone, Debug, Default)]
pub(super) struct ClusterLines {
    lines: TextList,
    nodes: Vec<u32>,
    readers: LineReaders,
    /// In the order of their lines.
    sections: Vec<ReaderSection>,
}

/// Lines that one reader has read.
#[derive(Clone, Copy, Debug)]
struct ReaderSection {
    /// The position of its first line.
    start: usize,
    /// The number of the reader.
    reader: u32,
}

impl ClusterLines {
    /// Sets the reader of the lines that follow.
    pub(super) fn read_by(&mut self, fields: &Arc<Fields>) {
        let reader = self.readers.number(fields);
        let last = self.sections.last();
        if last.is_none_or(|section| section.reader != reader) {
            let start = self.nodes.len();
            self.sections.push(ReaderSection { start, reader });
        }
    }

    /// Returns the line at a position with its reader.
    pub(super) fn read(&self, at: u32) -> ReadLine<'_> {
        let later = |section: &ReaderSection| section.start <= at as usize;
        let sections = &self.sections[..self.sections.partition_point(later)];
        let reader = sections.last().map(|section| section.reader);
        self.readers.line(self.line(at), reader.unwrap_or_default())
    }

    /// Adds the next line.
    pub(super) fn push(&mut self, line: &[u8], node: u32) {
        assert!(self.nodes.len() < NONE as usize, "fewer than 2^32 lines");
        self.lines.push(line);
        self.nodes.push(node);
    }

    /// Adds a line that has no node.
    pub(super) fn skip(&mut self) {
        self.push(&[], NONE);
    }

    /// Returns the line at a position, counted from 0.
    pub(super) fn line(&self, at: u32) -> &[u8] {
        self.lines.get(at as usize)
    }

    /// Returns the node of the line at a position; `None` if it has none.
    pub(super) fn node(&self, at: u32) -> Option<u32> {
        let node = self.nodes[at as usize];
        (node != NONE).then_some(node)
    }

    /// Returns the node of each line in order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Option<u32>> {
        (0..self.nodes.len() as u32).map(|at| self.node(at))
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.lines.heap_bytes() + self.nodes.reserved_bytes()
    }
}
