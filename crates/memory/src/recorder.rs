//! A filter that notes what it comes to know, so that it can be saved, or stored as it goes along.

use super::journal::Journal;
use super::window::Burst;
use urlsift_core::builder::Builder;
use urlsift_core::error::Error;
use urlsift_core::event::Seen;
use urlsift_core::known::Means;
use urlsift_core::limits::Beside;
use urlsift_core::policy::Policy;
use urlsift_core::record::Batch;
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;
use urlsift_core::verdict::Verdict;

/// A [`Sift`] with a journal of all changes of what it knows, by host: keys of what it kept, or the
/// lines themselves where keys do not say it all; what was learned of path positions; how often
/// each group came.
///
/// The journal takes about 150 bytes for each kept URL and 10 for each word that was learned from.
///
/// ```
/// use urlsift::memory::Recorder;
/// use urlsift::{Sift, Verdict};
///
/// let mut sift = Recorder::new(Sift::builder())?;
/// assert_eq!(sift.admit(b"https://example.com/user/1"), Verdict::Kept);
/// let mut saved = Vec::new();
/// sift.save(&mut saved)?;
/// let mut later = Recorder::load(Sift::builder(), &saved[..])?;
/// assert_eq!(later.admit(b"https://example.com/user/2"), Verdict::Similar);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    pub(crate) sift: Sift,
    pub(crate) journal: Journal,
}

impl Recorder {
    /// Builds the filter.
    ///
    /// # Errors
    /// Two passes, or explanations, which are not remembered; and what [`Builder::build`] gives.
    pub fn new(builder: Builder) -> Result<Self, Error> {
        let sift = builder.remember(true).build()?;
        let mut recorder = Self { journal: journal(&sift), sift };
        recorder.tell_journal();
        Ok(recorder)
    }

    /// Forgets all lines as [`Sift::restart`] does, and what was noted.
    pub fn restart(&mut self) {
        self.sift.restart();
        self.journal = journal(&self.sift);
    }

    /// Has the journal told what it wants to know.
    fn tell_journal(&mut self) {
        let wants = &mut self.sift.decider.events.wants;
        *wants = wants.and(self.journal.wants());
    }

    /// Sets whether other processes may print lines that are kept here.
    pub(crate) fn share(&mut self, shared: bool) {
        self.journal.share(shared);
        self.tell_journal();
    }

    /// The filter.
    pub fn sift(&self) -> &Sift {
        &self.sift
    }

    /// Returns the scanner that goes with the filter.
    pub fn scanner(&self) -> Scanner {
        self.sift.scanner()
    }

    /// Takes the first record of a source as [`Sift::begin`] does.
    ///
    /// # Errors
    /// Those of [`Sift::begin`].
    pub fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        self.sift.begin(first)
    }

    /// Decides as [`Sift::decide`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_core::ErrorKind::Batch) as there.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        let lines: Vec<&[u8]> = lines.into_iter().collect();
        let Self { sift, journal } = self;
        journal.start_batch();
        if journal.timeline.has_turns() {
            sift.decide_each(batch, &lines, journal, Journal::turn, Journal::see, verdicts)?;
        } else {
            sift.decide_under(batch, &lines, journal, verdicts)?;
            let scanner = &sift.scanner;
            let records = batch.records.iter().zip(&lines).zip(sift.decider.events.iter());
            for (at, ((record, line), told)) in records.enumerate() {
                journal.see(at, &Seen { scanner, batch, record, line, told });
            }
        }
        journal.note_arrivals(&lines);
        if journal.timeline.is_full() {
            self.purge();
        }
        Ok(())
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let (mut batch, mut verdicts) = (Batch::default(), Vec::new());
        self.sift.scanner.scan(line, &mut batch);
        match self.decide(&batch, [line], &mut verdicts) {
            Ok(()) => verdicts[0],
            Err(_) => unreachable!("the batch is of this filter's scanner, and has one line"),
        }
    }

    /// Passes on the lines that are printed, as [`Sift::filter`] does.
    pub fn filter<L: AsRef<[u8]>>(&mut self, lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = L> {
        lines.into_iter().filter(|line| self.admit(line.as_ref()).is_printed())
    }

    /// The burst that a record of the last batch completes, by the record's place in it: see
    /// [`SessionBuilder::at_least`](super::SessionBuilder::at_least).
    pub fn burst(&self, record: usize) -> Option<&Burst> {
        self.journal.timeline.burst(record)
    }

    /// Returns how many bytes it holds, about.
    pub fn memory_usage(&self) -> usize {
        self.sift.memory_usage() + self.journal.memory()
    }

    /// Takes the groups out of the index that have expired.
    fn purge(&mut self) {
        let Self { sift, journal } = self;
        let means = Means { scanner: &sift.scanner, layout: &sift.comparer.layout };
        Beside { limits: &mut sift.limits, policy: journal }.purge(&mut sift.decider.known, means);
    }
}

/// A journal for a filter, without notes.
fn journal(sift: &Sift) -> Journal {
    Journal::new(sift.scanner.key.clone(), sift.hosts_meet, sift.decider.known.index().has_keys())
}
