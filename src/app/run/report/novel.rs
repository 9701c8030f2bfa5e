//! `--order novel`: holds kept lines until the end, and prints the most varied ones first.

use std::collections::HashSet;
use std::io::{self, Write};
use std::num::NonZeroUsize;

use urlsift::lists::Novelty;
use urlsift::stream::DecidedRecord;

/// The order of the lines that are held, and how many of them are printed.
pub(super) struct NovelOrder {
    most: usize,
    novelty: Novelty,
    /// The number of lines.
    lines: usize,
}

/// The number of a line's host, and its template.
pub(super) struct Shows {
    host: Option<u64>,
    template: String,
}

impl Shows {
    /// Reads them from a decided line. A line that is not a URL has an empty template.
    pub(super) fn of(decided: &DecidedRecord<'_>) -> Self {
        let host = decided.decision.and_then(|decision| decision.host);
        Self {
            host,
            template: decided.shape().unwrap_or_default(),
        }
    }
}

impl NovelOrder {
    /// Orders the first `most` lines, or all.
    pub(super) fn new(most: Option<NonZeroUsize>) -> Self {
        Self {
            most: most.map_or(usize::MAX, NonZeroUsize::get),
            novelty: Novelty::default(),
            lines: 0,
        }
    }

    /// Notes a line of a group. Returns whether the number of printed lines grows by this; which
    /// lines are printed is not known yet.
    pub(super) fn note(&mut self, group: u64, shows: &Shows) -> bool {
        self.novelty.note(group, shows.host, &shows.template);
        self.lines += 1;
        self.lines <= self.most
    }

    /// Counts further lines of a group.
    pub(super) fn count(&mut self, group: u64, lines: u64) {
        self.novelty.count(group, lines);
    }

    /// Returns the positions of the lines to print.
    pub(super) fn positions(&self) -> Vec<usize> {
        self.novelty.order(self.most)
    }
}

/// Holds the text of each kept line until the end.
pub(super) struct HeldLines {
    order: NovelOrder,
    bytes: Vec<u8>,
    /// The end of each line's text in `bytes`.
    ends: Vec<usize>,
    /// Whether equal texts are printed once.
    once: bool,
}

impl HeldLines {
    pub(super) fn new(order: NovelOrder, once: bool) -> Self {
        Self {
            order,
            bytes: Vec::new(),
            ends: Vec::new(),
            once,
        }
    }

    /// Adds a line, whose text is empty unless it is kept. Returns whether it counts as printed.
    pub(super) fn add(&mut self, decided: &DecidedRecord<'_>, text: &[u8]) -> bool {
        let Some(group) = decided.decision.and_then(|decision| decision.group) else {
            return false;
        };
        if text.is_empty() {
            self.order.count(group, 1);
            return false;
        }
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        self.order.note(group, &Shows::of(decided))
    }

    /// Writes the lines in their order.
    pub(super) fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut printed = HashSet::new();
        for position in self.order.positions() {
            let start = position
                .checked_sub(1)
                .map_or(0, |before| self.ends[before]);
            let text = &self.bytes[start..self.ends[position]];
            if !self.once || printed.insert(text) {
                output.write_all(text)?;
            }
        }
        Ok(())
    }
}
