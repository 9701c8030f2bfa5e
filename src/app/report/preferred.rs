//! `--prefer`: of each group the line that is liked best, when all are known.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Preference, Verdict};

use super::printed;
use crate::app::paint::Paint;
use crate::cli::Print;

/// Keeps the best line of each group until the end, then prints them in the order in which the
/// groups started.
pub(in crate::app) struct Preferred {
    preference: Preference,
    print: Print,
    delimiter: u8,
    /// How counts are printed, if they are.
    counts: Option<Paint>,
    groups: Vec<Group>,
}

struct Group {
    merit: u64,
    /// What is printed of the best line so far.
    text: Vec<u8>,
    /// How many lines there are; 0 if none is to be printed.
    count: u64,
}

impl Preferred {
    pub(in crate::app) fn new(
        preference: Preference,
        print: Print,
        delimiter: u8,
        counts: Option<Paint>,
    ) -> Self {
        Self { preference, print, delimiter, counts, groups: Vec::new() }
    }
}

impl Report for Preferred {
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
        let Some(group) = decided.decision.and_then(|decision| decision.group) else {
            // A header belongs to no group, and stands before all.
            if matches!(decided.verdict, Verdict::Header { repeated: false }) {
                output.write_all(decided.line)?;
                output.write_all(&[self.delimiter])?;
                return Ok(true);
            }
            return Ok(false);
        };
        let merit = decided.merit(self.preference);
        let mut text = Vec::new();
        match self.groups.get_mut(group as usize) {
            Some(group) if group.count == 0 => {}
            Some(group) => {
                group.count += 1;
                if merit > group.merit {
                    printed::append(decided, self.print, &mut text);
                    (group.merit, group.text) = (merit, text);
                }
            }
            None => {
                if decided.kept {
                    printed::append(decided, self.print, &mut text);
                }
                self.groups.push(Group { merit, text, count: u64::from(decided.kept) });
            }
        }
        Ok(decided.kept)
    }

    /// A record without a bound cannot be held back until the end: it comes first.
    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool> {
        if let (true, Some(paint)) = (piece.first, self.counts) {
            output.write_all(paint.count(1).as_bytes())?;
        }
        output.write_all(piece.bytes).map(|()| true)
    }

    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        for group in self.groups.iter().filter(|group| group.count > 0) {
            if let Some(paint) = self.counts {
                output.write_all(paint.count(group.count).as_bytes())?;
            }
            output.write_all(&group.text)?;
            output.write_all(&[self.delimiter])?;
        }
        Ok(())
    }
}
