//! `--count`: how many records each kept one stands for.

use std::io::{self, Write};

use urlsift::Verdict;
use urlsift::stream::{Decided, Piece, Report};

use super::shape::shape;

/// Counts groups until the end, then prints them in the order in which they started, as `uniq -c`
/// does.
pub(in crate::app) struct Counts {
    delimiter: u8,
    /// Whether templates are printed instead of the records that started the groups.
    shapes: bool,
    bytes: Vec<u8>,
    /// For each group, where its record ends in `bytes`, and how many records it has. A count of 0
    /// is not printed.
    groups: Vec<(usize, u64)>,
}

impl Counts {
    pub(in crate::app) fn new(delimiter: u8, shapes: bool) -> Self {
        Self { delimiter, shapes, bytes: Vec::new(), groups: Vec::new() }
    }
}

impl Report for Counts {
    fn record(&mut self, decided: &Decided<'_>, _: &mut dyn Write) -> io::Result<bool> {
        let Some(group) = decided.decision.and_then(|decision| decision.group) else { return Ok(false) };
        if let Some((_, count)) = self.groups.get_mut(group as usize) {
            *count += u64::from(*count > 0);
            return Ok(false);
        }
        // A record that is not a URL and is to be dropped started a group all the same.
        if decided.kept {
            if self.shapes {
                self.bytes.extend_from_slice(&shape(decided));
            } else {
                self.bytes.extend_from_slice(decided.line);
            }
        }
        self.groups.push((self.bytes.len(), u64::from(decided.kept)));
        Ok(decided.verdict != Verdict::Empty && decided.kept)
    }

    /// A record without a bound cannot be held back until the end: it comes first, and stands for
    /// itself.
    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if piece.first {
            write!(output, "{:>7} ", 1)?;
        }
        output.write_all(piece.bytes).map(|()| true)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let mut start = 0;
        for &(end, count) in &self.groups {
            if count > 0 {
                write!(output, "{count:>7} ")?;
                output.write_all(&self.bytes[start..end])?;
                output.write_all(&[self.delimiter])?;
            }
            start = end;
        }
        Ok(())
    }
}
