//! `--order novel`: kept lines held until the end, and printed so that the first ones show the most
//! of the list.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Novelty, Verdict};

/// What is known of the lines that are held, and how many of them are printed.
pub(in crate::app) struct Order {
    most: usize,
    novelty: Novelty,
    /// How many lines there are.
    lines: usize,
}

/// What a line shows of the list: what stands for its host, and its template.
pub(super) struct Shows {
    host: Option<u64>,
    template: String,
}

impl Shows {
    /// What a decided line shows. One that is not a URL has no template.
    pub(super) fn of(decided: &Decided<'_>) -> Self {
        let host = decided.decision.and_then(|decision| decision.host);
        Self { host, template: decided.shape().unwrap_or_default() }
    }
}

impl Order {
    /// The order of the first `most` lines, or of all.
    pub(in crate::app) fn new(most: Option<NonZeroUsize>) -> Self {
        Self { most: most.map_or(usize::MAX, NonZeroUsize::get), novelty: Novelty::default(), lines: 0 }
    }

    /// Notes a line of a group. Returns whether so many lines are printed: which ones is not known
    /// yet.
    pub(super) fn note(&mut self, group: u64, shows: &Shows) -> bool {
        self.novelty.note(group, shows.host, &shows.template);
        self.lines += 1;
        self.has_room_for(self.lines)
    }

    /// Whether so many lines are printed.
    pub(super) fn has_room_for(&self, lines: usize) -> bool {
        lines <= self.most
    }

    /// Counts further lines of a group.
    pub(super) fn count(&mut self, group: u64, lines: u64) {
        self.novelty.count(group, lines);
    }

    /// The positions of the lines to print.
    pub(super) fn positions(&self) -> Vec<usize> {
        self.novelty.order(self.most)
    }
}

/// Holds what another form prints of each kept line.
pub(in crate::app) struct Novel {
    form: Box<dyn Report>,
    /// What comes before everything else.
    header: Vec<u8>,
    order: Order,
    bytes: Vec<u8>,
    /// Where the text of each line ends in `bytes`.
    ends: Vec<usize>,
}

impl Novel {
    /// `form` prints only kept lines, each as soon as it is told of it, and no header.
    pub(in crate::app) fn new(form: Box<dyn Report>, header: Vec<u8>, order: Order) -> Self {
        Self { form, header, order, bytes: Vec::new(), ends: Vec::new() }
    }

    fn write_header(&mut self, output: &mut dyn Write) -> io::Result<()> {
        output.write_all(&std::mem::take(&mut self.header))
    }
}

impl Report for Novel {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if let Verdict::Header { .. } = decided.verdict {
            self.write_header(output)?;
            return self.form.record(decided, output);
        }
        self.form.record(decided, &mut self.bytes)?;
        let Some(group) = decided.decision.and_then(|decision| decision.group) else { return Ok(false) };
        if self.bytes.len() == self.ends.last().copied().unwrap_or_default() {
            self.order.count(group, 1);
            return Ok(false);
        }
        self.ends.push(self.bytes.len());
        Ok(self.order.note(group, &Shows::of(decided)))
    }

    /// A line without a bound cannot be held back until the end: it comes first.
    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        self.write_header(output)?;
        self.form.piece(piece, output)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        self.write_header(output)?;
        for position in self.order.positions() {
            let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
            output.write_all(&self.bytes[start..self.ends[position]])?;
        }
        Ok(())
    }
}
