//! `--prefer`: of each group the line that is liked best, when all are known.

use std::io::{self, Write};

use urlsift::stream::{Decided, Piece, Report};
use urlsift::{Preference, Verdict};

use super::novel::{Order, Shows};
use super::printed;
use crate::app::paint::Paint;
use crate::cli::Print;

/// Keeps the best line of each group until the end, then prints them in the order in which the
/// groups started, or in another one.
pub(in crate::app) struct Preferred {
    preference: Preference,
    print: Print,
    delimiter: u8,
    /// How counts are printed, if they are.
    counts: Option<Paint>,
    order: Option<Order>,
    groups: Vec<Group>,
    /// How many groups are printed.
    printed: usize,
}

struct Group {
    merit: u64,
    /// What the best line so far shows, if another order is wanted.
    shows: Option<Shows>,
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
        order: Option<Order>,
    ) -> Self {
        Self { preference, print, delimiter, counts, order, groups: Vec::new(), printed: 0 }
    }

    /// The groups to print, in their order.
    fn ordered(&mut self) -> Vec<usize> {
        let printed = (0..self.groups.len()).filter(|&group| self.groups[group].count > 0);
        let Some(order) = &mut self.order else { return printed.collect() };
        let printed: Vec<usize> = printed.collect();
        for &group in &printed {
            if let Group { shows: Some(shows), count, .. } = &self.groups[group] {
                order.note(group as u64, shows);
                order.count(group as u64, count - 1);
            }
        }
        order.positions().into_iter().map(|position| printed[position]).collect()
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
        let is_ordered = self.order.is_some();
        let shows = || is_ordered.then(|| Shows::of(decided));
        match self.groups.get_mut(group as usize) {
            Some(group) if group.count == 0 => {}
            Some(group) => {
                group.count += 1;
                if merit > group.merit {
                    printed::append(decided, self.print, &mut text);
                    (group.merit, group.text, group.shows) = (merit, text, shows());
                }
            }
            None => {
                if decided.kept {
                    printed::append(decided, self.print, &mut text);
                }
                self.groups.push(Group { merit, text, shows: shows(), count: u64::from(decided.kept) });
                self.printed += usize::from(decided.kept);
                return Ok(
                    decided.kept && self.order.as_ref().is_none_or(|order| order.has_room_for(self.printed))
                );
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
        for group in self.ordered() {
            let group = &self.groups[group];
            if let Some(paint) = self.counts {
                output.write_all(paint.count(group.count).as_bytes())?;
            }
            output.write_all(&group.text)?;
            output.write_all(&[self.delimiter])?;
        }
        Ok(())
    }
}
