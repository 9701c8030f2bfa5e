//! Writes decisions in another form than the kept records themselves, or only observes them.

use std::borrow::Cow;
use std::io::{self, Write};

use urlsift_core::{Junk, Preference, Reason, Sift, Verdict};
use urlsift_explain::{DecidedLine, Decision, Explanation, SameText};
use urlsift_memory::Burst;

/// Writes the decisions of a run in its own form.
///
/// All methods are called in input order, by one thread at a time. Output is flushed after every
/// block of input, so no decision waits for later input.
pub trait RecordWriter: Send {
    /// Writes one record. Returns whether the record counts as written.
    ///
    /// # Errors
    /// Errors of `output`.
    fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool>;

    /// Writes a part of a record that is too long to be compared. Returns whether the record
    /// counts as written. Writes nothing by default.
    ///
    /// # Errors
    /// Errors of `output`.
    fn long_record(
        &mut self,
        part: &LongRecordPart<'_>,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        let _ = (part, output);
        Ok(false)
    }

    /// Returns how many more records it writes: with none left, the run ends. `None`, the default:
    /// any number.
    ///
    /// A session then decides on one record at a time, so that it remembers none after the last one
    /// that was written.
    fn room(&self) -> Option<u64> {
        None
    }

    /// Writes the rest when the run ends, also if it is ended early by its monitor or by a record
    /// that is not a URL. `sift` is the filter that decided, with all that it has learned.
    ///
    /// # Errors
    /// Errors of `output`.
    fn end(&mut self, sift: &Sift, output: &mut dyn Write) -> io::Result<()> {
        let _ = (sift, output);
        Ok(())
    }
}

/// Sees each decided record of a run, with its place in the input. It changes neither verdicts nor
/// output.
///
/// All methods are called in input order, by one thread at a time.
pub trait RecordObserver: Send {
    /// Sees one record.
    fn record(&mut self, decided: &DecidedRecord<'_>);

    /// Sees a part of a record that is too long to be compared.
    fn long_record(&mut self, part: &LongRecordPart<'_>) {
        let _ = part;
    }
}

/// A decided record.
#[derive(Debug)]
#[non_exhaustive]
pub struct DecidedRecord<'r> {
    /// Its source's name.
    pub source: &'r str,
    /// Its number in that source, or that of its first line; the first one is 1.
    pub record: u64,
    /// Its bytes, without the delimiter.
    pub line: &'r [u8],
    /// Its verdict.
    pub verdict: Verdict,
    /// Whether it is kept, given the run's setting for records that are not URLs.
    pub kept: bool,
    /// Details of the decision; `None` at [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub decision: Option<&'r Decision>,
    /// The burst that it completes, if
    /// [bursts are wanted](urlsift_memory::SessionBuilder::at_least).
    pub burst: Option<&'r Burst>,
    /// The filter that decided.
    pub sift: &'r Sift,
    /// The same line for those who explain its decision, if there is one.
    pub(super) decided_line: Option<DecidedLine<'r>>,
}

impl<'r> DecidedRecord<'r> {
    /// Returns the same as [`Explainer::shape`](urlsift_explain::Explainer::shape) for the record,
    /// in less time.
    pub fn shape(&self) -> Option<String> {
        self.decided_line?.shape()
    }

    /// Returns how well the record suits a preference among the lines of its group.
    pub fn merit(&self, preference: Preference) -> u64 {
        preference.merit(self.sift.scanner(), self.line)
    }

    /// Returns the same as [`Scanner::junk`](urlsift_core::Scanner::junk) for the record, if it was
    /// dropped because it is junk.
    pub fn junk(&self) -> Option<Junk> {
        if self.verdict == Verdict::Unwanted(Reason::NotJunk) {
            self.sift.scanner().junk(self.line)
        } else {
            None
        }
    }

    /// Returns the same as [`Scanner::signature`](urlsift_core::Scanner::signature) for the record:
    /// the signature that it fits, if signatures select texts.
    pub fn signature(&self) -> Option<String> {
        self.sift.scanner().signature(self.line)
    }

    /// Returns the same as [`Explainer::same_answer`](urlsift_explain::Explainer::same_answer) for
    /// the record: the answer that made it a duplicate.
    pub fn same_answer(&self) -> Option<String> {
        self.decided_line?.same_answer()
    }

    /// Returns the same as [`Explainer::explain`](urlsift_explain::Explainer::explain) for the
    /// record, in less time. Passes pairs of equal texts to `each` and leaves
    /// [`same`](urlsift_explain::Comparison::same) empty, because copies of these texts would
    /// double the time.
    pub fn explanation(&self, each: &mut dyn FnMut(SameText<'_>)) -> Option<Explanation<'r>> {
        self.decided_line?.explain(Some(each))
    }

    /// Returns the kept record that it is similar to, and how similar, in percent: a short
    /// [`explanation`](Self::explanation), in less time.
    pub fn similar_to(&self) -> Option<(Cow<'r, [u8]>, f64)> {
        let found = self.decided_line?.explain(None)?;
        Some((found.representative, found.comparison.percent))
    }
}

/// A part of a record that is too long to be compared.
#[derive(Debug)]
#[non_exhaustive]
pub struct LongRecordPart<'r> {
    /// The record's source's name.
    pub source: &'r str,
    /// The record's number in that source; the first one is 1.
    pub record: u64,
    /// The bytes; those of the last part end with the delimiter.
    pub bytes: &'r [u8],
    /// Whether the record starts here.
    pub first: bool,
    /// Whether the record ends here.
    pub last: bool,
}
