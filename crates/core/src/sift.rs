//! The filter: settings, what decides, the limits that it asks, and those who watch.

use crate::builder::Builder;
use crate::decider::Decider;
use crate::decision::{Decision, Detail};
use crate::explain::cache::Cache;
use crate::explain::comparer::Comparer;
use crate::known::Means;
use crate::limits::{Beside, Limits};
use crate::observers::Observers;
use crate::policy::{Policy, Unwatched};
use crate::record::{Batch, Url};
use crate::scan::Scanner;
use crate::shards::Shards;
use crate::swallowed::LearnedPosition;
use crate::verdict::Verdict;
use std::cell::RefCell;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;

/// The filter.
///
/// A clone is a snapshot: both go their own ways from there.
#[derive(Clone, Debug)]
pub struct Sift {
    #[doc(hidden)]
    pub scanner: Scanner,
    #[doc(hidden)]
    pub decider: Decider,
    #[doc(hidden)]
    pub limits: Limits,
    #[doc(hidden)]
    pub observers: Observers,
    #[doc(hidden)]
    pub comparer: Comparer,
    #[doc(hidden)]
    pub settings: Builder,
    /// Whether URLs of different hosts may be similar.
    #[doc(hidden)]
    pub hosts_meet: bool,
    /// What decides in the place of the decider, if hosts are decided side by side.
    pub(crate) shards: Option<Box<Shards>>,
    /// What was explained a short while ago.
    pub(crate) explained: RefCell<Cache>,
    /// Kept for its memory.
    batch: Batch,
}

impl Sift {
    #[doc(hidden)]
    pub fn new(
        (settings, scanner, comparer): (Builder, Scanner, Comparer),
        decider: Decider,
        limits: Limits,
        observers: Observers,
        hosts_meet: bool,
    ) -> Self {
        let (explained, batch) = (RefCell::default(), Batch::default());
        let shards = None;
        Self { scanner, decider, limits, observers, comparer, settings, hosts_meet, shards, explained, batch }
    }

    /// Starts from the default settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Returns the scanner that goes with this filter.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Returns how many representatives there are: URLs that were kept, without further samples.
    ///
    /// ```
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// assert!(sift.is_empty());
    /// sift.admit(b"https://example.com/");
    /// assert_eq!(sift.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn len(&self) -> u64 {
        self.deciders().iter().map(|decider| decider.known.kept()).sum()
    }

    /// Whether no URL was kept yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how many bytes it holds, within a few percent: keys, what was learned, and what its
    /// [`Detail`] asks to remember.
    pub fn memory_usage(&self) -> usize {
        let decided = |decider: &Decider| decider.known.memory() + decider.events.memory();
        self.deciders().iter().map(decided).sum::<usize>()
            + self.shards.as_ref().map_or(0, |shards| shards.memory())
            + self.limits.memory()
            + self.observers.memory()
            + self.explained.try_borrow().map_or(0, |cache| cache.memory())
    }

    /// Makes room for what [`decide`](Self::decide) may keep of a batch, as far as that can be
    /// foreseen: the tables that grow with the kept URLs. A program that runs out of memory
    /// elsewhere is ended by the standard library.
    ///
    /// # Errors
    /// The system gives no more memory. What was decided before stays valid.
    pub fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.deciders_mut().try_for_each(|decider| decider.known.reserve(batch))
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes. Appends one
    /// verdict a record.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](urlsift_url::error::ErrorKind::Batch): the batch is another filter's, or
    /// there are not as many lines as records. Nothing is decided then.
    ///
    /// ```
    /// use urlsift::{Batch, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().build()?;
    /// let (scanner, mut batch, mut verdicts) = (sift.scanner(), Batch::default(), Vec::new());
    /// let lines: [&[u8]; 2] = [b"https://example.com/user/1", b"https://example.com/user/2"];
    /// lines.iter().for_each(|line| scanner.scan(line, &mut batch)); // on any thread
    /// sift.decide(&batch, lines, &mut verdicts)?; // in order
    /// assert_eq!(verdicts, [Verdict::Kept, Verdict::Similar]);
    /// assert!(sift.decide(&batch, [], &mut verdicts).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        self.scanner.check(batch, lines.len())?;
        let Self { scanner, comparer, decider, limits, observers, shards, .. } = self;
        let means = Means { scanner, layout: &comparer.layout };
        if let Some(shards) = shards {
            verdicts.extend((0..batch.len()).map(|record| shards.decide_one(means, batch, record)));
            return Ok(());
        }
        if limits.are_none() && observers.are_none() {
            decider.decide_unwatched(means, batch, 0..batch.len(), verdicts);
            return Ok(());
        }
        let lines: Vec<&[u8]> = lines.collect();
        observers.count(batch);
        limits.begin();
        decider.decide(means, batch, lines.iter().copied(), limits, verdicts);
        self.show((batch, 0), &lines);
        Ok(())
    }

    /// Decides as [`decide`](Self::decide) does, under a policy beside the limits.
    #[doc(hidden)]
    pub fn decide_under(
        &mut self,
        batch: &Batch,
        lines: &[&[u8]],
        policy: &mut impl Policy,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        self.scanner.check(batch, lines.len())?;
        self.observers.count(batch);
        let Self { scanner, comparer, decider, limits, .. } = self;
        let means = Means { scanner, layout: &comparer.layout };
        limits.begin();
        decider.decide(means, batch, lines.iter().copied(), &mut Beside { limits, policy }, verdicts);
        self.show((batch, 0), lines);
        Ok(())
    }

    /// Shows the records of a batch, from one on, to those who watch.
    pub(crate) fn show(&mut self, batch: (&Batch, usize), lines: &[&[u8]]) {
        if self.observers.are_none() {
            return;
        }
        self.observers.see(&self.scanner, batch, lines.iter().copied(), &self.decider.events);
        if let (Some(answers), Some(register)) = (&self.limits.answers, &mut self.observers.register) {
            register.mark_same_answers(answers.dropped().iter().map(|at| at - batch.1));
        }
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        self.observers.count(&batch);
        let verdict = self.decide_record(&batch, 0, line);
        self.batch = batch;
        // A comment of a log may say how to read the lines after it.
        if let Verdict::Header { .. } = verdict
            && let Some(fields) = self.scanner.fields.follow(line)
        {
            self.read_by(&Arc::new(fields));
        }
        verdict
    }

    /// Decides on one record of a batch, which need not be scanned for this filter alone.
    #[doc(hidden)]
    pub fn decide_record(&mut self, batch: &Batch, record: usize, line: &[u8]) -> Verdict {
        let Self { scanner, comparer, decider, limits, observers, shards, .. } = self;
        let means = Means { scanner, layout: &comparer.layout };
        if let Some(shards) = shards {
            return shards.decide_one(means, batch, record);
        }
        if limits.are_none() && observers.are_none() {
            return decider.decide_one(means, (batch, record, line), &mut Unwatched);
        }
        limits.begin();
        let verdict = decider.decide_one(means, (batch, record, line), limits);
        self.show((batch, record), &[line]);
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
        self.decider.known.learner().is_some() || self.observers.census.is_some()
    }

    /// Takes a batch for what can be learned of the list, which will be filtered after a
    /// [`restart`](Self::restart). `lines` are the same records' bytes. Takes less time than
    /// [`decide`](Self::decide) where nothing depends on the verdicts.
    ///
    /// # Errors
    /// Those of [`decide`](Self::decide).
    pub fn survey<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        let Some(census) = &mut self.observers.census else {
            return self.decide(batch, lines, &mut Vec::new());
        };
        self.scanner.check(batch, lines.len())?;
        census.watch(batch);
        self.decider.known.learn(&self.scanner.key, batch);
        Ok(())
    }

    /// Notes that the whole list has been read.
    #[doc(hidden)]
    pub fn end_survey(&mut self) {
        for learner in self.deciders_mut().filter_map(|decider| decider.known.learner_mut()) {
            learner.survey();
        }
        if let Some(census) = self.observers.census.take() {
            let frequencies = Arc::new(census.frequencies());
            self.comparer.layout.set_frequencies(&frequencies);
            self.settings.frequencies = Some(frequencies);
        }
    }

    /// Forgets all lines, and keeps what was learned: the same list can be filtered once more, with
    /// the learned positions variable from its first line on.
    ///
    /// Scanners and batches of this filter stay valid, unless answers have
    /// [said](Self::learned_parameters) something of parameters.
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
        self.end_survey();
        let Self { scanner, comparer, decider, shards, .. } = self;
        let means = Means { scanner, layout: &comparer.layout };
        decider.known.restart(means);
        shards.iter_mut().flat_map(|shards| shards.deciders_mut()).for_each(|it| it.known.restart(means));
        self.limits.restart();
        self.heed_parameters();
        self.observers = self.settings.observers();
        self.explained = RefCell::default();
    }
}

/// What it says beyond verdicts.
impl Sift {
    /// What is known beyond the verdicts of the last call of [`decide`](Self::decide) or
    /// [`admit`](Self::admit): one decision a record. Empty at [`Detail::Verdicts`].
    pub fn decisions(&self) -> &[Decision] {
        self.observers.register.as_ref().map_or(&[], |register| register.decisions())
    }

    /// How many searches hit their limit and found nothing similar, so that their lines were kept.
    /// A search hits its limit where a URL of very many parts would have to be compared with
    /// more than 1,024 kept ones, or 2,048 that share a rare part: at low thresholds, on lists of
    /// many lines that share most of their words.
    pub fn search_limit_hits(&self) -> u64 {
        self.deciders().iter().map(|decider| decider.known.index().search_limit_hits()).sum()
    }

    /// How many lines were dropped as a new combination of known parameters, on pages that were
    /// learned to have many: see [`ParamMode::Learned`](crate::builder::ParamMode::Learned).
    ///
    /// ```
    /// use urlsift::{ParamMode, Sift};
    ///
    /// let mut sift = Sift::builder().params(ParamMode::Learned).build()?;
    /// let names = ["brand", "colour", "size", "fit", "season", "pattern", "sleeve", "price"];
    /// for set in 1..256 {
    ///     let chosen = (0..8).filter(|bit| set >> bit & 1 == 1).map(|bit| format!("{}=1", names[bit]));
    ///     let query = chosen.collect::<Vec<_>>().join("&");
    ///     sift.admit(format!("https://example.com/search?{query}").as_bytes());
    /// }
    /// assert_eq!((sift.len(), sift.combined()), (108, 147));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn combined(&self) -> u64 {
        self.deciders().iter().map(|decider| decider.known.index().combined()).sum()
    }

    /// Returns how many lines were dropped because a path position was learned, and those
    /// positions, the largest first. `None` unless [`count_learned`](Builder::count_learned)
    /// asks for it.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Sift::builder().count_learned(true).build()?;
    /// assert!(sift.filter(&lines).count() < lines.len());
    /// let (lines, positions) = sift.learned_positions().expect("was asked for");
    /// assert_eq!((lines, positions[0].pattern.as_str()), (3, "example.com/zork/{word}"));
    /// assert_eq!(positions[0].rarest, ["marble", "obsidian", "tuff"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned_positions(&self) -> Option<(u64, Vec<LearnedPosition>)> {
        self.observers.swallowed.as_ref().map(|swallowed| (swallowed.lines(), swallowed.positions()))
    }

    /// Whether decisions name groups.
    #[doc(hidden)]
    pub fn names_groups(&self) -> bool {
        self.settings.detail >= Detail::Groups
    }

    /// Writes what the segments of a URL read by what has been learned so far, and learns nothing
    /// from it.
    #[doc(hidden)]
    pub fn read(&self, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        match &self.shards {
            Some(shards) => shards.read(&self.scanner.key, batch, url, tokens),
            None => self.decider.known.read(&self.scanner.key, batch, url, tokens),
        }
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
    use std::num::NonZeroU32;
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
        let batch = scan(&sift.scanner(), &LINES);
        let others = [
            build(Sift::builder().threshold(94.0)),
            build(Sift::builder().literal(true)),
            build(Sift::builder().detail(Detail::Groups)),
            Sift::builder().build().expect("the settings are valid"),
        ];
        for other in others {
            let (foreign, mut verdicts) = (scan(&other.scanner(), &LINES), Vec::new());
            let refusal = sift.decide(&foreign, LINES, &mut verdicts).expect_err("it is another filter's");
            assert_eq!(refusal.kind(), ErrorKind::Batch);
            assert!(verdicts.is_empty() && sift.is_empty());
        }
        for count in [0, 2] {
            let mut verdicts = Vec::new();
            let lines = LINES[..count].iter().copied();
            assert!(sift.decide(&batch, lines, &mut verdicts).is_err(), "{count} lines");
            assert!(verdicts.is_empty() && sift.is_empty());
        }
        let mut verdicts = Vec::new();
        sift.decide(&batch, LINES, &mut verdicts).expect("batch and lines fit");
        assert_eq!(verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
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

    /// Lines of one batch are known ahead or found in order: both give what one line at a time
    /// gives.
    #[test]
    fn batches_and_single_lines_get_equal_verdicts() {
        let lines: Vec<String> = (0..600_u64)
            .map(|i| {
                format!(
                    "http://a.test/{}/{}?{}=1",
                    i % 7,
                    ["zot", "qux", "edit"][(i / 5 % 3) as usize],
                    i * i % 11
                )
            })
            .collect();
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let three = NonZeroU32::new(3).expect("above 0");
        for builder in [
            Sift::builder(),
            Sift::builder().literal(true),
            Sift::builder().threshold(85.0),
            Sift::builder().samples(three),
            Sift::builder().detail(Detail::Shapes),
            Sift::builder().detail(Detail::Explanations).samples(three),
        ] {
            let (mut single, mut batched) = (builder.clone().build().unwrap(), builder.build().unwrap());
            let said = |sift: &Sift| -> Vec<_> {
                sift.decisions().iter().map(|it| (it.group, it.leads, it.variant.clone())).collect()
            };
            let one: Vec<_> = lines.iter().map(|line| (single.admit(line), said(&single))).collect();
            let (one, one_said): (Vec<Verdict>, Vec<_>) = one.into_iter().unzip();
            let (scanner, mut all, mut all_said) = (batched.scanner(), Vec::new(), Vec::new());
            for lines in lines.chunks(64) {
                let batch = scan(&scanner, lines);
                batched.reserve(&batch).expect("there is memory");
                batched.decide(&batch, lines.iter().copied(), &mut all).expect("the batch is this filter's");
                all_said.extend(said(&batched));
            }
            assert_eq!(all, one);
            assert_eq!(all_said, one_said.concat());
            assert_eq!(batched.len(), single.len());
        }
    }

    #[test]
    fn memory_grows_with_what_is_kept_and_not_with_what_is_dropped() {
        let kept = |count: u64, detail: Detail| {
            let mut sift = Sift::builder().literal(true).detail(detail).build().unwrap();
            let line = |i| format!("http://a.test/{i}");
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Kept));
            let before = sift.memory_usage();
            assert!((0..count).all(|i| sift.admit(line(i).as_bytes()) == Verdict::Similar));
            (before, sift.memory_usage())
        };
        let (small, after) = kept(10_000, Detail::Verdicts);
        assert_eq!(small, after);
        // A key of 8 bytes for each, in tables that are about half full.
        let (large, _) = kept(200_000, Detail::Verdicts);
        assert!((190_000 * 14..200_000 * 17).contains(&(large - small)), "{small} {large}");
        assert!(kept(10_000, Detail::Explanations).0 > small + 10_000 * "http://a.test/1000".len());
    }

    #[test]
    fn memory_counts_the_names_that_learning_merged_and_cached_explanations() {
        const SYLLABLES: [&str; 10] = ["mar", "tuf", "ni", "bas", "gra", "lo", "ze", "ob", "qua", "du"];
        let names = |count_learned| {
            let mut sift = Sift::builder().count_learned(count_learned).seed([1, 2]).build().unwrap();
            for i in 0..2000 {
                let name: String = [100, 10, 1].map(|unit| SYLLABLES[i / unit % 10]).concat();
                sift.admit(format!("http://a.test/zork/{name}/{}", i / 1000).as_bytes());
            }
            sift.memory_usage()
        };
        assert!(names(true) > names(false) + 900 * 40, "{} {}", names(true), names(false));
        let mut sift = Sift::builder().detail(Detail::Explanations).build().unwrap();
        let mut grown = 0;
        for i in 0..500 {
            let lines = [1, 2].map(|id| format!("http://a{i}.test/user/{id}"));
            for line in &lines {
                sift.admit(line.as_bytes());
            }
            let before = sift.memory_usage();
            sift.explain(lines[1].as_bytes(), &sift.decisions()[0]).expect("it is similar");
            grown += sift.memory_usage() - before;
        }
        // Two templates and the weights of their components, at least.
        assert!(grown > 500 * 200, "{grown}");
    }

    #[test]
    fn what_is_restarted_has_forgotten_its_lines() {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        let batch = scan(&sift.scanner(), &LINES);
        assert_eq!(sift.filter(LINES).count(), 3);
        sift.restart();
        assert!(sift.is_empty());
        let mut verdicts = Vec::new();
        sift.decide(&batch, LINES, &mut verdicts).expect("batches stay valid");
        assert_eq!(verdicts, [Verdict::Kept, Verdict::Kept, Verdict::NotUrl]);
    }
}
