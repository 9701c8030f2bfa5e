//! The filter: settings, deciders, and the limits that they ask.

use crate::builder::Builder;
use crate::decided::Decided;
use crate::deciders::Deciders;
use crate::event::{Told, Wants};
use crate::feature::Census;
use crate::known::{Context, Known};
use crate::limits::answers::{LearnedParameter, SameAnswer};
use crate::limits::{Both, Limits};
use crate::measure::Measure;
use crate::policy::{Policy, Unwatched};
use crate::record::{Batch, Url};
use crate::scan::Scanner;
use crate::verdict::Verdict;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

/// The filter.
///
/// A clone is a snapshot: both go their own ways from there.
#[derive(Clone, Debug)]
pub struct Sift {
    settings: Builder,
    scanner: Scanner,
    /// The same scanner, but one that selects nothing and leaves all parts of lines in the batch.
    whole: Scanner,
    measure: Measure,
    deciders: Deciders,
    limits: Limits,
    /// Whether URLs of different hosts may be similar.
    hosts_meet: bool,
    /// Whether somebody reads events.
    is_watched: bool,
    /// Counts the terms of records, if the list is read once more.
    census: Option<Box<Census>>,
    /// Of the last batch.
    verdicts: Vec<Verdict>,
    /// Kept for its memory.
    batch: Batch,
}

/// A filter as readers see it.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    /// The settings that it was built from.
    pub settings: &'s Builder,
    /// Its scanner, selecting nothing and leaving all parts of lines in the batch.
    pub whole: &'s Scanner,
    /// How similarity is measured.
    pub measure: &'s Measure,
    /// All that it knows.
    pub deciders: &'s Deciders,
    /// Whether URLs of different hosts may be similar. At the default settings they never are; they
    /// may be if the threshold allows URLs to differ by the weight of a host, and under
    /// [`Metric::SimHash`](crate::similarity::Metric::SimHash).
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// assert!(!Sift::builder().build()?.view().hosts_meet);
    /// assert!(Sift::builder().threshold(60.0).build()?.view().hosts_meet); // the host weighs 4 of 10
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub hosts_meet: bool,
    limits: &'s Limits,
}

impl View<'_> {
    /// Writes the tokens of a URL's segments as all that was learned so far reads them, and learns
    /// nothing from it.
    pub fn read(&self, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        self.deciders.read(&self.whole.key, batch, url, tokens);
    }

    /// Returns how many lines were dropped because of their answers, and these answers, those with
    /// the most lines first. `None` unless [`same_answer`](Builder::same_answer) asks for it.
    pub fn same_answers(&self) -> Option<(u64, Vec<SameAnswer>)> {
        self.limits.answers.as_ref().map(|answers| answers.told())
    }

    /// Returns what the answers of the first of two readings say of the parameters of each host:
    /// which never changed an answer in as many comparisons as
    /// [`same_answer`](Builder::same_answer) asks for, and which always did. Empty unless that is
    /// set together with [`two_pass`](Builder::two_pass), and before a
    /// [`restart`](Sift::restart).
    pub fn learned_parameters(&self) -> Vec<LearnedParameter> {
        self.limits.answers.as_ref().map(|answers| answers.learned_parameters()).unwrap_or_default()
    }
}

/// All that a filter knows, to be changed by those who remember it for another run.
#[derive(Debug)]
pub struct Knowledge<'s> {
    pub deciders: &'s mut Deciders,
    pub limits: &'s mut Limits,
    pub context: Context<'s>,
}

impl Knowledge<'_> {
    /// Decides on one record of a batch, which need not be scanned for this filter alone, and returns
    /// its event.
    pub fn decide_record(&mut self, batch: &Batch, record: usize, line: &[u8]) -> Told<'_> {
        self.limits.begin();
        self.deciders.decide_record(self.context, (batch, record, line), self.limits)
    }
}

impl Sift {
    pub(crate) fn new(
        settings: Builder,
        (scanner, whole, measure): (Scanner, Scanner, Measure),
        (deciders, limits): (Deciders, Limits),
        hosts_meet: bool,
    ) -> Self {
        let mut sift = Self {
            census: settings.census(),
            settings,
            scanner,
            whole,
            measure,
            deciders,
            limits,
            hosts_meet,
            is_watched: false,
            verdicts: Vec::new(),
            batch: Batch::default(),
        };
        if sift.settings.is_watched() {
            sift.watch(Wants { variants: true, ..Wants::default() });
        }
        sift
    }

    /// Starts from the default settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the scanner that goes with this filter: it turns lines into records, on any thread.
    pub fn scanner(&self) -> &Scanner {
        &self.scanner
    }

    /// Returns the filter as readers see it.
    pub fn view(&self) -> View<'_> {
        let Self { settings, whole, measure, deciders, limits, hosts_meet, .. } = self;
        View { settings, whole, measure, deciders, limits, hosts_meet: *hosts_meet }
    }

    /// Returns all that it knows, to be changed by those who remember it for another run.
    pub fn knowledge(&mut self) -> Knowledge<'_> {
        let Self { scanner, measure, deciders, limits, .. } = self;
        Knowledge { deciders, limits, context: Context { scanner, layout: &measure.layout } }
    }

    /// Has batches tell these details with their events, for somebody who watches.
    pub fn watch(&mut self, wants: Wants) {
        self.is_watched = true;
        self.deciders.want(wants);
    }

    /// Returns how many representatives there are: URLs that were kept, without further samples.
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
        self.deciders.all_known().map(Known::kept).sum()
    }

    /// Returns how many bytes it holds, within a few percent: keys and all that was learned.
    pub fn memory_usage(&self) -> usize {
        self.deciders.memory()
            + self.limits.memory()
            + self.census.as_ref().map_or(0, |census| census.memory())
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::error::ErrorKind::Batch): the batch is another filter's, or
    /// there are not as many lines as records. Nothing is decided then.
    ///
    /// ```
    /// use urlsift::{Batch, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().build()?;
    /// let (scanner, mut batch) = (sift.scanner().clone(), Batch::default());
    /// let lines: [&[u8]; 2] = [b"https://example.com/user/1", b"https://example.com/user/2"];
    /// lines.iter().for_each(|line| scanner.scan(line, &mut batch)); // on any thread
    /// assert_eq!(sift.decide(&batch, &lines)?.verdicts, [Verdict::Kept, Verdict::Similar]); // in order
    /// assert!(sift.decide(&batch, &[]).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn decide(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'_>, Error> {
        self.start(batch, lines.len())?;
        let Self { scanner, measure, deciders, limits, is_watched, verdicts, .. } = self;
        let context = Context { scanner, layout: &measure.layout };
        if limits.are_none() && !*is_watched {
            deciders.decide(context, (batch, lines), &mut Unwatched, verdicts);
        } else {
            deciders.decide(context, (batch, lines), limits, verdicts);
        }
        Ok(self.decided())
    }

    /// Decides as [`decide`](Self::decide) does, under a policy beside the limits.
    ///
    /// # Errors
    /// Those of [`decide`](Self::decide).
    pub fn decide_under(
        &mut self,
        batch: &Batch,
        lines: &[&[u8]],
        policy: &mut impl Policy,
    ) -> Result<Decided<'_>, Error> {
        self.start(batch, lines.len())?;
        let Self { scanner, measure, deciders, limits, verdicts, .. } = self;
        let context = Context { scanner, layout: &measure.layout };
        deciders.decide(context, (batch, lines), &mut Both { limits, policy }, verdicts);
        Ok(self.decided())
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        let verdict = match self.decide(&batch, &[line]) {
            Ok(decided) => decided.verdicts[0],
            Err(_) => unreachable!("the batch is of this filter's scanner, and has one line"),
        };
        self.batch = batch;
        if let Some(fields) = self.scanner.follow(verdict, line) {
            self.read_by(&fields);
        }
        verdict
    }

    /// Passes on the lines that are kept: the first of each group, further samples, and lines that
    /// are not URLs at first sight.
    ///
    /// ```
    /// let list = ["https://example.com/user/1", "https://example.com/user/2", "https://example.com/login"];
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// let kept: Vec<_> = sift.filter(list).collect();
    /// assert_eq!(kept, ["https://example.com/user/1", "https://example.com/login"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn filter<L: AsRef<[u8]>>(&mut self, lines: impl IntoIterator<Item = L>) -> impl Iterator<Item = L> {
        lines.into_iter().filter(|line| self.admit(line.as_ref()).is_printed())
    }

    /// Whether there is anything to learn of the whole list before it is filtered.
    pub fn needs_survey(&self) -> bool {
        self.deciders.known().learner().is_some() || self.census.is_some()
    }

    /// Takes a batch for what can be learned of the list, which will be filtered after a
    /// [`restart`](Self::restart). `lines` are the same records' bytes. Takes less time than
    /// [`decide`](Self::decide) where nothing depends on the verdicts.
    ///
    /// # Errors
    /// Those of [`decide`](Self::decide).
    pub fn survey(&mut self, batch: &Batch, lines: &[&[u8]]) -> Result<(), Error> {
        let Some(census) = &mut self.census else {
            return self.decide(batch, lines).map(|_| ());
        };
        self.scanner.check(batch, lines.len())?;
        census.watch(batch);
        self.deciders.known_mut().learn(&self.scanner.key, batch);
        Ok(())
    }

    /// Forgets all lines, and keeps what was learned: the same list can be filtered once more, with
    /// the learned positions variable from its first line on.
    ///
    /// Scanners and batches of this filter stay valid, unless answers have
    /// [said](View::learned_parameters) something of parameters.
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
        for learner in self.deciders.all_known_mut().filter_map(|known| known.learner_mut()) {
            learner.survey();
        }
        if let Some(census) = self.census.take() {
            let frequencies = Arc::new(census.frequencies());
            self.measure.layout.set_frequencies(&frequencies);
            self.settings.frequencies = Some(frequencies);
        }
        let Self { scanner, measure, deciders, .. } = self;
        let context = Context { scanner, layout: &measure.layout };
        deciders.all_known_mut().for_each(|known| known.restart(context));
        self.limits.restart();
        self.heed_parameters();
    }

    /// Decides hosts side by side from now on, in so many shards, if that gives the same verdicts:
    /// URLs of different hosts cannot be similar, and nothing was decided yet, is limited or watched.
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

    /// Starts a batch, or refuses one that would give wrong verdicts.
    fn start(&mut self, batch: &Batch, lines: usize) -> Result<(), Error> {
        self.scanner.check(batch, lines)?;
        if let Some(census) = &mut self.census {
            census.watch(batch);
        }
        self.limits.begin();
        self.verdicts.clear();
        Ok(())
    }

    /// Returns the decisions on the last batch.
    pub(crate) fn decided(&self) -> Decided<'_> {
        let Self { scanner, verdicts, deciders, limits, .. } = self;
        let by_answer = limits.answers.as_ref().map_or(&[][..], |answers| answers.dropped());
        Decided { scanner, verdicts, events: deciders.events(), by_answer }
    }

    /// Makes room for a batch.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.deciders.reserve(batch)
    }

    /// Reads the fields of records in this way from now on.
    pub(crate) fn read_by(&mut self, fields: &Arc<Fields>) {
        self.scanner.fields = Arc::clone(fields);
        self.whole.fields = Arc::clone(fields);
    }

    /// Compares parameters as answers say.
    fn heed_parameters(&mut self) {
        let Some(answers) = &self.limits.answers else { return };
        let (rules, significant) = answers.rules();
        if rules.is_empty() && significant.is_empty() {
            return;
        }
        self.settings.param_rules.extend(&rules);
        self.settings.significant = significant;
        let mode = self.settings.mode();
        self.whole = self.whole.with_mode(mode.clone());
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
    use crate::detail::Detail;
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
        let build = |builder: Builder| builder.seed([1, 2]).build().expect("the settings are valid");
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
            let refusal = sift.decide(&foreign, &LINES).expect_err("it is another filter's");
            assert_eq!(refusal.kind(), ErrorKind::Batch);
            assert_eq!(sift.len(), 0);
        }
        for count in [0, 2] {
            assert!(sift.decide(&batch, &LINES[..count]).is_err(), "{count} lines");
            assert_eq!(sift.len(), 0);
        }
        let decided = sift.decide(&batch, &LINES).expect("batch and lines fit");
        assert_eq!(decided.verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        for builder in [Sift::builder(), Sift::builder().literal(true), Sift::builder().threshold(80.0)] {
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
        assert_eq!(decided.verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
    }
}
