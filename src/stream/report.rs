//! Output in another form than the kept records themselves.

use std::io::{self, Write};

use crate::memory::Burst;
use crate::shape::Scanned;
use crate::{Decision, Explanation, PathTexts, Preference, Sift, Verdict};

/// Writes what a run decided, in a form of its own.
///
/// All methods are called in input order, by one thread at a time. What they write is flushed after
/// every block of input, so no decision waits for later input.
pub trait Report: Send {
    /// Writes what there is to say of one record. Returns whether the record counts as written.
    ///
    /// # Errors
    /// What writing to `output` gives.
    fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool>;

    /// Writes what there is to say of a piece of a record that is too long to be compared.
    ///
    /// # Errors
    /// What writing to `output` gives.
    fn piece(&mut self, piece: &Piece<'_>, output: &mut dyn Write) -> io::Result<bool>;

    /// Says whether this only notes what was decided: then the records are written as without a
    /// report, and what this writes is lost.
    fn only_notes(&self) -> bool {
        false
    }

    /// Writes what is left to say when the run ends, also if it ends early, by its observer or a
    /// record that is not a URL.
    ///
    /// # Errors
    /// What writing to `output` gives.
    fn end(&mut self, output: &mut dyn Write) -> io::Result<()> {
        let _ = output;
        Ok(())
    }
}

/// A record that was decided on.
#[derive(Debug)]
#[non_exhaustive]
pub struct Decided<'r> {
    /// Its source's name.
    pub source: &'r str,
    /// Its number in that source; the first one is 1.
    pub record: u64,
    /// Its bytes, without the delimiter.
    pub line: &'r [u8],
    /// What became of it.
    pub verdict: Verdict,
    /// Whether it is kept, under the run's choice for records that are not URLs.
    pub kept: bool,
    /// What is known beyond the verdict; `None` at [`Detail::Verdicts`](crate::Detail::Verdicts).
    pub decision: Option<&'r Decision>,
    /// The burst that it completes, if bursts are [wanted](crate::Builder::at_least).
    pub burst: Option<&'r Burst>,
    /// The filter that decided.
    pub sift: &'r Sift,
    /// What scanning has found out about it.
    pub(super) scanned: Option<Scanned<'r>>,
}

impl<'r> Decided<'r> {
    /// What [`Sift::shape`] says of the record, in less time.
    pub fn shape(&self) -> Option<String> {
        self.sift.shape_scanned(self.line, self.decision?, self.scanned)
    }

    /// How good the record is to stand for its group.
    pub fn merit(&self, preference: Preference) -> u64 {
        preference.merit(&self.sift.scanner, self.line)
    }

    /// Takes the texts of the record's path, which are none if it is not a URL.
    pub fn read_path(&self, texts: &mut PathTexts) {
        let scratch = &mut self.sift.recent.borrow_mut().scratch;
        if self.sift.scanner.parts_in(scratch, self.line, |address| texts.read(address)).is_none() {
            *texts = PathTexts::default();
        }
    }

    /// What [`Sift::explain`] says of all records of this one's template, in less time: without
    /// [`Comparison::same`](crate::Comparison::same). Takes the texts of the record's path, which
    /// that is made of.
    pub fn explain_template(&self, texts: &mut PathTexts) -> Option<Explanation<'r>> {
        self.sift.explain_template(self.line, self.decision?, self.scanned, texts)
    }
}

/// A piece of a record that is too long.
#[derive(Debug)]
#[non_exhaustive]
pub struct Piece<'r> {
    /// The record's source's name.
    pub source: &'r str,
    /// The record's number in that source; the first one is 1.
    pub record: u64,
    /// The bytes; those of the last piece end with the delimiter.
    pub bytes: &'r [u8],
    /// Whether the record starts here.
    pub first: bool,
    /// Whether the record ends here.
    pub last: bool,
}
