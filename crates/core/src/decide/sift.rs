//! The filter: settings, deciders and limits.

use crate::decide::decided::Decided;
use crate::decide::deciders::Deciders;
use crate::decide::event::{Event, EventDetails};
use crate::decide::known::Scanning;
use crate::decide::limits::answers::{LearnedParameter, SameAnswer};
use crate::decide::limits::{KeptLimits, LimitsThen};
use crate::decide::policy::{Policy, Unwatched};
use crate::decide::verdict::Verdict;
use crate::learn::Learner;
use crate::record::{Batch, ScannedLine, ScannedLines, Url};
use crate::scan::Scanner;
use crate::settings::builder::{Builder, Settings};
use crate::similar::feature::TermCounts;
use crate::similar::measure::Measure;
use std::collections::TryReserveError;
use std::mem;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

/// The filter.
///
/// A clone is a snapshot: from then on the two are independent.
#[derive(Clone, Debug)]
pub struct Sift {
    settings: Settings,
    scanner: Scanner,
    /// The same scanner without conditions; it leaves all parts of lines in the batch.
    unfiltered_scanner: Scanner,
    measure: Measure,
    deciders: Deciders,
    limits: KeptLimits,
    /// Whether URLs of different hosts may be similar.
    hosts_meet: bool,
    /// Whether anyone reads events.
    is_watched: bool,
    /// Counts the terms of records, if the list will be read again.
    census: Option<Box<TermCounts>>,
    /// Verdicts of the last batch.
    verdicts: Vec<Verdict>,
    /// Buffer for single lines.
    batch: Batch,
}

/// The parts that a filter is assembled from, besides its settings.
#[derive(Debug)]
pub(crate) struct SiftParts {
    pub scanner: Scanner,
    pub unfiltered_scanner: Scanner,
    pub measure: Measure,
    pub deciders: Deciders,
    pub limits: KeptLimits,
    pub hosts_meet: bool,
}

/// Read access to a filter.
#[derive(Clone, Copy, Debug)]
pub struct SiftView<'s> {
    /// The settings that the filter was built from.
    pub settings: &'s Settings,
    /// Its scanner without conditions; it leaves all parts of lines in the batch.
    pub unfiltered_scanner: &'s Scanner,
    /// The measure of similarity.
    pub measure: &'s Measure,
    /// The deciders, with everything that they know.
    pub deciders: &'s Deciders,
    /// Whether URLs of different hosts may be similar. At the default settings they never are; they
    /// may be if the threshold allows URLs to differ by the weight of a host, and under
    /// [`Metric::SimHash`](crate::similar::similarity::Metric::SimHash).
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// assert!(!Sift::builder().build()?.view().hosts_meet);
    /// let builder = Sift::builder().threshold(60.0); // the host weighs 4 of 10
    /// assert!(builder.build()?.view().hosts_meet);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub hosts_meet: bool,
    limits: &'s KeptLimits,
}

impl SiftView<'_> {
    /// Writes the tokens of a URL's segments as they read with everything learned so far, and
    /// learns nothing from it.
    pub fn read(&self, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        self.deciders
            .read(&self.unfiltered_scanner.key, batch, url, tokens);
    }

    /// Returns the number of lines dropped because of their answers, and these answers, most
    /// frequent first. `None` unless [`same_answer`](Builder::same_answer) is set.
    pub fn same_answers(&self) -> Option<(u64, Vec<SameAnswer>)> {
        self.limits.answers.as_ref().map(|answers| answers.told())
    }

    /// Returns the effects of parameters on answers, found in the first of two readings: parameters
    /// of a host that never changed an answer in as many comparisons as
    /// [`same_answer`](Builder::same_answer) asks for, and parameters that always did. Empty before
    /// a [`restart`](Sift::restart), and unless [`two_pass`](Builder::two_pass) is set as well.
    pub fn learned_parameters(&self) -> Vec<LearnedParameter> {
        match &self.limits.answers {
            Some(answers) => answers.learned_parameters(),
            None => Vec::new(),
        }
    }
}

/// Write access to everything that a filter knows, for a store.
#[derive(Debug)]
pub struct Knowledge<'s> {
    pub deciders: &'s mut Deciders,
    pub limits: &'s mut KeptLimits,
    pub scanning: Scanning<'s>,
}

impl Knowledge<'_> {
    /// Decides on one line of a batch, which several filters may share, and returns its event.
    pub fn decide_line<'k>(&'k mut self, line: ScannedLine<'k>) -> Event<'k> {
        self.limits.begin();
        self.deciders
            .decide_record(self.scanning, line, self.limits)
    }
}

impl Sift {
    pub(crate) fn new(settings: Settings, parts: SiftParts) -> Self {
        let mut sift = Self {
            census: settings.census(),
            settings,
            scanner: parts.scanner,
            unfiltered_scanner: parts.unfiltered_scanner,
            measure: parts.measure,
            deciders: parts.deciders,
            limits: parts.limits,
            hosts_meet: parts.hosts_meet,
            is_watched: false,
            verdicts: Vec::new(),
            batch: Batch::default(),
        };
        if sift.settings.is_watched() {
            sift.watch(EventDetails {
                variants: true,
                ..EventDetails::default()
            });
        }
        sift
    }

    /// Starts from the default settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the scanner for this filter: it turns lines into records, on any thread.
    pub fn scanner(&self) -> &Scanner {
        &self.scanner
    }

    /// Returns read access to the filter.
    pub fn view(&self) -> SiftView<'_> {
        SiftView {
            settings: &self.settings,
            unfiltered_scanner: &self.unfiltered_scanner,
            measure: &self.measure,
            deciders: &self.deciders,
            hosts_meet: self.hosts_meet,
            limits: &self.limits,
        }
    }

    /// Returns write access to everything that it knows, for a store.
    pub fn knowledge(&mut self) -> Knowledge<'_> {
        Knowledge {
            deciders: &mut self.deciders,
            limits: &mut self.limits,
            scanning: Scanning {
                scanner: &self.scanner,
                layout: &self.measure.layout,
            },
        }
    }

    /// Requests these details with the events of further batches.
    pub fn watch(&mut self, wants: EventDetails) {
        self.is_watched = true;
        self.deciders.want(wants);
    }

    /// Returns the number of representatives: kept URLs, without further samples.
    ///
    /// ```
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// assert_eq!(sift.len(), 0);
    /// sift.admit(b"https://example.com/");
    /// assert_eq!(sift.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    #[allow(clippy::len_without_is_empty, reason = "a filter is no collection")]
    pub fn len(&self) -> u64 {
        self.deciders.all_known().map(|known| known.kept).sum()
    }

    /// Returns the memory used by keys and by what was learned, in bytes, within a few percent.
    pub fn memory_usage(&self) -> usize {
        let mut bytes = self.deciders.heap_bytes() + self.limits.heap_bytes();
        if let Some(census) = &self.census {
            bytes += census.heap_bytes();
        }
        bytes
    }

    /// Decides on the records of a batch in order; `lines` are the bytes of the same records.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::error::ErrorKind::Batch): the batch belongs to another filter,
    /// or the numbers of lines and records differ. Nothing is decided then.
    ///
    /// ```
    /// use urlsift::{Batch, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().build()?;
    /// let scanner = sift.scanner().clone();
    /// let mut batch = Batch::default();
    /// let lines: [&[u8]; 2] = [b"https://example.com/user/1", b"https://example.com/user/2"];
    /// for line in lines {
    ///     scanner.scan(line, &mut batch); // on any thread
    /// }
    /// let verdicts = sift.decide(&batch, &lines)?.verdicts; // in order
    /// assert_eq!(verdicts, [Verdict::Kept, Verdict::Similar]);
    /// assert!(sift.decide(&batch, &[]).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'_>, Error> {
        let mut verdicts = self.start(batch, lines)?;
        let is_plain = self.limits.are_none() && !self.is_watched;
        let Knowledge {
            deciders,
            limits,
            scanning,
        } = self.knowledge();
        let bytes = |place: usize| lines[place];
        let lines = ScannedLines::all(batch, &bytes);
        if is_plain {
            deciders.decide(scanning, lines, &mut Unwatched, &mut verdicts);
        } else {
            deciders.decide(scanning, lines, limits, &mut verdicts);
        }
        self.verdicts = verdicts;
        Ok(self.last_decided())
    }

    /// Same as [`decide`](Self::decide), with a policy in addition to the limits.
    ///
    /// # Errors
    /// The errors of [`decide`](Self::decide).
    pub fn decide_under(
        &mut self,
        batch: &Batch,
        lines: &[&[u8]],
        policy: &mut impl Policy,
    ) -> Result<Decided<'_>, Error> {
        let mut verdicts = self.start(batch, lines)?;
        let Knowledge {
            deciders,
            limits,
            scanning,
        } = self.knowledge();
        let bytes = |place: usize| lines[place];
        let lines = ScannedLines::all(batch, &bytes);
        let mut both = LimitsThen { limits, policy };
        deciders.decide(scanning, lines, &mut both, &mut verdicts);
        self.verdicts = verdicts;
        Ok(self.last_decided())
    }

    /// Returns the buffer for single lines.
    pub(crate) fn line_buffer(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Whether anything can be learned from the whole list before it is filtered.
    pub fn needs_survey(&self) -> bool {
        self.deciders.known().learner.is_some() || self.census.is_some()
    }

    /// Learns from a batch, before the list is filtered after a [`restart`](Self::restart). `lines`
    /// are the bytes of the same records. Faster than [`decide`](Self::decide) if nothing to learn
    /// depends on verdicts.
    ///
    /// # Errors
    /// The errors of [`decide`](Self::decide).
    pub fn survey(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        let gathers = self.gathers() && self.limits.answers.is_none();
        if self.census.is_none() && !gathers {
            return self.decide(batch, lines).map(|_| ());
        }
        let verdicts = self.start(batch, lines)?;
        self.verdicts = verdicts;
        if self.census.is_some() {
            self.deciders.known_mut().learn(&self.scanner.key, batch);
        }
        Ok(())
    }

    /// Forgets all lines but keeps what was learned: the same list can be filtered again, with the
    /// learned positions variable from its first line.
    ///
    /// Scanners and batches of this filter stay valid, unless answers have shown the
    /// [effects](SiftView::learned_parameters) of parameters.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Sift::builder().build()?;
    /// assert!(sift.filter(&lines).count() > 1);
    /// sift.restart();
    /// assert_eq!(sift.filter(&lines).count(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn restart(&mut self) {
        for known in self.deciders.all_known_mut() {
            if let Some(learner) = known.learner_mut() {
                learner.survey(&self.scanner.key);
            }
        }
        if let Some(census) = self.census.take() {
            let frequencies = Arc::new(census.frequencies());
            self.measure.layout.set_frequencies(&frequencies);
            self.settings.frequencies = Some(frequencies);
        }
        let Knowledge {
            deciders, scanning, ..
        } = self.knowledge();
        for known in deciders.all_known_mut() {
            known.restart(scanning);
        }
        self.limits.restart(&self.settings);
        self.heed_parameters();
    }

    /// Decides hosts in parallel from now on, in this many shards, if verdicts stay the same: URLs
    /// of different hosts cannot be similar, and nothing was decided yet, is limited or is watched.
    pub fn divide(&mut self, shards: usize) {
        let is_divisible = !self.hosts_meet
            && self.scanner.terms().is_none()
            && self.limits.are_none()
            && !self.is_watched
            && self.deciders.divider().is_none()
            && self.deciders.known().is_new();
        if is_divisible {
            self.deciders.divide(shards);
        }
    }

    /// Whether it gathers the URLs of a first pass.
    fn gathers(&self) -> bool {
        let learner = self.deciders.known().learner.as_ref();
        learner.is_some_and(Learner::is_gathering)
    }

    /// Starts a batch, or refuses one that would give wrong verdicts. Returns the empty buffer for
    /// its verdicts.
    fn start(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Vec<Verdict>, Error> {
        self.scanner.view().check(batch, lines.len())?;
        if self.gathers() {
            self.deciders
                .known_mut()
                .gather(&self.scanner.key, batch, lines);
        }
        if let Some(census) = &mut self.census {
            census.watch(batch);
        }
        self.limits.begin();
        self.verdicts.clear();
        Ok(mem::take(&mut self.verdicts))
    }

    /// Returns the decisions on the last batch.
    pub(crate) fn last_decided(&self) -> Decided<'_> {
        let Self {
            scanner,
            verdicts,
            deciders,
            limits,
            ..
        } = self;
        let by_answer: &[usize] = match &limits.answers {
            Some(answers) => answers.dropped(),
            None => &[],
        };
        Decided {
            scanner,
            verdicts,
            log: deciders.events(),
            by_answer,
        }
    }

    /// Makes room for a batch.
    pub(crate) fn make_room(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.deciders.reserve(batch)
    }

    /// Sets how the fields of further records are read.
    pub(crate) fn set_fields(&mut self, fields: &Arc<Fields>) {
        self.scanner.fields = Arc::clone(fields);
        self.unfiltered_scanner.fields = Arc::clone(fields);
    }

    /// Applies the effects of parameters that answers have shown.
    fn heed_parameters(&mut self) {
        let Some(answers) = &self.limits.answers else {
            return;
        };
        let (rules, significant) = answers.rules();
        if rules.is_empty() && significant.is_empty() {
            return;
        }
        self.settings.param_rules.extend(&rules);
        self.settings.significant = significant;
        let mode = self.settings.mode();
        self.unfiltered_scanner = self.unfiltered_scanner.with_mode(mode.clone());
        self.scanner = self.scanner.with_mode(mode);
    }
}

/// A filter can move to another thread.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Sift>();
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::detail::Detail;
    use urlsift_url::error::ErrorKind;

    fn scan(scanner: &Scanner, lines: &[&[u8]]) -> Batch {
        let mut batch = Batch::default();
        for line in lines {
            scanner.scan(line, &mut batch);
        }
        batch
    }

    const LINES: [&[u8]; 3] = [b"http://a.test/x", b"http://a.test/y", b"no url"];

    #[test]
    fn a_batch_that_does_not_fit_is_refused_and_nothing_is_decided() {
        let build = |builder: Builder| {
            builder
                .seed([1, 2])
                .build()
                .expect("the settings are valid")
        };
        let mut sift = build(Sift::builder());
        let batch = scan(sift.scanner(), &LINES);
        let others = [
            build(Sift::builder().threshold(94.0)),
            build(Sift::builder().literal(true)),
            build(Sift::builder().detail(Detail::Groups)),
            Sift::builder().build().expect("the settings are valid"),
        ];
        for other in others {
            let foreign = scan(other.scanner(), &LINES);
            let refusal = sift
                .decide(&foreign, &LINES)
                .expect_err("it is another filter's");
            assert_eq!(refusal.kind(), ErrorKind::Batch);
            assert_eq!(sift.len(), 0);
        }
        for count in [0, 2] {
            assert!(
                sift.decide(&batch, &LINES[..count]).is_err(),
                "{count} lines"
            );
            assert_eq!(sift.len(), 0);
        }
        let decided = sift.decide(&batch, &LINES).expect("batch and lines fit");
        assert_eq!(
            decided.verdicts,
            [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]
        );
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        for builder in [
            Sift::builder(),
            Sift::builder().literal(true),
            Sift::builder().threshold(80.0),
        ] {
            let mut sift = builder.build().expect("the settings are valid");
            sift.admit(LINES[0]);
            let mut copy = sift.clone();
            assert_eq!(copy.admit(b"http://b.test/"), Verdict::Kept);
            assert_eq!(copy.admit(LINES[2]), Verdict::NotUrl);
            assert_eq!((copy.len(), sift.len()), (2, 1));
            assert_eq!(sift.admit(b"http://b.test/"), Verdict::Kept);
            assert_eq!(sift.admit(LINES[2]), Verdict::NotUrl);
            assert_eq!(copy.admit(LINES[0]), Verdict::Similar);
        }
    }

    #[test]
    fn what_is_restarted_has_forgotten_its_lines() {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        let batch = scan(sift.scanner(), &LINES);
        assert_eq!(sift.filter(LINES).count(), 3);
        sift.restart();
        assert_eq!(sift.len(), 0);
        let decided = sift.decide(&batch, &LINES).expect("batches stay valid");
        assert_eq!(
            decided.verdicts,
            [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]
        );
    }
}
